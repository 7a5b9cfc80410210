package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/catalog"
)

// inspectLine is the longest request line, in bytes. A longer one is answered
// with an error and passed over.
const inspectLine = 4 << 20

func inspectCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "inspect",
		Short: "Answer questions about positions, as JSON lines on standard input and output",
		Long: `Inspect reads one JSON object a line and answers each with one on one line:

  {"game": ID, "seed": CODE, "moves": [WORD, ...]}
  {"game": ID, "set": {PLACE: PILE, ...}, "moves": [WORD, ...]}

"variation" changes knobs of a Boardwalk game; with "game": "custom" it gives
them all. The answer has the position (face-down cards included), the legal
moves, whether the game is over and the score; a refused move adds "error". A
bad line is answered with an error alone.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return inspectAll(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}

// inspectAll answers every line of in, in order, until it ends.
func inspectAll(in io.Reader, out io.Writer) error {
	lines, answers := bufio.NewReaderSize(in, 64<<10), bufio.NewWriter(out)
	enc := json.NewEncoder(answers)
	enc.SetEscapeHTML(false)
	for {
		line, err := readLine(lines)
		if err == io.EOF {
			return nil
		}
		var answer any
		if err == nil {
			answer, err = inspect(line)
		}
		if bad := (*badRequest)(nil); errors.As(err, &bad) {
			answer = map[string]any{"error": bad}
		} else if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		if err := enc.Encode(answer); err != nil {
			return fmt.Errorf("write an answer: %w", err)
		}
		if lines.Buffered() == 0 { // nobody may wait for an answer that lies here
			if err := answers.Flush(); err != nil {
				return fmt.Errorf("write an answer: %w", err)
			}
		}
	}
}

// readLine reads a line of any length, keeping at most inspectLine of it; more
// is a *badRequest. io.EOF is the end of the input.
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
			return nil, bad("line", "too-long", "A request has at most %d bytes, this line %d.", inspectLine, size)
		}
		return line, nil
	}
}

// A badRequest is the answer to a line that asks nothing.
type badRequest struct {
	Field string `json:"field"`
	Code  string `json:"code"`
	Why   string `json:"why"`
}

func (e *badRequest) Error() string { return e.Field + ": " + e.Why }

func bad(field, code, format string, args ...any) error {
	return &badRequest{field, code, fmt.Sprintf(format, args...)}
}

// An inspection is the answer to a good line.
type inspection struct {
	Game     string            `json:"game"`
	Version  int               `json:"version"`
	Seed     engine.Code       `json:"seed"` // empty for a set position
	Position map[string]string `json:"position"`
	Legal    []string          `json:"legal"`
	Over     bool              `json:"over"`
	Score    inspectedScore    `json:"score"`
	Error    *refusedMove      `json:"error,omitempty"`
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
func inspect(line []byte) (*inspection, error) {
	req, err := parseRequest(line)
	if err != nil {
		return nil, err
	}
	state, err := req.state()
	if err != nil {
		return nil, err
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
	answer.show(state)
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

func (a *inspection) show(s engine.State) {
	a.Position = make(map[string]string)
	for at, pile := range s.Position() {
		a.Position[at.String()] = pile.String()
	}
	a.Legal = []string{}
	for _, m := range s.Moves() {
		a.Legal = append(a.Legal, m.String())
	}
	slices.Sort(a.Legal)
	a.Over = s.Over()
	a.Score = inspectedScore(s.Score())
}

// A request is a line that was understood.
type request struct {
	game  engine.Game
	seed  engine.Code                  // or
	set   map[engine.Place]engine.Pile // the position itself
	moves []string
}

func parseRequest(line []byte) (*request, error) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		return nil, bad("line", "syntax", "A request is one JSON object on a line.")
	}
	for name := range fields {
		if !slices.Contains([]string{"game", "seed", "set", "variation", "moves"}, name) {
			return nil, bad(name, "unknown-field", "A request has game, seed or set, variation and moves.")
		}
	}
	req := &request{}
	var err error
	if req.game, err = parseGame(fields["game"], fields["variation"]); err != nil {
		return nil, err
	}
	if req.moves, err = parseWords(fields["moves"]); err != nil {
		return nil, err
	}
	switch seed, set := fields["seed"], fields["set"]; {
	case seed != nil && set != nil:
		return nil, bad("set", "two-positions", "A request gives a seed or sets the position, not both.")
	case set != nil:
		req.set, err = parseSet(set)
	default:
		req.seed, err = parseSeed(seed)
	}
	return req, err
}

func parseGame(id, variation json.RawMessage) (engine.Game, error) {
	var name string
	if json.Unmarshal(id, &name) != nil || name == "" {
		return nil, bad("game", "syntax", "Game is the ID of a game, a string.")
	}
	g, ok := catalog.Find(name)
	if variation == nil && ok {
		return g, nil
	}
	base, isBoardwalk := g.(*boardwalk.Game)
	var v boardwalk.Variation
	var err error
	switch {
	case name == "custom" && variation == nil:
		return nil, bad("variation", "missing", "The game custom needs a variation that gives its knobs.")
	case name == "custom":
		v, err = boardwalk.ParseVariation(variation)
	case !ok:
		return nil, bad("game", "unknown-game", "There is no game %.60q; the games are %s, and custom.", name, gameIDs())
	case !isBoardwalk:
		return nil, bad("variation", "not-boardwalk", "Only games of the Boardwalk family have knobs to change.")
	default:
		v, err = base.Override(variation)
	}
	if err == nil {
		if g, err = boardwalk.New(v); err == nil {
			return g, nil
		}
	}
	if knob := (*boardwalk.KnobError)(nil); errors.As(err, &knob) {
		return nil, bad(knob.Knob, "variation", "%s", knob.Why)
	}
	return nil, err
}

func parseWords(text json.RawMessage) ([]string, error) {
	var words []string
	if text != nil && (json.Unmarshal(text, &words) != nil || words == nil) {
		return nil, bad("moves", "syntax", "Moves is an array of words, such as [\"a1c4\"].")
	}
	return words, nil
}

func parseSeed(text json.RawMessage) (engine.Code, error) {
	var seed *string
	if text == nil {
		return "", bad("seed", "missing", "A request gives a seed or sets the position.")
	}
	if json.Unmarshal(text, &seed) != nil || seed == nil {
		return "", bad("seed", "syntax", "Seed is a deal code, a string.")
	}
	code, err := engine.ParseCode(*seed)
	if err != nil {
		return "", bad("seed", "bad-code", "%s.", sentence(err))
	}
	return code, nil
}

func parseSet(text json.RawMessage) (map[engine.Place]engine.Pile, error) {
	var piles map[string]string
	if json.Unmarshal(text, &piles) != nil || piles == nil {
		return nil, bad("set", "syntax", "Set is an object of places and piles, such as {\"a1\": \"(7h) 4c\"}.")
	}
	set := make(map[engine.Place]engine.Pile, len(piles))
	for place, cards := range piles {
		at, err := engine.ParsePlace(place)
		if err != nil {
			return nil, bad("set", "bad-place", "%s.", sentence(err))
		}
		if set[at], err = engine.ParsePile(cards); err != nil {
			return nil, bad("set", "bad-pile", "%s: %s.", place, err)
		}
	}
	return set, nil
}

// state is the position that the moves start from.
func (r *request) state() (engine.State, error) {
	if r.set == nil {
		return r.game.Deal(r.seed), nil
	}
	s, err := r.game.Set(r.set)
	if err != nil {
		return nil, bad("set", "bad-position", "The position cannot be set: %s.", err)
	}
	return s, nil
}
