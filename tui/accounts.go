package tui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
)

// TimeNote returns what to say about the times of a board, as a suffix for its title. It
// is "" for boards that show the time at the table.
func TimeNote(k arcade.BoardKind) string {
	if k == arcade.Fastest || k == arcade.TodaysDaily {
		return "; time runs from the first sight of the deal"
	}
	return ""
}

// profileMsg brings the player's profile.
type profileMsg struct{ profile arcade.Account }

// readProfile returns a command that reads the player's profile. A failure is not
// reported here.
func (e *Env) readProfile() tea.Cmd {
	if e.Accounts == nil {
		return nil
	}
	store := e.Accounts
	return func() tea.Msg {
		p, err := store.Account()
		if err != nil {
			return nil // the account screen reports the error
		}
		return profileMsg{p}
	}
}

// setProfile records who the player is.
func (e *Env) setProfile(p arcade.Account) {
	e.profile = p
	e.Player = cmp.Or(p.Nick, arcade.Nameless)
}

// nameless reports whether the player could have a nick but has none. The arcade asks for
// it at the end of a game, not before.
func (e *Env) nameless() bool { return e.profile.Known && !e.profile.Guest && e.profile.Nick == "" }
