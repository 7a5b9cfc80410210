package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/play"
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

// settingsSaving is how the settings are stored.
type settingsSaving struct {
	play.SaveLoop
	changed bool         // by the player, in this session
	calls   *play.Serial // to the store
}

// saveSettings stores the current settings.
func (e *Env) saveSettings() tea.Cmd {
	e.settingsSaving.changed = true
	if !e.settingsSaving.Begin() {
		return nil
	}
	return e.storeSettings()
}

func (e *Env) storeSettings() tea.Cmd {
	calls, store, text := e.settingsSaving.calls, e.Store, e.settings.text()
	return func() tea.Msg {
		return settingsSavedMsg{calls.Do(func() error { return store.SetSettings(text) })}
	}
}

// settingsSaved handles the outcome of a write.
func (e *Env) settingsSaved(msg settingsSavedMsg) tea.Cmd {
	again, retry := e.settingsSaving.End(msg.err)
	switch {
	case again:
		return e.storeSettings()
	case retry:
		return e.Tick(retryDelay, func(time.Time) tea.Msg { return retrySettingsMsg{} })
	}
	return nil
}

// retrySettings stores the settings again after a failure, unless that has been done.
func (e *Env) retrySettings() tea.Cmd {
	if !e.settingsSaving.Retry() {
		return nil
	}
	return e.storeSettings()
}

// closeSettings stores what is not stored yet when the session ends. A failure is
// ignored: nothing that was played is lost.
func (e *Env) closeSettings() {
	if e.settingsSaving.Unsaved() {
		_ = e.settingsSaving.calls.Last(func() error { return e.Store.SetSettings(e.settings.text()) })
	}
}
