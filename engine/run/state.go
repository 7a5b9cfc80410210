package run

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
)

// A run is how far a run has come: what is known of it on a board, and between two.
type run struct {
	code   engine.Code
	taken  []int // the changes that hold on the board, one for each board before it
	points int   // of the boards before it
}

// rules returns the game of the board.
func (r run) rules() boardwalk.MadeUp {
	v, _ := with(len(r.taken), r.taken)
	g, err := boardwalk.New(v)
	if err != nil {
		panic("run: " + err.Error()) // all that can be taken is tested
	}
	return g
}

// next returns the board as it is dealt.
func (r run) next() table {
	return table{r, r.rules().Deal(part(r.code, "board", len(r.taken))).(*boardwalk.State)}
}

// after returns the run on the board after this one, with one more change.
func (r run) after(change int) run {
	r.taken = append(slices.Clone(r.taken), change)
	return r
}

// guess returns the run with other boards to come.
func (r run) guess(random *rand.Rand) run {
	r.code = engine.Code(fmt.Sprintf("%016X", random.Uint64()))
	return r
}

// Undealt implements [engine.Undealer].
func (r run) Undealt() (n int) {
	for _, v := range boards[len(r.taken)+1:] {
		n += len(v.Ranks()) * v.Suits
	}
	return n
}

// won returns the boards of a run of which so many are won.
func (run) won(n int) (won []bool, all int) { return slices.Repeat([]bool{true}, n), len(boards) }

// note returns what is above a board's own notes: how far the run has come, and what was changed.
func (r run) note() string {
	board := fmt.Sprintf("Board %d of %d", len(r.taken)+1, len(boards))
	if len(r.taken) == 0 {
		return board + "."
	}
	return board + ", with " + r.chosen()
}

// chosen names the changes so far.
func (r run) chosen() string {
	var names []string
	for _, c := range r.taken {
		names = append(names, changes[c].name)
	}
	return strings.Join(names, ", ") + "."
}

// A table is a state with a board in play, or with the last one, won. What is not said here is as on any
// board of the Boardwalk family.
type table struct {
	run
	*boardwalk.State
}

// Moves implements [engine.State].
func (t table) Moves() []engine.Move {
	if t.State.Score().Won {
		return nil
	}
	return t.State.Moves()
}

// Over implements [engine.State].
func (t table) Over() bool { return t.State.Score().Won || t.State.Over() }

// Play implements [engine.State].
func (t table) Play(m engine.Move) (engine.State, error) {
	if t.State.Score().Won {
		return nil, &engine.IllegalMove{Move: m, Code: "over", Why: "The run is over: all seven boards are won."}
	}
	s, err := t.State.Play(m)
	if err != nil {
		return nil, err
	}
	next := table{t.run, s.(*boardwalk.State)}
	if score := next.State.Score(); score.Won && len(t.taken) < len(boards)-1 {
		r := t.run
		r.points += score.Points
		return choice{r, offers(r.code, r.taken)}, nil
	}
	return next, nil
}

// Score implements [engine.State]: the points of all boards. The run is won with its last board.
func (t table) Score() engine.Score {
	s := t.State.Score()
	s.Points, s.Max = s.Points+t.points, info.Max
	s.Perfect = s.Won && s.Points == s.Max
	return s
}

// Boards implements [engine.Undealer].
func (t table) Boards() (won []bool, all int) {
	n := len(t.taken)
	if t.State.Score().Won {
		n++
	}
	return t.won(n)
}

// End implements [engine.Ender].
func (t table) End() engine.Score { return t.Score() }

// EndNote implements [engine.Ender].
func (t table) EndNote() string { return "" }

// DeadEnd implements [engine.DeadEnder].
func (t table) DeadEnd() (dead, known bool) {
	if t.Over() {
		return true, true
	}
	return t.State.DeadEnd()
}

// Board implements [engine.State].
func (t table) Board() engine.Board {
	b := t.State.Board()
	b.Notes = append([]string{t.note()}, b.Notes...)
	return b
}

// Guess implements [engine.Guesser].
func (t table) Guess(random *rand.Rand) engine.State {
	s := t.State.Guess(random)
	return table{t.guess(random), s.(*boardwalk.State)}
}

// between holds the places between two boards: those of the changes, and the one that a change is taken to.
var between = [...]engine.Place{engine.At(1, 1), engine.At(2, 1), engine.At(3, 1), engine.At(2, 2)}

const take = 3 // the index in between of the place that a change is taken to

// A choice is a state between two boards. Its run is that of the board that was won, with its points.
type choice struct {
	run
	offers []int
}

// change returns the change that a legal move chooses.
func (c choice) change(m engine.Move) int { return c.offers[slices.Index(between[:], m.From)] }

// Moves implements [engine.State].
func (c choice) Moves() []engine.Move {
	var moves []engine.Move
	for _, p := range between[:take] {
		moves = append(moves, engine.Move{From: p, To: between[take]})
	}
	return moves
}

// Boards implements [engine.Undealer].
func (c choice) Boards() (won []bool, all int) { return c.won(len(c.taken) + 1) }

// Over implements [engine.State].
func (c choice) Over() bool { return false }

// Play implements [engine.State].
func (c choice) Play(m engine.Move) (engine.State, error) {
	switch {
	case !slices.Contains(between[:take], m.From):
		return nil, &engine.IllegalMove{Move: m, Code: engine.CodeNoSuchPlace, Why: "Choose one of the changes at a1, b1 and c1."}
	case m.To != between[take] || m.Len() > 2:
		return nil, &engine.IllegalMove{Move: m, Code: engine.CodeSyntax, Why: "A change is taken to b2, such as a1b2."}
	}
	return c.after(c.change(m)).next(), nil
}

// Describe implements [engine.State].
func (c choice) Describe(m engine.Move) string {
	chosen := changes[c.change(m)]
	return fmt.Sprintf("%s to %s: from now on %s.", chosen.name, m.To, chosen.does)
}

// Score implements [engine.State].
func (c choice) Score() engine.Score { return engine.Score{Points: c.points, Max: info.Max} }

// Board implements [engine.State].
func (c choice) Board() engine.Board {
	b := engine.Board{Notes: []string{fmt.Sprintf("Board %d of %d won: take a change to b2.", len(c.taken)+1, len(boards))}}
	for i, p := range between[:take] {
		chosen := changes[c.offers[i]]
		b.Piles = append(b.Piles, engine.View{At: p, Kind: engine.Reserve, Label: chosen.name, Cards: []engine.Card{}})
		b.Notes = append(b.Notes, fmt.Sprintf("%s %s: %s.", p, chosen.name, chosen.does))
	}
	if len(c.taken) > 0 {
		b.Notes = append(b.Notes, "Changes so far: "+c.chosen())
	}
	b.Piles = append(b.Piles, engine.View{At: between[take], Kind: engine.Foundation, Label: "take", Cards: []engine.Card{}})
	return b
}

// Position implements [engine.State].
func (c choice) Position() map[engine.Place]engine.Pile {
	at := make(map[engine.Place]engine.Pile)
	for _, p := range between {
		at[p] = engine.NewPile()
	}
	return at
}

// Guess implements [engine.Guesser].
func (c choice) Guess(random *rand.Rand) engine.State { return choice{c.guess(random), c.offers} }
