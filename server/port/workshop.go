package port

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// errManyVariations refuses to keep another variation.
var errManyVariations = arcade.Refuse("many variations were kept from your network in the last hour; please come back in an hour")

// A workshop implements arcade.Workshop for a user.
type workshop struct{ *User }

// Keep implements arcade.Workshop. Only what is kept counts.
func (w workshop) Keep(g engine.MadeUp) error {
	err := w.hourly(w.arcade.quotas.variations, errManyVariations, func() error {
		return w.CreateAccount(func() error { return w.KeepVariation(g, w.now()) })
	})
	return w.changed("workshop", "keep a variation", err, "game", g.Info().ID, "name", g.Info().Name)
}

func (w workshop) Drop(id string) error {
	return w.changed("workshop", "remove a variation", w.DropVariation(id), "game", id)
}

// Variation implements arcade.Workshop. The variation of the week has its estimate wherever it shows.
func (w workshop) Variation(g engine.MadeUp) (arcade.Variation, error) {
	v, err := w.User.Variation(g)
	if e := w.arcade.Week.Estimate(g.Info().ID); v.Estimate.Deals < e.Deals {
		v.Estimate = e
	}
	return v, err
}

// Week implements arcade.Workshop. Nothing waits for longer than the session lasts.
func (w workshop) Week(ctx context.Context) (arcade.Variation, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.ends, cancel)()
	g, err := w.arcade.Week.Game(ctx)
	if err != nil {
		return arcade.Variation{}, err
	}
	return w.Variation(g)
}
