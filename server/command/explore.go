package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/theme"
)

// An Explored is what explore prints: a position of the deal of a past daily, and where its players went.
type Explored struct {
	Game    string        `json:"game" jsonschema:"the ID"`
	Name    string        `json:"name"`
	Day     string        `json:"day" jsonschema:"UTC, such as \"2026-11-22\""`
	Code    engine.Code   `json:"code" jsonschema:"of the deal"`
	Moves   []engine.Move `json:"moves" jsonschema:"from the deal to the position"`
	Points  int           `json:"points" jsonschema:"of the position"`
	Max     int           `json:"max"`
	Players int           `json:"players" jsonschema:"who came here and are counted"`
	Partial bool          `json:"partial,omitempty" jsonschema:"the games of private players are left out here"`
	Ways    []ExploredWay `json:"ways" jsonschema:"those that most players went first"`
}

// An ExploredWay is a move that players of a daily played from a position.
type ExploredWay struct {
	Move    engine.Move `json:"move,omitzero" jsonschema:"missing for the games that ended there"`
	Does    string      `json:"does,omitempty" jsonschema:"what the move does"`
	Players int         `json:"players"`
	Points  float64     `json:"points" jsonschema:"that these players ended with, on average"`
	Won     int         `json:"won" jsonschema:"how many of them won"`
	Mine    bool        `json:"mine,omitempty" jsonschema:"the player's own game went there"`
	Chance  *float64    `json:"chance,omitempty" jsonschema:"to win after the move as the arcade's player plays, 0 to 1; known where the player's own game went and was analysed"`

	way arcade.Way
}

func (c *Context) explore(_ *cobra.Command, args []string) error {
	name, day, moves := arcade.ParseWalk(args)
	if day == "" {
		return errors.New("this takes a game and a day, such as hop-45 2026-11-22")
	}
	g, err := c.dailyGame([]string{name})
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
	report := Explored{Game: info.ID, Name: info.Name, Day: day, Code: walk.Code, Moves: append([]engine.Move{}, moves...),
		Points: score.Points, Max: score.Max, Players: here.Players(), Partial: here.Partial}
	report.Ways = Rows(here.Ways, func(w arcade.Way) ExploredWay {
		row := ExploredWay{Move: w.Move, Players: w.Players, Points: w.Mean(), Won: w.Won, Mine: w.Mine, way: w}
		if !w.Move.IsZero() {
			row.Does = theme.ASCII().Translate(here.State.Describe(w.Move))
		}
		if w.Judged {
			row.Chance = &w.Chance
		}
		return row
	})
	return c.Print(report, report.write)
}

// write writes the position as text.
func (e Explored) write(out io.Writer) {
	fmt.Fprintf(out, "%s, daily %s, %s: %d/%d points\n", e.Name, e.Day, caption.AtMove(len(e.Moves)), e.Points, e.Max)
	List(out, caption.NoWays, "MOVE\tPLAYERS\tPOINTS\tWON\tCHANCE\tYOU\t", e.Ways, func(w ExploredWay) []any {
		chance, mine := "-", "-"
		if w.Chance != nil {
			chance = caption.Percent(*w.Chance)
		}
		if w.Mine {
			mine = "here"
		}
		return []any{caption.WayTo(w.way), w.Players, fmt.Sprintf("%.1f", w.Points), w.Won, chance, mine, w.Does}
	})
	if e.Partial {
		fmt.Fprintln(out, caption.PartialWays)
	}
}
