package draft

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
)

// A Draft is the move that a player puts together on a board: with a cursor and markers,
// with the mouse, or by typing its places. Its methods return the move once it is to be
// played, and the zero Move until then.
type Draft struct {
	Confirm *bool // whether Enter is to confirm a move once it is marked; the player may change that meanwhile
	Voice   Voice
	Pointer Pointer
	Marking Marking
	state   engine.State
	hints   []hint.Advice // in this position, the newest last
	word    *string       // the move typed so far, nil if none is being typed
	afresh  bool          // what is typed was refused: the next letter begins another move
	dropped string        // what was refused before the first place that is typed now
	slipped bool          // the last key was no part of a move
	pressed engine.Place  // where the mouse button went down
	again   bool          // it was down on the marked card
}

// A Voice tells the player what came of a key, such as why a place cannot be marked.
type Voice struct {
	Say    func(format string, args ...any) tea.Cmd
	Refuse func(why string) tea.Cmd
	Clear  func() // what was said no longer matters
}

// Show goes on to a position, with nothing marked.
func (d *Draft) Show(s engine.State) {
	d.state, d.word, d.hints = s, nil, nil
	d.Marking.Clear(s.Moves())
	d.Pointer.Show(s.Board())
	if _, ok := d.Pointer.Board.Find(d.Pointer.At); !ok && !d.Pointer.At.IsZero() { // another board
		d.Begin()
	}
}

// Keep marks and types again in the position that shows what was marked or typed in another one, as far as
// that can still be done with the same card.
func (d *Draft) Keep(was Draft) {
	m := was.Marking.Move
	before, _ := was.Pointer.Board.Find(m.From)
	if now, ok := d.Pointer.Board.Find(m.From); was.word != nil {
		d.word, d.dropped = was.word, ""
		d.afresh = !d.read(*d.word)
	} else if ok && now.Top() == before.Top() {
		for _, p := range []engine.Place{m.From, m.To, m.Return} {
			if p.IsZero() || !d.Marking.Place(p) {
				return
			}
		}
	}
}

// Begin puts the cursor on the first card that can move.
func (d *Draft) Begin() {
	d.Pointer.At = d.Pointer.Board.Piles[0].At
	if len(d.Marking.Legal) > 0 {
		d.Pointer.At = d.Marking.Legal[0].From
	}
}

// Move moves the cursor as [Pointer.Move] does. But where a card is marked and places are lit, Tab goes to
// the next of these, and after them to the other cards that can move.
func (d *Draft) Move(key string) bool {
	all, by := d.Marking.Next(), 1
	switch {
	case len(all) == 0 || key != "tab" && key != "shift+tab":
		return d.Pointer.Move(key)
	case key == "shift+tab":
		by = -1
	}
	for _, p := range engine.Next(d.Marking.Legal, engine.Move{}) {
		if p != d.Marking.Move.From && !slices.Contains(all, p) {
			all = append(all, p)
		}
	}
	at := slices.Index(all, d.Pointer.At)
	if at < 0 && by < 0 {
		at = 0 // the last comes before the first
	}
	d.Pointer.At = all[(at+by+len(all))%len(all)]
	return true
}

// Clear takes back all that is marked or typed.
func (d *Draft) Clear() {
	d.Marking.Clear(d.Marking.Legal)
	d.word = nil
}

// place sets a marker, or says why it cannot be set there.
func (d *Draft) place(p engine.Place) bool {
	if !d.Marking.Place(p) {
		d.refuse(d.Marking.Move.With(p))
		return false
	}
	d.Voice.Clear()
	return true
}

// refuse says why a move cannot be played, if it cannot.
func (d *Draft) refuse(m engine.Move) {
	if _, err := d.state.Play(m); err != nil {
		d.Voice.Refuse(caption.Why(err))
	}
}

// force sets the markers that have only one legal place, and returns the move if they play it.
func (d *Draft) force() engine.Move {
	if d.Marking.Follow(*d.Confirm) {
		return d.Marking.Move
	}
	return engine.Move{}
}

// giveUp takes back what is marked if the player now marks a place that means another move: any
// other place once the move is ready, or another card that can move and is no destination of the
// one that is marked.
func (d *Draft) giveUp(p engine.Place) {
	m := &d.Marking
	other := m.Move.Len() == 1 && p != m.Move.From && !slices.Contains(m.Next(), p) &&
		slices.ContainsFunc(m.Legal, func(w engine.Move) bool { return w.From == p })
	if other || m.Ready() && !m.Has(p) {
		m.Clear(m.Legal)
	}
}

// Mark sets a marker where the cursor is, or plays the move that is ready. A place that means
// another move begins that one instead.
func (d *Draft) Mark() engine.Move {
	p := d.Pointer.At
	d.giveUp(p)
	switch {
	case p.IsZero():
		return engine.Move{}
	case d.Marking.Ready():
		return d.Marking.Move
	case d.Marking.Move.Len() == 1 && p == d.Marking.Move.From:
		d.markTarget()
		return engine.Move{}
	case !d.place(p):
		return engine.Move{}
	}
	return d.force()
}

// Plays reports whether Enter would play a move.
func (d *Draft) Plays() bool {
	if d.Typing() {
		return d.Marking.Ready()
	}
	return d.Marking.Plays(*d.Confirm, d.Pointer.At)
}

// markTarget marks the best destination for the marked source, which plays nothing: the
// player has not chosen it.
func (d *Draft) markTarget() {
	to, ok := bestTarget(d.state, d.Marking.Move.From)
	switch next := d.Marking.Next(); {
	case ok:
		d.place(to)
	case len(next) == 1:
		d.place(next[0])
	default:
		d.Voice.Say("Choose a lit place: the card can begin several foundations.")
		return
	}
	d.force()
}

// bestTarget returns the destination with the greatest immediate gain: first cards on
// foundations, then cards turned up; among equals the first. Where several foundations would
// begin it is none of these: if there is no other place, the player decides.
func bestTarget(s engine.State, from engine.Place) (best engine.Place, ok bool) {
	board, most := s.Board(), -1
	var begun engine.Place // a foundation that would begin
	several := false
	for _, m := range s.Moves() {
		to, found := board.Find(m.To)
		if m.From != from || !found {
			continue
		}
		if to.Marks&engine.Founding != 0 {
			several = several || !begun.IsZero() && begun != m.To
			begun = m.To
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
	if begun.IsZero() || most >= 100 || several && ok {
		return best, ok
	}
	return begun, !several
}

// Suggest marks a move that was found. Why it is good shows as long as it is marked.
func (d *Draft) Suggest(a hint.Advice) {
	d.hints = append(d.hints, a)
	d.SuggestAgain()
}

// SuggestAgain marks the move again that was suggested last in this position, and reports whether
// there is one that was not marked.
func (d *Draft) SuggestAgain() bool {
	if len(d.hints) == 0 || d.Hinted() {
		return false
	}
	m := d.hints[len(d.hints)-1].Move
	d.Marking.Show(m)
	d.Pointer.At = m.From
	d.Voice.Clear()
	return true
}

// Suggested returns the moves that were suggested in this position.
func (d *Draft) Suggested() (all []engine.Move) {
	for _, a := range d.hints {
		all = append(all, a.Move)
	}
	return all
}

// Hinted reports whether the move is marked that was suggested last.
func (d *Draft) Hinted() bool {
	n := len(d.hints)
	return n > 0 && d.Marking.Ready() && d.Marking.Move == d.hints[n-1].Move
}

// Plan says what the move will do that is marked or would be, were the next marker set where
// the cursor is, and why it is good if it was a hint. It returns "" if the cursor is at no place
// for the next marker, or if that is the first one.
func (d *Draft) Plan() string {
	switch {
	case d.Hinted():
		return caption.Hint(d.state, d.hints[len(d.hints)-1])
	case d.Marking.Ready():
		return d.state.Describe(d.Marking.Move)
	case d.Marking.Move.IsZero():
		return ""
	}
	switch move, ready := d.Marking.Ahead(d.Pointer.At); {
	case ready:
		return d.state.Describe(move)
	case move.Len() > 1:
		return "It can go there. Next, choose the card that comes back."
	}
	return ""
}

// Warning returns what the move gives up for good that [Draft.Plan] tells, or "".
func (d *Draft) Warning() string {
	m, ready := d.Marking.Move, d.Marking.Ready()
	if !ready && !m.IsZero() {
		m, ready = d.Marking.Ahead(d.Pointer.At)
	}
	if !ready {
		return ""
	}
	return engine.Warning(d.state, m)
}

// Why returns only why the marked move is good, if a hint marked it and says why. The markers
// show what it does.
func (d *Draft) Why() string {
	if !d.Hinted() {
		return ""
	}
	a := d.hints[len(d.hints)-1]
	return strings.TrimSpace(strings.TrimPrefix(caption.Hint(d.state, a), d.state.Describe(a.Move)))
}

// Press handles a mouse button that goes down on a place. The left button marks it, or
// plays the move that is ready if it is where the card goes or what comes back. On the marked card it
// leaves only that marked, to be dragged. On a stock it deals, unless moves are confirmed. The right button marks a
// card and its best target, and again it plays that.
func (d *Draft) Press(b tea.MouseButton, p engine.Place) engine.Move {
	m := &d.Marking
	alone := m.Ready() && m.Move.Len() == 1 // a place that is a whole move
	d.Pointer.At, d.word, d.again = p, nil, p == m.Move.From && !alone && !slices.Contains(m.Next(), p)
	switch {
	case b == tea.MouseLeft && m.Ready() && m.Has(p) && !d.again, b == tea.MouseLeft && d.deals(p):
		return m.Move
	case b == tea.MouseLeft:
		if d.giveUp(p); d.again {
			m.Clear(m.Legal)
		}
		if m.Move.Last() != p {
			d.place(p)
		}
		if !*d.Confirm && d.deals(p) {
			return m.Move
		}
		d.pressed = p
	case b == tea.MouseRight && m.Ready() && p == m.Move.From && !alone:
		return m.Move
	case b == tea.MouseRight:
		m.Clear(m.Legal)
		if d.place(p) && !m.Ready() {
			d.markTarget()
		}
	}
	return engine.Move{}
}

// deals reports whether the marked move deals from a stock that has cards, and a place is where it deals them
// from or to.
func (d *Draft) deals(p engine.Place) bool {
	from, _ := d.Pointer.Board.Find(d.Marking.Move.From)
	at, _ := d.Pointer.Board.Find(p)
	return d.Marking.Ready() && from.Kind == engine.Stock && len(from.Cards) > 0 && (p == from.At || at.Kind == engine.Waste)
}

// Drag moves the cursor with a card that is dragged, so that its targets and what it would do there show.
func (d *Draft) Drag(m tea.Mouse) {
	if p, ok := d.Pointer.Under(m); ok && !d.pressed.IsZero() {
		d.Pointer.At = p
	}
}

// Release handles the left button going up. On the place where it went down, that was a
// click: the markers with only one legal place follow, or the marked card is put down. Elsewhere it
// was a drag: the card goes there, and the move is played if it is then complete.
func (d *Draft) Release(m tea.Mouse) engine.Move {
	from := d.pressed
	d.pressed = engine.Place{}
	p, ok := d.Pointer.Under(m)
	dragged := ok && p != from
	switch {
	case from.IsZero():
		return engine.Move{}
	case d.Marking.Move.Last() != from: // it was refused
		if dragged {
			d.refuse(engine.Move{From: from, To: p})
		}
		return engine.Move{}
	case ok && d.again && !dragged:
		d.Marking.Clear(d.Marking.Legal)
		return engine.Move{}
	case dragged && d.deals(p):
		return d.Marking.Move
	case dragged:
		d.Pointer.At = p
		if !d.place(p) {
			d.Marking.Clear(d.Marking.Legal)
			return engine.Move{}
		}
	}
	if move := d.force(); !dragged || !d.Marking.Ready() {
		return move
	}
	return d.Marking.Move
}

// Letter handles a key while a move is being typed: its places one by one, each a column's
// letter and a row's digit. The markers follow what is typed. Once that is refused or
// complete, the next letter begins another move, and Backspace corrects this one.
func (d *Draft) Letter(key string) engine.Move {
	word, letter := *d.word, d.isColumn(key)
	switch {
	case letter && d.afresh: // why stays until the place is complete
		word, d.dropped = "", word
	case letter && d.Marking.Ready():
		word = ""
		fallthrough
	default:
		d.Voice.Clear()
	}
	if len(word) > 1 || key == "backspace" {
		d.dropped = ""
	}
	d.slipped = false
	switch {
	case key == "esc" || key == "ctrl+c":
		d.Clear()
		return engine.Move{}
	case key == "enter" && d.Marking.Ready():
		return d.Marking.Move
	case key == "enter" && 2*d.Marking.Move.Len() == len(word): // all that is typed is marked
		d.force() // and plays nothing: what follows is not read yet
		return engine.Move{}
	case key == "backspace":
		word = word[:max(len(word)-1, 0)]
	case letter && len(word)%2 == 0 && len(word) < 6, len(key) == 1 && len(word)%2 == 1 && key >= "1" && key <= "9":
		word += key
	case isTyped(key):
		d.slipped = true
		d.Voice.Refuse(key + " is not part of a move: type places such as a1; Esc ends typing.")
		return engine.Move{}
	case key != "enter", len(word)%2 == 1:
		d.Voice.Refuse("Type a column's letter and a row's digit, such as a1; Esc ends typing.")
		return engine.Move{}
	}
	*d.word = word
	d.afresh = !d.read(word)
	switch {
	case d.dropped == "" || len(word) != 2:
	case !d.afresh:
		d.Voice.Refuse(d.dropped + " was refused: " + word + " begins another move.")
	case len(d.dropped) == 2: // this is where the player would have it go
		*d.word = d.dropped + word
		d.read(*d.word)
	}
	return engine.Move{}
}

// Takes reports whether a key belongs to the move that is being typed, as it stands: it goes on with
// it, plays it or ends it. After a column's letter all keys do, and after a wrong letter or digit all
// letters and digits, which are more of the same.
func (d *Draft) Takes(key string) bool {
	if d.word == nil {
		return false
	}
	switch key {
	case "enter", "backspace", "esc", "ctrl+c":
		return true
	}
	return len(*d.word)%2 == 1 || d.isColumn(key) || d.slipped && isTyped(key)
}

// TakesTyped reports whether a key is a letter or a digit of a move that is being typed, or the Enter after it.
func (d *Draft) TakesTyped(key string) bool {
	return (isTyped(key) || key == "enter") && d.Takes(key)
}

// isTyped reports whether a key is a letter or a digit.
func isTyped(key string) bool {
	r, n := utf8.DecodeRuneInString(key)
	return n == len(key) && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// isColumn reports whether a key is the letter of a column of the board, or looks like one.
func (d *Draft) isColumn(key string) bool {
	return len(key) == 1 && key >= "a" && key <= "h" || slices.ContainsFunc(d.Pointer.Board.Piles, func(v engine.View) bool { return v.At.String()[:1] == key })
}

// read marks the places of a typed move as far as it is legal. It reports whether all of it is,
// and says why not.
func (d *Draft) read(word string) bool {
	whole := word
	d.Marking.Clear(d.Marking.Legal)
	for ; len(word) >= 2; word = word[2:] {
		p, err := engine.ParsePlace(word[:2])
		if err != nil {
			d.Voice.Refuse(caption.Why(err))
			return false
		}
		if _, found := d.Pointer.Board.Find(p); found { // no key would bring the cursor back from elsewhere
			d.Pointer.At = p
		}
		if !d.place(p) {
			if m, err := engine.ParseMove(whole); err == nil {
				d.refuse(m)
			}
			return false
		}
	}
	return true
}

// Type begins to take a move that is typed, one letter after another.
func (d *Draft) Type() { d.word, d.afresh, d.dropped, d.slipped = new(string), false, "", false }

// StopTyping drops the move that is being typed. Its markers stay.
func (d *Draft) StopTyping() { d.word = nil }

// Typing reports whether a move is being typed that was not refused so far.
func (d *Draft) Typing() bool { return d.word != nil && !d.afresh }

// Typed returns the move typed so far.
func (d *Draft) Typed() string {
	if d.word == nil {
		return ""
	}
	return *d.word + "_  "
}

// Wanted says which marker comes next.
func (d *Draft) Wanted() string {
	switch d.Marking.Move.Len() {
	case 0:
		return "Source: the card to play, such as a1. Esc stops."
	case 1:
		return "Destination: where it goes; legal places are lit."
	}
	return "Return: the card that comes back. ? is the unseen one."
}
