package server

import (
	"cmp"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/server/command"
)

func (a *admin) bans(*cobra.Command, []string) error {
	all, err := a.server.config.Store.Bans()
	if err != nil {
		return adminFailure(err)
	}
	report := Bans{Bans: []BanReport{}}
	for _, b := range all {
		if b.Until.IsZero() || a.Now().Before(b.Until) {
			report.Bans = append(report.Bans, banOf(b))
		}
	}
	return a.Print(report, func(out io.Writer) {
		if len(report.Bans) == 0 {
			fmt.Fprintln(out, "Nobody is banned.")
			return
		}
		command.Table(out, "WHO\tSINCE (UTC)\tUNTIL (UTC)\tBY\tREASON", func(row func(string, ...any)) {
			for _, b := range report.Bans {
				ends := "for good"
				if b.Until != nil {
					ends = command.Minute(*b.Until)
				}
				row("%s\t%s\t%s\t%s\t%s", b.Who, command.Minute(b.Since), ends, b.By, cmp.Or(b.Reason, "-"))
			}
		})
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

func (a *admin) stats(*cobra.Command, []string) error {
	t, err := a.server.config.Store.Totals()
	if err != nil {
		return adminFailure(err)
	}
	space := a.server.config.Store.Space()
	report := ArcadeStats{
		Version: a.Version, Sessions: a.server.hub.Count(), Draining: a.server.hub.IsDraining(),
		Players: t.Players, Guests: t.Guests, Rounds: t.Rounds, Open: t.Open, Bytes: t.Size, Store: "up",
		Free: space.Free, Limit: space.Limit, Full: space.Full,
	}
	if !a.offline() {
		report.Uptime = a.Now().Sub(a.server.run.Began).Seconds()
	}
	if err := a.server.config.Store.Ping(); err != nil {
		report.Store = err.Error()
	}
	return a.Print(report, func(out io.Writer) {
		command.Table(out, "boardwalk\t"+report.Version, func(row func(string, ...any)) {
			if !a.offline() {
				row("up\t%s", command.Clock(report.Uptime))
			}
			row("sessions\t%d", report.Sessions)
			if report.Draining {
				row("draining\tno more players are let in")
			}
			row("players\t%d", report.Players)
			row("guests\t%d", report.Guests)
			row("rounds\t%d", report.Rounds)
			row("open games\t%d", report.Open)
			row("data\t%d bytes, %d of them free, %s", report.Bytes, report.Free, report.Store)
			if report.Limit > 0 {
				row("max-data\t%d bytes", report.Limit)
			}
			if report.Full {
				row("full\tno new account or game can begin: raise max-data, or stop the server and run boardwalk compact")
			}
		})
	})
}

// until says how long something lasts.
func until(t time.Time) string {
	if t.IsZero() {
		return "for good"
	}
	return "until " + command.Minute(t) + " UTC"
}
