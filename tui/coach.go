package tui

import (
	"cmp"

	"boardwalk/engine"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// tips are for the first game of a player's life, one a move: the keys to know next, the most
// useful first. None costs anything: a player who does what they say still counts.
var tips = [...]string{
	"", // firstTip
	"m lights every card that can move; ? explains each sign on the board.",
	"F1 has the rules, and L teaches them on small boards. q comes back here.",
	"u takes a move back; past a turned-up card the game ranks apart.",
	"/ lights all cards of a rank, t types a move: t a1c4 Enter.",
	"g ends the game with its points; q leaves it open for later.",
}

// firstTip returns the first tip, also for a narrow window. It says which keys play a move: a
// third Enter, or the second mark.
func firstTip(t draft.Trigger) (full, brief string) {
	if t.Confirms() {
		return "Your first game: Enter on a card, on a lit place, then to play. F1: rules.", "Enter: a card, a lit place, play."
	}
	return "Your first game: Enter on a card, then on a lit place, plays it. F1: rules.", "Enter: a card, then a lit place."
}

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

// An opening is what to say at the first move, for a window: what the game is about, and how
// to begin. It is kept, since a clock draws it again every second.
type opening struct {
	w, rows, turn int
	says, text    string
}

// fit sets the text to the aim of a game above says. brief takes the place of says if there is
// no room for it.
func (o *opening) fit(aim engine.Aim, brief string) {
	o.text = aim.Brief
	for _, text := range []string{aim.Full + "\n" + o.says, aim.Brief + "\n" + brief, aim.Full} {
		if len(wordwrap(text, o.w)) <= o.rows {
			o.text = text
			return
		}
	}
}

// coach returns what to say below the board while nothing else is to be said. At the first
// move of a game that the player has not finished yet, that is what the game is about. In the
// player's first game the tips follow; in a race, the standings. It takes no more than rows
// rows of w columns, if it can.
func (t *table) coach(look theme.Look, w, rows int) (string, grid.Style) {
	n := t.seat.Len() // with a move whose position is pending, so that the line is drawn only once
	coached := !t.seat.Chosen() && t.env.welcome.newcomer
	says, brief, style := "", "", look.Faint
	switch {
	case t.race != nil:
		says, style = raceLine(t.race, t.env.Now(), w), look.Text
	case coached && n == 0:
		says, brief = firstTip(t.env.settings.Trigger)
	case coached && n < len(tips):
		if says = tips[n]; !fits(says, w) && len(wordwrap(says, w)) > rows {
			says = "" // it would cover cards
		}
	case n == 0:
		says = begins
		if o, ok := t.seat.Shown().State.(engine.Opener); ok {
			says = cmp.Or(fitting(w, o.OpeningNote(), begins), begins)
		}
	}
	if n > 0 || t.env.rounds == nil {
		return says, style
	}
	if o := (opening{w: w, rows: rows, turn: t.now.turn, says: says, text: t.opening.text}); o != t.opening {
		t.opening = o
		t.opening.text = ""
		if info := t.seat.Game().Info(); info.Aim.Full != "" && !t.env.finished(info.ID) {
			t.opening.fit(info.Aim, cmp.Or(brief, says))
		}
	}
	if t.opening.text == "" {
		return says, style
	}
	return t.opening.text, look.Text
}

// newGlossary returns the words of a game that the player has not met in others.
func (e *Env) newGlossary(g engine.Game) caption.Glossary {
	var played engine.Catalog
	for _, other := range e.Games.All() {
		if e.finished(other.Info().ID) {
			played = append(played, other)
		}
	}
	return caption.NewGlossary(g, played)
}

// An explained is what the words of a sentence mean, kept as an opening is.
type explained struct {
	text          string
	w, rows, turn int
	means         string
}

// explain returns what the words of a sentence mean that the player meets for the first time, in
// one row of w columns; "" if there are none, or if rows rows have no room for it.
func (t *table) explain(text string, w, rows int) string {
	if t.env.rounds == nil {
		return ""
	}
	if t.glossary == nil {
		glossary := t.env.newGlossary(t.seat.Game())
		t.glossary = &glossary
	}
	if !t.glossary.Knows() {
		return ""
	}
	if e := (explained{text, w, rows, t.now.turn, t.explained.means}); e != t.explained {
		t.explained = e
		t.explained.means = ""
		if !t.env.finished(t.seat.Game().Info().ID) && len(wordwrap(text, w)) < rows {
			t.explained.means = t.glossary.Explain(text, t.now.turn, w)
		}
	}
	return t.explained.means
}
