package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/grade"
)

// A Deal is what deal prints: a deal of the kind that was asked for, which nobody else gets.
type Deal struct {
	Game    string      `json:"game" jsonschema:"the ID"`
	Name    string      `json:"name"`
	Version int         `json:"version" jsonschema:"of the game's rules"`
	Code    engine.Code `json:"code" jsonschema:"of the deal; whoever plays it by its code practises"`
	Kind    grade.Kind  `json:"kind" jsonschema:"\"winnable\", \"gentle\", \"fair\", \"stern\" or \"cruel\""`
	Scale   int         `json:"scale,omitempty" jsonschema:"the version of the measure by which a grade was given"`
}

func newDeal(c *Context) *cobra.Command {
	var kind string
	cmd := Row("deal [GAME] [GRADE]", "The code of a deal that can be won, or of a grade, to practise", cobra.ArbitraryArgs,
		func(cmd *cobra.Command, args []string) error {
			k, args, err := grade.CutKind(args) // as in words mode
			if err != nil {
				return err
			}
			if k == grade.Fresh {
				k, _, _ = grade.CutKind(strings.Fields(kind))
			}
			if k == grade.Fresh {
				return grade.NoKind(kind)
			}
			g, err := c.gameWithDeals(args)
			if err != nil {
				return err
			}
			c.NoTimeLimit() // the search may wait behind those of others
			var code engine.Code
			var mark grade.Mark
			name := g.Info().Name
			told := -1
			c.WithProgress(func() string {
				looked := c.Deals.Looked()
				if looked == told {
					return ""
				}
				told = looked
				return fmt.Sprintf("Looking for a %s deal of %s: %d looked at.", k, name, told)
			}, func() {
				code, mark, err = c.Deals.Deal(cmd.Context(), g, k)
			})
			switch {
			case errors.Is(err, context.Canceled):
				return &Failure{Sentence: "The search was stopped."}
			case err != nil:
				return err
			}
			info := g.Info()
			d := Deal{Game: info.ID, Name: info.Name, Version: info.Version, Code: code, Kind: mark.Kind, Scale: mark.Version}
			if !c.JSON { // the code alone is for another command
				fmt.Fprintf(c.Live.Err, "A %s deal. To practise it: %s in the lobby, d, then this code.\n", d.Kind, d.Name)
			}
			return c.Say(d, "%s", d.Code)
		})
	cmd.Flags().StringVarP(&kind, "grade", "g", grade.Winnable.String(), "which deals: "+strings.Join(Rows(grade.Kinds(), grade.Kind.String), ", "))
	return cmd
}

// gameWithDeals returns the game that args name, or the first of the menu that has deals
// besides fresh ones.
func (c *Context) gameWithDeals(args []string) (engine.Game, error) {
	if len(args) > 0 {
		g, rest, err := c.gameFirst(args)
		if len(rest) > 0 {
			return nil, grade.NoKind(strings.Join(rest, " "))
		}
		return g, err
	}
	for _, g := range c.Games.House {
		if len(c.Deals.Kinds(g)) > 0 {
			return g, nil
		}
	}
	return nil, &Failure{Sentence: "No game here has deals of any kind but fresh ones."}
}
