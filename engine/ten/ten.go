// Package ten is a race through ten proven puzzles of Chessboard, each harder than the one before. In
// each position one move alone keeps the win; see package puzzle. The first wrong move ends a puzzle, and the
// next one is dealt.
//
// The puzzles follow from the code, so ten of them are dealt, recorded, replayed and raced as any other
// game is. The places and the refusals are those of package chessboard; after the last puzzle any move is
// refused with "over".
package ten

import (
	"crypto/sha256"
	_ "embed"
	"encoding/binary"
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/chessboard"
	"boardwalk/engine/puzzle"
)

// puzzles is how many puzzles a deal has.
const puzzles = 10

//go:embed rules.md
var rules string

// A game is the game of ten puzzles, which teaches what Chessboard does.
type game struct{ engine.Teacher }

// board is the game whose puzzles are played.
var board = chessboard.New()

// New returns the game.
func New() engine.Game { return game{board.(engine.Teacher)} }

// info has a version that is raised when the puzzles that are shipped are others.
var info = engine.Info{
	ID: "ten-puzzles", Version: 1, Name: "Ten puzzles", Aliases: []string{"Puzzle race"},
	Family: "Other families", Author: "Boardwalk Arcade",
	Summary: "Ten proven puzzles of Chessboard; one wrong move, and the next one comes.",
	Aim: engine.Aim{
		Full:  "Find the one move that keeps the win, in ten positions of Chessboard.",
		Brief: "Find the one move that keeps the win.",
		Deal:  "All cards are open, and one move alone keeps the win: a wrong one ends it.",
	},
	Max: puzzles,
}

// Info implements [engine.Game].
func (game) Info() engine.Info { return info }

// Rules implements [engine.Game].
func (game) Rules() string { return rules }

// Deal implements [engine.Game]. The puzzles of Chessboard, the easiest first, are divided into ten parts,
// and each part gives one.
func (game) Deal(code engine.Code) engine.State {
	t := table{deal: new([puzzles]puzzle.Puzzle)}
	for i := range t.deal {
		all := puzzle.ByGame(board.Info().ID)
		part := all[i*len(all)/puzzles : (i+1)*len(all)/puzzles]
		sum := sha256.Sum256(fmt.Appendf(nil, "boardwalk ten %d %s", i, code))
		t.deal[i] = part[binary.BigEndian.Uint64(sum[:])%uint64(len(part))]
	}
	return t.begin()
}

// Set implements [engine.Game]. The position is one of Chessboard, as the last of ten, and no move of it is
// right.
func (game) Set(at map[engine.Place]engine.Pile) (engine.State, error) {
	s, err := board.Set(at)
	if err != nil {
		return nil, err
	}
	return table{State: s, deal: new([puzzles]puzzle.Puzzle), at: puzzles - 1}, nil
}
