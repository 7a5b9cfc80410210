package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// Saving is what a table knows of its rows. One save is on its way at a time;
// what changes meanwhile goes with the next.
type saving struct {
	busy   bool
	dirty  bool // there is more than what is on its way
	stored bool // the store has a row of this round
	ended  bool // the round is in the history
	err    error
	then   afterSaving
}

// unsaved tells whether a move could be lost.
func (s saving) unsaved() bool { return s.busy || s.dirty || s.err != nil }

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
	if t.saving.ended {
		return nil
	}
	if t.saving.busy {
		t.saving.dirty = true
		return nil
	}
	t.saving.busy, t.saving.dirty = true, false
	store, row := t.env.Store, t.row()
	return func() tea.Msg { return savedMsg{t, store.Save(row)} }
}

// saved takes note of a save that came back.
func (t *table) saved(msg savedMsg) tea.Cmd {
	t.saving.busy, t.saving.err = false, msg.err
	if msg.err != nil {
		t.saving.then = stay
		t.refuse("Not saved: " + msg.err.Error())
		return nil
	}
	t.saving.stored = true
	if t.saving.dirty {
		return t.save()
	}
	return t.follow()
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

// finish puts the round into the history, and then does what follows.
func (t *table) finish(then afterSaving) tea.Cmd {
	t.saving.then = then
	if t.saving.ended || t.round.Len() == 0 && !t.saving.stored {
		return t.follow()
	}
	if t.timing.stopped == 0 {
		t.timing.stopped = t.millis()
	}
	t.saving.ended = true
	t.legal.clear(nil)
	store, r := t.env.Store, result(t.round, t.row(), t.env.Now())
	return func() tea.Msg {
		_, err := store.Finish(r)
		return finishedMsg{t, err}
	}
}

func (t *table) finished(msg finishedMsg) tea.Cmd {
	if msg.err != nil {
		t.saving.ended, t.saving.err, t.saving.then = false, msg.err, stay
		t.settle()
		t.refuse("Not saved: " + msg.err.Error())
		return nil
	}
	t.saving.err = nil
	return t.follow()
}

// leave goes back to the lobby once everything is stored. A round that is over
// goes into the history. Where the store fails, leaving again goes without.
func (t *table) leave() tea.Cmd {
	switch {
	case t.saving.err != nil:
		t.saving.err = nil
		return back
	case t.round.Len() > 0 && t.state().Over():
		return t.finish(leave)
	case t.saving.ended, t.round.Len() == 0 && !t.saving.stored:
		return back
	}
	t.saving.then = leave
	return t.save() // also for the clock
}

// close stores the round when the session ends without leaving the table.
func (t *table) close() error {
	switch {
	case t.saving.ended, t.round.Len() == 0 && !t.saving.stored && !t.saving.busy:
		return nil
	case t.round.Len() > 0 && t.state().Over():
		_, err := t.env.Store.Finish(result(t.round, t.row(), t.env.Now()))
		return err
	}
	return t.env.Store.Save(t.row())
}
