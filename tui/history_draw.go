package tui

import (
	"fmt"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (h *history) Draw(g *grid.Grid, look theme.Look) {
	head, utc := historyRow(look, g.Width()-4, "game", " points", "result", "class", "moves", "   time", "ended"), ""
	if strings.Contains(head, "ended") {
		utc = "times in UTC"
	}
	title(g, look, "Your history", utc)
	h.heading(g, look)
	g.Put(4, 2, head, look.Faint)
	text, style := h.line(look)
	lines := wrapped(look, g.Width()-4, text)
	lines = lines[:min(len(lines), g.Height()-6)]
	page := g.Height() - 4 - len(lines)
	h.top = max(min(h.top, h.at), h.at-page+1)
	h.rows = rows{}
	if len(h.matches) == 0 && h.reader.all {
		text := "No game yet. A game appears here when it is over, finished or given up."
		if len(h.reader.results) > 0 {
			text = "No game of yours matches; g, c and o change the filter."
		}
		g.Put(4, 3, cut(look, text, g.Width()-5), look.Text)
	}
	for i := 0; i < page && h.top+i < len(h.matches); i++ {
		h.row(g, 3+i, h.top+i, look)
		h.rows[3+i] = h.top + i
	}
	for i, line := range lines {
		g.Put(2, g.Height()-1-len(lines)+i, line, style)
	}
}

// heading draws the filter and how many results match it.
func (h *history) heading(g *grid.Grid, look theme.Look) {
	game := "all games"
	if h.filter.game != "" {
		game = h.env.Games.Name(h.filter.game)
	}
	count := fmt.Sprintf("%d of %d read", len(h.matches), len(h.reader.results))
	if h.reader.all {
		count = fmt.Sprintf("%d of %d", len(h.matches), len(h.reader.results))
	}
	x := g.Width() - 2 - width(count)
	g.Put(x, 1, count, look.Text)
	filter, short := game, game // short leaves out what is not filtered
	for _, part := range []string{allOr(h.filter.class, "classes"), allOr(h.filter.outcome, "outcomes")} {
		filter += ", " + part
		if !strings.HasPrefix(part, "all ") {
			short += ", " + part
		}
	}
	g.Put(2, 1, cut(look, fitting(x-4, filter, short), x-4), look.Text)
}

// line returns an error, or what is going on.
func (h *history) line(look theme.Look) (string, grid.Style) {
	switch {
	case h.err != "":
		return h.err, look.Refused
	case h.reader.err != "":
		return h.reader.err, look.Refused
	case h.reader.busy && !h.reader.stopped && !h.reader.all:
		return fmt.Sprintf("Reading: %s so far; Esc stops.", plural(len(h.reader.results), "game")), look.Faint
	case h.reader.stopped && !h.reader.all:
		return "Older games are not read: down reads on.", look.Faint
	case h.at < len(h.matches):
		return h.reader.results[h.matches[h.at]].Ruling, look.Text
	}
	return "", look.Text
}

func (h *history) row(g *grid.Grid, y, i int, look theme.Look) {
	r, style := h.reader.results[h.matches[i]], look.Text
	if i == h.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	result := ""
	switch {
	case r.Score.Perfect:
		result = "perfect"
	case r.Score.Won:
		result = "won"
	}
	text := historyRow(look, g.Width()-4, h.env.Games.Name(r.Record.Game), fmt.Sprintf("%3d/%-3d", r.Score.Points, r.Score.Max),
		result, class(r.Class), fmt.Sprintf("%5d", len(r.Record.Moves)), fmt.Sprintf("%7s", clock(r.Millis)), day(r.Ended))
	g.Put(4, y, text, style)
}

// historyRow returns a row of the list with as many columns as fit.
func historyRow(look theme.Look, w int, texts ...string) string {
	row := ""
	for i, n := range []int{19, 7, 7, 8, 5, 7, 16} {
		if width(row)+n > w {
			break
		}
		row += fmt.Sprintf("%-*s ", n, cut(look, texts[i], n))
	}
	return row
}

// class returns what the history shows about results that do not count in full.
func class(c arcade.Class) string {
	if c == arcade.Counted {
		return ""
	}
	return string(c)
}
