package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/spf13/cobra"

	"boardwalk/cmd/internal/cputime"
	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/hint"
)

func variationsCommand() *cobra.Command {
	var (
		variations, deals, tries, plain int
		seed                            uint64
	)
	c := &cobra.Command{
		Use:   "variations",
		Short: "Play random variations with the net for any of them, and with play-outs that know no game",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			random := rand.New(rand.NewPCG(seed, 0))
			var all [2]tally
			better := 0
			for range variations {
				g, err := boardwalk.New(boardwalk.Random(random))
				if err != nil {
					return err
				}
				var by [2]tally
				for i := range deals {
					s := g.Deal(engine.Code("SURV" + strconv.Itoa(i)))
					by[0].play(cmd.Context(), s, tries, uint64(i))
					by[1].play(cmd.Context(), nobody{s}, plain, uint64(i))
				}
				if err := cmd.Context().Err(); err != nil {
					return err
				}
				if by[0].value() >= by[1].value() {
					better++
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%-44s net %s  play-outs %s\n", g.Info().ID, by[0], by[1])
				for i := range all {
					all[i].add(by[i])
				}
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%-44s net %s  play-outs %s; the net did as well or better in %d\n", "all", all[0], all[1], better)
			return nil
		},
	}
	f := c.Flags()
	f.IntVar(&variations, "variations", 20, "how many variations")
	f.IntVar(&deals, "deals", 5, "how many deals of each")
	f.IntVar(&tries, "tries", 10, "how often the net plays out each arm")
	f.IntVar(&plain, "plain", 10, "tries of the play-outs that know no game")
	f.Uint64Var(&seed, "seed", 7, "seed of the variations: 2026 has those of the training")
	return c
}

// A nobody is a state that knows no good moves: it is no [engine.Advisor].
type nobody struct{ engine.State }

func (s nobody) Guess(random *rand.Rand) engine.State { return s.State.(engine.Guesser).Guess(random) }

func (s nobody) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	return nobody{next}, err
}

// A tally is how a player did in a number of deals.
type tally struct {
	deals, won int
	share      float64 // of all points, over all deals
	seconds    float64
}

// play plays a deal to its end.
func (t *tally) play(ctx context.Context, s engine.State, tries int, seed uint64) {
	const movesMax = 500
	begun := cputime.Spent(true)
	random := rand.New(rand.NewPCG(seed, 1))
	states := []engine.State{s}
	for range movesMax {
		advice, ok := hint.Best(ctx, states, tries, random)
		if !ok {
			break
		}
		next, err := s.Play(advice.Move)
		if err != nil {
			break
		}
		s = next
		states = append(states, s)
	}
	if n, ok := s.(nobody); ok {
		s = n.State
	}
	score := engine.Final(s)
	t.deals++
	if score.Won {
		t.won++
	}
	t.share += float64(score.Points) / float64(score.Max)
	t.seconds += (cputime.Spent(true) - begun).Seconds()
}

func (t *tally) add(u tally) {
	t.deals += u.deals
	t.won += u.won
	t.share += u.share
	t.seconds += u.seconds
}

func (t tally) value() float64 { return float64(t.won) + 0.2*t.share }

func (t tally) String() string {
	n := float64(t.deals)
	low, high := engine.Share{Part: t.won, Of: t.deals}.Interval()
	return fmt.Sprintf("won %3.0f %% (%2.0f to %3.0f) %3.0f %% of points %6.1f ms", 100*float64(t.won)/n, 100*low, 100*high, 100*t.share/n, 1000*t.seconds/n)
}
