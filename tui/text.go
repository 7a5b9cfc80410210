package tui

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// An area is a part of a grid.
type area struct{ x, y, w, h int }

// frameOf returns the part of a window that a board takes with all that stands around it.
func frameOf(p *draft.Pointer, w, h int) area {
	f := p.Frame(w, h)
	return area{f.X, f.Y, f.W, f.H}
}

// title draws a screen's first line. The right part is left out if it does not fit.
func title(g *grid.Grid, look theme.Look, left, right string) {
	g.Put(2, 0, look.Translate(left), look.Title)
	if x := g.Width() - 2 - width(right); x > 4+width(left) {
		g.Put(x, 0, look.Translate(right), look.Faint)
	}
}

// heading draws a screen's first line where the window may be narrow. names holds the
// same heading in several lengths, the shortest last. Parts are dropped from the end
// until the rest fits beside the shortest name; the first part always stays. Then the
// first name that fits is drawn.
func heading(g *grid.Grid, look theme.Look, names, parts []string) {
	for len(parts) > 1 && 6+width(names[len(names)-1])+partsWidth(parts) > g.Width() {
		parts = parts[:len(parts)-1]
	}
	right := strings.Join(parts, "  ")
	title(g, look, look.Cut(fitting(g.Width()-6-partsWidth(parts), names...), max(g.Width()-6-partsWidth(parts), 0)), right)
}

// width returns the number of columns of a text whose runes are all one column wide.
func width(s string) int { return utf8.RuneCountInString(s) }

// padded returns a text filled up with blanks to at least n columns.
func padded(s string, n int) string { return s + strings.Repeat(" ", max(n-width(s), 0)) }

// drawSentence draws a sentence above the key line, on as many rows as it needs.
func drawSentence(g *grid.Grid, text string, style grid.Style) {
	drawSentenceAbove(g, g.Height()-1, text, style)
}

// drawSentenceAbove draws a sentence above row y, on as many rows as it needs.
func drawSentenceAbove(g *grid.Grid, y int, text string, style grid.Style) {
	if !fits(text, g.Width()-3) {
		text = strings.Join(wordwrap(text, g.Width()-3), "\n")
	}
	y -= 1 + strings.Count(text, "\n")
	for line := range strings.SplitSeq(text, "\n") {
		g.Fill(0, y, g.Width(), 1, ' ', style)
		g.Put(2, y, line, style)
		y++
	}
}

// fits reports whether each row of a text has at most w columns.
func fits(text string, w int) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if width(line) > w {
			return false
		}
	}
	return true
}

// drawShown draws a board on which the player cannot play, its notes and a sentence.
func drawShown(g *grid.Grid, p *draft.Pointer, over board.Overlay, look theme.Look, text string, style grid.Style) {
	p.Draw(g, over, look)
	p.Notes.Draw(g, look)
	drawSentence(g, look.Translate(text), style)
}

// viewNext moves the cursor of a board on which nobody plays to the next pile of which
// cards are left out. It returns the pile as a sentence, and whether there is one.
func viewNext(p *draft.Pointer) (string, bool) {
	if !p.NextCut() {
		return "Every card that lies face up shows.", false
	}
	return p.Pile(), true
}

// fitting returns the first of the texts that fits n columns, or the last one.
func fitting(n int, texts ...string) string {
	for _, t := range texts {
		if width(t) <= n {
			return t
		}
	}
	return texts[len(texts)-1]
}

// wrapped breaks paragraphs into rows of at most w columns.
func wrapped(look theme.Look, w int, paragraphs ...string) (rows []string) {
	for _, p := range paragraphs {
		rows = append(rows, wordwrap(look.Translate(p), w)...)
	}
	return rows
}

// wordwrap breaks a text into rows of at most w columns. It breaks no word at a hyphen: a
// share code and a command are there to be selected whole.
func wordwrap(text string, w int) []string {
	const unbroken = "\u2011" // a hyphen at which a row does not end
	text = ansi.Wordwrap(strings.ReplaceAll(text, "-", unbroken), w, "")
	return strings.Split(strings.ReplaceAll(text, unbroken, "-"), "\n")
}

// minutes returns a race's limit in words.
func minutes(limit time.Duration) string { return caption.Plural(int(limit.Minutes()), "minute") }

// name replaces the nick of each row with the player's name; at returns the address of a
// row's nick.
func name[T any](rows []T, at func(*T) *string) {
	nicks := make([]string, len(rows))
	for i := range rows {
		nicks[i] = *at(&rows[i])
	}
	for i, called := range arcade.Names(nicks) {
		*at(&rows[i]) = called
	}
}

// playedOnce says why there is no other deal at the table of an event.
const playedOnce = "This deal is played once. Other deals begin in the lobby: q."

// Occasion returns the name of an event for players, such as "daily 2026-11-22".
func Occasion(e arcade.Event) string {
	if day, ok := e.Day(); ok {
		return "daily " + day
	}
	if code, ok := e.Race(); ok {
		return "race " + code
	}
	if code, ok := e.Challenge(); ok {
		return "challenge " + code
	}
	return ""
}
