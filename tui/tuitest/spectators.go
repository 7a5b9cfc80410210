package tuitest

import (
	"context"
	"slices"

	"boardwalk/engine/arcade"
)

// Spectators is a arcade.Spectators in which a test decides what the others do. Tests may use its
// fields only while no call is in progress.
type Spectators struct {
	Live    []arcade.LiveTable // the tables that may be watched
	Shown   []*arcade.Scene    // the scenes shown to others, in order
	Count   int                // the number of watchers
	Watches []*Watch           // the watches begun, in order
	Err     error              // if set, Watch returns it, of the table Only if that is not 0
	Only    int
	Dailies int // tables of secret dailies
	Sprints int // and of deals of sprints
	Races   int // tables of secret races
}

// Show implements arcade.Spectators.
func (c *Spectators) Show(s *arcade.Scene) { c.Shown = append(c.Shown, s) }

// Watchers implements arcade.Spectators.
func (c *Spectators) Watchers() int { return c.Count }

// Audience implements arcade.Spectators.
func (c *Spectators) Audience(number int) int {
	for _, t := range c.Live {
		if t.Number == number {
			return t.Watchers
		}
	}
	return 0
}

// Tables implements arcade.Spectators.
func (c *Spectators) Tables() []arcade.LiveTable { return slices.Clone(c.Live) }

// Secret implements arcade.Spectators.
func (c *Spectators) Secret() (dailies, sprints, races int) { return c.Dailies, c.Sprints, c.Races }

// Watch implements arcade.Spectators.
func (c *Spectators) Watch(ctx context.Context, number int) (arcade.Watch[*arcade.Scene], error) {
	if c.Err != nil && (c.Only == 0 || c.Only == number) {
		return nil, c.Err
	}
	c.Watches = append(c.Watches, &Watch{newFeed[*arcade.Scene](ctx), number})
	return c.Watches[len(c.Watches)-1], nil
}

// Newest returns the last scene shown to others, or nil if there is none.
func (c *Spectators) Newest() *arcade.Scene {
	if len(c.Shown) == 0 {
		return nil
	}
	return c.Shown[len(c.Shown)-1]
}

// A Watch is a watch of a table, whose scenes come from the test.
type Watch struct {
	*Feed[*arcade.Scene]
	Number int
}
