package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/route"
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

	// First is where the session begins, above the lobby; nil for the lobby.
	First route.Place

	// Pages holds the rendered pages that all sessions share. If it is nil, the session
	// has its own.
	Pages *Pages
}
