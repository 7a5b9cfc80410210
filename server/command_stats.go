package server

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// The types below are what --json prints. Their field names are stable: fields may be
// added, but none is removed or changes its meaning.

// A Whoami is what whoami prints.
type Whoami struct {
	Name        string `json:"name" jsonschema:"the login name, a greeting only"`
	Guest       bool   `json:"guest" jsonschema:"without a key, so nothing will be found again"`
	Fingerprint string `json:"fingerprint,omitempty" jsonschema:"of the player's key, \"SHA256:...\""`
	Played      int    `json:"played" jsonschema:"rounds in the history"`
}

// A Stats is what stats prints.
type Stats struct {
	Games []GameStats `json:"games" jsonschema:"in order of IDs, then classes"`
}

// A GameStats sums up the rounds of one game in one class.
type GameStats struct {
	Game    string       `json:"game" jsonschema:"the ID"`
	Name    string       `json:"name"`
	Class   arcade.Class `json:"class" jsonschema:"\"counted\", \"assisted\" or \"practice\""`
	Played  int          `json:"played"`
	Won     int          `json:"won"`
	Perfect int          `json:"perfect"`
	Best    *int         `json:"best,omitempty" jsonschema:"points; absent if only dailies and races were played"`
	Average float64      `json:"average"`
	Seconds float64      `json:"seconds" jsonschema:"at the table"`
	Streak  int          `json:"streak" jsonschema:"current streak of counted wins"`
	Longest int          `json:"longest" jsonschema:"longest such streak"`
}

// A History is what history and best print.
type History struct {
	Games []GameResult `json:"games"`
}

// A GameResult is a finished round.
type GameResult struct {
	ID      string       `json:"id"`
	Game    string       `json:"game" jsonschema:"the ID"`
	Name    string       `json:"name"`
	Version int          `json:"version" jsonschema:"of the game's rules"`
	Code    engine.Code  `json:"code" jsonschema:"of the deal, \"\" while it can still be played"`
	Event   arcade.Event `json:"event,omitempty" jsonschema:"such as \"daily/2026-11-22\""`
	Class   arcade.Class `json:"class"`
	Points  int          `json:"points"`
	Max     int          `json:"max"`
	Won     bool         `json:"won"`
	Perfect bool         `json:"perfect"`
	Moves   int          `json:"moves"`
	Undos   int          `json:"undos"`
	Hints   int          `json:"hints"`
	Seconds float64      `json:"seconds" jsonschema:"at the table; for a daily or race the same as elapsed"`
	Elapsed float64      `json:"elapsed" jsonschema:"in seconds, from the first sight of the deal to the end"`
	Ended   time.Time    `json:"ended" jsonschema:"UTC"`
	Ruling  string       `json:"ruling,omitempty" jsonschema:"why its class is not the one it ended with"`

	number int // in the history, if known: from 1, the newest
}

// A Version is what version prints.
type Version struct {
	Version string `json:"version"`
}

func (c *commandContext) whoami(*cobra.Command, []string) error {
	player, err := c.player()
	if err != nil {
		return err
	}
	stats, err := player.Stats()
	if err != nil {
		return storeFailure(err)
	}
	w := Whoami{Name: c.id.Name, Guest: c.id.Credential.IsGuest()}
	if !w.Guest {
		w.Fingerprint = c.id.Credential.String()
	}
	for _, s := range stats {
		w.Played += s.Played
	}
	return c.print(w, func(out io.Writer) {
		called := cmp.Or(c.id.Nick, arcade.Nameless)
		if w.Guest {
			fmt.Fprintf(out, "%s, a guest: no key, so your games cannot be found again.\n", called)
			return
		}
		fmt.Fprintf(out, "%s, signed in by key %s. Games played: %d.\n", called, w.Fingerprint, w.Played)
	})
}

func (c *commandContext) stats(_ *cobra.Command, args []string) error {
	only, err := c.gameID(args)
	if err != nil {
		return err
	}
	player, err := c.player()
	if err != nil {
		return err
	}
	stats, err := player.Stats()
	if err != nil {
		return storeFailure(err)
	}
	report := Stats{Games: []GameStats{}}
	for _, s := range stats {
		if only == "" || only == s.Game {
			sum := GameStats{
				Game: s.Game, Name: c.config.Games.Name(s.Game), Class: s.Class, Played: s.Played, Won: s.Won, Perfect: s.Perfect,
				Average: s.Average(), Seconds: seconds(s.Millis), Streak: s.Streak, Longest: s.Longest,
			}
			if s.HasBest() {
				sum.Best = &s.Best
			}
			report.Games = append(report.Games, sum)
		}
	}
	return c.print(report, func(out io.Writer) {
		if len(report.Games) == 0 {
			fmt.Fprintln(out, "No games yet.")
			return
		}
		table(out, "GAME\tCLASS\tPLAYED\tWON\tPERFECT\tAVERAGE\tBEST\tSTREAK\tLONGEST\tTIME", func(row func(string, ...any)) {
			for _, s := range report.Games {
				best := "-"
				if s.Best != nil {
					best = strconv.Itoa(*s.Best)
				}
				row("%s\t%s\t%d\t%d\t%d\t%.1f\t%s\t%d\t%d\t%s", s.Name, s.Class, s.Played, s.Won, s.Perfect, s.Average, best, s.Streak, s.Longest, clock(s.Seconds))
			}
		})
	})
}

func (c *commandContext) best(_ *cobra.Command, args []string) error {
	only, err := c.gameID(args)
	if err != nil {
		return err
	}
	player, err := c.player()
	if err != nil {
		return err
	}
	report := History{Games: []GameResult{}}
	for _, g := range c.config.Games {
		id := g.Info().ID
		if only != "" && only != id {
			continue
		}
		r, ok, err := player.Best(id, arcade.Counted)
		if err != nil {
			return storeFailure(err)
		}
		if ok {
			report.Games = append(report.Games, c.result(r))
		}
	}
	return c.printGames(report)
}

func (c *commandContext) version(*cobra.Command, []string) error {
	return c.print(Version{c.config.Version}, func(out io.Writer) {
		fmt.Fprintln(out, "boardwalk", c.config.Version)
	})
}

// print writes a report as JSON or as text.
func (c *commandContext) print(report any, text func(io.Writer)) error {
	if !c.json {
		text(c.out)
		return nil
	}
	enc := json.NewEncoder(c.out)
	enc.SetIndent("", "  ")
	return enc.Encode(report)
}

// player returns the caller's data.
func (c *commandContext) player() (Player, error) { return c.playerData, nil }

// gameID returns the ID of the game that args name, or "" for all games. The words of a
// name come as separate arguments, as the player's shell has removed the quotes.
func (c *commandContext) gameID(args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	g, err := c.config.Games.Resolve(strings.Join(args, " "))
	if err != nil {
		return "", err
	}
	return g.Info().ID, nil
}

func (c *commandContext) result(r arcade.Result) GameResult {
	code := r.Record.Code
	if c.events.Sealed(r.Event) {
		code = ""
	}
	return GameResult{
		ID: r.ID, Game: r.Record.Game, Name: c.config.Games.Name(r.Record.Game), Version: r.Record.Version, Code: code, Event: r.Event,
		Class: r.Class, Points: r.Score.Points, Max: r.Score.Max, Won: r.Score.Won, Perfect: r.Score.Perfect,
		Moves: len(r.Record.Moves), Undos: r.Tally.Undos, Hints: r.Tally.Hints,
		Seconds: seconds(r.Millis), Elapsed: seconds(r.Span), Ended: time.UnixMilli(r.Ended).UTC(), Ruling: r.Ruling,
	}
}

func outcome(g GameResult) string {
	switch {
	case g.Perfect:
		return "perfect"
	case g.Won:
		return "won"
	}
	return "lost"
}

func seconds(millis int64) float64 { return float64(millis) / 1000 }

// clock formats a time at the table as 0:48 or 1:02:03.
func clock(seconds float64) string {
	s := int(seconds)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// table prints rows in aligned columns.
func table(out io.Writer, head string, rows func(row func(string, ...any))) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, head)
	rows(func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) })
	_ = w.Flush()
}
