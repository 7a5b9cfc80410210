package tui

import (
	"fmt"

	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (r *replay) Draw(g *grid.Grid, look theme.Look) {
	switch {
	case r.jump != "":
		text := fmt.Sprintf("Go to move %s_ of %d", r.jump, r.last())
		if r.note != "" {
			text = r.jump + "_  " + r.note
		}
		r.drawState(g, look, text, look.Warn)
	case r.note != "":
		r.drawState(g, look, r.note, look.Warn)
	default:
		r.drawState(g, look, r.coming(), look.Text)
	}
}

// coming returns what the next move will do.
func (r *replay) coming() string {
	if r.at == r.last() {
		return "The end."
	}
	return r.states[r.at].Describe(r.record.Moves[r.at])
}

// drawState draws the frame with a sentence in its last row but one.
func (r *replay) drawState(g *grid.Grid, look theme.Look, text string, style grid.Style) {
	r.heading(g, look)
	p := pointer{board: r.states[r.at].Board()}
	var overlay board.Overlay
	if r.at < r.last() {
		overlay.Move = r.record.Moves[r.at]
	}
	p.drawShown(g, overlay, look, text, style)
}

// heading draws the first line, which shows fewer parts if the deal's code is long.
func (r *replay) heading(g *grid.Grid, look theme.Look) {
	score := r.states[r.at].Score()
	name, deal := r.game.Info().Name, "deal "+string(r.record.Code)
	if r.env.Sealed(r.event) {
		deal = Occasion(r.event)
	}
	heading(g, look, []string{name + ", replay", name}, []string{
		fmt.Sprintf("move %d of %d", r.at, r.last()),
		fmt.Sprintf("points %d/%d", score.Points, score.Max),
		deal,
	})
}
