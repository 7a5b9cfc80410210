package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Mistake is a move that an analysis has blamed, kept in the player's settings to be played again.
type Mistake struct {
	Record engine.Record `json:"record"` // up to the mistake, which is its last move
	Better []engine.Move `json:"better"`
	Goal   engine.Goal   `json:"goal,omitempty"` // as in [analysis.Fault], as are the next two
	Loss   float64       `json:"loss,omitempty"`
	Why    string        `json:"why,omitempty"`
	Due    string        `json:"due"`             // the day in UTC from which on it comes again
	Right  int           `json:"right,omitempty"` // how often in a row a better move was found at once
}

// pauses are the days until a mistake comes again, by how often in a row it went right. It goes after the
// last.
var pauses = []int{1, 4}

const (
	// mistakesMost is how many mistakes are kept, the latest, and mistakeBytes how long the text of each, or of
	// a puzzle of the player's own, may be. Together with all else they fit into arcade.SettingsMost.
	mistakesMost = 24
	mistakeBytes = 600
)

// Remember keeps the faults of a round for later days, of a built-in game.
func (s *Settings) Remember(games engine.Catalog, r engine.Record, faults []analysis.Fault, day string) {
	if _, ok := games.Find(r.Game); !ok {
		return
	}
	for _, m := range MistakesOf(r, faults) {
		known := slices.ContainsFunc(s.Mistakes, func(k Mistake) bool { return k.Record.String() == m.Record.String() })
		m.Due = arcade.AddDays(day, pauses[0])
		if text, _ := json.Marshal(m); !known && len(text) <= mistakeBytes {
			s.Mistakes = append(slices.Clone(s.Mistakes), m)
		}
	}
	s.Mistakes = s.Mistakes[max(len(s.Mistakes)-mistakesMost, 0):]
}

// MistakesOf returns the faults of a round.
func MistakesOf(r engine.Record, faults []analysis.Fault) (all []Mistake) {
	for _, f := range faults {
		to := r
		to.Moves = slices.Clip(r.Moves[:f.At+1])
		all = append(all, Mistake{Record: to, Better: f.Better, Goal: f.Goal, Loss: f.Loss, Why: f.Why})
	}
	return all
}

// Due returns the mistakes that are to be played on a day.
func (s Settings) Due(day string) []Mistake {
	return slices.DeleteFunc(slices.Clone(s.Mistakes), func(m Mistake) bool { return m.Due > day })
}

// Kept returns how many mistakes are kept, and how many of them are to be played again on a day: "1 kept",
// "none to play again today".
func (s Settings) Kept(day string) (kept, again string) {
	again = "none to play again today"
	if n := len(s.Due(day)); n > 0 {
		again = fmt.Sprintf("%d to play again today", n)
	}
	return fmt.Sprintf("%d kept", len(s.Mistakes)), again
}

// ParsePuzzle is [Puzzles.ParsePuzzle]. Where no puzzle of the player's own waits, it tells of the mistakes that are kept.
func (s Settings) ParsePuzzle(name, day string) (*Try, error) {
	try, err := s.Puzzles.ParsePuzzle(name, day)
	if errors.Is(err, errNoneOwn) && len(s.Mistakes) > 0 {
		kept, again := s.Kept(day)
		return nil, fmt.Errorf("%w. Your mistakes: %s; %s", err, kept, again)
	}
	return try, err
}

// Replayed records the first answer to a mistake on a day, if it is kept and due: right says that it was a
// better move.
func (s *Settings) Replayed(m Mistake, right bool, day string) {
	i := slices.IndexFunc(s.Mistakes, func(k Mistake) bool { return k.Record.String() == m.Record.String() && k.Due <= day })
	if i < 0 {
		return
	}
	s.Mistakes = slices.Clone(s.Mistakes)
	kept := &s.Mistakes[i]
	if kept.Right++; !right {
		kept.Right = 0
	}
	if kept.Right == len(pauses) {
		s.Mistakes = slices.Delete(s.Mistakes, i, i+1)
		return
	}
	kept.Due = arcade.AddDays(day, pauses[kept.Right])
}

// Played returns the move that was the mistake.
func (m Mistake) Played() engine.Move { return m.Record.Moves[len(m.Record.Moves)-1] }

// Before returns the record up to the mistake, without it.
func (m Mistake) Before() engine.Record {
	r := m.Record
	r.Moves = slices.Clip(r.Moves[:len(r.Moves)-1])
	return r
}

// Lesson returns the mistake as a lesson of a game with one step: to find a better move. The error says why
// the game cannot set it up.
func (m Mistake) Lesson(g engine.Game) (engine.Lesson, error) {
	if len(m.Record.Moves) == 0 || len(m.Better) == 0 {
		return engine.Lesson{}, fmt.Errorf("the mistake has no moves")
	}
	states, err := m.Before().Replay(g)
	if err != nil {
		return engine.Lesson{}, err
	}
	at := states[len(states)-1]
	fault := analysis.Fault{At: len(states) - 1, Goal: m.Goal, Loss: m.Loss, Why: m.Why}
	step := engine.Step{Say: caption.Fault(fault, m.Played(), at), Want: m.Better, Done: caption.Mended(fault)}
	return engine.Lesson{Title: "Your mistake, " + g.Info().Name, Start: at, Steps: []engine.Step{step}}, nil
}

// OpenMistake returns the first of some mistakes that can be set up, as a lesson of its game, with those that
// are left, it among them. own is a game that may be in no library, nil for none. The error says why there
// is none.
func OpenMistake(games engine.Library, own engine.Game, mistakes []Mistake) (g engine.Game, l engine.Lesson, left []Mistake, err error) {
	err = errors.New("no mistake is left")
	for left = mistakes; len(left) > 0; left = left[1:] {
		id, ok := left[0].Record.Game, true
		if g = own; g == nil || g.Info().ID != id {
			g, ok = games.Find(id)
		}
		if !ok {
			err = fmt.Errorf("there is no game %q here", id)
		} else if l, err = left[0].Lesson(g); err == nil {
			return g, l, left, nil
		}
	}
	return nil, engine.Lesson{}, nil, err
}

// Wrong answers a move that is not known as better.
func (m Mistake) Wrong(move engine.Move) string {
	if move == m.Played() {
		return "That is what you played."
	}
	return "The analysis knows a better move."
}
