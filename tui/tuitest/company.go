package tuitest

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui"
)

// Company is a tui.Company in which a test decides what the others do. Tests may use its
// fields only while no call is in progress.
type Company struct {
	Live    []tui.LiveTable // the tables that may be watched
	Shown   []*tui.Scene    // the scenes shown to others, in order
	Count   int             // the number of watchers
	Watches []*Watch        // the watches begun, in order
	Err     error           // if set, Watch returns it
}

// Show implements tui.Company.
func (c *Company) Show(s *tui.Scene) { c.Shown = append(c.Shown, s) }

// Watchers implements tui.Company.
func (c *Company) Watchers() int { return c.Count }

// Tables implements tui.Company.
func (c *Company) Tables() []tui.LiveTable { return c.Live }

// Watch implements tui.Company.
func (c *Company) Watch(ctx context.Context, number int) (tui.Watch, error) {
	if c.Err != nil {
		return nil, c.Err
	}
	c.Watches = append(c.Watches, &Watch{Number: number, Life: ctx})
	return c.Watches[len(c.Watches)-1], nil
}

// Newest returns the last scene shown to others, or nil if there is none.
func (c *Company) Newest() *tui.Scene {
	if len(c.Shown) == 0 {
		return nil
	}
	return c.Shown[len(c.Shown)-1]
}

// A Watch is a tui.Watch whose scenes come from the test.
type Watch struct {
	Number int
	Life   context.Context
	then   func(*tui.Scene) tea.Msg // nil while nobody waits for a scene
}

// Next implements tui.Watch.
func (w *Watch) Next(then func(*tui.Scene) tea.Msg) tea.Cmd {
	w.then = then
	return nil
}

// Waiting reports whether somebody waits for a scene.
func (w *Watch) Waiting() bool { return w.then != nil }

// Show delivers a scene to the robot's newest watch. If the watch does not wait yet, Show
// first lets the ticks come.
func (r *Robot) Show(s *tui.Scene) {
	r.t.Helper()
	w := r.Store.Company.Watches[len(r.Store.Company.Watches)-1]
	if w.then == nil {
		r.Tick() // the watch asks for its next scene after a while
	}
	then := w.then
	if then == nil {
		r.t.Fatal("nobody waits for a scene")
	}
	w.then = nil
	r.send(then(s))
}
