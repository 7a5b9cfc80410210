package session

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
)

// Ports are what a session has of the arcade, and with it a player.
type Ports struct {
	Games  engine.Library
	Store  arcade.Store
	Player string             // the player's name: a nick, or Nameless
	Now    func() time.Time   // with a monotonic reading, so that measured time never runs back
	Deal   func() engine.Code // returns a fresh code that nobody can foresee
	About  arcade.About       // what the host says about the arcade

	// Run is this run of the program, shared by all its sessions: when one session goes on with
	// a game of another, the game's clock does not pause.
	Run play.Run
	// Searches are the places that the searches of all sessions share, with who pays for the
	// player's.
	Searches search.Places
	// Hints gives the hints of all sessions of an arcade; nil: nothing is remembered.
	Hints *hint.Desk
	// HintTime is the longest that a player waits for a hint. If it is 0, it is less than a tenth of a second.
	HintTime time.Duration
	// Budget bounds the searches of an analysis, and its Tries those of a hint. What is 0 has
	// the usual value.
	Budget analysis.Budget
	// Command is what the player types in front of the arcade's commands, such as "ssh
	// HOST". It is empty if there are no commands.
	Command string
	// Proposed is a nick to suggest to a player who has none, such as the login name; ""
	// for none.
	Proposed string
	// Unfit says why the login name is not Proposed, as a sentence; "" if it is, or there is none.
	Unfit string
	// Playing is called with the slot of the game on the table, "" for none, whenever
	// that may have changed. It must not block. It may be nil.
	Playing func(slot string)

	// Elsewhere follows what other sessions of the player store of the round of a slot: it tells that there
	// is something, which the store has then. It may be nil.
	Elsewhere func(ctx context.Context, slot string) arcade.Watch[struct{}]

	// Report runs a command that tells something, such as "best", in a session in words. It returns what to say, a text a
	// line, and of a board the IDs of its rounds, by place.
	Report func(args ...string) (lines []string, places map[int]string, err error)

	// These are nil in a session that lacks them. Whoever plays has an account, a workshop, events and deals,
	// and whoever plays alone has nothing of the others; a replay has none.
	Accounts   arcade.Accounts   // the player's account, and leaderboards
	Analyses   arcade.Analyses   // keep what was found out about rounds; without them each is searched again in each session
	Workshop   arcade.Workshop   // where the player makes up games
	Spectators arcade.Spectators // connect the player with the others in the arcade
	Company    arcade.Company    // who is here, whom the player follows, and signals
	Events     arcade.Events     // the dailies and races of the arcade
	Deals      arcade.Deals      // finds deals of a kind that the player asks for; without it all deals are fresh
	Races      arcade.Races      // of the arcade
	Challenges arcade.Challenges // the deals that players pass on to each other
	Admin      arcade.Admin      // the arcade as those see it who run it; nil for everybody else
}

// Clock returns what seats measure time by.
func (p *Ports) Clock() play.Clock { return play.Clock{Now: p.Now, Run: p.Run} }

// Today returns the day in UTC, formatted as time.DateOnly.
func (p *Ports) Today() string { return p.Now().UTC().Format(time.DateOnly) }

// Called returns what players call a game: its name, and "by" whom it was kept first unless it is built in or the player's.
func (p *Ports) Called(g engine.Game) string {
	name := g.Info().Name
	if made, ok := g.(engine.MadeUp); ok && p.Workshop != nil {
		if v, err := p.Workshop.Variation(made); err == nil && !v.Own && v.By != "" {
			name += " by " + v.By
		}
	}
	return name
}

// CalledOf is Called for the game of a round, which may have rules beside it. It is the ID of one that nobody here knows.
func (p *Ports) CalledOf(id, rules string) string {
	if g, ok := p.Games.Restore(id, rules); ok {
		return p.Called(g)
	}
	return id
}

// Kinds returns the kinds of deals that a game can offer besides fresh ones.
func (p *Ports) Kinds(g engine.Game) []grade.Kind {
	if p.Deals == nil {
		return nil
	}
	return p.Deals.Kinds(g)
}

// Sealed reports whether the deal of an event is still secret.
func (p *Ports) Sealed(event arcade.Event) bool {
	return event != "" && p.Events != nil && p.Events.Sealed(event)
}

// eventOver says that an event is over, if it is a daily or a sprint: rounds of it that were open then have
// ended, whoever played them. It returns "" of others.
func (p *Ports) eventOver(event arcade.Event) string {
	_, daily := event.Day()
	_, _, sprint := event.Sprint()
	switch {
	case !daily && !sprint || p.Sealed(event):
		return ""
	case daily:
		return "This daily is over: a game still open has ended as practice."
	}
	return "This sprint is over: a game still open has ended as practice."
}

// Closed returns why nothing can be played at a seat any more, "" where something can. The keys or commands leave and
// fresh lead home and to another deal.
func (p *Ports) Closed(seat *play.Seat, leave, home, fresh string) string {
	over := p.eventOver(seat.Event())
	switch {
	case seat.Lost() && over != "":
		return over + " " + leave + " leaves it."
	case seat.Lost() && errors.Is(seat.Err(), arcade.ErrConflict):
		return "This game has ended in your other window: " + leave + " leaves it."
	case seat.Lost():
		return "This game cannot be saved, and ends here: " + caption.Sentence(seat.Err().Error()) + " " + leave + " leaves it."
	case seat.Ended() && seat.Event() != "":
		return "This game is finished: " + leave + " goes to the " + home + "."
	case seat.Ended():
		return "This game is finished: " + fresh + " deals another."
	}
	return ""
}

// surpriseTime is the most that a player waits for a surprise.
const surpriseTime = 2 * time.Second

// Surprise returns a game of a family for a player who asks for any. While no place is free for a search, it
// may be one that nobody can win.
func (p *Ports) Surprise(f engine.Family, random *rand.Rand) engine.Design {
	if limit := p.Searches.Limit; limit != nil && len(limit) == cap(limit) {
		return f.Random(random)
	}
	ctx, cancel := context.WithTimeout(context.Background(), surpriseTime)
	defer cancel()
	return hint.Surprise(ctx, p.Searches, f, random)
}

// Placing says which place a stored result gives the player in its daily or sprint, "" if in none. It reads
// the board.
func (p *Ports) Placing(r arcade.Result) string {
	if p.Events == nil || r.Class != arcade.Counted {
		return ""
	}
	if day, ok := r.Event.Day(); ok {
		if d, err := p.Events.Daily(r.Record.Game, day); err == nil && d.Place > 0 {
			return fmt.Sprintf("Place %d of %d in this daily.", d.Place, d.Players)
		}
	}
	if begins, _, ok := r.Event.Sprint(); ok {
		board, err := p.Events.SprintBoard(arcade.Sprint{Game: r.Record.Game, Begins: begins})
		players := slices.DeleteFunc(board.Rows, func(row arcade.SprintRow) bool { return row.Place == 0 })
		if i := slices.IndexFunc(players, func(row arcade.SprintRow) bool { return row.Mine }); err == nil && i >= 0 {
			return fmt.Sprintf("Place %d of %d in this sprint.", players[i].Place, len(players))
		}
	}
	return ""
}
