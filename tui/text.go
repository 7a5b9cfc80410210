package tui

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// drawShown draws a board on which the player cannot play, its notes and a sentence.
func drawShown(g *grid.Grid, p *draft.Pointer, over board.Overlay, look theme.Look, text string, style grid.Style) {
	p.Draw(g, over, look)
	text = look.Translate(text)
	p.Notes.DrawAbove(g, look, g.Height()-1-screen.SentenceRows(g, text))
	screen.DrawSentence(g, text, style)
}

// viewNext moves the cursor of a board on which nobody plays to the next pile of which
// cards are left out. It returns the pile as a sentence, and whether there is one.
func viewNext(p *draft.Pointer) (string, bool) {
	if !p.NextCut() {
		return "Every card that lies face up shows.", false
	}
	return p.Pile(), true
}

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

// when returns text if it shows, else "".
func when(shows bool, text string) string {
	if shows {
		return text
	}
	return ""
}

// isNo reports whether a key answers a question with no.
func isNo(key string) bool {
	return slices.Contains([]string{"n", "N", "esc", "enter", "space", "backspace", "ctrl+c"}, key)
}

// height returns the number of rows that [drawSentence] needs.
func height(text string, width int) int {
	return 1 + strings.Count(ansi.Wordwrap(text, width-3, ""), "\n")
}

// A second of the clock is shown no later than slack before it ends.
const slack = 50 * time.Millisecond

// nextSecond returns how long a clock that runs is not drawn again, after some milliseconds.
func nextSecond(millis int64) time.Duration {
	return 2*time.Second - slack - time.Duration(millis)*time.Millisecond%time.Second
}

// panel draws an empty frame with a title.
func panel(g *grid.Grid, a grid.Area, look theme.Look, title string) {
	box, right, bottom := look.Box, a.X+a.W-1, a.Y+a.H-1
	g.Fill(a.X, a.Y, a.W, a.H, ' ', look.Text)
	for _, y := range []int{a.Y, bottom} {
		g.Fill(a.X, y, a.W, 1, box.H, look.Border)
	}
	for _, x := range []int{a.X, right} {
		g.Fill(x, a.Y, 1, a.H, box.V, look.Border)
	}
	g.Set(a.X, a.Y, box.TopLeft, look.Border)
	g.Set(right, a.Y, box.TopRight, look.Border)
	g.Set(a.X, bottom, box.BottomLeft, look.Border)
	g.Set(right, bottom, box.BottomRight, look.Border)
	g.Fill(a.X+2, a.Y, screen.Width(title)+2, 1, ' ', look.Title)
	g.Put(a.X+3, a.Y, title, look.Title)
}

// upperAlphanumeric returns a letter or digit in upper case, and -1 for all else.
func upperAlphanumeric(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return r
	}
	return -1
}

// racerName returns the name of a racer, for the player.
func racerName(r *arcade.Race, o arcade.Racer) string {
	if o.ID == r.Me {
		return "you"
	}
	return o.Nick
}

// class returns what the history shows about results that do not count in full.
func class(c arcade.Class) string {
	if c == arcade.Counted {
		return ""
	}
	return string(c)
}

// historyPage is how many results are read at a time: few enough that a page comes at
// once and Esc works between two pages.
const historyPage = 100

// retryDelay is how long to wait before a call that failed is made again. A failure does
// not keep the player from playing.
const retryDelay = 5 * time.Second
