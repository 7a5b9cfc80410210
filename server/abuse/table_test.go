package abuse_test

import (
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server"
	"boardwalk/server/command"
	"boardwalk/server/port"
)

// The attack: play on in a second window, so that the one that is left behind has shown a card for
// nothing.
//
// Both windows are at one table: what one takes back is taken back in the other, and counts as help. One
// that is cut off takes nothing from the other.
func TestTwoWindowsAreAtOneTable(t *testing.T) {
	a := open(t, noon)
	mallory := a.key()
	l := perfect(t)
	n, card := l.turn(t, 3)
	behind := mallory.terminal("xterm-256color", "")
	behind.shows("Enter play")
	behind.presses("\r")
	behind.shows("moves 0")
	for i, move := range l.moves[:n] {
		a.passes(time.Second)
		behind.plays(move)
		behind.shows("moves " + strconv.Itoa(i+1) + " ")
	}
	ahead := mallory.words()
	ahead.wants("play 1", "stands where you left it")
	ahead.wants("undo", "Do you want it?")
	ahead.tells("yes")
	behind.shows("Taken back in your other window")
	behind.shows("assisted")
	ahead.tells(l.moves[n-1], l.moves[n])
	behind.shows("moves " + strconv.Itoa(n+1) + " ")
	behind.shows(card.Glyph())
	behind.hangsUp()
	ahead.tells(l.moves[n+1:]...)
	ahead.ends()
	if r := mallory.history()[0]; r.Class != arcade.Assisted || r.Moves != len(l.moves) {
		t.Errorf("the round is %s, with %d moves", r.Class, r.Moves)
	}
}

// plays types a move at a table on the screen.
func (s *session) plays(move string) {
	s.a.t.Helper()
	s.presses("t" + move + "\r")
}

// The attack: in a game that is about to be lost, ask for a hint or play too fast, so
// that it does not count, not even as a loss.
//
// A lost game on a deal of one's own breaks the streak, whatever its class.
func TestALostGameBreaksTheStreak(t *testing.T) {
	for name, spoils := range map[string]func(s *session, moves []string){
		"assisted": func(s *session, moves []string) { s.tells(moves[0], "hint", "yes") },
		"inhuman":  func(s *session, moves []string) { s.quickly(moves[0]); s.quickly(moves[1]) },
	} {
		t.Run(name, func(t *testing.T) {
			a := open(t, noon)
			mallory := a.key()
			s := mallory.words()
			l := perfect(t)
			s.tells("play 1")
			s.tells(l.moves...)
			s.ends()
			streak := func() (now, longest int) {
				var stats command.Stats
				mallory.json("stats hop-45", &stats)
				for _, g := range stats.Games {
					now, longest = max(now, g.Streak), max(longest, g.Longest)
				}
				return now, longest
			}
			if now, longest := streak(); now != 1 || longest != 1 {
				t.Fatalf("after a win the streak is %d, %d at most", now, longest)
			}
			s.tells("play 1")
			spoils(s, l.moves)
			s.ends()
			if r := mallory.history()[0]; string(r.Class) != name || r.Won {
				t.Fatalf("the second game is %+v", r)
			}
			if now, longest := streak(); now != 0 || longest != 1 {
				t.Errorf("after a loss the streak is %d, %d at most", now, longest)
			}
			s.wants("statistics 1", "win streak 0 (longest 1)")
		})
	}
}

// The attack: look at the deal, leave, and think as long as one likes while no clock
// runs.
//
// The time of an event, and of the fastest board, runs from the first sight of the deal,
// and a player who comes back is told so.
func TestTimeAwayCounts(t *testing.T) {
	const hour = 3600
	t.Run("daily", func(t *testing.T) {
		a := open(t, noon)
		mallory := a.key()
		l := good(t, a.dealOf(day))
		mallory.words().tells("daily 1")
		mallory.leaves()
		a.passes(time.Hour)
		mallory = mallory.again()
		s := mallory.words()
		s.wants("daily 1", "")
		s.tells(l.moves...)
		s.ends()
		rows := mallory.top("daily-of-today")
		if len(rows) != 1 || rows[0].Result.Seconds < hour {
			t.Errorf("on the board stands %+v", rows)
		}
	})
	t.Run("race", func(t *testing.T) {
		a := open(t, noon)
		mallory := a.key()
		l := perfect(t)
		s := mallory.words()
		code := s.opensRace("hop 45")
		s.starts()
		s.tells("race play", "leave")
		a.passes(10 * time.Minute)
		s.tells("race play")
		s.tells(l.moves...)
		s.ends()
		if r := mallory.race(code); r.Racers[0].Seconds < 600 {
			t.Errorf("it took %+v", r.Racers[0])
		}
	})
	t.Run("fastest", func(t *testing.T) {
		a := open(t, noon)
		mallory, honest := a.key(), a.key()
		l := perfect(t)
		s := honest.words()
		s.tells("play 1")
		s.tells(l.moves...)
		a.passes(time.Minute) // slower at the table than mallory
		s.ends()
		s = mallory.words()
		s.tells("play 1", l.moves[0], "leave")
		a.passes(time.Hour)
		s.tells("play 1")
		s.tells(l.moves[1:]...)
		s.ends()
		rows := mallory.top("fastest-perfect")
		if len(rows) != 2 || !rows[1].Mine || rows[1].Result.Elapsed < hour {
			t.Errorf("on the board stands %+v", rows)
		}
		mallory.says("top hop-45 --board fastest-perfect", " 1:00:")
		screen := mallory.terminal("xterm-256color", "")
		screen.shows("Enter play")
		screen.presses("B")
		screen.shows("all time, each player's best")
		screen.presses("bbb")
		screen.waits("the fastest", func(text string) bool {
			return strings.Contains(text, "fastest perfect, each player's best") && strings.Contains(text, "(you)")
		})
		if text := screen.shown(); !strings.Contains(text, " 1:00:") {
			t.Errorf("the screen shows no hour:\n%s", text)
		}
	})
}

// A holdingStore is a store that holds saves back as long as a test likes.
type holdingStore struct {
	server.Store
	mu      sync.Mutex
	release chan struct{} // saves wait until this is closed; nil: they do not wait
	held    chan struct{} // receives for each save that waits
}

// Player implements server.Store.
func (s *holdingStore) Player(c arcade.Credential) (port.Player, error) {
	p, err := s.Store.Player(c)
	return holdingPlayer{p, s}, err
}

type holdingPlayer struct {
	port.Player
	shelf *holdingStore
}

// Save implements port.Player.
func (p holdingPlayer) Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	p.shelf.mu.Lock()
	gate := p.shelf.release
	p.shelf.mu.Unlock()
	if gate != nil {
		p.shelf.held <- struct{}{}
		<-gate
	}
	return p.Player.Save(s, prev)
}

// The attack: read the points of a move in the heading before its card shows, and hang up
// if there are too few.
//
// Until the move is stored, only what was there before it shows.
func TestTheHeadingWaitsForTheCard(t *testing.T) {
	held := &holdingStore{held: make(chan struct{}, 10)}
	a := openOn(t, noon, func(s server.Store) server.Store { held.Store = s; return held })
	mallory := a.key()
	l := perfect(t)
	n, card := 0, engine.NoCard
	for points := true; points; n++ { // a move that turns up a card and gains a point
		n, card = l.turn(t, n)
		points = l.states[n].Score().Points == l.states[n+1].Score().Points
	}
	n--
	s := mallory.terminal("xterm-256color", "")
	s.shows("Enter play")
	s.presses("\r")
	s.shows("moves 0 ")
	for i, move := range l.moves[:n] {
		s.plays(move)
		s.shows("moves " + strconv.Itoa(i+1) + " ")
	}
	gate := make(chan struct{})
	held.mu.Lock()
	held.release = gate
	held.mu.Unlock()
	s.plays(l.moves[n])
	<-held.held
	a.passes(10 * time.Minute) // the clock on the screen shows it at the next frame
	s.shows(" 10:")
	before := "points " + strconv.Itoa(l.states[n].Score().Points) + "/"
	if screen := s.shown(); !strings.Contains(screen, before) || !strings.Contains(screen, "moves "+strconv.Itoa(n)+"*") || strings.Contains(screen, card.Glyph()) {
		t.Errorf("before the move is stored it shows no %q:\n%s", before, screen)
	}
	close(gate)
	s.shows("points " + strconv.Itoa(l.states[n+1].Score().Points) + "/")
	s.shows("moves " + strconv.Itoa(n+1))
}
