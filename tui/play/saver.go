package play

import (
	"errors"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A Serial makes calls one at a time, whatever goroutines they come from, until the last
// one. A session that ends makes its last call itself; commands that it has left behind
// may still run, and must not change what that call has stored. The zero Serial is ready.
type Serial struct {
	mu    sync.Mutex
	ended bool
}

// Do makes a call, unless the last one has been made.
func (s *Serial) Do(call func() error) error { return s.do(call, false) }

// Last makes the last call, after the one in progress. A second Last does nothing.
func (s *Serial) Last(call func() error) error { return s.do(call, true) }

func (s *Serial) do(call func() error, last bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil
	}
	s.ended = last
	return call()
}

// A Saver is the access to one open round in the store. Front ends may run its calls in
// goroutines of their own, some late or never when a session is cut off: the Saver runs
// them one at a time, each with the revision that the one before returned. After the last call of
// a seat, or Close, calls do nothing and return no error.
type Saver struct {
	calls Serial
	store arcade.Store
	rev   arcade.Rev // only within calls
}

// NewSaver returns a Saver that has read no round yet.
func NewSaver(store arcade.Store) *Saver { return &Saver{store: store} }

// claimTries is how often to try taking over a round that keeps changing: a player who
// reconnects after a dropped connection meets the last save of the old session.
const claimTries = 3

// Stored reports whether the store has the round as an open one, as far as the Saver has
// read or written it.
func (s *Saver) Stored() bool {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	return s.rev != 0
}

// Read reads the open round of a slot, if there is one; see Stored. If claim is set, it
// also takes the round over, so that the session before can save no more. The error is
// arcade.ErrConflict if that goes on changing the round.
func (s *Saver) Read(slot string, claim bool) (round arcade.Saved, err error) {
	err = s.calls.Do(func() (err error) {
		round, err = s.read(slot, claim)
		return err
	})
	return round, err
}

func (s *Saver) read(slot string, claim bool) (round arcade.Saved, err error) {
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
	err = s.calls.Do(func() (err error) {
		round, fresh, err = s.enter(events, g, e)
		return err
	})
	return round, fresh, err
}

func (s *Saver) enter(events arcade.Events, g engine.Game, e arcade.Event) (round arcade.Saved, fresh bool, err error) {
	for range claimTries {
		round, err = s.read(arcade.Slot(g.Info().ID, e), true)
		if err != nil || s.rev != 0 {
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
	return s.calls.Do(func() error { return s.save(round) })
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
	err := s.calls.Do(func() (err error) {
		r, err = s.finish(r)
		return err
	})
	return r, err
}

func (s *Saver) finish(r arcade.Result) (arcade.Result, error) {
	finished, err := s.store.Finish(r, s.rev)
	if err == nil {
		s.rev = 0
	}
	return finished, err
}

// Close waits for the call in progress and ends the Saver.
func (s *Saver) Close() { _ = s.calls.Last(func() error { return nil }) }
