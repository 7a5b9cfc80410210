package workshop

import (
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// shareDeal is the code of the deal on every share card, so that the cards of the same
// rules show the same board.
const shareDeal engine.Code = "CARD"

// newShareCard returns a page with what to paste into a chat, so that others can play a
// game. It begins with the warning of the estimate, if there is one.
func newShareCard(env *screen.Env, g engine.MadeUp, e hint.Estimate) screen.Screen {
	return screen.NewPage(env, "Share "+g.Info().Name, func(w int, look *theme.Look) string {
		var rows []string
		if warning := e.Warning(); warning != "" {
			rows = append(screen.Wrapped(look, w, "! "+warning), "")
		}
		rows = append(rows, screen.Wrapped(look, w, "Select these lines with the mouse (most terminals: hold Shift), and paste them into a chat:")...)
		rows = append(rows, "")
		rows = append(rows, ShareCard(g, env.Command, w, look)...)
		return strings.Join(rows, "\n")
	})
}

// ShareCard returns what others need to play a game, in lines of at most w columns: its
// names, its code, what it is, a small board, and how to play it. command is what stands in
// front of the arcade's commands, such as "ssh HOST", or "" if there are none.
func ShareCard(g engine.MadeUp, command string, w int, look *theme.Look) []string {
	d := g.Design()
	name := g.Info().Name
	if title := d.Title(); title != name { // others read that
		name += " (" + title + ")"
	}
	rows := []string{look.Cut(name, w), d.Code()}
	rows = append(rows, screen.Wrapped(look, w, d.Summary())...)
	rows = append(rows, "")
	rows = append(rows, smallBoard(g.Deal(shareDeal).Board(), w, look)...)
	rows = append(rows, "")
	how := "To play it: W in the lobby, then c and the code."
	if command != "" {
		how = "To play it: " + caption.WithTerminal(command) + " play " + d.Code()
	}
	rows = append(rows, screen.Wrapped(look, w, how)...)
	return rows
}

// smallBoard returns a board in lines of at most w columns, or a line that says why not.
func smallBoard(b engine.Board, w int, look *theme.Look) []string {
	const most = 10 // rows: no cards of three rows
	l := board.Fit(b, w, most)
	if l.Width > w {
		return screen.Wrapped(look, w, "(A wider window shows a small board here.)")
	}
	g := grid.New(w, l.Height)
	l.Draw(g, 0, 0, b, board.Overlay{}, look)
	return strings.Split(strings.TrimRight(g.String(), "\n"), "\n")
}
