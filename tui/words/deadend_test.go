package words_test

import (
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/search"
	"boardwalk/tui/tuitest"
)

// stuck is a game in which nothing can be gained any more: from the deal on or, if at is
// a place, once a card has left that place.
type stuck struct {
	engine.Game
	at       engine.Place
	searches *int
}

func (g stuck) Deal(c engine.Code) engine.State {
	return stuckState{g.Game.Deal(c), g, g.at.IsZero()}
}

type stuckState struct {
	engine.State
	game stuck
	dead bool
}

// DeadEnd implements engine.DeadEnder.
func (s stuckState) DeadEnd() (dead, known bool) {
	*s.game.searches++
	return s.dead, true
}

func (s stuckState) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	return stuckState{next, s.game, s.dead || m.From == s.game.at}, err
}

func TestADeadEndIsToldOnce(t *testing.T) {
	e := env(&tuitest.Store{}, "ABC")
	e.Games.House = engine.Catalog{stuck{Game: e.Games.House[0], searches: new(int)}}
	screen := talk(t, e, after("undo", "yes")...)
	if n := strings.Count(screen, "The moves left can't gain a point"); n != 1 {
		t.Errorf("told %d times:\n%s", n, screen)
	}
}

// paid counts searches that were paid for.
type paid int

func (p *paid) Pay(time.Duration) { *p++ }
func (*paid) Spent() bool         { return false }

// TestEveryPositionIsSearchedForADeadEnd checks that each position that moves, undo and redo lead to
// is searched, and no other, and that each search takes a place and is paid for.
func TestEveryPositionIsSearchedForADeadEnd(t *testing.T) {
	for _, tt := range []struct {
		typed          []string
		searches, told int
	}{
		{[]string{"undo", "yes", "redo", "undo", "redo"}, 6, 0},
		{[]string{"undo", "yes", "d1a4"}, 4, 1},
		{[]string{"undo", "yes", "d1a4", "undo", "redo", "undo", "redo"}, 8, 3},
		{[]string{"undo", "yes", "d1a4", "undo", "a1a4", "undo", "d1a4"}, 8, 2},
		{[]string{"restart", "yes", "undo"}, 4, 0},
		{[]string{"restart", "yes", "d1a4", "undo", "undo"}, 6, 1},
		{[]string{"undo", "yes", "d1a4", "c1e4", "undo", "undo", "redo", "redo"}, 9, 2},
		{[]string{"xyzzy", "c3", "look", "score"}, 2, 0},
	} {
		t.Run(strings.Join(tt.typed, " "), func(t *testing.T) {
			e := env(&tuitest.Store{}, "ABC")
			g := stuck{e.Games.House[0], engine.At(4, 1), new(int)}
			e.Games.House = engine.Catalog{g}
			var payer paid
			e.Searches = search.Places{Limit: make(chan struct{}, 1), Payer: &payer}
			screen := talk(t, e, after(tt.typed...)...)
			if told := strings.Count(screen, "The moves left can't gain a point"); told != tt.told || *g.searches != tt.searches || int(payer) != tt.searches {
				t.Errorf("searched %d times, paid for %d and told %d times, want %d and %d:\n%s", *g.searches, payer, told, tt.searches, tt.told, screen)
			}
		})
	}
}
