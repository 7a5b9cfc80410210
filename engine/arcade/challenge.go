package arcade

import (
	"context"
	"slices"
	"time"

	"boardwalk/engine"
)

// Challenges gives one player access to the challenges of the arcade: deals that players
// have finished and passed on to others, who play them without knowing them, each once. Its
// methods may wait for a disk and are safe for concurrent use. Every error is a sentence
// that a player can read.
type Challenges interface {
	// Duel puts the player into a duel, of a game or, if that is nil, into one that waits for such an
	// opponent, and never into a new one. It is a challenge of the player's from then on. One of the game that the
	// player has not finished is returned again.
	Duel(g engine.Game) (Challenge, error)
	// WaitingDuel returns the ID of the game of a duel that waits for such an opponent as the player and that
	// Duel finds, "" if none does.
	WaitingDuel() string
	// PassOn makes a challenge of the deal of one of the player's own rounds. A round that
	// was passed on before has one already, which is open again.
	PassOn(round string) (Challenge, error)
	// Enter returns the challenge with a code, which is among the player's from then on.
	Enter(code string) (Challenge, error)
	// Challenge returns one of the player's challenges.
	Challenge(code string) (Challenge, error)
	// Challenges returns the player's n newest challenges, newest first.
	Challenges(n int) ([]Challenge, error)
	// Leave declines a challenge of Notes, or takes the player out of one whose deal the player has
	// not begun. One that the player has passed on goes, unless others have entered it.
	Leave(code string) error
	// Round returns the round of a player of one of the player's challenges, by the ID of
	// that player's row. The player must have finished the deal.
	Round(code, id string) (Result, error)
	// Tell tells the player with a nick of one of the player's challenges, whose deal the
	// player has finished. That one is here, or the player follows that one. Those who take no
	// signals do not learn of it, and the player does not learn who they are. As many can be
	// told as signals can be sent.
	Tell(code, nick string) error
	// Dare makes a challenge of a round as PassOn does, and tells a player of it as Tell does. If that player
	// cannot be told, it makes none.
	Dare(round, nick string) (Challenge, error)
	// Notes returns what others tell the player about challenges, the newest first, until
	// the player has seen them. It is kept for three days, or until the arcade ends.
	Notes() []ChallengeNote
	// FollowNotes watches what Notes returns until ctx ends.
	FollowNotes(ctx context.Context) (Watch[[]ChallengeNote], error)
}

// A ChallengeNote tells a player that somebody challenges the player or, if Finished is set,
// has finished a deal that the player has passed on or has a duel with.
type ChallengeNote struct {
	From     string // the nick of that one, or Nameless
	Code     string
	Game     string       // the ID
	Rules    string       // of a game that somebody made up, or ""
	Score    engine.Score // of that one
	Class    Class        // of the game that has the score
	Finished bool
	Duel     bool // the deal is that of a duel with the player, which is over
}

// A Challenge is how each of its players did on a deal, as one of them may see it. It has
// neither the deal nor the moves.
type Challenge struct {
	Code      string
	Game      string // the ID
	Rules     string // of a game that somebody made up, or ""
	Opened    time.Time
	Until     time.Time      // others can enter it before that; a duel waits for an opponent until then
	Shut      bool           // nobody can enter it now
	Players   []ChallengeRow // best first, then those who have not finished it, in the order of entering
	Me        string         // the ID of the player's own row
	By        PlayerID       // the player who passed the deal on, or the opponent in a duel; "" if there is none, or the account was deleted
	Open      int            // moves of the player's open round plus one, 0 if none is open
	Elsewhere bool           // the player has to finish an open round of the deal in another event first
	// Duel reports that the arcade has made it for two players whom it pairs, each of whom has a day to
	// finish the deal once it is begun; Over that both are through.
	Duel, Over bool
}

// A ChallengeRow is how a player did in a challenge.
type ChallengeRow struct {
	ID    string // unique within the challenge
	Nick  string
	First bool // the player who passed the deal on
	Gone  bool // the account was deleted, and the round with it
	Shown bool // the round can be watched
	// Off says that the host keeps the player off the leaderboards, and Joined that the player has joined accounts
	// during a duel; only in the player's own row.
	Off, Joined bool
	Level       Level // of the arcade's player; 0: a person
	// Rating is the player's before a duel, the zero Rating without one, and Rated by how much the duel
	// has changed its points, nil if it did not count. If the opponent is the arcade's player, both
	// are of the rating against these.
	Rating Rating
	Rated  *int
	Result *Result // nil: not finished. Its Span compares with that of others, its Millis need not. Its record has the number of moves and nothing else; before the player has finished the deal, it has only the points
}

// Own returns the player's own row.
func (c Challenge) Own() ChallengeRow {
	own, _ := engine.First(c.Players, func(r ChallengeRow) bool { return r.ID == c.Me })
	return own
}

// Finished reports whether the player has finished the deal, or has passed it on. Until
// then it is a secret.
func (c Challenge) Finished() bool {
	own := c.Own()
	return own.Result != nil || own.First
}

// Owed returns the newest of a player's challenges whose deal is begun and not finished or, if there is none, of the
// duels that the player has yet to begin. ok is false if there is none.
func Owed(list []Challenge) (c Challenge, ok bool) {
	if c, ok = engine.First(list, func(c Challenge) bool { return c.Open > 0 && !c.Finished() }); ok {
		return c, true
	}
	return engine.First(list, func(c Challenge) bool { return c.Duel && !c.Over && !c.Finished() })
}

// Event returns the event of the rounds of those who were challenged.
func (c Challenge) Event() Event { return ChallengeEvent(c.Code) }

// First returns the row of the player who passed the deal on.
func (c Challenge) First() ChallengeRow {
	first, ok := engine.First(c.Players, func(r ChallengeRow) bool { return r.First })
	first.Gone = first.Gone || !ok
	return first
}

func (r ChallengeRow) compare(o ChallengeRow) int {
	return r.Result.ChallengeRank().Compare(o.Result.ChallengeRank())
}

// Sort puts the rows in order, best first. Equal ones stay as they stand.
func (c Challenge) Sort() { slices.SortStableFunc(c.Players, ChallengeRow.compare) }

// Place returns the place of the i-th row, counted from 1. Equal rows share one.
func (c Challenge) Place(i int) int {
	return 1 + count(c.Players, func(r ChallengeRow) bool { return r.compare(c.Players[i]) < 0 })
}

// Opponent is what the other player of a duel is called before it is over. It is no nick: it has a space.
const Opponent = "your opponent"

// ChallengeCodeLen is the length of a challenge's code, in characters of five bits each. A
// challenge can be entered for weeks, so there are more of them than of races, and their codes
// are longer.
const ChallengeCodeLen = 8

// DuelCode is the first letter of a duel's code. The code of no other challenge has it.
const DuelCode = "U"

// A Deal names a deal of a game.
type Deal struct {
	Game string // the ID
	Code engine.Code
}

// Deal returns the deal of the round.
func (r Result) Deal() Deal { return Deal{r.Record.Game, r.Record.Code} }
