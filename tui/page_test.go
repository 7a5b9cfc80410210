package tui_test

import (
	"cmp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// A rulesCounter is a game that counts how often its rules are read, which are short if
// rules are set.
type rulesCounter struct {
	engine.Game
	times *int
	rules string
}

func (g rulesCounter) Rules() string {
	*g.times++
	return cmp.Or(g.rules, g.Game.Rules())
}

// reader returns a session with the rules of a game open.
func reader(t *testing.T, g engine.Game, pages *tui.Pages) *tuitest.Robot {
	r := tuitest.Sit(t, tui.New(&tui.Env{
		Ports: session.Ports{
			Games: engine.Library{House: engine.Catalog{g}}, Store: &tuitest.Store{},
			Now: time.Now, Deal: func() engine.Code { return "ABC" },
		},
		Pages: pages,
		Tick:  func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }, // nothing here waits for one
	}))
	r.Press("f1")
	r.Sees("Hop 45: the rules", "Goal")
	return r
}

func TestSessionsShareARenderedPage(t *testing.T) {
	times, pages := 0, &tui.Pages{}
	g := rulesCounter{Game: catalog.All()[hop45], times: &times}
	first, second := reader(t, g, pages), reader(t, g, pages)
	if times != 1 {
		t.Errorf("the page is rendered %d times, want once", times)
	}
	first.Press("space") // each session scrolls for itself
	second.Sees("Goal")
	second.Resize(60, 20)
	second.Screen()
	if times != 2 {
		t.Errorf("for another width the page is rendered %d times more, want once", times-1)
	}
	first.Press("T")
	first.Screen()
	if times != 3 {
		t.Errorf("for another theme the page is rendered %d times more, want once", times-2)
	}
}

// A window that is resized to every width must not fill the memory that all share.
func TestRenderedPagesAreBounded(t *testing.T) {
	times, pages := 0, &tui.Pages{}
	r := reader(t, rulesCounter{catalog.All()[hop45], &times, "# Hop 45\n\n## Goal\n\nNone.\n"}, pages)
	for range 2 {
		r.Press("T")
		for w := range 40 {
			r.Resize(50+w, 24)
			r.Screen()
		}
	}
	if n := tui.PagesHeld(pages); times != 81 || n != 64 {
		t.Errorf("of %d pages %d are cached, want 64 of 81", times, n)
	}
	r.Sees("Goal")
}

// TestAPageSaysThatThereIsMore checks the first and the last screen of the keys page, which goes
// on below the smallest and the common windows.
func TestAPageSaysThatThereIsMore(t *testing.T) {
	for _, size := range sizes[:3] {
		r := atTable(t, hop45)
		r.Resize(size[0], size[1])
		r.Press("?")
		r.Sees("↓ more")
		r.Press("end")
		unseen(t, r, "↓ more")
	}
}

// reading returns a robot at the rules of Hop 45.
func reading(t *testing.T) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("i")
	return r
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
	r.Press("home")
	pageTo(r, "4   --   --   --")
	r.Sees("3   ##   ##   ##", "4   --   --   --")
}

// pageTo turns the pages of a text until one shows a part of it.
func pageTo(r *tuitest.Robot, part string) {
	for range 12 {
		if strings.Contains(r.Screen(), part) {
			return
		}
		r.Press("space")
	}
}
