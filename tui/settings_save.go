package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
)

// storedSettings are the player's settings in a session, and how they get to and from the store.
type storedSettings struct {
	session.Settings
	store   arcade.Store
	tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	saving  play.SaveLoop
	known   bool         // they have been read
	changed bool         // by the player, in this session
	calls   *play.Serial // to the store
}

// read reads the stored settings and takes them, unless the player is faster than the store.
func (s *storedSettings) read() tea.Cmd {
	store := s.store
	return screen.Ask(nil, func() func() tea.Cmd {
		text, err := store.Settings()
		if err != nil {
			return nil // the lobby reports a store that cannot be read
		}
		return func() tea.Cmd {
			if s.known = true; !s.changed {
				s.Settings = session.ParseSettings(text)
			}
			return nil
		}
	})
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
	return screen.Ask(nil, func() func() tea.Cmd {
		err := calls.Do(func() error { return store.SetSettings(text) })
		return func() tea.Cmd { return s.saved(err) }
	})
}

// saved handles the outcome of a write. After a failure the settings are stored again, unless that has
// been done by then.
func (s *storedSettings) saved(err error) tea.Cmd {
	again, retry := s.saving.End(err)
	switch {
	case again:
		return s.write()
	case retry:
		return after(s.tick, nil, retryDelay, func() tea.Cmd {
			if !s.saving.Retry() {
				return nil
			}
			return s.write()
		})
	}
	return nil
}

// close stores what is not stored yet when the session ends. A failure is ignored: nothing
// that was played is lost.
func (s *storedSettings) close() {
	if s.saving.Unsaved() {
		_ = s.calls.Last(func() error { return s.store.SetSettings(s.Text()) })
	}
}
