package run

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arms"
	"boardwalk/engine/boardwalk"
)

// survives holds the share of runs that win a board of those that come to it, as the arcade's player plays
// them with 100 tries; see [boards].
var survives = [len(boards)]float64{.68, .68, .94, .78, .86, .77, .85}

// rest returns the chance to win all boards after this one.
func (r run) rest() float64 {
	chance := 1.0
	for _, share := range survives[len(r.taken)+1:] {
		chance *= share
	}
	return chance
}

// Advise implements [engine.Advisor] as on any board of the Boardwalk family. The chances are those to win
// the board and, as in most runs, all boards after it; the points are those of the run after it.
func (t table) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	if t.Over() {
		return nil
	}
	if seen := a.Seen; seen != nil {
		a.Seen = func(s engine.State) bool { return seen(table{t.run, s.(*boardwalk.State)}) }
	}
	choices := t.State.Advise(ctx, a)
	for i := range choices {
		c, rest := &choices[i], t.rest()
		c.Points += float64(t.points)
		c.Win, c.Behind, c.Error = c.Win*rest, c.Behind*rest, c.Error*rest
	}
	return choices
}

// playMost is how many plays of a board are tried: no board takes half as many, but for slides to and fro.
const playMost = 200

// atSight holds the names of the changes in the order in which they are chosen at first sight: those first that
// help most to win the larger boards.
var atSight = []string{"above", "hand", "frees", "jokers", "below", "twice", "voids", "wilds", "crumbs", "spikes"}

// Advise implements [engine.Advisor]. A try is one deal of the next board with each change, played at first
// sight. Without tries the order is that of atSight.
func (c choice) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	in := c.Moves()
	if len(a.Among) > 0 {
		in = slices.DeleteFunc(in, func(m engine.Move) bool { return !slices.Contains(a.Among, m) })
	}
	if a.Tries == 0 {
		place := func(m engine.Move) int { return slices.Index(atSight, changes[c.change(m)].name) }
		slices.SortFunc(in, func(x, y engine.Move) int { return cmp.Compare(place(x), place(y)) })
	}
	var next run
	found := arms.Race{
		Arms: len(in), Tries: a.Tries, Even: len(a.Among) > 0,
		World: func(random *rand.Rand) { next = c.guess(random) },
		Try: func(arm int) arms.Outcome {
			s := next.after(c.change(in[arm])).next().State
			for range playMost {
				plays := s.Advise(ctx, engine.Ask{Random: a.Random})
				if len(plays) == 0 || s.Score().Won {
					break
				}
				after, err := s.Play(plays[0].Move)
				if err != nil {
					break // an advisor's move is legal
				}
				s = after.(*boardwalk.State)
			}
			score := s.Score()
			out := arms.Outcome{Points: float32(c.points + score.Points)}
			if score.Won {
				out.Win = 1
			}
			return out
		},
	}.Run(ctx, a.Random)
	choices := make([]engine.Choice, len(found))
	rest := c.after(0).rest()
	for i, f := range found {
		choices[i] = engine.Choice{
			Move: in[f.Arm], Win: float64(f.Win) * rest, Points: float64(f.Points), Tries: f.Tries, Behind: f.Behind * rest, Error: f.Error * rest,
		}
	}
	return choices
}
