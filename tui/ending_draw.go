package tui

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// endWidth is the maximum width of the panel for the end of a round, in columns. endHeight
// is how many rows it takes at most, with a blank one above.
const endWidth, endHeight = 62, 13

// draw draws the panel below the board or, if there is no room, as low as possible.
// open says that moves can be made at the table.
func (e *ending) draw(g *grid.Grid, look theme.Look, p *draft.Pointer, now position, open bool) {
	a := area{w: min(g.Width(), endWidth)}
	rows := e.rows(look, now, open, a.w-4, g.Height()-4)
	a.h = len(rows) + 2
	a.x = max((p.Space()-a.w)/2, 0)
	lowest := max(g.Height()-2-a.h, 1)
	a.y = min(p.Y+p.Layout.Height+1, lowest)
	g.Fill(0, a.y, g.Width(), a.h, ' ', look.Text) // or ends of the board would stand beside the panel
	panel(g, a, look, look.Cut(e.seat.Game().Info().Name+": the end", a.w-6))
	e.keys = nil
	if frame, _, ok := e.fireworks.frame(e.env.Now()); ok {
		board.Night(g, a.x+1, a.y+1, a.w-2, a.h-2, p.Board, frame, look)
		return
	}
	for i, row := range rows {
		x := a.x + 2
		for j, part := range row {
			if part.key {
				e.keys = append(e.keys, spot{Key{Keys: part.text}, x, a.y + 1 + i, width(part.text + row[j+1].text)})
			}
			x = g.Put(x, a.y+1+i, part.text, part.style)
		}
	}
	g.Cursor.X, g.Cursor.Y = a.x+2, a.y+1 // so that a screen reader finds it
}

// panel draws an empty frame with a title.
func panel(g *grid.Grid, a area, look theme.Look, title string) {
	box, right, bottom := look.Box, a.x+a.w-1, a.y+a.h-1
	g.Fill(a.x, a.y, a.w, a.h, ' ', look.Text)
	for _, y := range []int{a.y, bottom} {
		g.Fill(a.x, y, a.w, 1, box.H, look.Border)
	}
	for _, x := range []int{a.x, right} {
		g.Fill(x, a.y, 1, a.h, box.V, look.Border)
	}
	g.Set(a.x, a.y, box.TopLeft, look.Border)
	g.Set(right, a.y, box.TopRight, look.Border)
	g.Set(a.x, bottom, box.BottomLeft, look.Border)
	g.Set(right, bottom, box.BottomRight, look.Border)
	g.Put(a.x+2, a.y, " "+title+" ", look.Title)
}

// A part is some text of a row in one style. A part that is a key is followed by one that
// says what it does.
type part struct {
	text  string
	style grid.Style
	key   bool
}

// rows returns the panel's rows: at most most rows of at most w columns. If they do
// not fit, the blank rows go first, then the time, the moves and the placing, and last
// the lowest rows above the keys.
func (e *ending) rows(look theme.Look, now position, open bool, w, most int) [][]part {
	offers := e.offers(look, open, w)
	most -= len(offers)
	headline := []part{{text: look.Cut(e.headline(now), w), style: look.Good}}
	why, rest := e.paragraphs(look, now, w, false)
	if 1+len(why)+len(rest) > most {
		why, rest = e.paragraphs(look, now, w, true)
	}
	if 3+len(why)+len(rest) <= most {
		rest = slices.Concat([][]part{nil}, rest, [][]part{nil})
	}
	rows := slices.Concat([][]part{headline}, why, rest)
	return append(rows[:min(len(rows), most)], offers...)
}

// paragraphs returns the rows below the headline: why the round ended, and how it
// compares.
func (e *ending) paragraphs(look theme.Look, now position, w int, brief bool) (why, rest [][]part) {
	paragraph := func(sentences ...string) (rows [][]part) {
		text := strings.TrimSpace(strings.Join(sentences, " "))
		if text == "" {
			return nil
		}
		for _, line := range wrapped(look, w, text) {
			rows = append(rows, []part{{text: line, style: look.Text}})
		}
		return rows
	}
	note := ""
	if e, ok := now.State.(engine.Ender); ok {
		note = e.EndNote()
	}
	r := e.seat.Result()
	played, place := fmt.Sprintf("Time %s, %s.", caption.Clock(r.Millis), caption.Plural(len(r.Record.Moves), "move")), e.placing.String()
	if brief {
		played, place = "", ""
	}
	why = paragraph(e.reason(now), note)
	if !brief {
		why = slices.Concat(paragraph(e.reason(now)), paragraph(note))
	}
	return why, slices.Concat(paragraph(played, countsAs(r)), paragraph(e.comparison()), paragraph(place), paragraph(e.finalText(), e.dealText()))
}

// offers returns what the player can do next, as rows of keys. In a narrow panel it is a
// single row with one word per key and as many keys as fit.
func (e *ending) offers(look theme.Look, open bool, w int) [][]part {
	next := [][3]string{{"n", "a new deal", "new"}, {"r", "again, as practice", "again"}, {"w", "watch it", "watch"}, {"a", "analyse it", "analyse"}}
	if e.seat.Event() != "" {
		next = next[2:]
	}
	if _, daily := e.seat.Event().Day(); daily {
		next = append(next, [3]string{"y", "to paste", "paste"})
	}
	if e.env.mayPassOn(e.seat.Result()) == "" {
		next = append(next, [3]string{"C", "challenge a friend", "friend"})
	}
	if e.env.secret(e.seat.Event()) != "" {
		next = slices.DeleteFunc(next, func(o [3]string) bool { return o[0] == "a" })
	}
	if !e.seat.Ended() {
		undo := "take back"
		if costs := e.seat.UndoCosts(); costs != "" {
			undo += ": " + costs
		}
		next = [][3]string{{"n", "a new deal", "new"}, {"g", "make it final", "final"}, {"u", undo, "undo"}}
		next = slices.DeleteFunc(next, func(o [3]string) bool { return e.hasNoEffect(o[0], open) })
	}
	does, most := 1, 2
	lost := !e.seat.Result().Score.Won
	if lost { // what might help next time
		most++
		next = append(next, [3]string{"L", "learn it", "learn"}, [3]string{"F1", "the rules", "rules"})
	}
	if w < endWidth-12 {
		does, most = 2, most-1
	} else if _, made := e.seat.Game().(engine.MadeUp); made && e.seat.Ended() && e.env.Accounts != nil {
		most++
		next = append(next, [3]string{"B", "its boards", "boards"})
	}
	if e.seat.Ended() && e.env.nameless() {
		most++
		next = append(next, [3]string{"N", "choose a nick", "nick"})
	}
	way := [3]string{"q", "the " + e.leavesTo(), e.leavesTo()}
	next = append(next, [3]string{"Esc", "the board", "board"}, way)
	rows, x := [][]part{nil}, 0
	for _, o := range next {
		last, need := len(rows)-1, width(o[0])+1+width(o[does])
		switch {
		case x == 0:
		case x+3+need <= w:
			rows[last], x = append(rows[last], part{text: "   ", style: look.Text}), x+3
		case last+1 == most:
			return rows
		default:
			rows, last, x = append(rows, nil), last+1, 0
		}
		rows[last], x = append(rows[last], part{o[0], look.Key, true}, part{text: " " + o[does], style: look.Text}), x+need
	}
	return rows
}

// hasNoEffect reports whether a key does nothing at this table now, so that it is not
// offered once the round is over.
func (e *ending) hasNoEffect(key string, open bool) bool {
	switch key {
	case "n":
		return e.seat.Event() != ""
	case "g": // in a race q does the same
		return e.inRace
	case "u":
		return !open || !e.seat.MayUndo()
	}
	return false
}
