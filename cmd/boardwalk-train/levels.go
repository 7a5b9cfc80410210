package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// levelsCommand returns the command that rates the levels at which the arcade races.
func levelsCommand() *cobra.Command {
	var t tournament
	cmd := &cobra.Command{
		Use:   "levels",
		Short: "Rate the arcade's players by races among themselves",
		Long: `Rate the arcade's players by races among themselves.

Each deal of each built-in game is played at every level, and each two of them have raced on it:
more points win, equal ones are a draw. The ratings are those that make the results most likely
(Bradley and Terry), with 400 points for odds of ten to one as in Elo and Glicko, and 1500 for the
level in the middle. The intervals are of 95 percent, from the same results drawn again by deals.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := t.play(cmd.Context()); err != nil {
				return err
			}
			return t.report(cmd.OutOrStdout())
		},
	}
	cmd.Flags().IntVar(&t.deals, "deals", 100, "deals of each game")
	cmd.Flags().StringVar(&t.seed, "seed", "1", "what the deals and all that is random are made of")
	return cmd
}

// levels is how many there are.
const levels = int(arcade.LevelMost)

// A tournament is races of the levels among themselves.
type tournament struct {
	deals  int
	seed   string
	points map[string][]points // by game and deal
}

// points are those of each level on a deal.
type points [levels]int

// play plays all deals, on all cores.
func (t *tournament) play(ctx context.Context) error {
	t.points = make(map[string][]points)
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(runtime.NumCPU())
	for _, g := range catalog.All() {
		games := make([]points, t.deals)
		t.points[g.Info().ID] = games
		for deal := range games {
			all.Go(func() (err error) {
				games[deal], err = t.playDeal(ctx, g, deal)
				return err
			})
		}
	}
	return all.Wait()
}

// playDeal plays a deal at each level.
func (t *tournament) playDeal(ctx context.Context, g engine.Game, deal int) (all points, err error) {
	of := t.hash(g, deal, -1)
	code, err := engine.NewCode(bytes.NewReader(of[:]))
	if err != nil {
		return all, err
	}
	for i := range all {
		playing := (arcade.Level(i + 1)).Player().Play(g.Deal(code), engine.Luck(t.hash(g, deal, i)))
		for more := true; more; {
			if _, more, err = playing.Step(ctx); err != nil || ctx.Err() != nil {
				return all, errors.Join(err, ctx.Err())
			}
		}
		all[i] = playing.Score().Points
	}
	return all, nil
}

func (t *tournament) hash(g engine.Game, deal, level int) [sha256.Size]byte {
	return sha256.Sum256(fmt.Appendf(nil, "boardwalk levels\n%s\n%s\n%d\n%d", t.seed, g.Info().ID, deal, level))
}

// draws is how many times the results are drawn again for the intervals.
const draws = 200

// report writes the ratings, and how often each level beat the one below it in each game.
func (t *tournament) report(out io.Writer) error {
	var all []points
	for _, games := range t.points {
		all = append(all, games...)
	}
	rated := rate(levels, levels/2, meetings(all))
	var again [levels][]float64
	random := rand.New(rand.NewPCG(1, 2))
	for range draws {
		drawn := make([]points, len(all))
		for i := range drawn {
			drawn[i] = all[random.IntN(len(all))]
		}
		for i, points := range rate(levels, levels/2, meetings(drawn)) {
			again[i] = append(again[i], points)
		}
	}
	fmt.Fprintf(out, "%d races: %d deals of each of %d games, seed %s\n", len(all)*levels*(levels-1)/2, t.deals, len(t.points), t.seed)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "level\tpoints\tfrom\tto\tbeats the one below it")
	for i := range levels {
		slices.Sort(again[i])
		fmt.Fprintf(w, "%d\t%.0f\t%.0f\t%.0f", i+1, 1500+rated[i], 1500+again[i][draws/40], 1500+again[i][draws-1-draws/40])
		for _, g := range catalog.All() {
			won := 0.0
			for _, points := range t.points[g.Info().ID] {
				won += score(points[i], points[max(i-1, 0)])
			}
			fmt.Fprintf(w, "\t%s %.0f%%", g.Info().Name, 100*won/float64(t.deals))
		}
		fmt.Fprintln(w)
	}
	return w.Flush()
}

// score is how a race with so many points ends against so many others: 1 is won, 0 lost.
func score(mine, theirs int) float64 {
	switch {
	case mine > theirs:
		return 1
	case mine < theirs:
		return 0
	}
	return 0.5
}

// meetings returns the races of each two levels.
func meetings(results []points) (met []meeting) {
	for i := range levels {
		for j := range i {
			m := meeting{a: i, b: j, games: float64(len(results))}
			for _, points := range results {
				m.won += score(points[i], points[j])
			}
			met = append(met, m)
		}
	}
	return met
}

// A meeting is how often player a has won against player b, in a number of games. A draw is half a win.
type meeting struct {
	a, b       int
	won, games float64
}

// rate returns the ratings of players that make the results most likely, by Zermelo's iteration, with that of one of
// them in the middle at 0.
func rate(players, middle int, met []meeting) []float64 {
	won, strength := make([]float64, players), slices.Repeat([]float64{1}, players)
	for _, m := range met {
		won[m.a] += m.won
		won[m.b] += m.games - m.won
	}
	for range 1000 {
		odds := make([]float64, players)
		for _, m := range met {
			each := m.games / (strength[m.a] + strength[m.b])
			odds[m.a] += each
			odds[m.b] += each
		}
		for i := range strength {
			strength[i] = max(won[i], 0.5) / odds[i]
		}
	}
	rated := make([]float64, players)
	for i := range rated {
		rated[i] = 400 * math.Log10(strength[i]/strength[middle])
	}
	return rated
}
