package tui

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// settingsMsg brings the kept settings, keptMsg the answer to keeping them, and
// keepMsg the time to try again.
type (
	settingsMsg struct{ text []byte }
	keptMsg     struct{ err error }
	keepMsg     struct{}
)

func (e *Env) readSettings() tea.Cmd {
	store := e.Store
	return func() tea.Msg {
		text, err := store.Settings()
		if err != nil {
			return nil // the lobby tells of a store that cannot be read
		}
		return settingsMsg{text}
	}
}

// Keeping is what is on its way to the store: one text at a time, and what
// changes meanwhile with the next.
type keeping struct {
	changed, busy, dirty bool
	err                  error
	row                  *settingsRow
}

// A settingsRow lets settings through to the store one by one, and none behind
// those that it was closed with: a command may run late.
type settingsRow struct {
	mu     sync.Mutex
	closed bool
	store  Store
}

func (r *settingsRow) put(text []byte, last bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return nil
	}
	r.closed = last
	return r.store.SetSettings(text)
}

// waiting tells whether settings are not stored yet.
func (k *keeping) waiting() bool { return k.busy || k.dirty || k.err != nil }

// keep stores the settings as they are now.
func (e *Env) keep() tea.Cmd {
	e.keeping.changed = true
	if e.keeping.busy {
		e.keeping.dirty = true
		return nil
	}
	e.keeping.busy, e.keeping.dirty = true, false
	row, text := e.keeping.row, e.settings.text()
	return func() tea.Msg { return keptMsg{row.put(text, false)} }
}

// kept takes note of the answer. What failed is tried again.
func (e *Env) kept(msg keptMsg) tea.Cmd {
	e.keeping.busy, e.keeping.err = false, msg.err
	switch {
	case e.keeping.dirty:
		return e.keep()
	case msg.err != nil:
		return e.Tick(tryPause, func(time.Time) tea.Msg { return keepMsg{} })
	}
	return nil
}

// keepAgain stores what failed, unless that is done by now.
func (e *Env) keepAgain() tea.Cmd {
	if e.keeping.busy || e.keeping.err == nil {
		return nil
	}
	return e.keep()
}

// closeSettings stores what is not stored yet when the session ends. Where that
// fails the player is not told: it is nothing that was played.
func (e *Env) closeSettings() {
	if e.keeping.waiting() {
		_ = e.keeping.row.put(e.settings.text(), true)
	}
}
