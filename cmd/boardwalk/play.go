package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/server"
	"boardwalk/server/command"
	"boardwalk/server/program"
	"boardwalk/tui"
	"boardwalk/tui/session"
	"boardwalk/tui/words"
)

func playCommand() *cobra.Command {
	cmd := command.Row("play [GAME]", "Play in this terminal, without SSH", nil, nil)
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.Long = `Play in this terminal, without SSH. If a server has the data file open, play uses
that server through the socket beside the file; otherwise it opens the file itself.
Without --data that is boardwalk.db in this directory if there is one, and otherwise
boardwalk/boardwalk.db in $XDG_DATA_HOME, or in ~/.local/share.
With a GAME, by a name or a share code, it begins at that game's table.`
	var c config
	c.some(cmd, "data", "config", "host-key")
	inWords := cmd.Flags().Bool("words", false, "play in lines of words instead of boxes, for screen readers, pipes and TERM=dumb")
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		terminal := term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd())
		if !terminal && !*inWords {
			return errors.New("play needs a terminal, and its input or output is not one; play --words works without")
		}
		if !cmd.Flags().Changed("data") {
			if c.data, err = ownData(c.data); err != nil {
				return err
			}
		}
		kind := os.Getenv("TERM")
		if *inWords {
			kind = "dumb"
		}
		ctx := cmd.Context()
		signal.Ignore(syscall.SIGHUP) // one may be meant for a server; if the terminal is gone, the input ends
		client, err := dialServer(&c)
		if err == nil {
			defer client.Close()
			s := localTerminal{in: cmd.InOrStdin(), out: cmd.OutOrStdout(), errOut: cmd.ErrOrStderr(), term: kind, pipe: !terminal}
			if len(args) > 0 {
				s.command = "play " + strings.Join(args, " ")
			}
			return s.play(ctx, client)
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		db, err := data.Open(c.data, data.Games(catalog.Library()), func(o *data.Options) {
			o.JoinSettings = session.JoinSettings
			o.Migrated = func(from, to int, kept string) {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s was migrated from version %d to %d; %s is a copy of the old file.\n", c.data, from, to, kept)
			}
		})
		if err != nil {
			return withoutSocket(&c, err)
		}
		defer func() { err = errors.Join(err, db.Close()) }()
		if db.Created() {
			fmt.Fprintf(cmd.ErrOrStderr(), "Your games are kept in %s.\n", c.data)
		}
		if _, err := db.EndDailies(time.Now()); err != nil { // serve does this by the clock
			return err
		}
		ports, end, err := server.Alone(server.Config{Games: catalog.Library(), Weekly: hint.Weekly, Store: server.Data(db), Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		defer end()
		env := &tui.Env{Ports: ports, Term: kind, Look: program.Look(kind, os.Environ()), Tick: program.Tick}
		in := cmd.InOrStdin()
		if len(args) > 0 {
			g, err := env.Games.Resolve(strings.Join(args, " "))
			if err != nil {
				return err
			}
			env.Games, env.At = env.Games.With(g), g.Info().ID
			in = io.MultiReader(strings.NewReader(server.Line(command.Entrance{Page: "play", Game: g})), in)
		}
		if !program.CanAddress(kind) {
			lines := words.NewPipe(in)
			if terminal {
				lines = words.NewLines(in, nil)
				lines.Size = func() (columns, rows int) {
					columns, rows, _ = term.GetSize(os.Stdout.Fd()) // 0 where nobody knows
					return columns, rows
				}
			}
			return words.Run(env.Ports, lines, cmd.OutOrStdout())
		}
		return runApp(ctx, tui.New(env))
	}
	return cmd
}

// ownData returns the data file of somebody who names none: the one here if there is one,
// and otherwise the player's own, whose directory it makes. Where nobody knows the player's
// home, it is the one here.
func ownData(here string) (string, error) {
	dir := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(dir) { // as the XDG Base Directory Specification says
		home, err := os.UserHomeDir()
		if err != nil {
			return here, nil
		}
		dir = filepath.Join(home, ".local", "share")
	}
	if _, err := os.Stat(here); !errors.Is(err, fs.ErrNotExist) {
		return here, nil
	}
	dir = filepath.Join(dir, "boardwalk")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("there is no place for your games; name a file with --data: %w", err)
	}
	return filepath.Join(dir, filepath.Base(here)), nil
}
