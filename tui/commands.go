package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// key is what a key does at the table.
func (t *table) key(key string) tea.Cmd {
	if t.asking != nothing {
		return t.answer(key)
	}
	if t.word != nil {
		return t.letter(key)
	}
	if t.move(key) {
		return nil
	}
	switch key {
	case "enter", "space":
		return t.mark(t.cursor)
	case "backspace":
		if !t.legal.back() {
			t.say("There is no marker to take back; u takes back the last move.")
		}
	case "esc":
		t.legal.clear(t.legal.legal)
		t.say("")
	case "t":
		t.word = new(string)
		t.say("")
	case "u", "ctrl+z":
		return t.turn((*engine.Round).Undo, "There is nothing to take back.")
	case "U", "ctrl+y":
		return t.turn((*engine.Round).Redo, "There is nothing to play again.")
	case "r":
		return t.turn((*engine.Round).Restart, "The game stands at its beginning already.")
	case "a":
		t.legal.level = (t.legal.level + 1) % 3
		t.say("Automarking: %s.", t.legal.level)
	case "n":
		return t.ask(whetherNew)
	case "g":
		return t.ask(whetherFinish)
	case "f1", "i":
		return open(newRules(t.game()))
	case "q", "ctrl+c":
		return t.leave()
	}
	return nil
}

// move moves the cursor.
func (t *table) move(key string) bool {
	from := t.cursor
	switch key {
	case "left", "h":
		t.cursor = t.layout.Beside(from, -1, 0)
	case "right", "l":
		t.cursor = t.layout.Beside(from, 1, 0)
	case "up", "k":
		t.cursor = t.layout.Beside(from, 0, -1)
	case "down", "j":
		t.cursor = t.layout.Beside(from, 0, 1)
	case "home":
		t.cursor = t.layout.Edge(from, -1)
	case "end":
		t.cursor = t.layout.Edge(from, 1)
	case "tab":
		t.cursor = t.layout.Row(from, 1)
	case "shift+tab":
		t.cursor = t.layout.Row(from, -1)
	default:
		return false
	}
	t.say("")
	return true
}

// click marks the place under the mouse, as Enter does under the cursor.
func (t *table) click(m tea.Mouse) tea.Cmd {
	p, ok := t.layout.At(m.X-t.origin.x, m.Y-t.origin.y)
	if !ok || m.Button != tea.MouseLeft || t.asking != nothing || t.word != nil {
		return nil
	}
	t.cursor = p
	return t.mark(p)
}

// mark sets a marker, or plays the move that is ready.
func (t *table) mark(p engine.Place) tea.Cmd {
	switch {
	case t.saving.ended != nil:
		t.refuse("This game is finished: n deals a new one.")
		return nil
	case t.legal.ready():
		return t.play(t.legal.move)
	case t.legal.move.Len() == 1 && p == t.legal.move.From:
		t.legal.back() // the same card again: put it down
		t.say("")
		return nil
	}
	if !t.place(p) {
		return nil
	}
	if t.legal.follow() {
		return t.play(t.legal.move)
	}
	return nil
}

// place sets a marker, or says why it cannot be set there.
func (t *table) place(p engine.Place) bool {
	if !t.legal.place(p) {
		_, err := t.state().Play(t.legal.move.With(p))
		t.refuse(why(err))
		return false
	}
	t.say("")
	return true
}

// letter takes a key behind the prefix: a column's letter, then a row's digit.
func (t *table) letter(key string) tea.Cmd {
	half := *t.word
	switch {
	case key == "esc" || key == "ctrl+c":
		t.word = nil
		t.legal.clear(t.legal.legal)
		t.say("")
	case key == "backspace" && half != "":
		*t.word = ""
	case key == "backspace":
		t.legal.back()
	case key == "enter" && t.legal.ready():
		return t.play(t.legal.move)
	case t.legal.ready():
		t.refuse("The move is complete: Enter plays it, Backspace takes a place back.")
	case half == "" && len(key) == 1 && key >= "a" && key <= "z":
		*t.word = key
	case half != "" && len(key) == 1 && key >= "1" && key <= "9":
		*t.word = ""
		p, err := engine.ParsePlace(half + key)
		if err != nil {
			t.refuse(why(err))
			return nil
		}
		if t.place(p) {
			t.cursor = p
		}
	default:
		t.refuse("Type a column's letter and a row's digit, such as a1; Esc ends typing.")
	}
	return nil
}

// turn undoes, redoes or restarts, and saves.
func (t *table) turn(do func(*engine.Round) bool, otherwise string) tea.Cmd {
	switch {
	case t.saving.ended != nil:
		t.refuse("This game is finished: n deals a new one.")
		return nil
	case !do(t.round):
		t.say("%s", otherwise)
		return nil
	}
	t.settle()
	t.say("")
	return tea.Batch(t.save(), t.lookAhead())
}

// ask asks before a round is given up, or goes on at once where nothing is.
func (t *table) ask(q question) tea.Cmd {
	playing := t.round.Len() > 0 && t.saving.ended == nil && !t.state().Over()
	switch {
	case q == whetherNew && !playing:
		return t.finish(dealAnew)
	case q == whetherFinish && t.saving.ended != nil:
		t.refuse("This game is finished already: n deals a new one.")
		return nil
	case q == whetherFinish && t.round.Len() == 0:
		t.say("No move has been played yet: q leaves, and nothing is kept.")
		return nil
	}
	t.asking = q
	return nil
}

func (t *table) answer(key string) tea.Cmd {
	q := t.asking
	t.asking = nothing
	if key != "y" && key != "Y" {
		t.say("The game goes on.")
		return nil
	}
	if q == whetherNew {
		return t.finish(dealAnew)
	}
	return t.finish(stay)
}

// Keys implements Screen.
func (t *table) Keys() []Key {
	return []Key{
		{"arrows, hjkl", "move the cursor; Home and End: to the row's ends"},
		{"Tab, Shift-Tab", "the next row, the row before"},
		{"Enter, space", "mark Source, Destination and Return in turn, then play"},
		{"Backspace, Esc", "take back a marker, all markers"},
		{"t", "type places instead: t a1 c4 Enter; Esc ends it"},
		{"u, Ctrl-Z", "take back a move, or a restart"},
		{"U, Ctrl-Y", "play it again"},
		{"r", "restart this deal"},
		{"a", "automarking: off, legal, quick"},
		{"n", "a new deal; asks while a game is open"},
		{"g", "finish: end the game with the points it has"},
		{"F1, i", "the rules of this game"},
		{"q, Ctrl-C", "to the lobby; the game is kept"},
	}
}
