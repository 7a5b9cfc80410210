package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// reading returns a robot at the rules of Hop 45.
func reading(t *testing.T) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("i")
	return r
}

// lit returns the highlighted text, one line for each match; the current one begins with
// >.
func lit(r *tuitest.Robot) string {
	var b strings.Builder
	g, before := r.Grid(), false
	for y := range g.Height() {
		for x := range g.Width() {
			attr := g.At(x, y).Style().Attr
			if attr&grid.Reverse == 0 {
				before = false
				continue
			}
			if !before {
				b.WriteByte('\n')
				if attr&grid.Underline != 0 {
					b.WriteByte('>')
				}
			}
			before = true
			b.WriteRune(g.At(x, y).Rune())
		}
	}
	return b.String()
}

func TestSearchFindsAsItIsTyped(t *testing.T) {
	r := reading(t)
	top := r.Screen()
	r.Press("/")
	r.Type("SPIKES")
	r.Sees("Search: SPIKES", "found")
	if got := lit(r); !strings.Contains(strings.ToLower(got), ">spikes") || r.Screen() == top {
		t.Errorf("lit is %q:\n%s", got, r.Screen())
	}
	r.Press("esc")
	if got := r.Screen(); got != top || lit(r) != "" {
		t.Errorf("Esc leads to\n%s\nwant\n%s", got, top)
	}
}

func TestSearchGoesFromMatchToMatch(t *testing.T) {
	r := reading(t)
	r.Press("/")
	r.Type("Foundation")
	r.Press("enter")
	r.Sees(`"Foundation": match 1 of `)
	first := r.Screen()
	r.Press("n")
	r.Sees("match 2 of ")
	if strings.Count(lit(r), ">") != 1 {
		t.Errorf("lit is %q", lit(r))
	}
	r.Press("N", "N", "n") // after the last match comes the first
	r.Sees("match 1 of ")
	if !strings.Contains(lit(r), ">") {
		t.Errorf("the first match is out of sight:\n%s\nat first:\n%s", r.Screen(), first)
	}
	r.Press("esc")
	if lit(r) != "" {
		t.Errorf("lit is %q after the search", lit(r))
	}
	r.Sees("the rules")
	r.Press("esc")
	r.Sees("Boardwalk Arcade")
}

func TestSearchTakesEveryLetter(t *testing.T) {
	r := reading(t)
	r.Press("/")
	r.Type("qA?T")
	r.Sees("Search: qA?T", "not on this page")
	unseen(t, r, "Enter done")
	r.Press("esc", "n", "N", "/")
	r.Type("zz")
	r.Press("backspace", "backspace", "backspace", "enter")
	r.Sees("space/b page")
}

func TestSearchHoldsWhenTheWindowChanges(t *testing.T) {
	r := reading(t)
	r.Press("/")
	r.Type("blocked")
	r.Press("enter")
	r.Resize(50, 20)
	r.Sees(`"blocked": match 1 of `)
	r.Press("n")
	if !strings.Contains(strings.ToLower(lit(r)), ">blocked") {
		t.Errorf("lit is %q:\n%s", lit(r), r.Screen())
	}
}

// TestPagesFillTheWindow checks that paragraphs are wrapped to the window and not where
// the source text breaks, while preformatted lines stay.
func TestPagesFillTheWindow(t *testing.T) {
	r := reading(t)
	r.Resize(40, 24)
	short := 0
	for range 12 {
		lines := strings.Split(r.Screen(), "\n")
		for i := 3; i < 20; i++ {
			line, next := strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i+1])
			if line != "" && next != "" && len(line) < 12 && next[0] >= 'a' && next[0] <= 'z' {
				short++
			}
		}
		r.Press("space")
	}
	if short > 0 {
		t.Errorf("%d lines break early:\n%s", short, r.Screen())
	}
	r.Press("home", "/")
	r.Type("4   --   --   --")
	r.Sees("found", "3   ##   ##   ##")
}
