package screen

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// StoredSettings are the player's settings in a session, and how they get to and from the store.
type StoredSettings struct {
	session.Settings
	store   arcade.Store
	tick    func(time.Duration, func(time.Time) tea.Msg) tea.Cmd
	Saving  play.SaveLoop
	Known   bool         // they have been read
	changed bool         // by the player, in this session
	calls   *play.Serial // to the store
}

// Read reads the stored settings and takes them, unless the player is faster than the store.
func (s *StoredSettings) Read() tea.Cmd {
	store := s.store
	return Ask(nil, func() func() tea.Cmd {
		text, err := store.Settings()
		if err != nil {
			return nil // the lobby reports a store that cannot be read
		}
		return func() tea.Cmd {
			if s.Known = true; !s.changed {
				s.Settings = session.ParseSettings(text)
			}
			return nil
		}
	})
}

// ReadRaces records that the player reads the results of races, the newest first.
func (s *StoredSettings) ReadRaces(now time.Time, list ...*arcade.Race) tea.Cmd {
	unread := s.UnreadRace(list, now)
	if unread == nil {
		return nil
	}
	s.Raced = unread.Begins.UnixMilli()
	return s.Save()
}

// Save stores the current settings.
func (s *StoredSettings) Save() tea.Cmd {
	s.changed = true
	if !s.Saving.Begin() {
		return nil
	}
	return s.write()
}

// SaveAtEnd has the settings stored when the session ends, for a screen that is closed.
func (s *StoredSettings) SaveAtEnd() {
	s.changed = true
	s.Saving.Begin()
}

func (s *StoredSettings) write() tea.Cmd {
	calls, store, text := s.calls, s.store, s.Text()
	return Ask(nil, func() func() tea.Cmd {
		err := calls.Do(func() error { return store.SetSettings(text) })
		return func() tea.Cmd { return s.saved(err) }
	})
}

// saved handles the outcome of a write. After a failure the settings are stored again, unless that has
// been done by then.
func (s *StoredSettings) saved(err error) tea.Cmd {
	again, retry := s.Saving.End(err)
	switch {
	case again:
		return s.write()
	case retry:
		return after(s.tick, nil, RetryDelay, func() tea.Cmd {
			if !s.Saving.Retry() {
				return nil
			}
			return s.write()
		})
	}
	return nil
}

// Close stores what is not stored yet when the session ends. A failure is ignored: nothing
// that was played is lost.
func (s *StoredSettings) Close() {
	if s.Saving.Unsaved() {
		_ = s.calls.Last(func() error { return s.store.SetSettings(s.Text()) })
	}
}

// RetryDelay is how long to wait before a call that failed is made again. A failure does
// not keep the player from playing.
const RetryDelay = 5 * time.Second

// ChosenLook returns a look with the player's choices applied.
func ChosenLook(s session.Settings, of theme.Look) theme.Look {
	if t, ok := theme.FindTheme(s.Theme); ok && of.Shows(t) {
		of.Theme = t
	}
	if d, ok := theme.FindDeck(s.Deck); ok {
		of.Deck = d
	}
	if s.FourColors {
		of.Theme = of.FourColors()
	}
	return of
}

// NextTheme returns the name of the theme that is by steps after that of a look, of those that its
// terminal can show.
func NextTheme(look theme.Look, by int) string {
	return Around(look.Choices(), func(name string) string { return name }, look.Theme.Name, by)
}

// Around returns the name that is by steps after from in a list, wrapping around at its
// ends.
func Around[T any](all []T, name func(T) string, from string, by int) string {
	i := slices.IndexFunc(all, func(t T) bool { return name(t) == from })
	return name(all[(max(i, 0)+by+len(all))%len(all)])
}
