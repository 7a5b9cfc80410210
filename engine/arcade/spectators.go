package arcade

import (
	"context"
	"time"

	"boardwalk/engine"
)

// Spectators connects a session with the others in the arcade, who may watch each other.
type Spectators interface {
	// Show publishes what the player sees at the table, nil if there is no table. It is
	// called after each change, by one goroutine at a time, and never blocks. Once the app
	// is closed, the player has no table, without a further call.
	Show(*Scene)
	// Watchers returns how many sessions watch the player's table. It never blocks.
	Watchers() int
	// Audience returns how many sessions watch the table with a number, this one included. It
	// never blocks.
	Audience(number int) int
	// Tables returns the tables of others that this session may watch: first those of players whom its
	// player follows, and otherwise in the order in which they began. It may wait for a disk.
	Tables() []LiveTable
	// Secret returns how many tables of people this session may not watch yet, because their deals are
	// secret to its player: those of dailies and sprints, which are watched once the player has
	// finished the same deal, and those of races, which only racers who are through watch, unless
	// their openers let others watch later. It may wait for a disk.
	Secret() (dailies, sprints, races int)
	// Watch watches the table with a number until ctx ends. It may wait for a disk; the
	// error is a sentence for the player.
	Watch(ctx context.Context, number int) (Watch[*Scene], error)
}

// A Watch is one session's view of something that changes, such as a table or a race.
type Watch[T any] interface {
	// Next waits for a view that it has not returned yet, and skips those that a newer
	// one has replaced. ok is false if no more will come. Only one goroutine may wait at
	// a time.
	Next() (view T, ok bool)
}

// A Notifier is a [Watch] for which one can wait without a goroutine.
type Notifier interface {
	// Notify calls wake, once, as soon as Next would return at once: perhaps before Notify
	// returns, and in any goroutine. wake must be quick. A later call takes the place of
	// one whose wake was not called yet.
	Notify(wake func())
}

// A Scene is what a player sees at a table, and nothing that is hidden from the player.
// It is immutable: all who watch share it.
type Scene struct {
	Game       string // the ID
	Rules      string // of a game that somebody made up, or ""; see [engine.RulesOf]
	Event      Event
	Code       engine.Code   // of the deal, for the arcade: the player does not see it, nor does who watches
	Line       []engine.Move // the moves up to the board; with the code they say what each has played
	Board      engine.Board
	Score      engine.Score
	Moves      int
	Millis     int64     // the player's clock at the last action
	Since      time.Time `json:",omitzero"` // when that was, while the clock runs; zero while it stands
	LastAction string    // the player's last action, as a sentence; "" at first
	Over       bool      // nothing is left to play, but the player may take it back
	Final      bool      // the round has ended: no more scenes of it will come

	Assisted bool // see [engine.Tally.Assisted]
}

// Clock returns the player's clock now, in milliseconds.
func (s *Scene) Clock(now time.Time) int64 {
	if s.Since.IsZero() {
		return s.Millis
	}
	return s.Millis + max(now.Sub(s.Since).Milliseconds(), 0) // other nodes may have another time
}

// Deal returns the deal of the scene.
func (s *Scene) Deal() Deal { return Deal{s.Game, s.Code} }

// A LiveTable is a table at which somebody plays.
type LiveTable struct {
	Number   int           `json:",omitzero"` // the session's number, unique while the arcade runs
	Player   string        `json:",omitzero"`
	Friend   bool          `json:",omitzero"` // the player follows whoever plays there
	Machine  bool          `json:",omitzero"` // one of the arcade's players plays there, who plays one round
	Game     string        `json:",omitzero"` // the ID
	Rules    string        `json:",omitzero"` // of a game that somebody made up, or ""
	Moves    int           `json:",omitzero"`
	Score    engine.Score  `json:",omitzero"`
	Idle     time.Duration `json:",omitzero"` // since the player's last key
	Watchers int           `json:",omitzero"`
	From     time.Time     `json:",omitzero"` // of a race that is shown two minutes behind: when it begins to be
}

// Behind reports whether a table is shown two minutes behind, to those who are not in its race.
func (t LiveTable) Behind() bool { return !t.From.IsZero() }
