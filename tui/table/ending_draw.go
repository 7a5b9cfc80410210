package table

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/sheet"
	"boardwalk/tui/theme"
)

// endWidth is the maximum width of the panel for the end of a round, in columns. endHeight
// is how many rows it takes at most below a board, with a blank one above.
const endWidth, endHeight = 62, 13

// An endPanel says how a round has ended, and which keys lead on.
type endPanel struct {
	*ending
	look  *theme.Look
	shown []screen.Spot // the keys in the last row
	says  int           // rows of the sentence above that row
}

// draw draws the panel so that the last position shows: in the place of moves beside the
// board, or else below the board, where it hides as few rows as it can. It returns how many
// rows it takes beside the board.
func (e *endPanel) draw(g *grid.Grid, p *draft.Pointer) (beside int) {
	e.keys = nil
	x, y, h, ok := p.Pane()
	switch frame, _, night := e.fireworks.frame(e.env.Now()); {
	case night:
		e.drawNight(g, p, frame)
	case ok:
		const w = sheet.Width - 4
		rows, _, _ := e.paragraphs(w)
		rows = slices.Concat(rows, [][]part{nil}, e.strip(w, g.Height()-4-y-len(rows)))
		a := grid.Area{X: x, Y: max(y+h-len(rows)-2, y), W: sheet.Width, H: len(rows) + 2}
		screen.DrawPanel(g, a, e.look, "The end")
		e.drawRows(g, a, rows)
		return a.H
	default:
		e.drawBelow(g, p)
	}
	return 0
}

// drawBelow draws the panel below the board: as a box if there is room for one, and else as
// rows without one, as low as possible.
func (e *endPanel) drawBelow(g *grid.Grid, p *draft.Pointer) {
	a := grid.Area{Y: p.Bottom(), W: min(g.Width(), endWidth)}
	room := g.Height() - 1 - e.says - a.Y
	if rows := e.box(a.W - 4); len(rows)+2 <= room {
		if a.H = len(rows) + 2; a.H < room {
			a.Y++
		}
		a.X = max((p.Space()-a.W)/2, 0)
		screen.DrawPanel(g, a, e.look, e.look.Cut(e.Seat.Game().Info().Name+": the end", a.W-6))
		e.drawRows(g, a, rows)
		return
	}
	rows := e.strip(g.Width()-4, room-1)
	a = grid.Area{Y: g.Height() - 2 - e.says - len(rows), W: g.Width(), H: len(rows) + 1}
	g.Fill(0, a.Y, a.W, a.H, ' ', e.look.Text)
	g.Fill(0, a.Y, a.W, 1, e.look.Box.H, e.look.Border)
	g.Put(2, a.Y, " "+e.look.Cut(e.headline(), a.W-6)+" ", e.look.Good)
	e.drawRows(g, a, rows)
}

// drawNight draws a frame of the picture over the middle of the board. A board that is not
// much larger it covers whole; a larger one would be too many bytes to bring back.
func (e *endPanel) drawNight(g *grid.Grid, p *draft.Pointer, frame int) {
	a := grid.Area{W: min(g.Width(), endWidth), H: min(g.Height()-2, endHeight)}
	if p.Layout.Size >= board.Boxes && p.Layout.Width <= a.W {
		a.H = min(g.Height()-2, max(a.H, p.Layout.Height))
	}
	a.X, a.Y = max((p.Space()-a.W)/2, 0), max(p.Y+(p.Layout.Height-a.H)/2, 1)
	a.Y = min(a.Y, g.Height()-1-a.H)
	g.Fill(a.X-2, a.Y, a.W+4, a.H, ' ', e.look.Text) // or ends of cards would touch it
	screen.DrawPanel(g, a, e.look, e.look.Cut(e.headline(), a.W-6))
	board.Night(g, grid.Area{X: a.X + 1, Y: a.Y + 1, W: a.W - 2, H: a.H - 2}, e.Seat.Game().Info().ID, p.Board, frame, e.look)
}

// drawRows draws the rows of the panel below the first row of its area.
func (e *endPanel) drawRows(g *grid.Grid, a grid.Area, rows [][]part) {
	for i, row := range rows {
		x := a.X + 2
		for j, part := range row {
			if part.key {
				e.keys = append(e.keys, screen.Spot{Key: screen.Key{Keys: part.text}, X: x, Y: a.Y + 1 + i, W: screen.Width(part.text + row[j+1].text)})
			}
			x = g.Put(x, a.Y+1+i, part.text, part.style)
		}
	}
	g.Cursor.X, g.Cursor.Y = a.X+2, a.Y+1 // so that a screen reader finds it
}

// A part is some text of a row in one style. A part that is a key is followed by one that
// says what it does.
type part struct {
	text  string
	style grid.Style
	key   bool
}

// box returns all rows of a panel with w columns of text.
func (e *endPanel) box(w int) [][]part {
	headline, why, rest := e.paragraphs(w)
	rows := slices.Concat(headline, why, [][]part{nil}, rest)
	if offers := e.offers(w); offers != nil {
		rows = slices.Concat(rows, [][]part{nil}, offers)
	}
	return rows
}

// strip returns the rows of a panel over the lower edge of the board, with w columns of
// text. In room rows they cover no card. If they are more, sentences are left out, the least important first.
func (e *endPanel) strip(w, room int) [][]part {
	const least = 3 // it has that many rows in any case
	room = max(room, least)
	sentences := e.sentences()
	rows := e.said(w, sentences)
	unimportant := []int{saysPlayed, saysPlace, saysNote, saysDeal, saysComparison, saysWhy, saysClass}
	if e.ghost != nil { // the comparison is with it
		unimportant = []int{saysPlayed, saysPlace, saysWhy, saysClass, saysNote, saysDeal}
	}
	for _, i := range unimportant {
		if len(rows) <= room {
			break
		}
		sentences[i] = ""
		rows = e.said(w, sentences)
	}
	return rows
}

// said returns some sentences below the headline in as few rows as hold them, without breaking those that
// fit a row, and then the keys. A row of keys would look lost below a wide one, so the last
// sentence leaves it room.
func (e *endPanel) said(w int, sentences []string) (rows [][]part) {
	var lines []string
	sentences = slices.DeleteFunc(slices.Clone(sentences), func(text string) bool { return text == "" })
	offers, keys := e.offers(w), 0
	if len(offers) == 1 && w >= sheet.Width {
		keys = len(between)
		for _, p := range offers[0] {
			keys += screen.Width(p.text)
		}
	}
	for i, sentence := range sentences {
		last, room := len(lines)-1, w
		if i == len(sentences)-1 {
			room -= keys
		}
		if sentence = e.look.Translate(sentence); last >= 0 && screen.Width(lines[last])+1+screen.Width(sentence) <= room {
			lines[last] += " " + sentence
			continue
		}
		lines = append(lines, screen.Wordwrap(sentence, w)...)
	}
	for _, line := range lines {
		rows = append(rows, []part{{text: line, style: e.look.Text}})
	}
	if n := len(lines) - 1; keys > 0 && n >= 0 && screen.Width(lines[n])+keys <= w {
		rows[n] = slices.Concat(rows[n], []part{{text: between, style: e.look.Text}}, offers[0])
		return rows
	}
	return append(rows, offers...)
}

// What the panel says below the headline: the indexes of its sentences.
const (
	saysWhy = iota // the round ended
	saysNote
	saysPlayed // how long, and with how many moves
	saysClass  // what it counts for
	saysComparison
	saysPlace
	saysFinal
	saysDeal
)

// sentences returns what the panel says below the headline. Some are "".
func (e *endPanel) sentences() []string {
	note := ""
	if end, ok := e.now.State.(engine.Ender); ok {
		note = end.EndNote()
	}
	r := e.Seat.Result()
	clock := caption.Clock(r.Millis)
	if r.Span-r.Millis >= time.Second.Milliseconds() { // leaderboards show that
		clock += " (" + caption.Clock(r.Span) + " since you first saw the deal)"
	}
	played := fmt.Sprintf("Time %s, %s.", clock, engine.Plural(len(r.Record.Moves), "move"))
	return []string{e.reason(), note, played, e.countsAs(r), e.comparison(), e.placing, e.finalText(), e.dealText()}
}

// paragraphs returns the headline, why the round ended, and how it compares.
func (e *endPanel) paragraphs(w int) (headline, why, rest [][]part) {
	paragraph := func(style grid.Style, sentences ...string) (rows [][]part) {
		text := strings.TrimSpace(strings.Join(sentences, " "))
		if text == "" {
			return nil
		}
		for _, line := range screen.Wrapped(e.look, w, text) {
			rows = append(rows, []part{{text: line, style: style}})
		}
		return rows
	}
	s := e.sentences()
	return paragraph(e.look.Good, e.headline()), slices.Concat(paragraph(e.look.Text, s[0]), paragraph(e.look.Text, s[1])),
		slices.Concat(paragraph(e.look.Text, s[2:4]...), paragraph(e.look.Text, s[4]), paragraph(e.look.Text, s[5]), paragraph(e.look.Text, s[6:]...))
}

// next returns what the player most likely does next: keys that the last row does not show, and what
// they do. A player without a nick may choose one.
func (e *endPanel) next() (next [][2]string) {
	_, daily := e.Seat.Event().Day()
	switch {
	case e.Seat.Event() == "":
		next = append(next, [2]string{"n", "new deal"})
	case !e.Seat.Ended() && e.race == nil: // in a race q does the same
		next = append(next, [2]string{"g", "make it final"})
	case e.Seat.Ended() && daily:
		next = append(next, [2]string{"y", "copy"})
	}
	switch {
	case e.env.Secret(e.Seat.Event()) == "":
		next = append(next, [2]string{"a", "analyse"})
	case e.Seat.Ended():
		next = append(next, [2]string{"w", "replay"})
	}
	if e.Seat.Ended() && e.env.Nameless() { // the arcade does not ask again
		next = append(next, [2]string{"N", "choose a nick"})
	}
	return slices.DeleteFunc(next, func(o [2]string) bool {
		return slices.ContainsFunc(e.shown, func(s screen.Spot) bool { return s.Keys == o[0] })
	})
}

// between stands between two keys, and between a sentence and a key.
const between = "   "

// offers returns the keys of next, and what they do, as rows.
func (e *endPanel) offers(w int) (rows [][]part) {
	x := 0
	for _, o := range e.next() {
		need := screen.Width(o[0]) + 1 + screen.Width(o[1])
		if x += len(between); len(rows) > 0 && x+need <= w {
			rows[len(rows)-1] = append(rows[len(rows)-1], part{text: between, style: e.look.Text})
		} else {
			rows, x = append(rows, nil), 0
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], part{o[0], e.look.Key, true}, part{text: " " + o[1], style: e.look.Text})
		x += need
	}
	return rows
}
