package engine

import "errors"

// Saved is what is stored of an open round. Replaying it restores the round.
type Saved struct {
	Record  Record
	Event   Event // the event that dealt it, or ""
	Score   Score // the current score, for when the program no longer has its rules to replay it
	Undone  []Move
	Shelved [][]Move
	Tally   Tally
	Chosen  bool   // the player chose the deal or knew it, so the round is practice
	Millis  int64  // time the table was open, in milliseconds; equal to Span in an event
	Span    int64  // time since the deal was first seen, including time away from the table, in milliseconds
	Started int64  // when the deal was first seen, Unix milliseconds
	Run     string // the run of the program in which a table has the round open; empty once the table was left
	SavedAt int64  // when it was saved, in milliseconds since that run began
}

// Slot returns the slot of the round; see [Slot].
func (s Saved) Slot() string { return Slot(s.Record.Game, s.Event) }

// MillisAt returns the time that the table was open, in milliseconds, for a session that
// takes the round over. The session belongs to the given run of the program, and now is
// in milliseconds since that run began. If a table of the same run still has the round
// open, the time since the save counts too: otherwise a player could stop the clock by
// opening a second session.
func (s Saved) MillisAt(run string, now int64) int64 {
	if s.Run == "" || s.Run != run {
		return s.Millis
	}
	return s.Millis + max(0, now-s.SavedAt)
}

// SpanAt returns the span of the round, in milliseconds, for a session that takes it
// over. The session belongs to the given run of the program, now is in milliseconds since
// that run began, and wall is the wall clock in Unix milliseconds. Unlike [Saved.MillisAt]
// it includes the time when no table had the round open.
func (s Saved) SpanAt(run string, now, wall int64) int64 {
	if s.Run != "" && s.Run == run { // the wall clock may have been set in between
		return s.Span + max(0, now-s.SavedAt)
	}
	return max(s.Span, wall-s.Started)
}

// A Rev is a store's revision of an open round. A writer passes the Rev that it saw last.
// Rev 0 means that there is no open round.
type Rev uint64

// ErrConflict is returned by a store if the Rev passed to it is not the newest.
var ErrConflict = errors.New("the game went on in another session")

// ErrUnavailable matches, with errors.Is, the errors of a store that cannot keep anything
// at the moment; the same call may succeed later. Any other error of a save or a finish
// is a refusal.
var ErrUnavailable = errors.New("nothing can be stored at the moment")

// A Class says what a finished round counts for.
type Class string

// The classes: a fair try at an unknown deal; the same with a hint, or with a look back
// past a move that turned a card up; a deal that the player chose or knew; moves faster
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

// Ranked reports whether rounds of the class appear on leaderboards.
func (c Class) Ranked() bool { return c == Counted || c == Assisted }

// Class returns the class of the round once it is over.
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

// Result returns the round as the history stores it, for a round that ended with score at
// ended, in Unix milliseconds.
func (s Saved) Result(score Score, ended int64) Result {
	return Result{Record: s.Record, Event: s.Event, Score: score, Class: s.Class(), Tally: s.Tally, Millis: s.Millis, Span: s.Span, Began: s.Started, Ended: ended}
}

// A Result is a finished round as the history stores it.
type Result struct {
	ID     string // ID of the stored row, ordered by time; empty before it is stored
	Record Record
	Event  Event // the event that dealt it, or ""
	Score  Score
	Class  Class
	Tally  Tally
	Millis int64 // time the table was open, in milliseconds; equal to Span in an event
	Span   int64 // time from when the deal was first seen to the end, in milliseconds
	Began  int64 // when the deal was first seen, Unix milliseconds; 0 in old rows that lack it
	Ended  int64 // Unix milliseconds
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
// then by less time, then by fewer moves.
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
