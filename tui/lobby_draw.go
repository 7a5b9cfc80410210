package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (l *lobby) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Boardwalk Arcade", l.env.Player)
	games := l.games()
	y, family := 1, ""
	l.rows = l.rows[:0]
	for i, game := range games {
		info := game.Info()
		if info.Family != family && g.Height() >= 20 {
			g.Put(2, y+1, info.Family, look.Faint)
			y += 2
		}
		family = info.Family
		l.line(g, y, i, info, look)
		l.rows = append(l.rows, y)
		y++
	}
	if game, ok := l.game(); ok {
		info := game.Info()
		about := look.Words(info.Summary + " By " + info.Author + ".")
		lines := strings.Split(ansi.Wordwrap(about, g.Width()-6, ""), "\n")
		top := max(min(y+1, g.Height()-1-len(lines)), y)
		for i, line := range lines[:min(len(lines), g.Height()-1-top)] {
			g.Put(4, top+i, line, look.Text)
		}
	} else {
		g.Put(4, 2, "No game is called that. Esc shows all.", look.Text)
	}
	l.message(g, look)
	keyLine(g, look, Key{"Enter", "play"}, Key{"L", "learn"}, Key{"F1", "rules"}, Key{"H", "history"},
		Key{"P", "statistics"}, Key{"S", "settings"}, Key{"?", "keys"}, Key{"q", "leave"})
}

// line draws one game: its name, what is open and the best result.
func (l *lobby) line(g *grid.Grid, y, i int, info engine.Info, look theme.Look) {
	style := look.Text
	if i == l.at {
		style = look.Cursor
		g.Put(2, y, ">", style)
		g.Cursor.X, g.Cursor.Y = 2, y
	}
	if l.env.settings.favorite(info.ID) {
		g.Put(3, y, "*", look.Warn)
	}
	g.Put(4, y, info.Name, style)
	s, known := l.standings[info.ID]
	x := 26
	switch {
	case s.open:
		move := fmt.Sprintf("move %d", len(s.saved.Record.Moves))
		g.Put(x, y, fitting(g.Width()-x, "continue at "+move, move), look.Good)
	case known && !s.played && info.ID == l.env.Games[0].Info().ID:
		g.Put(x, y, fitting(g.Width()-x, "new here? begin with this one", "begin here"), look.Good)
	}
	if s.played && g.Width() >= 60 {
		best := fmt.Sprintf("best %d/%d in %s", s.best.Score.Points, s.best.Score.Max, clock(s.best.Millis))
		if s.best.Score.Won {
			best += ", won"
		}
		g.Put(g.Width()-2-width(best), y, best, look.Faint)
	}
}

func (l *lobby) message(g *grid.Grid, look theme.Look) {
	prompts := map[typing]string{dealCode: "Deal code (for practice): ", searchText: "Search: "}
	y := g.Height() - 2
	if l.typing() {
		g.Fill(0, y, g.Width(), 1, ' ', look.Text)
		x := g.Put(2, y, prompts[l.typed.what], look.Warn)
		x = g.Put(x, y, l.typed.text, look.Text)
		g.Cursor = grid.Cursor{X: x, Y: y, Visible: true}
		y--
	}
	if l.err != "" && !l.typing() {
		words(g, look.Words(l.err), look.Refused)
	} else if l.err != "" {
		g.Put(2, y, cut(look, l.err, g.Width()-4), look.Refused)
	}
}
