package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/server/command"
)

// inspectLine is the maximum length of a request line, in bytes. A longer line is skipped
// and answered with an error.
const inspectLine = 4 << 20

func inspectCommand() *cobra.Command {
	cmd := command.Row("inspect", "Answer questions about positions, as JSON lines on standard input and output", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		return inspectAll(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
	})
	cmd.Long = `Inspect reads one JSON object per line and answers each with another on one line:

  {"game": GAME, "seed": CODE, "moves": [WORD, ...]}
  {"game": GAME, "set": {PLACE: PILE, ...}, "moves": [WORD, ...]}

GAME is the ID, a name or a share code, as for the command rules. "variation" changes
knobs of a game that has them; with "game": "custom" it gives all of a Boardwalk game. The answer
has the position (face-down cards included), the legal moves, whether the game is
over and the score; a refused move adds "error". The answer to a bad line is only
an error.

With "solve": true the game's solver looks at the position that the moves lead to, with
all cards known. "goal" is "win", any way to win, "points", the most points, or "shortest",
the fewest moves to a win, of Chessboard alone, and any win elsewhere. "ms" is the most
milliseconds to search, 1 to ` + fmt.Sprint(solveMostMillis) + `, or else ` + fmt.Sprint(solveMillis) + `. The answer then has

  "solution": {"verdict": "won" | "lost" | "unknown", "points": N,
               "moves": [WORD, ...], "ms": N}

Its moves lead from the position to the points, and to a win if the verdict is won; all
of them were played by the rules. Lost is proved: there is no way to win. Unknown is
what the search could not find out. For the goal "points" the verdict can be unknown
where a win is known: with fewer points.`
	return cmd
}

// inspectAll answers every line of in, in order, until in ends.
func inspectAll(ctx context.Context, in io.Reader, out io.Writer) error {
	return answerLines(in, out, func(line []byte, err error) string {
		var answer any
		if err == nil {
			answer, err = inspect(ctx, line)
		}
		if err != nil {
			answer = map[string]any{"error": err}
		}
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(answer); err != nil {
			panic(err) // an answer is made of text and numbers
		}
		return b.String()
	})
}

// answerLines writes the answer to each line of in, in order, until in ends. The answer to a
// line that is too long gets a *badRequest instead of the line.
func answerLines(in io.Reader, out io.Writer, answer func(line []byte, err error) string) error {
	lines, answers := bufio.NewReaderSize(in, 64<<10), bufio.NewWriter(out)
	for {
		line, err := readLine(lines)
		if err == io.EOF {
			return nil
		}
		if err != nil && !errors.As(err, new(*badRequest)) {
			return fmt.Errorf("read a request: %w", err)
		}
		_, err = answers.WriteString(answer(line, err))
		if err == nil && lines.Buffered() == 0 { // somebody may wait for an answer in the buffer
			err = answers.Flush()
		}
		if err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
	}
}

// readLine reads a line of any length and keeps at most inspectLine bytes of it; for a
// longer line it returns a *badRequest. At the end of the input it returns io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	size := 0
	for {
		part, err := in.ReadSlice('\n')
		size += len(part)
		if size <= inspectLine {
			line = append(line, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && size == 0:
			return nil, io.EOF
		case err != nil && err != io.EOF:
			return nil, err
		case size > inspectLine:
			return nil, badRequestf("line", "too-long", "A request has at most %d bytes, and this line has %d.", inspectLine, size)
		}
		return line, nil
	}
}

// An inspection is the answer to a valid line.
type inspection struct {
	Game     string                       `json:"game"`
	Version  int                          `json:"version"`
	Seed     engine.Code                  `json:"seed"` // empty for a set position
	Position map[engine.Place]engine.Pile `json:"position"`
	Legal    []engine.Move                `json:"legal"` // in the order of their text
	Over     bool                         `json:"over"`
	Score    inspectedScore               `json:"score"`
	Solution *inspectedSolution           `json:"solution,omitempty"`
	Error    *refusedMove                 `json:"error,omitempty"`
}

type inspectedScore struct {
	Points  int  `json:"points"`
	Max     int  `json:"max"`
	Won     bool `json:"won"`
	Perfect bool `json:"perfect"`
}

type refusedMove struct {
	Move int    `json:"move"` // its index in the request
	Word string `json:"word"`
	Code string `json:"code"`
	Why  string `json:"why"`
}

// inspect answers one line. The error is a *badRequest.
func inspect(ctx context.Context, line []byte) (*inspection, error) {
	req, err := parseRequest(line)
	if err != nil {
		return nil, err
	}
	var state engine.State
	if req.set == nil {
		state = req.game.Deal(req.seed)
	} else if state, err = req.game.Set(req.set); err != nil {
		return nil, badRequestf("set", "bad-position", "The position cannot be set: %s.", err)
	}
	answer := &inspection{Game: req.game.Info().ID, Version: req.game.Info().Version, Seed: req.seed}
	for i, word := range req.moves {
		next, err := playWord(state, word)
		if illegal := (*engine.IllegalMove)(nil); errors.As(err, &illegal) {
			answer.Error = &refusedMove{i, word, illegal.Code, illegal.Why}
			break
		}
		state = next
	}
	answer.Position, answer.Over, answer.Score = state.Position(), state.Over(), inspectedScore(state.Score())
	answer.Legal = append([]engine.Move{}, state.Moves()...) // none are an empty array in JSON, not null
	slices.SortFunc(answer.Legal, engine.Move.Compare)
	if req.solve != nil {
		if answer.Solution, err = req.solve.answer(ctx, req.game, state); err != nil {
			return nil, err
		}
	}
	return answer, nil
}

// playWord plays a move as typed. The error is an *engine.IllegalMove.
func playWord(s engine.State, word string) (engine.State, error) {
	m, err := engine.ParseMove(word)
	if err != nil {
		return nil, &engine.IllegalMove{Code: engine.CodeSyntax, Why: "A move is a word of one to three places, such as a1c4."}
	}
	return s.Play(m)
}
