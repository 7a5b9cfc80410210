package command

import (
	"fmt"
	"io"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/review"
	"boardwalk/tui/theme"
)

// An Analysis is what analyse prints: how a game could have gone.
type Analysis struct {
	Game   GameResult      `json:"game"`
	Report analysis.Report `json:"report" jsonschema:"numbers of moves are from 1; positions are numbered by the moves before them, from 0, the deal"`

	moves  []engine.Move
	hidden bool // the deal hides cards
}

func (c *Context) analyse(cmd *cobra.Command, args []string) error {
	r, err := findRound(c, append(args, "1")[0])
	switch {
	case err != nil:
		return err
	case c.Sealed(r.Event):
		return arcade.ErrSealed
	}
	g, ok := c.Games.Restore(r.Record.Game, r.Rules)
	if !ok {
		return ReplayFailure(fmt.Errorf("there is no game %q", r.Record.Game))
	}
	states, err := r.Record.Replay(g)
	if err != nil {
		return ReplayFailure(err)
	}
	v := review.New(c.Analyses, c.Searches, analysis.Budget{}, r, states)
	if now := v.Progress().Report; now.Open == nil && now.Fair == nil {
		return &Failure{Sentence: fmt.Sprintf("The arcade's player does not know %s well enough to analyse it.", g.Info().Name)}
	}
	c.NoTimeLimit() // as on the screen: it may wait behind the searches of others
	v.Run(cmd.Context(), nil)
	if err := cmd.Context().Err(); err != nil {
		return &Failure{Sentence: "The analysis was stopped."}
	}
	report := Analysis{c.result(r), v.Progress().Report, r.Record.Moves, engine.Hidden(states[0]) > 0}
	return c.Print(report, report.write)
}

// write writes the analysis as text.
func (a Analysis) write(out io.Writer) {
	deck := theme.ASCII()
	say := func(text string) { fmt.Fprintln(out, ansi.Wordwrap(deck.Translate(text), cardWidth, "")) }
	fmt.Fprintf(out, "%s, %s: %d of %d points, %s, %s.\n", a.Game.Name, Minute(a.Game.Ended), a.Game.Points,
		a.Game.Max, a.Game.Outcome, caption.Plural(a.Game.Moves, "move"))
	for _, text := range caption.Found(a.Report, a.moves, a.hidden) {
		say(text)
	}
	for _, r := range caption.Remarks(a.Report) {
		say(fmt.Sprintf("%4d. %-6s %-2s %s", r.Number, a.moves[r.Number-1], r.Sign, r.Text))
	}
}
