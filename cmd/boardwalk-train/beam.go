package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/boardwalk/policy"
	"boardwalk/engine/boardwalk/solver"
)

// A beamCourse is how the weights of the solver's beams are learnt.
type beamCourse struct{ deals, rounds int }

const (
	beamWidth = 60
	beamNoise = 1
	compared  = 6 // positions to compare each step with
)

func beamCommand() *cobra.Command {
	var c beamCourse
	var goal string
	cmd := &cobra.Command{
		Use:   "beam GAME",
		Short: "Learn the weights of the solver's beams from the ways to good ends",
		Long: `Learn the weights of the solver's beams for a Boardwalk game by its ID, or for "any"
variation, from deals TRAIN0, TRAIN1 and so on. Prints the best weights of all rounds as a line
of weights.txt; what happens goes to standard error.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.run(cmd.Context(), args[0], engine.Goal(goal), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVar(&goal, "goal", "win", "what to look for: win or points")
	f.IntVar(&c.deals, "deals", 150, "deals of a round")
	f.IntVar(&c.rounds, "rounds", 5, "rounds, each with the weights learnt before")
	return cmd
}

func (c *beamCourse) run(ctx context.Context, game string, goal engine.Goal, out, log io.Writer) error {
	random := rand.New(rand.NewPCG(1, 2))
	deal, err := dealer(game, random)
	if err != nil {
		return err
	}
	var lessons []solver.Lesson
	var weights, best *solver.Weights
	most := -1
	for round := range c.rounds + 1 {
		total := 0
		for i := range c.deals {
			t, err := deal(engine.Code(fmt.Sprintf("TRAIN%d", round*c.deals+i)))
			if err != nil {
				return err
			}
			w := weights
			if w == nil {
				w = solver.WeightsFor(t.Rules, goal)
			}
			found, worth := solver.Learn(ctx, &t, goal, w, beamWidth, beamNoise, compared, random)
			lessons, total = append(lessons, found...), total+worth
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
		fmt.Fprintf(log, "round %d: %d wins or points in %d deals with the weights so far\n", round+1, total, c.deals)
		if round > 0 && total > most {
			best, most = weights, total
		}
		if round < c.rounds {
			var right float64
			weights, right = fit(lessons, random)
			fmt.Fprintf(log, "%d lessons, %.1f%% of them right\n", len(lessons), 100*right)
		}
	}
	_, err = fmt.Fprint(out, best.Line(path.Base(game), goal))
	return err
}

// dealer returns a function that deals a game, or a random variation each time.
func dealer(game string, random *rand.Rand) (func(engine.Code) (compact.Table, error), error) {
	own, ok := boardwalk.All().Find(game)
	if !ok && game != policy.Any {
		return nil, fmt.Errorf("there is no Boardwalk game %s", game)
	}
	return func(code engine.Code) (compact.Table, error) {
		g := own
		if !ok {
			g = boardwalk.Random(random).MakeUp("Random")
		}
		t, fits := g.Deal(code).(*boardwalk.State).Compact()
		if !fits {
			return t, fmt.Errorf("%s is too large", g.Info().Name)
		}
		return t, nil
	}, nil
}

// fit returns the weights that make most lessons right: a logistic regression by Adagrad over
// features scaled to the same spread. It returns the share of lessons that are right as well.
func fit(lessons []solver.Lesson, random *rand.Rand) (*solver.Weights, float64) {
	// A feature that is nearly always the same teaches little: without least, few lessons would
	// give it a weight that spoils the beam.
	const epochs, rate, shrink, least = 6, 0.05, 1e-4, 0.3
	var w solver.Weights
	var spread, sum [len(w)]float64
	for i := range lessons {
		for j, x := range lessons[i] {
			spread[j] += float64(x * x)
		}
	}
	for j := range spread {
		spread[j] = max(least, math.Sqrt(spread[j]/float64(len(lessons))))
	}
	var scaled [len(w)]float64
	for range epochs {
		for range lessons {
			lesson := &lessons[random.IntN(len(lessons))]
			var v float64
			for j, x := range lesson {
				v += scaled[j] * float64(x) / spread[j]
			}
			pull := 1 / (1 + math.Exp(v))
			for j, x := range lesson {
				if x == 0 {
					continue
				}
				g := pull*float64(x)/spread[j] - shrink*scaled[j]
				sum[j] += g * g
				scaled[j] += rate * g / (math.Sqrt(sum[j]) + 1e-9)
			}
		}
	}
	right := 0
	for j := range w {
		w[j] = float32(scaled[j] / spread[j])
	}
	for i := range lessons {
		var v float32
		for j, x := range lessons[i] {
			v += w[j] * x
		}
		if v > 0 {
			right++
		}
	}
	return &w, float64(right) / float64(max(1, len(lessons)))
}
