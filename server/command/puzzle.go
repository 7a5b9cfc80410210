package command

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// A Puzzle is what puzzle prints: a position with all cards known, in which one move alone keeps the win.
type Puzzle struct {
	ID       string                       `json:"id"`
	Game     string                       `json:"game" jsonschema:"the ID"`
	Name     string                       `json:"name" jsonschema:"of the game"`
	Rating   float64                      `json:"rating" jsonschema:"how hard it is, on the scale of the players' ratings for puzzles"`
	Daily    bool                         `json:"daily" jsonschema:"it is everybody's today"`
	Code     engine.Code                  `json:"code" jsonschema:"of the deal"`
	Played   []engine.Move                `json:"played" jsonschema:"from the deal to the position"`
	Moves    []engine.Move                `json:"moves" jsonschema:"that are legal in the position"`
	Position map[engine.Place]engine.Pile `json:"position" jsonschema:"the cards of each place, the bottom first; those that lie face down in parentheses"`
	Outcome  string                       `json:"outcome" jsonschema:"of the moves given: \"right\", and more are asked for, \"wrong\" or \"solved\"; \"\" without any"`
	Own      float64                      `json:"own" jsonschema:"the player's rating for puzzles"`
}

func (c *Context) puzzle(_ *cobra.Command, args []string) error {
	text, err := c.Player.Settings()
	if err != nil {
		return err
	}
	settings, day := session.ParseSettings(text), c.Now().UTC().Format(time.DateOnly)
	name := string(session.DailyPuzzle)
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	try, err := settings.ParsePuzzle(name, day)
	if err != nil {
		return &Failure{Sentence: caption.Sentence(err.Error())}
	}
	moves, err := engine.ParseMoves(strings.Join(args, " "))
	if err != nil {
		return &Failure{Sentence: caption.Sentence(err.Error())}
	}
	g, board, err := try.Lesson(c.Games)
	if err != nil {
		return err
	}
	at := board.Start
	report := Puzzle{
		ID: try.ID, Game: try.Game, Name: g.Info().Name, Rating: try.Rating, Daily: try.Kind == session.DailyPuzzle,
		Code: try.Code, Played: try.Moves,
	}
	says := "Cards in parentheses lie face down, and the last one of a place lies on top.\nOne move alone keeps the win. This answers: " +
		c.SSH("puzzle "+try.ID+" MOVE")
	for i, m := range moves {
		if i == len(try.Answer) {
			return &Failure{Sentence: fmt.Sprintf("The answer has %s.", engine.Plural(i, "move"))}
		}
		next, err := at.Play(m)
		if err != nil {
			return &Failure{Sentence: m.String() + ": " + caption.Why(err)}
		}
		if m != try.Answer[i] {
			report.Outcome, says = "wrong", try.Wrong(m)
			break
		}
		at, report.Outcome, says = next, "right", "Right. Again one move alone keeps the win: add it."
		if i+1 == len(try.Answer) {
			report.Outcome = "solved"
		}
	}
	if over := report.Outcome == "wrong" || report.Outcome == "solved"; over {
		settings, err = settings.Change(c.Player, func(own *session.Settings) { try.Count(&own.Puzzles, report.Outcome == "solved", day) })
		if err != nil {
			return err
		}
		if report.Outcome == "solved" {
			says = try.Result
		}
	}
	report.Moves, report.Position, report.Own = at.Moves(), at.Position(), settings.Puzzles.Strength().Points
	return c.Print(report, func(out io.Writer) {
		fmt.Fprintf(out, "Puzzle %s: %s; %s.\n", try.ID, caption.Puzzle(g.Info().Name, try.Rating), settings.Puzzles.Standing(try.Kind, day))
		if report.Outcome == "" || report.Outcome == "right" {
			places := slices.SortedFunc(maps.Keys(report.Position), engine.Place.Compare)
			List(out, "", "PLACE\tCARDS", places, func(p engine.Place) []any { return []any{p, report.Position[p]} })
		}
		fmt.Fprintln(out, theme.ASCII().Translate(says))
	})
}
