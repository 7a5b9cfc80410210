package server

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// topMax is the maximum number of rows that one top command prints.
const topMax = 1000

// A Top is what top prints: a leaderboard, best first, followed by the player's own row
// if it ranks lower.
type Top struct {
	Game  string       `json:"game" jsonschema:"the ID"`
	Name  string       `json:"name"`
	Class arcade.Class `json:"class" jsonschema:"\"counted\" or \"assisted\""`
	Board string       `json:"board" jsonschema:"\"all time\", \"this week\", \"daily of today\", \"fastest perfect\", \"most wins\" or \"longest streak\""`
	Rows  []TopRow     `json:"rows"`
}

// A TopRow is a row of a leaderboard.
type TopRow struct {
	Rank   int         `json:"rank" jsonschema:"from 1"`
	Nick   string      `json:"nick" jsonschema:"\"\" if the player has chosen none"`
	Mine   bool        `json:"mine"`
	Count  int         `json:"count,omitempty" jsonschema:"games won, or won in a row"`
	Result *GameResult `json:"result,omitempty" jsonschema:"on the other boards"`
}

// topCommand returns the top command.
func (c *commandContext) topCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "top [GAME]", Short: "A leaderboard; of the first game if none is named",
		Args: cobra.ArbitraryArgs, RunE: c.top,
	}
	var boards []string
	for _, k := range arcade.BoardKinds(arcade.Counted) {
		boards = append(boards, boardWord(k))
	}
	cmd.Flags().StringVarP(&c.board, "board", "b", boards[0], "one of "+strings.Join(boards, ", "))
	cmd.Flags().BoolVar(&c.assisted, "assisted", false, "of assisted games instead of counted ones")
	cmd.Flags().IntVarP(&c.last, "rows", "n", 20, "how many rows, at most 1000")
	return cmd
}

// boardWord returns a kind of board as an argument: "all-time".
func boardWord(k arcade.BoardKind) string { return strings.ReplaceAll(string(k), " ", "-") }

func (c *commandContext) top(_ *cobra.Command, args []string) error {
	game, err := c.gameID(args)
	if err != nil {
		return err
	}
	if game == "" {
		game = c.config.Games[0].Info().ID
	}
	if c.last < 1 || c.last > topMax {
		return fmt.Errorf("--rows is 1 to %d, not %d", topMax, c.last)
	}
	board := arcade.Leaderboard{Game: game, Class: arcade.Counted}
	if c.assisted {
		board.Class = arcade.Assisted
	}
	kinds := arcade.BoardKinds(board.Class)
	i := slices.IndexFunc(kinds, func(k arcade.BoardKind) bool { return boardWord(k) == c.board })
	if i < 0 {
		return fmt.Errorf("there is no board %q of %s games", c.board, board.Class)
	}
	board.Kind = kinds[i]
	account, err := c.account()
	if err != nil {
		return err
	}
	rows, err := account.Top(board, c.last)
	if err != nil {
		return failureOf(err)
	}
	report := Top{Game: game, Name: c.config.Games.Name(game), Class: board.Class, Board: string(board.Kind), Rows: []TopRow{}}
	for _, s := range rows {
		row := TopRow{Rank: s.Rank, Nick: s.Nick, Mine: s.Mine, Count: s.N}
		if s.N == 0 {
			r := c.result(s.Result)
			if r.Code != "" && !s.Mine && checkVisible(c.events, c.playerData, r.Game, r.Event) != nil {
				r.Code = ""
			}
			row.Result = &r
		}
		report.Rows = append(report.Rows, row)
	}
	return c.print(report, report.write)
}

// write writes the board as text.
func (t Top) write(out io.Writer) {
	kind := arcade.BoardKind(t.Board)
	fmt.Fprintf(out, "%s, %s, %s games%s\n", t.Name, t.Board, t.Class, tui.TimeNote(kind))
	if len(t.Rows) == 0 {
		fmt.Fprintln(out, "Nobody stands here yet.")
		return
	}
	head := "RANK\tPLAYER\tPOINTS\tRESULT\tTIME\tMOVES\tENDED (UTC)\tID"
	if t.Rows[0].Result == nil {
		head = "RANK\tPLAYER\tGAMES"
	}
	table(out, head, func(row func(string, ...any)) {
		nicks := make([]string, len(t.Rows))
		for i, r := range t.Rows {
			nicks[i] = r.Nick
		}
		names := arcade.Names(nicks)
		for i, r := range t.Rows {
			who := names[i]
			if r.Mine {
				who += " (you)"
			}
			if g := r.Result; g != nil {
				took := g.Seconds
				if kind == arcade.Fastest {
					took = g.Elapsed
				}
				row("%d\t%s\t%d/%d\t%s\t%s\t%d\t%s\t%s", r.Rank, who, g.Points, g.Max, outcome(*g), clock(took), g.Moves, g.Ended.Format("2006-01-02 15:04"), g.ID)
				continue
			}
			row("%d\t%s\t%d", r.Rank, who, r.Count)
		}
	})
}
