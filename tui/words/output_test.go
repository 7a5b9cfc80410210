package words_test

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

// vocabulary is what random players type besides moves.
var vocabulary = []string{
	"", "look", "moves", "more", "undo", "undo", "redo", "restart", "score", "time", "best", "history", "games", "help", "rules",
	"pile a1", "pile b3", "row 3", "row", "what changed", "moves a1", "moves c3", "moves x", "watch", "watch 1", "stop", "learn", "lesson", "lesson 4", "hint", "hint", "strategy", "strategy 3", "terms", "statistics",
	"settings", "settings pages off", "settings auto-deal off", "new", "finish", "no", "y", "leave", "continue", "deal ABC", "a", "zz", "a1", "b5c4", "c3a4a1",
	"play 1", "play 2", "play 3", "play 4", "play 5", "play 6", "play 7", "deal 3 XYZ", "♥ \x1b[2J", "\x03", strings.Repeat("x ", 300),
}

// checkOutput checks for printable ASCII and complete line ends, with no line wider than
// 78 columns except those with a prompt.
func checkOutput(t *testing.T, out []byte) {
	t.Helper()
	text := strings.ReplaceAll(string(out), "\r\n", "\n")
	for i := range len(text) {
		if (text[i] < ' ' || text[i] > '~') && text[i] != '\n' {
			t.Fatalf("%q is written in %q", text[i], text[max(0, i-80):i+1])
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if _, after, ok := cutLast(line, "> "); len(line) > 78 && (!ok || len(after) > 78) {
			t.Errorf("the line has %d columns: %q", len(line), line)
		}
	}
}

// TestRandomPlayers plays every game with all commands; the output stays plain, and what
// the store has replays.
func TestRandomPlayers(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(i), 7))
			store := &tuitest.Store{}
			for visit := range 3 {
				var out bytes.Buffer
				in := words.NewLines(strings.NewReader(ramble(random, g, visit)), io.Discard)
				if err := words.Run(reporting(env(store)), in, &out); err != nil {
					t.Fatal(err)
				}
				checkOutput(t, out.Bytes())
			}
			checkStore(t, store)
		})
	}
}

// ramble returns what a random player types: possible moves, and other words.
func ramble(random *rand.Rand, g engine.Game, visit int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "deal %s V%d\r", g.Info().ID, visit)
	s := g.Deal(engine.Code(fmt.Sprintf("V%d", visit)))
	for range 150 {
		if moves := s.Moves(); random.IntN(3) > 0 && len(moves) > 0 {
			m := moves[random.IntN(len(moves))]
			s, _ = s.Play(m)
			b.WriteString(m.String() + "\r")
			continue
		}
		b.WriteString(vocabulary[random.IntN(len(vocabulary))] + "\r")
	}
	return b.String()
}

// checkStore replays all rows.
func checkStore(t *testing.T, store *tuitest.Store) {
	t.Helper()
	for id, saved := range store.Open {
		g, _ := catalog.All().Find(id)
		if _, err := saved.Resume(g); err != nil {
			t.Error(err)
		}
	}
	for _, r := range store.Results {
		g, _ := catalog.All().Find(r.Record.Game)
		states, err := r.Record.Replay(g)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := states[len(states)-1].Score(); got != r.Score {
			t.Errorf("%s scores %+v, the history says %+v", r.Record, got, r.Score)
		}
	}
}

//abuse:case 27
func FuzzCommands(f *testing.F) {
	f.Add("play 1\ra1a4\rundo\rredo\rmoves\r\rfinish\ry\rhistory\r")
	f.Add("lesson\rhint\ra1c4\rlook\rplay 2\rhint\ry\r\x03settings pages off\rstat\r")
	f.Add("deal 3 abc\ra5\ra5b4\rpile a3\rnew\r\x03leave\rcontinue\rquit\r")
	f.Add("row 1\rplay 2\rrow 3\rrow \rmoves a5\rwhat changed\ra5a4a3\rwhat c\rwatch\rwatch ann\rstop\r")
	f.Fuzz(func(t *testing.T, typed string) {
		store, out := &tuitest.Store{}, bytes.Buffer{}
		if err := words.Run(reporting(env(store)), words.NewLines(strings.NewReader(typed), io.Discard), &out); err != nil {
			t.Fatal(err)
		}
		checkOutput(t, out.Bytes())
		checkStore(t, store)
	})
}
