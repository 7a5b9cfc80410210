// Package floors measures the arcade beside two other servers of the same board, in one
// run on one machine, so that its budgets are ratios and do not depend on the machine:
//
//   - bare is golang.org/x/crypto/ssh alone. For each key it writes the bytes that the
//     arcade's screens would send: no game, no save. Nothing can cost less.
//   - stock is Wish and Bubble Tea as their examples use them: the same game and the same
//     board, drawn with lipgloss by Bubble Tea's own renderer. It saves nothing.
//
// Each server runs in its own process, which is this test binary again, and reports its
// costs over a pipe. The client is the same for all: sessions with their own keys and
// networks, which play the same deal to its end at a key a second. This prints the table:
//
//	go test ./server/floors -run '^$' -bench Budgets -benchtime 1x
//
// -sessions, -for and -idle set the size of the measurement. -profile=DIR adds a run of
// the arcade under pprof, and prints where its time and memory go.
package floors

import (
	"fmt"
	"os"
	"testing"

	"boardwalk/tui/tuitest"
)

// A floor is a server to measure.
type floor struct {
	name string
	// serve starts to serve a script on the loopback, stores its data in dir, and
	// returns its address. It ends with the process.
	serve func(dir string, s script) (addr string, err error)
}

// floors lists the servers to compare, in the order of the table.
var floors = []floor{
	{"ours", serveOurs},
	{"bare", serveBare},
	{"stock", serveStock},
}

// TestMain runs the tests, or in a child one of the servers.
func TestMain(m *testing.M) {
	name := os.Getenv(floorVariable)
	for _, f := range floors {
		if f.name == name {
			if err := f.runChild(os.Getenv(folderVariable)); err != nil {
				fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
				os.Exit(1)
			}
			return
		}
	}
	os.Exit(m.Run())
}

// smokeKeys is how many keys each session types in the test, enough for some moves.
const smokeKeys = 20

// TestFloorsShowTheSameBoard plays some moves on all three servers and compares the board
// after each key.
func TestFloorsShowTheSameBoard(t *testing.T) {
	t.Parallel()
	s := record(t, common, smokeKeys)
	for _, f := range floors {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			child := start(t, f, s, false)
			for i := range 3 {
				p, err := enter(child, address(i))
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(p.HangUp)
				for k, key := range s.Keys {
					want := boardOf(s.Frames[k+1].Text)
					shows := func(s *tuitest.Terminal) bool { return boardOf(s.Screen()) == want }
					if _, err := p.press(key, shows); err != nil {
						t.Fatalf("session %d, key %d, %q: %v\ngot\n%s\nwant\n%s", i, k, key, err, p.look(), want)
					}
				}
			}
			if m := child.ask(t, askMemory); m.Heap == 0 || m.Goroutines == 0 || m.CPU == 0 {
				t.Errorf("the server costs %+v", m)
			}
		})
	}
}

// TestPlayersInLargeWindows plays some moves on the arcade in windows in which screens stand
// in the middle and have panes.
func TestPlayersInLargeWindows(t *testing.T) {
	t.Parallel()
	for _, w := range []window{{120, 40}, large} {
		t.Run(w.String(), func(t *testing.T) {
			t.Parallel()
			s := record(t, w, smokeKeys)
			p, err := enter(start(t, floors[0], s, false), address(0))
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(p.HangUp)
			for k, key := range s.Keys {
				want := belowHeading(s.Frames[k+1].Text)
				if want == "" {
					t.Fatalf("key %d, %q, leads away from the table:\n%s", k, key, s.Frames[k+1].Text)
				}
				shows := func(s *tuitest.Terminal) bool { return belowHeading(s.Screen()) == want }
				if _, err := p.press(key, shows); err != nil {
					t.Fatalf("key %d, %q: %v\ngot\n%s\nwant\n%s", k, key, err, p.look(), want)
				}
			}
			if end := s.Frames[len(s.Keys)].Text; atTable(end) {
				t.Errorf("no move was played:\n%s", end)
			}
		})
	}
}

// TestEveryKeyIsAnswered: the client takes the next bytes for the answer to a key, so each
// key must have an answer.
func TestEveryKeyIsAnswered(t *testing.T) {
	t.Parallel()
	for _, w := range []window{common, large} {
		s := record(t, w, 300)
		for k, f := range s.Frames[1:] {
			if len(f.Diff) == 0 {
				t.Errorf("%v, key %d, %q, changes nothing:\n%s", w, k, s.Keys[k], f.Text)
			}
		}
	}
}

// TestASessionHasFewGoroutines counts them in the lobby, where a session waits for news, for
// races and for signals.
func TestASessionHasFewGoroutines(t *testing.T) {
	t.Parallel()
	const players = 10
	child := start(t, floors[0], record(t, common, 1), false)
	before := child.ask(t, askMemory).Goroutines
	for i := range players {
		p, err := enter(child, address(i))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.HangUp)
	}
	const most = players * goroutinesMost
	now := 0
	for range 1000 { // what a login has begun takes a moment to end
		if now = child.ask(t, askMemory).Goroutines - before; now <= most {
			return
		}
	}
	t.Errorf("%d sessions have %d goroutines, want at most %d", players, now, most)
}
