package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/workshop"
)

// screenEnv is what a session provides to its screens. Only Update touches what changes in it.
type screenEnv struct {
	*session.Ports
	Nav

	Look theme.Look // of screens before the player's settings
	Term string     // the name of the player's terminal, "" if nobody knows
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

	settings   storedSettings // the player's
	profile    arcade.Account
	looks      *play.Looks // at fresh deals
	experience experience  // the player's
	analysis   any         // the latest, of package record, to go on with; nil if there is none
}

// newEnv returns what a session provides to the screens that nav leads to.
func newEnv(ports *session.Ports, nav Nav, look theme.Look, term string, tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd) *screenEnv {
	return &screenEnv{
		Ports: ports, Nav: nav, Look: look, Term: term, Tick: tick, looks: play.NewLooks(ports.Store, ports.Now),
		settings: storedSettings{Settings: session.ParseSettings(nil), store: ports.Store, tick: tick, calls: new(play.Serial)},
	}
}

// nameOf returns the name of the game of a round, which may have rules beside it; see
// [engine.Library.Restore].
func nameOf(games engine.Library, id, rules string) string {
	if g, ok := games.Restore(id, rules); ok {
		return g.Info().Name
	}
	return id
}

// warning returns what warns of a game, "" for nothing; see [arcade.Warning]. It may wait for a disk.
func (e *screenEnv) warning(id, rules string) string {
	return arcade.Warning(e.Workshop, e.Games, id, rules)
}

// parseCode returns the design of a share code in a text; see [workshop.ParseCode]. Without a
// workshop nothing is one.
func (e *screenEnv) parseCode(text string) (engine.Design, error) {
	if e.Workshop == nil {
		return nil, engine.ErrNoCode
	}
	return workshop.ParseCode(e.Games.Families, text)
}

// profileMsg brings the player's profile.
type profileMsg struct{ profile arcade.Account }

// readProfile returns a command that reads the player's profile, nil if there are no accounts. A
// failure is not reported here.
func readProfile(accounts arcade.Accounts) tea.Cmd {
	if accounts == nil {
		return nil
	}
	return func() tea.Msg {
		p, err := accounts.Account()
		if err != nil {
			return nil // the account screen reports the error
		}
		return profileMsg{p}
	}
}

// setProfile records who the player is.
func (e *screenEnv) setProfile(p arcade.Account) {
	e.profile = p
	e.Player = p.Called()
}

// nameless reports whether the player could have a nick but has none. The arcade asks for
// it at the end of a game, not before.
func (e *screenEnv) nameless() bool {
	return e.profile.Known && !e.profile.Guest && e.profile.Nick == ""
}

// newcomer reports whether the player has not begun a game here, so that there is no account
// to keep anything with.
func (e *screenEnv) newcomer() bool { return e.Accounts != nil && !e.profile.Known }

// sends reports whether the player can send signals, as far as that is the player's own doing.
func (e *screenEnv) sends() bool { return e.Company != nil && e.noSignals() == "" }

// noSignals says why the player sends no signals, "" if nothing is in the way.
func (e *screenEnv) noSignals() string {
	switch {
	case e.newcomer():
		return "You can send signals once you have begun a game here."
	case e.profile.Hidden:
		return "You are hidden, so you send no signals: K in the lobby changes that."
	}
	return ""
}

// noFollowing says why the player follows nobody, "" if nothing is in the way.
func (e *screenEnv) noFollowing() string {
	if e.newcomer() {
		return "You can follow players once you have begun a game here."
	}
	return ""
}

// followable reports whether the player can follow somebody who is called that.
func (e *screenEnv) followable(name string) bool {
	return e.Company != nil && !e.newcomer() && !unnamed(name)
}

// secret says why nothing that gives a deal away can be shown, "" if it can.
func (e *screenEnv) secret(event arcade.Event) string {
	if e.Sealed(event) {
		return "That would give the deal away while others can play it: " + session.Occasion(event) + "."
	}
	return ""
}

// mayPassOn returns why a result cannot be passed on here, "" if it can.
func (e *screenEnv) mayPassOn(r arcade.Result) string {
	switch {
	case e.Challenges == nil:
		return caption.NoChallenges
	case r.Class == arcade.Imported:
		return "What was played elsewhere cannot be passed on."
	case e.Sealed(r.Event):
		return "Others can still play this deal: it can be passed on once that is over."
	}
	return ""
}
