package tui_test

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"unicode"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	seats "boardwalk/tui/play"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

// TestDealingForANiceDealCosts deals again and again without a move.
func TestDealingForANiceDealCosts(t *testing.T) {
	store := &tuitest.Store{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	for range seats.FreeLooks - seats.FewLooks {
		unseen(t, r, "You left 10")
		r.Press("n")
	}
	said(t, r, "You may look at 3 more deals today and leave them unplayed. After that, leaving one is a loss.")
	for range seats.FewLooks - 1 {
		r.Press("n")
	}
	said(t, r, "You may leave this deal without a move. From then on today's deals are kept: giving one up counts as a loss.")
	if len(store.Open) != 0 {
		t.Fatal("a deal is stored that was only looked at")
	}
	r.Press("n")
	said(t, r, "You left 10 deals unplayed today. This one is kept: giving it up is a loss.")
	if len(store.Open) != 1 || store.Looked != seats.FreeLooks {
		t.Fatalf("the store has %d open games and %d looks", len(store.Open), store.Looked)
	}
	r.Press("q")
	r.Sees("open at the start")
	again := tuitest.New(t, store, catalog.All()) // the next session knows it, too
	again.Press("enter", "n")
	again.Sees("Give up this game with 0 points for a new deal?")
	again.Press("y")
	said(t, again, "This one is kept: giving it up is a loss.")
	if len(store.Results) != 1 || store.Results[0].Class != arcade.Counted || len(store.Results[0].Record.Moves) != 0 {
		t.Errorf("the history has %+v", store.Results)
	}
}

// In the smallest window a long sentence covers no ladder of Hopscotch, as there are blank rows
// above them.
func TestALongSentenceLeavesTheLaddersInSight(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Resize(40, 12)
	r.Press(toGame(t, "hopscotch")...)
	r.Press("enter")
	for range seats.FreeLooks {
		r.Press("n")
	}
	said(t, r, "You left 10 deals unplayed today. This one is kept: giving it up is a loss.")
	r.Sees("By1 ", "By2 ", "By3 ", "By4 ")
}

// The keys that change how the arcade looks say what they chose.
func TestLooksAreNamed(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("T")
	r.Sees("Theme: felt.")
	r.Press("A")
	r.Sees("Cards: ascii.")
}

// A deal that the workshop opens is left as one of the lobby is: it counts as a look.
func TestADealOfTheWorkshopThatIsLeftIsALook(t *testing.T) {
	store := makers(t)
	r := atWorkshop(t, store)
	r.Press("enter")
	if _, ok := tui.AtTable(r.App); !ok {
		t.Fatalf("it is at no table:\n%s", r.Screen())
	}
	r.Press("q")
	if store.Looked != 1 {
		t.Errorf("%d deals were looked at, want 1", store.Looked)
	}
}

// Every letter of every screen is read in the themes that set a ground, also where the cursor is.
func TestEveryLetterIsReadOnItsGround(t *testing.T) {
	for i, th := range theme.Themes() {
		if (th.Ground == grid.Style{}) {
			continue
		}
		for j, s := range screens() {
			if !*deep && (i+j)%3 > 0 {
				continue
			}
			t.Run(th.Name+"/"+s.name, func(t *testing.T) {
				t.Parallel()
				g := s.show(t, [2]int{80, 24}, `{"theme":"`+th.Name+`"}`).Grid()
				for y := range g.Height() {
					for x := range g.Width() {
						style, r := g.At(x, y).Style(), g.At(x, y).Rune()
						fg, bg := cmp.Or(style.Fg, th.Ground.Fg), cmp.Or(style.Bg, th.Ground.Bg)
						if got := contrastOf(fg, bg); got < 4.5 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
							t.Fatalf("%q at %d, %d has a contrast of %.1f:\n%s", r, x, y, got, g)
						}
					}
				}
			})
		}
	}
}

// TestTextIsReadOnEachGround checks that all text of a theme with a ground has a contrast of at
// least 4.5:1, as WCAG asks for, and that the theme leaves no colour to the terminal.
func TestTextIsReadOnEachGround(t *testing.T) {
	grounds := 0
	for _, th := range theme.Themes() {
		if (th.Ground == grid.Style{}) {
			continue
		}
		grounds++
		for _, th := range []theme.Theme{th, th.FourColors()} {
			for i, s := range append([]grid.Style{
				th.Ground, th.Text, th.Faint, th.Title, th.Count, th.Face, th.Back, th.Cursor, th.Marker, th.Lit, th.Frame,
				th.Good, th.Warn, th.Refused, th.Key, th.Under(th.Frame, th.Face), th.Under(th.Lit, th.Face),
				th.Under(th.Frame, th.Count), th.Under(th.Lit, th.Count), th.Under(th.Lit, th.Faint),
			}, slices.Concat(th.Suits[:], underLight(th, th.Frame), underLight(th, th.Lit))...) {
				if s.Fg == 0 {
					s.Fg = th.Ground.Fg
				}
				if s.Bg == 0 {
					s.Bg = th.Ground.Bg
				}
				if min(s.Fg, s.Bg) <= grid.Color256(15) {
					t.Errorf("%s: style %d, %+v, is of the terminal's own colours", th.Name, i, s)
				}
				if got := contrastOf(s.Fg, s.Bg); got < 4.5 || s.Attr&grid.Faint != 0 {
					t.Errorf("%s: style %d, %+v, has a contrast of %.1f", th.Name, i, s, got)
				}
			}
		}
	}
	if grounds < 4 {
		t.Errorf("%d themes have a ground", grounds)
	}
}

// underLight returns the styles of the suits under a light.
func underLight(th theme.Theme, light grid.Style) (styles []grid.Style) {
	for _, s := range th.Suits {
		styles = append(styles, th.Under(light, s))
	}
	return styles
}

// contrastOf returns the contrast of two of the colours from 16 on, by WCAG: 1 to 21.
func contrastOf(a, b grid.Color) float64 {
	light, dark := luminance(a), luminance(b)
	if light < dark {
		light, dark = dark, light
	}
	return (light + 0.05) / (dark + 0.05)
}

func luminance(c grid.Color) float64 {
	n := int(c) - 1
	level := func(v int) int { // of a cube of 6x6x6
		if v == 0 {
			return 0
		}
		return 55 + 40*v
	}
	rgb := [3]int{level((n - 16) / 36), level((n - 16) / 6 % 6), level((n - 16) % 6)}
	if n >= 232 {
		grey := 8 + 10*(n-232)
		rgb = [3]int{grey, grey, grey}
	}
	sum := 0.0
	for i, weight := range [3]float64{0.2126, 0.7152, 0.0722} {
		v := float64(rgb[i]) / 255
		if v = math.Pow((v+0.055)/1.055, 2.4); rgb[i] < 11 {
			v = float64(rgb[i]) / 255 / 12.92
		}
		sum += weight * v
	}
	return sum
}
