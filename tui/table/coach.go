package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// tips are for the first game of a player's life, one a move: the keys to know next, the most
// useful first. None costs anything: a player who does what they say still counts. They are
// short, since each move sends one.
var tips = [...]string{
	"", // firstTip
	"m lights what can move; ? explains the signs.",
	"F1 has the rules, L lessons; q comes back.",
	"u takes back a move; it asks first if that costs something.",
	"/ lights a rank; t types: t a1c4 Enter.",
	"g ends the game; q leaves it open.",
}

// firstTip returns the first tip, also for a narrow window. It says which keys play a move: a
// third Enter, or the second mark.
func firstTip(confirm bool) (full, brief string) {
	if confirm {
		return "Your first game: Enter on a card, on a lit place, then to play. F1: rules.", "Enter: a card, a lit place, play."
	}
	return "Your first game: Enter on a card, then on a lit place, plays it. F1: rules.", "Enter: a card, then a lit place."
}

// waits says that the clock of a first game stands; see [play.Seat.AwaitMove].
const waits = "Take your time: in a first game the clock starts with the first move."

// runs says in the second game that the clock of this one does not.
const runs = "The clock runs now, from the deal on."

// begins tells a player who has played before how a move is made.
const begins = "Enter marks a card; F1 has the rules."

// An opening is what to say at the first move, for a window: what the game is about, and how
// to begin. It is kept, since a clock draws it again every second.
type opening struct {
	w, rows, turn int
	says, text    string
}

// fit sets the text to the aim of a game above says, with what puzzles at its deal and with more
// below as far as there is room. brief takes the place of says if there is no room for it.
func (o *opening) fit(aim engine.Aim, brief, more string) {
	o.text = aim.Brief
	full := aim.Full + "\n" + o.says
	deal := aim.Full + "\n" + aim.Deal + "\n" + o.says
	for _, text := range []string{strings.TrimSpace(deal + "\n" + more), deal, full, aim.Brief + "\n" + brief, aim.Full} {
		if len(screen.Wordwrap(text, o.w)) <= o.rows {
			o.text = text
			return
		}
	}
}

// A coach says below the board of a table what a newcomer needs to know next.
type coach struct {
	opening   opening
	able      int               // the turn of the position that had a key to know first; 0 before
	glossary  *caption.Glossary // of the words that are new to the player, nil before the first sentence shows
	explained explained
}

// says returns what to say below the board while nothing else is to be said. At the first
// move of a game that the player has not finished yet, that is what the game is about. In the
// player's first game the tips follow; in a race, or against a ghost, the standings. It takes no more
// than rows rows of w columns, if it can.
func (c *coach) says(r *round, look *theme.Look, w, rows int) (string, grid.Style) {
	n := r.Seat.Len() // with a move whose position is pending, so that the line is drawn only once
	coached := !r.Seat.Chosen() && r.env.Experience.Beginner
	says, brief, style := "", "", look.Faint
	noted := func() (note string) {
		if o, ok := r.now.State.(engine.Opener); ok && n == 0 {
			note = o.OpeningNote()
		}
		return note
	}
	fits := func(text string) bool { return len(screen.Wordwrap(text, w)) <= rows }
	switch first := c.first(r); {
	case r.race != nil, r.ghost != nil:
		says, style = r.standings(w), look.Text
		if note := noted(); note != "" && fits(note+"\n"+says) {
			says, brief = note+"\n"+says, says
		}
	case first != "" && screen.Fits(first, w):
		says = first
	case coached && n == 0:
		says, brief = firstTip(r.env.Settings.Confirm)
		if r.now.favor != "" {
			says, brief = r.now.favor, r.now.favor
		}
	case coached && n < len(tips):
		if says = tips[n]; !screen.Fits(says, w) && !fits(says) {
			says = "" // it would cover cards
		}
	case n == 0:
		says = cmp.Or(r.now.favor, begins)
		if note := noted(); note != "" && fits(note) {
			says = note
		}
		if r.Seat.Event() == "" && r.Seat.Empty() && r.env.Experience.One() { // after a restart it runs already
			says = screen.Fitting(w, says+" "+runs, says)
		}
	}
	if n > 0 || !r.env.Experience.Known() {
		return says, style
	}
	if o := (opening{w: w, rows: rows, turn: r.now.turn, says: says, text: c.opening.text}); o != c.opening {
		c.opening = o
		c.opening.text = ""
		if info := r.Seat.Game().Info(); info.Aim.Full != "" && !r.env.Experience.Finished(info.ID) {
			more := ""
			if r.Seat.AwaitsMove() {
				more = waits
			}
			c.opening.fit(info.Aim, cmp.Or(brief, says), more)
		}
	}
	if c.opening.text == "" {
		return says, style
	}
	return c.opening.text, look.Text
}

// first returns the key to know at the first position of a game new to the player that has one; else "".
func (c *coach) first(r *round) string {
	known := !r.env.Experience.Known() || r.env.Experience.Finished(r.Seat.Game().Info().ID)
	if known || r.Seat.Len() == 0 || r.now.key == "" || c.able != 0 && c.able != r.now.turn {
		return ""
	}
	c.able = r.now.turn
	return r.now.key
}

// keyOf returns the key for a play in a state that is made in another way than others: for safe cards, or for a favor.
// It is "" if there is none.
func keyOf(s engine.State, legal []engine.Move) string {
	favor := slices.IndexFunc(legal, func(m engine.Move) bool { return m.To.IsZero() })
	switch s := s.(type) {
	case engine.Dealer: // a card of the stock
	case engine.Settler:
		if _, ok := s.NextSafe(); ok {
			return "f takes up all that is safe."
		}
	default:
		if favor >= 0 {
			return fmt.Sprintf("Enter on %s turns up its card: a favor.", legal[favor].From)
		}
	}
	return ""
}

// favor returns how to turn up a card where all legal moves do that, and there are several; else "".
func favor(legal []engine.Move) string {
	if len(legal) < 2 || slices.ContainsFunc(legal, func(m engine.Move) bool { return !m.To.IsZero() }) {
		return ""
	}
	return fmt.Sprintf("Enter turns up one of %s to %s.", legal[0].From, legal[len(legal)-1].From)
}

// suggest shows what the search for a hint has found.
func (r *round) suggest(advice hint.Advice, ok bool) {
	switch {
	case ok:
		r.Draft.Suggest(advice)
	case r.Draft.Hinted():
		r.searches.spent = r.now.turn
		r.Refuse(caption.NoOtherHint)
	default:
		r.Say(caption.NothingGains)
	}
}

// An explained is what the words of a sentence mean, kept as an opening is.
type explained struct {
	text          string
	w, rows, turn int
	means         string
}

// explain returns what the words of a sentence mean that the player meets for the first time, in
// one row of w columns; "" if there are none, or if rows rows have no room for it.
func (c *coach) explain(r *round, text string, w, rows int) string {
	if r.Draft.Hinted() && r.now.Tally.Hints == 1 && len(screen.Wordwrap(text, w)) < rows { // what the first hint of a game is
		return screen.Fitting(w, caption.HintIs(r.dealOpen), "A good guess, not a solution.")
	}
	if !r.env.Experience.Known() {
		return ""
	}
	if c.glossary == nil {
		glossary := r.env.Experience.Glossary(r.Seat.Game(), r.env.Games.All())
		c.glossary = &glossary
	}
	if e := (explained{text, w, rows, r.now.turn, c.explained.means}); e != c.explained {
		c.explained = e
		c.explained.means = ""
		if !r.env.Experience.Finished(r.Seat.Game().Info().ID) && len(screen.Wordwrap(text, w)) < rows {
			c.explained.means = c.glossary.Explain(text, r.now.turn, w)
		}
	}
	return c.explained.means
}
