package tui

import (
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
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
