package admin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/server/command"
)

// invitationsMax is the maximum number that one command makes.
const invitationsMax = 50

// Bans is what admin bans prints.
type Bans struct {
	Bans []BanReport `json:"bans"`
}

// A BanReport is a ban in force.
type BanReport struct {
	Who    string     `json:"who"`
	Reason string     `json:"reason,omitempty"`
	By     string     `json:"by"`
	Since  time.Time  `json:"since"`           // UTC
	Until  *time.Time `json:"until,omitempty"` // UTC; absent if for good

	Boards bool `json:"boards,omitempty"` // the player's games stay on the boards
}

// Invitations is what admin invite prints.
type Invitations struct {
	Invitations []Invitation `json:"invitations"`
}

// An Invitation lets one newcomer in.
type Invitation struct {
	Code  string    `json:"code"`
	Until time.Time `json:"until"` // UTC
}

// OpenInvitations is what admin invitations prints.
type OpenInvitations struct {
	Invitations []OpenInvitation `json:"invitations"`
}

// An OpenInvitation is an invitation that was not used yet. Its code is known only to whoever
// has it.
type OpenInvitation struct {
	ID    string    `json:"id"` // for admin withdraw
	By    string    `json:"by,omitempty"`
	Until time.Time `json:"until"` // UTC
}

// A Withdrawn is what admin withdraw prints.
type Withdrawn struct {
	Invitation string `json:"invitation"` // as it was named
}

// An Ended is what admin kick prints.
type Ended struct {
	Sessions int `json:"sessions"`
}

// An Unbanned is what admin unban prints.
type Unbanned struct {
	Who string `json:"who"`
}

func newKick(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "kick WHO [REASON]", Short: "End a player's sessions",
		Args: cobra.MinimumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			which, err := find(c, args[0])
			if err != nil {
				return err
			}
			words := "You were asked to leave. All is saved."
			if len(args) > 1 {
				words = "You were asked to leave: " + strings.Join(args[1:], " ") + ". All is saved."
			}
			n := c.Hub.Everywhere().End(which, words)
			if n == 0 {
				return refusalf("%s is not here.", args[0])
			}
			return c.Print(Ended{n}, func(out io.Writer) { fmt.Fprintf(out, "%s ended.\n", command.Plural(n, "session")) })
		},
	}
}

func newBan(c *Context) *cobra.Command {
	var (
		length     string
		keepBoards bool
	)
	cmd := &cobra.Command{
		Use: "ban WHO [REASON]", Short: "Keep a player out, and end their sessions",
		Args: cobra.MinimumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			ban := data.Ban{Reason: strings.Join(args[1:], " "), By: c.by(), Since: c.Now(), KeepBoards: keepBoards}
			if length != "" {
				d, err := parseDuration(length)
				if err != nil {
					return err
				}
				ban.Until = ban.Since.Add(d)
			}
			var err error
			if ban.Who, err = banTarget(c, args[0]); err != nil {
				return err
			}
			switch err := c.Store.Ban(ban); {
			case errors.Is(err, data.ErrNotFound):
				return refusalf("Nobody has the nick %s. %s", args[0], whoHelp)
			case err != nil:
				return storeFailure(err)
			}
			n := c.Server.EndBanned(ban)
			return c.Print(banOf(ban), func(out io.Writer) {
				fmt.Fprintf(out, "%s is banned %s; %s ended.\n", ban.Who, until(ban.Until), command.Plural(n, "session"))
			})
		},
	}
	cmd.Flags().StringVar(&length, "for", "", "how long, such as 90m, 24h or 7d; else for good")
	cmd.Flags().BoolVar(&keepBoards, "keep-boards", false, "keep the player's games on the boards")
	return cmd
}

func newUnban(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "unban WHO", Short: "Lift a ban",
		Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			switch err := c.Store.Unban(args[0]); {
			case errors.Is(err, data.ErrNotFound):
				return refusalf("There is no ban on %s; admin bans lists them.", args[0])
			case err != nil:
				return storeFailure(err)
			}
			return c.Print(Unbanned{args[0]}, func(out io.Writer) { fmt.Fprintf(out, "%s may come in again.\n", args[0]) })
		},
	}
}

func newBans(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "bans", Short: "The bans in force",
		Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
			all, err := c.Store.Bans()
			if err != nil {
				return storeFailure(err)
			}
			report := Bans{Bans: []BanReport{}}
			for _, b := range all {
				if b.Until.IsZero() || c.Now().Before(b.Until) {
					report.Bans = append(report.Bans, banOf(b))
				}
			}
			return c.Print(report, report.write)
		},
	}
}

// write writes the bans as text.
func (b Bans) write(out io.Writer) {
	if len(b.Bans) == 0 {
		fmt.Fprintln(out, "Nobody is banned.")
		return
	}
	command.Table(out, "WHO\tSINCE (UTC)\tUNTIL (UTC)\tBY\tREASON", func(row func(string, ...any)) {
		for _, b := range b.Bans {
			ends := "for good"
			if b.Until != nil {
				ends = command.Minute(*b.Until)
			}
			row("%s\t%s\t%s\t%s\t%s", b.Who, command.Minute(b.Since), ends, b.By, cmp.Or(b.Reason, "-"))
		}
	})
}

func banOf(b data.Ban) BanReport {
	r := BanReport{Who: b.Who, Reason: b.Reason, By: b.By, Since: b.Since.UTC(), Boards: b.KeepBoards}
	if !b.Until.IsZero() {
		end := b.Until.UTC()
		r.Until = &end
	}
	return r
}

func newInvite(c *Context) *cobra.Command {
	var ahead bool
	cmd := &cobra.Command{
		Use: "invite [N]", Short: "Make an invitation, or N of them",
		Args: cobra.MaximumNArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			n := 1
			if len(args) > 0 {
				var err error
				if n, err = strconv.Atoi(args[0]); err != nil || n < 1 || n > invitationsMax {
					return fmt.Errorf("invite takes a number from 1 to %d", invitationsMax)
				}
			}
			if access := c.Server.Access(); access != "invite" && !ahead {
				return refusalf("Nobody needs an invitation here, as access is %s. To make them ahead of a change: admin invite --ahead.", access)
			}
			var report Invitations
			for range n {
				code, until, err := c.Store.Invite(c.by(), c.Now())
				if err != nil {
					return storeFailure(err)
				}
				report.Invitations = append(report.Invitations, Invitation{code, until.UTC()})
			}
			return c.Print(report, func(out io.Writer) {
				for _, i := range report.Invitations {
					fmt.Fprintf(out, "%s  good once, %s: %s\n", i.Code, until(i.Until), c.SSH("join "+i.Code))
				}
			})
		},
	}
	cmd.Flags().BoolVar(&ahead, "ahead", false, "make them even though nobody needs one yet")
	return cmd
}

func newInvitations(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "invitations", Short: "The invitations that still admit somebody",
		Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error {
			list, err := c.Store.Invitations(c.Now())
			if err != nil {
				return storeFailure(err)
			}
			report := OpenInvitations{Invitations: []OpenInvitation{}}
			for _, i := range list {
				report.Invitations = append(report.Invitations, OpenInvitation{i.ID, i.By, i.Until.UTC()})
			}
			return c.Print(report, report.write)
		},
	}
}

// write writes the invitations as text.
func (l OpenInvitations) write(out io.Writer) {
	if len(l.Invitations) == 0 {
		fmt.Fprintln(out, "No invitation is open.")
		return
	}
	command.Table(out, "ID\tBY\tUNTIL (UTC)", func(row func(string, ...any)) {
		for _, i := range l.Invitations {
			row("%s\t%s\t%s", i.ID, cmp.Or(i.By, "-"), command.Minute(i.Until))
		}
	})
}

func newWithdraw(c *Context) *cobra.Command {
	return &cobra.Command{
		Use: "withdraw INVITATION", Short: "Take an invitation back",
		Args: cobra.ExactArgs(1), RunE: func(_ *cobra.Command, args []string) error {
			switch err := c.Store.Withdraw(args[0]); {
			case errors.Is(err, data.ErrCode):
				return refusalf("There is no such invitation: admin invitations lists them.")
			case err != nil:
				return storeFailure(err)
			}
			return c.Print(Withdrawn{args[0]}, func(out io.Writer) { fmt.Fprintln(out, "The invitation admits nobody any more.") })
		},
	}
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

// until says how long something lasts.
func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return "until " + command.Minute(t) + " UTC"
}
