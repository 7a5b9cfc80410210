package screen

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// DrawTitle draws a screen's first line. The right part is left out if it does not fit.
func DrawTitle(g *grid.Grid, look *theme.Look, left, right string) {
	g.Put(2, 0, look.Translate(left), look.Title)
	if x := g.Width() - 2 - Width(right); x > 4+Width(left) {
		g.Put(x, 0, look.Translate(right), look.Faint)
	}
}

// DrawHeading draws a screen's first line where the window may be narrow. names holds the
// same heading in several lengths, the shortest last. Parts are dropped from the end
// until the rest fits beside the shortest name; the first part always stays. Then the
// first name that fits is drawn.
func DrawHeading(g *grid.Grid, look *theme.Look, names, parts []string) {
	for len(parts) > 1 && 6+Width(names[len(names)-1])+PartsWidth(parts) > g.Width() {
		parts = parts[:len(parts)-1]
	}
	right := strings.Join(parts, "  ")
	DrawTitle(g, look, look.Cut(Fitting(g.Width()-6-PartsWidth(parts), names...), max(g.Width()-6-PartsWidth(parts), 0)), right)
}

// PartsWidth returns the number of columns of parts with two blanks before each.
func PartsWidth(parts []string) int {
	n := 0
	for _, p := range parts {
		n += 2 + Width(p)
	}
	return n
}

// Width returns the number of columns of a text whose runes are all one column wide.
func Width(s string) int { return utf8.RuneCountInString(s) }

// Padded returns a text filled up with blanks to at least n columns.
func Padded(s string, n int) string { return s + strings.Repeat(" ", max(n-Width(s), 0)) }

// Row returns a row of a table: each text in as many columns as it gets, with a blank after it. What does
// not fit w columns is left out, from the last text on.
func Row(look *theme.Look, w int, widths []int, texts ...string) string {
	row := ""
	for i, n := range widths {
		if Width(row)+n > w {
			break
		}
		row += fmt.Sprintf("%-*s ", n, look.Cut(texts[i], n))
	}
	return strings.TrimRight(row, " ")
}

// PutRows draws rows of text from row y on, and returns the next free row.
func PutRows(g *grid.Grid, x, y int, style grid.Style, rows ...string) int {
	for _, row := range rows {
		g.Put(x, y, row, style)
		y++
	}
	return y
}

// DrawSentence draws a sentence above the key line, on as many rows as it needs.
func DrawSentence(g *grid.Grid, text string, style grid.Style) {
	DrawSentenceAbove(g, g.Height()-1, text, style)
}

// SentenceRows returns how many rows DrawSentence needs in a window of w columns, 0 of no text.
func SentenceRows(text string, w int) int {
	switch {
	case text == "":
		return 0
	case Fits(text, w-3): // as most do, at every frame
		return 1 + strings.Count(text, "\n")
	}
	return len(Wordwrap(text, w-3))
}

// DrawSentenceAbove draws a sentence above row y, on as many rows as it needs.
func DrawSentenceAbove(g *grid.Grid, y int, text string, style grid.Style) {
	if !Fits(text, g.Width()-3) {
		text = strings.Join(Wordwrap(text, g.Width()-3), "\n")
	}
	y -= 1 + strings.Count(text, "\n")
	for line := range strings.SplitSeq(text, "\n") {
		g.Fill(0, y, g.Width(), 1, ' ', style)
		g.Put(2, y, line, style)
		y++
	}
}

// Fits reports whether each row of a text has at most w columns.
func Fits(text string, w int) bool {
	for line := range strings.SplitSeq(text, "\n") {
		if Width(line) > w {
			return false
		}
	}
	return true
}

// Fitting returns the first of the texts that fits n columns, or the last one.
func Fitting(n int, texts ...string) string {
	for _, t := range texts {
		if Width(t) <= n {
			return t
		}
	}
	return texts[len(texts)-1]
}

// Wrapped breaks paragraphs into rows of at most w columns.
func Wrapped(look *theme.Look, w int, paragraphs ...string) (rows []string) {
	for _, p := range paragraphs {
		rows = append(rows, Wordwrap(look.Translate(p), w)...)
	}
	return rows
}

// Shortened returns the first n of some rows of w columns, one at least; the last of them ends in an ellipsis if more follow.
func Shortened(look *theme.Look, w, n int, rows []string) []string {
	if len(rows) <= n {
		return rows
	}
	return append(rows[:n-1:n-1], look.Cut(strings.Join(rows[n-1:], " "), w))
}

// Wordwrap breaks a text into rows of at most w columns. It breaks no word at a hyphen: a
// share code and a command are there to be selected whole. Nor does it break what stands in square
// brackets and fits a row.
func Wordwrap(text string, w int) []string {
	if Fits(text, w) && !strings.Contains(text, "\n") {
		return []string{text}
	}
	for rest := text; strings.Contains(rest, "["); {
		_, rest, _ = strings.Cut(rest, "[")
		if inside, _, ok := strings.Cut(rest, "]"); ok && Width(inside)+2 <= w {
			text = strings.ReplaceAll(text, "["+inside+"]", "["+strings.ReplaceAll(inside, " ", blank)+"]")
		}
	}
	text = ansi.Wordwrap(strings.ReplaceAll(text, "-", hyphen), w, "")
	return strings.Split(breakable.Replace(text), "\n")
}

// At these characters a row does not end. They stand for a hyphen and a space while a text is broken.
const hyphen, blank = "\u2011", "\u00a0"

var breakable = strings.NewReplacer(hyphen, "-", blank, " ")

// DrawPanel draws an empty frame with a title.
func DrawPanel(g *grid.Grid, a grid.Area, look *theme.Look, title string) {
	g.Fill(a.X, a.Y, a.W, a.H, ' ', look.Text)
	look.Box.Draw(g, a.X, a.Y, a.W, a.H, look.Border)
	g.Fill(a.X+2, a.Y, Width(title)+2, 1, ' ', look.Title)
	g.Put(a.X+3, a.Y, title, look.Title)
}
