package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/hub"
)

// onlyAdmins is what everyone else reads, whatever they asked for.
const onlyAdmins = "That is for the admins of this arcade: their keys are in its file of admins."

// An admin is one run of a command by an admin.
type admin struct {
	*command.Context
	server      *Server
	addr        string     // the client's, for the log
	noTimeLimit func()     // lifts the time limit of the command
	live        liveOutput // for output before the command ends

	all    bool   // of players
	banFor string // of ban
	to     string // of wall
	off    bool   // of drain
	wait   bool

	keepBoards bool   // of ban
	undo       bool   // of hide and unrank
	reason     string // of unrank
	yes        bool   // of delete-player
}

// command returns the admin commands. This is the only check of the right to use them:
// everyone else gets no such tree, only a command that refuses whatever follows it.
func (a *admin) command() *cobra.Command {
	if !a.ID.Admin {
		return &cobra.Command{
			Use: "admin", Short: "For the admins of this arcade", Hidden: true, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error { return &command.Failure{Sentence: onlyAdmins} },
		}
	}
	root := &cobra.Command{Use: "admin", Short: "Run this arcade", Args: cobra.ArbitraryArgs}
	root.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) > 0 {
			return fmt.Errorf("there is no command %q", "admin "+args[0])
		}
		_ = root.Help()
		fmt.Fprintf(a.Out, "\n%s\n%s\n", whoHelp, playerHelp)
		return nil
	}
	players := a.newCommand("players", "Who is here; --all: every account", cobra.NoArgs, a.players)
	players.Flags().BoolVar(&a.all, "all", false, "every account")
	ban := a.newCommand("ban WHO [REASON]", "Keep a player out, and end their sessions", cobra.MinimumNArgs(1), a.ban)
	ban.Flags().StringVar(&a.banFor, "for", "", "how long, such as 90m, 24h or 7d; else for good")
	ban.Flags().BoolVar(&a.keepBoards, "keep-boards", false, "keep the player's games on the boards")
	wall := a.newCommand("wall TEXT", "Show all players a line", cobra.MinimumNArgs(1), a.wall)
	wall.Flags().StringVar(&a.to, "to", "", "only to `WHO`")
	wall.Flags().SetInterspersed(false) // the text may begin with dashes
	drain := a.newCommand("drain", "Let no more players in, and tell the ones who are here", cobra.NoArgs, a.drain)
	drain.Flags().BoolVar(&a.off, "off", false, "let players in again")
	drain.Flags().BoolVar(&a.wait, "wait", false, "return when the last player has left")
	root.AddCommand(
		players,
		a.newCommand("sessions", "The running sessions", cobra.NoArgs, a.sessions),
		a.newCommand("kick WHO [REASON]", "End a player's sessions", cobra.MinimumNArgs(1), a.kick),
		ban,
		a.newCommand("unban WHO", "Lift a ban", cobra.ExactArgs(1), a.unban),
		a.newCommand("bans", "The bans in force", cobra.NoArgs, a.bans),
		a.newCommand("invite [N]", "Make an invitation, or N of them", cobra.MaximumNArgs(1), a.invite),
		wall, drain,
		a.newCommand("backup [NAME]", "Copy the data file to the backup folder; - copies it to standard output", cobra.MaximumNArgs(1), a.backup),
		a.newCommand("reload", "Read the key files again, and the settings that need no restart", cobra.NoArgs, a.reload),
		a.newCommand("stats", "The arcade in numbers", cobra.NoArgs, a.stats),
	)
	root.AddCommand(a.moderation()...)
	return root
}

// offline reports whether no server runs.
func (a *admin) offline() bool { return a.server.ssh == nil }

// Admin runs an admin command on a store that no server serves, so that no one is
// playing. It returns the exit code for the program.
func Admin(config Config, args []string, out, errOut io.Writer) (code int) {
	s := newServer(config)
	if _, err := s.auth.reload(); err != nil {
		fmt.Fprintln(errOut, err)
		return exitFailed
	}
	var text, wrong bytes.Buffer
	c := &command.Context{Arcade: s.commandArcade(), ID: hub.Identity{Credential: arcade.Local, Login: local, Name: local, Admin: true}, Out: &text}
	a := &admin{Context: c, server: s, addr: local, noTimeLimit: func() {}, live: liveOutput{out: out, err: errOut}}
	code = s.runCommand(context.Background(), a, strings.Join(append([]string{"admin"}, args...), " "), &wrong)
	_, _ = text.WriteTo(out)
	_, _ = wrong.WriteTo(errOut)
	return code
}

// newCommand returns one of the admin commands.
func (a *admin) newCommand(use, short string, args cobra.PositionalArgs, run func(cmd *cobra.Command, args []string) error) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: args, RunE: run}
}

// adminFailure returns a failure of the store with its full text, because admins may read
// it.
func adminFailure(err error) error {
	if err == nil {
		return nil
	}
	return &command.Failure{Sentence: "Failed: " + err.Error() + ".", Err: err}
}

// refusalf returns the error of a command that was understood but cannot be done.
func refusalf(format string, args ...any) error {
	return &command.Failure{Sentence: fmt.Sprintf(format, args...)}
}

// whoHelp explains what WHO can be.
const whoHelp = "WHO is a nick, a key SHA256:..., a network such as 192.0.2.0/24, or a session @N as admin sessions lists them."

func (a *admin) kick(_ *cobra.Command, args []string) error {
	which, err := a.find(args[0])
	if err != nil {
		return err
	}
	words := "You were asked to leave. All is saved."
	if len(args) > 1 {
		words = "You were asked to leave: " + strings.Join(args[1:], " ") + ". All is saved."
	}
	n := a.server.hub.End(which, words)
	if n == 0 {
		return refusalf("%s is not here.", args[0])
	}
	return a.Print(Ended{n}, func(out io.Writer) { fmt.Fprintf(out, "%s ended.\n", command.Plural(n, "session")) })
}

func (a *admin) ban(_ *cobra.Command, args []string) error {
	ban := data.Ban{Reason: strings.Join(args[1:], " "), By: a.ID.Nick, Since: a.Now(), KeepBoards: a.keepBoards}
	orDefault(&ban.By, a.ID.Credential.String())
	if a.banFor != "" {
		d, err := parseDuration(a.banFor)
		if err != nil {
			return err
		}
		ban.Until = ban.Since.Add(d)
	}
	var err error
	if ban.Who, err = a.banTarget(args[0]); err != nil {
		return err
	}
	switch err := a.server.config.Store.Ban(ban); {
	case errors.Is(err, data.ErrNotFound):
		return refusalf("Nobody has the nick %s. %s", args[0], whoHelp)
	case err != nil:
		return adminFailure(err)
	}
	n := a.server.hub.End(a.banned, banSentence(ban)+" All is saved.")
	return a.Print(banOf(ban), func(out io.Writer) {
		fmt.Fprintf(out, "%s is banned %s; %s ended.\n", ban.Who, until(ban.Until), command.Plural(n, "session"))
	})
}

// banned reports whether a session's player is banned.
func (a *admin) banned(s *hub.Session) bool {
	_, banned, err := a.server.auth.banOn(s)
	return err == nil && banned
}

func (a *admin) unban(_ *cobra.Command, args []string) error {
	switch err := a.server.config.Store.Unban(args[0]); {
	case errors.Is(err, data.ErrNotFound):
		return refusalf("There is no ban on %s; admin bans lists them.", args[0])
	case err != nil:
		return adminFailure(err)
	}
	return a.Print(Unbanned{args[0]}, func(out io.Writer) { fmt.Fprintf(out, "%s may come in again.\n", args[0]) })
}

// invitationsMax is the maximum number that one command makes.
const invitationsMax = 50

func (a *admin) invite(_ *cobra.Command, args []string) error {
	n := 1
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 || n > invitationsMax {
			return fmt.Errorf("invite takes a number from 1 to %d", invitationsMax)
		}
	}
	var report Invitations
	for range n {
		code, until, err := a.server.config.Store.Invite(a.Now())
		if err != nil {
			return adminFailure(err)
		}
		report.Invitations = append(report.Invitations, Invitation{code, until.UTC()})
	}
	return a.Print(report, func(out io.Writer) {
		for _, i := range report.Invitations {
			fmt.Fprintf(out, "%s  good once, %s: ssh HOST join %[1]s\n", i.Code, until(i.Until))
		}
	})
}

func (a *admin) wall(_ *cobra.Command, args []string) error {
	which := func(*hub.Session) bool { return true }
	if a.to != "" {
		var err error
		if which, err = a.find(a.to); err != nil {
			return err
		}
	}
	n := a.server.hub.Notify(which, "The host says: "+strings.Join(args, " "))
	if n == 0 && a.to != "" {
		return refusalf("%s is not here.", a.to)
	}
	return a.Print(Notified{n}, func(out io.Writer) { fmt.Fprintf(out, "%s told.\n", command.Plural(n, "player")) })
}

func (a *admin) drain(cmd *cobra.Command, _ []string) error {
	h := a.server.hub
	if a.offline() {
		return refusalf("No server is running, so there is nobody to wait for.")
	}
	h.Drain(!a.off)
	n, left := h.Players()
	if a.off {
		return a.Print(Drained{Open: true, Players: n}, func(out io.Writer) { fmt.Fprintln(out, "Players may come in again.") })
	}
	h.Notify(func(*hub.Session) bool { return true }, "The arcade closes soon: leave when it suits you. All is saved.")
	if a.wait {
		a.noTimeLimit()
	}
	for a.wait && n > 0 {
		select {
		case <-left:
		case <-cmd.Context().Done():
			return refusalf("%s still here.", command.Plural(n, "player"))
		}
		n, left = h.Players()
	}
	return a.Print(Drained{Players: n}, func(out io.Writer) {
		fmt.Fprintf(out, "No more players are let in; %s still here. admin drain --off lets players in again.\n", command.Plural(n, "player"))
	})
}

// parseDuration parses a time such as 90m, 24h or 7d.
func parseDuration(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if days, ok := strings.CutSuffix(text, "d"); ok {
		var n int
		n, err = strconv.Atoi(days)
		d = time.Duration(max(-1, min(n, 1<<16))) * 24 * time.Hour // more would overflow
	}
	if err != nil || d <= 0 || d > 100*365*24*time.Hour {
		return 0, fmt.Errorf("--for takes a time such as 90m, 24h or 7d, not %q", text)
	}
	return d, nil
}
