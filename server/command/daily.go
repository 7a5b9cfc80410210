package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/theme"
)

// A Dailies is what daily prints.
type Dailies struct {
	Day     string      `json:"day" jsonschema:"UTC, such as \"2026-11-22\""`
	Seconds float64     `json:"seconds" jsonschema:"that are left of the day, 0 once it is over"`
	Days    int         `json:"days" jsonschema:"days in a row up to that day on which the player has played a daily so that it counts"`
	Longest int         `json:"longest" jsonschema:"the most such days up to that day"`
	Games   []DailyGame `json:"games" jsonschema:"in the order of the menu"`

	sealed bool
	sums   string // of all games, for people: how hard dailies are, and how many were played
}

// A DailyGame says how a player has done in the daily of a game.
type DailyGame struct {
	Game    string      `json:"game" jsonschema:"the ID"`
	Name    string      `json:"name"`
	Code    engine.Code `json:"code,omitempty" jsonschema:"of the deal, only once the day is over and the player has no open round of it"`
	Kind    grade.Kind  `json:"kind,omitempty" jsonschema:"what is known of the deal: \"winnable\", or its grade"`
	Grading bool        `json:"grading,omitempty" jsonschema:"the grade is still to be measured"`
	Open    bool        `json:"open" jsonschema:"the player has begun it"`
	Streak  int         `json:"streak" jsonschema:"days in a row on which the player has played it so that it counts, up to that day"`
	Longest int         `json:"longest" jsonschema:"the longest such streak up to that day"`
	Place   int         `json:"place,omitempty" jsonschema:"on the board of the counted rounds, from 1; absent if not on it"`
	Players int         `json:"players" jsonschema:"how many are on its boards, the player included"`
	Result  *GameResult `json:"result,omitempty" jsonschema:"the player's, once played"`

	number int // in the menu
	status arcade.DailyStatus
}

func newDaily(c *Context) *cobra.Command {
	var other string
	var share bool
	cmd := Row("daily [GAME]", "Today's deal of each game, and how you did; in a terminal, plays them", cobra.ArbitraryArgs,
		func(_ *cobra.Command, args []string) error {
			if other == "" {
				args, other = arcade.CutDay(args) // daily GAME 2026-11-22
			}
			if n := len(args); n > 0 && args[0] == "share" {
				args, share = args[1:], true
			} else if n > 0 && args[n-1] == "share" {
				args, share = args[:n-1], true
			}
			if share && c.JSON {
				return errors.New("daily share has no --json: it prints text to paste, and daily --json has the results")
			}
			games := c.Games.House
			if len(args) > 0 {
				g, err := c.game(args)
				if err != nil {
					return err
				}
				if _, house := games.Find(g.Info().ID); !house {
					return &Failure{Sentence: "Dailies are of built-in games."}
				}
				games = engine.Catalog{g}
			}
			if c.Window && !c.JSON && other == "" && !share {
				return c.enter("daily", args)
			}
			day, left := c.Events.Today()
			if other != "" && other != day {
				if _, err := time.Parse(time.DateOnly, other); err != nil || other > day {
					return fmt.Errorf("the day is one up to today, such as %s, not %.40q", day, other)
				}
				day, left = other, 0
			}
			t, err := arcade.ReadToday(games, c.Events, nil, day)
			if err != nil {
				return err
			}
			if share {
				return shareDailies(c, t)
			}
			report := Dailies{Day: day, Seconds: left.Seconds(), Days: t.Days, Longest: t.Longest, Games: []DailyGame{}, sealed: c.Sealed(arcade.DailyEvent(day))}
			if len(games) > 1 {
				report.sums = caption.Played(t) + "."
				if week := caption.DailyWeek(t); week != "" && left > 0 {
					report.sums = week + "\n" + report.sums
				}
				if t.Days > 1 {
					report.sums += fmt.Sprintf(" %d days in a row with a daily, %d at most.", t.Days, t.Longest)
				}
			}
			for _, d := range t.Dailies {
				game, err := dailyOf(c, d, day)
				if err != nil {
					return err
				}
				report.Games = append(report.Games, game)
			}
			return c.Print(report, report.write)
		})
	cmd.Flags().StringVarP(&other, "day", "d", "", "another day (UTC), such as 2026-11-22")
	cmd.Flags().BoolVar(&share, "share", false, "your result as text to paste, also as daily share GAME")
	return cmd
}

func shareDailies(c *Context, t arcade.Today) error {
	printed := 0
	for _, d := range t.Dailies {
		if d.Result == nil {
			continue
		}
		lines, err := caption.Daily(d.Game, t.Day, *d.Result, d.Streak, c.ssh())
		if err != nil {
			return ReplayFailure(err)
		}
		if printed++; printed > 1 {
			fmt.Fprintln(c.Out)
		}
		fmt.Fprintln(c.Out, strings.Join(lines, "\n"))
	}
	if printed == 0 {
		return &Failure{Sentence: fmt.Sprintf("You have finished no daily of %s.", t.Day)}
	}
	return nil
}

// dailyOf returns how the player has done in the daily of a game on a day.
func dailyOf(c *Context, d arcade.TodaysGame, day string) (game DailyGame, err error) {
	info := d.Game.Info()
	game = DailyGame{Game: info.ID, Name: info.Name, Kind: d.Kind(), Grading: d.Grading, Open: d.Open > 0,
		Streak: d.Streak, Longest: d.Longest, Place: d.Place, Players: d.Players, status: d.DailyStatus}
	game.number = 1 + slices.IndexFunc(c.Games.House, func(g engine.Game) bool { return g.Info().ID == info.ID })
	if d.Result != nil {
		r := c.result(*d.Result)
		game.Result = &r
	}
	if !game.Open && !c.spoken && !c.Sealed(arcade.DailyEvent(day)) {
		game.Code, err = c.Events.Past(info.ID, day)
	}
	return game, err
}

func (d Dailies) write(out io.Writer) {
	left := "over: its deals can be practised"
	switch {
	case d.Seconds > 0:
		left = caption.HoursLeft(time.Duration(d.Seconds*float64(time.Second))) + " left"
	case d.sealed:
		left = "over: games begun in time can be finished until 01:00, then its deals can be practised"
	}
	fmt.Fprintf(out, "Daily of %s (UTC), %s.\n", d.Day, left)
	List(out, "", "GAME\tYOU\tPOINTS\tTIME\tPLACE\tSTREAK\tGRADE", d.Games, func(g DailyGame) []any {
		called, stands, place, streak, points := said{g.Name, fmt.Sprintf("%d: %s", g.number, g.Name)}, said{"not played", "not played"}, said{}, said{}, said{}
		kind, time := caption.DailyKind(g.status), ""
		if kind != "" {
			called.aloud += ", " + kind
		}
		if g.Streak > 0 {
			streak = shown(g.Streak)
		}
		if g.Streak > 1 {
			streak.aloud = fmt.Sprintf("%d days in a row", g.Streak)
		}
		if g.Place > 0 {
			if place = shown(fmt.Sprintf("%d of %d", g.Place, g.Players)); g.Players > 1 {
				place.aloud = "place " + place.shown
			}
		} else if g.Players > 0 {
			place = said{engine.Plural(g.Players, "player"), fmt.Sprintf("%d played it", g.Players)}
		}
		switch {
		case g.Open:
			stands = said{"begun", fmt.Sprintf("begun, at move %d", g.status.Open-1)}
		case g.Result != nil:
			outcome := string(g.Result.Outcome)
			points, time = pointsOf(g.Result.Points, g.Result.Max), Clock(g.Result.Seconds)
			stands = said{outcome, fmt.Sprintf("played, %s, %s", points.aloud, outcome)}
			if g.Result.Class != arcade.Counted { // it does not count in full
				stands = said{stands.shown + ", " + g.Result.class, stands.aloud + ", " + g.Result.class}
			}
		case g.status.Before:
			stands = said{"played before", "played before, with an account that is gone"}
		case d.Seconds > 0:
			stands.aloud = "to be played"
		}
		return []any{called, stands, shown(points), shown(time), place, streak, shown(cmp.Or(kind, "-"))}
	})
	if d.sums != "" {
		fmt.Fprintln(out, d.sums)
	}
	for _, g := range d.Games {
		if g.Code != "" {
			fmt.Fprintf(out, "The deal of %s: %s\n", g.Name, g.Code)
		}
	}
}

// An Explored is what explore prints: a position of the deal of a past daily, and where its players went.
type Explored struct {
	Game    string        `json:"game" jsonschema:"the ID"`
	Name    string        `json:"name"`
	Day     string        `json:"day" jsonschema:"UTC, such as \"2026-11-22\""`
	Code    engine.Code   `json:"code" jsonschema:"of the deal"`
	Moves   []engine.Move `json:"moves" jsonschema:"from the deal to the position"`
	Points  int           `json:"points" jsonschema:"of the position"`
	Max     int           `json:"max"`
	Partial bool          `json:"partial" jsonschema:"the games of private players are left out here"`
	Ways    []arcade.Way  `json:"ways" jsonschema:"those that most players went first"`
}

func (c *Context) explore(_ *cobra.Command, args []string) error {
	name, day, moves, err := arcade.ParseWalk(args)
	switch {
	case day == "":
		return errors.New("the day of a past daily is typed so: explore hop-45 2026-11-22")
	case err != nil:
		return err
	}
	g, err := c.game([]string{name})
	if err != nil {
		return err
	}
	walk, err := c.Events.Explore(g, day)
	if err != nil {
		return err
	}
	for _, m := range moves {
		if err := walk.Go(m); err != nil {
			return &Failure{Sentence: m.String() + ": " + caption.Why(err)}
		}
	}
	here, info := walk.Here(), g.Info()
	score := here.State.Score()
	report := Explored{
		Game: info.ID, Name: info.Name, Day: day, Code: walk.Code, Moves: append([]engine.Move{}, moves...),
		Points: score.Points, Max: score.Max, Partial: here.Partial, Ways: append([]arcade.Way{}, here.Ways...),
	}
	return c.Print(report, func(out io.Writer) {
		fmt.Fprintf(out, "%s, daily %s, %s: %d/%d points\n", info.Name, day, caption.AtMove(len(moves)), score.Points, score.Max)
		fmt.Fprintln(out, theme.ASCII().Translate(strings.Join(caption.Ways(here), "\n")))
	})
}
