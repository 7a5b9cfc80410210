package tui_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

// A foundation that a move completes is lit for half a second once its last card has arrived. Then
// nothing but the clock calls for another frame. Without motion it is not lit.
func TestACompleteFoundationIsLit(t *testing.T) {
	for name, c := range map[string]struct {
		settings string
		lights   bool
	}{"in motion": {`{}`, true}, "on a ground": {`{"theme":"felt"}`, true}, "at rest": {`{"motion":false}`, false}} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{SettingsJSON: []byte(c.settings)}, catalog.All())
			code, moves := completing(t)
			last := len(moves) - 1
			r.Press("d")
			r.Type(code)
			r.Press("enter")
			play(r, moves[:last]...)
			r.Clock += 5000
			if n := glowing(r); n != 0 {
				t.Fatalf("%d cells are lit before the move", n)
			}
			play(r, moves[last])
			if !c.lights {
				if n := glowing(r); n != 0 {
					t.Fatalf("%d cells are lit without motion", n)
				}
				return
			}
			for _, step := range []struct {
				lit  bool
				left time.Duration
			}{{false, 150 * time.Millisecond}, {true, 500 * time.Millisecond}} {
				if n := glowing(r); n >= 15 != step.lit {
					t.Errorf("%d cells are lit\n%s", n, r.Screen())
				}
				left := r.App.NextFrame()
				if left != step.left {
					t.Errorf("the frame stays for %v, want %v", left, step.left)
				}
				r.Clock += left.Milliseconds()
			}
			if n, left := glowing(r), r.App.NextFrame(); n != 0 || left < 200*time.Millisecond {
				t.Errorf("%d cells are still lit, and the frame stays for %v", n, left)
			}
		})
	}
}

// completing returns a deal of Hop 45 and moves from it, of which the last one is the first that
// completes a foundation.
func completing(t *testing.T) (code string, words []string) {
	t.Helper()
	random := rand.New(rand.NewPCG(4, 5))
	for n := range 100 {
		code, words = fmt.Sprintf("A%d", n), nil
		for s := catalog.All()[hop45].Deal(engine.Code(code)); !s.Over(); {
			m := s.Moves()[random.IntN(len(s.Moves()))]
			s, words = follow(t, s, m), append(words, m.String())
			if slices.ContainsFunc(s.Board().Piles, func(v engine.View) bool { return v.Marks&engine.Complete != 0 }) {
				return code, words
			}
		}
	}
	t.Fatal("no foundation is ever complete")
	return "", nil
}

// glowing returns how many cells of a frame are lit as a whole: legal places, which have a dot, are
// not.
func glowing(r *tuitest.Robot) (n int) {
	var lights []grid.Style
	for _, th := range theme.Themes() {
		light := th.Lit
		if light.Bg == 0 {
			light.Attr |= grid.Reverse
		}
		lights = append(lights, light)
	}
	g := r.Grid()
	for y := range g.Height() {
		for x := range g.Width() {
			if slices.Contains(lights, g.At(x, y).Style()) {
				n++
			}
		}
	}
	return n
}
