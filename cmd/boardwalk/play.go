package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
)

func playCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play in this terminal, without SSH",
		Args:  cobra.NoArgs,
	}
	path := dataFlag(cmd)
	cmd.RunE = func(*cobra.Command, []string) (err error) {
		if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
			return errors.New("play needs a terminal, and its input or output is none; inspect and replay do without")
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
		app := tui.New(tui.Env{
			Games: catalog.All(), Store: player, Player: "this terminal",
			Now:  time.Now,
			Deal: freshDeal,
		})
		_, err = tea.NewProgram(app).Run()
		return errors.Join(err, app.Close())
	}
	return cmd
}

// freshDeal is a code that nobody can foresee.
func freshDeal() engine.Code {
	code, err := engine.NewCode(rand.Reader)
	if err != nil {
		panic(fmt.Sprintf("the system has no randomness: %v", err)) // crypto/rand never fails
	}
	return code
}
