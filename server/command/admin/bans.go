package admin

import (
	"cmp"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/server/command"
)

// invitationsMax is the maximum number that one command makes.
const invitationsMax = 50

// Bans is what admin bans prints: those in force. Times are in UTC, here and in what follows.
type Bans struct {
	Bans []data.Ban `json:"bans"`
}

// Invitations is what admin invite prints.
type Invitations struct {
	Invitations []Invitation `json:"invitations"`
}

// An Invitation lets one newcomer in.
type Invitation struct {
	ID    string    `json:"id"` // by which admin invitations and the log name it
	Code  string    `json:"code"`
	Until time.Time `json:"until"`
}

// OpenInvitations is what admin invitations prints: those that were not used yet. Their codes are known
// only to whoever has them.
type OpenInvitations struct {
	Invitations []data.Invitation `json:"invitations"`
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

func (c *Context) kick(_ *cobra.Command, args []string) error {
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
	return c.Say(Ended{n}, "%s ended.", engine.Plural(n, "session"))
}

func newBan(c *Context) *cobra.Command {
	var (
		length     string
		keepBoards bool
	)
	cmd := command.Row("ban WHO [REASON]", "Ban a player, and end their sessions", cobra.MinimumNArgs(1),
		func(_ *cobra.Command, args []string) error {
			ban := data.Ban{Reason: strings.Join(args[1:], " "), By: c.by(), Since: c.Now().UTC(), KeepBoards: keepBoards}
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
			if ban.Reason == "" {
				list, err := bansInForce(c)
				if err != nil {
					return storeFailure(err)
				}
				if i := slices.IndexFunc(list, func(b data.Ban) bool { return strings.EqualFold(b.Who, ban.Who) }); i >= 0 {
					ban.Reason = list[i].Reason
				}
			}
			if err := refusal(c.Store.Ban(ban), data.ErrNotFound, "Nobody has the nick %s. %s", args[0], whoHelp); err != nil {
				return err
			}
			n := c.Server.EndBanned(ban)
			return c.Say(ban, "%s is banned %s; %s ended.", ban.Who, until(ban.Until), engine.Plural(n, "session"))
		})
	cmd.Flags().StringVar(&length, "for", "", "how long: a `TIME` such as 90m, 24h or 7d; else for good")
	cmd.Flags().BoolVar(&keepBoards, "keep-boards", false, "keep the player's games on the boards")
	return cmd
}

func (c *Context) unban(_ *cobra.Command, args []string) error {
	who, err := heldBy(c, args[0])
	if err != nil {
		return err
	}
	missing := "There is no ban on " + args[0]
	if network, ok := parseNetwork(who); ok {
		who = network.String()
		list, err := bansInForce(c)
		if err != nil {
			return storeFailure(err)
		}
		for _, b := range list {
			if wider, err := netip.ParsePrefix(b.Who); err == nil && wider.Bits() < network.Bits() && wider.Contains(network.Addr()) {
				missing += ", but on " + b.Who + ", which it is in"
				break
			}
		}
	}
	err = refusal(c.Store.Unban(who), data.ErrNotFound, "%s; admin bans lists them.", missing)
	return c.Done(err, Unbanned{args[0]}, "%s may come in again.", args[0])
}

func (c *Context) bans(*cobra.Command, []string) error {
	list, err := bansInForce(c)
	if err != nil {
		return storeFailure(err)
	}
	report := Bans{list}
	return command.PrintList(c.Context, report, "Nobody is banned.", "WHO\tID\tSINCE (UTC)\tUNTIL (UTC)\tBY\tREASON", report.Bans,
		func(b data.Ban) []any {
			return []any{b.Who, cmp.Or(b.ID, "-"), command.Minute(b.Since), cmp.Or(command.Minute(b.Until), "for good"), b.By, cmp.Or(b.Reason, "-")}
		})
}

func bansInForce(c *Context) ([]data.Ban, error) {
	list, err := c.Store.Bans()
	list = slices.DeleteFunc(list, func(b data.Ban) bool { return !b.Until.IsZero() && !c.Now().Before(b.Until) })
	for i := range list {
		list[i].Since, list[i].Until = list[i].Since.UTC(), list[i].Until.UTC()
	}
	return list, err
}

func newInvite(c *Context) *cobra.Command {
	var ahead bool
	cmd := command.Row("invite [N]", "Make an invitation, or N of them", cobra.MaximumNArgs(1),
		func(_ *cobra.Command, args []string) error {
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
				report.Invitations = append(report.Invitations, Invitation{data.InvitationID(code), code, until.UTC()})
			}
			return c.Print(report, func(out io.Writer) {
				for _, i := range report.Invitations {
					fmt.Fprintf(out, "%s  good once, %s: %s (ID %s)\n", i.Code, until(i.Until), c.SSH("join "+i.Code), i.ID)
				}
			})
		})
	cmd.Flags().BoolVar(&ahead, "ahead", false, "make them even though nobody needs one yet")
	return cmd
}

func (c *Context) invitations(*cobra.Command, []string) error {
	list, err := c.Store.Invitations(c.Now())
	if err != nil {
		return storeFailure(err)
	}
	report := OpenInvitations{command.Rows(list, func(i data.Invitation) data.Invitation {
		i.Until = i.Until.UTC()
		return i
	})}
	return command.PrintList(c.Context, report, "No invitation is open.", "ID\tBY\tUNTIL (UTC)", report.Invitations,
		func(i data.Invitation) []any { return []any{i.ID, cmp.Or(i.By, "-"), command.Minute(i.Until)} })
}

func (c *Context) withdraw(_ *cobra.Command, args []string) error {
	err := refusal(c.Store.Withdraw(args[0]), data.ErrCode, "There is no such invitation: admin invitations lists them.")
	return c.Done(err, Withdrawn{args[0]}, "The invitation is no longer good.")
}

// parseDuration parses the time of a flag --for.
func parseDuration(text string) (time.Duration, error) {
	d, err := command.ParseTime(text)
	if err != nil || d <= 0 || d > 100*365*24*time.Hour {
		return 0, fmt.Errorf("--for takes a time such as 90m, 24h or 7d, not %q", text)
	}
	return d, nil
}

func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return "until " + command.Minute(t) + " UTC"
}
