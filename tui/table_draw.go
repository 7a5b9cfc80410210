package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/theme"
)

// frame implements framed. The panel at the end gets rows below the board if there are any.
func (t *table) frame(w, h int) area {
	f := frameOf(&t.draft.Pointer, w, h)
	if t.end.shows(&t.motion) {
		f.h += min(h-f.y-f.h, endHeight)
	}
	return f
}

// Draw implements Screen. From the top: the heading, the board, the game's notes, and a
// line about what is or will be.
func (t *table) Draw(g *grid.Grid, look theme.Look) {
	t.heading(g, look)
	defer t.drawSheet(g, look)
	if t.looksBack() {
		t.draft.Pointer.DrawOther(g, t.past.board, board.Overlay{Move: t.past.next}, look)
		drawSentence(g, look.Translate(t.past.looked(t.now.Moves)), look.Good)
		return
	}
	overlay := board.Overlay{Cursor: t.draft.Pointer.At, Move: t.draft.Marking.Move, Next: t.draft.Marking.Next(), Rank: t.lights.Rank}
	if t.lights.Places != nil {
		overlay.Next = t.lights.Places
	}
	t.draft.Pointer.Draw(g, overlay, look)
	if t.motion.On(t.env.Now()) {
		t.motion.Draw(g, &t.draft.Pointer, look)
	}
	text, style := t.line(look)
	if why := t.draft.Why(); why != "" && len(wordwrap(look.Translate(text), g.Width()-3)) > g.Height()-1-t.draft.Pointer.Bottom() {
		text = why // the whole sentence would cover cards, perhaps the marked ones
	}
	if t.end.shows(&t.motion) {
		t.end.draw(g, look, &t.draft.Pointer, t.now, t.closed() == "") // it would cover half of the notes
	} else {
		t.draft.Pointer.Notes.Draw(g, look)
	}
	if text == "" && !t.now.Over {
		text, style = t.coach(look, g.Width()-3, g.Height()-1-t.draft.Pointer.Below())
	}
	if text == "" {
		return
	}
	y, text := g.Height()-1, look.Translate(text)
	if means := t.explain(text, g.Width()-3, g.Height()-1-t.draft.Pointer.Below()); means != "" {
		y--
		drawSentence(g, means, look.Faint)
	}
	drawSentenceAbove(g, y, text, style)
}

// heading draws the first line. In a narrow window it leaves out the least important
// parts.
func (t *table) heading(g *grid.Grid, look theme.Look) {
	score := t.now.Score
	stored := " " // always takes its column, so that nothing to its left moves
	if t.seat.Unsaved() {
		stored = "*"
	}
	moves := "moves " + strconv.Itoa(t.now.Moves) + stored
	deal := dealLabel(t.seat, t.dealOpen)
	best, class := "no best yet", t.now.Class
	switch r := t.end.best(); {
	case class == arcade.Assisted || class == arcade.Inhuman: // it cannot become a best
		best = classLabel(class)
	case r != nil:
		best = "best " + strconv.Itoa(r.Score.Points)
	}
	parts := make([]string, 0, 6)
	if watch := watchers(t.env.Spectators); watch != "" { // in front, so that the parts on the right do not move
		parts = append(parts, watch)
	}
	parts = append(parts, "points "+strconv.Itoa(score.Points)+"/"+strconv.Itoa(score.Max), moves, caption.Clock(t.seat.Played()))
	least := len(parts)
	// A round in an event cannot become a best.
	if t.seat.Event() == "" || class != arcade.Counted && class != arcade.Practice {
		parts = append(parts, best)
	}
	parts = append(parts, deal)
	name := t.seat.Game().Info().Name
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

// dealLabel returns what the player may know about the deal, in a word or two. open says
// that no card of it lies face down.
func dealLabel(s *play.Seat, open bool) string {
	switch {
	case s.Event() != "" && s.Chosen(): // the code may still be secret
		return "practice, " + Occasion(s.Event())
	case s.Event() != "":
		return Occasion(s.Event())
	case s.Chosen():
		return "practice " + string(s.Code())
	case s.State() == play.Finished:
		return "deal " + string(s.Code())
	case s.Grade() != (grade.Mark{}):
		return s.Grade().Kind.String() + " deal"
	case open: // all of the deal shows but its code
		return "code hidden"
	}
	return "deal hidden"
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
		return t.closed(), look.Refused
	case t.asking == askNew:
		return fmt.Sprintf("Give up this game with %s for a new deal? y or n", caption.Plural(engine.Final(t.now.State).Points, "point")), look.Warn
	case t.asking == askFinish:
		return fmt.Sprintf("Finish this game with %s? y or n", caption.Plural(engine.Final(t.now.State).Points, "point")), look.Warn
	case t.asking == askHint && t.seat.Event() != "":
		return "A hint makes this game assisted, and it ranks apart. Show it? y, x or n", look.Warn
	case t.asking == askHint:
		return "A hint makes this game assisted: no best comes of it. Show it? y, x or n", look.Warn
	case t.asking == askUndo && t.seat.Event() != "":
		return "Taking it back makes this game assisted, and it ranks apart. Undo? y, u or n", look.Warn
	case t.asking == askUndo:
		return "Taking it back makes this game assisted: no best comes of it. Undo? y, u or n", look.Warn
	case t.reply.isError:
		return t.draft.Typed() + t.reply.text, look.Refused
	case t.draft.Marking.Ready():
		return t.draft.Plan(), look.Text
	case t.draft.Typing():
		// The sentence stays in one place while the player types.
		return padded(t.draft.Typed(), 9) + t.draft.Wanted(), look.Text
	case t.reply.text != "":
		return t.reply.text, look.Text
	case t.draft.Marking.Move.Len() > 0:
		if plan := t.draft.Plan(); plan != "" {
			return plan, look.Text
		}
		return t.draft.Wanted(), look.Text
	case t.seat.Err() != nil:
		return notSavedBanner, look.Warn
	case t.end.shows(&t.motion), t.seat.AtEnd() && t.motion.On(t.env.Now()):
		return "", look.Text // the panel says it
	case t.seat.AtEnd():
		return t.end.summary(t.now), look.Good
	case t.lost() && !t.now.deadEnd:
		return "This game cannot be won any more. u takes back, g finishes.", look.Warn
	case t.now.deadEnd && !t.seat.MayUndo():
		return "Only shuffling is left: nothing more can be gained. g finishes.", look.Warn
	case t.now.deadEnd:
		return "Only shuffling is left: nothing more can be gained. g finishes, u takes back.", look.Warn
	}
	return "", look.Text
}

// legend implements legended.
func (t *table) legend(look theme.Look) []sign {
	return append(boardLegend(look, t.draft.Pointer.Board), sign{Key{"moves 7*", "above the board: the last move is not stored yet"}, t.seat.Unsaved()})
}

// notSavedBanner shows unless something more important does.
const notSavedBanner = "Not saved yet. Play on: it is tried again every few seconds."

// raceLine returns the standings of the race, as far as they fit n columns. The player's
// own row is kept before any other, then rows from the first on.
func raceLine(race *arcade.Race, now time.Time, n int) string {
	if race == nil || len(race.Racers) == 0 {
		return ""
	}
	head, tail := "race "+race.Code+"  ", caption.Clock(race.Left(now).Milliseconds())+" left"
	if width(head+tail) > n-24 {
		head = ""
	}
	rows := make([]string, len(race.Racers))
	shown := make([]bool, len(rows))
	room := n - width(head+tail)
	_, own := race.Own()
	show := func(i int) {
		if i < 0 || shown[i] {
			return
		}
		if need := width(rows[i]) + 2; need <= room {
			room -= need
			shown[i] = true
		}
	}
	for i, o := range race.Racers {
		rows[i] = fmt.Sprintf("%d %s %d", i+1, racerName(race, o), o.Score.Points)
		if o.Gone {
			rows[i] += " deleted"
		}
		if o.Assisted {
			rows[i] += " assisted"
		}
		if o.Through {
			rows[i] += " through"
		}
	}
	show(own - 1)
	for i := range rows {
		show(i)
	}
	var b strings.Builder
	for i, row := range rows {
		if shown[i] {
			b.WriteString(row + "  ")
		}
	}
	return head + b.String() + tail
}
