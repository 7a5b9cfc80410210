package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/account"
	"boardwalk/tui/learn"
	"boardwalk/tui/record"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/social"
	"boardwalk/tui/table"
	"boardwalk/tui/workshop"
)

// A nav is the app as its screens see it; see [screen.Nav].
type nav struct{ *App }

func (n nav) Push(s screen.Screen) tea.Cmd { return n.open(s) }
func (n nav) Back() tea.Cmd                { return n.back() }
func (n nav) AtTable() bool                { return n.table() != nil }

// TableOf returns the table of a visit. The lobby is at its game when the player comes back there.
func (n nav) TableOf(v screen.Visit) (screen.Screen, error) {
	if l, ok := n.screens[0].(*lobby); ok {
		if g, ok := l.menu.game(); !ok || g.Info().ID != v.Game.Info().ID {
			l.menu.choose(v.Game)
		}
	}
	return table.Of(n.env, v)
}

// Make returns the screen of a place.
func (n nav) Make(p route.Place) (screen.Screen, error) {
	switch p := p.(type) {
	case route.About:
		return newAbout(n.env), nil
	case route.Nick:
		return account.NewNick(n.env), nil
	case route.Analysis:
		return record.NewAnalysis(n.env, p, true)
	case route.Daily:
		return record.NewDaily(n.env, p.Game), nil
	case route.Mistakes:
		return learn.NewMistakes(n.env, p)
	case route.History:
		return record.NewHistory(n.env, p.To), nil
	case route.Keys:
		return newKeysPage(n.env, n.top()), nil
	case route.Leaders:
		return record.NewLeaders(n.env, p), nil
	case route.Lessons:
		return learn.New(n.env, p.Game, p.AtTable), nil
	case route.PassOn:
		return social.NewPassOn(n.env, p.Round), nil
	case route.Practice:
		return table.Practise(n.env, n.table(), p), nil
	case route.Player:
		return social.NewPlayer(n.env, p.Nick), nil
	case route.Races:
		return social.NewRaces(n.env, p.Game, "", p.To), nil
	case route.Replay:
		return record.NewReplay(n.env, p)
	case route.Rules:
		return n.rules(p.Game), nil
	case route.Share:
		return record.NewShare(n.env, p.Game, p.Read), nil
	case route.Sprint:
		return social.NewSprint(n.env), nil
	case route.Table:
		return n.table(), nil
	case route.Watch:
		return social.WatchAtOnce(n.env, p.Player), nil
	case route.Week:
		return workshop.NewAtWeek(n.env), nil
	}
	panic("no such place")
}

// NewReplay returns an app that shows the record of a result and ends when the player
// leaves the replay. It needs no more of the result than its record. If env has no Store,
// nothing is stored. It fails if the record does not replay.
func NewReplay(env *Env, r arcade.Result) (*App, error) {
	if env.Store == nil {
		env.Store = discardStore{}
	}
	a := New(env)
	shown, err := record.ReplayOf(a.env, r)
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
