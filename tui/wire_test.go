package tui_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// The maximum number of bytes on the wire: for a key of a typed move and for the Enter
// that plays it, as a median; for a whole frame, in any case.
const keyBytes, moveBytes, repaintBytes = 115, 250, 4096

// A wire counts the bytes of the frames that an app sends: one after each message, as the
// difference to the one before.
type wire struct {
	*tuitest.Robot
	next, shown *grid.Grid
	buf         []byte
	sent        int
}

func wired(r *tuitest.Robot) *wire {
	w := &wire{Robot: r, next: r.Grid(), shown: r.Grid()}
	r.Seen = func() {
		w.next.Clear()
		r.App.Draw(w.next)
		w.buf = grid.Diff(w.buf[:0], w.shown, w.next, grid.ANSI256BCE)
		w.shown.CopyFrom(w.next)
		w.sent += len(w.buf)
	}
	return w
}

// TestAMoveIsFewBytes plays random games by typed moves. It counts from the Enter that
// plays a move until the frame no longer changes.
func TestAMoveIsFewBytes(t *testing.T) {
	for i, g := range catalog.All() {
		for name, motion := range map[string]bool{"at rest": false, "in motion": true} {
			t.Run(g.Info().ID+" "+name, func(t *testing.T) {
				c := costs(t, i, motion, [2]int{80, 24}, "dark")
				t.Logf("a key %s; a move %s; with its keys %s; a frame %s",
					spread(c.keys), spread(c.moves), spread(c.words), spread(c.frames))
				if got := middle(c.keys); got > keyBytes {
					t.Errorf("a key is %d bytes, want at most %d", got, keyBytes)
				}
				if got := middle(c.moves); got > moveBytes {
					t.Errorf("a move is %d bytes, want at most %d", got, moveBytes)
				}
				if got := slices.Max(c.frames); got > repaintBytes {
					t.Errorf("a frame is %d bytes, want at most %d", got, repaintBytes)
				}
			})
		}
	}
}

// TestTheSecondMarkSendsAsLittle plays random games with the arrows and Enter, with moves
// confirmed and not. The sentence about a move changes as the cursor comes to a lit place, which must
// not cost more than the frame that is saved.
func TestTheSecondMarkSendsAsLittle(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			confirmed, second := steered(t, i, "S", "down", "down", "down", "right", "q"), steered(t, i)
			t.Logf("a move with all its keys: confirmed %s; by the second mark %s", spread(confirmed), spread(second))
			if sum(second) > sum(confirmed)*105/100 {
				t.Errorf("%d moves are %d bytes by the second mark, %d confirmed", len(second), sum(second), sum(confirmed))
			}
		})
	}
}

func sum(n []int) (sum int) {
	for _, n := range n {
		sum += n
	}
	return sum
}

// steered plays random moves of some deals with the arrows and Enter, at a table where some
// keys are pressed first. It returns the bytes of each move with all its keys.
func steered(t *testing.T, i int, first ...string) (moves []int) {
	random := rand.New(rand.NewPCG(uint64(i), 7))
	for n := range 3 {
		code := fmt.Sprintf("A%d", n)
		r := deal(t, i, code)
		r.Press(first...)
		w, s := wired(r), &robotPlayer{Robot: r, t: t, state: catalog.All()[i].Deal(engine.Code(code)), seen: make(map[string]bool)}
		for range 20 {
			legal := s.state.Moves()
			if s.state.Over() {
				break
			}
			m := legal[random.IntN(len(legal))]
			w.sent = 0
			for marked := (engine.Move{}); marked != m; {
				walkToPlace(s.Robot, place(m, marked.Len()).String())
				r.Press("enter")
				marked = s.forced(marked.With(place(m, marked.Len())))
			}
			if s.ready() {
				r.Press("enter")
			}
			r.Clock += 1000
			r.Seen() // the card has arrived
			moves = append(moves, w.sent)
			s.played(m)
		}
	}
	return moves
}

// The same in a large window, where a move also adds a row to the list beside the board, and
// a card has up to ten pips or a picture.
const largeKeyBytes, largeMoveBytes = 115, 900

// TestAMoveIsFewBytesInALargeWindow checks that bytes follow what changes, not the size.
func TestAMoveIsFewBytesInALargeWindow(t *testing.T) {
	for i, g := range catalog.All() {
		if !*deep && i%2 > 0 {
			continue
		}
		t.Run(g.Info().ID, func(t *testing.T) {
			c := costs(t, i, true, [2]int{200, 60}, "dark")
			t.Logf("a key %s; a move %s; with its keys %s; a frame %s", spread(c.keys), spread(c.moves), spread(c.words), spread(c.frames))
			if got := middle(c.keys); got > largeKeyBytes {
				t.Errorf("a key is %d bytes, want at most %d", got, largeKeyBytes)
			}
			if got := middle(c.moves); got > largeMoveBytes {
				t.Errorf("a move is %d bytes, want at most %d", got, largeMoveBytes)
			}
		})
	}
}

// The same at a table with a ground: no cell of it is left to the terminal.
const groundKeyBytes, groundMoveBytes, groundRepaintBytes = 125, 512, 5760

// TestAGroundIsFewBytes checks that a ground takes a third more for a key, and twice as much for
// whatever writes a row again.
func TestAGroundIsFewBytes(t *testing.T) {
	for i, g := range catalog.All() {
		if !*deep && i%2 == 0 {
			continue
		}
		t.Run(g.Info().ID, func(t *testing.T) {
			c := costs(t, i, true, [2]int{80, 24}, "felt")
			t.Logf("a key %s; a move %s; with its keys %s; a frame %s", spread(c.keys), spread(c.moves), spread(c.words), spread(c.frames))
			if got := middle(c.keys); got > groundKeyBytes {
				t.Errorf("a key is %d bytes, want at most %d", got, groundKeyBytes)
			}
			if got := middle(c.moves); got > groundMoveBytes {
				t.Errorf("a move is %d bytes, want at most %d", got, groundMoveBytes)
			}
			if got := slices.Max(c.frames); got > groundRepaintBytes {
				t.Errorf("a frame is %d bytes, want at most %d", got, groundRepaintBytes)
			}
		})
	}
}

// middle returns the median.
func middle(n []int) int { return slices.Sorted(slices.Values(n))[len(n)/2] }

func spread(n []int) string {
	return fmt.Sprintf("%d bytes in the middle, %d at most of %d", middle(n), slices.Max(n), len(n))
}

// A cost is the bytes of each key that types a move, of the Enter that plays it, of all
// these together, and of the whole frame after them.
type cost struct{ keys, moves, words, frames []int }

// costs plays random games that count, by a player who is not a newcomer, until they have
// had 60 moves.
func costs(t *testing.T, i int, motion bool, size [2]int, theme string) (c cost) {
	g := catalog.All()[i]
	random := rand.New(rand.NewPCG(uint64(i), 6))
	const most = 60
	for n := 1; len(c.moves) < most; n++ {
		played := []arcade.Result{{Record: engine.Record{Game: g.Info().ID}, Class: arcade.Practice}}
		r := tuitest.New(t, &tuitest.Store{Results: played, SettingsJSON: []byte(`{"theme":"` + theme + `"}`)}, catalog.All())
		r.Resize(size[0], size[1])
		for range i {
			r.Press("down")
		}
		r.Press("enter")
		for range n - 1 {
			r.Press("n")
			if strings.Contains(r.Screen(), "(y/n)") { // too many deals were left unplayed
				r.Press("y")
			}
		}
		if !motion {
			r.Press("S", "end", "right", "q") // the last option
		}
		w, s := wired(r), g.Deal(engine.Code(fmt.Sprintf("R%d", n)))
		for moves := 0; moves < most && !s.Over(); moves++ {
			legal := s.Moves()
			if same := slices.DeleteFunc(s.Moves(), func(m engine.Move) bool { return deals(t, s, m) }); len(same) > 0 {
				legal = same
			}
			m := legal[random.IntN(len(legal))]
			word := 0
			for _, key := range "t" + m.String() {
				sent := w.press(t, string(key))
				c.keys = append(c.keys, sent)
				word += sent
			}
			r.Clock += 1000
			r.Seen() // a second of thought: the clock has moved on by itself
			sent := w.press(t, "enter")
			w.sent = 0
			r.Clock += 150
			r.Seen() // the card has arrived
			if !deals(t, s, m) {
				c.moves = append(c.moves, sent+w.sent)
				c.words = append(c.words, word+sent+w.sent)
			}
			c.frames = append(c.frames, len(grid.Diff(nil, nil, w.shown, grid.ANSI256BCE)))
			s = follow(t, s, m)
		}
	}
	return c
}

// press returns the bytes that a key causes.
func (w *wire) press(t *testing.T, key string) int {
	w.sent = 0
	w.Send(tuitest.KeyPress(t, key))
	return w.sent
}

// deals reports whether another board of several is dealt after a move: then the whole board is sent.
func deals(t *testing.T, s engine.State, m engine.Move) bool {
	t.Helper()
	next, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	before, several := s.(engine.Undealer)
	return several && before.Undealt() > next.(engine.Undealer).Undealt()+1
}

// follow returns the state after a move and the routine moves after it.
func follow(t *testing.T, s engine.State, m engine.Move) engine.State {
	t.Helper()
	for ok := true; ok; {
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s = next
		if m, ok = routine(s); s.Over() {
			ok = false
		}
	}
	return s
}

// BenchmarkMove measures a move at the table of Hop 45 and the undo that takes it back:
// the updates, the frames and the bytes.
func BenchmarkMove(b *testing.B) {
	r := atTable(b, hop45)
	w := wired(r)
	enter, undo := tea.KeyPressMsg{Code: tea.KeyEnter}, tea.KeyPressMsg{Code: 'u', Text: "u"}
	r.Press("t", "a", "1", "a", "4")
	w.sent = 0
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		if n++; n > 1 {
			for _, key := range "ta1a4" {
				r.Send(tea.KeyPressMsg{Code: key, Text: string(key)})
			}
		}
		r.Send(enter)
		r.Send(undo)
	}
	b.ReportMetric(float64(w.sent)/float64(n), "wire-B/op")
}
