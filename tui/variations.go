package tui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/play"
	"boardwalk/tui/record"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/social"
	"boardwalk/tui/theme"
	"boardwalk/tui/workshop"
)

// workshop returns what the session provides to the screens of the workshop.
func workshopEnv(e *screen.Env) workshop.Env {
	env := workshop.Env{
		Games: e.Games, Workshop: e.Workshop, Drafts: &e.Settings.Drafts, Session: variations{e},
		Saved: e.Store.Saved, Deal: e.Deal, Command: e.Command, Searches: e.Searches,
	}
	if e.Accounts != nil {
		env.Leaders = func(g engine.Game) screen.Screen { return record.NewLeaders(e, g) }
	}
	if e.Races != nil {
		env.Races = func(g engine.Game) screen.Screen { return social.NewRaces(e, g, "") }
	}
	return env
}

// Variations is the session in which the screens of the workshop stand.
type variations struct{ env *screen.Env }

var _ workshop.Session = variations{}

func (v variations) Open(s screen.Screen) tea.Cmd { return v.env.Push(s) }
func (v variations) Back() tea.Cmd                { return v.env.Back() }
func (v variations) Rules(g engine.Game) screen.Screen {
	s, _ := v.env.Make(route.Rules{Game: g})
	return s
}
func (v variations) Save() tea.Cmd { return v.env.Settings.Save() }
func (v variations) SaveAtEnd()    { v.env.Settings.SaveAtEnd() }

func (v variations) Page(title string, body func(width int, look theme.Look) string) screen.Screen {
	return screen.NewPage(v.env, title, body)
}

func (v variations) Unfavor(game string) (undo func()) {
	settings := &v.env.Settings
	if !settings.IsFavorite(game) {
		return nil
	}
	settings.ToggleFavorite(game)
	return func() {
		if !settings.IsFavorite(game) {
			settings.ToggleFavorite(game)
		}
	}
}

func (v variations) Visit(g engine.Game) workshop.Visit {
	return &variationVisit{v.env, screen.Visit{Game: g, Saver: play.NewSaver(v.env.Store)}}
}

// A variationVisit is a visit from the workshop to the table of a game.
type variationVisit struct {
	env   *screen.Env
	visit screen.Visit
}

// Read implements workshop.Visit.
func (v *variationVisit) Read() { v.visit.Read(v.env) }

// Close implements workshop.Visit.
func (v *variationVisit) Close() { v.visit.Saver.Close() }

// Table implements workshop.Visit.
func (v *variationVisit) Table(deal engine.Code) (screen.Screen, error) {
	v.visit.Code = deal
	t, err := v.env.TableOf(v.visit)
	if errors.Is(err, screen.ErrOtherRules) {
		return nil, workshop.ErrOtherRules
	}
	return t, err
}
