package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// storedSettings are the player's settings in a session, and how they get to and from the store.
type storedSettings struct {
	session.Settings
	store   arcade.Store
	tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	saving  play.SaveLoop
	changed bool         // by the player, in this session
	calls   *play.Serial // to the store
}

// settingsReadMsg brings the stored settings, settingsSavedMsg the outcome of storing
// them, and retrySettingsMsg says that it is time to try again.
type (
	settingsReadMsg  struct{ text []byte }
	settingsSavedMsg struct{ err error }
	retrySettingsMsg struct{}
)

// read returns a command that reads the stored settings.
func (s *storedSettings) read() tea.Cmd {
	store := s.store
	return func() tea.Msg {
		text, err := store.Settings()
		if err != nil {
			return nil // the lobby reports a store that cannot be read
		}
		return settingsReadMsg{text}
	}
}

// apply takes the stored settings, unless the player was faster than the store.
func (s *storedSettings) apply(msg settingsReadMsg) {
	if !s.changed {
		s.Settings = session.ParseSettings(msg.text)
	}
}

// readRaces records that the player reads the results of races, the newest first.
func (s *storedSettings) readRaces(now time.Time, list ...*arcade.Race) tea.Cmd {
	unread := s.UnreadRace(list, now)
	if unread == nil {
		return nil
	}
	s.Raced = unread.Begins.UnixMilli()
	return s.save()
}

// save stores the current settings.
func (s *storedSettings) save() tea.Cmd {
	s.changed = true
	if !s.saving.Begin() {
		return nil
	}
	return s.write()
}

// saveAtEnd has the settings stored when the session ends, for a screen that is closed.
func (s *storedSettings) saveAtEnd() {
	s.changed = true
	s.saving.Begin()
}

func (s *storedSettings) write() tea.Cmd {
	calls, store, text := s.calls, s.store, s.Text()
	return func() tea.Msg {
		return settingsSavedMsg{calls.Do(func() error { return store.SetSettings(text) })}
	}
}

// saved handles the outcome of a write.
func (s *storedSettings) saved(msg settingsSavedMsg) tea.Cmd {
	again, retry := s.saving.End(msg.err)
	switch {
	case again:
		return s.write()
	case retry:
		return s.tick(retryDelay, func(time.Time) tea.Msg { return retrySettingsMsg{} })
	}
	return nil
}

// retry stores the settings again after a failure, unless that has been done.
func (s *storedSettings) retry() tea.Cmd {
	if !s.saving.Retry() {
		return nil
	}
	return s.write()
}

// close stores what is not stored yet when the session ends. A failure is ignored: nothing
// that was played is lost.
func (s *storedSettings) close() {
	if s.saving.Unsaved() {
		_ = s.calls.Last(func() error { return s.store.SetSettings(s.Text()) })
	}
}
