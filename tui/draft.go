package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
)

// A draft is the move that a player puts together on a board: with a cursor and markers,
// with the mouse, or by typing its places. Its methods return the move once it is to be
// played, and the zero Move until then.
type draft struct {
	settings *Settings
	says     *reply // why a place cannot be marked
	state    engine.State
	pointer  pointer
	marking  marking
	hinted   hint.Advice  // in this position, zero if there was no hint
	word     *string      // the move typed so far, nil if none is being typed
	pressed  engine.Place // where the mouse button went down
}

// show goes on to a position, with nothing marked.
func (d *draft) show(s engine.State) {
	d.state, d.word, d.hinted = s, nil, hint.Advice{}
	d.marking.clear(s.Moves())
	d.pointer.show(s.Board())
}

// begin puts the cursor on the first card that can move.
func (d *draft) begin() {
	d.pointer.at = d.pointer.board.Piles[0].At
	if len(d.marking.legal) > 0 {
		d.pointer.at = d.marking.legal[0].From
	}
}

// clear takes back all that is marked or typed.
func (d *draft) clear() {
	d.marking.clear(d.marking.legal)
	d.word = nil
}

// place sets a marker, or says why it cannot be set there.
func (d *draft) place(p engine.Place) bool {
	if !d.marking.place(p) {
		if _, err := d.state.Play(d.marking.move.With(p)); err != nil {
			d.says.refuse(caption.Why(err))
		}
		return false
	}
	d.says.clearMessage()
	return true
}

// force sets the markers that have only one legal place, as far as the player wants.
func (d *draft) force() engine.Move {
	if d.marking.follow(d.settings.Automark) {
		return d.marking.move
	}
	return engine.Move{}
}

// mark sets a marker where the cursor is, or plays the move that is ready.
func (d *draft) mark() engine.Move {
	p := d.pointer.at
	switch {
	case p.IsZero():
		return engine.Move{}
	case d.marking.ready():
		return d.marking.move
	case d.marking.move.Len() == 1 && p == d.marking.move.From:
		return d.markTarget()
	case !d.place(p):
		return engine.Move{}
	}
	return d.force()
}

// markTarget marks the best destination for the marked source.
func (d *draft) markTarget() engine.Move {
	to, ok := bestTarget(d.state, d.marking.move.From)
	if !ok {
		d.says.say("No place stands out for this card: choose one that is lit.")
		return engine.Move{}
	}
	d.place(to)
	return d.force()
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

// suggest marks a move that was found; ok is false if none was. Why it is good shows as long
// as it is marked.
func (d *draft) suggest(a hint.Advice, ok bool) {
	if !ok {
		d.says.say("Nothing here gains anything.")
		return
	}
	d.hinted = a
	d.marking.show(a.Move)
	d.pointer.at = a.Move.From
	d.says.clearMessage()
}

// plan says what the move that is marked will do, and why it is good if it was a hint.
func (d *draft) plan() string {
	if d.marking.move != d.hinted.Move {
		return d.state.Describe(d.marking.move)
	}
	return caption.Hint(d.state, d.hinted)
}

// why returns only why the marked move is good, if a hint marked it and says why. The markers
// show what it does.
func (d *draft) why() string {
	if !d.marking.ready() || d.marking.move != d.hinted.Move || d.hinted.Why == "" {
		return ""
	}
	return "This " + d.hinted.Why + "."
}

// press handles a mouse button that goes down on a place. The left button marks it, or
// plays the move that is ready if it is one of its places. The right button marks a card
// and its best target.
func (d *draft) press(b tea.MouseButton, p engine.Place) engine.Move {
	d.pointer.at = p
	switch {
	case b == tea.MouseLeft && d.marking.ready() && d.marking.has(p):
		return d.marking.move
	case b == tea.MouseLeft:
		if d.marking.ready() {
			d.marking.clear(d.marking.legal)
		}
		if d.place(p) {
			d.pressed = p
		}
	case b == tea.MouseRight:
		d.marking.clear(d.marking.legal)
		if d.place(p) && !d.marking.ready() {
			return d.markTarget()
		}
	}
	return engine.Move{}
}

// release handles the left button going up. On the place where it went down, that was a
// click, and the markers with only one legal place follow. Elsewhere it was a drag: the
// card goes there, and the move is played if it is then complete.
func (d *draft) release(m tea.Mouse) engine.Move {
	from := d.pressed
	d.pressed = engine.Place{}
	p, ok := d.pointer.under(m)
	if from.IsZero() || d.marking.move.Last() != from {
		return engine.Move{}
	}
	dragged := ok && p != from
	if dragged {
		d.pointer.at = p
		if !d.place(p) {
			d.marking.clear(d.marking.legal)
			return engine.Move{}
		}
	}
	if move := d.force(); !dragged || !d.marking.ready() {
		return move
	}
	return d.marking.move
}

// letter handles a key while a move is being typed: its places one by one, each a column's
// letter and a row's digit. The markers follow what is typed.
func (d *draft) letter(key string) engine.Move {
	word := *d.word
	d.says.clearMessage()
	switch {
	case key == "esc" || key == "ctrl+c":
		d.clear()
		return engine.Move{}
	case key == "enter" && d.marking.ready():
		return d.marking.move
	case key == "enter" && 2*d.marking.move.Len() == len(word): // all that is typed is marked
		return d.force()
	case key == "backspace":
		word = word[:max(len(word)-1, 0)]
	case len(key) == 1 && len(word) < 6 && (len(word)%2 == 0 && key >= "a" && key <= "z" || len(word)%2 == 1 && key >= "1" && key <= "9"):
		word += key
	case key != "enter":
		d.says.refuse("Type a column's letter and a row's digit, such as a1; Esc ends typing.")
		return engine.Move{}
	}
	*d.word = word
	d.read(word)
	return engine.Move{}
}

// read marks the places of a typed move as far as it is legal, and says why it goes no
// further.
func (d *draft) read(word string) {
	d.marking.clear(d.marking.legal)
	for ; len(word) >= 2; word = word[2:] {
		p, err := engine.ParsePlace(word[:2])
		if err != nil {
			d.says.refuse(caption.Why(err))
			return
		}
		if _, found := d.pointer.board.Find(p); found { // no key would bring the cursor back from elsewhere
			d.pointer.at = p
		}
		if !d.place(p) {
			return
		}
	}
}

// typed returns the move typed so far.
func (d *draft) typed() string {
	if d.word == nil {
		return ""
	}
	return *d.word + "_  "
}

// wanted says which marker comes next.
func (d *draft) wanted() string {
	switch d.marking.move.Len() {
	case 0:
		return "Source: the card to play, such as a1. Backspace corrects, Esc stops."
	case 1:
		return "Destination: where it goes; legal places are lit."
	}
	return "Return: the card that comes back. ? is the unseen one."
}
