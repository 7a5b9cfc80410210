package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/cmd/internal/cputime"
	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/boardwalk/policy"
)

func measureCommand() *cobra.Command {
	var (
		o    measurement
		from string
	)
	c := &cobra.Command{
		Use:   "measure GAME",
		Short: "Play deals of a game of the Boardwalk family with its policy, and tell how many were won",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			g, ok := boardwalk.All().Find(args[0])
			if !ok {
				return fmt.Errorf("there is no Boardwalk game %q", args[0])
			}
			o.net = policy.For(args[0])
			if from != "" {
				if o.net, err = readNet(from); err != nil {
					return err
				}
			}
			begun := cputime.Spent(true)
			if err := o.run(cmd.Context(), g); err != nil {
				return err
			}
			o.print(cmd.OutOrStdout(), args[0], cputime.Spent(true)-begun)
			return nil
		},
	}
	f := c.Flags()
	f.BoolVar(&o.calibration, "calibration", false, "print how often games were won, by the chance that was given on the way")
	f.IntVar(&o.deals, "deals", 1000, "how many deals")
	f.IntVar(&o.first, "first", 0, "the number of the first deal")
	f.IntVar(&o.tries, "tries", 0, "how often to play out each arm")
	f.StringVar(&o.seed, "deal", "SURV", "the codes of deals are this and their number")
	f.StringVar(&from, "from", "", "the net, if not the one that is built in")
	return c
}

// A measurement is what to measure of a net, and what came of it.
type measurement struct {
	net                 *policy.Net
	first, deals, tries int
	seed                string
	calibration         bool

	played, won, perfect, points int
	bins                         bins
}

// run plays the deals. If ctx ends before all are played, those that were are a measure, too.
func (o *measurement) run(ctx context.Context, g engine.Game) error {
	for i := o.first; i < o.first+o.deals; i++ {
		t, ok := g.Deal(engine.Code(o.seed + strconv.Itoa(i))).(*boardwalk.State).Compact()
		if !ok {
			return fmt.Errorf("%s is too large", g.Info().Name)
		}
		said := o.play(ctx, &t, rand.New(rand.NewPCG(uint64(i), uint64(o.tries))))
		if ctx.Err() != nil {
			break
		}
		o.played++
		if t.Won() {
			o.won++
		}
		if t.Perfect(&t.Position) {
			o.perfect++
		}
		o.points += t.Final(&t.Position, &t.Hidden)
		o.bins.add(said, t.Won())
	}
	if o.played == 0 {
		return ctx.Err()
	}
	return nil
}

// play plays a deal to its end, and returns the chance to win that was given before each move.
func (o *measurement) play(ctx context.Context, t *compact.Table, random *rand.Rand) (said []float32) {
	for {
		choices := o.net.Advise(ctx, t.Rules, &t.Position, policy.Question{Tries: o.tries, Random: random})
		if len(choices) == 0 {
			return said
		}
		said = append(said, choices[0].Win)
		t.Play(&t.Position, &t.Hidden, choices[0].Move)
	}
}

func (o *measurement) print(w io.Writer, game string, spent time.Duration) {
	n := float64(max(o.played, 1))
	low, high := engine.Share{Part: o.won, Of: o.played}.Interval()
	fmt.Fprintf(w, "%s tries %d deals %d: won %.1f %% (%.1f to %.1f), perfect %.1f %%, %.1f points, %.2f ms of CPU a deal\n",
		game, o.tries, o.played, 100*float64(o.won)/n, 100*low, 100*high, 100*float64(o.perfect)/n, float64(o.points)/n, 1000*spent.Seconds()/n)
	if o.calibration {
		o.bins.print(w)
	}
}

// readNet reads a net that policyCommand wrote.
func readNet(file string) (*policy.Net, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	n := new(policy.Net)
	if err := n.UnmarshalBinary(b); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return n, nil
}

// bins count how often games were won, by tenths of the chance to win that was given before each
// move: those at which nothing was won or lost yet.
type bins [10]struct {
	n, won int
	said   float64
}

func (b *bins) add(said []float32, won bool) {
	for _, p := range said {
		if p == 1 {
			continue // row 1 is clear
		}
		bin := &b[min(int(p*10), 9)]
		bin.n++
		bin.said += float64(p)
		if won {
			bin.won++
		}
	}
}

func (b *bins) print(w io.Writer) {
	var n int
	var off float64
	for _, bin := range b {
		if bin.n == 0 {
			continue
		}
		said, won := bin.said/float64(bin.n), float64(bin.won)/float64(bin.n)
		fmt.Fprintf(w, "  said %5.1f %%, won %5.1f %% after %d moves\n", 100*said, 100*won, bin.n)
		n += bin.n
		off += float64(bin.n) * math.Abs(said-won)
	}
	fmt.Fprintf(w, "  off by %.1f points of 100 on average\n", 100*off/float64(max(n, 1)))
}
