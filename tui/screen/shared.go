package screen

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// DrawShown draws a board on which the player cannot play, its notes and a sentence.
func DrawShown(g *grid.Grid, p *draft.Pointer, over board.Overlay, look theme.Look, text string, style grid.Style) {
	p.Draw(g, over, look)
	text = look.Translate(text)
	p.Notes.DrawAbove(g, look, g.Height()-1-SentenceRows(g, text))
	DrawSentence(g, text, style)
}

// ViewNext moves the cursor of a board on which nobody plays to the next pile of which
// cards are left out. It returns the pile as a sentence, and whether there is one.
func ViewNext(p *draft.Pointer) (string, bool) {
	if !p.NextCut() {
		return "Every card that lies face up shows.", false
	}
	return p.Pile(), true
}

// CallByName replaces the nick of each row with the player's name; at returns the address of a
// row's nick.
func CallByName[T any](rows []T, at func(*T) *string) {
	nicks := make([]string, len(rows))
	for i := range rows {
		nicks[i] = *at(&rows[i])
	}
	for i, called := range arcade.Names(nicks) {
		*at(&rows[i]) = called
	}
}

// When returns text if it shows, else "".
func When(shows bool, text string) string {
	if shows {
		return text
	}
	return ""
}

// IsNo reports whether a key answers a question with no.
func IsNo(key string) bool {
	return slices.Contains([]string{"n", "N", "esc", "enter", "space", "backspace", "ctrl+c"}, key)
}

// SentenceHeight returns the number of rows that [drawSentence] needs.
func SentenceHeight(text string, width int) int {
	return 1 + strings.Count(ansi.Wordwrap(text, width-3, ""), "\n")
}

// A second of the clock is shown no later than slack before it ends.
const slack = 50 * time.Millisecond

// NextSecond returns how long a clock that runs is not drawn again, after some milliseconds.
func NextSecond(millis int64) time.Duration {
	return 2*time.Second - slack - time.Duration(millis)*time.Millisecond%time.Second
}

// DrawPanel draws an empty frame with a title.
func DrawPanel(g *grid.Grid, a grid.Area, look theme.Look, title string) {
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
	g.Fill(a.X+2, a.Y, Width(title)+2, 1, ' ', look.Title)
	g.Put(a.X+3, a.Y, title, look.Title)
}

// UpperAlphanumeric returns a letter or digit in upper case, and -1 for all else.
func UpperAlphanumeric(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return r
	}
	return -1
}

// RacerName returns the name of a racer, for the player.
func RacerName(r *arcade.Race, o arcade.Racer) string {
	if o.ID == r.Me {
		return "you"
	}
	return o.Nick
}

// ShortClass returns what the history shows about results that do not count in full.
func ShortClass(c arcade.Class) string {
	if c == arcade.Counted {
		return ""
	}
	return string(c)
}

// HistoryPage is how many results are read at a time: few enough that a page comes at
// once and Esc works between two pages.
const HistoryPage = 100

// RetryDelay is how long to wait before a call that failed is made again. A failure does
// not keep the player from playing.
const RetryDelay = 5 * time.Second

// ChosenLook returns a look with the player's choices applied.
func ChosenLook(s session.Settings, of theme.Look) theme.Look {
	if t, ok := theme.FindTheme(s.Theme); ok {
		of.Theme = t
	}
	if d, ok := theme.FindDeck(s.Deck); ok {
		of.Deck = d
	}
	if s.FourColors {
		of.Theme = of.FourColors()
	}
	return of
}

// Around returns the name that is by steps after from in a list, wrapping around at its
// ends.
func Around[T any](all []T, name func(T) string, from string, by int) string {
	i := slices.IndexFunc(all, func(t T) bool { return name(t) == from })
	return name(all[(max(i, 0)+by+len(all))%len(all)])
}
