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

// StoredSettings are the player's settings in a session, and how they get to and from the store. Another
// session of the player may change them there at the same time.
type StoredSettings struct {
	session.Settings
	env    *Env
	Saving play.SaveLoop
	Known  bool         // they have been read
	base   []byte       // the text of what was read or stored last
	calls  *play.Serial // to the store

	answers []func(*session.Puzzles) // to puzzles, not stored yet
}

// Read reads the stored settings and takes what another session has changed. If then is not nil, it is called
// once they are read.
func (s *StoredSettings) Read(then func()) tea.Cmd {
	store := s.env.Store
	return Ask(nil, func() func() tea.Cmd {
		text, err := store.Settings()
		if err != nil {
			return nil // the lobby reports a store that cannot be read
		}
		return func() tea.Cmd {
			s.Known = true
			s.take(s.base, text)
			if then != nil {
				then()
			}
			return nil
		}
	})
}

// take makes the settings what is stored now, with what the player has changed since base.
func (s *StoredSettings) take(base, now []byte) {
	s.Settings = session.ParseSettings(session.MergeSettings(base, s.Text(), now))
	s.base = session.ParseSettings(now).Text()
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
	if !s.Saving.Begin() {
		return nil
	}
	return s.write()
}

// Answer counts an answer to a puzzle, and stores it beside those that other sessions have stored meanwhile.
func (s *StoredSettings) Answer(t *session.Try, solved bool, day string) tea.Cmd {
	first := *t
	if !t.Count(&s.Puzzles, solved, day) {
		return nil
	}
	s.answers = append(s.answers, func(p *session.Puzzles) {
		again := first
		again.Count(p, solved, day)
	})
	return s.Save()
}

// write stores the settings, and after a failure stores them again.
func (s *StoredSettings) write() tea.Cmd {
	calls, store, base, mine, answers := s.calls, s.env.Store, s.base, session.ParseSettings(s.Text()), s.answers
	return Ask(nil, func() func() tea.Cmd {
		var now []byte
		err := calls.Do(func() (err error) {
			now, err = storeSettings(store, base, mine, answers)
			return err
		})
		return func() tea.Cmd {
			if err == nil {
				s.take(mine.Text(), now)
				s.answers = s.answers[len(answers):]
			}
			again, retry := s.Saving.End(err)
			switch {
			case again:
				return s.write()
			case retry:
				return s.env.After(nil, RetryDelay, func() tea.Cmd {
					if !s.Saving.Retry() {
						return nil // it has been done by now
					}
					return s.write()
				})
			}
			return nil
		}
	})
}

// storeSettings stores what a player has changed since base and answered, and returns all that is stored then.
func storeSettings(store arcade.Store, base []byte, mine session.Settings, answers []func(*session.Puzzles)) (now []byte, err error) {
	stored, err := store.Settings()
	if err != nil {
		return nil, err
	}
	mine.Puzzles = session.ParseSettings(stored).Puzzles
	for _, answer := range answers {
		answer(&mine.Puzzles)
	}
	now = session.MergeSettings(base, mine.Text(), stored)
	return now, store.SetSettings(now)
}

// Close stores what is not stored yet when the session ends. A failure is ignored: nothing
// that was played is lost.
func (s *StoredSettings) Close() {
	if s.Saving.Unsaved() {
		_ = s.calls.Last(func() error {
			_, err := storeSettings(s.env.Store, s.base, s.Settings, s.answers)
			return err
		})
	}
}

// RetryDelay is how long to wait before a call that failed is made again. A failure does
// not keep the player from playing.
const RetryDelay = 5 * time.Second

// Choose applies the player's choices to a look.
func Choose(look *theme.Look, s *session.Settings) {
	if t, ok := theme.FindTheme(s.Theme); ok && look.Shows(t) {
		look.Theme = t
	}
	if d, ok := theme.FindDeck(s.Deck); ok {
		look.Deck = d
	}
	if s.FourColors {
		look.Theme = look.FourColors()
	}
}

// NextTheme returns the name of the theme that is by steps after that of a look, of those that its
// terminal can show.
func NextTheme(look *theme.Look, by int) string {
	return Around(look.Choices(), func(name string) string { return name }, look.Theme.Name, by)
}

// Around returns the name that is by steps after from in a list, wrapping around at its
// ends.
func Around[T any](all []T, name func(T) string, from string, by int) string {
	i := slices.IndexFunc(all, func(t T) bool { return name(t) == from })
	return name(all[(max(i, 0)+by+len(all))%len(all)])
}
