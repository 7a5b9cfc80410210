package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
)

// puzzlesCommand returns the command that prints the puzzles with their answers. It is hidden, as it spoils them.
func puzzlesCommand() *cobra.Command {
	var (
		game   string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:    "puzzles",
		Short:  "Print the puzzles with their answers, for those who check them",
		Hidden: true,
		Args:   cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			puzzles := puzzle.All()
			if game != "" {
				g, err := catalog.All().Resolve(game)
				if err != nil {
					return err
				}
				puzzles = puzzle.ByGame(g.Info().ID)
			}
			if asJSON {
				enc := json.NewEncoder(cmd.OutOrStdout())
				for _, p := range puzzles {
					if err := enc.Encode(p); err != nil {
						return err
					}
				}
				return nil
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "puzzle\tgame\trating\tdeal\tafter\tanswer")
			for _, p := range puzzles {
				fmt.Fprintf(w, "%s\t%s\t%.0f\t%s\t%d moves\t%s\n", p.ID, catalog.All().Name(p.Game), p.Rating, p.Code, len(p.Moves), engine.FormatMoves(p.Answer))
			}
			return w.Flush()
		},
	}
	cmd.Flags().StringVar(&game, "game", "", "only those of this game")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object a line")
	return cmd
}
