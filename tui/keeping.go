package tui

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

// settingsMsg brings the stored settings, keptMsg the outcome of storing them, and
// keepMsg says that it is time to try again.
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
			return nil // the lobby reports a store that cannot be read
		}
		return settingsMsg{text}
	}
}

// keeping tracks how the settings are stored. One write runs at a time; changes in the
// meantime go with the next.
type keeping struct {
	changed, busy, dirty bool
	err                  error
	row                  *settingsRow
}

// A settingsRow writes settings to the store one at a time. After the last write, the one
// with which it is closed, it drops all others: a command may run late.
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

// waiting reports whether settings are not stored yet.
func (k *keeping) waiting() bool { return k.busy || k.dirty || k.err != nil }

// keep stores the current settings.
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

// kept handles the outcome of a write. A failed one is tried again later.
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

// keepAgain stores the settings again after a failure, unless that has been done.
func (e *Env) keepAgain() tea.Cmd {
	if e.keeping.busy || e.keeping.err == nil {
		return nil
	}
	return e.keep()
}

// closeSettings stores what is not stored yet when the session ends. A failure is
// ignored: nothing that was played is lost.
func (e *Env) closeSettings() {
	if e.keeping.waiting() {
		_ = e.keeping.row.put(e.settings.text(), true)
	}
}
