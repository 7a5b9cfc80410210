package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A failed save does not keep the player from playing. The table reports it, goes on, and
// tries again by itself until the round is stored.

// tryPause is how long a table waits before it saves again by itself.
const tryPause = 5 * time.Second

// tryMsg tells a table to save again.
type tryMsg struct{ table *table }

// retrying is how a table repeats a failed save by itself.
type retrying struct {
	due bool // a tryMsg is on its way
	own bool // the save in progress is such a repetition, not caused by the player
}

const notSaved = "Not saved: "

// banner shows unless something more important does.
const banner = "Not saved yet. Play on: it is tried again every few seconds."

// failing reports whether the last save failed and trying again may help.
func (t *table) failing() bool { return t.saving.err != nil && !t.seat.Lost() }

// complain reports an error to the player, and cancels what was to follow the save.
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
		text += " q again leaves without saving."
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
		return nil // a failure of that save schedules the next try
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

// relieve says that the round is saved now, if the player was told that it was not.
func (t *table) relieve() {
	if strings.HasPrefix(t.message.text, notSaved) {
		t.say("Saved: nothing is lost.")
	}
}
