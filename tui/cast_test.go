package tui_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/record"
	"boardwalk/tui/tuitest"
)

// casted returns a record of the i-th game as a cast, line by line.
func casted(t *testing.T, i int, played engine.Record) []string {
	t.Helper()
	var b bytes.Buffer
	if err := record.WriteCast(&b, catalog.All()[i], played); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// A castEvent is an event's line as a player program reads it.
type castEvent struct {
	seconds float64
	code    string
	data    string
}

func (e *castEvent) UnmarshalJSON(b []byte) error {
	return json.Unmarshal(b, &[]any{&e.seconds, &e.code, &e.data})
}

// TestCast plays casts of every game: each line is JSON, times ascend, and the terminal
// ends up showing what the replay showed.
func TestCast(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			played := recordOf(t, i, 5)
			lines := casted(t, i, played)
			var header struct {
				Version, Width, Height int
				Title                  string
			}
			if err := json.Unmarshal([]byte(lines[0]), &header); err != nil {
				t.Fatal(err)
			}
			if header.Version != 2 || header.Width != 80 || header.Height != 24 || !strings.HasPrefix(header.Title, g.Info().Name+", deal R1: ") {
				t.Errorf("the header is %+v", header)
			}
			r := atReplay(t, played)
			terminal := tuitest.NewTerminal(header.Width, header.Height)
			for n, line := range lines[1:] {
				var e castEvent
				if err := json.Unmarshal([]byte(line), &e); err != nil {
					t.Fatal(err)
				}
				want := float64(n)
				if n == len(played.Moves)+1 {
					want++ // the end stays
				}
				if e.seconds != want || e.code != "o" {
					t.Errorf("event %d is %q at %v s, want \"o\" at %v", n, e.code, e.seconds, want)
				}
				if _, err := terminal.Write([]byte(e.data)); err != nil {
					t.Fatal(err)
				}
				if got, want := withoutLast(terminal.Screen()), withoutLast(r.Screen()); got != want {
					t.Fatalf("event %d shows\n%s\nwant\n%s", n, got, want)
				}
				r.Press("right")
			}
			if got := terminal.Unfinished() + strings.Join(terminal.Modes(), " "); got != "" {
				t.Errorf("the cast leaves %s", got)
			}
		})
	}
}

// withoutLast returns a screen without its last line, the keys.
func withoutLast(screen string) string { return screen[:strings.LastIndexByte(screen, '\n')] }

func TestACastIsAlwaysTheSame(t *testing.T) {
	played := recordOf(t, luckySeven, 5)
	first, second := casted(t, luckySeven, played), casted(t, luckySeven, played)
	if a, b := strings.Join(first, "\n"), strings.Join(second, "\n"); a != b {
		t.Errorf("one is\n%s\nthe other\n%s", a, b)
	}
}

func TestABrokenRecordIsNotCast(t *testing.T) {
	broken := recordOf(t, luckySeven, 5)
	broken.Moves = append(broken.Moves[:2:2], broken.Moves[0], broken.Moves[0])
	var b bytes.Buffer
	if err := record.WriteCast(&b, catalog.All()[luckySeven], broken); err == nil || b.Len() > 0 {
		t.Errorf("error %v, and %d bytes are written", err, b.Len())
	}
}
