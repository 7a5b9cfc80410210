package server

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"charm.land/ssh"
	"github.com/spf13/cobra"
)

// What a session ends with.
const (
	exitOK       = 0
	exitFailed   = 1
	exitUsage    = 2
	exitTerminal = 64 // it needs a terminal and has none
)

// serveCommand serves sessions that came with a command, with a terminal or
// without.
func (s *Server) serveCommand(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		if sess.RawCommand() == "" {
			next(sess)
			return
		}
		c := visitOf(sess).conn
		defer time.AfterFunc(s.config.Limits.Command, func() { _ = c.Close() }).Stop()
		var out, errOut bytes.Buffer
		code := s.runCommand(identify(sess), sess.RawCommand(), &out, &errOut)
		for chunk := range slices.Chunk(out.Bytes(), chunkSize) {
			_, _ = sess.Write(chunk)
		}
		_, _ = errOut.WriteTo(sess.Stderr())
		_ = sess.Exit(code)
	}
}

// runCommand runs one command line and returns what the session exits with.
// out and errOut must not fail: Cobra would end the whole server for it.
func (s *Server) runCommand(who identity, line string, out, errOut *bytes.Buffer) int {
	c := &call{config: s.config, who: who, out: out}
	root := c.commands()
	args := strings.Fields(clean(line, commandSize))
	root.SetArgs(args)
	root.SetIn(strings.NewReader(""))
	root.SetOut(out)
	root.SetErr(errOut)
	err := known(root, args)
	if err == nil {
		err = root.Execute()
	}
	var failed *failure
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &failed):
		s.config.Logger.Error("command", "user", who.name, "err", failed.err)
		fmt.Fprintln(errOut, failed.sentence)
		return exitFailed
	}
	text := err.Error()
	if !strings.HasSuffix(text, "?") {
		text += "."
	}
	fmt.Fprintf(errOut, "%s%s\nTry: ssh HOST help\n", strings.ToUpper(text[:1]), text[1:])
	return exitUsage
}

// A failure is an error that is not the player's: a sentence for the player,
// and what the log needs.
type failure struct {
	sentence string
	err      error
}

func (f *failure) Error() string { return f.err.Error() }

// A call is one command of one player.
type call struct {
	config Config
	who    identity
	out    io.Writer
	json   bool
	last   int // of history
}

// commands is the command tree, new for each call.
func (c *call) commands() *cobra.Command {
	root := &cobra.Command{
		Use:           "ssh",
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: "ssh HOST"},
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.RunE = func(*cobra.Command, []string) error { return known(root, []string{""}) }
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().BoolVar(&c.json, "json", false, "print one JSON document")
	history := &cobra.Command{
		Use: "history [GAME]", Short: "Your last games, the newest first",
		Args: cobra.MaximumNArgs(1), RunE: c.history,
	}
	history.Flags().IntVarP(&c.last, "last", "n", 20, "how many games, at most 1000")
	root.AddCommand(
		&cobra.Command{Use: "whoami", Short: "Who you are here", Args: cobra.NoArgs, RunE: c.whoami},
		&cobra.Command{Use: "stats [GAME]", Short: "Your games summed up", Args: cobra.MaximumNArgs(1), RunE: c.stats},
		history,
		&cobra.Command{Use: "best [GAME]", Short: "Your best games that count", Args: cobra.MaximumNArgs(1), RunE: c.best},
		&cobra.Command{Use: "version", Short: "The version of this arcade", Args: cobra.NoArgs, RunE: c.version},
	)
	// Cobra's own help command would end the process where it cannot write.
	root.SetHelpCommand(&cobra.Command{
		Use: "help [COMMAND]", Short: "This list, or more about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				c.help(root, nil)
				return nil
			}
			if err := known(root, args); err != nil {
				return err
			}
			cmd, _, err := root.Find(args[:1])
			if err == nil {
				c.help(cmd, nil)
			}
			return err
		},
	})
	root.SetHelpFunc(c.help)
	return root
}

// known tells whether a line begins with a command of the tree, or else what
// may have been meant. Cobra has hidden ones of its own, which write to the
// server's terminal.
func known(root *cobra.Command, args []string) error {
	switch {
	case len(args) == 0 || args[0] == "":
		return errors.New("this needs a command")
	case strings.HasPrefix(args[0], "-"):
		return nil // Cobra says what is wrong with a flag
	}
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == args[0] {
			return nil
		}
	}
	root.SuggestionsMinimumDistance = 2
	text := fmt.Sprintf("there is no command %q", args[0])
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		text += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return errors.New(text)
}

// help writes about one command, or lists all.
func (c *call) help(cmd *cobra.Command, _ []string) {
	if cmd.HasParent() {
		fmt.Fprintf(c.out, "%s.\n\n  ssh HOST %s\n\n%s", cmd.Short, strings.TrimSuffix(cmd.Use, " [flags]"),
			cmd.LocalFlags().FlagUsages()+cmd.InheritedFlags().FlagUsages())
		return
	}
	fmt.Fprint(c.out, "Boardwalk Arcade: solitaire card games over SSH.\n\n"+
		"  ssh HOST                  play; your key is your account\n"+
		"  ssh HOST COMMAND [--json] print and leave\n\nCommands:\n")
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			fmt.Fprintf(c.out, "  %-17s %s\n", sub.Use, sub.Short)
		}
	}
	fmt.Fprint(c.out, "\nIf typing feels slow, try ssh -o ObscureKeystrokeTiming=no HOST\n")
}
