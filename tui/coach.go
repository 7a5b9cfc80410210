package tui

import (
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// tips are for the first game of a player's life, one a move: the keys to know next, the most
// useful first. None costs anything: a player who does what they say still counts.
var tips = [...]string{
	"Your first game: Enter on a card, on a lit place, then to play. F1: rules.",
	"m lights every card that can move; ? explains each sign on the board.",
	"F1 has the rules, and L teaches them on small boards. q comes back here.",
	"u takes a move back. After a card has turned up, that makes the game assisted.",
	"/ lights all cards of a rank, and t lets you type a move: t a1c4 Enter.",
	"g ends the game with its points. q leaves, and the game stays open for you.",
}

// briefTip is the first tip for a narrow window.
const briefTip = "Enter: a card, a lit place, play."

// begins says how a move is made to who has played before.
const begins = "Enter marks a card; F1 has the rules."

// finished reports whether the player has finished a round of a game, whatever it counted
// for. It is false as long as that is not known.
func (e *Env) finished(game string) bool { return e.rounds[game] > 0 }

// filed counts a round that the history has now.
func (e *Env) filed(game string) {
	if e.rounds != nil {
		e.rounds[game]++
		e.welcome.newcomer = false
	}
}

// coach returns what to say below the board while nothing else is to be said. At the first
// move of a game that the player has not finished yet, that is what the game is about. In the
// player's first game the tips follow; in a race, the standings. It takes no more than rows
// rows, if it can.
func (t *table) coach(g *grid.Grid, look theme.Look, rows int) (string, grid.Style) {
	w := g.Width() - 3
	n := t.seat.Len() // with a move whose position is pending, so that the line is drawn only once
	coached := !t.seat.Chosen() && t.env.welcome.newcomer
	says := ""
	switch {
	case t.race != nil:
		says = raceLine(t.race, t.env.Now(), w)
	case coached && n < len(tips):
		says = tips[n]
	case n == 0:
		says = begins
	}
	style := look.Faint
	if t.race != nil {
		style = look.Text
	}
	info := t.seat.Game().Info()
	if n > 0 || info.Aim.Full == "" || t.env.finished(info.ID) {
		return says, style
	}
	brief := says
	if coached {
		brief = briefTip
	}
	for _, text := range []string{info.Aim.Full + "\n" + says, info.Aim.Brief + "\n" + brief, info.Aim.Full} {
		if len(wordwrap(look.Translate(text), w)) <= rows {
			return text, look.Text
		}
	}
	return info.Aim.Brief, look.Text
}
