package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/play"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/widget"
)

// undoKeys take back a move, and answer the question whether to.
const undoKeys = "u, Ctrl-Z"

// leaveKeys leave the table.
const leaveKeys = "q, Ctrl-C"

// Typing implements screen.Typist.
func (t *Table) Typing() bool { return t.Draft.Typing() || t.lights.TypingRank }

// Takes implements screen.MoveTyper.
func (t *Table) Takes(key string) bool { return t.Draft.TakesTyped(key) }

// key handles a key at the table.
func (t *Table) key(key string) tea.Cmd {
	t.now.again, t.now.warned, t.unseen = t.now.warned, engine.Move{}, false
	if t.Seat.Pending() && !t.Seat.Lost() {
		return t.pendingKey(key)
	}
	shown := t.end.shows()
	_, _, night := t.end.fireworks.frame(t.env.Now())
	night = night && shown
	t.motion = draft.Motion{}
	t.end.fireworks.skip()
	switch {
	case t.asking.text != "":
		return t.answer(key)
	case t.Draft.Takes(key) || t.Draft.Typing() && !t.acts(key):
		return t.play(t.Draft.Letter(key))
	case t.Draft.Typing() && key == "?":
		return t.env.Open(route.Keys{})
	case t.lights.TypingRank:
		t.lights.RankKey(key, t.Draft.Pointer.Board, t.Draft.Voice)
		return nil
	case t.past.shows(t.now.turn):
		t.lookKey(key)
		return nil
	}
	t.lights.Places = nil
	t.Clear()            // it was about an earlier key
	t.Draft.StopTyping() // a key that is no part of a move does what it always does
	if t.Draft.Move(key) {
		t.end.panelHidden = t.end.panelHidden || shown && !night
		return nil
	}
	for i := range tableBindings {
		b := &tableBindings[i]
		if b.do == nil || !widget.Match(b.keys, key) {
			continue
		}
		if night && b.panel != 0 {
			return nil // it only ends the picture: the panel has not been seen yet
		}
		switch b.panel {
		case hides:
			t.end.panelHidden = t.end.panelHidden || shown
		case toggles:
			t.end.panelHidden = shown
		}
		if b.moves && t.closed() != "" || b.asks && t.Seat.Lost() {
			return t.Refuse(t.closed())
		}
		return b.do(t)
	}
	if utf8.RuneCountInString(key) == 1 && !night {
		t.Say("%s", screen.DoesNothing(key))
	}
	return nil
}

// pendingKey handles a key while a position must not show yet. Keys wait for it, unless that may
// take long.
func (t *Table) pendingKey(key string) tea.Cmd {
	first := len(t.pending.keys) == 0
	switch {
	case first && widget.Match(leaveKeys, key):
		return t.leave()
	case t.Seat.Failing():
		t.Refuse(t.unsaved())
		t.NotSaved = true
	case len(t.pending.keys) < heldKeysMax:
		t.pending.keys = append(t.pending.keys, key)
	}
	return nil
}

// A tableBinding is what some keys do at a table. Its functions take the table, so that one
// list serves all tables, and keys and frames allocate none.
type tableBinding struct {
	keys    string                     // as in [widget.Binding]
	does    string                     // for the keys page; if it is "", they have no line there
	doesNow func(*Table) string        // in place of does, if that depends on the round
	place   int                        // in the last row
	hint    func(*Table, stage) string // for the last row, "" to be left out
	panel   panelChange
	moves   bool                 // they are refused if no move can be made any more
	asks    bool                 // they are refused if the round is lost; else they may ask before something is lost
	do      func(*Table) tea.Cmd // nil if the keys are handled elsewhere
}

// A stage is how far the round at a table is.
type stage uint8

const (
	midgame stage = iota // moves can be made, or one is being typed
	barred               // no move can be made any more; see closed
	over                 // the round is over, but not yet for good: it can be taken back
	final                // it has ended for good
)

// stage returns the stage of the round as the player sees it.
func (t *Table) stage() stage {
	switch {
	case t.Draft.Typed() != "":
		return midgame
	case t.Seat.AtEnd() && t.Seat.Ended():
		return final
	case t.Seat.AtEnd():
		return over
	case t.closed() != "":
		return barred
	}
	return midgame
}

// A panelChange is what a key does to the panel at the end of a round.
type panelChange uint8

const (
	hides panelChange = iota + 1 // it is about the board, which the panel covers
	toggles
)

// tableBindings holds what keys do at a table, in the order of its keys page. tableHints
// holds those that the last row may show, in its order. See [draft.Pointer.Move] for the keys of
// the cursor.
var tableBindings, tableHints []tableBinding

func init() { // in init, since a key can lead to keys that were held back, and so to this list
	tableBindings = []tableBinding{
		{keys: "arrows, hjkl", does: "move the cursor; Home and End: to the row's ends", place: 5, hint: until(barred, "move")},
		{keys: "Tab, Shift-Tab", does: "the next row, the row before; with a card marked: the lit places"},
		{
			keys: "Enter, space",
			doesNow: func(t *Table) string {
				if t.env.Settings.Confirm {
					return "mark " + screen.Markers(t.Draft.Pointer.Board) + " in turn, then play"
				}
				return "mark " + screen.Markers(t.Draft.Pointer.Board) + " in turn; the last plays"
			},
			place: 2,
			hint: func(t *Table, s stage) string {
				if s == midgame && (t.Draft.Plays() || t.Draft.Typed() != "") {
					return "play"
				}
				return screen.When(s == midgame, "mark")
			},
			panel: hides, moves: true, do: func(t *Table) tea.Cmd { return t.play(t.Draft.Mark()) },
		},
		{keys: "Backspace", does: "take back the last mark", panel: hides, do: func(t *Table) tea.Cmd {
			if !t.Draft.Marking.Back() {
				t.Say("There is no mark to take back; u takes back the last move.")
			}
			return nil
		}},
		{
			keys: "Esc", does: "take back all marks; at the end: hide or show the result",
			place: 3,
			hint: func(t *Table, s stage) string {
				switch {
				case s >= over && t.end.shows():
					return "board"
				case s >= over:
					return "result"
				}
				return screen.When(s == midgame, "clear")
			},
			panel: toggles, do: func(t *Table) tea.Cmd {
				t.Draft.Clear()
				t.searches.stopHint()
				t.lights.Rank = nil
				return nil
			},
		},
		{keys: "the same again", does: "Enter on the marked card: mark the best place for it"},
		{
			keys: "t", does: "type a move: t a1c4 Enter; Esc stops typing", place: 11, hint: until(midgame, "type"),
			panel: hides, moves: true, do: func(t *Table) tea.Cmd {
				t.Draft.Clear()
				t.Draft.Type()
				return nil
			},
		},
		{keys: "mouse", does: "clicks mark, take the marked card back, play a marked place; a drag plays; right: best target, again plays it; " +
			"on a move in the list: the board after it"},
		{
			keys: "x", doesNow: inRace("nothing: there are no hints in a race or a sprint", "a hint; the game is assisted then. x again: another"),
			place: 9, hint: func(t *Table, s stage) string {
				if s == midgame && t.Draft.Hinted() {
					return "more" // as wide as hint
				}
				return screen.When(s == midgame && t.Seat.Hints(), "hint")
			},
			asks: true, do: (*Table).askHint,
		},
		{keys: "m", does: "light all cards that can move", panel: hides, do: func(t *Table) tea.Cmd {
			t.Draft.Clear()
			t.lights.Movable(t.now.State, t.Draft.Voice)
			return nil
		}},
		{
			keys: "f", doesNow: func(t *Table) string {
				_, settles := t.now.State.(engine.Settler)
				return screen.When(settles, "all cards up to the foundations that nothing can need any more")
			},
			panel: hides, do: (*Table).settle,
		},
		{keys: "v", does: "view the whole pile under the cursor, also what is left out of it", panel: hides, do: func(t *Table) tea.Cmd {
			return t.Say("%s", t.Draft.Pointer.Pile())
		}},
		{keys: "/", does: "light all cards of a rank", panel: hides, do: func(t *Table) tea.Cmd {
			t.lights.AskRank(t.Draft.Pointer.Board, t.Draft.Voice)
			return nil
		}},
		{keys: ".", does: "the last move again, where it is legal", panel: hides, do: func(t *Table) tea.Cmd {
			if t.lastMove.IsZero() {
				t.Say("No move has been played yet.")
			}
			return t.play(t.lastMove)
		}},
		{
			keys: undoKeys, doesNow: inRace("take back a move that turned up no card", "take back a move, or a restart"),
			place: 6, hint: func(t *Table, s stage) string {
				if s == barred || s == final || s == over && t.closed() != "" || !t.Seat.MayUndo() {
					return ""
				}
				return "undo" // a question says if it has a price
			},
			asks: true, do: (*Table).askUndo,
		},
		{keys: "U, Ctrl-Y", does: "play a move again that was taken back; r restarts again", do: func(t *Table) tea.Cmd { return t.turn(t.Seat.Redo) }},
		{
			keys: "[", does: "look back: the board after the move before; arrows step, Home is the deal, any other key returns",
			panel: hides, do: func(t *Table) tea.Cmd {
				if t.now.Moves == 0 {
					return t.Say("There is nothing to look back at: no move has been played yet.")
				}
				t.Clear()
				t.lookAt(t.now.Moves - 1)
				return nil
			},
		},
		{
			keys: "r", doesNow: func(t *Table) string {
				later := screen.When(t.Seat.Event() == "", "; once it is finished, practise it")
				return "restart this deal" + cmp.Or(screen.When(!t.Seat.Hints(), ", while no card was turned up"), later)
			},
			place: 7, hint: func(t *Table, s stage) string { // a deal that is played once is at its end
				return screen.When(t.Seat.Event() == "", screen.When(s == over, "restart")+screen.When(s == final, "practise"))
			},
			asks: true, do: func(t *Table) tea.Cmd {
				switch {
				case !t.Seat.Ended():
					return t.askRestart()
				case t.Seat.Event() == "":
					return t.finish(dealAgain)
				}
				return t.playedOnce()
			},
		},
		{
			keys: "w", does: "replay your game, once it is finished",
			place: 8, hint: func(_ *Table, s stage) string { return screen.When(s == final, "replay") },
			do: func(t *Table) tea.Cmd {
				if t.Seat.AtEnd() { // its deal stays unknown as long as it can be taken back, so this makes it final
					return t.finish(showReplay)
				}
				return t.unfinished("Only a finished game can be watched again", "g finishes this one")
			},
		},
		{
			keys: "a", does: "analyse the game, once it is finished",
			place: 8, hint: func(t *Table, s stage) string {
				return screen.When(s == final && !t.env.Sealed(t.Seat.Event()), "analyse")
			},
			do: func(t *Table) tea.Cmd {
				switch secret := t.env.Secret(t.Seat.Event()); {
				case t.Seat.Ended() && secret != "":
					return t.Refuse(secret)
				case t.Seat.Ended():
					return t.finish(showAnalysis)
				case t.Seat.AtEnd() && secret == "": // as a new deal, it makes the game final
					return t.finish(showAnalysis)
				}
				return t.unfinished("Only a finished game can be analysed", "g finishes this one")
			},
		},
		{
			keys: "n", doesNow: func(t *Table) string {
				kinds := screen.When(t.env.Deals != nil, "a new deal; n again deals a fresh one, or choose its kind")
				return screen.When(t.Seat.Event() == "", cmp.Or(kinds, "a new deal; asks while a game is open"))
			},
			place: 1, hint: func(t *Table, s stage) string { return screen.When(s >= over && t.Seat.Event() == "", "new deal") },
			asks: true, do: (*Table).askNew,
		},
		{
			keys: "g", does: "finish: end the game for good, with the points it has",
			place: 4, hint: func(t *Table, s stage) string { // in a race that is over q does the same
				return screen.When(s == over && t.race == nil || s == midgame && t.now.Score.Won, "finish")
			},
			asks: true, do: (*Table).askFinish,
		},
		{
			keys: "y", doesNow: func(t *Table) string {
				_, daily := t.Seat.Event().Day()
				return screen.When(daily, "once the daily is finished: its result as text to paste")
			},
			do: func(t *Table) tea.Cmd {
				_, daily := t.Seat.Event().Day()
				switch {
				case !daily: // y also answers questions, and one that has gone must not say anything
					return nil
				case !t.Seat.Ended():
					return t.unfinished("The result is there to paste once the daily is finished", "g finishes it")
				}
				return t.finish(share)
			},
		},
		{
			keys: "C", does: "once the game is finished: challenge a friend to its deal", do: func(t *Table) tea.Cmd {
				if !t.Seat.Ended() {
					return t.unfinished("A deal is passed on once its game is finished", "g finishes this one")
				}
				if why := t.env.MayPassOn(t.Seat.Result()); why != "" {
					return t.Refuse(why)
				}
				return t.finish(challenge)
			},
		},
		{
			keys: "F1, i", does: "the rules of this game", place: 10, hint: until(final, "rules"),
			do: func(t *Table) tea.Cmd { return t.env.Open(route.Rules{Game: t.Seat.Game()}) },
		},
		{
			keys: "L", does: "lessons of this game, its strategy and its words",
			do: func(t *Table) tea.Cmd { return t.env.Open(route.Lessons{Game: t.Seat.Game(), AtTable: true}) },
		},
		{
			keys: "B", does: "the leaderboards of this game, once it is finished",
			do: func(t *Table) tea.Cmd {
				switch {
				case !t.Seat.Ended():
					return t.unfinished("The leaderboards are for after the game", "g finishes it")
				case t.env.Accounts == nil:
					return t.Say(caption.NoAccounts)
				}
				return t.env.Open(route.Leaders{Game: t.Seat.Game(), Event: t.Seat.Event()})
			},
		},
		{keys: "N", does: "your nick, which leaderboards call you by", do: func(t *Table) tea.Cmd {
			if t.env.Accounts != nil {
				return t.env.Open(route.Nick{})
			}
			return t.Say(caption.NoAccounts)
		}},
		{keys: "!", place: 9, hint: func(t *Table, s stage) string {
			_, nobody := t.Audience()
			return screen.When(s >= over && nobody == "" && t.env.Sends(), "signal")
		}}, // the app handles it
		{keys: "?", place: 12, hint: until(final, "keys")}, // the app opens it
		{
			keys: leaveKeys,
			doesNow: func(t *Table) string {
				return "to the " + t.end.leavesTo() + "; the game is kept, and one that is over is final"
			},
			place: 13, hint: func(t *Table, _ stage) string { return t.end.leavesTo() },
			do: (*Table).leave,
		},
	}
	tableHints = slices.DeleteFunc(slices.Clone(tableBindings), func(b tableBinding) bool { return b.hint == nil })
	slices.SortFunc(tableHints, func(a, b tableBinding) int { return a.place - b.place })
}

// until returns a hint that shows up to a stage.
func until(last stage, hint string) func(*Table, stage) string {
	return func(_ *Table, s stage) string { return screen.When(s <= last, hint) }
}

// inRace returns a doesNow that differs in a race.
func inRace(race, other string) func(*Table) string {
	return func(t *Table) string { return cmp.Or(screen.When(t.Seat.Hints(), other), race) }
}

// acts reports whether a key does something at the table, apart from what is typed there.
func (t *Table) acts(key string) bool {
	return key == "?" || draft.Moves(key) || slices.ContainsFunc(tableBindings, func(b tableBinding) bool { return b.do != nil && widget.Match(b.keys, key) })
}

// click handles a mouse button that goes down.
func (t *Table) click(m tea.Mouse) tea.Cmd {
	switch n, ok := t.past.sheet.Under(m); {
	case t.asking.text != "":
		t.asking.text = screen.Insist(t.asking.text)
		return nil
	case t.Typing() || t.Seat.Pending():
	case ok:
		t.lookAt(n)
		return nil
	case t.past.shows(t.now.turn):
		t.past.looks = false // what was clicked is not what shows
		return nil
	}
	if t.end.shows() {
		if _, _, ok := t.end.fireworks.frame(t.env.Now()); ok {
			t.end.fireworks.skip()
			return nil
		}
		t.end.panelHidden = true // the panel covers the place that was meant
		return nil
	}
	p, ok := t.Draft.Pointer.Under(m)
	if !ok || t.Typing() || t.Seat.Pending() {
		return nil
	}
	if why := t.closed(); why != "" {
		return t.Refuse(why)
	}
	t.now.again, t.now.warned, t.unseen = t.now.warned, engine.Move{}, !t.Draft.Marking.Ready() || !t.Draft.Marking.Has(p)
	t.lights.Places, t.motion = nil, draft.Motion{}
	return t.play(t.Draft.Press(m.Button, p))
}

// KeyUnder implements screen.Clickable: the panel at the end shows keys.
func (t *Table) KeyUnder(x, y int) (tea.KeyPressMsg, bool) {
	if !t.end.shows() {
		return tea.KeyPressMsg{}, false
	}
	return t.end.keys.KeyAt(x, y)
}

// confirm asks before a round is given up or loses its class.
func (t *Table) confirm(q question) tea.Cmd {
	t.asking, t.asked = q, t.env.Now()
	return nil
}

// askNew deals another round. It asks first if that gives a round up.
func (t *Table) askNew() tea.Cmd {
	deal := func() tea.Cmd { return t.finish(dealNew) }
	switch {
	case t.Seat.Event() != "":
		return t.playedOnce()
	case len(t.env.Kinds(t.Seat.Game())) > 0:
		return t.chooseDeal()
	case t.Seat.Empty() || t.Seat.Ended() || t.now.Over:
		return deal()
	}
	points := engine.Plural(t.now.Score.Points, "point") + caption.Spikes(t.now.State)
	return t.confirm(question{text: fmt.Sprintf("Give up this game with %s for a new deal? (y/n)", points), yes: deal, no: caption.GoesOn})
}

// askFinish ends the round. It asks first unless the round is over.
func (t *Table) askFinish() tea.Cmd {
	switch {
	case t.Seat.Ended():
		return t.Refuse(t.closed())
	case t.Seat.Empty():
		return t.Say("No move has been played yet: q leaves.")
	case t.now.Over:
		return t.finish(stay)
	}
	points := engine.Plural(t.now.Score.Points, "point") + caption.Spikes(t.now.State)
	ask := session.AskFinish(t.Seat.Event(), t.Seat.Chosen(), points) + " (y/n)"
	return t.confirm(question{text: ask, no: caption.GoesOn, yes: func() tea.Cmd {
		cmd := t.finish(stay)
		t.end.celebrate(t.motion.Ends)
		return cmd
	}})
}

// unfinished says what is only for a finished game, and what g does unless there is nothing to finish.
func (t *Table) unfinished(what, g string) tea.Cmd {
	switch {
	case t.Seat.Empty():
		return t.Say("%s.", what)
	case t.Seat.AtEnd(): // the screen says that the game is over
		return t.Say("This game can still be undone: g finishes it first.")
	}
	return t.Say("%s; %s.", what, g)
}

// askHint shows a hint. It asks first if that makes the round assisted.
func (t *Table) askHint() tea.Cmd {
	switch {
	case !t.Seat.Hints():
		return t.Refuse(play.NoRaceHint.Error())
	case t.now.Class != arcade.Counted || t.Seat.AtEnd():
		return t.hint()
	}
	return t.confirm(question{text: caption.Assisting("A hint", t.Seat.Event()) + " Show it? (y/n)", keys: "x", yes: t.hint, no: caption.GoesOn})
}

// askUndo takes back a move. It asks first if that makes the round assisted.
func (t *Table) askUndo() tea.Cmd {
	price := ""
	if t.Seat.UndoAssists() {
		price = caption.Assisting("Taking it back", t.Seat.Event())
	}
	return t.askBack(func() tea.Cmd { return t.turn(t.Seat.Undo) }, price, question{text: " Undo? (y/n)", keys: undoKeys, no: "The move stays."})
}

// askRestart goes back to the deal. It asks first if that makes the round assisted or takes back a win.
func (t *Table) askRestart() tea.Cmd {
	price := ""
	switch {
	case t.Seat.RestartAssists():
		price = caption.Assisting("A restart", t.Seat.Event())
	case t.now.Score.Won:
		price = caption.LosesWin
	}
	return t.askBack(func() tea.Cmd {
		before := t.now.Moves
		cmd := t.turn(t.Seat.Restart)
		if t.now.Moves < before {
			t.Say("The game stands at its deal again; u takes that back.")
		}
		return cmd
	}, price, question{text: " Restart? (y/n)", keys: "r", no: "No restart."})
}

// askBack goes back in the round. If that has a price, it asks first, with the end of a question.
func (t *Table) askBack(back func() tea.Cmd, price string, q question) tea.Cmd {
	if price == "" || t.closed() != "" {
		return back()
	}
	q.text, q.yes = price+q.text, back
	return t.confirm(q)
}

// chooseDeal lets the player choose the kind of a new deal.
func (t *Table) chooseDeal() tea.Cmd {
	warns := ""
	if !t.Seat.Empty() && !t.Seat.Ended() && !t.now.Over {
		final := engine.Final(t.now.State)
		warns = fmt.Sprintf("A new deal ends your open game (%s).", engine.Plural(final.Points, "point"))
		if t.now.Class == arcade.Counted && !final.Won {
			warns += " It counts as a loss."
		}
	}
	return t.env.Push(ChooseDeal(t.env, t.Seat.Game(), warns, func(d play.FreshDeal) tea.Cmd {
		t.nextDeal = d
		return t.finish(dealNew)
	}))
}

// answer handles the key that answers the question.
func (t *Table) answer(key string) tea.Cmd {
	q := t.asking
	if widget.Match(q.keys, key) {
		early := t.env.Now().Sub(t.asked) < bounce
		if t.asked = t.env.Now(); early {
			return nil
		}
		key = "y"
	}
	if key == "f1" {
		return t.env.Open(route.Rules{Game: t.Seat.Game()})
	}
	if cmd := screen.Unanswered(key); cmd != nil {
		return cmd
	}
	if t.asking = (question{}); screen.IsNo(key) {
		return t.Say("%s", q.no)
	}
	t.Clear() // from before the question
	return q.yes()
}

// Bindings implements Screen. They have only what the keys page needs; the rest is in
// tableBindings.
func (t *Table) Bindings() (all []widget.Binding) {
	for _, b := range tableBindings {
		if b.doesNow != nil {
			b.does = b.doesNow(t)
		}
		all = append(all, widget.Binding{Keys: b.keys, Does: b.does})
	}
	return all
}

// Hints implements screen.Hinter. Those that change while a move is marked or typed keep their
// width: redrawing the whole line would be most of what a move sends.
func (t *Table) Hints() []screen.Key {
	switch {
	case t.asking.text != "":
		yes := "y"
		if keys := t.asking.keys; keys != "" {
			yes += ", " + keys[:1]
		}
		return []screen.Key{{Keys: yes, Does: "yes"}, {Keys: "n", Does: "no"}, {Keys: "F1", Does: "rules"}}
	case t.past.shows(t.now.turn):
		return []screen.Key{{Keys: "[ ]", Does: "step"}, {Keys: "Home", Does: "the deal"}, {Keys: "?", Does: "keys"}, {Keys: "Esc", Does: "the game"}}
	case t.lights.TypingRank:
		return []screen.Key{{Keys: strings.Join(draft.Ranks(t.Draft.Pointer.Board), "/"), Does: ""}, {Keys: "Esc", Does: "none"}}
	}
	keys, stage := t.hints[:0], t.stage()
	for _, b := range tableHints {
		if hint := b.hint(t, stage); hint != "" {
			keys = append(keys, screen.Key{Keys: widget.Binding{Keys: b.keys}.Name(), Does: hint})
		}
	}
	return keys
}

// playedOnce says why there is no other deal at the table of an event.
func (t *Table) playedOnce() tea.Cmd {
	return t.Say("This deal is played once. q goes to the %s, where others begin.", t.end.leavesTo())
}
