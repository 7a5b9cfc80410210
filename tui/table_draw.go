package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen. From the top: the heading, the board, the game's notes, and a
// line about what is or will be.
func (t *table) Draw(g *grid.Grid, look theme.Look) {
	t.heading(g, look)
	overlay := board.Overlay{Cursor: t.pointer.at, Move: t.legal.move, Next: t.legal.next(), Rank: t.assists.rank}
	if t.assists.lit != nil {
		overlay.Next = t.assists.lit
	}
	t.pointer.draw(g, overlay, look)
	t.drawMotion(g, look)
	text, style := t.line(look)
	if t.showsPanel() {
		t.drawEnd(g, look) // it would cover half of the notes
	} else {
		t.pointer.notes.draw(g, look)
	}
	if text == "" && !t.now.Over {
		text, style = t.raceLine(g.Width()-3), look.Text
	}
	if text != "" {
		drawSentence(g, look.Translate(text), style)
	}
}

// heading draws the first line. In a narrow window it leaves out the least important
// parts.
func (t *table) heading(g *grid.Grid, look theme.Look) {
	score := t.now.Score
	stored := " " // always takes its column, so that nothing to its left moves
	if t.saving.unsaved() {
		stored = "*"
	}
	moves := "moves " + strconv.Itoa(t.now.Moves) + stored
	deal := "deal hidden"
	switch {
	case t.event() != "" && t.seat.Chosen(): // the code may still be secret
		deal = "practice, " + Occasion(t.event())
	case t.event() != "":
		deal = Occasion(t.event())
	case t.seat.Chosen():
		deal = "practice " + string(t.seat.Code())
	case t.saving.filed:
		deal = "deal " + string(t.seat.Code())
	case t.dealOpen: // all of the deal shows but its code
		deal = "code hidden"
	}
	best, class := "no best yet", t.now.Class
	switch r := t.end.best(); {
	case class == arcade.Assisted || class == arcade.Inhuman: // it cannot become a best
		best = classLabel(class)
	case r != nil:
		best = "best " + strconv.Itoa(r.Score.Points)
	}
	parts := []string{"points " + strconv.Itoa(score.Points) + "/" + strconv.Itoa(score.Max), moves, clock(t.seat.Played()), best, deal}
	// A round in an event cannot become a best.
	if t.event() != "" && (class == arcade.Counted || class == arcade.Practice) {
		parts = slices.Delete(parts, 3, 4)
	}
	least := 3
	if watch := t.watchers(); watch != "" { // in front, so that the parts on the right do not move
		parts, least = slices.Insert(parts, 0, watch), 4
	}
	name := t.game().Info().Name
	for ; len(parts) > least; parts = parts[:len(parts)-1] {
		if 4+width(name)+partsWidth(parts) <= g.Width() {
			break
		}
	}
	says := best // the part that shows the class
	if class == arcade.Practice {
		says = deal
	}
	if class != arcade.Counted && !slices.Contains(parts, says) {
		parts[len(parts)-1] = classLabel(class) // matters more than the time
	}
	if 4+width(name)+partsWidth(parts) > g.Width() {
		short := strings.NewReplacer("points ", "", "watching", "watch")
		for i, p := range parts {
			parts[i] = short.Replace(p)
		}
	}
	g.Put(2, 0, look.Cut(name, g.Width()-4-partsWidth(parts)), look.Title)
	x := g.Width() - 2 - partsWidth(parts)
	for _, p := range parts {
		x = g.Put(x+2, 0, p, look.Text)
	}
}

// classLabel returns what a round counts as, in a word or two.
func classLabel(class arcade.Class) string {
	if class == arcade.Inhuman {
		return "not ranked"
	}
	return string(class)
}

// partsWidth returns the number of columns of parts with two blanks before each.
func partsWidth(parts []string) int {
	n := 0
	for _, p := range parts {
		n += 2 + width(p)
	}
	return n
}

// line returns the line below the board: a question, what is typed, why a marker was
// refused, what the move will do, or how the game stands.
func (t *table) line(look theme.Look) (string, grid.Style) {
	switch {
	case t.seat.Lost(): // no other sentence matters any more
		return t.closedReason(), look.Refused
	case t.asking == askNew:
		return fmt.Sprintf("Give up this game with %s for a new deal? y or n", plural(engine.Final(t.state()).Points, "point")), look.Warn
	case t.asking == askFinish:
		return fmt.Sprintf("Finish this game with %s? y or n", plural(engine.Final(t.state()).Points, "point")), look.Warn
	case t.asking == askHint && t.event() != "":
		return "A hint makes this game assisted, and it ranks apart. Show it? y or n", look.Warn
	case t.asking == askHint:
		return "A hint makes this game assisted: no best comes of it. Show it? y or n", look.Warn
	case t.message.isError:
		return t.typed() + t.message.text, look.Refused
	case t.legal.ready():
		return t.state().Describe(t.legal.move), look.Text
	case t.word != nil:
		// The sentence stays in one place while the player types.
		return padded(t.typed(), 9) + t.wanted(), look.Text
	case t.message.text != "":
		return t.message.text, look.Text
	case t.legal.move.Len() > 0:
		return t.wanted(), look.Text
	case t.failing():
		return notSavedBanner, look.Warn
	case t.showsPanel(), t.ended() && t.moving():
		return "", look.Text // the panel says it
	case t.ended():
		return t.ending(), look.Good
	case t.now.deadEnd && !t.seat.MayUndo():
		return "Only shuffling is left: nothing more can be gained. g finishes.", look.Warn
	case t.now.deadEnd:
		return "Only shuffling is left: nothing more can be gained. g finishes, u takes back.", look.Warn
	}
	return t.coach(), look.Faint
}

// typed returns the move typed so far after t.
func (t *table) typed() string {
	if t.word == nil {
		return ""
	}
	return *t.word + "_  "
}

// wanted says which marker comes next.
func (t *table) wanted() string {
	switch t.legal.move.Len() {
	case 0:
		return "Source: the card to play, such as a1. Backspace corrects, Esc stops."
	case 1:
		return "Destination: where it goes; legal places are lit."
	}
	return "Return: the card that comes back. ? is the unseen one."
}

// peeks reports whether the next undo would make a counted round assisted.
func (t *table) peeks() bool {
	return t.now.UndoPeeks && t.now.Class == arcade.Counted && t.seat.MayUndo() && !t.seat.Lost() && t.saving.ended == nil
}

// Hints implements hinter.
func (t *table) Hints() []Key {
	undo := Key{"u", "undo"}
	if t.peeks() {
		undo.Does = "undo: assisted" // undoing the sight of a card has this price
	}
	switch {
	case t.asking != noQuestion:
		return []Key{{"y", "yes"}, {"n", "no"}}
	case t.assists.typingRank:
		return []Key{{strings.Join(ranks(t.pointer.board), "/"), ""}, {"Esc", "none"}}
	case t.ended() && t.word == nil:
		return t.endHints(undo)
	}
	// The hints that change while a move is marked or typed keep their width: redrawing
	// the whole line would be most of what a move sends.
	enter, esc := Key{"Enter", "mark"}, Key{"Esc", "clear"}
	if t.legal.ready() {
		enter.Does = "play"
	}
	switch {
	case t.word != nil:
		esc.Does = "for: " // until then the other keys are places or nothing
	case t.closedReason() != "":
		return []Key{{"arrows", "move"}, {"F1", "rules"}, {"?", "keys"}, {"q", t.leavesTo()}}
	}
	t.hints = [...]Key{enter, esc, {"arrows", "move"}, undo, {"t", "type"}, {"F1", "rules"}, {"x", "hint"}, {"?", "keys"}, {"q", t.leavesTo()}}
	if !t.seat.Hints() {
		return slices.DeleteFunc(t.hints[:], func(k Key) bool { return k.Keys == "x" || k.Keys == "u" && !t.seat.MayUndo() })
	}
	return t.hints[:]
}
