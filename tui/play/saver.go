package play

import (
	"cmp"
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
// them one at a time, each with the revision that the one before returned. A call that finds that another
// session has changed the round returns an error that matches arcade.ErrConflict. After the last call of
// a seat, or Close, calls do nothing and return no error.
type Saver struct {
	calls Serial
	store arcade.Store
	rev   arcade.Rev // what the store has; only within calls
	base  stand      // the state of the round under rev
	run   string     // the run of the program in which a table has it open, by the store
}

// NewSaver returns a Saver that has read no round yet.
func NewSaver(store arcade.Store) *Saver { return &Saver{store: store} }

// has notes what the store has.
func (s *Saver) has(round arcade.Saved, rev arcade.Rev) {
	s.rev, s.base, s.run = rev, standOf(round), round.Run
}

// A stand tells a state of a round from all others that it goes through: whatever a player does
// adds to the tally, or goes back to moves that were undone.
type stand struct {
	deal                   engine.Code
	moves, undone, shelved int
	tally                  engine.Tally
	chosen                 bool // which the store may find out
}

func standOf(s arcade.Saved) stand {
	return stand{s.Record.Code, len(s.Record.Moves), len(s.Undone), len(s.Shelved), s.Tally, s.Chosen}
}

// A wentOn is an [arcade.ErrConflict]: another session of the player has changed the round.
type wentOn struct {
	row  arcade.Saved
	rev  arcade.Rev // 0: that session has ended the round
	base stand      // the state before
}

func (w *wentOn) Error() string { return arcade.ErrConflict.Error() }

func (w *wentOn) Unwrap() error { return arcade.ErrConflict }

// tries is how often a call is made that another session is just ahead of.
const tries = 3

// Stored reports whether the store has the round as an open one, as far as the Saver has
// read or written it.
func (s *Saver) Stored() bool {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	return s.rev != 0
}

// Read reads the open round of a slot, if there is one; see Stored.
func (s *Saver) Read(slot string) (round arcade.Saved, err error) {
	err = s.calls.Do(func() (err error) {
		round, err = s.read(slot)
		return err
	})
	return round, err
}

func (s *Saver) read(slot string) (round arcade.Saved, err error) {
	round, rev, err := s.store.Saved(slot)
	s.has(round, rev)
	return round, err
}

// Enter goes on with the player's open round in an event, or begins it; fresh reports which.
// If another session begins it at the same moment, Enter goes on with that.
func (s *Saver) Enter(events arcade.Events, g engine.Game, e arcade.Event) (round arcade.Saved, fresh bool, err error) {
	err = s.calls.Do(func() (err error) {
		for range tries {
			round, err = s.read(arcade.Slot(g.Info().ID, e))
			if err != nil || s.rev != 0 {
				return err
			}
			var rev arcade.Rev
			round, rev, err = events.Begin(g, e)
			s.has(round, rev)
			if fresh = err == nil; !errors.Is(err, arcade.ErrConflict) {
				return err
			}
		}
		return err
	})
	return round, fresh, err
}

// behind returns a *wentOn if another session has changed the round of a slot. If it has only stored
// its clock, the next save goes over that.
func (s *Saver) behind(slot string) error {
	row, rev, err := s.store.Saved(slot)
	switch {
	case err != nil || rev == s.rev:
		return err
	case rev != 0 && s.rev != 0 && standOf(row) == s.base:
		s.has(row, rev)
		return nil
	}
	return &wentOn{row, rev, s.base}
}

// Behind returns an error that matches arcade.ErrConflict if another session has changed the round of a
// slot, and else the run of the program in which a table has it open, by the store.
func (s *Saver) Behind(slot string) (run string, err error) {
	err = s.calls.Do(func() error {
		err := s.behind(slot)
		run = s.run
		return err
	})
	return run, err
}

// over makes a call, and makes it again if what another session has stored meanwhile is only its clock.
func (s *Saver) over(slot string, call func() error) (err error) {
	for range tries {
		before := s.rev
		if err = call(); !errors.Is(err, arcade.ErrConflict) {
			return err
		}
		if behind := s.behind(slot); behind != nil || s.rev == before {
			return cmp.Or(behind, err)
		}
	}
	return err
}

// save stores an open round, within a call.
func (s *Saver) save(round arcade.Saved) error {
	return s.over(round.Slot(), func() error {
		rev, err := s.store.Save(round, s.rev)
		if err == nil {
			s.has(round, rev)
		}
		return err
	})
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

func (s *Saver) finish(r arcade.Result) (finished arcade.Result, err error) {
	err = s.over(r.Slot(), func() (err error) {
		if finished, err = s.store.Finish(r, s.rev); err == nil {
			s.rev = 0
		}
		return err
	})
	return finished, err
}

// Close waits for the call in progress and ends the Saver.
func (s *Saver) Close() { _ = s.calls.Last(func() error { return nil }) }
