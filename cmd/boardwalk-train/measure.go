package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/boardwalk/policy"
)

func measureCommand() *cobra.Command {
	var (
		deals, tries int
		calibration  bool
		from         string
		first        int
		seed         string
	)
	c := &cobra.Command{
		Use:   "measure GAME",
		Short: "Play deals of a game of the Boardwalk family with its policy, and tell how many were won",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, ok := boardwalk.All().Find(args[0])
			if !ok {
				return fmt.Errorf("there is no Boardwalk game %q", args[0])
			}
			net := policy.For(args[0])
			if from != "" {
				b, err := os.ReadFile(from)
				if err != nil {
					return err
				}
				net = new(policy.Net)
				if err := net.UnmarshalBinary(b); err != nil {
					return fmt.Errorf("%s: %w", from, err)
				}
			}
			begun := cpu()
			won, perfect, points := 0, 0, 0
			var bins bins
			played := 0
			for i := range deals {
				s := g.Deal(engine.Code(seed + strconv.Itoa(first+i))).(*boardwalk.State)
				t, ok := s.Compact()
				if !ok {
					return fmt.Errorf("%s is too large", args[0])
				}
				random := rand.New(rand.NewPCG(uint64(first+i), uint64(tries)))
				var said []float32
				for {
					choices := net.Advise(cmd.Context(), t.Rules, &t.Position, policy.Question{Tries: tries, Random: random})
					if len(choices) == 0 {
						break
					}
					said = append(said, choices[0].Win)
					t.Play(&t.Position, &t.Hidden, choices[0].Move)
				}
				if cmd.Context().Err() != nil {
					break // what was measured so far is a measure, too
				}
				played++
				if t.Won() {
					won++
				}
				if t.Perfect(&t.Position) {
					perfect++
				}
				bins.add(said, t.Won())
				points += t.Final(&t.Position, &t.Hidden)
			}
			if played == 0 {
				return cmd.Context().Err()
			}
			n := float64(played)
			low, high := engine.Share{Part: won, Of: played}.Interval()
			fmt.Fprintf(cmd.OutOrStdout(), "%s tries %d deals %d: won %.1f %% (%.1f to %.1f), perfect %.1f %%, %.1f points, %.2f ms of CPU a deal\n",
				args[0], tries, played, 100*float64(won)/n, 100*low, 100*high, 100*float64(perfect)/n, float64(points)/n, 1000*(cpu()-begun).Seconds()/n)
			if calibration {
				bins.print(cmd.OutOrStdout())
			}
			return nil
		},
	}
	f := c.Flags()
	f.BoolVar(&calibration, "calibration", false, "print how often games were won, by the chance that was given on the way")
	f.IntVar(&deals, "deals", 1000, "how many deals")
	f.IntVar(&first, "first", 0, "the number of the first deal")
	f.IntVar(&tries, "tries", 0, "how often to play out each arm")
	f.StringVar(&seed, "deal", "SURV", "the codes of deals are this and their number")
	f.StringVar(&from, "from", "", "the net, if not the one that is built in")
	return c
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
