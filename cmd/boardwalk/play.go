package main

import (
	"errors"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/server"
	"boardwalk/tui"
	"boardwalk/tui/words"
)

func playCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play in this terminal, without SSH",
		Args:  cobra.NoArgs,
	}
	path := dataFlag(cmd)
	inWords := cmd.Flags().Bool("words", false, "no boxes: lines of words in and out, for screen readers, pipes and TERM=dumb")
	cmd.RunE = func(cmd *cobra.Command, _ []string) (err error) {
		terminal := term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd())
		if !terminal && !*inWords {
			return errors.New("play needs a terminal, and its input or output is none; play --words does without")
		}
		db, err := data.Open(*path)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		player, err := db.Player("local")
		if err != nil {
			return err
		}
		env := tui.Env{Games: catalog.All(), Store: player, Player: "this terminal", Now: time.Now, Deal: server.FreshCode}
		if *inWords || os.Getenv("TERM") == "dumb" {
			return words.Run(env, words.NewLines(cmd.InOrStdin(), nil), cmd.OutOrStdout())
		}
		app := tui.New(env)
		_, err = tea.NewProgram(app).Run()
		return errors.Join(err, app.Close())
	}
	return cmd
}
