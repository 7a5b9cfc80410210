// Boardwalk is a terminal arcade of solitaire card games, served over SSH.
//
//	boardwalk serve            an arcade on port 2222
//	boardwalk play             the same arcade in this terminal
//	boardwalk admin            run an arcade: who is here, bans, invitations
//	boardwalk inspect          positions as JSON lines, for bots and bug reports
//	boardwalk puzzles          the puzzles with their answers
//	boardwalk replay FILE      what happened in a record
//	boardwalk rules GAME       a game's rules
//	boardwalk variation        share codes of games that people make up, from and to JSON
//	boardwalk survey GAME      how many deals of a game can be won, and by the arcade's player
//	boardwalk check            replay and compare everything in a data file
//	boardwalk restore FILE     replace the data file with a backup
//	boardwalk salvage NEW      copy what can be read of a damaged data file
//	boardwalk compact          shrink the data file by its empty pages
//	boardwalk config           the settings that serve would use, and where each comes from
//	boardwalk health           whether a server on this machine is healthy
//	boardwalk man              the manual page
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"charm.land/fang/v2"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/server/cluster"
	"boardwalk/server/command"
)

func main() {
	os.Exit(run(context.Background(), root()))
}

func run(ctx context.Context, root *cobra.Command) int {
	err := fang.Execute(ctx, root, fang.WithoutManpage(), fang.WithVersion(version()), fang.WithErrorHandler(report))
	var code exit
	switch {
	case err == nil:
		return 0
	case errors.As(err, &code):
		return int(code)
	case errors.As(err, new(badSettings)):
		return refused
	case errors.As(err, new(*engine.NameError)), errors.As(err, new(*engine.CodeError)):
		return 2 // the same exit code as a server's
	case errors.As(err, new(cluster.Refusal)), errors.Is(err, commitlog.ErrForged), errors.Is(err, store.ErrStrange):
		return refused
	}
	return 1
}

// refused is the exit code of a server that cannot serve, or be one of its cluster, until the host does
// something: the service manager starts it no more. It is EX_CONFIG of sysexits.h.
const refused = 78

// A badSettings is an error of the settings of a server.
type badSettings struct{ error }

// settingsError returns an error in how a command was called. That of serve is one of its settings.
func settingsError(cmd *cobra.Command, err error) error {
	if err != nil && cmd.Name() == "serve" {
		return badSettings{err}
	}
	return err
}

// An exit is the exit code of a command that has already reported what went wrong.
type exit int

func (e exit) Error() string { return fmt.Sprintf("exit %d", int(e)) }

// exitWith returns the error of a command with an exit code, nil for 0.
func exitWith(code int) error {
	if code == 0 {
		return nil
	}
	return exit(code)
}

// report prints why the program failed: formatted for a terminal, and on one line for a
// log or a pipe.
func report(w io.Writer, styles fang.Styles, err error) {
	if code := exit(0); errors.As(err, &code) {
		return
	}
	if term.IsTerminal(os.Stderr.Fd()) {
		fang.DefaultErrorHandler(w, styles, err)
		return
	}
	fmt.Fprintln(w, "boardwalk:", err)
}

func root() *cobra.Command {
	root := &cobra.Command{
		Use:   "boardwalk",
		Short: "An arcade of solitaire card games in the terminal, served over SSH",
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			return settingsError(cmd, applySources(cmd, os.Environ()))
		},
	}
	root.AddCommand(serveCommand(), playCommand(), adminCommand(), clusterCommand(), inspectCommand(), puzzlesCommand(), replayCommand(), rulesCommand(), variationCommand(), surveyCommand(), checkCommand(),
		restoreCommand(), salvageCommand(), compactCommand(),
		configCommand(), healthCommand(), manCommand(), versionCommand())
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if bad := new(pflag.InvalidValueError); errors.As(err, &bad) && len(bad.GetValue()) > 60 {
			return settingsError(cmd, fmt.Errorf("--%s is %.60q...: %w", bad.GetFlag().Name, bad.GetValue(), bad.Unwrap()))
		}
		return settingsError(cmd, command.UnknownFlag(cmd, err))
	})
	explainUsage(root)
	return root
}

// explainUsage has all commands below cmd say what is wrong with --flag false, and what to type in place of
// wrong arguments.
func explainUsage(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		explainUsage(sub)
		check := sub.Args
		if check == nil {
			check = cobra.ArbitraryArgs
		}
		sub.Args = func(cmd *cobra.Command, args []string) error {
			err := command.SwitchError(cmd, args)
			if err == nil && check(cmd, args) != nil {
				err = command.UsageError(cmd, args)
				if check(cmd, nil) == nil && cmd.Flags().Lookup("data") != nil {
					err = fmt.Errorf("%w --data FILE", err) // which the usage leaves out
				}
			}
			return settingsError(cmd, err)
		}
	}
}
