package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
)

// A failed save does not keep the player from playing. The table reports it, goes on, and
// tries again by itself until the round is stored.

// retryDelay is how long a table waits before it saves again by itself.
const retryDelay = 5 * time.Second

// retryMsg tells a table to save again.
type retryMsg struct{ table *table }

// autoRetry is how a table repeats a failed save by itself.
type autoRetry struct {
	scheduled bool // a retryMsg is on its way
	running   bool // the save in progress is such a repetition, not caused by the player
}

const notSaved = "Not saved: "

// notSavedBanner shows unless something more important does.
const notSavedBanner = "Not saved yet. Play on: it is tried again every few seconds."

// failing reports whether the last save failed and trying again may help.
func (t *table) failing() bool { return t.saving.err != nil && !t.seat.Lost() }

// reportError reports an error to the player, and cancels what was to follow the save.
func (t *table) reportError() tea.Cmd {
	then := t.saving.then
	t.saving.then = stay
	if t.seat.Lost() {
		t.legal.clear(nil)
		t.refuseIfClosed()
		return nil
	}
	text := notSaved + t.saving.err.Error() + "."
	if then == leave {
		t.saving.giveUp = true
		text += " q again leaves without saving."
	}
	if then == leave || !t.saving.retry.running { // else the player has read it
		t.refuse(text)
	}
	if t.saving.retry.scheduled {
		return nil
	}
	t.saving.retry.scheduled = true
	return t.env.Tick(retryDelay, func(time.Time) tea.Msg { return retryMsg{t} })
}

// retry saves again what is not stored.
func (t *table) retry() tea.Cmd {
	t.saving.retry.scheduled = false
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
	t.saving.giveUp, t.saving.retry.running = leaving, true
	return cmd
}

// reportSaved says that the round is saved now, if the player was told that it was not.
func (t *table) reportSaved() {
	if strings.HasPrefix(t.message.text, notSaved) {
		t.say("Saved: nothing is lost.")
	}
}
