package command

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

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

	madeUp []GameStats // for people: those of all variations together, by class
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

// cell returns the rating of a player, or of the arcade's at a level, before an event, which is a race or a duel, as a
// cell, with by how much the event has changed it since.
func (r Rating) cell(level arcade.Level, event string, by *int) said {
	was := arcade.Rating{Points: r.Points, Deviation: r.Deviation, Races: r.Races}
	aloud := caption.RacerRating(level, was, event)
	if by != nil {
		aloud = strings.TrimPrefix(fmt.Sprintf("%s, %+d by this %s", aloud, *by, event), ", ")
	}
	return said{caption.ChangedRating(was, by), aloud}
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

	called string         // the game, as players read it
	lately []caption.Fact // for people: how the newest went, of a game alone
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
	me, err := c.Accounts.Account()
	if err != nil {
		return err
	}
	w := Whoami{Name: c.ID.Login, Nick: me.Nick, Guest: c.ID.Credential.IsGuest(), Rating: ratingOf(me.Rating), Admin: c.ID.Admin}
	if !w.Guest {
		w.Fingerprint = c.ID.Credential.String()
		keys, err := c.Accounts.Keys()
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

// latelyMax is how many of the newest games tell how a player has fared lately.
const latelyMax = 100

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
	var newest []arcade.Result
	if only != "" { // of all games the sums are enough
		if newest, err = c.Player.History("", latelyMax); err != nil {
			return err
		}
	}
	madeUp := map[arcade.Class]arcade.Stat{} // the sums of games that people made up
	for _, s := range stats {
		if only != "" && only != s.Game {
			continue
		}
		sum := statsOf(c.CalledOf(s.Game, ""), s)
		sum.Name, sum.Odds = c.Games.Name(s.Game), oddsOf(c.Games.Odds[s.Game])
		of := slices.DeleteFunc(slices.Clone(newest), func(r arcade.Result) bool { return r.Record.Game != s.Game || r.Class != s.Class })
		sum.lately = caption.Lately(of, s.Played, true)
		report.Games = append(report.Games, sum)
		g, _ := c.Games.Find(s.Game)
		if _, made := g.(engine.MadeUp); made && only == "" {
			madeUp[s.Class] = madeUp[s.Class].Plus(s.Stat)
		}
	}
	for _, class := range arcade.Classes() {
		if sum := madeUp[class]; sum.Played > 0 {
			report.madeUp = append(report.madeUp, statsOf("All variations", arcade.GameStat{Class: class, Stat: sum}))
		}
	}
	me, err := c.Accounts.Account()
	if err != nil {
		return err
	}
	report.Rating, report.Duels, report.Arcade = ratingOf(me.Rating), ratingOf(me.Duels), ratingOf(me.Arcade)
	return c.Print(report, func(out io.Writer) { report.write(out, c.Games, caption.Spoken(caption.Ratings(me))) })
}

// statsOf returns the report of the sums of what is called so.
func statsOf(called string, s arcade.GameStat) GameStats {
	sum := GameStats{
		Game: s.Game, Class: s.Class, Played: s.Played, Won: s.Won, Perfect: s.Perfect,
		Average: s.Average(), Seconds: seconds(s.Millis), Streak: s.Streak, Longest: s.Longest, called: called,
	}
	if s.HasBest() {
		sum.Best = &s.Best
	}
	return sum
}

// write writes the sums as text, with the rating in words.
func (s Stats) write(out io.Writer, games engine.Library, rating string) {
	List(out, caption.NoHistory, "GAME\tCLASS\tPLAYED\tWON\tPERFECT\tMEAN\tBEST\tSTREAK", append(s.Games, s.madeUp...), func(g GameStats) []any {
		best, streak := "-", said{"-", ""}
		if g.Best != nil {
			best = strconv.Itoa(*g.Best)
		}
		if g.Longest > 0 {
			streak = said{fmt.Sprintf("%d/%d", g.Streak, g.Longest), fmt.Sprintf("win streak %d (longest %d)", g.Streak, g.Longest)}
		}
		won := engine.Share{Part: g.Won, Of: g.Played}.OfHundred() + "%"
		played := said{strconv.Itoa(g.Played), fmt.Sprintf("played %d in %s", g.Played, clock(g.Seconds).aloud)}
		return []any{g.called, g.Class.Name(), played, said{won, fmt.Sprintf("won %d (%s)", g.Won, won)}, g.Perfect, fmt.Sprintf("%.1f", g.Average), best, streak}
	})
	for _, g := range s.Games {
		if len(g.lately) > 0 {
			fmt.Fprintf(out, "\n%s, %s:\n", g.called, g.Class.Name())
		}
		for _, fact := range g.lately {
			fmt.Fprintln(out, caption.Sentence(fact.Label+": "+fact.Figure))
		}
	}
	if slices.ContainsFunc(s.Games, func(g GameStats) bool { return g.Best == nil && g.Average > 0 }) {
		fmt.Fprintf(out, "\n%s\n", caption.AboutBest)
	}
	told := ""
	for _, g := range s.Games {
		if odds := games.Odds[g.Game].String(); odds != "" && g.Name != told {
			if told == "" {
				fmt.Fprintln(out)
			}
			told = g.Name
			fmt.Fprintln(out, g.Name+": "+odds)
		}
	}
	if rating != "" {
		fmt.Fprintf(out, "\nYour rating: %s.\n", rating)
	}
}

func (c *Context) version(*cobra.Command, []string) error {
	return c.Say(Version{c.Version}, "boardwalk %s", c.Version)
}
