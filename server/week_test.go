package server

import (
	"context"
	"errors"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
)

// A madeFamily knows nothing but its name.
type madeFamily struct{ engine.Family }

func (madeFamily) Name() string                            { return "Made" }
func (madeFamily) ParseCode(string) (engine.Design, error) { return nil, engine.ErrNoCode }

// A session waits for the variation of the week, and its client leaves. The session must
// not stay for as long as the choice takes.
func TestNobodyWaitsForAWeekWhoHasLeft(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) {
		c.Games.Families = []engine.Family{madeFamily{}}
		c.Weekly = func(ctx context.Context, _ search.Places, _ engine.Family, _ string) (engine.Design, hint.Estimate, error) {
			<-ctx.Done()
			return nil, hint.Estimate{}, ctx.Err()
		}
	})
	client := a.dial(t, "ann")
	waits := make(chan error)
	workshop := a.play(t, client).app.env.Workshop
	go func() {
		_, err := workshop.Week(context.Background())
		waits <- err
	}()
	client.Close()
	if err := receive(t, waits, "the end of the wait"); !errors.Is(err, context.Canceled) {
		t.Errorf("Week = %v", err)
	}
}
