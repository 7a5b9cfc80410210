package tui

import (
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/theme"
)

// Env is what a session provides to its screens.
type Env struct {
	Games engine.Library
	Store arcade.Store
	// Player is the name of the player for the lobby's corner: a nick, or Nameless.
	Player string
	// Now returns the time with a monotonic reading, so that measured time never runs back.
	Now func() time.Time
	// Deal returns a fresh code that nobody can foresee.
	Deal func() engine.Code
	// Look is how screens look before the player's settings; zero means the default.
	Look theme.Look
	// Tick is tea.Tick if it is nil.
	Tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

	// Run is this run of the program, shared by all its sessions: when one session takes
	// a game over from another, the game's clock does not pause.
	Run play.Run

	// At is the slot of the game to open first, or "" for none.
	At string

	// First is what the session begins with, above the lobby.
	First Entrance

	// SearchLimit bounds the searches, such as for hints, of all sessions that share it:
	// its capacity is how many may run at a time. If it is nil, there is no bound.
	SearchLimit chan struct{}

	// HintTime is the longest that a player waits for a hint, and for a place in
	// SearchLimit. If it is 0, it is less than a tenth of a second.
	HintTime time.Duration

	// EstimateTurns bounds the estimates of all sessions that share it that search or wait
	// for a place in SearchLimit, so that many of them do not keep a hint waiting; see
	// [hint.Sample]. If it is nil, there is no bound.
	EstimateTurns chan struct{}

	// Pages holds the rendered pages that all sessions share. If it is nil, the session
	// has its own.
	Pages *Pages

	// Command is what the player types in front of the arcade's commands, such as "ssh
	// HOST". It is empty if there are no commands.
	Command string

	// Proposed is a nick to suggest to a player who has none, such as the login name; ""
	// for none.
	Proposed string

	// Accounts is the player's account. If it is nil, there are no accounts and no
	// leaderboards.
	Accounts arcade.Accounts

	// Analyses keep what was found out about rounds. If it is nil, each is searched anew in
	// each session.
	Analyses arcade.Analyses

	// Workshop is where the player makes up games. If it is nil, there is none.
	Workshop arcade.Workshop

	// Spectators connects the player with the others in the arcade. If it is nil, there are
	// none.
	Spectators arcade.Spectators

	// Company is who is here, whom the player follows, and signals. If it is nil, there is none.
	Company arcade.Company

	// Events are the dailies and races of the arcade. If it is nil, there are none.
	Events arcade.Events

	// Deals finds deals of a kind that the player asks for. If it is nil, all deals are fresh.
	Deals arcade.Deals

	// Races are the races of the arcade. If it is nil, races are not available.
	Races arcade.Races

	// Challenges are the deals that players pass on to each other. If it is nil, there are
	// none.
	Challenges arcade.Challenges

	// FreeSlips is how many slips the host allows in a game that is of no event; see
	// [play.SlipTime].
	FreeSlips int

	// Playing is called with the slot of the game on the table, "" for none, whenever
	// that may have changed. It must not block. It may be nil.
	Playing func(slot string)

	*stack                  // of the session's screens; only Update touches these
	settings       Settings // the player's
	settingsSaving settingsSaving
	profile        arcade.Account
	looks          *play.Looks // at fresh deals
	welcome        welcome
	rounds         map[string]int   // how many the player has finished, by game; nil if not known
	rules          map[string]*page // by game
	analysed       *analysing       // the latest analysis, to go on with; nil if there is none
}

// An Entrance is a part of the arcade that a session begins with: the lessons, the rules or
// the daily of a game, or "" for none of them. Without a game it is that of the game to begin
// with, or all dailies.
type Entrance struct {
	Page string // "learn", "rules" or "daily"
	Game engine.Game
}

// newSeat returns the seat of a round of the player's own. chosen says that the player
// knows the deal.
func (e *Env) newSeat(r *engine.Round, chosen bool) *play.Seat {
	return play.New(e.Store, r, "", chosen, e.Clock())
}

// newFreshSeat returns the seat of a round of a deal that the player does not know.
func (e *Env) newFreshSeat(g engine.Game, d freshDeal) *play.Seat {
	if d.code == "" {
		d.code = e.Deal()
	}
	s := e.newSeat(engine.NewRound(g, d.code), false)
	if d.mark != (grade.Mark{}) {
		s.SetGrade(d.mark)
	} else {
		s.SetFresh(e.looks)
	}
	return s
}

// nameOf returns the name of the game of a round, which may have rules beside it; see
// [engine.Library.Restore].
func (e *Env) nameOf(id, rules string) string {
	if g, ok := e.Games.Restore(id, rules); ok {
		return g.Info().Name
	}
	return id
}

// parseCode returns the design of the share code that a text is, or that stands somewhere
// in it. The error is engine.ErrNoCode if there is none, or says what is wrong with it.
func (e *Env) parseCode(text string) (engine.Design, error) {
	if e.Workshop == nil {
		return nil, engine.ErrNoCode
	}
	const most = 200 // words of a text that was pasted
	words := strings.Fields(text)
	why := engine.ErrNoCode
	for _, word := range append([]string{text}, words[:min(len(words), most)]...) {
		for _, f := range e.Games.Families {
			d, err := f.ParseCode(word)
			if err == nil {
				return d, nil
			}
			if !errors.Is(err, engine.ErrNoCode) {
				why = err
			}
		}
	}
	return nil, why
}

// noCode returns why a text is no share code.
func (e *Env) noCode(err error) string {
	if errors.Is(err, engine.ErrNoCode) {
		return "This is not a share code. " + e.codeLike()
	}
	return caption.Why(err)
}

// codeLike says how a share code looks.
func (e *Env) codeLike() string {
	for _, f := range e.Games.Families {
		for _, d := range f.Designs() {
			return fmt.Sprintf("That of %s is %s.", d.Title(), d.Code())
		}
	}
	return ""
}

// Clock returns what seats measure time by.
func (e *Env) Clock() play.Clock { return play.Clock{Now: e.Now, Run: e.Run} }

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
	e.Player = p.Called()
}

// nameless reports whether the player could have a nick but has none. The arcade asks for
// it at the end of a game, not before.
func (e *Env) nameless() bool { return e.profile.Known && !e.profile.Guest && e.profile.Nick == "" }

// Sealed reports whether the deal of an event is still secret.
func (e *Env) Sealed(event arcade.Event) bool {
	return event != "" && e.Events != nil && e.Events.Sealed(event)
}

// DailyOver reports whether an event is a daily whose time is over: rounds of it that
// were open then have ended, whoever played them.
func (e *Env) DailyOver(event arcade.Event) bool {
	_, daily := event.Day()
	return daily && !e.Sealed(event)
}
