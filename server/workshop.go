package server

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
)

// A Maker is the part of a player's data that is about games that people made up.
// *data.Player is one.
type Maker interface {
	engine.Shelf
	Variation(g engine.MadeUp) (arcade.Variation, error)
	Variations(order arcade.VariationOrder, n int) ([]arcade.Variation, error)
	Begun() ([]engine.MadeUp, error)
	KeepVariation(g engine.MadeUp, now time.Time) error
	DropVariation(id string) error
	SetEstimate(id string, e hint.Estimate) error
}

// What a player reads about the workshop.
const (
	errManyVariations userError = "many variations were kept from your network in the last hour; please come back in an hour"
	errNoVariation    userError = "nobody has kept or played this variation here"
)

// A workshop implements arcade.Workshop for one player: a failure is logged in full, and
// the player reads a sentence.
type workshop struct {
	maker Maker
	week  *Week
	ends  context.Context // with the session; nothing waits for longer
	now   func() time.Time
	log   *slog.Logger

	keeping func(write func() error) error // runs a write, or returns why it may not be made
}

// Workshop returns the workshop of a player without limits, for a terminal that has the
// arcade to itself.
func Workshop(maker Maker, week *Week, now func() time.Time, log *slog.Logger) arcade.Workshop {
	return workshop{maker: maker, week: week, ends: context.Background(), now: now, log: log, keeping: func(write func() error) error { return write() }}
}

// Variation implements arcade.Workshop.
func (w workshop) Variation(g engine.MadeUp) (arcade.Variation, error) {
	v, err := w.maker.Variation(g)
	return v, toUserError(w.log, "read a variation", err)
}

// Variations implements arcade.Workshop.
func (w workshop) Variations(order arcade.VariationOrder, n int) ([]arcade.Variation, error) {
	list, err := w.maker.Variations(order, n)
	return list, toUserError(w.log, "list variations", err)
}

// Begun implements arcade.Workshop.
func (w workshop) Begun() ([]engine.MadeUp, error) {
	games, err := w.maker.Begun()
	return games, toUserError(w.log, "list open variations", err)
}

// Keep implements arcade.Workshop.
func (w workshop) Keep(g engine.MadeUp) error {
	err := w.keeping(func() error { return w.maker.KeepVariation(g, w.now()) })
	return w.changed("keep a variation", err, "game", g.Info().ID, "name", g.Info().Name)
}

// Drop implements arcade.Workshop.
func (w workshop) Drop(id string) error {
	return w.changed("remove a variation", w.maker.DropVariation(id), "game", id)
}

// changed logs a change of what the player keeps, with what it was, unless it failed. It
// returns what toUserError does.
func (w workshop) changed(doing string, err error, what ...any) error {
	if err == nil {
		w.log.Info("workshop", append([]any{"change", doing}, what...)...)
	}
	return toUserError(w.log, doing, err)
}

// SetEstimate implements arcade.Workshop.
func (w workshop) SetEstimate(id string, e hint.Estimate) error {
	err := w.maker.SetEstimate(id, e)
	if errors.Is(err, data.ErrNotFound) {
		err = errNoVariation
	}
	return toUserError(w.log, "store an estimate", err)
}

// Week implements arcade.Workshop.
func (w workshop) Week(ctx context.Context) (arcade.Variation, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.ends, cancel)()
	g, estimate, err := w.week.Game(ctx)
	if err != nil {
		return arcade.Variation{}, err
	}
	v, err := w.Variation(g)
	if v.Estimate.Deals < estimate.Deals {
		v.Estimate = estimate
	}
	return v, err
}
