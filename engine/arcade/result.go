package arcade

import (
	"cmp"

	"boardwalk/engine"
	"boardwalk/engine/grade"
)

// A Class says what a finished round counts for.
type Class string

// The classes: a fair try at an unknown deal; the same with a hint, with a look back past a
// move that turned a card up, or at a kind of deal that the player asked for; a deal that the player chose or knew; moves faster
// than a person can play; a round that the player says was played elsewhere. Counted and
// assisted rounds are ranked, each class separately; the others are not, as their points
// do not compare with those of a fair try.
const (
	Counted  Class = "counted"
	Assisted Class = "assisted"
	Practice Class = "practice"
	Inhuman  Class = "inhuman"
	Imported Class = "imported"
)

// Classes returns every class, the ranked ones first.
func Classes() []Class { return []Class{Counted, Assisted, Practice, Inhuman, Imported} }

// Name returns the class as players read it.
func (c Class) Name() string {
	if c == Inhuman {
		return "unranked"
	}
	return string(c)
}

// ClassName returns the class of a round, with the kind of its deal and its tally, as players read it. An
// assisted one that only has a kind of deal is "graded".
func ClassName(c Class, m grade.Mark, t engine.Tally) string {
	if c == Assisted && m != (grade.Mark{}) && !t.Assisted() {
		return "graded"
	}
	return c.Name()
}

// ClassName returns the class as players read it of the round.
func (r Result) ClassName() string { return ClassName(r.Class, r.Grade, r.Tally) }

// Ranked reports whether rounds of the class appear on leaderboards.
func (c Class) Ranked() bool { return c == Counted || c == Assisted }

// A Result is a finished round as the history stores it.
type Result struct {
	ID     string // ID of the stored row, ordered by time; empty before it is stored
	Record engine.Record
	Rules  string // of a game that somebody made up, or ""; a stored result may leave it out
	Event  Event  // the event that dealt it, or ""
	Score  engine.Score
	Class  Class
	Grade  grade.Mark // the kind of deal that the player asked for; zero for a fresh deal
	Tally  engine.Tally
	Millis int64 // time the table was open, in milliseconds; equal to Span in an event
	Span   int64 // time from when the deal was first seen to the end, in milliseconds
	Began  int64 // when the deal was first seen, Unix milliseconds; 0 in old rows that lack it
	Ended  int64 // Unix milliseconds
	// Stopped reports of a round of an event that it ended before its game was won or over: the
	// player gave it up, or time was up. The store finds it out. Rounds stored before it did
	// lack it, so that past races stay as they were ranked.
	Stopped bool
	// Brought reports that the round was begun with another account, which was joined into the
	// player's: it can end a streak, but it lengthens none and brings no win to the boards. The
	// store finds it out.
	Brought bool
	// Ruling is a sentence for the player on why the store gave the round another class
	// than it ended with. It is "" for nearly all rounds.
	Ruling string
}

// StartedAt returns when the deal was first seen, in Unix milliseconds. For old rounds,
// which did not store it, StartedAt returns the latest time that it can have been.
func (r Result) StartedAt() int64 {
	if r.Began > 0 {
		return r.Began
	}
	return r.Ended - r.Millis
}

// Slot returns the slot that the round had while it was open; see [Slot].
func (r Result) Slot() string { return Slot(r.Record.Game, r.Event) }

// Better reports whether r beats o as a personal best: by more points, then by a win,
// then by less time since the deal was first seen, then by fewer moves.
func (r Result) Better(o Result) bool {
	return cmp.Or(
		cmp.Compare(o.Score.Points, r.Score.Points), TrueFirst(r.Score.Won, o.Score.Won),
		cmp.Compare(r.Span, o.Span), cmp.Compare(len(r.Record.Moves), len(o.Record.Moves)),
	) < 0
}

// briefMoves is how many moves a game has at least that says something of its player, unless
// it is won.
const briefMoves = 5

// Brief reports whether the round was over after so few moves that nobody would call it a try.
// It is no best.
func (r Result) Brief() bool { return len(r.Record.Moves) < briefMoves && !r.Score.Won }

// StreakEffect returns what the result does to a streak of wins: 1 lengthens it, -1 ends
// it and 0 leaves it as it is. Streaks are about fresh deals alone. A counted win
// lengthens them, and a loss ends them whatever helped the player: a game about to be
// lost cannot save a streak by becoming assisted. Practice, deals of a kind that the player
// asked for and what was played elsewhere stay out.
func (r Result) StreakEffect() int {
	switch {
	case r.Event != "" || r.Grade != (grade.Mark{}) || r.Class == Practice || r.Class == Imported:
		return 0
	case !r.Score.Won:
		return -1
	case r.Class == Counted && !r.Brought:
		return 1
	}
	return 0
}
