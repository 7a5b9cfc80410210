package ten

import (
	"context"
	"fmt"
	"math"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/puzzle"
)

// A table is a state: a position of Chessboard in which a move is to be found or, after the last puzzle, the
// one that the last move led to.
type table struct {
	engine.State
	deal   *[puzzles]puzzle.Puzzle
	at     int           // the puzzle in play, or how many there are if all are over
	found  int           // the moves of its answer that were played
	won    [puzzles]bool // of the puzzles before it
	missed engine.Move   // what the answer was in the puzzle before, if that was not solved
}

// begin returns the state in which the next puzzle begins, if there is one.
func (t table) begin() table {
	if t.found = 0; t.at < puzzles {
		s, err := t.deal[t.at].Start(board)
		if err != nil {
			panic("ten: " + err.Error()) // a test plays all puzzles
		}
		t.State = s
	}
	return t
}

// right returns the move that keeps the win, none in a position that was set.
func (t table) right() engine.Move {
	if answer := t.deal[t.at].Answer; t.found < len(answer) {
		return answer[t.found]
	}
	return engine.Move{}
}

// Over implements [engine.State].
func (t table) Over() bool { return t.at == puzzles }

// Moves implements [engine.State].
func (t table) Moves() []engine.Move {
	if t.Over() {
		return nil
	}
	return t.State.Moves()
}

// Play implements [engine.State].
func (t table) Play(m engine.Move) (engine.State, error) {
	if t.Over() {
		return nil, &engine.IllegalMove{Move: m, Code: "over", Why: "All ten puzzles are over."}
	}
	s, err := t.State.Play(m)
	if err != nil {
		return nil, err
	}
	next := t
	next.State, next.missed = s, engine.Move{}
	if m == t.right() {
		if next.found++; next.found < len(t.deal[t.at].Answer) {
			return next, nil
		}
		next.won[t.at] = true
	} else {
		next.missed = t.right()
	}
	next.at++
	return next.begin(), nil
}

// Score implements [engine.State]: a point for each puzzle that is solved. All ten win.
func (t table) Score() engine.Score {
	solved := 0
	for _, won := range t.won {
		if won {
			solved++
		}
	}
	return engine.Score{Points: solved, Max: puzzles, Won: solved == puzzles, Perfect: solved == puzzles}
}

// Undealt implements [engine.Undealer]. Each move shows something, if only that it was right, so one that is
// taken back is a peek.
func (t table) Undealt() int { return (puzzles-t.at)*puzzle.AnswerMost - t.found }

// Boards implements [engine.Undealer].
func (t table) Boards() (won []bool, all int) { return t.won[:t.at], puzzles }

// Hidden implements [engine.Hider].
func (t table) Hidden() int { return 0 }

// Missed implements [engine.Misser].
func (t table) Missed() engine.Move { return t.missed }

// Board implements [engine.State]. The note says how far the player has come, too.
func (t table) Board() engine.Board {
	b := t.State.Board()
	note := fmt.Sprintf("Puzzle %d of %d. %s.", min(t.at+1, puzzles), puzzles, b.Notes[0])
	switch {
	case t.found > 0:
		note += " Go on."
	case !t.missed.IsZero():
		note += fmt.Sprintf(" It was %s.", t.missed)
	}
	b.Notes[0] = note
	return b
}

// Why implements [engine.Explainer].
func (t table) Why(m engine.Move) string { return t.State.(engine.Explainer).Why(m) }

// rest returns the answers of the puzzles that are left, and the points with them.
func (t table) rest() (line []engine.Move, points int) {
	points = t.Score().Points
	for i := t.at; i < puzzles; i++ {
		if answer := t.deal[i].Answer; len(answer) > 0 {
			line, points = append(line, answer...), points+1
		}
	}
	return line[min(t.found, len(line)):], points
}

// Solve implements [engine.Solver]: the answers are known.
func (t table) Solve(context.Context, engine.Question) engine.Solution {
	line, points := t.rest()
	found := engine.Solution{Verdict: engine.VerdictLost, Line: line, Points: points, Most: true}
	if points == puzzles {
		found.Verdict = engine.VerdictWon
	}
	return found
}

// reach returns how hard a puzzle may be that is solved with a number of tries. At first sight none is.
func reach(tries int) float64 { return 1500 + 170*math.Log10(float64(tries)) }

// Advise implements [engine.Advisor]. With few tries it does not find the answers of hard puzzles, and advises
// what Chessboard does at first sight. With 1,000 it finds them all. It is certain of what it finds, so then no
// other move is worth playing.
func (t table) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	if t.Over() || t.right().IsZero() {
		return nil
	}
	_, most := t.rest()
	in, best := a.Among, t.right()
	switch {
	case len(in) > 0: // each is compared with the answer
	case ctx.Err() == nil && t.deal[t.at].Rating <= reach(a.Tries):
		in = []engine.Move{best}
	default:
		in, best, a.Tries = t.Moves(), engine.Move{}, 0
		if sight := t.State.(engine.Advisor).Advise(ctx, engine.Ask{Random: a.Random}); len(sight) > 0 {
			best = sight[0].Move
		}
	}
	choices := make([]engine.Choice, len(in))
	for i, m := range in {
		c := engine.Choice{Move: m, Points: float64(most)}
		if a.Tries > 0 {
			c.Tries = 1
		}
		if m != best {
			c.Points--
		}
		if c.Points == puzzles {
			c.Win = 1
		}
		choices[i] = c
	}
	slices.SortStableFunc(choices, func(x, y engine.Choice) int { return int(y.Points - x.Points) })
	for i := range choices {
		choices[i].Behind = choices[0].Win - choices[i].Win
	}
	return choices
}
