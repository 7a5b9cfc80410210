package tui_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/tui/tuitest"
)

// These robots play whole games as people do. The engine chooses the moves and knows what
// the screen must say; how to make a move is read off the screen.

// A robotPlayer plays at a table and follows the game with the engine.
type robotPlayer struct {
	*tuitest.Robot
	t      *testing.T
	state  engine.State
	moves  int
	seen   map[string]bool // boards, by their text
	random *rand.Rand
}

// enter returns a sitter at the lobby, about to play the i-th game.
func enter(t *testing.T, i int, seed uint64) *robotPlayer {
	games := catalog.All()
	s := &robotPlayer{Robot: tuitest.New(t, &tuitest.Store{}, games), t: t, state: games[i].Deal("R1"), seen: make(map[string]bool)}
	s.random = rand.New(rand.NewPCG(seed, uint64(i)))
	return s
}

// longest is how many moves a robot makes before it finishes a game that goes in circles.
const longest = 120

// choose returns a move with the greatest immediate gain among those that lead to a new
// board. ok is false once the game only goes in circles.
func (s *robotPlayer) choose() (best engine.Move, ok bool) {
	if s.state.Over() || s.moves >= longest {
		return best, false
	}
	moves, most := s.state.Moves(), -1
	s.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for _, m := range moves {
		next, err := s.state.Play(m)
		if err != nil {
			s.t.Fatal(err)
		}
		points := next.Score().Points
		if s.moves == 0 && engine.Warning(s.state, m) != "" {
			points = 0 // a newcomer would be asked
		}
		if points > most && !s.seen[fmt.Sprint(next.Board())] {
			best, most, ok = m, points, true
		}
	}
	return best, ok
}

// played checks that the screen has followed a move and the routine move after it.
func (s *robotPlayer) played(m engine.Move) {
	s.t.Helper()
	for ok := true; ok && !m.IsZero(); {
		next, err := s.state.Play(m)
		if err != nil {
			s.t.Fatal(err)
		}
		s.state = next
		s.moves++
		s.seen[fmt.Sprint(next.Board())] = true
		if m, ok = routine(next); next.Over() {
			ok = false
		}
	}
	rest(s.Robot)
	score := s.state.Score()
	points := "points "
	if hint.Few(s.state) > 0 && s.Grid().Width() == 40 {
		points = "" // how many cards can move takes its room
	}
	s.Sees(fmt.Sprintf("%s%d/%d  moves %d ", points, score.Points, score.Max, s.moves))
}

func routine(s engine.State) (engine.Move, bool) {
	if d, ok := s.(engine.Dealer); ok {
		return d.NextDeal()
	}
	return engine.Move{}, false
}

// ready reports whether the screen offers to play what is marked.
func (s *robotPlayer) ready() bool { return strings.Contains(s.Screen(), "Enter play") }

// lights fails the test unless exactly the places that can follow are lit.
func (s *robotPlayer) lights(marked engine.Move) {
	s.t.Helper()
	next := engine.Next(s.state.Moves(), marked)
	var want []string
	for _, p := range next {
		want = append(want, p.String())
	}
	slices.Sort(want)
	if got := litOn(s.Robot); !slices.Equal(got, want) {
		s.t.Fatalf("after %s %v are lit, want %v:\n%s", marked, got, want, s.Screen())
	}
}

// marked reports whether a place is marked as the i-th of a move. Forced places are
// marked automatically.
func (s *robotPlayer) marked(place string, i int) bool {
	return boardOn(s.Robot)[place].Sign == rune("SDR"[i])
}

// promises fails the test unless the screen says what a move will do, of which some places
// are marked.
func (s *robotPlayer) promises(m, marked engine.Move) {
	s.t.Helper()
	said(s.t, s.Robot, s.state.Describe(m))
	for i, p := range []engine.Place{marked.From, marked.To, marked.Return} {
		if !p.IsZero() && !s.marked(p.String(), i) {
			s.t.Fatalf("%s is not marked as %c of %s:\n%s", p, "SDR"[i], m, s.Screen())
		}
	}
}

// forced returns the beginning of a move with the places that are the only choice after it.
func (s *robotPlayer) forced(marked engine.Move) engine.Move {
	legal := s.state.Moves()
	for next := engine.Next(legal, marked); len(next) == 1; next = engine.Next(legal, marked) {
		marked = marked.With(next[0])
	}
	return marked
}

// place returns the i-th place of a move.
func place(m engine.Move, i int) engine.Place { return [3]engine.Place{m.From, m.To, m.Return}[i] }

// outcome returns what the screen says about a game that has ended.
func (s *robotPlayer) outcome() string {
	score, how := engine.Final(s.state), "Given up"
	if s.state.Over() {
		how = "Game over"
	}
	switch {
	case score.Perfect:
		how = "A perfect game"
	case score.Won:
		how = "Won"
	}
	compared, n := "Your first best.", 0
	for _, saved := range s.Store.Open {
		n = len(saved.Record.Moves)
	}
	for _, r := range s.Store.Results {
		n = len(r.Record.Moves)
	}
	if n < 5 && !score.Won {
		compared = "It counts, but a game this short can't be a best."
	}
	return fmt.Sprintf("%s: %d of %d points. %s", how, score.Points, score.Max, compared)
}

// filed fails the test unless the game is the only result in the store. It returns the
// beginning of its line in the history.
func (s *robotPlayer) filed() string {
	s.t.Helper()
	if len(s.Store.Open) != 0 || len(s.Store.Results) != 1 || len(s.Store.Results[0].Record.Moves) != s.moves {
		s.t.Fatalf("the store has %+v and %+v", s.Store.Open, s.Store.Results)
	}
	score := engine.Final(s.state)
	g, _ := catalog.All().Find(s.Store.Results[0].Record.Game)
	return fmt.Sprintf("%-19s %3d/%-3d", g.Info().Name, score.Points, score.Max)
}

func TestGamesArePlayedByKeysAlone(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			s := enter(t, i, 1)
			for range i {
				s.Press("down")
			}
			s.Sees("> " + g.Info().Name)
			s.Press("enter")
			s.Sees(g.Info().Name, "moves 0 ")
			for m, ok := s.choose(); ok; m, ok = s.choose() {
				s.byKeys(m)
			}
			if !s.state.Over() {
				s.Press("esc", "g", "y")
			}
			s.Press("esc")
			s.Sees(s.outcome(), "n new deal", "q lobby")
			s.Press("q")
			s.Sees("Boardwalk Arcade", fmt.Sprintf("best %d/%d", engine.Final(s.state).Points, engine.Final(s.state).Max))
			s.Press("H")
			s.Sees("Your history", "1 of 1", "> "+s.filed())
			s.Press("enter", "end")
			s.Sees(fmt.Sprintf("move %d of %d", s.moves, s.moves), "The end.")
		})
	}
}

// byKeys plays a move with the arrows and Enter.
func (s *robotPlayer) byKeys(m engine.Move) {
	s.t.Helper()
	var marked engine.Move
	for marked != m {
		n := marked.Len()
		if n > 0 {
			s.lights(marked)
		}
		next := s.forced(marked.With(place(m, n)))
		walkToPlace(s.Robot, place(m, n).String())
		if n > 0 && next == m { // the last mark plays
			break
		}
		s.Press("enter")
		marked = next
	}
	s.promises(m, marked)
	if !s.ready() {
		s.t.Fatalf("it does not say that Enter plays %s:\n%s", m, s.Screen())
	}
	s.Press("enter")
	s.played(m)
}
