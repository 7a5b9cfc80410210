package floors

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// A window is the size of a session's terminal.
type window struct{ Columns, Rows int }

// The windows of sessions: the one in which all servers are compared, and a large one.
var (
	common = window{80, 24}
	large  = window{200, 60}
)

func (w window) String() string { return fmt.Sprintf("%dx%d", w.Columns, w.Rows) }

// scriptFile is the name of the script in a child's folder.
const scriptFile = "script.json"

// A script is what every session types, and what the arcade's screens then show.
type script struct {
	Window window
	Code   engine.Code   // of every deal
	Keys   []string      // one byte each
	Frames []frame       // before the first key, then after each key
	Park   time.Duration // time without a key until the arcade parks a session; 0 is its default
}

// A frame is a screen's text, and the bytes that turn the frame before into it.
type frame struct {
	Diff []byte
	Text string
}

// game returns the game that is played: the first one of a new player.
func game() engine.Game { return catalog.All()[0] }

// record returns a script with a number of keys. From the lobby it opens the game and
// types the moves of a legal play-out, as words; when the game ends it goes back and
// opens the same deal.
func record(tb testing.TB, w window, keys int) script {
	s := script{Window: w}
	var moves []engine.Move
	s.Code, moves = playOut()
	round := "\r"
	for _, m := range moves {
		round += "t" + m.String() + "\r"
	}
	round += "q"
	for k := range keys {
		s.Keys = append(s.Keys, round[k%len(round):][:1])
	}
	s.Frames = drawn(tb, s)
	return s
}

// playOut returns a deal and the longest of several games of random legal moves, since
// most are over after a few.
func playOut() (code engine.Code, longest []engine.Move) {
	random := rand.New(rand.NewPCG(1, 1))
	for i := range 20 {
		c := engine.Code(fmt.Sprintf("FLOOR%d", i))
		r := engine.NewRound(game(), c)
		r.SetAuto(true) // as in a new player's settings
		var moves []engine.Move
		for !r.State().Over() && len(moves) < 100 {
			state := r.State()
			legal := slices.DeleteFunc(state.Moves(), func(m engine.Move) bool { return state.(engine.Warner).Warning(m) != "" }) // Enter plays those that are left at once
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			if err := r.Play(m); err != nil {
				panic(err) // never: the move is legal
			}
			moves = append(moves, m)
		}
		if len(moves) > len(longest) {
			code, longest = c, moves
		}
	}
	return code, longest
}

// arrival is longer than the animation of a card.
const arrival = time.Second / 4

// drawn returns the frames of a script as the server's painter makes them: one diff per
// message. The clock stands still during a game, and moving cards have arrived.
func drawn(tb testing.TB, s script) []frame {
	now := time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)
	robot := tuitest.Sit(tb, tui.New(&tui.Env{
		Ports: session.Ports{
			Games: catalog.Library(), Store: &tuitest.Store{}, Player: "guest",
			Now: func() time.Time { return now }, Deal: func() engine.Code { return s.Code },
		},
	}))
	robot.Resize(s.Window.Columns, s.Window.Rows)
	shown := robot.Grid()
	frames := []frame{{append([]byte(grid.Enter+grid.Mouse), grid.Diff(nil, nil, shown, grid.ANSI256BCE)...), shown.String()}}
	var diff []byte
	robot.Seen = func() {
		next := robot.Grid()
		diff = grid.Diff(diff, shown, next, grid.ANSI256BCE)
		shown = next
	}
	for _, key := range s.Keys {
		diff = nil
		if key == "\r" {
			key = "enter"
		}
		robot.Press(key)
		now = now.Add(arrival)
		robot.Seen()
		now = now.Add(-arrival)
		if key == "q" {
			now = now.Add(time.Hour) // or the next game would resume this one
		}
		frames = append(frames, frame{slices.Clone(diff), shown.String()})
	}
	return frames
}

// The rows of the table's screen that show the board: below the heading and above the
// sentences.
const boardTop, boardBottom = 1, 17

// atTable reports whether a screen's text is that of a table at its deal.
func atTable(text string) bool { return strings.Contains(text, " moves 0") }

// boardOf returns the board in the text of a screen of the common size, or "" if there is
// none.
func boardOf(text string) string {
	lines := strings.Split(text, "\n")
	if !strings.Contains(lines[0], "moves ") || len(lines) < boardBottom {
		return ""
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines[boardTop:boardBottom], "\n")
}

// belowHeading returns what the text of a table's screen shows below the heading, which has
// the clock; "" if it is no table's.
func belowHeading(text string) string {
	_, text, _ = strings.Cut(text, " moves ")
	_, text, _ = strings.Cut(text, "\n")
	return text
}

// write writes a script to a folder for a child.
func (s script) write(dir string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, scriptFile), text, 0o600)
}

// readScript reads the script that write has written.
func readScript(dir string) (s script, err error) {
	text, err := os.ReadFile(filepath.Join(dir, scriptFile))
	if err != nil {
		return s, err
	}
	return s, json.Unmarshal(text, &s)
}

// firstGameBytes is the maximum number of bytes of a move of a first game from Enter on, as a
// median, without the clock's. The clock adds about ten.
const firstGameBytes = 275

// TestAMoveOfAFirstGameIsFewBytes counts the moves that sessions play when they are measured:
// those of a newcomer, to whom each of them tells something.
func TestAMoveOfAFirstGameIsFewBytes(t *testing.T) {
	var moves []int
	s := record(t, common, 40)
	for i, key := range s.Keys {
		if key == "\r" && i > 0 { // the first opens the table
			moves = append(moves, len(s.Frames[i+1].Diff))
		}
	}
	if got := quantile(moves, 50); got > firstGameBytes {
		t.Errorf("a move is %d bytes, want at most %d: %v", got, firstGameBytes, moves)
	}
}
