package command

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// topMax is the maximum number of rows that one top command prints.
const topMax = 1000

// A Top is what top prints: a leaderboard, best first, followed by the player's own row
// if it ranks lower.
type Top struct {
	Game   string       `json:"game" jsonschema:"the ID; empty on \"notable games\" and \"race ratings\", which are of all built-in games"`
	Name   string       `json:"name"`
	Class  arcade.Class `json:"class" jsonschema:"\"counted\" or \"assisted\""`
	Board  string       `json:"board" jsonschema:"\"all time\", \"this week\", \"a past week\", \"daily of today\", \"fastest perfect\", \"most wins\", \"longest streak\", \"notable games\" or \"race ratings\", and \"daily of 2026-11-22\" for another day"`
	Month  string       `json:"month,omitempty" jsonschema:"of race ratings, such as \"2026-11\" (UTC)"`
	Week   string       `json:"week,omitempty" jsonschema:"of \"this week\" or \"a past week\", such as \"2026-W47\" (ISO 8601, UTC)"`
	Rows   []TopRow     `json:"rows"`
	Former []GameResult `json:"former,omitempty" jsonschema:"your best other games of the board's kind, the best first: at most 5 of your newest 100"`
	Mark   arcade.Mark  `json:"arcade,omitzero" jsonschema:"how the arcade's player fares in the game, over many deals; absent if nobody knows"`

	Friends bool `json:"friends,omitempty" jsonschema:"the rows are only of the player and the followed players, with places among them"`

	Warning string `json:"warning,omitempty" jsonschema:"that no way to win the game is known, if so"`

	none   string // for people, if there are no rows
	stands string // for people: the player
	called string // for people: the game
}

// A TopRow is a row of a leaderboard.
type TopRow struct {
	Rank   int         `json:"rank" jsonschema:"from 1; 0 of race ratings: without a place yet"`
	Nick   string      `json:"nick" jsonschema:"\"\" if the player has chosen none"`
	Mine   bool        `json:"mine"`
	Count  int         `json:"count,omitempty" jsonschema:"games won, or won in a row, or rated races of the month"`
	Rating Rating      `json:"rating,omitzero" jsonschema:"in races, after the last one of the month"`
	Result *GameResult `json:"result,omitempty" jsonschema:"on the other boards"`
	Shown  bool        `json:"shown,omitempty" jsonschema:"record and replay show the game, by the ID of the result"`
}

// elsewhere says where stands what players look for among the boards, by the word that they type, without an s.
var elsewhere = map[string]string{
	"sprint": "Sprints have boards of their own: sprint tells the latest.",
	"duel":   "Duels have no board: challenge tells how yours stand, and duel enters one.",
}

func newTop(c *Context) *cobra.Command {
	var (
		board           = arcade.Leaderboard{Class: arcade.Counted}
		kind, week, day string
		assisted        bool
		rows            int
	)
	cmd := Row("top [GAME] [BOARD]", "A leaderboard; of the first game if none is named; top races: ratings in races", cobra.ArbitraryArgs,
		func(_ *cobra.Command, args []string) error {
			if assisted {
				board.Class = arcade.Assisted
			}
			game := c.Games.House[0]
			if n := len(args); n > 0 && strings.EqualFold(args[n-1], "friends") {
				args, board.Friends = args[:n-1], true
			}
			if len(args) > 0 {
				if other := elsewhere[strings.TrimSuffix(strings.ToLower(args[0]), "s")]; other != "" {
					return &Failure{Sentence: other}
				}
				if strings.EqualFold(args[0], "races") { // as in words mode
					kind = boardWord(arcade.RaceRatings)
					if month := strings.ToLower(strings.Join(args[1:], " ")); month != "this month" {
						board.Month = arcade.Month(month)
					}
					args = nil
				}
			}
			if len(args) > 0 {
				named, of, err := c.gameFirst(args) // and the board, such as "this week"
				if _, board := arcade.ParseBoardKind(strings.Join(args, " "), arcade.Counted); err == nil {
					game = named
				} else if of = args; !board {
					return err
				}
				if i := slices.Index(of, "assisted"); i >= 0 {
					board.Class, of = arcade.Assisted, slices.Delete(of, i, i+1)
				}
				if len(of) > 0 {
					kind = strings.ToLower(strings.Join(of, "-"))
				}
			}
			board.Game = game.Info().ID
			if rows < 1 || rows > topMax {
				return fmt.Errorf("--rows is 1 to %d, not %d", topMax, rows)
			}
			if week != "" && day != "" || board.Month != "" && week+day != "" {
				return errors.New("--week, --month or --daily: one of them")
			}
			var ok bool
			if board.Kind, ok = arcade.ParseBoardKind(kind, board.Class); !ok {
				return engine.NoSuch("board", kind, append(Rows(arcade.BoardKinds(board.Class), boardWord), "friends"))
			}
			if board.Month != "" && (!board.Month.Valid() || board.Kind != arcade.RaceRatings) {
				return fmt.Errorf("--month is one such as 2026-11, with --board %s", boardWord(arcade.RaceRatings))
			}
			if week != "" {
				board.Kind, board.Week = arcade.ThisWeek, arcade.Week(week)
				switch this := arcade.WeekOf(c.Now()); {
				case week == "last":
					board.Week = this.Before()
				case !board.Week.Valid() || board.Week > this:
					return fmt.Errorf("--week is last, or a week such as %s, not %.40q", this.Before(), week)
				}
			}
			if day != "" {
				if _, err := time.Parse(time.DateOnly, day); err != nil {
					return fmt.Errorf("--daily takes a day, such as today's %s, not %.40q", c.Today(), day)
				}
				board.Kind, board.Week, board.Event = arcade.TodaysDaily, "", arcade.DailyEvent(day)
			}
			report, err := topOf(c, board, game, rows)
			if err != nil {
				return err
			}
			report.Warning = arcade.Estimated(c.Workshop, game).Warning()
			return c.Print(report, report.write)
		})
	words := Rows(arcade.BoardKinds(arcade.Counted), boardWord)
	cmd.Flags().StringVarP(&kind, "board", "b", words[0], "one of "+strings.Join(words, ", "))
	cmd.Flags().StringVar((*string)(&board.Month), "month", "", "of race ratings: a month such as 2026-11 (UTC) instead of this one")
	cmd.Flags().StringVar(&week, "week", "", "the board of a week: last, or one such as 2026-W40 (ISO 8601, UTC)")
	cmd.Flags().StringVar(&day, "daily", "", "the board of a daily: its day (UTC), such as 2026-11-22")
	cmd.Flags().BoolVar(&assisted, "assisted", false, "of assisted games instead of counted ones")
	cmd.Flags().BoolVar(&board.Friends, "friends", false, "only you and the players you follow")
	cmd.Flags().IntVarP(&rows, "rows", "n", 20, fmt.Sprintf("how many rows, at most %d", topMax))
	return cmd
}

// pastWeek is the name of the board of a week that is over.
const pastWeek = "a past week"

// boardWord returns a kind of board as an argument: "all-time", "week".
func boardWord(k arcade.BoardKind) string { return strings.ReplaceAll(k.Short(), " ", "-") }

// topOf returns the first rows of a board of a game. The deals of other players
// have a code only where the player may see it.
func topOf(c *Context, board arcade.Leaderboard, g engine.Game, rows int) (Top, error) {
	report := Top{Game: board.Game, Name: g.Info().Name, Class: board.Class, Board: string(board.Kind), Rows: []TopRow{}, Friends: board.Friends}
	report.called = c.Called(g)
	if board.Kind.OfAllGames() {
		board.Game = ""
		report.Game, report.Name, report.called = "", "all built-in games", "all built-in games"
	}
	report.none, report.Mark = caption.Absent(board.Kind, false), arcade.MarkOf(c.Games, c.Workshop, board)
	if board.Kind == arcade.RaceRatings {
		report.Month = string(cmp.Or(board.Month, arcade.MonthOf(c.Now())))
	}
	if board.Kind == arcade.ThisWeek {
		this := arcade.WeekOf(c.Now())
		if report.Week = string(cmp.Or(board.Week, this)); report.Week != string(this) {
			report.Board = pastWeek
		}
	}
	if day, ok := board.Event.Day(); ok {
		report.Board = "daily of " + day
	}
	standings, err := c.Accounts.Top(board, rows)
	report.stands, c.places = caption.Stands(standings, board.Kind, report.Mark), map[int]string{}
	for _, s := range standings {
		row := TopRow{Rank: s.Rank, Nick: s.Nick, Mine: s.Mine, Count: s.N, Rating: ratingOf(s.Rating)}
		if s.N == 0 {
			r := c.result(s.Result)
			row.Shown = r.Code != "" && (s.Mine || c.Player.MaySee(s.Result.Deal(), r.Event))
			if !s.Mine { // record tells it, and then the player has seen the deal
				r.Code = ""
			}
			if row.Result = &r; c.places[s.Rank] == "" {
				c.places[s.Rank] = r.ID
			}
		}
		report.Rows = append(report.Rows, row)
	}
	results, _ := c.Player.History("", latelyMax) // the board says no less without them
	report.Former = Rows(board.Former(results, standings, c.Now()), c.result)
	return report, err
}

func (t Top) write(out io.Writer) {
	kind, board := arcade.BoardKind(t.Board), t.Board
	if board == pastWeek {
		board = "week " + t.Week
	}
	title := fmt.Sprintf("%s, %s, %s games%s", t.called, board, t.Class, caption.TimeNote(kind))
	head := "RANK\tPLAYER\tPOINTS\tRESULT\tTIME\tMOVES\tENDED (UTC)"
	switch kind {
	case arcade.RaceRatings:
		title, head = fmt.Sprintf("Races of %s, %s", arcade.Month(t.Month), t.called), "RANK\tPLAYER\tRATING\tDEVIATION\tRACES"
	case arcade.Notable:
		title, head = fmt.Sprintf("The best wins of this week, ranked within each game, %s games", t.Class), "RANK\tPLAYER\tGAME\tPOINTS\tRESULT\tTIME\tENDED (UTC)"
	case arcade.MostWins, arcade.Streaks:
		head = "RANK\tPLAYER\tGAMES"
	}
	none := t.none
	if t.Friends {
		title, none = caption.AmongFriends+": "+title, caption.NoFriends
	}
	fmt.Fprintln(out, title+".")
	beware(out, t.Warning)
	if mark := t.Mark.String(); mark != "" {
		fmt.Fprintln(out, mark)
	}
	rows := slices.Clone(t.Rows)
	arcade.CallByName(rows, func(r *TopRow) *string { return &r.Nick })
	if len(rows) == 0 && len(t.Former) > 0 {
		fmt.Fprintln(out, none)
	}
	for i := range t.Former {
		rows = append(rows, TopRow{Result: &t.Former[i]})
	}
	List(out, none, head, rows, func(r TopRow) []any {
		rank, who := said{strconv.Itoa(r.Rank), strconv.Itoa(r.Rank)}, said{r.Nick, r.Nick}
		if r.Rank == 0 {
			rank = said{"-", "No place yet"}
		}
		if r.Rank == 0 && r.Result != nil {
			rank, who = said{"-", "Another game"}, said{"you, another game", "you"}
		}
		if r.Mine {
			who = said{r.Nick + " (you)", "you"}
		}
		g := r.Result
		switch {
		case g == nil && r.Rating == Rating{}:
			return []any{rank, who, r.Count}
		case g == nil:
			points := strconv.Itoa(r.Rating.Points)
			return []any{rank, who, said{points, fmt.Sprintf("%s, give or take %d", points, r.Rating.Deviation)}, shown(r.Rating.Deviation), r.Count}
		}
		took, ended := Clock(g.Elapsed), shown(g.Ended.Format(time.DateOnly))
		if kind == arcade.Notable {
			return []any{rank, who, g.called, pointsOf(g.Points, g.Max), g.Outcome, shown(took), ended}
		}
		return []any{rank, who, pointsOf(g.Points, g.Max), g.Outcome, said{took, took}, shown(g.Moves), ended}
	})
	if t.stands != "" {
		fmt.Fprintln(out, t.stands)
	}
}
