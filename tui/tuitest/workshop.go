package tuitest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
)

// A Workshop is an arcade.Workshop in memory, and its player's engine.Shelf. The zero
// Workshop is empty. Tests may use its fields only while no call is in progress.
type Workshop struct {
	Families []engine.Family
	List     []arcade.Variation // what is known, in any order
	TheWeek  arcade.Variation   // the variation of the week; without a game it is never chosen
	Err      error              // if set, every call that may fail returns it

	mu sync.Mutex
}

// Find implements engine.Shelf.
func (w *Workshop) Find(id string) (engine.Game, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := w.index(id); i >= 0 {
		return w.List[i].Game, true
	}
	return nil, false
}

func (w *Workshop) index(id string) int {
	return slices.IndexFunc(w.List, func(v arcade.Variation) bool { return v.Game.Info().ID == id })
}

// Own implements engine.Shelf.
func (w *Workshop) Own() engine.Catalog {
	w.mu.Lock()
	defer w.mu.Unlock()
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
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := w.index(g.Info().ID); i >= 0 && w.Err == nil {
		return w.List[i], nil
	}
	return arcade.Variation{Game: g}, w.Err
}

// Variations implements arcade.Workshop.
func (w *Workshop) Variations(order arcade.VariationOrder, n int) ([]arcade.Variation, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
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
	w.mu.Lock()
	defer w.mu.Unlock()
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
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := w.index(id); i >= 0 && w.List[i].Own && w.Err == nil {
		w.List[i].Own, w.List[i].Keepers = false, w.List[i].Keepers-1
	}
	return w.Err
}

// SetEstimate implements arcade.Workshop.
func (w *Workshop) SetEstimate(id string, e hint.Estimate) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if i := w.index(id); i >= 0 && w.Err == nil {
		w.List[i].Estimate = e
	}
	return w.Err
}

// Week implements arcade.Workshop.
func (w *Workshop) Week(ctx context.Context) (arcade.Variation, error) {
	if w.TheWeek.Game == nil && w.Err == nil {
		<-ctx.Done()
		return arcade.Variation{}, ctx.Err()
	}
	return w.TheWeek, w.Err
}
