package session

import (
	"bytes"
	"encoding/json"
	"slices"
	"time"

	"boardwalk/engine/arcade"
)

// Settings are a player's choices, stored with the player's rows as JSON. Values that are
// missing or no longer known have their defaults.
//
// # Adding a setting
//
// It is a field with a JSON name, its default in defaultSettings, and a line in options
// (account/settings.go); one in words/settings.go if it matters without a screen. The golden frames settings-*
// show it, and PLAYING.md names it.
type Settings struct {
	Theme      string    `json:"theme,omitempty"`
	Deck       string    `json:"deck,omitempty"`
	FourColors bool      `json:"fourColors,omitempty"`
	Confirm    bool      `json:"confirm"`            // Enter is to confirm a move once it is marked
	AutoSafe   bool      `json:"autoSafe,omitempty"` // safe moves are played after the player's
	AutoDeal   bool      `json:"autoDeal"`
	Motion     bool      `json:"motion"`
	Pages      bool      `json:"pages"`               // in words, a long answer waits for Enter
	Warnings   bool      `json:"warnings,omitempty"`  // say when a game cannot be won any more
	Signals    bool      `json:"signals"`             // good game and the like reach the player
	Favorites  []string  `json:"favorites,omitempty"` // IDs of games
	Learned    []string  `json:"learned,omitempty"`   // IDs of the lessons played through
	Drafts     []Draft   `json:"drafts,omitempty"`    // of the newest design not kept; earlier releases stored three
	Puzzles    Puzzles   `json:"puzzles,omitzero"`
	Mistakes   []Mistake `json:"mistakes,omitempty"` // the player's, to be played again
	Raced      int64     `json:"raced,omitempty"`    // when the newest race began whose result the player has read, in Unix milliseconds
}

// defaultSettings returns the settings of a new player. Theme and deck come from the
// session.
func defaultSettings() Settings {
	return Settings{AutoDeal: true, Motion: true, Pages: true, Signals: true}
}

// ParseSettings parses stored settings. It cannot fail, since settings must never keep
// anyone from playing: if text is malformed, it returns the defaults. Unknown IDs are
// kept.
func ParseSettings(text []byte) Settings {
	s := defaultSettings()
	var earlier struct {
		Confirm  *bool
		Automark *int
	}
	if len(text) > 0 && (json.Unmarshal(text, &s) != nil || json.Unmarshal(text, &earlier) != nil) {
		return defaultSettings()
	}
	// Automark 0 and 1, of older releases, ended a move with Enter.
	if earlier.Confirm == nil && earlier.Automark != nil && *earlier.Automark < 2 {
		s.Confirm = true
	}
	return s
}

// Text returns the settings in the form that ParseSettings reads.
func (s Settings) Text() []byte {
	text, _ := json.Marshal(s) // strings, bools and numbers cannot fail
	return text
}

// A SettingsStore keeps a player's settings, as an [arcade.Store] does.
type SettingsStore interface {
	Settings() ([]byte, error)
	SetSettings([]byte) error
}

// Change changes the settings that are stored now, or s if they cannot be read, and returns them. The
// error says that the change is not stored.
func (s Settings) Change(store SettingsStore, change func(*Settings)) (Settings, error) {
	stored, err := store.Settings()
	if err == nil {
		s = ParseSettings(stored)
	}
	before := s.Text()
	if change(&s); err != nil || bytes.Equal(before, s.Text()) {
		return s, err
	}
	return s, store.SetSettings(MergeSettings(before, s.Text(), stored))
}

// MergeSettings returns the text of the settings that are stored now, with what a session has changed: the
// fields that differ between two texts of its settings, base and mine. Fields that this program does not know
// stay as they are. What cannot be read counts as empty.
func MergeSettings(base, mine, now []byte) []byte {
	was, is, merged := fields(base), fields(mine), fields(now)
	for name := range was {
		if _, left := is[name]; !left {
			delete(merged, name)
		}
	}
	for name, value := range is {
		if !bytes.Equal(value, was[name]) {
			merged[name] = value
		}
	}
	text, _ := json.Marshal(merged) // what was read can be written
	return text
}

// JoinSettings returns the text of the settings of an account that another becomes part of: its own, with
// what was learned, liked and solved in either.
func JoinSettings(stays, goes []byte) []byte {
	s, other := ParseSettings(stays), ParseSettings(goes)
	before := s.Text()
	s.Puzzles = s.Puzzles.joined(other.Puzzles)
	s.Learned, s.Favorites = union(s.Learned, other.Learned), union(s.Favorites, other.Favorites)
	return MergeSettings(before, s.Text(), stays)
}

// union returns a list with what only another has after it.
func union(list, other []string) []string {
	return append(slices.Clip(list), slices.DeleteFunc(slices.Clone(other), func(text string) bool { return slices.Contains(list, text) })...)
}

// fields returns the fields of a JSON object, none if text is none.
func fields(text []byte) map[string]json.RawMessage {
	fields := make(map[string]json.RawMessage)
	if json.Unmarshal(text, &fields) != nil || fields == nil {
		return map[string]json.RawMessage{}
	}
	return fields
}

// IsFavorite reports whether a game is one of the player's favourites.
func (s Settings) IsFavorite(id string) bool { return slices.Contains(s.Favorites, id) }

// ToggleFavorite adds a game to the favourites, or removes it.
func (s *Settings) ToggleFavorite(id string) {
	if i := slices.Index(s.Favorites, id); i >= 0 {
		s.Favorites = slices.Delete(slices.Clone(s.Favorites), i, i+1)
		return
	}
	s.Favorites = append(slices.Clone(s.Favorites), id)
}

// HasLearned reports whether a lesson was played through.
func (s Settings) HasLearned(id string) bool { return slices.Contains(s.Learned, id) }

// Learn records that a lesson was played through.
func (s *Settings) Learn(id string) {
	if !s.HasLearned(id) {
		s.Learned = append(slices.Clone(s.Learned), id)
	}
}

// UnreadRace returns the newest race of a list, newest first, if it is over, was begun in the last
// three days, and the player has not read its result. Otherwise it returns nil.
func (s Settings) UnreadRace(list []*arcade.Race, now time.Time) *arcade.Race {
	i := slices.IndexFunc(list, func(r *arcade.Race) bool { return r.Over })
	if i < 0 || list[i].Begins.UnixMilli() <= s.Raced || now.Sub(list[i].Begins) > 3*24*time.Hour {
		return nil
	}
	return list[i]
}
