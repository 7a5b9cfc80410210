package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/player"
	"boardwalk/engine/hopscotch/train"
	"boardwalk/server/cputime"
)

const (
	every     = 250    // steps after which to tell how it goes
	rateDeals = 40_000 // that tell how good a policy is: a third of a percent either way
)

func hopscotchCommand() *cobra.Command {
	var (
		steps    int
		from, to string
	)
	c := &cobra.Command{
		Use:   "hopscotch",
		Short: "Train a policy for Hopscotch (1-2-3-4)",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			y := player.ByHand()
			if from != "" {
				if y, err = read(from, player.Decode); err != nil {
					return err
				}
			}
			mean := train.Report{}
			y = train.Train(cmd.Context(), y, steps, rand.New(rand.NewPCG(1, 0)), func(r train.Report) {
				mean.Win += r.Win / float64(every)
				mean.Points += r.Points / float64(every)
				if r.Steps%every == 0 {
					fmt.Fprintf(cmd.OutOrStdout(), "%5.0f s of CPU %8d games  sampled %5.2f %% %5.2f points\n",
						cputime.Spent(true).Seconds(), r.Steps*train.Games, 100*mean.Win, mean.Points)
					mean = train.Report{}
				}
			})
			win, points := train.Rate(y, rateDeals, rand.New(rand.NewPCG(1, 1)))
			low, high := engine.Share{Part: int(math.Round(win * rateDeals)), Of: rateDeals}.Interval()
			fmt.Fprintf(cmd.OutOrStdout(), "at sight deals %d: won %.2f %% (%.2f to %.2f), %.2f points\n", rateDeals, 100*win, 100*low, 100*high, points)
			if to == "" {
				return nil
			}
			return os.WriteFile(to, y.Encode(), 0o666)
		},
	}
	f := c.Flags()
	f.IntVar(&steps, "steps", 8000, fmt.Sprintf("how many steps of %d games", train.Games))
	f.StringVar(&from, "from", "", "the weights to go on with")
	f.StringVar(&to, "to", "", "where to write the weights")
	return c
}
