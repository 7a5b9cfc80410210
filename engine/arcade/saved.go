package arcade

import (
	"errors"

	"boardwalk/engine"
	"boardwalk/engine/grade"
)

// Saved is what is stored of an open round. Replaying it restores the round.
type Saved struct {
	Record  engine.Record
	Rules   string       // of a game that somebody made up, or ""; see [engine.RulesOf]
	Event   Event        // the event that dealt it, or ""
	Score   engine.Score // the current score, for when the program no longer has its rules to replay it
	Undone  []engine.Move
	Shelved [][]engine.Move
	Tally   engine.Tally
	Chosen  bool       // the player chose the deal or knew it, so the round is practice
	Grade   grade.Mark // the kind of deal that the player asked for; zero for a fresh deal
	Millis  int64      // time the table was open, in milliseconds; equal to Span in an event
	Span    int64      // time since the deal was first seen, including time away from the table, in milliseconds
	Started int64      // when the deal was first seen, Unix milliseconds
	Run     string     // the run of the program in which a table has the round open; empty once the table was left
	SavedAt int64      // when it was saved, in milliseconds since that run began
}

// Save returns a round as it is stored. The caller fills in the event and the times.
func Save(r *engine.Round) Saved {
	s := r.Snapshot()
	return Saved{Record: s.Record, Rules: engine.RulesOf(r.Game()), Score: r.State().Score(), Undone: s.Undone, Shelved: s.Shelved, Tally: s.Tally}
}

// Resume returns the round, which is one of g's. The error is that of a record that does
// not replay.
func (s Saved) Resume(g engine.Game) (*engine.Round, error) {
	return engine.Resume(g, engine.Snapshot{Record: s.Record, Undone: s.Undone, Shelved: s.Shelved, Tally: s.Tally})
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
var ErrConflict = Refuse("the game went on in another session")

// ErrUnavailable matches, with errors.Is, the errors of a store that cannot keep anything
// at the moment; the same call may succeed later. Any other error of a save or a finish
// is a refusal.
var ErrUnavailable = errors.New("nothing can be stored at the moment")

// Class returns the class of the round once it is over.
func (s Saved) Class() Class {
	switch {
	case s.Chosen:
		return Practice
	case s.Tally.Quick > 1 && 2*s.Tally.Quick > s.Tally.Timed: // one alone may be a command of one move
		return Inhuman
	case s.Tally.Assisted() || s.Grade != grade.Mark{}:
		return Assisted
	}
	return Counted
}

// Result returns the round as the history stores it, for a round that ended with score at
// ended, in Unix milliseconds.
func (s Saved) Result(score engine.Score, ended int64) Result {
	return Result{Record: s.Record, Rules: s.Rules, Event: s.Event, Score: score, Class: s.Class(), Grade: s.Grade, Tally: s.Tally, Millis: s.Millis, Span: s.Span, Began: s.Started, Ended: ended}
}
