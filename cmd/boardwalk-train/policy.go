package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/boardwalk/policy"
	"boardwalk/engine/boardwalk/policy/train"
	"boardwalk/server/cputime"
)

func policyCommand() *cobra.Command {
	var (
		o        trainer
		from, to string
	)
	c := &cobra.Command{
		Use:   "policy GAME",
		Short: "Train a policy for a game of the Boardwalk family, or for any of them",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.Starts, err = starts(args[0]); err != nil {
				return err
			}
			o.Random = rand.New(rand.NewPCG(o.seed, 0))
			o.Net = train.Fresh(o.Random)
			if from != "" {
				if o.Net, err = read(from, decodeNet); err != nil {
					return err
				}
			}
			return o.run(cmd, to)
		},
	}
	f := c.Flags()
	f.DurationVar(&o.forTime, "for", time.Minute, "how long to train")
	f.IntVar(&o.batch, "batch", 256, "games to the last step, of which the first has a sixteenth")
	f.Float64Var(&o.rate, "rate", 0.01, "length of the first step, of which the last has a twentieth")
	f.Float32Var(&o.Lambda, "lambda", 0.95, "how much the end of the game counts against what is expected on the way")
	f.Float32Var(&o.Entropy, "entropy", 0.002, "how much it is worth to leave the choice open")
	f.Uint64Var(&o.seed, "seed", 1, "seed of all that is random")
	f.StringVar(&from, "from", "", "the net to go on with")
	f.StringVar(&to, "to", "", "where to write the net")
	return c
}

// A trainer trains a net for some time and tells how it goes.
type trainer struct {
	train.Trainer
	forTime time.Duration
	batch   int
	rate    float64
	seed    uint64
}

// run trains for the time given. The steps become shorter and their batches larger, so that a
// net learns a lot at first, from few games, and in the end what many games agree on.
func (o *trainer) run(cmd *cobra.Command, to string) error {
	begun, said := time.Now(), time.Duration(0)
	games, since := 0, 0
	var mean policy.Outcome
	for cmd.Context().Err() == nil {
		spent := time.Since(begun)
		part := float64(spent) / float64(o.forTime)
		if part >= 1 {
			break
		}
		batch := int(float64(o.batch) * math.Pow(16, part-1))
		out := o.Batch(batch, o.rate*math.Pow(0.05, part))
		games += batch
		since += batch
		mean.Win += out.Win * float32(batch)
		mean.Points += out.Points * float32(batch)
		if spent-said > max(o.forTime/20, 10*time.Second) {
			first := o.first(500)
			fmt.Fprintf(cmd.OutOrStdout(), "%5.0f s %5.0f s of CPU %8d games  sampled %5.1f %% %5.1f points  first choice %5.1f %% %5.1f points\n", spent.Seconds(), cputime.Spent(true).Seconds(), games,
				100*mean.Win/float32(since), 100*mean.Points/float32(since), 100*first.Win, 100*first.Points)
			mean, since, said = policy.Outcome{}, 0, spent
			if err := write(&o.Average, to); err != nil {
				return err
			}
		}
	}
	if games == 0 {
		return nil
	}
	return write(&o.Average, to)
}

// first returns the mean outcome of the first choices of the average.
func (o *trainer) first(deals int) (mean policy.Outcome) {
	random := rand.New(rand.NewPCG(o.seed, 1))
	for range deals {
		e := train.Play(&o.Average, o.Starts[random.IntN(len(o.Starts))], random)
		mean.Win += e.Win / float32(deals)
		mean.Points += e.Points / float32(deals)
	}
	return mean
}

func decodeNet(b []byte) (*policy.Net, error) {
	n := new(policy.Net)
	return n, n.UnmarshalBinary(b)
}

func write(n *policy.Net, to string) error {
	if to == "" {
		return nil
	}
	b, err := n.MarshalBinary()
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o666)
}

// starts returns the start of a game, or of a thousand random variations.
func starts(id string) ([]compact.Table, error) {
	deal, err := dealer(id, rand.New(rand.NewPCG(2026, 11)))
	if err != nil {
		return nil, err
	}
	n := 1
	if id == policy.Any {
		n = 1000
	}
	all := make([]compact.Table, n)
	for i := range all {
		if all[i], err = deal("TRAIN"); err != nil {
			return nil, err
		}
	}
	return all, nil
}
