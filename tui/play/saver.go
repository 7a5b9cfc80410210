package play

import (
	"errors"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A Saver serializes a seat's access to the store. Front ends may run its calls in
// goroutines of their own, some late or never when a session is cut off: the Saver runs
// them one at a time, each with the revision that the one before returned. After SaveLast,
// FinishLast or Close, calls do nothing and return no error.
type Saver struct {
	mu     sync.Mutex
	closed bool
	store  arcade.Store
	rev    arcade.Rev
}

// NewSaver returns a Saver that has read no round yet.
func NewSaver(store arcade.Store) *Saver { return &Saver{store: store} }

// Stored reports whether the store has the round as an open one, as far as the Saver has
// read or written it.
func (s *Saver) Stored() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rev != 0
}

// claimTries is how often to try taking over a round that keeps changing: a player who
// reconnects after a dropped connection meets the last save of the old session.
const claimTries = 3

// Read reads the open round of a slot, if there is one; see Stored. If claim is set, it
// also takes the round over, so that the session before can save no more. The error is
// arcade.ErrConflict if that goes on changing the round.
func (s *Saver) Read(slot string, claim bool) (round arcade.Saved, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.read(slot, claim)
}

func (s *Saver) read(slot string, claim bool) (round arcade.Saved, err error) {
	if s.closed {
		return arcade.Saved{}, nil
	}
	for range claimTries {
		round, s.rev, err = s.store.Saved(slot)
		if err != nil || s.rev == 0 || !claim {
			return round, err
		}
		if err = s.save(round); !errors.Is(err, arcade.ErrConflict) {
			return round, err
		}
	}
	return round, err
}

// Enter takes over the player's open round in an event, or begins it; fresh reports which.
// If another session begins it at the same moment, Enter takes that over.
func (s *Saver) Enter(events arcade.Events, g engine.Game, e arcade.Event) (round arcade.Saved, fresh bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for range claimTries {
		round, err = s.read(arcade.Slot(g.Info().ID, e), true)
		if err != nil || s.rev != 0 || s.closed {
			return round, false, err
		}
		round, s.rev, err = events.Begin(g, e)
		if !errors.Is(err, arcade.ErrConflict) {
			return round, err == nil, err
		}
	}
	return round, false, err
}

// Save stores an open round.
func (s *Saver) Save(round arcade.Saved) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	return s.save(round)
}

// SaveLast is the last Save.
func (s *Saver) SaveLast(round arcade.Saved) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	return s.save(round)
}

func (s *Saver) save(round arcade.Saved) error {
	rev, err := s.store.Save(round, s.rev)
	if err == nil {
		s.rev = rev
	}
	return err
}

// Finish puts a round into the history and returns it as it is there: it may count for
// less than it ended with.
func (s *Saver) Finish(r arcade.Result) (arcade.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return r, nil
	}
	return s.finish(r)
}

// FinishLast is the last Finish.
func (s *Saver) FinishLast(r arcade.Result) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	_, err := s.finish(r)
	return err
}

func (s *Saver) finish(r arcade.Result) (arcade.Result, error) {
	filed, err := s.store.Finish(r, s.rev)
	if err == nil {
		s.rev = 0
	}
	return filed, err
}

// Close waits for the call in progress and ends the Saver.
func (s *Saver) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}
