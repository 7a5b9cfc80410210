package account

import (
	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// sampleBoard has a card of each suit and the signs that most games have, to see a theme and
// a deck by.
var sampleBoard = func() engine.Board {
	card := func(text string) engine.Card {
		c, err := engine.ParseCard(text)
		if err != nil {
			panic(err) // the texts are fixed
		}
		return c
	}
	down := card("2s").Down()
	pile := func(col, row int, kind engine.Kind, face string, marks engine.Mark, cards ...engine.Card) engine.View {
		return engine.View{At: engine.At(col, row), Kind: kind, Face: face, Marks: marks, Cards: cards}
	}
	return engine.Board{Piles: []engine.View{
		pile(1, 1, engine.Tableau, "", 0, down, down, card("Ac")),
		pile(2, 1, engine.Tableau, "", 0, card("7h")),
		pile(3, 1, engine.Tableau, "", 0, down, card("Qd")),
		pile(4, 1, engine.Tableau, "", 0, down, down, down),
		pile(1, 2, engine.Foundation, "", engine.Closed),
		pile(2, 2, engine.Foundation, "5x2", engine.Closed, card("5d"), card("5s")),
		pile(3, 2, engine.Foundation, "9-K", engine.Founding),
		pile(4, 2, engine.Tableau, "", 0, card("Ks")),
	}}
}()

// sampleOverlay has a cursor, a marked card and a place that is lit for it.
var sampleOverlay = board.Overlay{Cursor: engine.At(1, 1), Move: engine.Move{From: engine.At(3, 1)}, Next: []engine.Place{engine.At(3, 2)}}

// drawSample draws the sample in an area: as a board, or in a row of cards if that is all there
// is room for.
func drawSample(g *grid.Grid, a grid.Area, look *theme.Look) {
	if l := board.Fit(sampleBoard, a.W, a.H); a.H >= l.Height {
		part := g.Part(a.X, a.Y, a.W, a.H)
		l.Draw(&part, (a.W-l.Width)/2, 0, sampleBoard, sampleOverlay, look)
		return
	}
	x := a.X
	for _, v := range sampleBoard.Piles {
		if c := v.Top(); c.IsUp() {
			index := look.Index(c)
			x = g.Put(x, a.Y, string(index[:]), look.Suits[c.Suit()]) + 2
		}
	}
	hatch := look.Backs[look.Pattern][0]
	g.Put(x, a.Y, string([]rune{hatch, hatch, hatch}), look.Back)
}
