package record

import (
	"fmt"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// drawsResult returns what draws the details of a finished game in a pane, below a title. ended
// says how it ended. The sentences stand at the end; empty ones are left out.
func drawsResult(title string, r arcade.Result, ended arcade.Outcome, moves int, sentences ...string) func(*grid.Grid, *theme.Look) {
	rows := [][2]string{
		{"Points", fmt.Sprintf("%d of %d", r.Score.Points, r.Score.Max)},
		{"Ended", string(ended)},
		{caption.Taken(r, "At table", "In all"), caption.Clock(r.Millis)},
	}
	if all := caption.Clock(r.Span); r.Span > r.Millis && all != caption.Clock(r.Millis) { // which boards count
		rows = append(rows, [2]string{"In all", all})
	}
	if moves > 0 {
		rows = append(rows, [2]string{"Moves", fmt.Sprintf("%d, %.1f s each", moves, float64(r.Millis)/1000/float64(moves))})
	}
	kind := r.ClassName()
	if event, _, _ := strings.Cut(session.Occasion(r.Event), " "); event != "" {
		kind = event + ", " + kind
	}
	rows = append(rows, [2]string{"Kind", kind}, [2]string{"When", caption.Date(r.Ended) + " (UTC)"})
	return func(g *grid.Grid, look *theme.Look) {
		const top, column = 2, 9
		g.Put(0, top, look.Cut(title, g.Width()-2), look.Title)
		y := top + 2
		for _, row := range rows {
			g.Put(0, y, row[0], look.Faint)
			g.Put(column, y, look.Cut(row[1], g.Width()-column-2), look.Text)
			y++
		}
		for _, s := range sentences {
			if s == "" {
				continue
			}
			y++
			y = screen.PutRows(g, 0, y, look.Text, screen.Wrapped(look, g.Width()-2, s)...)
		}
	}
}
