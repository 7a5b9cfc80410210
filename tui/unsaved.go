package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A save that fails keeps nobody from playing: the table says so and goes on,
// and saves again by itself until it is stored.

// tryPause is how long a table waits before it saves again by itself.
const tryPause = 5 * time.Second

// tryMsg tells a table to save again.
type tryMsg struct{ table *table }

// Retrying is a table's own way out of a save that failed.
type retrying struct {
	due bool // a tryMsg is to come
	own bool // the save on its way is the table's, not that of something the player did
}

const notSaved = "Not saved: "

// banner shows while nothing more important does.
const banner = "Not saved yet. Play on: it is tried again every few seconds."

// failing reports whether the last save failed, and saving again may help.
func (t *table) failing() bool { return t.saving.err != nil && !t.seat.Lost() }

// complain tells the player of an error; what was to follow does not.
func (t *table) complain() tea.Cmd {
	then := t.saving.then
	t.saving.then = stay
	if t.seat.Lost() {
		t.legal.clear(nil)
		t.closed()
		return nil
	}
	text := notSaved + t.saving.err.Error() + "."
	if then == leave {
		t.saving.giveUp = true
		text += " q again leaves without."
	}
	if then == leave || !t.saving.retry.own { // else the player has read it
		t.refuse(text)
	}
	if t.saving.retry.due {
		return nil
	}
	t.saving.retry.due = true
	return t.env.Tick(tryPause, func(time.Time) tea.Msg { return tryMsg{t} })
}

// try saves again what is not stored.
func (t *table) try() tea.Cmd {
	t.saving.retry.due = false
	if !t.failing() || t.saving.busy {
		return nil // what is on its way comes back here where it fails
	}
	leaving := t.saving.giveUp
	var cmd tea.Cmd
	if t.saving.ended != nil {
		cmd = t.file()
	} else {
		cmd = t.save()
	}
	t.saving.giveUp, t.saving.retry.own = leaving, true
	return cmd
}

// relieve tells who was told that it is not saved that it is now.
func (t *table) relieve() {
	if strings.HasPrefix(t.message.text, notSaved) {
		t.say("Saved: nothing is lost.")
	}
}
