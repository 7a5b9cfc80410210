package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
)

// longFan returns moves of Chessboard after which a pile has more cards than a window of 40
// by 12 shows, and the pile.
func longFan(t *testing.T) (moves []string, pile engine.View) {
	t.Helper()
	s := catalog.All()[catalogIndex(t, "chessboard")].Deal("R1")
	for !s.Over() {
		best, most := engine.Move{}, 0
		for _, m := range s.Moves() {
			if v, _ := s.Board().Find(m.To); v.Fan == engine.FanRight && len(v.Cards) >= most {
				best, most = m, len(v.Cards)
			}
		}
		if best.IsZero() {
			break
		}
		next, err := s.Play(best)
		if err != nil {
			t.Fatal(err)
		}
		moves, s = append(moves, best.String()), next
		for _, v := range s.Board().Piles {
			if v.Fan == engine.FanRight && len(v.Cards) >= 7 {
				return moves, v
			}
		}
	}
	t.Fatal("no pile is long")
	return nil, pile
}

// TestAPileThatIsCutIsViewed checks that v shows all cards of a pile, in the smallest
// window, at the table, in a replay and to who watches.
func TestAPileThatIsCutIsViewed(t *testing.T) {
	moves, pile := longFan(t)
	store := alone(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press(toGame(t, "chessboard")...)
	r.Press("enter") // the first deal is R1
	r.Resize(40, 12)
	play(r, moves...)
	rest(r)
	r.Sees("⋮")
	walkToPlace(r, pile.At.String())
	r.Press("v")
	said(t, r, caption.Pile(pile))
	if cursorOf(r) != pile.At.String() {
		t.Errorf("the cursor has moved:\n%s", r.Screen())
	}

	other := tuitest.New(t, amongOthers(t), catalog.All())
	other.Resize(40, 12)
	other.Press("w", "down", "enter")
	other.Show(store.Spectators.Newest())
	viewed(t, other, pile)

	r.Press("g", "y", "w", "end")
	viewed(t, r, pile)
}

// viewed presses v until a pile is viewed.
func viewed(t *testing.T, r *tuitest.Robot, pile engine.View) {
	t.Helper()
	r.Sees("⋮")
	for range 12 {
		if r.Press("v"); strings.Contains(r.Screen(), pile.At.String()+": ") {
			said(t, r, caption.Pile(pile))
			return
		}
	}
	t.Fatalf("%s is never viewed:\n%s", pile.At, r.Screen())
}
