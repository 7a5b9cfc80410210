package tuitest

import (
	"context"

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
func (c *Company) Watch(ctx context.Context, number int) (tui.Watch[*tui.Scene], error) {
	if c.Err != nil {
		return nil, c.Err
	}
	c.Watches = append(c.Watches, &Watch{feed: new(feed[*tui.Scene]), Number: number, Life: ctx})
	return c.Watches[len(c.Watches)-1], nil
}

// Newest returns the last scene shown to others, or nil if there is none.
func (c *Company) Newest() *tui.Scene {
	if len(c.Shown) == 0 {
		return nil
	}
	return c.Shown[len(c.Shown)-1]
}

// A Watch is a watch of a table, whose scenes come from the test.
type Watch struct {
	*feed[*tui.Scene]
	Number int
	Life   context.Context
}

// Show delivers a scene to the robot's newest watch; nil ends it. If the watch does not wait
// yet, Show first lets the ticks come.
func (r *Robot) Show(s *tui.Scene) {
	r.t.Helper()
	w := r.Store.Company.Watches[len(r.Store.Company.Watches)-1]
	if !w.Waiting() {
		r.Tick() // the watch asks for its next scene after a while
	}
	deliver(r, w.feed, s, s != nil)
}
