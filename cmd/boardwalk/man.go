package main

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"boardwalk/server/command"
)

// manTail holds the sections that the command line's own help does not provide: what each begins with, and
// what it lists.
var manTail = []struct {
	title, text string
	list        [][2]string
}{
	{"FILES", "Each is in the directory of the data unless its setting has an absolute path.", [][2]string{
		{"boardwalk.db", "The data file: players, open games and histories."},
		{"boardwalk.db.before-version-N",
			"The data file as it was before boardwalk serve or boardwalk play migrated it to version N."},
		{"boardwalk.db.before-restore", "The data file that boardwalk restore has replaced."},
		{"boardwalk.db.damaged-TIME, boardwalk.db.left-TIME, boardwalk.db.parted-TIME",
			"The data file that a machine of a cluster has replaced: damaged, changed outside the cluster, or not of its log."},
		{"boardwalk.db.clean", "Says that the data file was closed well. Without it, the next start reads the whole file."},
		{"boardwalk.db.sock",
			"The socket of the server that has the data file open, for boardwalk admin and boardwalk play."},
		{"backups", "The directory of the backups that boardwalk admin backup makes."},
		{"boardwalk_ed25519, boardwalk_ed25519-cert.pub", "The host key and, if there is one, its certificate."},
		{"boardwalk.toml", "Settings."},
		{"boardwalk.cluster.toml", "The settings that the machines of a cluster have in common."},
		{"boardwalk_cluster", "The directory in which a machine of a cluster keeps its part of the log."},
		{"boardwalk_admins, boardwalk_allowed",
			"The keys of the admins, and of those who may log in with access allow, in the format of authorized_keys."},
	}},
	{"SIGNALS", "Signals end the program, or have it read its settings again.", [][2]string{
		{"SIGTERM, SIGINT",
			"The server notifies the players, saves their games and exits. A second signal makes it exit at once."},
		{"SIGHUP", "The server rereads the key files and the settings that need no restart, like boardwalk admin reload. " +
			"boardwalk play saves its game and exits if its terminal is gone, and otherwise continues."},
	}},
	{"EXIT STATUS", "0, or 1 if something failed; the error says what. Commands that run in the server, such as admin, " +
		"also exit with 2 for a wrong word and 64 if they need a terminal. serve exits with 78 if it cannot start until " +
		"something is changed, such as a setting, and survey with 130 if it was interrupted.", nil},
	{"SEE ALSO", "ssh(1), ssh-keygen(1)", nil},
}

func manCommand() *cobra.Command {
	return command.Row("man", "Print the manual page; try boardwalk man | man -l -", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		_, err := io.WriteString(cmd.OutOrStdout(), manPage(cmd.Root()))
		return err
	})
}

func manPage(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH BOARDWALK 1 \"\" \"boardwalk %s\"\n", roff(version()))
	fmt.Fprintf(&b, ".SH NAME\nboardwalk \\- %s\n", roff(root.Short))
	b.WriteString(".SH SYNOPSIS\n.B boardwalk\n.I COMMAND\n[\\fIflags\\fR]\n.SH COMMANDS\n")
	for _, cmd := range root.Commands() {
		manOf(&b, cmd)
	}
	b.WriteString(".SH SETTINGS\nA setting comes from the command line, otherwise from the environment, otherwise\n" +
		"from the settings file under the name of its flag, otherwise in the same way from\n" +
		"boardwalk.cluster.toml, otherwise it has its default.\n")
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	new(config).flags(all)
	all.VisitAll(func(f *pflag.Flag) {
		manFlag(&b, f)
		fmt.Fprintf(&b, ".br\n%s\n", roff(envName(f.Name)))
		if f.DefValue != "" {
			fmt.Fprintf(&b, ".br\nDefault: %s\n", roff(f.DefValue))
		}
	})
	for _, section := range manTail {
		fmt.Fprintf(&b, ".SH %s\n%s\n", section.title, roff(section.text))
		for _, entry := range section.list {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(entry[0]), roff(entry[1]))
		}
	}
	return b.String()
}

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
			b.WriteString(".PP\nIt takes all settings (see below).\n")
		case len(taken) > 0:
			fmt.Fprintf(b, ".PP\nIt takes the settings %s (see below).\n", roff(strings.Join(taken, ", ")))
		}
	}
	if cmd.Name() == "completion" {
		return // each shell's own help says more
	}
	for _, sub := range cmd.Commands() {
		manOf(b, sub)
	}
}

// manText writes a command's help. Indented lines are kept as they are.
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

// roff escapes what roff would take for a request.
func roff(text string) string {
	return roffRequest.ReplaceAllString(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text), `\&$0`)
}

// roffRequest begins a line that roff takes for a request.
var roffRequest = regexp.MustCompile(`(?m)^[.']`)
