package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// A hand is the move that a player puts together on a board: with a cursor and markers,
// with the mouse, or by typing its places. Its methods return the move once it is to be
// played, and the zero Move until then.
type hand struct {
	settings *Settings
	says     *reply // why a place cannot be marked
	state    engine.State
	pointer  pointer
	legal    marking
	word     *string      // the move typed so far, nil if none is being typed
	pressed  engine.Place // where the mouse button went down
}

// show goes on to a position, with nothing marked.
func (h *hand) show(s engine.State) {
	h.state, h.word = s, nil
	h.legal.clear(s.Moves())
	h.pointer.show(s.Board())
}

// begin puts the cursor on the first card that can move.
func (h *hand) begin() {
	h.pointer.at = h.pointer.board.Piles[0].At
	if len(h.legal.legal) > 0 {
		h.pointer.at = h.legal.legal[0].From
	}
}

// clear takes back all that is marked or typed.
func (h *hand) clear() {
	h.legal.clear(h.legal.legal)
	h.word = nil
}

// place sets a marker, or says why it cannot be set there.
func (h *hand) place(p engine.Place) bool {
	if !h.legal.place(p) {
		if _, err := h.state.Play(h.legal.move.With(p)); err != nil {
			h.says.refuse(why(err))
		}
		return false
	}
	h.says.clearMessage()
	return true
}

// force sets the markers that have only one legal place, as far as the player wants.
func (h *hand) force() engine.Move {
	if h.legal.follow(h.settings.Automark) {
		return h.legal.move
	}
	return engine.Move{}
}

// mark sets a marker where the cursor is, or plays the move that is ready.
func (h *hand) mark() engine.Move {
	p := h.pointer.at
	switch {
	case p.IsZero():
		return engine.Move{}
	case h.legal.ready():
		return h.legal.move
	case h.legal.move.Len() == 1 && p == h.legal.move.From:
		return h.markTarget()
	case !h.place(p):
		return engine.Move{}
	}
	return h.force()
}

// markTarget marks the best destination for the marked source.
func (h *hand) markTarget() engine.Move {
	to, ok := bestTarget(h.state, h.legal.move.From)
	if !ok {
		h.says.say("No place stands out for this card: choose one that is lit.")
		return engine.Move{}
	}
	h.place(to)
	return h.force()
}

// bestTarget returns the destination with the greatest immediate gain: first cards on
// foundations, then cards turned up; among equals the first. It never starts a
// foundation: what the first card there decides, the player decides.
func bestTarget(s engine.State, from engine.Place) (best engine.Place, ok bool) {
	board, most := s.Board(), -1
	for _, m := range s.Moves() {
		to, found := board.Find(m.To)
		if m.From != from || !found || to.Marks&engine.Founding != 0 {
			continue
		}
		next, err := s.Play(m)
		if err != nil {
			continue
		}
		gain := board.Hidden() - next.Board().Hidden()
		if to.Kind == engine.Foundation {
			gain += 100
		}
		if gain > most {
			best, most, ok = m.To, gain, true
		}
	}
	return best, ok
}

// suggest marks a move that was found; ok is false if none was.
func (h *hand) suggest(m engine.Move, ok bool) {
	if !ok {
		h.says.say("Nothing here gains anything.")
		return
	}
	h.legal.show(m)
	h.pointer.at = m.From
	h.says.clearMessage()
}

// press handles a mouse button that goes down on a place. The left button marks it, or
// plays the move that is ready if it is one of its places. The right button marks a card
// and its best target.
func (h *hand) press(b tea.MouseButton, p engine.Place) engine.Move {
	h.pointer.at = p
	switch {
	case b == tea.MouseLeft && h.legal.ready() && h.legal.has(p):
		return h.legal.move
	case b == tea.MouseLeft:
		if h.legal.ready() {
			h.legal.clear(h.legal.legal)
		}
		if h.place(p) {
			h.pressed = p
		}
	case b == tea.MouseRight:
		h.legal.clear(h.legal.legal)
		if h.place(p) && !h.legal.ready() {
			return h.markTarget()
		}
	}
	return engine.Move{}
}

// release handles the left button going up. On the place where it went down, that was a
// click, and the markers with only one legal place follow. Elsewhere it was a drag: the
// card goes there, and the move is played if it is then complete.
func (h *hand) release(m tea.Mouse) engine.Move {
	from := h.pressed
	h.pressed = engine.Place{}
	p, ok := h.pointer.under(m)
	if from.IsZero() || h.legal.move.Last() != from {
		return engine.Move{}
	}
	dragged := ok && p != from
	if dragged {
		h.pointer.at = p
		if !h.place(p) {
			h.legal.clear(h.legal.legal)
			return engine.Move{}
		}
	}
	if move := h.force(); !dragged || !h.legal.ready() {
		return move
	}
	return h.legal.move
}

// letter handles a key while a move is being typed: its places one by one, each a column's
// letter and a row's digit. The markers follow what is typed.
func (h *hand) letter(key string) engine.Move {
	word := *h.word
	h.says.clearMessage()
	switch {
	case key == "esc" || key == "ctrl+c":
		h.clear()
		return engine.Move{}
	case key == "enter" && h.legal.ready():
		return h.legal.move
	case key == "enter" && 2*h.legal.move.Len() == len(word): // all that is typed is marked
		return h.force()
	case key == "backspace":
		word = word[:max(len(word)-1, 0)]
	case len(key) == 1 && len(word) < 6 && (len(word)%2 == 0 && key >= "a" && key <= "z" || len(word)%2 == 1 && key >= "1" && key <= "9"):
		word += key
	case key != "enter":
		h.says.refuse("Type a column's letter and a row's digit, such as a1; Esc ends typing.")
		return engine.Move{}
	}
	*h.word = word
	h.read(word)
	return engine.Move{}
}

// read marks the places of a typed move as far as it is legal, and says why it goes no
// further.
func (h *hand) read(word string) {
	h.legal.clear(h.legal.legal)
	for ; len(word) >= 2; word = word[2:] {
		p, err := engine.ParsePlace(word[:2])
		if err != nil {
			h.says.refuse(why(err))
			return
		}
		if _, found := h.pointer.board.Find(p); found { // no key would bring the cursor back from elsewhere
			h.pointer.at = p
		}
		if !h.place(p) {
			return
		}
	}
}

// typed returns the move typed so far.
func (h *hand) typed() string {
	if h.word == nil {
		return ""
	}
	return *h.word + "_  "
}

// wanted says which marker comes next.
func (h *hand) wanted() string {
	switch h.legal.move.Len() {
	case 0:
		return "Source: the card to play, such as a1. Backspace corrects, Esc stops."
	case 1:
		return "Destination: where it goes; legal places are lit."
	}
	return "Return: the card that comes back. ? is the unseen one."
}
