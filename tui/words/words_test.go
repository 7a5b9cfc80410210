package words_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

var update = flag.Bool("update", false, "write the golden transcripts again")

// env returns an arcade with these fresh deals in turn, then R1, R2 and so on. Its clock
// advances one second whenever it is read.
func env(store arcade.Store, deals ...engine.Code) session.Ports {
	now, n := time.UnixMilli(1_700_000_000_000), 0
	games := catalog.Library()
	games.Odds = map[string]engine.Odds{ // not those of surveys, which change
		"boardwalk/hop-45": {House: engine.Share{Part: 62, Of: 100}},
		"chessboard":       {Winnable: engine.Share{Part: 76, Of: 100}, Lost: 24, House: engine.Share{Part: 75, Of: 100}, Points: 43.9},
	}
	return session.Ports{
		Accounts: &tuitest.Accounts{Player: arcade.Account{Known: true}}, Workshop: &tuitest.Workshop{},
		Events: (&tuitest.Events{}).Attach(&tuitest.Store{}, func() time.Time { return time.UnixMilli(1_700_000_000_000) }),
		Games:  games, Store: store, Player: "guest", Hints: new(hint.Desk), // which other tests don't know
		Now: func() time.Time { now = now.Add(time.Second); return now },
		Deal: func() engine.Code {
			if n++; n <= len(deals) {
				return deals[n-1]
			}
			return engine.Code(fmt.Sprintf("R%d", n-len(deals)))
		},
	}
}

// talk plays a script of lines that end with Enter through a terminal, and returns
// everything that the terminal shows in the end.
func talk(t *testing.T, e session.Ports, script ...string) string {
	t.Helper()
	var screen bytes.Buffer
	in := strings.NewReader(strings.Join(script, "\r") + "\r")
	if err := words.Run(reporting(e), words.NewLines(in, &screen), &screen); err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(screen.String(), "\r\n", "\n")
}

// answer returns what follows the last line that was typed, without the prompt.
func answer(t *testing.T, e session.Ports, script ...string) string {
	t.Helper()
	screen := talk(t, e, script...)
	_, after, ok := cutLast(screen, "> "+script[len(script)-1]+"\n")
	if !ok {
		t.Fatalf("the terminal does not show %q:\n%s", script[len(script)-1], screen)
	}
	text, _, _ := cutLast(after, "\n")
	return text
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return "", s, false
	}
	return s[:i], s[i+len(sep):], true
}

// TestWholeGames plays games from the menu to their end. The transcripts are what a
// player reads.
func TestWholeGames(t *testing.T) {
	for _, tt := range []struct {
		name   string
		deal   engine.Code
		points int
		won    bool
	}{
		{"hop-45", "TICTACTOE", 27, true},
		{"hopscotch", "CHALK", 48, true},
		{"chessboard", "WINGS", 52, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			script, err := os.ReadFile(filepath.Join("testdata", tt.name+".script"))
			if err != nil {
				t.Fatal(err)
			}
			var store tuitest.Store
			got := talk(t, env(&store, tt.deal), strings.Split(strings.TrimSuffix(string(script), "\n"), "\n")...)
			golden(t, tt.name, got)
			if len(store.Results) != 1 || len(store.Open) != 0 {
				t.Fatalf("the history has %d results, %d games are open", len(store.Results), len(store.Open))
			}
			r := store.Results[0]
			if r.Score.Points != tt.points || r.Score.Won != tt.won || r.Record.Code != tt.deal {
				t.Errorf("got %v with %+v", r.Record, r.Score)
			}
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the transcript differs from %s; -update writes it again. It ends with\n%s", path, got[max(0, len(got)-2000):])
	}
}

// A move may be typed after "play" or "move", as people say it.
func TestAMoveAfterAWord(t *testing.T) {
	m := catalog.All()[0].Deal("ABC").Moves()[0]
	for _, typed := range []string{"move " + m.String(), "move " + m.From.String() + " " + m.To.String(), "Move " + m.From.String() + " to " + m.To.String(), "play " + m.String()} {
		if screen := talk(t, env(&tuitest.Store{}, "ABC"), "deal 1 ABC", typed, "score"); !strings.Contains(screen, "1 move") {
			t.Errorf("after %q: %s", typed, screen)
		}
	}
}
