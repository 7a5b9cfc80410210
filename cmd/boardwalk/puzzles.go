package main

import (
	"encoding/json"

	"github.com/spf13/cobra"

	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
	"boardwalk/server/command"
)

// puzzlesCommand returns the command that prints the puzzles with their answers.
func puzzlesCommand() *cobra.Command {
	var game string
	short := "Print the puzzles with their answers, one JSON object a line, for those who check them"
	cmd := command.Row("puzzles", short, cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		puzzles := puzzle.All()
		if game != "" {
			g, err := catalog.All().Resolve(game)
			if err != nil {
				return err
			}
			puzzles = puzzle.ByGame(g.Info().ID)
		}
		enc := json.NewEncoder(cmd.OutOrStdout())
		for _, p := range puzzles {
			if err := enc.Encode(p); err != nil {
				return err
			}
		}
		return nil
	})
	cmd.Flags().StringVar(&game, "game", "", "only those of this game")
	return cmd
}
