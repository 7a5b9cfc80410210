package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/widget"
)

// A question waits for y.
type question uint8

const (
	noQuestion question = iota
	askNew
	askFinish
	askHint
)

// typing implements textScreen.
func (t *table) typing() bool { return t.draft.word != nil || t.lights.typingRank }

// key handles a key at the table.
func (t *table) key(key string) tea.Cmd {
	if t.seat.Pending() && !t.seat.Lost() {
		t.pending.hold(key)
		return nil
	}
	ends := t.end.shows(&t.motion)
	t.motion = motion{}
	switch {
	case t.asking != noQuestion:
		return t.answer(key)
	case t.draft.word != nil:
		return t.play(t.draft.letter(key))
	case t.lights.typingRank:
		t.lights.rankKey(key, t.draft.pointer.board, &t.reply)
		return nil
	}
	t.lights.places = nil
	if t.draft.pointer.move(key) {
		t.end.panelHidden = t.end.panelHidden || ends
		t.clearMessage()
		return nil
	}
	t.end.panelHidden = t.end.panelHidden || ends && aboutBoard(key)
	switch key {
	case "enter", "space":
		if why := t.closed(); why != "" {
			t.refuse(why)
			return nil
		}
		return t.play(t.draft.mark())
	case "backspace":
		if !t.draft.marking.back() {
			t.say("There is no marker to take back; u takes back the last move.")
		}
	case "esc":
		t.draft.clear()
		t.searches.stopHint()
		t.lights.rank = nil
		t.end.panelHidden = ends
		t.clearMessage()
	case "t":
		if why := t.closed(); why != "" {
			t.refuse(why)
			return nil
		}
		t.draft.word = new(string)
		t.clearMessage()
	case "m":
		t.draft.clear()
		t.lights.movable(t.now.State, &t.reply)
	case "/":
		t.lights.askRank(t.draft.pointer.board, &t.reply)
	case ".":
		if t.lastMove.IsZero() {
			t.say("No move has been played yet.")
		}
		return t.play(t.lastMove)
	case "x":
		if !t.seat.Hints() {
			t.refuse(play.NoRaceHint.Error())
			return nil
		}
		return t.ask(askHint)
	case "u", "ctrl+z":
		return t.turn(t.seat.Undo)
	case "U", "ctrl+y":
		return t.turn(t.seat.Redo)
	case "r":
		switch {
		case !t.seat.Ended():
			return t.turn(t.seat.Restart)
		case t.seat.Event() == "":
			return t.finish(dealAgain)
		}
		t.say(playedOnce)
	case "a":
		t.env.settings.Automark = (t.env.settings.Automark + 1) % 3
		t.say("Automarking: %s.", t.env.settings.Automark)
		return t.env.saveSettings()
	case "n":
		return t.ask(askNew)
	case "g":
		return t.ask(askFinish)
	case "w":
		if t.seat.Ended() {
			return t.finish(showReplay)
		}
		t.say("Only a finished game can be watched again; g finishes this one.") // until then it can be taken back, so its deal must stay unknown
	case "f1", "i":
		return open(t.env.newRules(t.seat.Game()))
	case "N":
		if t.env.Accounts != nil {
			return open(newNick(t.env))
		}
		t.say(caption.NoAccounts)
	case "q", "ctrl+c":
		return t.leave()
	}
	return nil
}

// click handles a mouse button that goes down.
func (t *table) click(m tea.Mouse) tea.Cmd {
	if t.end.shows(&t.motion) {
		t.end.panelHidden = true // the panel covers the place that was meant
		return nil
	}
	p, ok := t.draft.pointer.under(m)
	if !ok || t.asking != noQuestion || t.typing() || t.seat.Pending() {
		return nil
	}
	if why := t.closed(); why != "" {
		t.refuse(why)
		return nil
	}
	t.lights.places, t.motion = nil, motion{}
	return t.play(t.draft.press(m.Button, p))
}

// keyUnder implements clickable: the panel at the end shows keys.
func (t *table) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	if !t.end.shows(&t.motion) {
		return tea.KeyPressMsg{}, false
	}
	return t.end.keys.keyAt(x, y)
}

// ask asks for confirmation before a round is given up or loses its class, or goes on at
// once if nothing would be lost.
func (t *table) ask(q question) tea.Cmd {
	empty, ended := t.seat.Empty(), t.seat.Ended()
	switch {
	case t.seat.Lost():
		t.refuse(t.closed())
		return nil
	case q == askNew && t.seat.Event() != "":
		t.say(playedOnce)
		return nil
	case q == askNew && (empty || ended || t.now.Over):
		return t.finish(dealAnew)
	case q == askFinish && t.now.Over && !ended && !empty:
		return t.finish(stay)
	case q == askFinish && ended:
		t.refuse(t.closed())
		return nil
	case q == askHint && (t.now.Class != arcade.Counted || t.seat.AtEnd()):
		return t.hint()
	case q == askFinish && empty:
		t.say("No move has been played yet: q leaves, and nothing is kept.")
		return nil
	}
	t.asking = q
	return nil
}

// answer handles the key that answers the question.
func (t *table) answer(key string) tea.Cmd {
	q := t.asking
	t.asking = noQuestion
	if key != "y" && key != "Y" {
		t.say("The game goes on.")
		return nil
	}
	t.clearMessage() // clear the message from before the question
	switch q {
	case askNew:
		return t.finish(dealAnew)
	case askHint:
		return t.hint()
	}
	return tea.Batch(t.finish(stay), t.end.compare())
}

// hint counts a hint. Once that is stored, a search for it begins.
func (t *table) hint() tea.Cmd {
	why := t.closed()
	switch {
	case why != "":
		t.refuse(why)
		return nil
	case t.searches.hinting():
		return nil
	case t.now.Over:
		t.say("No play is left to hint at.")
		return nil
	}
	next, err := t.seat.Hint()
	if err != nil {
		t.refuse(err.Error())
		return nil
	}
	t.now.Position = t.seat.Shown() // the hint lowers the class
	t.say("Looking ... Esc stops.")
	t.searches.hintWanted = true
	return t.follow(next)
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
		{"Enter, space", "mark " + markers(t.draft.pointer.board) + " in turn, then play"},
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
		{"q, Ctrl-C", "to the " + t.end.leavesTo() + "; the game is kept, and one that is over is final"},
	})
}
