package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Whoami is what whoami prints.
type Whoami struct {
	Name        string   `json:"name" jsonschema:"the login name, a greeting only"`
	Nick        string   `json:"nick,omitempty" jsonschema:"what leaderboards call the player"`
	Guest       bool     `json:"guest" jsonschema:"without a key, so nothing will be found again"`
	Fingerprint string   `json:"fingerprint,omitempty" jsonschema:"of this session's key, \"SHA256:...\""`
	Keys        []string `json:"keys,omitempty" jsonschema:"the fingerprints of all keys of the account"`
	Rating      Rating   `json:"rating,omitzero" jsonschema:"in races; absent before the first rated one"`
	Played      int      `json:"played" jsonschema:"rounds in the history"`
	Admin       bool     `json:"admin,omitempty" jsonschema:"runs this arcade, with the command admin"`
}

// A Stats is what stats prints.
type Stats struct {
	Games  []GameStats `json:"games" jsonschema:"in order of IDs, then classes"`
	Rating Rating      `json:"rating,omitzero" jsonschema:"in races; absent before the first rated one"`
	Duels  Rating      `json:"duels,omitzero" jsonschema:"in duels"`
	Arcade Rating      `json:"arcade,omitzero" jsonschema:"in races and duels against the arcade's players"`
}

// A Rating is how strong a player is in races, by Glicko-2.
type Rating struct {
	Points      int  `json:"points" jsonschema:"1500 is the average"`
	Deviation   int  `json:"deviation" jsonschema:"two thirds of such players are within it"`
	Provisional bool `json:"provisional" jsonschema:"too little is known of the player"`
	Races       int  `json:"races" jsonschema:"that have counted for it"`
}

// ratingOf returns a rating as it is printed, the zero one if there is none.
func ratingOf(r arcade.Rating) Rating {
	if !r.Exists() {
		return Rating{}
	}
	return Rating{r.Points, r.Deviation, r.Provisional(), r.Races}
}

// String returns the rating as it stands beside a nick.
func (r Rating) String() string { return r.changed(nil) }

// changed is String, with by how much an event has changed the rating since.
func (r Rating) changed(by *int) string {
	return caption.ChangedRating(arcade.Rating{Points: r.Points, Deviation: r.Deviation, Races: r.Races}, by)
}

// A GameStats sums up the rounds of one game in one class.
type GameStats struct {
	Game    string       `json:"game" jsonschema:"the ID"`
	Name    string       `json:"name"`
	Class   arcade.Class `json:"class" jsonschema:"\"counted\", \"assisted\", \"practice\", \"inhuman\" or \"imported\""`
	Played  int          `json:"played"`
	Won     int          `json:"won"`
	Perfect int          `json:"perfect"`
	Best    *int         `json:"best,omitempty" jsonschema:"points; absent without a point outside dailies, races and challenges"`
	Average float64      `json:"average"`
	Seconds float64      `json:"seconds" jsonschema:"at the table"`
	Streak  int          `json:"streak" jsonschema:"current streak of counted wins"`
	Longest int          `json:"longest" jsonschema:"longest such streak"`
	Odds    Odds         `json:"odds,omitzero" jsonschema:"how often the game is won, by surveys; absent if nobody knows"`
}

// Odds are how often a game is won, by surveys of many deals.
type Odds struct {
	Winnable Share `json:"winnable,omitzero" jsonschema:"deals that can be won by somebody who sees every card"`
	House    Share `json:"house,omitzero" jsonschema:"deals that the arcade's player won, which sees what a player sees"`
}

// A Share is how many of some deals were won.
type Share struct {
	Won   int     `json:"won"`
	Deals int     `json:"deals"`
	Low   float64 `json:"low" jsonschema:"the least share from 0 to 1, at 95 percent"`
	High  float64 `json:"high" jsonschema:"the greatest share from 0 to 1, at 95 percent"`
}

func oddsOf(o engine.Odds) Odds { return Odds{shareOf(o.Winnable), shareOf(o.House)} }

func shareOf(s engine.Share) Share {
	if s.Of == 0 {
		return Share{}
	}
	low, high := s.Interval()
	return Share{s.Part, s.Of, low, high}
}

// A Version is what version prints.
type Version struct {
	Version string `json:"version"`
}

func (c *Context) whoami(*cobra.Command, []string) error {
	stats, err := c.Player.Stats()
	if err != nil {
		return err
	}
	me, err := c.Account.Account()
	if err != nil {
		return err
	}
	w := Whoami{Name: c.ID.Login, Nick: me.Nick, Guest: c.ID.Credential.IsGuest(), Rating: ratingOf(me.Rating), Admin: c.ID.Admin}
	if !w.Guest {
		w.Fingerprint = c.ID.Credential.String()
		keys, err := c.Account.Keys()
		if err != nil {
			return err
		}
		for _, key := range keys {
			w.Keys = append(w.Keys, key.Credential.String())
		}
	}
	for _, s := range stats {
		w.Played += s.Played
	}
	return c.Print(w, func(out io.Writer) {
		called := c.ID.Called()
		if w.Guest {
			fmt.Fprintf(out, "%s, a guest: no key, so your games cannot be found again.\n", called)
			return
		}
		fmt.Fprintf(out, "%s, signed in by key %s. Games played: %d.\n", called, w.Fingerprint, w.Played)
		if w.Admin {
			fmt.Fprintf(out, "You are an admin of this arcade: %s\n", c.SSH("admin"))
		}
	})
}

// stats prints the sums of the game that args name, or of all games.
func (c *Context) stats(_ *cobra.Command, args []string) error {
	report := Stats{Games: []GameStats{}}
	only, err := c.gameID(args)
	if err != nil {
		return err
	}
	stats, err := c.Player.Stats()
	if err != nil {
		return err
	}
	for _, s := range stats {
		if only != "" && only != s.Game {
			continue
		}
		sum := GameStats{
			Game: s.Game, Name: c.Games.Name(s.Game), Class: s.Class, Played: s.Played, Won: s.Won, Perfect: s.Perfect,
			Average: s.Average(), Seconds: seconds(s.Millis), Streak: s.Streak, Longest: s.Longest,
			Odds: oddsOf(c.Games.Odds[s.Game]),
		}
		if s.HasBest() {
			sum.Best = &s.Best
		}
		report.Games = append(report.Games, sum)
	}
	me, err := c.Account.Account()
	if err != nil {
		return err
	}
	report.Rating, report.Duels, report.Arcade = ratingOf(me.Rating), ratingOf(me.Duels), ratingOf(me.Arcade)
	return c.Print(report, func(out io.Writer) { report.write(out, c.Games, caption.Spoken(caption.Ratings(me))) })
}

// write writes the sums as text, with the rating in words.
func (s Stats) write(out io.Writer, games engine.Library, rating string) {
	if rating != "" {
		defer fmt.Fprintf(out, "\nYour rating: %s.\n", rating)
	}
	List(out, noGames, "GAME\tCLASS\tPLAYED\tWON\tPERFECT\tMEAN\tBEST\tSTREAK", s.Games, func(g GameStats) []any {
		best, streak := "-", "-"
		if g.Best != nil {
			best = strconv.Itoa(*g.Best)
		}
		if g.Longest > 0 {
			streak = fmt.Sprintf("%d/%d", g.Streak, g.Longest)
		}
		won := engine.Share{Part: g.Won, Of: g.Played}
		return []any{g.Name, g.Class.Name(), g.Played, won.OfHundred() + "%", g.Perfect, fmt.Sprintf("%.1f", g.Average), best, streak}
	})
	if slices.ContainsFunc(s.Games, func(g GameStats) bool { return g.Best == nil && g.Average > 0 }) {
		fmt.Fprintf(out, "\n%s\n", caption.Fold(caption.AboutBest, 0))
	}
	told := ""
	for _, g := range s.Games {
		if odds := games.Odds[g.Game].String(); odds != "" && g.Name != told {
			if told == "" {
				fmt.Fprintln(out)
			}
			told = g.Name
			fmt.Fprintln(out, caption.Fold(g.Name+": "+odds, 2))
		}
	}
}

func (c *Context) version(*cobra.Command, []string) error {
	return c.Say(Version{c.Version}, "boardwalk %s", c.Version)
}
