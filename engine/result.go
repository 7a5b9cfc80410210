package engine

import "errors"

// Saved is what is kept of a round that goes on. Replayed, it gives the round
// as it was.
type Saved struct {
	Record  Record
	Event   Event // on which it was dealt, "" for none
	Score   Score // where it stands, for when its rules are no longer here to replay it
	Undone  []Move
	Shelved [][]Move
	Tally   Tally
	Chosen  bool   // the player chose the deal or knew it: practice
	Millis  int64  // time the table was open, in milliseconds; of an event the same as Span
	Span    int64  // time since the deal was first seen, also away from the table, in milliseconds
	Started int64  // when the deal was first seen, Unix milliseconds
	Table   string // the run of the program at whose table it is open; empty once that was left
	Kept    int64  // when it was kept, in milliseconds since that run began
}

// Slot is what the round goes by among those of its player that go on.
func (s Saved) Slot() string { return Slot(s.Record.Game, s.Event) }

// Played is the time of the table for a session of a run of the program that takes
// the round over, so many milliseconds after that run began. Where a table of that
// run has the round open, its clock has gone on since: or a second session would
// stop it.
func (s Saved) Played(run string, now int64) int64 {
	if s.Table == "" || s.Table != run {
		return s.Millis
	}
	return s.Millis + max(0, now-s.Kept)
}

// Elapsed returns the span of the round for a session of a run of the program that takes
// it over, now milliseconds after that run began, when the wall clock shows wall in Unix
// milliseconds. Unlike [Saved.Played] it counts the time when no table had the round.
func (s Saved) Elapsed(run string, now, wall int64) int64 {
	if s.Table != "" && s.Table == run { // not by the wall clock, which may be set meanwhile
		return s.Span + max(0, now-s.Kept)
	}
	return max(s.Span, wall-s.Started)
}

// A Rev is what a store calls one state of an open game: whoever writes names
// the Rev that it saw last. 0 is no open game.
type Rev uint64

// ErrConflict is a store's answer to a Rev that is not the newest.
var ErrConflict = errors.New("the game went on in another session")

// ErrUnavailable marks, by errors.Is, the error of a store that cannot keep anything at
// the moment: the same call may succeed later. Any other error of a save or a finish is a
// refusal.
var ErrUnavailable = errors.New("nothing can be stored at the moment")

// A Class says what a finished round counts for.
type Class string

// The classes: a fair try at an unknown deal; the same with a hint or a look
// back past a turned-up card; a deal that was chosen or known; moves that come
// faster than a person can play them; a round that was played elsewhere, as the
// player says. Counted and assisted rounds are ranked, each on their own.
const (
	Counted  Class = "counted"
	Assisted Class = "assisted"
	Practice Class = "practice"
	Inhuman  Class = "inhuman"
	Imported Class = "imported"
)

// Classes is every class, those that are ranked first.
func Classes() []Class { return []Class{Counted, Assisted, Practice, Inhuman, Imported} }

// Ranked tells whether rounds of the class stand on leaderboards.
func (c Class) Ranked() bool { return c == Counted || c == Assisted }

// Class is what the round counts for once it is over.
func (s Saved) Class() Class {
	switch {
	case s.Chosen:
		return Practice
	case 2*s.Tally.Quick > s.Tally.Timed:
		return Inhuman
	case s.Tally.Assisted():
		return Assisted
	}
	return Counted
}

// Result is the round as the history keeps it, if it ended with a score at a
// time, in Unix milliseconds.
func (s Saved) Result(score Score, ended int64) Result {
	return Result{Record: s.Record, Event: s.Event, Score: score, Class: s.Class(), Tally: s.Tally, Millis: s.Millis, Span: s.Span, Began: s.Started, Ended: ended}
}

// A Result is a round that is over, as the history keeps it.
type Result struct {
	ID     string // of the row, in order of time; empty before it is stored
	Record Record
	Event  Event // on which it was dealt, "" for none
	Score  Score
	Class  Class
	Tally  Tally
	Millis int64 // time the table was open, in milliseconds; of an event the same as Span
	Span   int64 // from the first sight of the deal to the end, in milliseconds
	Began  int64 // when the deal was first seen, Unix milliseconds; 0 where that was not kept
	Ended  int64 // Unix milliseconds
	// Ruling says why the store takes the round as one of another class than it ended
	// with, "" for nearly all: a sentence for the player.
	Ruling string
}

// Since returns when the deal was first seen, in Unix milliseconds. Of a round of before
// that was kept it is the latest time that this can have been.
func (r Result) Since() int64 {
	if r.Began > 0 {
		return r.Began
	}
	return r.Ended - r.Millis
}

// Slot is what the round went by while it was open.
func (r Result) Slot() string { return Slot(r.Record.Game, r.Event) }

// Better tells whether r beats o as a personal best: more points, then won,
// then less time, then fewer moves.
func (r Result) Better(o Result) bool {
	switch {
	case r.Score.Points != o.Score.Points:
		return r.Score.Points > o.Score.Points
	case r.Score.Won != o.Score.Won:
		return r.Score.Won
	case r.Millis != o.Millis:
		return r.Millis < o.Millis
	}
	return len(r.Record.Moves) < len(o.Record.Moves)
}
