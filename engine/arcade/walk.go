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

// next returns the next move of a track as a word, "" at its end, and the moves after it.
func (t Track) next() (word, rest string) {
	word, rest, _ = strings.Cut(t.Record, " ")
	return word, rest
}

// A Way is a move that players of an event played from a position of its deal, or the zero Move for the
// rounds that ended there.
type Way struct {
	Move    engine.Move `json:"move,omitzero" jsonschema:"missing for the games that ended there"`
	Players int         `json:"players"`
	Points  int         `json:"points" jsonschema:"that all these players ended with together"`
	Won     int         `json:"won" jsonschema:"how many of them won"`
	Mine    bool        `json:"mine,omitempty" jsonschema:"the player's own game went there"`
	Chance  *float64    `json:"chance,omitempty" jsonschema:"0 to 1, to win then, by an analysis of the player's own game"`
}

// Name returns the move as a word, or "end".
func (w Way) Name() string { return cmp.Or(w.Move.String(), "end") }

// Mean returns the mean points of the players who went that way.
func (w Way) Mean() float64 { return float64(w.Points) / float64(max(w.Players, 1)) }

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
	Game  engine.Game
	Code  engine.Code // of the deal
	moves []engine.Move
	at    []Crossing // from the deal to the position: one more than there are moves
	own   []engine.Move
	found *analysis.Fair
}

// crowd is how many private players hide each other.
const crowd = 5

// NewWalk returns a walk that begins at the deal. Tracks of other deals, or by other rules, do not count.
// own are the moves of the player's round of the deal, and found is what is known of them: nil if nothing is.
func NewWalk(g engine.Game, code engine.Code, tracks []Track, own []engine.Move, found *analysis.Fair) *Walk {
	w := &Walk{Game: g, Code: code, own: own, found: found}
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

// Go goes along a move, which nobody need have played. It goes nowhere if the rules refuse the move; the
// error is theirs.
func (w *Walk) Go(m engine.Move) error {
	here := w.Here()
	there := Crossing{Partial: here.Partial}
	for _, t := range here.tracks {
		if word, rest := t.next(); word == m.String() {
			t.Record = rest
			there.tracks = append(there.tracks, t)
		}
	}
	var err error
	if there.State, err = here.State.Play(m); err == nil {
		w.moves = append(w.moves, m)
		w.arrive(there)
	}
	return err
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
	private := map[string]int{} // by next move
	for _, t := range c.tracks {
		if word, _ := t.next(); t.Private {
			private[word]++
		}
	}
	for _, n := range private {
		c.Partial = c.Partial || n < crowd
	}
	if c.Partial {
		c.tracks = slices.DeleteFunc(c.tracks, func(t Track) bool { return t.Private })
	}
	ways := map[string]Way{} // by next move
	for _, t := range c.tracks {
		word, _ := t.next()
		way := ways[word]
		way.Players++
		way.Points += t.Points
		if t.Won {
			way.Won++
		}
		ways[word] = way
	}
	for word, way := range ways {
		way.Move, _ = engine.ParseMove(word) // the zero Move for the end
		w.judge(&way)
		c.Ways = append(c.Ways, way)
	}
	slices.SortFunc(c.Ways, func(a, b Way) int { return cmp.Or(b.Players-a.Players, a.Move.Compare(b.Move)) })
	w.at = append(w.at, c)
}

// judge says of a move whether the player went there, and what is known of it.
func (w *Walk) judge(way *Way) {
	n := len(w.moves)
	if len(w.own) <= n || !slices.Equal(w.own[:n], w.moves) {
		return
	}
	way.Mine = way.Move == w.own[n]
	if w.found == nil || len(w.found.Moves) <= n || way.Move.IsZero() {
		return
	}
	switch j := w.found.Moves[n]; way.Move {
	case j.Played:
		way.Chance = &j.Chance
	case j.Best:
		best := j.Chance + j.Loss
		way.Chance = &best
	}
}

// ParseWalk takes apart what a player types to walk through a past daily: the name of its game, its day such
// as 2026-11-22, before or behind the name, and the moves from the deal, if any. A day or a name that is not
// there is "". The error says which word behind both is no move.
func ParseWalk(words []string) (name, day string, moves []engine.Move, err error) {
	rest, day := CutDay(words)
	n := slices.Index(words, day) // words of the name
	if n <= 0 {
		n = len(rest)
		for n > 0 && isMove(rest[n-1]) {
			n--
		}
	}
	moves, err = engine.ParseMoves(strings.ToLower(strings.Join(rest[n:], " ")))
	return strings.Join(rest[:n], " "), day, moves, err
}

func isMove(word string) bool {
	_, err := engine.ParseMove(strings.ToLower(word))
	return err == nil
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
