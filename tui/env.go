package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// Env is what an app is made with.
type Env struct {
	session.Ports

	// Look is how screens look before the player's settings; zero means the default.
	Look theme.Look
	// Term is the name of the player's terminal, "" if nobody knows.
	Term string
	// Tick is tea.Tick if it is nil.
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

	// At is the slot of the game to open first, or "" for none.
	At string

	// First is what the session begins with, above the lobby.
	First Entrance

	// Pages holds the rendered pages that all sessions share. If it is nil, the session
	// has its own.
	Pages *Pages
}

// An Entrance is a part of the arcade that a session begins with: the lessons, the rules or
// the daily of a game, or "" for none of them. Without a game it is that of the game to begin
// with, or all dailies.
type Entrance struct {
	Page string // "learn", "rules" or "daily"
	Game engine.Game
}
