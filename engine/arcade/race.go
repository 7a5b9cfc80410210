package arcade

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
)

// A Rank holds what the order of the players of an event depends on.
type Rank struct {
	Played   bool // the player has a round
	Unranked bool // a round of a challenge is of no ranked class
	Assisted bool // the round had help, which races do not allow
	Points   int
	Won      bool  // in a challenge
	Millis   int64 // the time it took to play the game to its end, or NotFinished
}

// NotFinished is the time of a round whose game has not come to its end: it is still played,
// or was stopped. Of rounds with equal points, those that came to an end rank first, and the
// others are equal: nobody wins by giving up sooner.
const NotFinished int64 = math.MaxInt64

// RaceRank returns the rank of a result in a race. A nil result has the zero rank.
func (r *Result) RaceRank() Rank {
	if r == nil {
		return Rank{}
	}
	rank := Rank{Played: true, Assisted: r.Class == Assisted || r.Tally.Assisted(), Points: r.Score.Points, Millis: r.Millis}
	if r.Stopped {
		rank.Millis = NotFinished
	}
	return rank
}

// ChallengeRank returns the rank of a result in a challenge. A nil result has the zero rank.
func (r *Result) ChallengeRank() Rank {
	rank := r.RaceRank()
	if !rank.Played {
		return rank
	}
	if !r.Stopped {
		rank.Millis = r.Span
	}
	rank.Unranked, rank.Assisted, rank.Won = !r.Class.Ranked(), r.Class == Assisted, r.Score.Won
	return rank
}

// Compare returns a negative number if r is the better rank, a positive one if o is, and
// 0 if they are equal. A player who has a round ranks before one who has none; then come ranked
// rounds, those without help, more points, a win, and less time.
func (r Rank) Compare(o Rank) int {
	return cmp.Or(
		TrueFirst(r.Played, o.Played), TrueFirst(o.Unranked, r.Unranked), TrueFirst(o.Assisted, r.Assisted),
		cmp.Compare(o.Points, r.Points), TrueFirst(r.Won, o.Won), cmp.Compare(r.Millis, o.Millis),
	)
}

// TrueFirst orders true before false: it compares as [cmp.Compare] does.
func TrueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// Races gives one session access to the races of the arcade. Its methods may wait for a
// disk and are safe for concurrent use. Every error is a sentence that a player can read.
type Races interface {
	// Open opens a race for a game with a fresh deal. The player joins it. A race against the
	// arcade alone is started at once.
	Open(g engine.Game, terms RaceTerms) (*Race, error)
	// Join joins the race with a code, unless it has been started. Players who are
	// already in the race can join it again at any time.
	Join(code string) (*Race, error)
	// Leave takes the player out of a race, as Race.MayLeave says.
	Leave(code string) error
	// Seat has one of the arcade's players join a race that nobody has started and that the
	// player may start.
	Seat(code string, l Level) error
	// TakeOut takes another racer, by ID, out of a race that nobody has started yet and that the
	// player opened. That player cannot join it again.
	TakeOut(code, racer string) error
	// Start starts the countdown of a race. Only the first of its racers may start it.
	Start(code string) error
	// Race returns one of the player's races.
	Race(code string) (*Race, error)
	// Races returns the player's n newest races, newest first.
	Races(n int) ([]*Race, error)
	// Rivals returns the player's record against each other player, over all races.
	Rivals() ([]Rival, error)
	// Follow watches one of the player's races until ctx ends. If the player leaves the race or is
	// taken out, the last value is the race without the player.
	Follow(ctx context.Context, code string) (Watch[*Race], error)
	// Waiting returns the races that the player may join now without having a code: those
	// that are open to all, and those that the player is asked to join, such as rematches of the player's
	// races; these come first, then the newest. Races that the player is in are not among them. It is made at most once a second.
	// The slice is shared and must not be modified.
	Waiting() []WaitingRace
	// FollowWaiting watches what Waiting returns until ctx ends.
	FollowWaiting(ctx context.Context) (Watch[[]WaitingRace], error)
	// Rematch offers a rematch of a race of the player's that is over, with a fresh deal of
	// the race's game. If another racer has offered one, it joins that.
	Rematch(code string, g engine.Game) (*Race, error)
}

// RaceTerms are what the player who opens a race decides.
type RaceTerms struct {
	Limit time.Duration
	Open  bool // anybody may find the race and join it, not only who knows its code
	// To is the nick of a player who is asked to join, and finds the race as all do one that is open; "" for nobody.
	To string
	// Asked is that player. Only the arcade sets it.
	Asked   PlayerID
	Watched bool // those may watch who are not in the race, two minutes behind
	// Arcade seats one of the arcade's players: Level or, if that is 0, the nearest to the
	// player's strength.
	Arcade bool
	Level  Level
}

// arcadeWord is what players type for the arcade's players.
const arcadeWord = "arcade"

// Game takes the terms from the words with which a player opens a race, and returns the game that named finds
// by the others. A term is an "open" or "watched" before or behind the name of the game, an "arcade" before it
// with a level or without one, or behind it, and a limit such as "10m" or a "to" with a nick behind it. A game whose name is all of the
// words has no terms, and an "arcade" alone means the game first. If named fails, its error is returned, and rest
// may be the code of a race instead.
func (t *RaceTerms) Game(
	words []string, first engine.Game, named func(name string) (engine.Game, error),
) (g engine.Game, rest string, err error) {
	if len(words) == 1 && strings.EqualFold(words[0], arcadeWord) {
		words = append(words, first.Info().ID)
	}
	rest = strings.Join(words, " ")
	if g, err = named(rest); err != nil {
		rest = strings.Join(t.cut(words), " ")
		g, err = named(rest)
	}
	return g, rest, err
}

// cut takes the terms from words, and returns those of the name.
func (t *RaceTerms) cut(words []string) []string {
	says := map[string]*bool{arcadeWord: &t.Arcade, "open": &t.Open, "watched": &t.Watched}
	for len(words) > 1 {
		last := words[len(words)-1]
		limit, err := time.ParseDuration(last)
		level, leveled := ParseLevel(words[1])
		before, behind := says[strings.ToLower(words[0])], says[strings.ToLower(last)]
		switch {
		case len(words) > 2 && strings.EqualFold(words[len(words)-2], "to"):
			t.To, words = last, words[:len(words)-2]
		case before == &t.Arcade && leveled && len(words) > 2:
			t.Arcade, t.Level, words = true, level, words[2:]
		case before != nil:
			*before, words = true, words[1:]
		case behind != nil:
			*behind, words = true, words[:len(words)-1]
		case err == nil:
			t.Limit, words = limit, words[:len(words)-1]
		default:
			return words
		}
	}
	return words
}

// A WaitingRace is a race that anybody may join, before it is started, or one that the player is asked to join.
type WaitingRace struct {
	Code   string
	Game   string // the ID
	Limit  time.Duration
	Opened time.Time
	By     string // who may start it: the player who opened it, if still in it
	Rating Rating // that player's
	Racers int

	Watched bool // see RaceTerms
	Asked   bool // the player is asked to join: whoever opened it wants the player, or a rematch
	Rematch bool // of a race that the player was in
}

// The limits of a race's duration, and its default.
const (
	RaceLeast   = time.Minute
	RaceMost    = time.Hour
	RaceDefault = 15 * time.Minute
)

// A Race is the standing of a race at a moment. It includes rounds that have not ended, as
// far as their moves are known. It does not have the deal. A Race is immutable.
type Race struct {
	Code    string
	Game    string // the ID
	Limit   time.Duration
	Opened  time.Time
	Begins  time.Time // zero if nobody has started it; may be in the future
	Late    bool      // the limit is reached
	Over    bool
	Open    bool    // anybody may find it
	Watched bool    // see RaceTerms
	Next    string  // the code of its rematch while that can be joined, or ""
	Racers  []Racer // best first (Rank); before the race begins, in the order they joined
	Me      string  // the ID of the player's own row
}

// A Racer is a row of a race.
type Racer struct {
	ID      string // unique within the race
	Nick    string
	Level   Level // of the arcade's player; 0: a person
	Score   engine.Score
	Moves   int
	Millis  int64  // the time of a racer who is through
	Through bool   // the round has ended
	Stopped bool   // it ended before the game did; see Result
	Played  bool   // there is a round, as far as is known
	Round   string // the ID of the round of a racer who is through, for Accounts.Ranked
	Shown   bool   // others may look at that, too
	Table   int    // the racer's table, for Spectators.Watch; 0 if there is none

	// Rating is the rating before the race, the zero Rating without one, and Rated by how much the
	// race has changed its points, nil if it did not count. In a race that counted against the
	// arcade's players alone, both are of the player's rating against these.
	Rating Rating
	Rated  *int

	// Gone reports that the racer has deleted the account, and with it the round.
	Gone bool

	// Assisted reports that the round had help. Races do not allow any, but rounds that
	// began before that rule may have had some.
	Assisted bool
}

// Rank returns what the racer is ranked by.
func (o Racer) Rank() Rank {
	r := Rank{Played: o.Played, Assisted: o.Assisted, Points: o.Score.Points, Millis: NotFinished}
	if o.Through && !o.Stopped {
		r.Millis = o.Millis
	}
	return r
}

// Outcome returns how the round of a racer ended, or "" while there is none that is over.
func (r *Race) Outcome(o Racer) Outcome {
	if !o.Through || !o.Played {
		return ""
	}
	return outcome(o.Score, o.Stopped, o.Millis >= r.Limit.Milliseconds())
}

// Place returns the place of the i-th racer, counted from 1. Equal racers share one. Before
// the race begins, it is the order in which they joined.
func (r *Race) Place(i int) int {
	if r.Begins.IsZero() {
		return i + 1
	}
	rank := r.Racers[i].Rank()
	return 1 + count(r.Racers, func(o Racer) bool { return o.Rank().Compare(rank) < 0 })
}

// Tied returns how many others share the place of the i-th racer.
func (r *Race) Tied(i int) (n int) {
	for j := range r.Racers {
		if j != i && r.Place(j) == r.Place(i) {
			n++
		}
	}
	return n
}

// Index returns where among the racers the player is, -1 if not in the race.
func (r *Race) Index() int {
	return slices.IndexFunc(r.Racers, func(o Racer) bool { return o.ID == r.Me })
}

// Named returns the ID of the racer with a nick, however that is capitalized, "" if there is none.
func (r *Race) Named(nick string) string {
	o, _ := engine.First(r.Racers, func(o Racer) bool { return strings.EqualFold(o.Nick, nick) })
	return o.ID
}

// Own returns the player's row and its place, as Place does. The place is 0 if the player is
// not in the race.
func (r *Race) Own() (own Racer, place int) {
	i := r.Index()
	if i < 0 {
		return Racer{}, 0
	}
	return r.Racers[i], r.Place(i)
}

// Unfinished reports whether the player's round of the race has not ended yet, or is still
// to begin.
func (r *Race) Unfinished() bool {
	own, place := r.Own()
	return place > 0 && !r.Over && !r.Late && !own.Through
}

// Deleted returns how many racers have deleted their accounts. A place is not won against
// them.
func (r *Race) Deleted() int { return count(r.Racers, func(o Racer) bool { return o.Gone }) }

// Alone reports whether nobody else is in the race. A race alone has no places.
func (r *Race) Alone() bool { return len(r.Racers) == 1 }

// AgainstArcade reports whether there are others in the race, all of them the arcade's players.
func (r *Race) AgainstArcade() bool {
	return !r.Alone() && count(r.Racers, func(o Racer) bool { return o.ID != r.Me && o.Level == 0 }) == 0
}

// MayLeave reports whether the player may leave the race: until somebody starts it, and until it begins if the
// others are all the arcade's players, or nobody. It is then as if it had never been.
func (r *Race) MayLeave(now time.Time) bool {
	return r.Begins.IsZero() || !r.Begun(now) && (r.Alone() || r.AgainstArcade())
}

// Countdown returns the seconds until the race begins, rounded up.
func (r *Race) Countdown(now time.Time) int {
	return int((r.Begins.Sub(now) + time.Second - 1) / time.Second)
}

// Begun reports whether the race has begun.
func (r *Race) Begun(now time.Time) bool { return !r.Begins.IsZero() && !now.Before(r.Begins) }

// Left returns the time that is left of the race after it has begun.
func (r *Race) Left(now time.Time) time.Duration { return max(r.Begins.Add(r.Limit).Sub(now), 0) }

// MayPlay reports whether the player's round can begin or go on.
func (r *Race) MayPlay(now time.Time) bool {
	own, place := r.Own()
	return place > 0 && r.Begun(now) && r.Left(now) > 0 && !r.Late && !r.Over && !own.Through
}

// A Rival is somebody the player has raced against, with the results of their races. A
// player who finished a round beats one who did not; a race in which neither did does not
// count.
type Rival struct {
	Nick  string `json:"nick"` // "" if the rival has chosen none
	Won   int    `json:"won"`  // races the player won
	Lost  int    `json:"lost"`
	Drawn int    `json:"drawn"`
}

// Races returns the number of races.
func (r Rival) Races() int { return r.Won + r.Lost + r.Drawn }

// HeadToHead returns how the player's races and duels that are over ended against the one with a nick. races
// and challenges can be nil.
func HeadToHead(races Races, challenges Challenges, nick string) (met Rival, err error) {
	if races != nil {
		rivals, err := races.Rivals()
		if err != nil {
			return met, err
		}
		met, _ = engine.First(rivals, func(r Rival) bool { return strings.EqualFold(r.Nick, nick) })
	}
	met.Nick = nick
	if challenges == nil {
		return met, nil
	}
	list, err := challenges.Challenges(headToHeadMost)
	for _, c := range list {
		own := c.Own()
		other, with := engine.First(c.Players, func(r ChallengeRow) bool { return r.ID != c.Me && strings.EqualFold(r.Nick, nick) })
		if c.Duel && c.Over && with && own.ID != "" {
			met.count(own.Result, other.Result, own.compare(other))
		}
	}
	return met, err
}

// headToHeadMost is how many challenges, of which some are duels, count head to head.
const headToHeadMost = 100

// Count counts a race by the results of both players; nil means no result.
func (r *Rival) Count(mine, theirs *Result) {
	r.count(mine, theirs, mine.RaceRank().Compare(theirs.RaceRank()))
}

// count counts a meeting, which the player has won if by is negative.
func (r *Rival) count(mine, theirs *Result, by int) {
	switch {
	case mine == nil && theirs == nil:
	case by < 0:
		r.Won++
	case by > 0:
		r.Lost++
	default:
		r.Drawn++
	}
}
