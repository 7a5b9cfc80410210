package admin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// variationsMax is the most hidden variations that admin variations lists, and the most
// others.
const variationsMax = 1000

// Variations is what admin variations prints: the hidden ones first, then the newest.
type Variations struct {
	Variations []VariationReport `json:"variations"`
}

// A VariationReport is a game that somebody made up, as the host sees it.
type VariationReport struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`            // the title of its design
	By      string    `json:"by,omitempty"`    // the nick of who kept it first
	Owner   string    `json:"owner,omitempty"` // the ID of who kept it first, can be used as PLAYER
	Code    string    `json:"code"`
	Since   time.Time `json:"since"`   // UTC; when it was first kept or played
	Players int       `json:"players"` // who have finished a round of it
	Rounds  int       `json:"rounds"`
	Keepers int       `json:"keepers"`
	Hidden  bool      `json:"hidden,omitempty"`
}

func newVariations(c *Context) *cobra.Command {
	cmd := &cobra.Command{
		Use: "variations", Aliases: []string{"variation"}, Short: "The games that players made up, with who did",
		Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
			report := Variations{[]VariationReport{}}
			for _, hidden := range []bool{true, false} {
				list, err := c.Store.Variations(hidden, arcade.ByAge, variationsMax)
				if err != nil {
					return storeFailure(err)
				}
				for _, v := range list {
					report.Variations = append(report.Variations, variationOf(v))
				}
			}
			return c.Print(report, report.write)
		},
	}
	cmd.AddCommand(
		&cobra.Command{
			Use: "hide ID", Short: "Leave one out of what is played here; who keeps it still has it",
			Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error { return hideVariation(c, args[0], true) },
		},
		&cobra.Command{
			Use: "show ID", Short: "Show a hidden one again",
			Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error { return hideVariation(c, args[0], false) },
		},
	)
	return cmd
}

// variationOf returns the report of a variation.
func variationOf(v data.VariationInfo) VariationReport {
	info := v.Game.Info()
	return VariationReport{
		ID: info.ID, Name: info.Name, By: v.By, Owner: v.Owner, Code: v.Game.Design().Code(), Since: v.Since.UTC(),
		Players: v.Players, Rounds: v.Rounds, Keepers: v.Keepers, Hidden: v.Hidden,
	}
}

// write writes the variations as text.
func (v Variations) write(out io.Writer) {
	if len(v.Variations) == 0 {
		fmt.Fprintln(out, "Nobody has kept or played a variation here.")
		return
	}
	command.Table(out, "ID\tNAME\tBY\tSINCE (UTC)\tPLAYERS\tROUNDS\tKEPT BY\tMARKS", func(row func(string, ...any)) {
		for _, v := range v.Variations {
			marks := "-"
			if v.Hidden {
				marks = "hidden"
			}
			row("%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s", v.ID, v.Name, cmp.Or(v.By, v.Owner, "-"), command.Minute(v.Since), v.Players, v.Rounds, v.Keepers, marks)
		}
	})
}

// hideVariation hides or shows a variation, named by its ID or its share code.
func hideVariation(c *Context, name string, on bool) error {
	id := name
	g, err := c.Games.Resolve(name)
	if several := new(engine.NameError); errors.As(err, &several) && len(several.Fits) > 1 {
		return err
	}
	if err == nil {
		id = g.Info().ID
	}
	switch err := c.Store.HideVariation(id, on); {
	case errors.Is(err, data.ErrNotFound):
		return refusalf("There is no variation %.60s; admin variations has their IDs.", name)
	case err != nil:
		return storeFailure(err)
	}
	return c.Print(Moderated{Variation: id, Hidden: on}, func(out io.Writer) {
		if on {
			fmt.Fprintf(out, "%s is hidden: nobody finds it here. Who keeps it still has it; those who have its code can play it.\n", id)
			return
		}
		fmt.Fprintf(out, "%s is shown again.\n", id)
	})
}
