package admin

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/server/command"
	"boardwalk/server/hub"
	"boardwalk/server/peers"
)

// ArcadeStats is what admin stats prints.
type ArcadeStats struct {
	Version  string  `json:"version"`
	Uptime   float64 `json:"uptime"` // seconds; 0 if no server runs
	Sessions int     `json:"sessions"`
	Draining bool    `json:"draining"`
	Players  int     `json:"players"` // accounts with a key
	Guests   int     `json:"guests"`  // whose games are still stored
	Rounds   int     `json:"rounds"`
	Open     int     `json:"open"`  // games
	Bytes    int64   `json:"bytes"` // of the data file
	Free     int64   `json:"free"`  // of these, in unused pages
	Limit    int64   `json:"limit"` // of bytes; 0 for none, or if no server runs
	Full     bool    `json:"full"`  // no new account or game can begin
	Store    string  `json:"store"` // "up", or what is wrong
}

// A Notified is what admin wall prints.
type Notified struct {
	Players int `json:"players"`
}

// A Drained is what admin drain prints.
type Drained struct {
	Open    bool `json:"open"` // players may come in
	Players int  `json:"players"`
}

// Reloaded is what admin reload prints.
type Reloaded struct {
	Access  string   `json:"access"` // in force, of open, invite and allow
	Admins  int      `json:"admins"`
	Allowed int      `json:"allowed"` // keys that may play; 0 if access is not allow
	Changed []string `json:"changed"` // names of changed settings that have taken effect
	Restart []string `json:"restart"` // names of changed settings that need a restart
	Ended   int      `json:"ended"`   // sessions of players who may no longer come in
}

func (c *Context) stats(*cobra.Command, []string) error {
	t, err := c.Store.Totals()
	if err != nil {
		return storeFailure(err)
	}
	space := c.Store.Space()
	report := ArcadeStats{
		Version: c.Version, Sessions: c.Hub.Count(), Draining: c.Hub.IsDraining(),
		Players: t.Players, Guests: t.Guests, Rounds: t.Rounds, Open: t.Open, Bytes: t.Size, Store: "up",
		Free: space.Free, Limit: space.Limit, Full: space.Full,
	}
	if !c.offline() {
		report.Uptime = c.Now().Sub(c.Began).Seconds()
	}
	if err := c.Store.Ping(); err != nil {
		report.Store = err.Error()
	}
	return c.Print(report, func(out io.Writer) { report.write(out, c.offline()) })
}

func (s ArcadeStats) write(out io.Writer, offline bool) {
	var rows [][]any
	if !offline {
		rows = append(rows, []any{"up", command.Clock(s.Uptime)})
	}
	rows = append(rows, []any{"sessions", s.Sessions})
	if s.Draining {
		rows = append(rows, []any{"draining", "no more players are let in"})
	}
	works := s.Store
	if works == "up" {
		works = "saves work"
	}
	rows = append(rows, []any{"players", s.Players}, []any{"guests", s.Guests}, []any{"rounds", s.Rounds}, []any{"open games", s.Open},
		[]any{"data", fmt.Sprintf("%d bytes, %d of them free; %s", s.Bytes, s.Free, works)})
	if s.Limit > 0 {
		rows = append(rows, []any{"max-data", fmt.Sprintf("%d MiB", s.Limit>>20)})
	}
	if s.Full {
		rows = append(rows, []any{"full", "no new account or game can begin: raise max-data, or stop the server and run boardwalk compact"})
	}
	command.List(out, "", "boardwalk\t"+s.Version, rows, func(row []any) []any { return row })
}

func newWall(c *Context) *cobra.Command {
	var to, stays string
	cmd := command.Row("wall TEXT", "Show all players a line", cobra.MinimumNArgs(1),
		func(_ *cobra.Command, args []string) error {
			text := "The host says: " + strings.Join(args, " ")
			until := c.Now() // who comes later is told nothing, nor what the last wall said
			if stays != "" {
				d, err := parseDuration(stays)
				if err == nil && to != "" {
					err = errors.New("--for is for a line to all: without --to")
				}
				if err != nil {
					return err
				}
				until = until.Add(d)
			}
			switch {
			case c.offline():
				return refusalf("No server is running, so nobody is there to read it.")
			case to == "":
				n, later := c.Hub.Everywhere().Announce(text, until), ""
				if stays != "" {
					later = ", and all who come until " + command.Minute(until.UTC()) + " UTC"
				}
				return c.Say(Notified{n}, "%s told%s.", engine.Plural(n, "player"), later)
			}
			which, err := find(c, to)
			if err != nil {
				return err
			}
			n := c.Hub.Everywhere().Notify(which, text)
			if n == 0 {
				return refusalf("%s is not here.", to)
			}
			return c.Say(Notified{n}, "%s told.", engine.Plural(n, "player"))
		})
	cmd.Flags().StringVar(&stays, "for", "", "tell those who come later, too: for a `TIME` such as 90m, 24h or 7d")
	cmd.Flags().StringVar(&to, "to", "", "only to `WHO`")
	cmd.Flags().SetInterspersed(false) // the text may begin with dashes
	return cmd
}

func newDrain(c *Context) *cobra.Command {
	var off, wait bool
	cmd := command.Row("drain", "Let no more players in, and tell the ones who are here", cobra.NoArgs,
		func(cmd *cobra.Command, _ []string) error {
			if c.offline() {
				return refusalf("No server is running, so there is nobody to wait for.")
			}
			was := c.Hub.IsDraining()
			c.Hub.Drain(!off)
			n, left := c.Hub.Players()
			if off {
				if was {
					c.Hub.Notify(func(*hub.Session) bool { return true }, "The arcade stays open after all.")
				}
				return c.Say(Drained{Open: true, Players: n}, "Players may come in again.")
			}
			soon := "The arcade closes soon: leave when it suits you. All is saved."
			if c.Hub.HasOthers() {
				soon = "This machine of the arcade closes soon: leave when it suits you, and come back at once. All is saved."
			}
			c.Hub.Notify(func(*hub.Session) bool { return true }, soon)
			if wait {
				c.NoTimeLimit()
			}
			for wait && n > 0 {
				select {
				case <-left:
				case <-cmd.Context().Done():
					return refusalf("%s still here.", engine.Plural(n, "player"))
				}
				n, left = c.Hub.Players()
			}
			return c.Say(Drained{Players: n}, "No more players are let in; %s still here. admin drain --undo lets players in again.", engine.Plural(n, "player"))
		})
	cmd.Flags().BoolVar(&off, "undo", false, "let players in again")
	cmd.Flags().BoolVar(&off, "off", false, "as --undo")
	cmd.Flags().Lookup("off").Hidden = true // as scripts may have it
	cmd.Flags().BoolVar(&wait, "wait", false, "return when the last player has left")
	return cmd
}

func (c *Context) reload(*cobra.Command, []string) error {
	if c.offline() {
		return refusalf("No server is running, so there is nothing to read again.")
	}
	r, err := c.Server.Reload()
	if err != nil {
		return refusalf("Nothing has changed, because of this:\n%v", err)
	}
	return c.Print(r, func(out io.Writer) {
		fmt.Fprintf(out, "Access is %s; %s, %s for access allow.\n", r.Access, engine.Plural(r.Admins, "admin"), engine.Plural(r.Allowed, "key"))
		if len(r.Changed) > 0 {
			fmt.Fprintf(out, "Changed: %s.\n", strings.Join(r.Changed, ", "))
		}
		if len(r.Restart) > 0 {
			fmt.Fprintf(out, "These take effect after a restart: %s.\n", strings.Join(r.Restart, ", "))
		}
		if r.Ended > 0 {
			fmt.Fprintf(out, "Ended: %s that may no longer be here.\n", engine.Plural(r.Ended, "session"))
		}
	})
}

// VerifyUsage says what the flag verify does.
const VerifyUsage = "have all machines compare their data files first, which takes seconds a gigabyte, and fail unless they are the same"

func newCluster(c *Context) *cobra.Command {
	var verify *bool
	cmd := command.Row("cluster", "The machines of the arcade, if there are several", cobra.NoArgs,
		func(*cobra.Command, []string) error {
			if c.offline() {
				return refusalf("No server is running here, or it waits for the other machines and says so in its log.")
			}
			report, ok := c.Server.Cluster(*verify)
			if !ok {
				return refusalf("This arcade is on one machine: the settings that begin with cluster make it one of several.")
			}
			err := c.Print(report, func(out io.Writer) { writeCluster(out, report) })
			if err == nil && *verify && report.Differ != "" {
				return refusalf("The data files were not found to be the same.")
			}
			return err
		})
	verify = cmd.Flags().Bool("verify", false, VerifyUsage)
	return cmd
}

func writeCluster(out io.Writer, r peers.Status) {
	command.List(out, "No machine tells of itself.", "NODE\tSINCE (UTC)\tVERSION\tSESSIONS\tENTRY\tLAG\tDOES", r.Nodes,
		func(n peers.NodeStatus) []any {
			name, does := n.Name, strings.Join(n.Leases, ", ")
			if n.Name == r.Node {
				name += " (here)"
			}
			switch {
			case n.Away:
				does = "away"
			case n.CutOff:
				does = "cut off"
			}
			return []any{name, command.Minute(n.Since), cmp.Or(n.Version, "-"), n.Sessions, n.Applied, n.Lag, cmp.Or(does, "-")}
		})
	if !r.CertificateEnds.IsZero() {
		fmt.Fprintf(out, "The certificate of %s ends on %s.\n", r.Node, r.CertificateEnds.UTC().Format(time.DateOnly))
	}
	switch {
	case r.Differ != "":
		fmt.Fprintf(out, "Comparing the data files of the machines: %s.\n", r.Differ)
	case !r.Verified.IsZero():
		fmt.Fprintf(out, "The data files of the machines were the same at %s UTC.\n", command.Minute(r.Verified))
	}
	if r.Problem != "" {
		fmt.Fprintf(out, "The log does not answer: %s.\n", r.Problem)
		return
	}
	kept := "none"
	if r.Last >= r.First && r.Last > 0 {
		kept = fmt.Sprintf("%d to %d", r.First, r.Last)
	}
	fmt.Fprintf(out, "Cluster %s: %s leads; entries kept: %s, %d bytes.\n", r.Name, cmp.Or(r.Leader, "nobody"), kept, r.Bytes)
	for _, c := range r.Stale {
		state := "is not up to date"
		if c.Away {
			state = "cannot be reached"
		}
		fmt.Fprintf(out, "The copy of %s on %s %s.\n", c.Stream, c.Node, state)
	}
	if r.Made.IsZero() {
		fmt.Fprintln(out, "There is no snapshot yet.")
		return
	}
	fmt.Fprintf(out, "The latest snapshot is of entry %d, made %s UTC.\n", r.Snapshot, command.Minute(r.Made))
}
