package tui_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/tui/tuitest"
)

// heading returns the first line of the screen.
func heading(r *tuitest.Robot) string {
	first, _, _ := strings.Cut(r.Screen(), "\n")
	return first
}

// TestTheHeadingSaysWhatNoLongerCounts checks windows of many sizes. The heading says
// nothing if the game counts.
func TestTheHeadingSaysWhatNoLongerCounts(t *testing.T) {
	dealt := catalog.All()[hop45].Deal("R1")
	first, second := dealt.Moves()[0].String(), "" // after which the heading has no warning
	if s, err := dealt.Play(dealt.Moves()[0]); err == nil {
		for _, m := range s.Moves() {
			if next, err := s.Play(m); err == nil && hint.Few(next) == 0 {
				second = m.String()
			}
		}
	}
	for _, c := range []struct {
		name string
		at   func(t *testing.T) *tuitest.Robot
		want string // "" if it counts
	}{
		{"a fresh deal", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			play(r, first)
			return r
		}, ""},
		{"a hint", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter", "x", "y")
			return r
		}, "assisted"},
		{"an undo past a card", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			play(r, first)
			r.Press("u", "y")
			return r
		}, "assisted"},
		{"an assisted game that goes on", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			play(r, first)
			r.Press("u", "y", "q", "enter")
			return r
		}, "assisted"},
		{"a deal of a code", func(t *testing.T) *tuitest.Robot { return deal(t, hop45, "ABC") }, "practice"},
		{"moves faster than a person", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("enter")
			r.Clock -= engine.QuickMillis
			clock := r.Clock // the robot advances it with each key
			r.Seen = func() { r.Clock = clock }
			play(r, first)
			play(r, second)
			r.Seen = nil
			return r
		}, "unranked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 12}} {
				r := c.at(t)
				r.Resize(size[0], size[1])
				got := heading(r)
				for _, class := range []string{"assisted", "practice", "unranked"} {
					if strings.Contains(got, class) != (class == c.want) {
						t.Errorf("%v: the heading is %q, want %q in it", size, got, c.want)
					}
				}
				if !strings.Contains(got, "Hop") || !strings.Contains(got, "/27") {
					t.Errorf("%v: the heading is %q", size, got)
				}
			}
		})
	}
}

// TestUndoSaysWhatItCosts checks random positions: u asks exactly where it
// turns a game that counts into an assisted one.
func TestUndoSaysWhatItCosts(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	said, silent := 0, 0
	for i, g := range catalog.All() {
		for range 4 {
			store := &tuitest.Store{}
			r := tuitest.New(t, store, catalog.All())
			for range i {
				r.Press("down")
			}
			r.Press("enter")
			r.Resize(120, 40)
			for range 30 {
				saved := store.Open[g.Info().ID]
				states, err := saved.Record.Replay(g)
				if saved.Record.Game == "" { // before the first move
					states, err = []engine.State{g.Deal("R1")}, nil
				}
				if err != nil {
					t.Fatal(err)
				}
				s := states[len(states)-1]
				if s.Over() {
					break
				}
				if random.IntN(3) == 0 && len(saved.Record.Moves) > 0 {
					r.Press("u")
					says := strings.Contains(r.Screen(), "Undo? (y/n)")
					if says {
						r.Press("y")
					}
					now := store.Open[g.Info().ID].Class()
					if makes := saved.Class() == arcade.Counted && now == arcade.Assisted; says != makes {
						t.Fatalf("%s: it says %v, and u makes %s of %s:\n%s", saved.Record, says, now, saved.Class(), r.Screen())
					}
					if says {
						said++
					} else {
						silent++
					}
					continue
				}
				m := s.Moves()[random.IntN(len(s.Moves()))]
				play(r, m.String())
			}
		}
	}
	if said < 10 || silent < 50 {
		t.Errorf("it was said %d times and not said %d times", said, silent)
	}
}
