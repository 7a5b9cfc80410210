package tui

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (l *lobby) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Boardwalk Arcade", l.env.Player)
	games := l.games()
	y, family := 1, ""
	l.rows, l.keys = rows{}, nil
	for i, game := range games {
		info := game.Info()
		if info.Family != family && g.Height() >= 20 {
			g.Put(2, y+1, info.Family, look.Faint)
			y += 2
		}
		family = info.Family
		l.line(g, y, i, info, look)
		l.rows[y] = i
		y++
	}
	if game, ok := l.game(); ok {
		info := game.Info()
		greeting := l.welcomeRows(g, y)
		bottom := g.Height() - 1 - greeting
		switch {
		case l.typing(): // the text and the help above it
			bottom -= 2
		case l.below(g.Width()) != "":
			bottom--
		}
		lines := l.about(info, look, g.Width()-6, max(bottom-y, 0))
		top := max(min(y+1, bottom-len(lines)), y)
		for i, line := range lines {
			g.Put(4, top+i, line, look.Text)
		}
		l.drawWelcome(g, look, min(top+len(lines)+1, bottom), greeting, game)
	} else {
		g.Put(4, 2, cut(look, l.none(), g.Width()-5), look.Text)
	}
	l.message(g, look)
}

// about returns a description of a game in rows of w columns: what it is, how hard it is,
// and the player's games of it. If that takes more than most rows, it begins with what
// the list has no room for and cuts the end off.
func (l *lobby) about(info engine.Info, look theme.Look, w, most int) []string {
	s := l.summaries[info.ID]
	played := plural(s.games, "game") + " played"
	if s.played {
		played += ", " + bestTexts(s.best)[0]
	}
	what := info.Summary + " By " + info.Author + "."
	texts := []string{what, info.Difficulty.String()}
	if s.games > 0 {
		texts = append(texts, sentence(played))
	}
	rows := wrapped(look, w, texts...)
	if len(rows) <= most {
		return rows
	}
	level := string(info.Difficulty.Level)
	if s.games > 0 {
		level += "; " + played
	}
	if rows = wrapped(look, w, sentence(level)+" "+what); len(rows) > most {
		rows = wrapped(look, w, sentence(level)+" "+info.Summary)
	}
	if most > 0 && len(rows) > most {
		rows[most-1] = cut(look, rows[most-1]+" "+rows[most], w)
	}
	return rows[:min(len(rows), most)]
}

// wrapped breaks paragraphs into rows of at most w columns.
func wrapped(look theme.Look, w int, paragraphs ...string) (rows []string) {
	for _, p := range paragraphs {
		rows = append(rows, strings.Split(ansi.Wordwrap(look.Translate(p), w, ""), "\n")...)
	}
	return rows
}

// bestTexts returns a best result in words, long and short.
func bestTexts(r arcade.Result) [2]string {
	short, won := fmt.Sprintf("best %d/%d", r.Score.Points, r.Score.Max), ""
	if r.Score.Won {
		won = ", won"
	}
	return [2]string{short + " in " + clock(r.Millis) + won, short + won}
}

// The columns of the list, in a window that has room for them.
const (
	levelColumn = 25
	gamesColumn = 36
	stateColumn = 47
)

// line draws one game: its name, its difficulty, the number of games played, what is
// open, and the best result.
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
	g.Put(4, y, cut(look, info.Name, levelColumn-5), style)
	s, level := l.summaries[info.ID], string(info.Difficulty.Level)
	long, short := l.state(info)
	if g.Width() < 60 {
		texts := []string{level}
		if s.open { // if only one fits, it matters more
			texts = []string{level + ", " + short, short}
		}
		g.Put(levelColumn, y, fitting(g.Width()-levelColumn-1, texts...), look.Faint)
		return
	}
	g.Put(levelColumn, y, level, look.Faint)
	x := gamesColumn
	if g.Width() >= 76 {
		x = stateColumn
		if s.games > 0 {
			g.Put(gamesColumn, y, plural(s.games, "game"), look.Faint)
		}
	}
	record := [2]string{}
	if s.played {
		record = bestTexts(s.best)
	}
	ways := [][2]string{{long, record[0]}, {long, record[1]}, {short, record[0]}, {short, record[1]}, {short, ""}}
	for i, texts := range ways {
		end := g.Width() - 2 - width(texts[1])
		if x+width(texts[0]) < end || i == len(ways)-1 {
			g.Put(x, y, texts[0], look.Good)
			g.Put(end, y, texts[1], look.Faint)
			break
		}
	}
}

// state says that a game is open, or that it is the one to begin with, in a long and a
// short form. Both are "" if there is nothing to say.
func (l *lobby) state(info engine.Info) (long, short string) {
	s, known := l.summaries[info.ID]
	switch {
	case s.open:
		short = atMove(len(s.saved.Record.Moves))
		return "continue at " + short, short
	case known && s.games == 0 && info.ID == l.env.Games[0].Info().ID:
		return "new here? begin with this one", "begin here"
	}
	return "", ""
}

// atMove returns where a round stands after a number of moves.
func atMove(moves int) string {
	if moves == 0 {
		return "the start"
	}
	return fmt.Sprintf("move %d", moves)
}

func (l *lobby) message(g *grid.Grid, look theme.Look) {
	labels := map[promptKind]string{dealCode: "Deal code (for practice): ", searchText: "Search: "}
	helps := map[promptKind]string{
		dealCode:   fmt.Sprintf("Letters and digits, 1 to %d of them.", engine.CodeMax),
		searchText: "A part of a name, old or new.",
	}
	y := g.Height() - 2
	if l.typing() {
		g.Fill(0, y, g.Width(), 1, ' ', look.Text)
		x := g.Put(2, y, labels[l.prompt.kind], look.Warn)
		x = g.Put(x, y, l.prompt.text, look.Text)
		g.Cursor = grid.Cursor{X: x, Y: y, Visible: true}
		text, style := helps[l.prompt.kind], look.Faint
		if l.err != "" {
			text, style = l.err, look.Refused
		}
		drawSentenceAbove(g, y, look.Translate(text), style)
		return
	}
	switch {
	case l.err != "":
		drawSentence(g, look.Translate(l.err), look.Refused)
	case len(l.games()) > 0:
		g.Put(2, y, cut(look, l.below(g.Width()-4), g.Width()-4), look.Warn)
	}
}

// below returns the line below the list for w columns, or "".
func (l *lobby) below(w int) string {
	if only := l.only(); only != "" {
		return only
	}
	long, short := l.agendaText()
	return fitting(w, long, short)
}

// only says which games show, or returns "" if all do.
func (l *lobby) only() string {
	switch {
	case l.search != "" && l.favorites:
		return fmt.Sprintf("Only favourites with %q; Esc shows all.", l.search)
	case l.search != "":
		return fmt.Sprintf("Only games with %q; Esc shows all.", l.search)
	case l.favorites:
		return "Only favourites; Esc shows all."
	}
	return ""
}

// none returns the text that replaces an empty list.
func (l *lobby) none() string {
	switch {
	case !l.favorites:
		return "No game is called that. Esc shows all."
	case l.search != "":
		return "No favourite is called that. Esc shows all."
	}
	return "No favourites yet. Esc shows all, f adds one."
}
