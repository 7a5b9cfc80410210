package tui

import (
	"sync"
	"time"

	"boardwalk/engine/arcade"

	tea "charm.land/bubbletea/v2"
)

// settingsReadMsg brings the stored settings, settingsSavedMsg the outcome of storing
// them, and retrySettingsMsg says that it is time to try again.
type (
	settingsReadMsg  struct{ text []byte }
	settingsSavedMsg struct{ err error }
	retrySettingsMsg struct{}
)

func (e *Env) readSettings() tea.Cmd {
	store := e.Store
	return func() tea.Msg {
		text, err := store.Settings()
		if err != nil {
			return nil // the lobby reports a store that cannot be read
		}
		return settingsReadMsg{text}
	}
}

// settingsSaving tracks how the settings are stored. One write runs at a time; changes in
// the meantime go with the next.
type settingsSaving struct {
	changed, busy, dirty bool
	err                  error
	saver                *settingsSaver
}

// A settingsSaver writes settings to the store one at a time. After the last write, the
// one with which it is closed, it drops all others: a command may run late.
type settingsSaver struct {
	mu     sync.Mutex
	closed bool
	store  arcade.Store
}

func (s *settingsSaver) write(text []byte, last bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = last
	return s.store.SetSettings(text)
}

// unsaved reports whether settings are not stored yet.
func (s *settingsSaving) unsaved() bool { return s.busy || s.dirty || s.err != nil }

// saveSettings stores the current settings.
func (e *Env) saveSettings() tea.Cmd {
	e.settingsSaving.changed = true
	if e.settingsSaving.busy {
		e.settingsSaving.dirty = true
		return nil
	}
	e.settingsSaving.busy, e.settingsSaving.dirty = true, false
	saver, text := e.settingsSaving.saver, e.settings.text()
	return func() tea.Msg { return settingsSavedMsg{saver.write(text, false)} }
}

// settingsSaved handles the outcome of a write. A failed one is tried again later.
func (e *Env) settingsSaved(msg settingsSavedMsg) tea.Cmd {
	e.settingsSaving.busy, e.settingsSaving.err = false, msg.err
	switch {
	case e.settingsSaving.dirty:
		return e.saveSettings()
	case msg.err != nil:
		return e.Tick(retryDelay, func(time.Time) tea.Msg { return retrySettingsMsg{} })
	}
	return nil
}

// retrySettings stores the settings again after a failure, unless that has been done.
func (e *Env) retrySettings() tea.Cmd {
	if e.settingsSaving.busy || e.settingsSaving.err == nil {
		return nil
	}
	return e.saveSettings()
}

// closeSettings stores what is not stored yet when the session ends. A failure is
// ignored: nothing that was played is lost.
func (e *Env) closeSettings() {
	if e.settingsSaving.unsaved() {
		_ = e.settingsSaving.saver.write(e.settings.text(), true)
	}
}
