// Boardwalk is a terminal arcade of solitaire card games, served over SSH.
//
//	boardwalk serve            an arcade on port 2222
//	boardwalk play             the same arcade in this terminal
//	boardwalk inspect          positions as JSON lines, for bots and bug reports
//	boardwalk replay FILE      what happened in a record
//	boardwalk rules GAME       a game's rules
//	boardwalk check            replay and compare everything in a data file
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"charm.land/fang/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
)

func main() {
	err := fang.Execute(context.Background(), command(), fang.WithoutManpage(), fang.WithoutCompletions(),
		fang.WithVersion(version()), fang.WithErrorHandler(report))
	if err != nil {
		os.Exit(1)
	}
}

// report says why the program failed: set out for a person, and in one line for
// a log or a pipe.
func report(w io.Writer, styles fang.Styles, err error) {
	if term.IsTerminal(os.Stderr.Fd()) {
		fang.DefaultErrorHandler(w, styles, err)
		return
	}
	fmt.Fprintln(w, "boardwalk:", err)
}

// command is the whole command line.
func command() *cobra.Command {
	root := &cobra.Command{
		Use:   "boardwalk",
		Short: "An arcade of solitaire card games in the terminal, served over SSH",
	}
	root.AddCommand(serveCommand(), playCommand(), inspectCommand(), replayCommand(), rulesCommand(), checkCommand(), versionCommand())
	return root
}
