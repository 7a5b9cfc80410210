package draft_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/board"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Slips are how often a newcomer does something that was not meant. All are rates of what
// is counted beside them.
type slips struct {
	off    float64 // of walks: the cursor stops one place off
	double float64 // of Enters: it is pressed twice
	mind   float64 // of sources marked: another card is wanted after all, half of the time without Esc
	reads  float64 // of moves: the sentence about them is read before the key that plays them
	twice  bool    // it may be read before the key that marks the last place, too
}

// A newcomer plays at a board with the arrows and Enter, and makes slips. A refusal is always
// read, a marker of a wrong place is not seen: only the sentence tells.
type newcomer struct {
	slips
	random  *rand.Rand
	confirm bool
	draft   draft.Draft
	grid    *grid.Grid
	state   engine.State
	want    engine.Move
	refused bool
	again   bool // Enter was pressed twice, and the first has played
	toll
}

// A toll is what a number of moves cost.
type toll struct {
	moves, keys, enters int
	refusals            int
	wrong               int // moves played that were not wanted; each is taken back
	turned              int // of wrong, those that turned up a card: the game counts no more
}

func (c toll) String() string {
	per := func(n, of int) float64 { return float64(n) * float64(of) / float64(c.moves) }
	return fmt.Sprintf("%5.2f keys and %4.2f Enters a move; of 1000 moves %5.1f refusals, %4.1f undos, %4.1f cards turned up by mistake",
		per(c.keys, 1), per(c.enters, 1), per(c.refusals, 1000), per(c.wrong, 1000), per(c.turned, 1000))
}

func newNewcomer(s slips, confirm bool, seed uint64) *newcomer {
	n := &newcomer{slips: s, random: rand.New(rand.NewPCG(seed, 1)), confirm: confirm, grid: grid.New(80, 24)}
	n.draft.Confirm = &n.confirm
	refuse := func(string) tea.Cmd {
		n.refused = true
		return nil
	}
	n.draft.Voice = draft.Voice{Say: func(string, ...any) tea.Cmd { return nil }, Refuse: refuse, Clear: func() { n.refused = false }}
	return n
}

// slip reports whether something happens that has a rate.
func (n *newcomer) slip(rate float64) bool { return n.random.Float64() < rate }

// show goes on to a position, and wants one of the moves there that score most.
func (n *newcomer) show(s engine.State) {
	n.state = s
	n.draft.Show(s)
	n.draft.Pointer.Draw(n.grid, board.Overlay{}, theme.Default())
	n.choose()
}

func (n *newcomer) choose() {
	legal, most := n.state.Moves(), -1
	n.random.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	for _, m := range legal {
		if next, err := n.state.Play(m); err == nil && next.Score().Points > most {
			n.want, most = m, next.Score().Points
		}
	}
}

// key moves the cursor.
func (n *newcomer) key(key string) {
	n.keys++
	n.draft.Pointer.Move(key)
}

// walk moves the cursor to a place, or near it.
func (n *newcomer) walk(to engine.Place) {
	for range 60 {
		at := n.draft.Pointer.At
		x, _ := n.draft.Pointer.Layout.Corner(at)
		toX, _ := n.draft.Pointer.Layout.Corner(to)
		switch {
		case at == to && n.slip(n.off):
			n.key([]string{"left", "right", "up", "down"}[n.random.IntN(4)])
			return
		case at == to:
			return
		case at.Row() < to.Row():
			n.key("down")
		case at.Row() > to.Row():
			n.key("up")
		case x < toX:
			n.key("right")
		default:
			n.key("left")
		}
	}
}

// enter presses Enter, unless the player reads that it would play another move than the one
// wanted. It returns the move that was played, if any; ok is false if the player takes back
// what is marked, to begin again.
func (n *newcomer) enter() (played engine.Move, ok bool) {
	_, told := n.draft.Marking.Ahead(n.draft.Pointer.At)
	told = n.draft.Plan() != "" && (told || n.draft.Marking.Ready()) && (n.draft.Plays() || n.slips.twice)
	if told && n.draft.Plan() != n.state.Describe(n.want) && n.slip(n.reads) {
		n.escape()
		return engine.Move{}, false
	}
	n.again = n.slip(n.double)
	if played, ok = n.press(); !played.IsZero() || !ok || !n.again {
		return played, ok
	}
	n.again = false
	return n.press()
}

// press presses Enter once.
func (n *newcomer) press() (played engine.Move, ok bool) {
	n.keys++
	n.enters++
	if played = n.draft.Mark(); !n.refused {
		return played, true
	}
	n.refusals++
	n.escape()
	return played, false
}

func (n *newcomer) escape() {
	n.keys++
	n.refused, n.again = false, false
	n.draft.Clear()
}

// attempt marks the move that is wanted, place by place. It returns the move that was played,
// or none if it is to be begun again.
func (n *newcomer) attempt() engine.Move {
	if n.again { // the Enter that played the last move was pressed twice
		n.again = false
		if played, _ := n.press(); !played.IsZero() {
			return played
		}
	}
	for i, p := range []engine.Place{n.want.From, n.want.To, n.want.Return} {
		if p.IsZero() || n.draft.Marking.Ready() {
			break
		}
		if n.draft.Marking.Move.Len() > i && i > 0 {
			continue // it followed from the one before
		}
		n.walk(p)
		if played, ok := n.enter(); !ok || !played.IsZero() {
			return played
		}
		if i == 0 && n.slip(n.mind) {
			n.choose()
			if n.slip(0.5) {
				n.escape()
			}
			return engine.Move{}
		}
	}
	if !n.draft.Marking.Ready() {
		n.escape()
		return engine.Move{}
	}
	if !n.draft.Plays() { // the cursor has left the marked places
		n.walk(n.draft.Marking.Move.Last())
	}
	played, _ := n.enter()
	return played
}

// play plays a deal up to some number of moves. A wrong move is taken back.
func (n *newcomer) play(s engine.State, most int) {
	n.show(s)
	n.draft.Begin()
	for tries := 0; !s.Over() && most > 0 && tries < 100; tries++ {
		m := n.attempt()
		if m.IsZero() {
			continue
		}
		next, err := s.Play(m)
		if err != nil {
			panic(err) // the draft returns legal moves alone
		}
		if m == n.want {
			s, tries = next, 0
			n.moves++
			most--
		} else {
			n.wrong++
			n.keys++
			n.again = false
			if engine.Hidden(next) < engine.Hidden(s) {
				n.turned++
			}
		}
		n.show(s)
	}
}

// after returns what newcomers' moves cost in all games.
func after(s slips, confirm bool, deals int) (sum toll) {
	for i, g := range catalog.All() {
		n := newNewcomer(s, confirm, uint64(i))
		for deal := range deals {
			n.play(g.Deal(engine.Code(fmt.Sprintf("R%d", deal))), 40)
		}
		sum.moves += n.moves
		sum.keys += n.keys
		sum.enters += n.enters
		sum.refusals += n.refusals
		sum.wrong += n.wrong
		sum.turned += n.turned
	}
	return sum
}

// TestNewcomersFareAsWellWithTheSecondMark plays with moves confirmed and not, by newcomers who make
// slips, and logs what their moves cost. It fails if what new players have costs more
// keys or, beyond chance, more undos than confirming each move with Enter.
var newcomers = flag.Bool("newcomers", false, "let all newcomers play, also those whose sums are only logged, and three times as many deals")

func TestNewcomersFareAsWellWithTheSecondMark(t *testing.T) {
	tolls := make(map[bool]toll)
	deals := 20
	if *newcomers {
		deals = 60
	}
	usual := slips{off: 0.04, double: 0.03, mind: 0.05}
	for _, c := range []struct {
		name  string
		reads float64
		twice bool
	}{
		{"reads every second sentence", 0.5, false},
		{"reads four of five", 0.8, false},
		{"reads four of five, and looks twice where there are two Enters", 0.8, true},
		{"reads nearly all", 0.95, false},
	} {
		for _, confirm := range []bool{true, false} {
			asked := c.reads == 0.5
			if !asked && !*newcomers {
				continue
			}
			usual.reads, usual.twice = c.reads, c.twice
			sum := after(usual, confirm, deals)
			t.Logf("%-62s  confirmed: %-5t  %v", c.name, confirm, sum)
			if asked {
				tolls[confirm] = sum
			}
		}
	}
	second, enter := tolls[false], tolls[true]
	if second.keys*enter.moves >= enter.keys*second.moves {
		t.Error("the second mark costs more keys")
	}
	if 3*second.wrong*enter.moves > 4*enter.wrong*second.moves {
		t.Error("the second mark costs more undos")
	}
}
