package command

import (
	"errors"
	"fmt"
	"io"
	"strings"

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
	Partial bool          `json:"partial" jsonschema:"the games of private players are left out here"`
	Ways    []arcade.Way  `json:"ways" jsonschema:"those that most players went first"`
}

func (c *Context) explore(_ *cobra.Command, args []string) error {
	name, day, moves := arcade.ParseWalk(args)
	if day == "" {
		return errors.New("this takes a game and a day, such as hop-45 2026-11-22")
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
