package board

import (
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// NightFrames is the number of frames of [Night].
const NightFrames = 6

// Night draws a frame of a small picture on an area: fireworks of suits over a boardwalk at night,
// with what a game, named by its ID, has its picture of, and the foundations of a board. The frames
// differ in few cells.
func Night(g *grid.Grid, a grid.Area, game string, b engine.Board, frame int, look *theme.Look) {
	x, y, w, h := a.X, a.Y, a.W, a.H
	sky := h - 3
	for i := range w * sky / 40 { // stars
		g.Set(x+(i*37+11)%w, y+(i*5+i/3)%max(sky-1, 1), '.', look.Faint)
	}
	for i := range engine.Suits {
		if at := (2*i + 1) * w / (2 * engine.Suits); frame > i {
			rocket(g, x+at, y+1+i%2+max(sky-5, 0)/2, frame-i, engine.Suit((i+1)%engine.Suits), look)
		}
	}
	for i := 1; i < w; i += 4 { // a string of lamps
		g.Set(x+i, y+sky-1, look.Dot, look.Title)
	}
	rows := look.Win(game, w-2, sky-1)
	for i, row := range rows {
		g.Put(x+(w-utf8.RuneCountInString(row))/2, y+sky-len(rows)+i, row, look.Title)
	}
	promenade(g, x, y+sky, w, b, look)
	g.Fill(x, y+h-2, w, 1, look.Heavy.H, look.Border)
	g.Fill(x, y+h-1, w, 1, ' ', grid.Style{Bg: look.Back.Bg})
	for i := 2; i+2 <= w; i += 5 {
		g.Put(x+i, y+h-1, "~~", look.Back)
	}
}

// sparks holds where the sparks of a rocket are at each age.
var sparks = [...][][2]int{
	1: {{0, 0}},
	2: {{-2, 0}, {2, 0}, {0, -1}, {0, 1}},
	3: {{-4, 0}, {4, 0}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}},
}

// rocket draws fireworks around x, y: sparks that fly apart, and then go out.
func rocket(g *grid.Grid, x, y, age int, s engine.Suit, look *theme.Look) {
	spark := look.Symbols[s]
	if spark <= '~' { // a letter does not fly
		spark = '*'
	}
	if age >= len(sparks) {
		return
	}
	for _, d := range sparks[age] {
		g.Set(x+d[0], y+d[1], spark, look.Suits[s])
	}
}

// promenade draws the top cards of the foundations in a row, as many as there is room for.
func promenade(g *grid.Grid, x, y, w int, b engine.Board, look *theme.Look) {
	var tops []engine.Card
	for _, v := range b.Piles {
		if v.Kind == engine.Foundation && v.Top().IsUp() {
			tops = append(tops, v.Top())
		}
	}
	tops = tops[:min(len(tops), (w+1)/3)]
	x += (w - 3*len(tops) + 1) / 2
	for i, c := range tops {
		index := look.Index(c)
		g.Put(x+3*i, y, string(index[:]), look.Suits[c.Suit()])
	}
}
