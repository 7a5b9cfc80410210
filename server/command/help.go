package command

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/engine"
	"boardwalk/server/clean"
	"boardwalk/tui/caption"
)

// MaxLength is the maximum length of a command in bytes, "admin" and all arguments
// included: the line of an RSA key of 8,192 bits has room, as have the moves of a game.
const MaxLength = 2 << 10

// Split splits a client's command into words, has the name of the command in small letters, and moves leading
// flags after it. Otherwise a flag could hide a command from check that Cobra would
// still find.
func Split(line string) []string {
	args := strings.Fields(clean.Text(line, MaxLength))
	n := slices.IndexFunc(args, func(word string) bool { return !strings.HasPrefix(word, "-") })
	if n < 0 {
		return args
	}
	args[n] = strings.ToLower(args[n])
	return slices.Concat(args[n:n+1], args[:n], args[n+1:])
}

// check returns nil if a line begins with a command of the tree, and otherwise an
// error with suggestions. Without this check Cobra's own hidden commands could run, and
// they write to the server's terminal.
func check(root *cobra.Command, args []string) error {
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
	if slices.Contains([]string{"continue", "games", "settings", "signal"}, args[0]) {
		return &Failure{Sentence: fmt.Sprintf("%s is for a session in words: %s, and then %[1]s", args[0], caption.InWords(root.DisplayName()))}
	}
	return unknownCommand(root, args[0], args[0])
}

// unknownCommand returns the error of a word that is no command below cmd, with those that may be meant. The
// player has typed all of it as typed.
func unknownCommand(cmd *cobra.Command, word, typed string) error {
	var names, near []string
	for _, sub := range cmd.Commands() {
		switch name := sub.Name(); {
		case sub.Hidden:
		case len(word) > 2 && strings.HasPrefix(name, word):
			near = append(near, name)
		default:
			names = append(names, name)
		}
	}
	if len(near) == 0 {
		near = engine.Near(word, names)
	}
	if len(near) == 0 {
		return fmt.Errorf("there is no command %q", typed)
	}
	return fmt.Errorf("there is no command %q; did you mean %s?", typed, strings.Join(near, " or "))
}

// explainUsage makes a command, and all below it, refuse wrong arguments with a sentence
// that says what to type. Cobra's own says only how many arguments there were.
func explainUsage(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		explainUsage(sub)
	}
	check := cmd.Args
	if check == nil {
		return
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if check(cmd, args) == nil {
			return nil
		}
		return UsageError(cmd, args)
	}
}

// UsageError returns what is wrong with the number of a command's arguments, by its
// usage, such as "name FINGERPRINT [NAME]".
func UsageError(cmd *cobra.Command, args []string) error {
	if err := SwitchError(cmd, args); err != nil {
		return err
	}
	typed := strings.TrimSuffix(cmd.UseLine(), " [flags]")
	name := strings.TrimPrefix(cmd.CommandPath(), cmd.Root().DisplayName()+" ")
	takes := strings.Fields(cmd.Use)[1:]
	switch {
	case len(args) < len(takes):
		return fmt.Errorf("%s needs %s:\n  %s", name, takes[len(args)], typed)
	case cmd.HasSubCommands():
		return unknownCommand(cmd, args[0], name+" "+args[0])
	}
	if len(takes) > 0 && strings.Contains(takes[len(takes)-1], "NICK") {
		name += ", as a nick has no spaces"
	}
	return fmt.Errorf("that is too much for %s:\n  %s", name, typed)
}

// SwitchError returns an error if true or false is among a command's arguments and was meant as
// the value of a flag, which takes it only after an =.
func SwitchError(cmd *cobra.Command, args []string) error {
	i := slices.IndexFunc(args, func(arg string) bool { return arg == "true" || arg == "false" })
	if i < 0 {
		return nil
	}
	var switches []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.NoOptDefVal != "" {
			switches = append(switches, "--"+f.Name+"="+args[i])
		}
	})
	if len(switches) == 0 {
		return nil
	}
	return fmt.Errorf("true or false goes directly after the flag and an =: %s", strings.Join(switches, " or "))
}

// UnknownFlag adds the flags that may be meant to the error of one that a command has not.
func UnknownFlag(cmd *cobra.Command, err error) error {
	unknown := new(pflag.NotExistError)
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := engine.Near(unknown.GetSpecifiedName(), names)
	if len(near) == 0 {
		return err
	}
	return fmt.Errorf("%w; did you mean --%s?", err, strings.Join(near, " or --"))
}

func flagError(cmd *cobra.Command, err error) error {
	err = UnknownFlag(cmd, err)
	bad := new(pflag.InvalidValueError)
	if !errors.As(err, &bad) {
		return err
	}
	kind := bad.GetFlag().Value.Type()
	switch kind {
	case "int":
		kind = "number"
	case "duration":
		kind = "time such as 15m"
	}
	return fmt.Errorf("--%s takes a %s, not %.40q", bad.GetFlag().Name, kind, bad.GetValue())
}

// newHelp returns the help command. Cobra's own would exit the process if it cannot
// write.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "This list, or more about a command",
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] == "more" || args[0] == "all" { // as in words, where help has a first page
				return root.Help()
			}
			if err := check(root, args); err != nil {
				return err
			}
			cmd, _, err := root.Find(args[:1])
			if err == nil {
				err = cmd.Help()
			}
			return err
		},
	}
}

// help explains one command, or lists all.
func (c *Context) help(cmd *cobra.Command, _ []string) {
	out := cmd.OutOrStdout()
	if cmd.HasParent() {
		fmt.Fprintf(out, "%s.\n\n%s\n\n", caption.Fold(cmd.Short, 0), caption.Fold("  "+strings.TrimSuffix(cmd.UseLine(), " [flags]"), 4))
		for _, sub := range cmd.Commands() {
			listCommand(out, sub, 25)
		}
		flags := cmd.LocalFlags()
		flags.AddFlagSet(cmd.InheritedFlags())
		fmt.Fprint(out, flags.FlagUsagesWrapped(80))
		return
	}
	prints := c.SSH("COMMAND [--json]")
	fmt.Fprintf(out, "%s: solitaire card games over SSH.\n\n  %-*s play; your key is your account\n  %s print and leave\n\nCommands:\n", c.About.Called(), len(prints), c.ssh(), prints)
	for _, sub := range cmd.Commands() {
		if sub.Name() == "sprint" && c.Events != nil && !c.Events.Sprints().Held() {
			continue
		}
		if sub.IsAvailableCommand() || sub.Name() == "help" {
			listCommand(out, sub, 17)
		}
	}
	fmt.Fprintf(out, "\nplay GAME, learn, rules GAME and daily go there at once with a terminal:\n  %s COMMAND\nIn words, for screen readers: %s\nIn words, from a pipe: echo 'play hop 45' | %s\nIf typing feels slow, try %s\n",
		c.terminal(), caption.InWords(c.ssh()), caption.WithOption(c.ssh(), "-T"), caption.WithOption(c.ssh(), "-o ObscureKeystrokeTiming=no"))
	if about := caption.AboutHost(c.ssh()); about != "" {
		fmt.Fprintln(out, about)
	}
}

// listCommand writes a line of a list of commands: what a command does, beside how it is given in width columns,
// or below that where it is longer.
func listCommand(out io.Writer, cmd *cobra.Command, width int) {
	use := cmd.Use
	if len(use) > width {
		fmt.Fprintln(out, caption.Fold("  "+use, width+3))
		use = ""
	}
	fmt.Fprintln(out, caption.Fold(fmt.Sprintf("  %-*s %s", width, use, cmd.Short), width+3))
}
