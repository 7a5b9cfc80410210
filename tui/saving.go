package tui

import (
	"sync"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// Saving is what a table knows of its rows. One save is on its way at a time;
// what changes meanwhile goes with the next.
type saving struct {
	busy   bool
	dirty  bool           // there is more than what is on its way
	stored bool           // the store has a row of this round
	ended  *engine.Result // what the history gets, once the round has ended
	filed  bool           // the history has it
	err    error
	then   afterSaving
	giveUp bool // it failed when the player was leaving: leaving again goes without
	keeper *keeper
}

// unsaved tells whether a move could be lost.
func (s saving) unsaved() bool { return s.busy || s.dirty || s.err != nil }

// A keeper stands between a table and the store. Commands run in goroutines of
// their own, some of them late or never when a session is cut off: the keeper
// lets them through one by one, and none behind the last word that close has.
type keeper struct {
	mu     sync.Mutex
	closed bool
	store  Store
}

// keep stores something, unless the table was closed.
func (k *keeper) keep(do func(Store) error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed {
		return nil
	}
	return do(k.store)
}

// close stores the last of a table; nothing comes behind it.
func (k *keeper) close(do func(Store) error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	return do(k.store)
}

// AfterSaving is what is to follow once everything is stored.
type afterSaving uint8

const (
	stay afterSaving = iota
	leave
	dealAnew
)

// savedMsg tells a table that a save has come back, finishedMsg that its round
// is in the history.
type (
	savedMsg struct {
		table *table
		err   error
	}
	finishedMsg struct {
		table *table
		err   error
	}
)

// row is the open round as it is kept.
func (t *table) row() engine.Saved {
	s := t.round.Saved()
	s.Chosen, s.Started, s.Millis = t.chosen, t.timing.started, t.millis()
	return s
}

// result is a round that is over, as the history keeps it.
func result(r *engine.Round, s engine.Saved, now int64) engine.Result {
	return engine.Result{
		Record: r.Record(), Score: r.State().Score(), Class: s.Class(),
		Tally: s.Tally, Millis: s.Millis, Ended: now,
	}
}

// save stores the round, now or behind the save that is on its way.
func (t *table) save() tea.Cmd {
	if t.saving.busy {
		t.saving.dirty = true
		return nil
	}
	t.saving.busy, t.saving.dirty = true, false
	keeper, row := t.saving.keeper, t.row()
	return func() tea.Msg {
		return savedMsg{t, keeper.keep(func(s Store) error { return s.Save(row) })}
	}
}

// saved takes note of a save that came back.
func (t *table) saved(msg savedMsg) tea.Cmd {
	t.saving.busy, t.saving.err = false, msg.err
	if msg.err != nil {
		return t.unsaved(msg.err)
	}
	t.saving.stored, t.saving.giveUp = true, false
	switch {
	case t.saving.ended != nil:
		return t.file()
	case t.saving.dirty:
		return t.save()
	}
	return t.follow()
}

// unsaved tells the player of an error; what was to follow does not.
func (t *table) unsaved(err error) tea.Cmd {
	text := "Not saved: " + err.Error() + "."
	if t.saving.then == leave {
		t.saving.giveUp = true
		text += " q again leaves without."
	}
	t.saving.err, t.saving.then = err, stay
	t.refuse(text)
	return nil
}

// follow does what was to follow once everything is stored.
func (t *table) follow() tea.Cmd {
	then := t.saving.then
	t.saving.then = stay
	switch then {
	case leave:
		return back
	case dealAnew:
		t.deal(t.game(), t.env.Deal(), false)
		return t.Init()
	}
	return nil
}

// finish ends the round and puts it into the history; then comes what follows.
func (t *table) finish(then afterSaving) tea.Cmd {
	t.saving.then = then
	if t.saving.filed || t.round.Len() == 0 && !t.saving.stored && !t.saving.busy {
		return t.follow()
	}
	if t.saving.ended == nil {
		if t.timing.stopped == 0 {
			t.timing.stopped = t.millis()
		}
		r := result(t.round, t.row(), t.env.Now())
		t.saving.ended = &r
		t.legal.clear(nil)
	}
	if t.saving.busy {
		return nil // saved goes on with file
	}
	return t.file()
}

// file puts the ended round into the history. The result stays the same when
// it is tried again, so that it is there once.
func (t *table) file() tea.Cmd {
	t.saving.busy = true
	keeper, r := t.saving.keeper, *t.saving.ended
	return func() tea.Msg {
		return finishedMsg{t, keeper.keep(func(s Store) error { _, err := s.Finish(r); return err })}
	}
}

func (t *table) finished(msg finishedMsg) tea.Cmd {
	t.saving.busy, t.saving.dirty, t.saving.err = false, false, msg.err
	if msg.err != nil {
		return t.unsaved(msg.err)
	}
	t.saving.filed = true
	return t.follow()
}

// leave goes back to the lobby once everything is stored. A round that is over
// goes into the history. Where the store fails, leaving again goes without.
func (t *table) leave() tea.Cmd {
	switch {
	case t.saving.giveUp:
		return back
	case t.saving.ended != nil, t.round.Len() > 0 && t.state().Over():
		return t.finish(leave)
	case t.round.Len() == 0 && !t.saving.stored && !t.saving.busy:
		return back
	}
	t.saving.then = leave
	return t.save() // also for the clock
}

// close stores the round when the session ends without leaving the table.
func (t *table) close() error {
	return t.saving.keeper.close(func(s Store) error {
		switch {
		case t.saving.filed, t.round.Len() == 0 && !t.saving.stored && !t.saving.busy:
			return nil
		case t.saving.ended != nil:
			_, err := s.Finish(*t.saving.ended)
			return err
		case t.round.Len() > 0 && t.state().Over():
			_, err := s.Finish(result(t.round, t.row(), t.env.Now()))
			return err
		}
		return s.Save(t.row())
	})
}
