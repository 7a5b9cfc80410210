package session

import (
	"encoding/json"
	"slices"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/draft"
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
	Theme      string        `json:"theme,omitempty"`
	Deck       string        `json:"deck,omitempty"`
	FourColors bool          `json:"fourColors,omitempty"`
	Trigger    draft.Trigger `json:"automark"` // what plays a move
	AutoDeal   bool          `json:"autoDeal"`
	Motion     bool          `json:"motion"`
	Pages      bool          `json:"pages"`               // in words, a long answer waits for Enter
	Warnings   bool          `json:"warnings,omitempty"`  // say when a game cannot be won any more
	Signals    bool          `json:"signals"`             // good game and the like reach the player
	Favorites  []string      `json:"favorites,omitempty"` // IDs of games
	Learned    []string      `json:"learned,omitempty"`   // IDs of the lessons played through
	Drafts     Drafts        `json:"drafts,omitempty"`    // designs put aside, the newest first
	Puzzles    Puzzles       `json:"puzzles,omitzero"`
	Mistakes   []Mistake     `json:"mistakes,omitempty"` // the player's, to be played again
	Raced      int64         `json:"raced,omitempty"`    // when the newest race began whose result the player has read, in Unix milliseconds
}

// defaultSettings returns the settings of a new player. Theme and deck come from the
// session.
func defaultSettings() Settings {
	return Settings{Trigger: draft.BySecondMark, AutoDeal: true, Motion: true, Pages: true, Signals: true}
}

// ParseSettings parses stored settings. It cannot fail, since settings must never keep
// anyone from playing: if text is malformed, it returns the defaults. Unknown IDs are
// kept.
func ParseSettings(text []byte) Settings {
	s := defaultSettings()
	if len(text) > 0 && json.Unmarshal(text, &s) != nil {
		return defaultSettings()
	}
	if !s.Trigger.Known() {
		s.Trigger = defaultSettings().Trigger
	}
	return s
}

// Text returns the settings in the form that ParseSettings reads.
func (s Settings) Text() []byte {
	text, _ := json.Marshal(s) // strings, bools and numbers cannot fail
	return text
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
