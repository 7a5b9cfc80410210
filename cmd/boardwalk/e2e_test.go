package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestAWholeGameOverSSH(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
	r := perfectGame(t)

	first := sit(t, ann.connect(a), r)
	for i, m := range r.Moves {
		if i%2 == 0 {
			first.typeMove(m)
		} else {
			first.steerMove(m)
		}
	}
	first.await("A perfect game: 27 of 27 points.")
	first.hangUp() // without leaving the table
	a.says(t, "session ends")

	again := ann.connect(a)
	again.await("1 game ") // which was filed as the session ended
	again.press("H")
	again.await("Your history", "Hop 45", "27/27  perfect    practice")
	again.press(enter)
	again.await("Hop 45, replay", "move 0 of 28")
	again.press(end)
	again.await("points 27/27", "move 28 of 28")

	games := ann.games(a, "history")
	if len(games) != 1 {
		t.Fatalf("ann's history has %d games, want 1: %+v", len(games), games)
	}
	got := games[0]
	if got.Code != r.Code || got.Points != 27 || got.Max != 27 || !got.Perfect || got.Moves != 28 || got.Class != arcade.Practice {
		t.Errorf("ann's history has %+v", got)
	}
	if games := bob.games(a, "history"); len(games) != 0 {
		t.Errorf("bob's history has ann's game: %+v", games)
	}
	sound(t, a)
}

// TestAFreshDealCountsAsBest plays a deal that nobody can know in advance, with the
// mouse, on the places that the screen highlights.
func TestAFreshDealCountsAsBest(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann := newPlayer(t, "ann")
	c := ann.connect(a)
	c.await("Hopscotch (1-2-3-4)", "new here?")
	row := slices.IndexFunc(catalog.All(), func(g engine.Game) bool { return g.Info().ID == "hopscotch" })
	c.press(strings.Repeat("j", row), enter)
	c.await("Hopscotch (1-2-3-4)", "moves 0  ", "a fresh deal", "no best yet")
	// The cursor's position is read from the frame: the terminal's own cursor moves while
	// a frame is drawn.
	var x, y int
	at := func(term *tuitest.Terminal) (shows bool) { x, y, shows = term.Find("┏"); return shows }
	c.until("the cursor at the stock", at)
	stock := [2]int{x, y}
	c.press(enter, enter) // deal the first card
	c.await("moves 1  ")
	c.press(right)
	c.until("the cursor at the waste", func(term *tuitest.Terminal) bool { return at(term) && stock != [2]int{x, y} })
	waste := [2]int{x, y}
	for n := range 5 {
		time.Sleep(2 * engine.QuickMillis * time.Millisecond) // a person plays at this pace; faster games are not ranked
		c.click(waste[0]+1, waste[1]+1)
		c.await("Destination:")
		x, y = c.find("•")
		c.click(x, y)
		// The next card of the stock turns up by itself, a move of its own.
		c.await(fmt.Sprintf("moves %d  ", 3+2*n))
	}
	c.finishes(11)
	c.await("It counts")

	games := ann.games(a, "best")
	if len(games) != 1 || games[0].Game != "hopscotch" || games[0].Class != arcade.Counted || games[0].Moves != 11 {
		t.Fatalf("best prints %+v", games)
	}
	if games[0].Points == 0 { // that is nobody's best
		c.await("a game without a point can't be a best")
		c.press("q")
		c.await("1 game ")
		return
	}
	c.await("Your first best.")
	c.press("q")
	c.await(fmt.Sprintf("best %d/48", games[0].Points))
}

//abuse:case 20
func TestSIGKILLLosesNoAcknowledgedMove(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ann := newPlayer(t, "ann")
	r := perfectGame(t)
	a := openProcess(t, dir)
	s := sit(t, ann.connect(a), r)
	for i, m := range r.Moves[:12] {
		s.typeMove(m)
		if i%2 == 0 {
			continue
		}
		undone := i%4 == 3
		if undone {
			s.press("u")
			s.await(fmt.Sprintf("moves %d  ", s.moves-1))
			s.moves--
		}
		a.kill()
		if code := s.exit(); code != 255 {
			t.Fatalf("ssh exits with %d when the server is killed, want 255", code)
		}
		a = openProcess(t, dir)
		s.client = ann.connect(a)
		s.await(fmt.Sprintf("open at move %d", s.moves))
		s.press(enter)
		s.await(fmt.Sprintf("moves %d  ", s.moves), "Welcome back")
		if undone {
			s.moves++
			s.press("U")
			s.await(fmt.Sprintf("moves %d  ", s.moves))
		}
	}
	a.kill()
	sound(t, a)
}

//abuse:case 23
func TestSIGTERMTellsPlayers(t *testing.T) {
	t.Parallel()
	a := openProcess(t, t.TempDir())
	ann := newPlayer(t, "ann")
	r := perfectGame(t)
	s := sit(t, ann.connect(a), r)
	s.typeMove(r.Moves[0])

	const closing = "The arcade is closing. All is saved; come back in a while."
	a.stop(t)
	s.await("moves 1  ", closing)
	if code := s.exit(); code != 0 {
		t.Errorf("ssh exits with %d, want 0", code)
	}
	if code := a.exit(t); code != 0 {
		t.Errorf("the server exits with %d, want 0", code)
	}
	if log := strings.TrimSpace(a.logged()); !strings.HasSuffix(log, "msg=stopped") || !strings.Contains(log, "shutting down") {
		t.Errorf("the log is\n%s", log)
	}
	s.await(closing) // once more, on the player's own screen
	if modes := s.term.Modes(); len(modes) > 0 {
		t.Errorf("the terminal is left with modes %v", modes)
	}
	if left := s.term.Unfinished(); left != "" {
		t.Errorf("the terminal is left with %s", left)
	}

	back := ann.connect(openArcade(t, a.dir))
	back.await("open at move 1")
}

func TestTwoPlayersDoNotMeet(t *testing.T) {
	t.Parallel()
	a := openProcess(t, t.TempDir())
	ann, bob := newPlayer(t, "same"), newPlayer(t, "same")
	r := perfectGame(t)
	annsSeat, bobsSeat := sit(t, ann.connect(a), r), sit(t, bob.connect(a), r)
	annsSeat.typeMove(r.Moves[0])
	bobsSeat.typeMove(r.Moves[0])
	annsSeat.typeMove(r.Moves[1])
	annsSeat.finishes(2)
	bobsSeat.typeMove(r.Moves[1])
	bobsSeat.press("q")
	bobsSeat.await("Boardwalk Arcade", "open at move 2")
	bobsSeat.press("H")
	bobsSeat.await("No game yet.")
	annsSeat.press("q")
	annsSeat.await("1 game ")
	annsSeat.press("H")
	annsSeat.await("Your history", "Hop 45", "practice")

	if games := ann.games(a, "history"); len(games) != 1 || games[0].Moves != 2 {
		t.Errorf("ann's history: %+v", games)
	}
	if games := bob.games(a, "history"); len(games) != 0 {
		t.Errorf("bob's history: %+v", games)
	}
}

// sound stops the arcade and fails the test unless its data file passes its check.
func sound(t *testing.T, a *testServer) {
	t.Helper()
	a.kill()
	path := filepath.Join(a.dir, "boardwalk.db")
	if out, code := runProgram(t, "check", "--data", path); code != 0 {
		t.Errorf("check exits with %d: %s", code, out)
	}
}

func TestPlayInThisTerminal(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	ctx, cancel := context.WithTimeout(t.Context(), waitLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, programPath(), "play", "--data", path)
	cmd.Env = append(os.Environ(), "TERM=xterm-256color")
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	var shown []byte
	for pressed := false; ; {
		buf := make([]byte, 4<<10)
		n, err := tty.Read(buf)
		shown = append(shown, buf[:n]...)
		if err != nil { // it has ended
			break
		}
		if !pressed && bytes.Contains(shown, []byte("Boardwalk Arcade")) && bytes.Contains(shown, []byte("keys")) {
			pressed = true
			if _, err := tty.WriteString("qy"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("play ends with %v after %q", err, shown)
	}
	if out, code := runProgram(t, "check", "--data", path); code != 0 {
		t.Errorf("check exits with %d: %s", code, out)
	}
}
