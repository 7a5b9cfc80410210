package table

import (
	"cmp"
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
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// Frame implements screen.Framed. The panel at the end gets rows below the board, unless it stands
// beside the board: where there are too few, the cards are smaller. Those of a game that was won
// stay as they are, and the panel covers some.
func (t *Table) Frame(w, h int) grid.Area {
	p := &t.Draft.Pointer
	p.Says = 0
	f := p.Frame(w, h)
	if _, _, _, beside := p.Pane(); !t.end.shows() || beside {
		return f
	}
	f.H += min(h-f.Y-f.H, endHeight)
	ends := endPanel{ending: &t.end, look: theme.Default(), shown: screen.LayoutKeys(screen.HintsOf(t), f.W, f.H)}
	_, _, night := t.end.fireworks.frame(t.env.Now())
	if rows := 1 + len(ends.said(f.W-4, ends.sentences())); !night && !t.now.Score.Won && p.Bottom()+rows+1 > f.H {
		p.Says = rows
		f = p.Frame(w, h)
		f.H += min(h-f.Y-f.H, endHeight)
	}
	return f
}

// Draw implements Screen. From the top: the heading, the board, the game's notes, and a
// line about what is or will be.
func (t *Table) Draw(g *grid.Grid, look *theme.Look) {
	t.drawHeading(g, look)
	panel := 0 // rows of the panel beside the board
	defer func() { t.drawSheet(g, look, panel) }()
	if t.past.shows(t.now.turn) {
		t.Draft.Pointer.DrawOther(g, t.past.board, board.Overlay{Move: t.past.next}, look)
		text, style := caption.LookingBack(t.past.at, t.now.Moves, t.past.score), look.Good
		if wrong := t.past.wrong; !wrong.IsZero() {
			text, style = fmt.Sprintf("%s was wrong: %s, as marked, keeps the win.", wrong, t.past.next), look.Warn
		}
		screen.DrawSentence(g, look.Translate(text+" Esc returns to the game."), style)
		return
	}
	overlay := board.Overlay{Cursor: t.Draft.Pointer.At, Move: t.Draft.Marking.Move, Next: t.Draft.Marking.Next(), Rank: t.lights.Rank}
	if t.lights.Places != nil {
		overlay.Next = t.lights.Places
	}
	overlay.Glow = t.motion.Lit(t.env.Now())
	t.Draft.Pointer.Draw(g, overlay, look)
	t.motion.Draw(g, &t.Draft.Pointer, look, t.env.Now())
	text, style := t.line(look)
	tooLong := func() bool {
		return len(screen.Wordwrap(look.Translate(text), g.Width()-3)) > g.Height()-1-t.Draft.Pointer.Bottom()
	}
	if why := t.Draft.Why(); why != "" && tooLong() { // the whole sentence would cover cards, perhaps the marked ones
		move, _, _ := strings.Cut(text, ":")
		if text = move + ". " + why; tooLong() {
			text = move + "."
		}
	}
	notes := t.Draft.Pointer.Notes
	if t.end.shows() {
		keys := screen.LayoutKeys(screen.HintsOf(t), g.Width(), g.Height())
		ends := endPanel{ending: &t.end, look: look, shown: keys}
		if text != "" {
			ends.says = screen.SentenceRows(look.Translate(text), g.Width())
		}
		panel = ends.draw(g, &t.Draft.Pointer)
		notes = draft.Notes{} // it would cover half of them
	}
	standings := ""
	if text != "" && !t.Seat.AtEnd() { // else the coach shows them, or the panel
		standings = t.standings(g.Width() - 3)
	}
	if text == "" && !t.Seat.AtEnd() { // no move is made any more, so its keys are no help
		text, style = t.coach.says(&t.round, look, g.Width()-3, g.Height()-1-t.Draft.Pointer.Below())
	}
	if text == "" {
		notes.Draw(g, look)
		return
	}
	y, text := g.Height()-1, look.Translate(text)
	if means := t.coach.explain(&t.round, text, g.Width()-3, g.Height()-1-t.Draft.Pointer.Below()); means != "" && screen.Fits(means, g.Width()-3) {
		y--
		screen.DrawSentence(g, means, look.Faint)
	}
	top := y - screen.SentenceRows(text, g.Width())
	screen.DrawSentenceAbove(g, y, text, style)
	if above := top - 1; standings != "" && above >= t.Draft.Pointer.Below() {
		g.Put(2, above, standings, look.Text)
		top = above
	}
	notes.DrawAbove(g, look, top)
}

// A headingOf is what the first line of a table is made of. It is made again when that has changed.
type headingOf struct {
	name     string // of the game
	width    int    // of the window
	score    engine.Score
	moves    int
	few      int // cards that can move, if they are few
	unsaved  bool
	seconds  int64          // played
	best     *arcade.Result // nil if there is none
	class    arcade.Class
	called   string // the class
	watchers int
	event    arcade.Event
	occasion string // its name
	code     engine.Code
	mark     grade.Mark
	chosen   bool
	finished bool
	left     int // minutes of a sprint
}

// drawHeading draws the first line.
func (t *Table) drawHeading(g *grid.Grid, look *theme.Look) {
	clock := t.Seat.Played()
	if t.Seat.Ticks() {
		clock = screen.ShownClock(clock)
	}
	of := headingOf{
		name: t.Seat.Game().Info().Name, width: g.Width(), score: t.now.Score, moves: t.now.Moves, few: t.now.few, unsaved: t.Seat.Unsaved(),
		seconds: clock / 1000, best: t.end.best(), class: t.now.Class, event: t.Seat.Event(), code: t.Seat.Code(), mark: t.Seat.Grade(),
		occasion: session.Occasion(t.Seat.Event()),
		called:   arcade.ClassName(t.now.Class, t.Seat.Grade(), t.now.Tally), watchers: t.watchers(), chosen: t.Seat.Chosen(), finished: t.Seat.State() == play.Finished,
	}
	if t.Seat.AtEnd() {
		of.few = 0
	}
	if begins, _, ok := of.event.Sprint(); ok {
		of.left = int(max(begins.Add(arcade.SprintLasts).Sub(t.env.Now())+time.Minute-1, 0) / time.Minute)
	}
	if t.heading != of {
		t.heading, t.parts = of, of.makeParts()
	}
	parts := t.parts
	g.Put(2, 0, look.Cut(of.name, g.Width()-4-screen.PartsWidth(parts)), look.Title)
	x := g.Width() - 2 - screen.PartsWidth(parts)
	for _, p := range parts {
		x = g.Put(x+2, 0, p, look.Text)
	}
}

// makeParts returns the parts. In a narrow window it leaves out the least important ones.
func (of headingOf) makeParts() (parts []string) {
	stored := " " // always takes its column, so that nothing to its left moves
	if of.unsaved {
		stored = "*"
	}
	clock, deal := caption.Clock(of.seconds*1000), of.deal()
	best := "no best yet"
	switch {
	case of.class == arcade.Assisted || of.class == arcade.Inhuman: // it cannot become a best
		best = of.called
	case of.best != nil:
		best = "best " + strconv.Itoa(of.best.Score.Points)
	}
	points := "points " + strconv.Itoa(of.score.Points) + "/" + strconv.Itoa(of.score.Max)
	parts = append(parts, points, "moves "+strconv.Itoa(of.moves)+stored, clock)
	least := len(parts)
	if of.width >= 80 { // with room, no other part moves when this one changes
		best = screen.Padded(best, len("no best yet"))
	}
	// A round in an event cannot become a best.
	if of.event == "" || of.class != arcade.Counted && of.class != arcade.Practice {
		parts = append(parts, best)
	}
	parts = append(parts, deal)
	if of.left > 0 && !of.chosen {
		parts = append(parts, strconv.Itoa(of.left)+" min left")
	}
	var front []string
	tooWide := func(more ...string) bool {
		return 4+screen.Width(of.name)+screen.PartsWidth(front)+screen.PartsWidth(parts)+screen.PartsWidth(more) > of.width
	}
	for len(parts) > least && tooWide() {
		parts = parts[:len(parts)-1]
	}
	says := best // the part that shows the class
	if of.class == arcade.Practice {
		says = deal
	}
	if of.class != arcade.Counted && !slices.Contains(parts, says) {
		says = of.called
		parts[len(parts)-1] = says // matters more than the time
	}
	// What comes and goes moves no other part: it stands in front or, where that is too wide or would be once the
	// numbers have grown, in place of the clock or of what follows.
	few, slots := strconv.Itoa(of.few)+" can move", parts[least-1:]
	grows := strings.Repeat("0", max(len(strconv.Itoa(of.score.Max))-len(strconv.Itoa(of.score.Points)), 0)+
		max(len("99")-len(strconv.Itoa(of.moves)), 0)+max(len("10:00")-len(clock), 0))
	note := func(n int, text string) {
		last := len(slots) - 1
		if last >= 0 && of.class != arcade.Counted && slots[last] == says {
			last--
		}
		switch {
		case n == 0:
		case last >= 0 && tooWide(text+grows):
			slots[last], slots = screen.Padded(text, screen.Width(slots[last])), slots[:last]
		default:
			front = slices.Insert(front, 0, text)
		}
	}
	if long := engine.Plural(of.few, "card") + " can move"; !tooWide(long + grows) {
		few = long
	}
	note(of.few, few)
	note(of.watchers, strconv.Itoa(of.watchers)+" watching")
	parts, front = append(front, parts...), nil
	if i := slices.Index(parts, says); i >= 0 && of.class != arcade.Counted && tooWide() {
		parts[i] = of.called // without the code of a practice deal
	}
	if tooWide() {
		short := strings.NewReplacer("points ", "", "watching", "watch")
		for i, p := range parts {
			parts[i] = short.Replace(p)
		}
	}
	if last := len(parts) - 1; (parts[last] == clock || strings.TrimSpace(parts[last]) == few) && tooWide() {
		parts = parts[:last]
	}
	return parts
}

// deal returns what the player may know about the deal, in a word or two.
func (of headingOf) deal() string {
	switch {
	case of.event != "" && of.chosen: // the code may still be secret
		return "practice, " + of.occasion
	case of.left > 0:
		_, n, _ := of.event.Sprint()
		return fmt.Sprintf("sprint deal %d", n)
	case of.event != "":
		return of.occasion
	case of.chosen:
		return "practice " + string(of.code)
	case of.finished:
		return "deal " + string(of.code)
	case of.mark != (grade.Mark{}):
		return of.mark.Kind.String() + " deal"
	}
	return "a fresh deal"
}

// line returns the line below the board: a question, what is typed, why a marker was
// refused, what the move will do, or how the game stands.
func (t *Table) line(look *theme.Look) (string, grid.Style) {
	switch {
	case t.Seat.Lost(): // no other sentence matters any more
		return t.closed(), look.Refused
	case t.asking.text != "":
		return t.asking.text, look.Warn
	case t.IsError:
		return t.Draft.Typed() + t.Text, look.Refused
	case t.Text == "" && t.searches.hinting():
		return "Looking ... Esc stops.", look.Text
	case t.Text != "":
		return t.Text, look.Text
	case t.Draft.Hinted() && t.lost():
		return caption.CannotBeWon + " " + t.Draft.Plan(), look.Warn
	case t.Draft.Warning() != "":
		text, warning := t.Draft.Plan(), t.Draft.Warning()
		if !strings.Contains(text, warning) {
			text += " " + warning
		}
		return text, look.Warn
	case t.Draft.Marking.Ready():
		return t.Draft.Plan(), look.Text
	case t.Draft.Typing():
		// The sentence stays in one place while the player types.
		return screen.Padded(t.Draft.Typed(), 9) + t.Draft.Wanted(), look.Text
	case t.Draft.Marking.Move.Len() > 0:
		if plan := t.Draft.Plan(); plan != "" {
			return plan, look.Text
		}
		return t.Draft.Wanted(), look.Text
	case t.Seat.Err() != nil:
		return t.unsaved(), look.Warn
	case t.end.shows(), t.Seat.AtEnd() && t.motion.On(t.env.Now()):
		return "", look.Text // the panel says it
	case t.Seat.AtEnd():
		return t.end.summary(), look.Good
	case t.lost() && !t.now.deadEnd:
		return caption.CannotBeWon + " u takes back, g finishes.", look.Warn
	case t.now.deadEnd && !t.Seat.MayUndo():
		return caption.Sentence(caption.DeadEnd) + " g finishes.", look.Warn
	case t.now.deadEnd:
		return caption.Sentence(caption.DeadEnd) + " u takes back, g finishes.", look.Warn
	}
	return t.now.came, look.Text
}

// Legend implements screen.Legended.
func (t *Table) Legend(look *theme.Look) []screen.Sign {
	const ghost = "below the board: what the game that you race had at this time"
	signs := append(screen.BoardLegend(look, t.Draft.Pointer.Board), screen.Sign{
		Key: screen.Key{Keys: "moves 7*", Does: "above the board: the last move is not stored yet"}, Shows: t.Seat.Unsaved(),
	})
	if t.ghost != nil {
		signs = append(signs, screen.Sign{Key: screen.Key{Keys: "Ghost", Does: ghost}, Shows: true})
	}
	return signs
}

// unsaved says what a player can do while the store is unavailable.
func (t *Table) unsaved() string {
	pending := screen.When(t.Seat.Pending(), "Not saved yet: the next card turns up once it is. q leaves.")
	return cmp.Or(pending, "Not saved yet. Play on: it is tried again every few seconds.")
}

// standings returns how those stand with whom the player races, as far as it fits n columns, "" if there
// is nobody.
func (r *round) standings(n int) string {
	if r.ghost != nil {
		return caption.Ghost(r.ghost, r.Seat.Played())
	}
	return screen.RaceLine(r.race, r.env.Now(), n)
}
