package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// manTail is what the command line does not know of itself.
const manTail = `.SH FILES
Each is beside the data unless its setting has an absolute path.
.TP
.I boardwalk.db
The data file: players, open games and histories.
.TP
.I boardwalk.db.before\-version\-N
The data file as it was before
.B boardwalk serve
or
.B boardwalk play
migrated it to version N.
.TP
.I boardwalk.db.sock
The socket of the server that has the data file open, for
.B boardwalk admin
and
.BR "boardwalk play" .
.TP
.I backups
The folder of the backups that
.B boardwalk admin backup
makes.
.TP
.I boardwalk_ed25519
The host key.
.TP
.I boardwalk.toml
Settings.
.TP
.I boardwalk_admins\fR, \fIboardwalk_allowed
The keys of those who run the arcade, and of those who may come in with access
allow, in the form of
.BR authorized_keys .
.SH SIGNALS
.TP
.BR SIGTERM ", " SIGINT
Players are told, their games are saved, and the server ends; the second one
ends it at once.
.TP
.B SIGHUP
The server reads the files of keys again, and the settings that need no restart, as
with
.BR "boardwalk admin reload" .
.B boardwalk play
ends with its game saved where its terminal is gone, and otherwise goes on.
.SH EXIT STATUS
0, or 1 where something failed; the error says what. What runs in the server, such
as admin, also exits with 2 for a wrong word and 64 where it needs a terminal.
.SH SEE ALSO
.BR ssh (1),
.BR ssh\-keygen (1)
`

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man",
		Short: "Print the manual page; try boardwalk man | man -l -",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := io.WriteString(cmd.OutOrStdout(), manPage(cmd.Root()))
			return err
		},
	}
}

// manPage is the manual of a command line, for man(1).
func manPage(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH BOARDWALK 1 \"\" \"boardwalk %s\"\n", roff(version()))
	fmt.Fprintf(&b, ".SH NAME\nboardwalk \\- %s\n", roff(root.Short))
	b.WriteString(".SH SYNOPSIS\n.B boardwalk\n.I COMMAND\n[\\fIflags\\fR]\n.SH COMMANDS\n")
	for _, cmd := range root.Commands() {
		manOf(&b, cmd)
	}
	b.WriteString(".SH SETTINGS\nA setting is taken from the command line, or else from the environment, or else\n" +
		"from the file, where its name is that of the flag, or else it is the default.\n")
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(config).flags(all)
	all.VisitAll(func(f *pflag.Flag) {
		manFlag(&b, f)
		fmt.Fprintf(&b, ".br\n%s\n", roff(envName(f.Name)))
		if f.DefValue != "" {
			fmt.Fprintf(&b, ".br\nDefault: %s\n", roff(f.DefValue))
		}
	})
	b.WriteString(manTail)
	return b.String()
}

// manOf writes of a command and those below it.
func manOf(b *strings.Builder, cmd *cobra.Command) {
	if !cmd.IsAvailableCommand() {
		return
	}
	if cmd.Runnable() || cmd.Name() == "completion" {
		fmt.Fprintf(b, ".SS %s\n", roff(strings.TrimSuffix(cmd.UseLine(), " [flags]")))
		manText(b, cmd)
		known := settings()
		var taken []string
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			switch {
			case slices.Contains(known, f.Name):
				taken = append(taken, "--"+f.Name)
			case !f.Hidden && f.Name != "help":
				manFlag(b, f)
			}
		})
		switch {
		case len(taken) == len(known):
			b.WriteString(".PP\nIt takes all settings, see below.\n")
		case len(taken) > 0:
			fmt.Fprintf(b, ".PP\nIt takes the settings %s, see below.\n", roff(strings.Join(taken, ", ")))
		}
	}
	if cmd.Name() == "completion" {
		return // the help of each shell's own says more
	}
	for _, sub := range cmd.Commands() {
		manOf(b, sub)
	}
}

// manText writes what a command says of itself. Indented lines stay as they are.
func manText(b *strings.Builder, cmd *cobra.Command) {
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	for i, paragraph := range strings.Split(strings.TrimSpace(text), "\n\n") {
		if i > 0 {
			b.WriteString(".PP\n")
		}
		if strings.HasPrefix(paragraph, " ") || strings.HasPrefix(paragraph, "\t") {
			fmt.Fprintf(b, ".nf\n%s\n.fi\n", roff(paragraph))
		} else {
			fmt.Fprintf(b, "%s\n", roff(paragraph))
		}
	}
}

func manFlag(b *strings.Builder, f *pflag.Flag) {
	kind, usage := pflag.UnquoteUsage(f)
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	fmt.Fprintf(b, ".TP\n.B %s\n", strings.TrimSpace(roff(name)+" "+`\fI`+roff(kind)+`\fR`))
	fmt.Fprintf(b, "%s\n", roff(usage))
}

// roff is a text without anything that roff would take for a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
