package social

import (
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// whileAlone says what somebody can do who is alone.
const whileAlone = "Meanwhile, leave something for the next player: play a daily (D in the lobby), pass a deal on (C at the end of a game), or open a race to all (r)."

// invitation returns how a friend gets here, in paragraphs: the command stands alone, to be
// selected. There is none where no command leads here: command is [Env.Command].
func invitation(command string) (paragraphs []string) {
	if command == "" {
		return nil
	}
	paragraphs = []string{"Send a friend this line:", "  " + command}
	if about := caption.AboutHost(command); about != "" {
		paragraphs = append(paragraphs, about)
	}
	return paragraphs
}

// drawAlone draws what somebody who is alone reads, from row y on and above row bottom: each
// text with a blank row before it, as long as there is room.
func drawAlone(g *grid.Grid, look theme.Look, y, bottom int, texts ...[]string) {
	for _, text := range texts {
		rows := screen.Wrapped(look, g.Width()-6, text...)
		if y+1+len(rows) > bottom {
			return
		}
		y = screen.PutRows(g, 4, y+1, look.Text, rows...)
	}
}
