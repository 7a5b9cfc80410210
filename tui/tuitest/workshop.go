package tuitest

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
)

// A Workshop is an arcade.Workshop in memory, and its player's engine.Shelf. The zero
// Workshop is empty. Tests may use its fields only while no call is in progress.
type Workshop struct {
	Families []engine.Family
	List     []arcade.Variation // what is known, in any order
	TheWeek  arcade.Variation   // the variation of the week; without a game it is being chosen
	Err      error              // if set, every call that may fail returns it

	store  *Store  // of its player; see Attach
	choice tea.Cmd // waits for the variation of the week; nil if none does
}

// Attach sets the store that holds its player's rounds, as a robot does. It returns w.
func (w *Workshop) Attach(store *Store) *Workshop {
	w.store = store
	return w
}

// Find implements engine.Shelf.
func (w *Workshop) Find(id string) (engine.Game, bool) {
	if i := w.index(id); i >= 0 {
		return w.List[i].Game, true
	}
	if w.store == nil {
		return nil, false
	}
	stored := engine.Library{Families: w.Families}
	if saved, ok := w.store.Open[id]; ok { // an open round that is of no event
		if g, ok := stored.Restore(id, saved.Rules); ok {
			return g, true
		}
	}
	for _, r := range w.store.Results {
		if r.Record.Game == id {
			return stored.Restore(id, r.Rules)
		}
	}
	return nil, false
}

// Begun implements arcade.Workshop.
func (w *Workshop) Begun() (games []engine.MadeUp, _ error) {
	if w.store == nil {
		return nil, w.Err
	}
	for _, id := range slices.Sorted(maps.Keys(w.store.Open)) {
		g, _ := w.Find(id)
		if g, ok := g.(engine.MadeUp); ok {
			games = append(games, g)
		}
	}
	return games, w.Err
}

func (w *Workshop) index(id string) int {
	return slices.IndexFunc(w.List, func(v arcade.Variation) bool { return v.Game.Info().ID == id })
}

// Own implements engine.Shelf.
func (w *Workshop) Own() engine.Catalog {
	var own engine.Catalog
	for _, v := range w.List {
		if v.Own {
			own = append(own, v.Game)
		}
	}
	slices.SortFunc(own, func(a, b engine.Game) int { return cmp.Compare(a.Info().Name, b.Info().Name) })
	return own
}

// Variation implements arcade.Workshop.
func (w *Workshop) Variation(g engine.MadeUp) (arcade.Variation, error) {
	if i := w.index(g.Info().ID); i >= 0 && w.Err == nil {
		return w.List[i], nil
	}
	return arcade.Variation{Game: g}, w.Err
}

// Variations implements arcade.Workshop.
func (w *Workshop) Variations(order arcade.VariationOrder, n int) ([]arcade.Variation, error) {
	list := slices.Clone(w.List)
	slices.SortStableFunc(list, func(a, b arcade.Variation) int {
		switch order {
		case arcade.ByPlayers:
			return cmp.Compare(b.Players, a.Players)
		case arcade.ByRounds:
			return cmp.Compare(b.Rounds, a.Rounds)
		case arcade.ByKeepers:
			return cmp.Compare(b.Keepers, a.Keepers)
		}
		return b.Since.Compare(a.Since)
	})
	return list[:min(n, len(list))], w.Err
}

// Keep implements arcade.Workshop.
func (w *Workshop) Keep(g engine.MadeUp) error {
	info := g.Info()
	for _, v := range w.List {
		if known := v.Game.Info(); v.Own && known.ID != info.ID && strings.EqualFold(known.Name, info.Name) {
			return errors.New("you keep another variation under that name: choose a name that is free")
		}
	}
	if w.Err != nil {
		return w.Err
	}
	i := w.index(info.ID)
	if i < 0 {
		i, w.List = len(w.List), append(w.List, arcade.Variation{})
	}
	v := &w.List[i]
	if !v.Own {
		v.Own, v.Keepers = true, v.Keepers+1
	}
	v.Game = g
	return nil
}

// Drop implements arcade.Workshop.
func (w *Workshop) Drop(id string) error {
	if i := w.index(id); i >= 0 && w.List[i].Own && w.Err == nil {
		w.List[i].Own, w.List[i].Keepers = false, w.List[i].Keepers-1
	}
	return w.Err
}

// SetEstimate implements arcade.Workshop.
func (w *Workshop) SetEstimate(id string, e hint.Estimate) error {
	if i := w.index(id); i >= 0 && w.Err == nil {
		w.List[i].Estimate = e
	}
	return w.Err
}

// Week implements arcade.Workshop. A robot's command that waits for it must not block; see
// [Robot.ChooseWeek].
func (w *Workshop) Week(ctx context.Context) (arcade.Variation, error) {
	if w.TheWeek.Game == nil && w.Err == nil && ctx.Err() == nil {
		panic(waiting{&w.choice})
	}
	return w.TheWeek, cmp.Or(w.Err, ctx.Err())
}

// ChooseWeek ends the choice of the variation of the week, for which a screen waits.
func (r *Robot) ChooseWeek(v arcade.Variation) {
	r.t.Helper()
	r.Store.Workshop.TheWeek = v
	r.resume(&r.Store.Workshop.choice)
}
