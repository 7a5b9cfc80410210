package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// Env is what a session provides to its screens. Only Update touches what changes in it.
type Env struct {
	*session.Ports
	Nav

	Look theme.Look // of screens before the player's settings
	Term string     // the name of the player's terminal, "" if nobody knows
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

	Settings   StoredSettings // the player's
	Profile    arcade.Account
	Proposing  bool        // Proposed may be the nick of a new player, who has neither taken nor refused it
	Offered    bool        // the lobby has said so; see TakeName
	Heard      string      // the last that another player has said, "" for nothing
	Looks      *play.Looks // at fresh deals
	Experience Experience  // the player's
	Analysis   any         // the latest, of package record, to go on with; nil if there is none
	Lesson     Screen      // the one that was opened last, of package learn, to go on with; nil if there is none
}

// NewEnv returns what a session provides to the screens that nav leads to.
func NewEnv(ports *session.Ports, nav Nav, look theme.Look, term string, tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd) *Env {
	e := &Env{Ports: ports, Nav: nav, Look: look, Term: term, Tick: tick, Looks: play.NewLooks(ports.Store, ports.Now)}
	e.Settings = StoredSettings{Settings: session.ParseSettings(nil), base: session.ParseSettings(nil).Text(), env: e, calls: new(play.Serial)}
	return e
}

// Warning returns what warns of a game, "" for nothing; see [arcade.Warning]. It may wait for a disk.
func (e *Env) Warning(id, rules string) string {
	return arcade.Warning(e.Workshop, e.Games, id, rules)
}

// ProfileMsg brings the player's profile.
type ProfileMsg struct{ Profile arcade.Account }

// ReadProfile returns a command that reads the player's profile, nil if there are no accounts. A
// failure is not reported here.
func ReadProfile(accounts arcade.Accounts) tea.Cmd {
	if accounts == nil {
		return nil
	}
	return func() tea.Msg {
		p, err := accounts.Account()
		if err != nil {
			return nil // the account screen reports the error
		}
		return ProfileMsg{p}
	}
}

// TakeName returns a command that gives a new player the login name for a nick, if the lobby has offered
// that; otherwise nil. It is for Enter in the lobby, as the offer says, and for what the player plays first where others
// see the name.
func (e *Env) TakeName() tea.Cmd {
	if !e.Offered {
		return nil
	}
	e.RefuseName()
	accounts, nick := e.Accounts, e.Proposed
	return func() tea.Msg {
		if err := accounts.SetNick(nick); err != nil {
			return Note{Text: caption.Sentence(err.Error()), Refused: true}
		}
		return ReadProfile(accounts)()
	}
}

// RefuseName ends the offer of the login name.
func (e *Env) RefuseName() { e.Proposing, e.Offered = false, false }

// SetProfile records who the player is.
func (e *Env) SetProfile(p arcade.Account) {
	e.Profile = p
	e.Player = p.Called()
}

// Nameless reports whether the player could have a nick but has none. The arcade offers one at the end of
// a game.
func (e *Env) Nameless() bool {
	return e.Profile.Known && !e.Profile.Guest && e.Profile.Nick == ""
}

// Newcomer reports whether the player has not begun a game here, so that there is no account
// to keep anything with.
func (e *Env) Newcomer() bool { return e.Accounts != nil && !e.Profile.Known }

// Uninformed reports whether the player is to read the house rules before a first game.
func (e *Env) Uninformed() bool {
	return e.Experience.Beginner && !e.Experience.Informed && e.About.Rules != ""
}

// Sends reports whether the player can send signals, as far as that is the player's own doing.
func (e *Env) Sends() bool { return e.Company != nil && e.NoSignals() == "" }

// NoSignals says why the player sends no signals, "" if nothing is in the way.
func (e *Env) NoSignals() string {
	switch {
	case e.Newcomer():
		return caption.Why(arcade.ErrNewSender)
	case e.Profile.Hidden:
		return caption.Why(arcade.ErrHiddenSender)
	}
	return ""
}

// NoFollowing says why the player follows nobody, "" if nothing is in the way.
func (e *Env) NoFollowing() string {
	if e.Newcomer() {
		return "You can follow players once you have begun a game here."
	}
	return ""
}

// Secret says why nothing that gives a deal away can be shown, "" if it can.
func (e *Env) Secret(event arcade.Event) string {
	if e.Sealed(event) {
		return caption.Why(event.Secret())
	}
	return ""
}

// MayPassOn returns why a result cannot be passed on here, "" if it can.
func (e *Env) MayPassOn(r arcade.Result) string {
	switch {
	case e.Challenges == nil:
		return caption.NoChallenges
	case r.Class == arcade.Imported:
		return "What was played elsewhere cannot be passed on."
	}
	return e.Secret(r.Event)
}

// ShortClass returns what the history shows about results that do not count in full.
func ShortClass(r arcade.Result) string {
	if r.Class == arcade.Counted {
		return ""
	}
	return r.ClassName()
}

// HistoryPage is how many results are read at a time: few enough that a page comes at
// once and Esc works between two pages.
const HistoryPage = 100
