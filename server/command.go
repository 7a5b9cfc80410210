package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"charm.land/ssh"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
	"boardwalk/server/program"
	"boardwalk/server/race"
)

// The exit codes of sessions.
const (
	exitOK       = 0
	exitFailed   = 1
	exitUsage    = 2
	exitTerminal = 64 // the session needs a terminal and has none
)

// serveCommand serves sessions that came with a command, with or without a terminal.
func (s *Server) serveCommand(next ssh.Handler) ssh.Handler {
	return func(sess ssh.Session) {
		if sess.RawCommand() == "" {
			next(sess)
			return
		}
		cut := func() { _ = channelOf(sess).conn.Close() }
		limit := time.AfterFunc(s.config.Limits.Command, cut)
		defer limit.Stop()
		var out, errOut bytes.Buffer
		pty, _, ok := sess.Pty()
		entry := sessionOf(sess)
		flush := func() bool {
			for chunk := range slices.Chunk(out.Bytes(), program.ChunkSize) {
				if _, err := sess.Write(chunk); err != nil {
					return false
				}
			}
			out.Reset()
			limit.Reset(s.config.Limits.Command)
			return true
		}
		c := &commandContext{
			config: s.config, id: entry.State().ID, addr: addrText(sess, entry.State().ID), playerData: channelOf(sess).player, ctx: channelOf(sess), noTimeLimit: func() { limit.Stop() },
			terminal: ok && program.CanAddress(pty.Term), out: &out, in: channelOf(sess).in, file: channelOf(sess).file,
			createAccount: s.userOf(sess).guard(), flush: flush, live: s.liveOutputOf(sess, cut),
		}
		races := s.userOf(sess).races()
		c.races = &races
		code := s.runCommand(c, sess.RawCommand(), &errOut)
		if c.showReplay != nil {
			limit.Stop()
			s.serveReplay(sess, *c.showReplay)
			return
		}
		if c.showRace != "" {
			limit.Stop()
			entry.SetSlot(c.showRace)
			next(sess)
			return
		}
		flush()
		_, _ = errOut.WriteTo(sess.Stderr())
		_ = sess.Exit(code)
	}
}

// runCommand runs one command line and returns the session's exit code. Writing to errOut
// must not fail: Cobra would exit the whole server.
func (s *Server) runCommand(c *commandContext, line string, errOut *bytes.Buffer) (code int) {
	c.events = s.eventsOf(c.playerData)
	root := c.commands()
	root.AddCommand(c.adminCommand(s), c.invitedAlready())
	explainUsage(root)
	args := splitCommand(line)
	code = exitFailed // if the command panics
	var err error
	defer func() {
		s.metrics.countCommand(root, args, code)
		s.audit(c, args, code, err)
	}()
	root.SetArgs(args)
	root.SetIn(strings.NewReader(""))
	root.SetOut(c.out)
	root.SetErr(errOut)
	if err = checkCommand(root, args); err == nil {
		err = root.Execute()
	}
	var failed *failure
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &failed):
		if failed.err != nil {
			s.config.Logger.Error("command failed", "user", c.id.Name, "account", c.id.Credential.String(), "err", failed.err)
		}
		fmt.Fprintln(errOut, failed.sentence)
		return max(failed.code, exitFailed)
	}
	text := err.Error()
	if !strings.HasSuffix(text, "?") {
		text += "."
	}
	fmt.Fprintf(errOut, "%s%s\nTry: %s\n", strings.ToUpper(text[:1]), text[1:], c.hint())
	return exitUsage
}

// A failure is why a well-formed command did nothing: a sentence for the player and, if
// the arcade is to blame, an error for the log.
type failure struct {
	sentence string
	err      error // nil if nothing is wrong with the arcade
	code     int   // 0 means exitFailed
}

func (f *failure) Error() string { return f.sentence }

// storeFailure returns the failure for player data that cannot be read.
func storeFailure(err error) *failure { return &failure{sentence: notOpened, err: err} }

// A commandContext is one run of a command for one player.
type commandContext struct {
	config        Config
	id            hub.Identity
	addr          string          // the client's, for the log
	playerData    Player          // the player's data; nil if no server runs
	events        arcade.Events   // as the player sees them
	races         *race.Player    // likewise; nil if there are none
	ctx           context.Context // ends when nobody waits for the output any more
	noTimeLimit   func()          // lifts the time limit of the command
	terminal      bool            // whether a screen can be shown
	live          liveOutput      // for output before the command ends
	out           *bytes.Buffer   // a write never fails: Cobra would exit the whole server
	json          bool
	in            *program.Input // the command's input; nil if there is none
	file          *delivery      // what in brings for import; nil for other commands
	createAccount accountGuard   // wraps each write that may create the account; nil if in is
	flush         func() bool    // sends out to the client and reports whether it may send more; nil if in is
	last          int            // of history and top
	cast          bool           // of replay
	board         string         // of top
	assisted      bool           // of top
	day           string         // of daily
	limit         time.Duration  // of race

	showReplay *arcade.Result // a round that the session should replay next
	showRace   string         // the slot of a race whose room the session should show next, or ""
}

// program returns what is typed before a command.
func (c *commandContext) program() string {
	if c.id.Credential.IsLocal() {
		return "boardwalk"
	}
	return "ssh HOST"
}

// hint returns the command that explains the others.
func (c *commandContext) hint() string {
	if c.id.Credential.IsLocal() {
		return "boardwalk admin"
	}
	return "ssh HOST help"
}

// commands returns a new command tree.
func (c *commandContext) commands() *cobra.Command {
	root := &cobra.Command{
		Use:           "ssh",
		Annotations:   map[string]string{cobra.CommandDisplayNameAnnotation: c.program()},
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.RunE = func(*cobra.Command, []string) error { return checkCommand(root, []string{""}) }
	root.CompletionOptions.DisableDefaultCmd = true
	root.PersistentFlags().BoolVar(&c.json, "json", false, "print one JSON document")
	history := &cobra.Command{
		Use: "history [GAME]", Short: "Your last games, the newest first",
		Args: cobra.ArbitraryArgs, RunE: c.history,
	}
	history.Flags().IntVarP(&c.last, "last", "n", 20, "how many games, at most 1000")
	replay := &cobra.Command{
		Use: "replay N", Short: "Watch a game; N is its number or id in history",
		Args: cobra.ExactArgs(1), RunE: c.replay,
	}
	replay.Flags().BoolVar(&c.cast, "cast", false, "print it as an asciicast, for asciinema's players")
	root.AddCommand(
		&cobra.Command{Use: "whoami", Short: "Who you are here", Args: cobra.NoArgs, RunE: c.whoami},
		&cobra.Command{
			Use: "stats [GAME]", Aliases: []string{"statistics"}, Short: "Your games summed up",
			Args: cobra.ArbitraryArgs, RunE: c.stats,
		},
		history,
		&cobra.Command{Use: "record N", Short: "The moves of a game; N is its number or id in history", Args: cobra.ExactArgs(1), RunE: c.record},
		replay,
		&cobra.Command{Use: "best [GAME]", Short: "Your best games that count", Args: cobra.ArbitraryArgs, RunE: c.best},
		c.topCommand(),
		c.dailyCommand(),
		c.raceCommand(),
		c.schemaCommand(),
		&cobra.Command{Use: "version", Short: "The version of this arcade", Args: cobra.NoArgs, RunE: c.version},
	)
	root.AddCommand(c.accountCommands()...)
	// Cobra's own help command would exit the process if it cannot write.
	root.SetHelpCommand(&cobra.Command{
		Use: "help [COMMAND]", Short: "This list, or more about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				c.help(root, nil)
				return nil
			}
			if err := checkCommand(root, args); err != nil {
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
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error {
		if bad := new(pflag.InvalidValueError); errors.As(err, &bad) {
			return fmt.Errorf("--%s takes a %s, not %.40q", bad.GetFlag().Name, typeName(bad.GetFlag().Value.Type()), bad.GetValue())
		}
		return err
	})
	return root
}

// typeName returns the name of a flag's type for people.
func typeName(kind string) string {
	switch kind {
	case "int":
		return "number"
	case "duration":
		return "time such as 15m"
	}
	return kind
}

// splitCommand splits a client's command into words and moves leading flags after the
// first word. Otherwise a flag could hide a command from checkCommand that Cobra would
// still find.
func splitCommand(line string) []string {
	args := strings.Fields(clean(line, CommandMax))
	n := slices.IndexFunc(args, func(word string) bool { return !strings.HasPrefix(word, "-") })
	if n <= 0 {
		return args
	}
	return slices.Concat(args[n:n+1], args[:n], args[n+1:])
}

// howToPlay says how to reach the screens, or the words.
const howToPlay = "ssh HOST alone starts it, and TERM=dumb ssh -t HOST starts it in words"

// checkCommand returns nil if a line begins with a command of the tree, and otherwise an
// error with suggestions. Without this check Cobra's own hidden commands could run, and
// they write to the server's terminal.
func checkCommand(root *cobra.Command, args []string) error {
	switch {
	case len(args) == 0 || args[0] == "":
		return errors.New("this needs a command")
	case strings.HasPrefix(args[0], "-"):
		return nil // only flags: Cobra says what is wrong with them
	}
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == args[0] || cmd.HasAlias(args[0]) {
			return nil
		}
	}
	if args[0] == "play" {
		return fmt.Errorf("playing takes no command: %s", howToPlay)
	}
	root.SuggestionsMinimumDistance = 2
	text := fmt.Sprintf("there is no command %q", args[0])
	if near := root.SuggestionsFor(args[0]); len(near) > 0 {
		text += "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return errors.New(text)
}

// help explains one command, or lists all.
func (c *commandContext) help(cmd *cobra.Command, _ []string) {
	if cmd.HasParent() {
		fmt.Fprintf(c.out, "%s.\n\n  %s\n\n", cmd.Short, strings.TrimSuffix(cmd.UseLine(), " [flags]"))
		for _, sub := range cmd.Commands() {
			fmt.Fprintf(c.out, "  %-25s %s\n", sub.Use, sub.Short)
		}
		fmt.Fprint(c.out, cmd.LocalFlags().FlagUsages()+cmd.InheritedFlags().FlagUsages())
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
	fmt.Fprint(c.out, "\nIn words, for screen readers: TERM=dumb ssh -t HOST\nIf typing feels slow, try ssh -o ObscureKeystrokeTiming=no HOST\n")
}
