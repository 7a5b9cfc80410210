package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/engine/puzzle"
)

func puzzlesCommand() *cobra.Command {
	var (
		m           mine
		name, to    string
		seed        string
		count, deal int
		again       bool
	)
	c := &cobra.Command{
		Use:   "puzzles",
		Short: "Find puzzles where a weak player throws games away",
		Long: `Find puzzles where a weak player throws games away.

A puzzle is a position in which exactly one move keeps the win, as the game's solver and a plain search agree.
The deals are SEED1, SEED2 and so on, and give two puzzles each at most. They are added to those of the
file, not rated; an interrupt ends the search, and loses none. With --rate none is looked for, and all of
the file are rated: players of several kinds try each of them.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if m.game, err = catalog.All().Resolve(name); err != nil {
				return err
			}
			if m.puzzles, err = readPuzzles(to); err != nil {
				return err
			}
			said := "rated"
			if again {
				if err := rateAll(cmd.Context(), m.puzzles); err != nil {
					return err
				}
			} else {
				for wanted := len(m.puzzles) + count; len(m.puzzles) < wanted && cmd.Context().Err() == nil; deal++ {
					if err := m.dig(cmd.Context(), engine.Code(fmt.Sprint(seed, deal))); err != nil {
						return err
					}
				}
				said = fmt.Sprintf("up to deal %s%d", seed, deal-1)
			}
			var b bytes.Buffer
			if err := puzzle.Write(&b, m.puzzles); err != nil {
				return err
			}
			if err := os.WriteFile(to, b.Bytes(), 0o666); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d puzzles, %s\n", len(m.puzzles), said)
			return err
		},
	}
	f := c.Flags()
	f.StringVar(&name, "game", "chessboard", "the game")
	f.StringVar(&seed, "seed", "P", "what the codes of the deals begin with")
	f.IntVar(&deal, "deal", 1, "the number of the first deal")
	f.IntVar(&count, "count", 100, "how many puzzles to find")
	f.BoolVar(&again, "rate", false, "rate the puzzles of the file, and find none")
	f.StringVar(&to, "to", "engine/puzzle/puzzles.txt.gz", "the file of puzzles to add to")
	return c
}

// readPuzzles reads a file of puzzles, which need not exist.
func readPuzzles(file string) ([]puzzle.Puzzle, error) {
	puzzles, err := read(file, func(b []byte) ([]puzzle.Puzzle, error) { return puzzle.Read(bytes.NewReader(b)) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return puzzles, err
}

const (
	perDeal   = 2       // puzzles of a deal
	positions = 100_000 // to look at for each move of a puzzle
	slips     = 4       // one in so many moves of the weak player is any that is legal
)

// A mine is where the puzzles of a game are found.
type mine struct {
	game    engine.Game
	puzzles []puzzle.Puzzle
}

// dig adds the first puzzles of a deal. A weak player plays it, by first sight and with slips. Where that throws
// the win away, it looks for a puzzle, and goes on with what keeps the win.
func (m *mine) dig(ctx context.Context, code engine.Code) error {
	info, states := m.game.Info(), []engine.State{m.game.Deal(code)}
	r := engine.Record{Game: info.ID, Version: info.Version, Code: code}
	random := rand.New(rand.NewPCG(1, 2))
	found, answered := 0, 0 // puzzles, and moves up to the end of the last answer
	for line := winning(ctx, states[0]); len(line) > 0 && found < perDeal && len(r.Moves) < hint.HouseMoves; {
		s := states[len(states)-1]
		advice, ok := hint.Best(ctx, states, 0, random)
		if !ok {
			break
		}
		move := advice.Move
		if moves := s.Moves(); random.IntN(slips) == 0 {
			move = moves[random.IntN(len(moves))]
		}
		next, err := s.Play(move)
		if err != nil {
			return err
		}
		if move == line[0] {
			line = line[1:]
		} else if other := winning(ctx, next); other != nil {
			line = other
		} else {
			move, line = line[0], line[1:]
			if len(r.Moves) < answered || engine.Hidden(s) > puzzle.HiddenMost {
				// no puzzle, or a part of the last one
			} else if p, looked := puzzle.Find(ctx, m.game, r, positions); looked >= puzzle.Easy {
				found, answered = found+1, len(p.Moves)+len(p.Answer)
				if !slices.ContainsFunc(m.puzzles, func(q puzzle.Puzzle) bool { return p.ID == q.ID }) {
					m.puzzles = append(m.puzzles, p)
				}
			}
		}
		if next, err = s.Play(move); err != nil {
			return err
		}
		r.Moves, states = append(slices.Clip(r.Moves), move), append(states, next)
	}
	return nil
}

// winning returns a line that wins a state, or nil if none is found.
func winning(ctx context.Context, s engine.State) []engine.Move {
	found, err := engine.Solve(ctx, s, engine.Question{Goal: engine.GoalWin, Positions: positions})
	if err != nil || found.Verdict != engine.VerdictWon {
		return nil
	}
	return found.Line
}
