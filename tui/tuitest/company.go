package tuitest

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui"
)

// Company is a tui.Company in which the others are as a test says. Its fields are
// for when no call is under way.
type Company struct {
	Live    []tui.LiveTable // that may be watched
	Shown   []*tui.Scene    // what others were shown, in order
	Count   int             // of those who watch
	Watches []*Watch        // that were begun, in order
	Err     error           // what a watch comes to from now on
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

// Newest is what others were shown last, nil where that is nothing.
func (c *Company) Newest() *tui.Scene {
	if len(c.Shown) == 0 {
		return nil
	}
	return c.Shown[len(c.Shown)-1]
}

// A Watch is a tui.Watch to which a test brings the scenes.
type Watch struct {
	Number int
	Life   context.Context
	then   func(*tui.Scene) tea.Msg // nil while nobody waits
}

// Next implements tui.Watch.
func (w *Watch) Next(then func(*tui.Scene) tea.Msg) tea.Cmd {
	w.then = then
	return nil
}

// Waits tells whether somebody waits for a scene.
func (w *Watch) Waits() bool { return w.then != nil }

// Show brings a scene to the robot's newest watch, once it waits for one.
func (r *Robot) Show(s *tui.Scene) {
	r.t.Helper()
	w := r.Store.Company.Watches[len(r.Store.Company.Watches)-1]
	if w.then == nil {
		r.Tick() // it takes its time
	}
	then := w.then
	if then == nil {
		r.t.Fatal("nobody waits for a scene")
	}
	w.then = nil
	r.send(then(s))
}
