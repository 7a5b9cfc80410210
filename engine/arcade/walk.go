package arcade

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
)

// A Track is a round on the boards of an event, as far as it says where its player went.
type Track struct {
	Record  string // as [engine.Record.String] writes it
	Points  int
	Won     bool
	Private bool // its player keeps games private
}

// A Way is a move that players of an event played from a position of its deal, or the zero Move for the
// rounds that ended there.
type Way struct {
	Move    engine.Move
	Players int
	Points  int  // of all of them
	Won     int  // how many of them won
	Mine    bool // the player's own round went there, too
	// Chance is how likely a win was after the move, as the arcade's player plays on: a share from 0 to 1.
	// It is known if Judged is true, from an analysis of the player's own round.
	Chance float64
	Judged bool
}

// Mean returns the mean points of the players who went that way.
func (w Way) Mean() float64 { return float64(w.Points) / float64(w.Players) }

// A Crossing is a position of the deal of an event, and the ways that players went from there.
type Crossing struct {
	State   engine.State
	Ways    []Way // those that most players went first
	Partial bool  // the rounds of private players are left out; see [Walk]

	tracks []Track // those counted, with the moves from here on
}

// Players returns how many players the ways have together.
func (c *Crossing) Players() (n int) {
	for _, w := range c.Ways {
		n += w.Players
	}
	return n
}

// A Walk goes through the positions of the deal of an event that is over, and says of each where the
// players of the event went from there. Only one goroutine may use it at a time.
//
// What private players did stays private. The rounds of all others can be looked up, so anybody can take
// those off the counts, and only private players hide each other. In a position where each way that any of
// them went has five of them or more, they are counted. In any other they are left out of all its ways and
// of all positions behind it, so that no count tells where fewer than five of them went, nor what the
// counts of a position and those of the one before leave over.
type Walk struct {
	Game engine.Game
	Code engine.Code // of the deal

	moves []engine.Move
	at    []Crossing // from the deal to the position: one more than there are moves
	own   *Result
	fair  *analysis.Fair
}

// crowd is how many private players hide each other.
const crowd = 5

// NewWalk returns a walk that begins at the deal. Tracks of other deals, or by other rules, do not count.
// own is the player's round of the deal, nil if there is none, and report what is known of it.
func NewWalk(g engine.Game, code engine.Code, tracks []Track, own *Result, report analysis.Report) *Walk {
	w := &Walk{Game: g, Code: code, own: own, fair: report.Fair}
	deal := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: code}.String() + " "
	var here []Track
	for _, t := range tracks {
		if moves, ok := strings.CutPrefix(t.Record+" ", deal); ok {
			t.Record = moves
			here = append(here, t)
		}
	}
	w.arrive(Crossing{State: g.Deal(code), tracks: here})
	return w
}

// Here returns the position. It is valid until the walk goes on or back.
func (w *Walk) Here() *Crossing { return &w.at[len(w.moves)] }

// Moves returns the moves from the deal to the position.
func (w *Walk) Moves() []engine.Move { return w.moves }

// Go goes on along a move, which nobody need have played. It goes nowhere if the rules refuse the move; the
// error is theirs.
func (w *Walk) Go(m engine.Move) error {
	here := w.Here()
	next, err := here.State.Play(m)
	if err != nil {
		return err
	}
	w.moves = append(w.moves, m)
	w.arrive(Crossing{State: next, Partial: here.Partial, tracks: after(here.tracks, m)})
	return nil
}

// Back goes back along the last move and returns it, or the zero Move at the deal.
func (w *Walk) Back() (m engine.Move) {
	if n := len(w.moves) - 1; n >= 0 {
		m, w.moves, w.at = w.moves[n], w.moves[:n], w.at[:n+1]
	}
	return m
}

// arrive adds a position at the end of the walk.
func (w *Walk) arrive(c Crossing) {
	if !hidden(c.tracks) {
		c.tracks = slices.DeleteFunc(c.tracks, func(t Track) bool { return t.Private })
		c.Partial = true
	}
	c.Ways = waysOf(c.tracks)
	if n := len(w.moves); w.own != nil && len(w.own.Record.Moves) >= n && slices.Equal(w.own.Record.Moves[:n], w.moves) {
		next := append(slices.Clone(w.own.Record.Moves[n:]), engine.Move{})[0]
		for i := range c.Ways {
			way := &c.Ways[i]
			way.Mine = way.Move == next
			if way.Move.IsZero() || w.fair == nil || n >= len(w.fair.Moves) {
				continue
			}
			switch j := w.fair.Moves[n]; way.Move {
			case j.Played:
				way.Chance, way.Judged = j.Chance, true
			case j.Best:
				way.Chance, way.Judged = j.Chance+j.Loss, true
			}
		}
	}
	w.at = append(w.at, c)
}

// next returns the next move of a track as a word, and the moves after it. It returns "" at the end.
func (t Track) next() (word, rest string) {
	word, rest, _ = strings.Cut(t.Record, " ")
	return word, rest
}

// hidden reports whether the private players among some tracks hide each other.
func hidden(tracks []Track) bool {
	going := map[string]int{}
	for _, t := range tracks {
		if t.Private {
			word, _ := t.next()
			going[word]++
		}
	}
	for _, n := range going {
		if n < crowd {
			return false
		}
	}
	return true
}

// after returns those tracks that go on with a move.
func after(tracks []Track, m engine.Move) (on []Track) {
	for _, t := range tracks {
		if word, rest := t.next(); word == m.String() {
			t.Record = rest
			on = append(on, t)
		}
	}
	return on
}

// waysOf sums tracks up by their next moves.
func waysOf(tracks []Track) []Way {
	at := map[string]Way{}
	for _, t := range tracks {
		word, _ := t.next()
		way := at[word]
		way.Players++
		way.Points += t.Points
		if t.Won {
			way.Won++
		}
		at[word] = way
	}
	ways := make([]Way, 0, len(at))
	for word, way := range at {
		way.Move, _ = engine.ParseMove(word) // the zero Move for the end
		ways = append(ways, way)
	}
	slices.SortFunc(ways, func(a, b Way) int { return cmp.Or(b.Players-a.Players, a.Move.Compare(b.Move)) })
	return ways
}

// ParseWalk takes apart what a player types to walk through a past daily: the name of its game, its day such
// as 2026-11-22, before or behind the name, and the moves from the deal, if any. A day or a name that is not
// there is "".
func ParseWalk(words []string) (name, day string, moves []engine.Move) {
	for n := len(words) - 1; n >= 0; n-- {
		m, err := engine.ParseMove(strings.ToLower(words[n]))
		if err != nil {
			break
		}
		words, moves = words[:n], append(moves, m)
	}
	slices.Reverse(moves)
	words, day = CutDay(words)
	return strings.Join(words, " "), day, moves
}

// CutDay cuts the first day, such as 2026-11-22, out of words. The day is "" if there is none.
func CutDay(words []string) (rest []string, day string) {
	for i, word := range words {
		if _, err := time.Parse(time.DateOnly, word); err == nil {
			return slices.Concat(words[:i], words[i+1:]), word
		}
	}
	return words, ""
}
