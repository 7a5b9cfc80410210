package tui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// saving tracks how a table's round is stored. Only one save runs at a time; changes in
// the meantime go with the next.
type saving struct {
	saver  *play.Saver
	busy   bool
	dirty  bool           // something has changed since the save in progress began
	ended  *arcade.Result // what the history gets, once the round has ended
	filed  bool           // the history has it
	err    error          // of the last save
	then   afterSave
	giveUp bool // a save failed when the player was leaving: leaving again goes on without it
	retry  autoRetry
}

// afterSave is what follows once everything is stored.
type afterSave uint8

const (
	stay afterSave = iota
	leave
	dealAnew
	dealAgain  // the same deal, as practice
	showReplay // the round's replay
)

// busy implements busyScreen.
func (t *table) busy() bool { return t.saving.then == leave || t.saving.then == showReplay }

// unsaved reports whether a move could be lost.
func (s saving) unsaved() bool { return s.busy || s.dirty || s.err != nil }

// savedMsg brings a table the outcome of a save, finishedMsg that of putting its round
// into the history.
type (
	savedMsg struct {
		table *table
		err   error
	}
	finishedMsg struct {
		table *table
		filed arcade.Result // as the history has it
		err   error
	}
)

// nothingToSave reports whether there is nothing to store of this round.
func (t *table) nothingToSave() bool {
	return t.seat.Len() <= t.initialMoves && !t.seat.Stored() && !t.saving.busy
}

// save stores the round, now or after the save in progress.
func (t *table) save() tea.Cmd {
	t.saving.giveUp, t.saving.retry.running = false, false
	if t.saving.busy {
		t.saving.dirty = true
		return nil
	}
	t.saving.busy, t.saving.dirty = true, false
	t.seat.Saving()
	saver, round := t.saving.saver, t.seat.Snapshot(t.saving.then == leave)
	return func() tea.Msg { return savedMsg{t, saver.Save(round)} }
}

// applySave handles the outcome of a save.
func (t *table) applySave(msg savedMsg) tea.Cmd {
	t.saving.busy, t.saving.err = false, msg.err
	t.seat.Saved(msg.err)
	shows := t.reveal()
	switch {
	case msg.err != nil:
		return tea.Batch(shows, t.reportError(), t.replayKeys())
	case t.saving.ended != nil:
		return tea.Batch(shows, t.file())
	case t.saving.dirty:
		return tea.Batch(shows, t.save())
	}
	t.reportSaved()
	return tea.Batch(shows, t.proceed(), t.replayKeys(), t.searchHint())
}

// proceed does what was to follow once everything is stored.
func (t *table) proceed() tea.Cmd {
	then := t.saving.then
	t.saving.then = stay
	switch then {
	case leave:
		return back
	case dealAnew:
		t.deal(t.game(), t.env.Deal(), false)
		return t.Init()
	case dealAgain:
		t.deal(t.game(), t.seat.Code(), true)
		return t.Init()
	case showReplay:
		return t.replayRound()
	}
	return nil
}

// finish ends the round, puts it into the history, and then does what follows.
func (t *table) finish(then afterSave) tea.Cmd {
	t.saving.then, t.end.panelHidden = then, false
	if t.saving.filed || t.nothingToSave() {
		return t.proceed()
	}
	if t.saving.ended == nil {
		r := t.seat.End()
		t.saving.ended = &r
		t.legal.clear(nil)
	}
	if t.saving.busy {
		return nil // applySave continues with file
	}
	return t.file()
}

// file puts the ended round into the history. It always submits the same result, so that
// trying again does not add it twice.
func (t *table) file() tea.Cmd {
	t.saving.busy, t.saving.giveUp, t.saving.retry.running = true, false, false
	t.seat.Saving()
	saver, r := t.saving.saver, *t.saving.ended
	return func() tea.Msg {
		filed, err := saver.Finish(r)
		return finishedMsg{t, filed, err}
	}
}

func (t *table) applyFinish(msg finishedMsg) tea.Cmd {
	t.saving.busy, t.saving.dirty, t.saving.err = false, false, msg.err
	t.seat.Saved(msg.err)
	shows := t.reveal()
	if msg.err != nil {
		return tea.Batch(shows, t.reportError())
	}
	t.saving.filed, *t.saving.ended = true, msg.filed // it may count for less than it ended with
	if r := t.saving.ended; isRanked(*r) && (t.end.bestBefore == nil || r.Better(*t.end.bestBefore)) {
		t.end.bestAfter = r
	}
	t.reportSaved()
	return tea.Batch(shows, t.env.readProfile(), t.proceed())
}

// leave goes back to the lobby once everything is stored. A round that is over goes into
// the history. If the store fails, leaving again goes without it.
func (t *table) leave() tea.Cmd {
	switch {
	case t.saving.giveUp, t.seat.Lost(), t.nothingToSave():
		return back
	case t.saving.ended != nil, t.seat.Len() > 0 && t.seat.Over():
		return t.finish(leave)
	}
	t.saving.then = leave
	return t.save() // also for the clock
}

// close stores the round when the session ends without leaving the table.
func (t *table) close() error {
	t.assists.stopHint()
	s, err := t.saving.saver, error(nil)
	switch {
	case t.saving.filed, t.seat.Lost(), t.nothingToSave():
		s.Close()
	case t.saving.ended != nil, t.seat.Len() > 0 && t.seat.Over():
		err = s.FinishLast(t.outcome())
	default:
		err = s.SaveLast(t.seat.Snapshot(true))
	}
	if errors.Is(err, arcade.ErrConflict) {
		return nil // another session has the game, and goes on from what is stored
	}
	return err
}
