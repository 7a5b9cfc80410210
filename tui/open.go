package tui

import (
	"boardwalk/engine/arcade"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/workshop"
)

// make returns the screen of a place. It fails if the record of a replay does not replay, and if there
// is nothing to analyse. The replay of a result may take long; in a command, no other place is made.
func (e *Env) make(p route.Place) (screen.Screen, error) {
	switch p := p.(type) {
	case route.Account:
		return newNick(e), nil
	case route.Analysis:
		return analysisOf(e, p)
	case route.History:
		h := newHistory(e)
		h.to = p.To
		return h, nil
	case route.Keys:
		return newKeysPage(e, e.top()), nil
	case route.Leaders:
		return newLeaders(e, p.Game), nil
	case route.Lessons:
		return newLessons(e, p.Game, p.AtTable), nil
	case route.PassOn:
		return passOn(e, p.Round), nil
	case route.Practice:
		return practise(e, e.table(), p), nil
	case route.Races:
		return newRacesScreen(e, p.Game), nil
	case route.Replay:
		return replayOf(e, p)
	case route.Rules:
		return newRules(e, p.Game), nil
	case route.Share:
		return newShare(e, p.Game, p.Read), nil
	case route.Table:
		return e.table(), nil
	case route.Week:
		return workshop.NewAtWeek(e.workshop()), nil
	}
	panic("no such place")
}

// tableOf returns the table of a visit. It fails if the round could not be read, or was played by
// other rules.
func (e *Env) tableOf(v visit) (screen.Screen, error) { return tableOf(e, v) }

// NewReplay returns an app that shows the record of a result and ends when the player
// leaves the replay. It needs no more of the result than its record. If env has no Store,
// nothing is stored. It fails if the record does not replay.
func NewReplay(env *Env, r arcade.Result) (*App, error) {
	if env.Store == nil {
		env.Store = discardStore{}
	}
	a := New(env)
	shown, err := replayResult(a.env, r)
	if err != nil {
		return nil, err
	}
	a.screens = []screen.Screen{shown}
	return a, nil
}

// A discardStore is a Store that keeps nothing.
type discardStore struct{}

func (discardStore) Saved(string) (arcade.Saved, arcade.Rev, error)              { return arcade.Saved{}, 0, nil }
func (discardStore) Save(arcade.Saved, arcade.Rev) (arcade.Rev, error)           { return 1, nil }
func (discardStore) Finish(r arcade.Result, _ arcade.Rev) (arcade.Result, error) { return r, nil }
func (discardStore) History(string, int) ([]arcade.Result, error)                { return nil, nil }
func (discardStore) Best(string, arcade.Class) (r arcade.Result, ok bool, _ error) {
	return r, false, nil
}
func (discardStore) Stats() ([]arcade.GameStat, error) { return nil, nil }
func (discardStore) Looks(int64, int) (int, error)     { return 0, nil }
func (discardStore) Settings() ([]byte, error)         { return nil, nil }
func (discardStore) SetSettings([]byte) error          { return nil }
