package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Record is all that is stored of a game; everything else is replayed from it. As text
// it is one line: "boardwalk/hop-45@1 K7Q2M9XH4D1PA a1c4 c3a4".
type Record struct {
	Game    string // the game's ID
	Version int    // of its rules
	Code    Code
	Moves   []Move
}

// String returns the record as one line, without a newline.
func (r Record) String() string {
	line := fmt.Sprintf("%s@%d %s", r.Game, r.Version, r.Code)
	if len(r.Moves) == 0 {
		return line
	}
	return line + " " + FormatMoves(r.Moves)
}

// RecordMoves is the most moves that a record can have: many times what the longest games
// need, and few enough to rewrite the record at every move.
const RecordMoves = 5_000

// ParseRecord parses a record's line. It checks the form, not the moves: see
// [Record.Replay].
func ParseRecord(line string) (Record, error) {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return Record{}, fmt.Errorf("a record is GAME@VERSION CODE followed by its moves")
	}
	if len(fields)-2 > RecordMoves {
		return Record{}, fmt.Errorf("a record has at most %d moves, this one %d", RecordMoves, len(fields)-2)
	}
	game, version, ok := strings.Cut(fields[0], "@")
	v, err := strconv.Atoi(version)
	if !ok || !validID(game) || err != nil || v < 1 || strconv.Itoa(v) != version {
		return Record{}, fmt.Errorf("%.60q is not GAME@VERSION, such as boardwalk/hop-45@1", fields[0])
	}
	r := Record{Game: game, Version: v}
	if r.Code, err = ParseCode(fields[1]); err != nil {
		return Record{}, err
	}
	if r.Moves, err = parseMoves(slices.Values(fields[2:])); err != nil {
		return Record{}, err
	}
	return r, nil
}

// MarshalText returns the line of [Record.String]. It never fails.
func (r Record) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText parses a record as [ParseRecord] does.
func (r *Record) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRecord(string(text))
	return err
}

// validID reports whether s can be a game's ID: 1 to 40 lower-case letters, digits,
// hyphens and slashes.
func validID(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '/' {
			return false
		}
	}
	return s != "" && len(s) <= 40
}

// Replay plays the moves of the record and returns every state, from the deal to the
// last. The game and its version must be the record's. If the rules refuse a move, the
// error names it and Replay returns the states before it.
func (r Record) Replay(g Game) ([]State, error) {
	switch info := g.Info(); {
	case info.ID != r.Game:
		return nil, fmt.Errorf("the record is of %s, not of %s", r.Game, info.ID)
	case info.Version != r.Version:
		return nil, fmt.Errorf("the record is of rules version %d; this program has version %d", r.Version, info.Version)
	}
	states := make([]State, 1, len(r.Moves)+1)
	states[0] = g.Deal(r.Code)
	for i, m := range r.Moves {
		next, err := states[i].Play(m)
		if err != nil {
			return states, fmt.Errorf("move %d of the record is refused: %w", i+1, err)
		}
		states = append(states, next)
	}
	return states, nil
}
