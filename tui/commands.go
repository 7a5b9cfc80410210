package tui

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/widget"
)

// key handles a key at the table.
func (t *table) key(key string) tea.Cmd {
	if !t.seat.Lost() && t.holdKey(key) {
		return nil
	}
	ends := t.showsPanel()
	t.motion = motion{}
	if t.asking != noQuestion {
		return t.answer(key)
	}
	if t.word != nil {
		return t.letter(key)
	}
	if t.assists.typingRank {
		t.rankKey(key)
		return nil
	}
	t.assists.lit = nil
	if t.pointer.move(key) {
		t.end.panelHidden = t.end.panelHidden || ends
		t.clearMessage()
		return nil
	}
	t.end.panelHidden = t.end.panelHidden || ends && aboutBoard(key)
	switch key {
	case "enter", "space":
		return t.mark(t.pointer.at)
	case "backspace":
		if !t.legal.back() {
			t.say("There is no marker to take back; u takes back the last move.")
		}
	case "esc":
		t.legal.clear(t.legal.legal)
		t.assists.stopHint()
		t.assists.rank = nil
		t.end.panelHidden = ends
		t.clearMessage()
	case "t":
		if !t.refuseIfClosed() {
			t.word = new(string)
			t.clearMessage()
		}
	case "u", "ctrl+z":
		return t.turn(t.seat.Undo)
	case "U", "ctrl+y":
		return t.turn(t.seat.Redo)
	case "r":
		return t.restart()
	case "a":
		t.env.settings.Automark = (t.env.settings.Automark + 1) % 3
		t.say("Automarking: %s.", t.env.settings.Automark)
		return t.env.saveSettings()
	case "n":
		return t.ask(askNew)
	case "g":
		return t.ask(askFinish)
	case "w":
		return t.rewatch()
	case "f1", "i":
		return open(t.env.newRules(t.game()))
	case "N":
		if t.env.Accounts != nil {
			return open(newNick(t.env))
		}
		t.say(noAccounts)
	case "q", "ctrl+c":
		return t.leave()
	default:
		return t.assist(key)
	}
	return nil
}

// click handles a mouse button that goes down. The left button marks a place, or plays
// the move that is ready if the click is on one of its places. The right button marks a
// card and its best target.
func (t *table) click(m tea.Mouse) tea.Cmd {
	if t.showsPanel() {
		t.end.panelHidden = true // the panel covers the place that was meant
		return nil
	}
	p, ok := t.pointer.under(m)
	if !ok || t.asking != noQuestion || t.typing() || t.seat.Pending() || t.refuseIfClosed() {
		return nil
	}
	t.pointer.at, t.assists.lit, t.motion = p, nil, motion{}
	switch {
	case m.Button == tea.MouseLeft && t.legal.ready() && t.legal.has(p):
		return t.play(t.legal.move)
	case m.Button == tea.MouseLeft:
		if t.legal.ready() {
			t.legal.clear(t.legal.legal)
		}
		if t.place(p) {
			t.assists.pressed = p
		}
	case m.Button == tea.MouseRight:
		t.legal.clear(t.legal.legal)
		if t.place(p) && !t.legal.ready() {
			return t.markTarget()
		}
	}
	return nil
}

// keyUnder implements clickable: the panel at the end shows keys.
func (t *table) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	if !t.showsPanel() {
		return tea.KeyPressMsg{}, false
	}
	return t.end.keys.keyAt(x, y)
}

// release handles the left button going up. On the place where it went down, that was a
// click, and the markers with only one legal place follow. Elsewhere it was a drag: the
// card goes there, and the move is played if it is then complete.
func (t *table) release(m tea.Mouse) tea.Cmd {
	from := t.assists.pressed
	t.assists.pressed = engine.Place{}
	p, ok := t.pointer.under(m)
	if from.IsZero() || t.legal.move.Last() != from {
		return nil
	}
	dragged := ok && p != from
	if dragged {
		t.pointer.at = p
		if !t.place(p) {
			t.legal.clear(t.legal.legal)
			return nil
		}
	}
	if t.legal.follow(t.env.settings.Automark) || dragged && t.legal.ready() {
		return t.play(t.legal.move)
	}
	return nil
}

// mark sets a marker, or plays the move that is ready.
func (t *table) mark(p engine.Place) tea.Cmd {
	switch {
	case p.IsZero() || t.refuseIfClosed():
		return nil
	case t.legal.ready():
		return t.play(t.legal.move)
	case t.legal.move.Len() == 1 && p == t.legal.move.From:
		return t.markTarget()
	}
	if !t.place(p) {
		return nil
	}
	if t.legal.follow(t.env.settings.Automark) {
		return t.play(t.legal.move)
	}
	return nil
}

// place sets a marker, or says why it cannot be set there.
func (t *table) place(p engine.Place) bool {
	if !t.legal.place(p) {
		if _, err := t.state().Play(t.legal.move.With(p)); err != nil {
			t.refuse(why(err))
		}
		return false
	}
	t.clearMessage()
	return true
}

// letter handles a key while a move is being typed after t: its places one by one, each a
// column's letter and a row's digit. The markers follow what is typed.
func (t *table) letter(key string) tea.Cmd {
	word := *t.word
	t.clearMessage()
	switch {
	case key == "esc" || key == "ctrl+c":
		t.word = nil
		t.legal.clear(t.legal.legal)
		return nil
	case key == "enter" && t.legal.ready():
		return t.play(t.legal.move)
	case key == "enter" && 2*t.legal.move.Len() == len(word): // all that is typed is marked
		if t.legal.follow(t.env.settings.Automark) {
			return t.play(t.legal.move)
		}
		return nil
	case key == "backspace":
		word = word[:max(len(word)-1, 0)]
	case len(key) == 1 && len(word) < 6 && (len(word)%2 == 0 && key >= "a" && key <= "z" || len(word)%2 == 1 && key >= "1" && key <= "9"):
		word += key
	case key != "enter":
		t.refuse("Type a column's letter and a row's digit, such as a1; Esc ends typing.")
		return nil
	}
	*t.word = word
	t.read(word)
	return nil
}

// read marks the places of a typed move as far as it is legal, and says why it goes no
// further.
func (t *table) read(word string) {
	t.legal.clear(t.legal.legal)
	for ; len(word) >= 2; word = word[2:] {
		p, err := engine.ParsePlace(word[:2])
		if err != nil {
			t.refuse(why(err))
			return
		}
		if _, found := t.pointer.board.Find(p); found { // no key would bring the cursor back from elsewhere
			t.pointer.at = p
		}
		if !t.place(p) {
			return
		}
	}
}

// turn undoes, redoes or restarts, and saves.
func (t *table) turn(do func() error) tea.Cmd {
	if t.refuseIfClosed() {
		return nil
	}
	t.seat.SetAuto(t.env.settings.AutoDeal)
	before := t.now
	if err := do(); err != nil {
		t.refuse(err.Error())
		return nil
	}
	return t.apply(func() {
		t.now.lastAction = fmt.Sprintf("Back to move %d.", t.now.Moves)
		if t.now.Moves > before.Moves {
			t.now.lastAction = fmt.Sprintf("Move %d again.", t.now.Moves)
		}
		if t.now.Class != before.Class {
			t.say("A card that was turned up is back: this game counts as %s from here on.", t.now.Class)
		}
	})
}

// Bindings implements Screen.
func (t *table) Bindings() []widget.Binding {
	hint, undo, restart := Key{"x", "a hint; the game then counts as assisted"}, "take back a move, or a restart", "restart this deal; once it is finished, as practice"
	if !t.seat.Hints() {
		hint, undo, restart = Key{"x", "nothing: there are no hints in a race"}, "take back a move that turned up no card", "restart this deal, while no card was turned up"
	}
	return listed([]Key{
		{"arrows, hjkl", "move the cursor; Home and End: to the row's ends"},
		{"Tab, Shift-Tab", "the next row, the row before"},
		{"Enter, space", "mark " + markers(t.pointer.board) + " in turn, then play"},
		{"Backspace, Esc", "take back a marker, all markers; Esc at the end: the board alone"},
		{"the same again", "a card's best target: it marks the place most would choose"},
		{"t", "type a move: t a1c4 Enter; Esc stops typing"},
		{"mouse", "a click marks, and plays on a marked place; a drag plays; right: best target"},
		hint,
		{"m", "light all cards that can move"},
		{"/", "light all cards of a rank"},
		{".", "the last move again, where it is legal"},
		{"u, Ctrl-Z", undo},
		{"U, Ctrl-Y", "play a move again that was taken back; r restarts again"},
		{"r", restart},
		{"w", "watch the game again, once it is finished"},
		{"a", "automarking: off, legal, quick"},
		{"n", "a new deal; asks while a game is open"},
		{"g", "finish: end the game for good, with the points it has"},
		{"F1, i", "the rules of this game"},
		{"N", "your nick, which leaderboards call you by"},
		{"q, Ctrl-C", "to the " + t.leavesTo() + "; the game is kept, and one that is over is final"},
	})
}
