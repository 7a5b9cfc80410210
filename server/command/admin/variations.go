package admin

import (
	"cmp"
	"errors"
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

func (c *Context) variations(*cobra.Command, []string) error {
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
	head := "ID\tNAME\tBY\tSINCE (UTC)\tPLAYERS\tROUNDS\tKEPT BY\tMARKS"
	return command.PrintList(c.Context, report, "Nobody has kept or played a variation here.", head, report.Variations,
		func(v VariationReport) []any {
			marks := "-"
			if v.Hidden {
				marks = "hidden"
			}
			return []any{v.ID, v.Name, cmp.Or(v.By, v.Owner, "-"), command.Minute(v.Since), v.Players, v.Rounds, v.Keepers, marks}
		})
}

// variationOf returns the report of a variation.
func variationOf(v data.VariationInfo) VariationReport {
	info := v.Game.Info()
	return VariationReport{
		ID: info.ID, Name: info.Name, By: v.By, Owner: v.Owner, Code: v.Game.Design().Code(), Since: v.Since.UTC(),
		Players: v.Players, Rounds: v.Rounds, Keepers: v.Keepers, Hidden: v.Hidden,
	}
}

// hideVariation returns the command that hides or shows a variation, named by its ID or its share code.
func (c *Context) hideVariation(on bool) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		id := args[0]
		g, err := c.Games.Resolve(id)
		if several := new(engine.NameError); errors.As(err, &several) && len(several.Fits) > 1 {
			return err
		}
		if err == nil {
			id = g.Info().ID
		}
		err = c.Store.HideVariation(id, on)
		if err = refusal(err, data.ErrNotFound, "There is no variation %.60s; admin variations has their IDs.", args[0]); err != nil {
			return err
		}
		if on {
			return c.Say(Moderated{Variation: id, Hidden: on},
				"%s is hidden: nobody finds it here. Who keeps it still has it; those who have its code can play it.", id)
		}
		return c.Say(Moderated{Variation: id}, "%s is shown again.", id)
	}
}
