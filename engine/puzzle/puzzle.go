// Package puzzle has proven puzzles: positions in which exactly one move keeps the win.
//
// All cards of a puzzle are known. Every move but one of each position that asks for a move is
// proved to lose, so no puzzle has a second answer. A search that gave up proves nothing: such
// positions are no puzzles.
//
// [All] returns those that are shipped, [Find] looks for one in a position, and [Check] proves one again
// without the solvers.
package puzzle

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"boardwalk/engine"
)

// A Puzzle is a position of a deal with all cards known, at least [MovesLeast] legal moves, and exactly one
// move among them that keeps the goal. The player who solves it is shown what lies face down.
type Puzzle struct {
	ID      string        `json:"id"`    // 6 letters and digits in upper case; it never changes
	Game    string        `json:"game"`  // the game's ID
	Version int           `json:"-"`     // of its rules
	Code    engine.Code   `json:"seed"`  // this, the game and the moves are called as in a request to boardwalk inspect
	Moves   []engine.Move `json:"moves"` // from the deal to the position
	Goal    engine.Goal   `json:"goal"`  // what the answer keeps: GoalWin
	// Answer is the only line that keeps the goal, from the position on. Where it has a choice, every
	// other move loses the goal. It ends with the last such move: after it several moves keep the
	// goal, or the game is won. Moves without a choice are part of it.
	Answer []engine.Move `json:"answer"`
	// Rating is how hard the puzzle was for the arcade's players: 800 to 2400, or 0 if none has tried it.
	Rating float64 `json:"rating"`
}

// at returns the puzzle at the end of a record, with its ID and without an answer.
func at(r engine.Record) Puzzle {
	sum := sha256.Sum256(fmt.Append(nil, "boardwalk puzzle\n", r))
	code, err := engine.NewCode(bytes.NewReader(sum[:]))
	if err != nil {
		panic(err) // a hash is long enough
	}
	return Puzzle{ID: string(code[:6]), Game: r.Game, Version: r.Version, Code: r.Code, Moves: r.Moves, Goal: engine.GoalWin}
}

// Record returns the record that leads to the position. Its moves are those of the puzzle.
func (p Puzzle) Record() engine.Record {
	return engine.Record{Game: p.Game, Version: p.Version, Code: p.Code, Moves: p.Moves}
}

// Start returns the position. The error is that of a record that does not replay: one of another game, or of
// other rules than the game has now.
func (p Puzzle) Start(g engine.Game) (engine.State, error) {
	states, err := p.Record().Replay(g)
	if err != nil {
		return nil, fmt.Errorf("puzzle %s: %w", p.ID, err)
	}
	return states[len(states)-1], nil
}

// String returns the puzzle as a line of text, without a newline: its ID, rating and goal, the number of
// moves of the answer, and the record up to the answer's end.
func (p Puzzle) String() string {
	line := p.Record()
	line.Moves = slices.Concat(p.Moves, p.Answer)
	return fmt.Sprintf("%s %.0f %s %d %s", p.ID, p.Rating, p.Goal, len(p.Answer), line)
}

// Parse parses a puzzle as [Puzzle.String] writes it. It checks the form, not the moves: see [Check].
func Parse(line string) (Puzzle, error) {
	fields := strings.SplitN(line, " ", 5)
	if len(fields) < 5 {
		return Puzzle{}, errors.New("a puzzle is ID RATING GOAL MOVES RECORD")
	}
	rating, err := strconv.ParseFloat(fields[1], 64)
	if err != nil {
		return Puzzle{}, fmt.Errorf("the rating: %w", err)
	}
	r, err := engine.ParseRecord(fields[4])
	if err != nil {
		return Puzzle{}, err
	}
	n, err := strconv.Atoi(fields[3])
	if err != nil || n < 1 || n > len(r.Moves) {
		return Puzzle{}, fmt.Errorf("%.20q is not the number of moves of an answer", fields[3])
	}
	n = len(r.Moves) - n
	return Puzzle{fields[0], r.Game, r.Version, r.Code, r.Moves[:n:n], engine.Goal(fields[2]), r.Moves[n:], rating}, nil
}

//go:embed puzzles.txt.gz
var shipped []byte

// all reads the puzzles when they are asked for the first time.
var all = sync.OnceValue(func() []Puzzle {
	puzzles, err := Read(bytes.NewReader(shipped))
	if err != nil {
		panic("puzzle: " + err.Error()) // a test reads them
	}
	return puzzles
})

// All returns the puzzles that are shipped: game by game in the order of their IDs, the lowest rating
// first. The slice is shared, so nobody may change it.
func All() []Puzzle { return all() }

// ByGame returns the puzzles of the game with an ID, the lowest rating first. The slice is a part of that of
// [All].
func ByGame(id string) []Puzzle {
	of := func(p Puzzle, id string) int { return strings.Compare(p.Game, id) }
	begin, _ := slices.BinarySearchFunc(all(), id, of)
	end, _ := slices.BinarySearchFunc(all(), id+"\x00", of)
	return all()[begin:end:end]
}

// ByID returns the puzzle with an ID, in upper or lower case.
func ByID(id string) (p Puzzle, ok bool) {
	return engine.First(all(), func(p Puzzle) bool { return strings.EqualFold(p.ID, id) })
}

// Read reads puzzles as [Write] writes them.
func Read(r io.Reader) ([]Puzzle, error) {
	unzip, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(unzip)
	if err != nil {
		return nil, err
	}
	puzzles := make([]Puzzle, 0, bytes.Count(text, []byte("\n")))
	for line := range strings.Lines(string(text)) {
		p, err := Parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", len(puzzles)+1, err)
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, nil
}

// Write writes puzzles, a line for each, compressed. It sorts them in the order of [All].
func Write(w io.Writer, puzzles []Puzzle) error {
	slices.SortFunc(puzzles, func(p, q Puzzle) int {
		return cmp.Or(cmp.Compare(p.Game, q.Game), cmp.Compare(p.Rating, q.Rating), cmp.Compare(p.ID, q.ID))
	})
	zip, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is one that there is
	}
	for _, p := range puzzles {
		if _, err := fmt.Fprintln(zip, p); err != nil {
			return err
		}
	}
	return zip.Close()
}
