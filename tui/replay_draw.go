package tui

import (
	"fmt"
	"strings"

	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (r *replay) Draw(g *grid.Grid, look theme.Look) {
	switch {
	case r.jump != "":
		r.drawState(g, look, fmt.Sprintf("Go to move %s_ of %d", r.jump, r.last()), look.Warn)
	case r.note != "":
		r.drawState(g, look, r.note, look.Warn)
	default:
		r.drawState(g, look, r.coming(), look.Text)
	}
}

// Hints implements Screen.
func (r *replay) Hints() []Key {
	if r.jump != "" {
		return []Key{{"0-9", "its number"}, {"Enter", "go there"}, {"Esc", "stay"}}
	}
	run := Key{"space", "run"}
	if r.running {
		run.Does = "stop"
	}
	return []Key{{"left/right", "step"}, run, {"+/-", fmt.Sprintf("%g/s", speeds[r.speed])}, {"0-9", "jump"},
		{"p", "practise"}, {"?", "keys"}, {"q", "back"}}
}

// coming says what the next move will do.
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
	p.fitAbove(g)
	var overlay board.Overlay
	if r.at < r.last() {
		overlay.Move = r.record.Moves[r.at]
	}
	p.layout.Draw(g, p.x, p.y, p.board, overlay, look)
	p.notes.draw(g, look)
	words(g, look.Words(text), style)
}

// heading draws the first line, leaving out what is least missed where the
// window is narrow or the deal's code long.
func (r *replay) heading(g *grid.Grid, look theme.Look) {
	score := r.states[r.at].Score()
	parts := []string{
		fmt.Sprintf("move %d of %d", r.at, r.last()),
		fmt.Sprintf("points %d/%d", score.Points, score.Max),
		"deal " + string(r.record.Code),
	}
	name := r.game.Info().Name
	for len(parts) > 1 && 6+width(name)+joined(parts) > g.Width() {
		parts = parts[:len(parts)-1]
	}
	if long := name + ", replay"; 6+width(long)+joined(parts) <= g.Width() {
		name = long
	}
	title(g, look, name, strings.Join(parts, "  "))
}
