package web

import (
	"fmt"
	"html/template"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// The largest board of a film in cells. Cards have pips and courts where they fit.
const (
	filmWidth  = 64
	filmHeight = 40
)

// framesMax is the maximum number of frames of a film. A longer game is shown move by move.
const framesMax = 300

// endFrames is how many more frames the last position stays.
const endFrames = 3

// A Film is a finished round as pictures, one for each position.
type Film struct {
	Moves   []engine.Move
	game    engine.Game
	states  []engine.State
	layouts []board.Layout // of each state's board
	w, h    int            // of the largest
}

func newFilm(g engine.Game, record engine.Record) (*Film, error) {
	states, err := record.Replay(g)
	if err != nil {
		return nil, err
	}
	f := &Film{game: g, Moves: record.Moves, states: states}
	var layout board.Layout
	piles := 0
	for _, s := range states {
		if b := s.Board(); len(b.Piles) != piles { // most games keep one board
			layout, piles = board.Fit(b, filmWidth, filmHeight), len(b.Piles)
		}
		f.layouts = append(f.layouts, layout)
		f.w, f.h = max(f.w, layout.Width), max(f.h, layout.Height)
	}
	return f, nil
}

// Last returns the number of the last position; the deal is 0.
func (f *Film) Last() int { return len(f.states) - 1 }

// Frames returns the number of frames of Play, or 0 if the round is too long for it.
func (f *Film) Frames() int {
	if len(f.states) > framesMax {
		return 0
	}
	return len(f.states) + endFrames
}

// Next returns what the move after position n does, or "" at the end.
func (f *Film) Next(n int) string {
	if n >= f.Last() {
		return ""
	}
	return f.states[n].Describe(f.Moves[n])
}

// Play returns an image of all positions, one below the other, of which the style sheet
// shows one at a time. Rows that are alike are in it once.
func (f *Film) Play() template.HTML {
	reel, frame := reel{name: "f", rows: make(map[string]int)}, f.blank()
	for n := range f.states {
		f.draw(frame, n)
		reel.add(frame)
	}
	for range endFrames {
		reel.add(frame)
	}
	return reel.image("A replay of "+f.game.Info().Name, frame)
}

// Still returns an image of position n.
func (f *Film) Still(n int) template.HTML {
	reel, frame := reel{name: "f", rows: make(map[string]int)}, f.blank()
	f.draw(frame, n)
	reel.add(frame)
	return reel.image(fmt.Sprintf("%s after %d of %d moves", f.game.Info().Name, n, f.Last()), frame)
}

// captionRows is how many rows a frame has below the board, the last one with text.
const captionRows = 2

func (f *Film) blank() *grid.Grid {
	return grid.New(max(f.w, len("move 999 of 999  a1b1c1  999/999")), f.h+captionRows)
}

// draw draws position n, with the places of the next move marked.
func (f *Film) draw(g *grid.Grid, n int) {
	look := theme.Default()
	var next engine.Move
	text := "the end"
	if n < f.Last() {
		next, text = f.Moves[n], f.Moves[n].String()
	}
	g.Clear()
	layout := f.layouts[n]
	layout.Draw(g, (g.Width()-layout.Width)/2, 0, f.states[n].Board(), board.Overlay{Move: next}, look)
	y := g.Height() - 1
	x := g.Put(0, y, fmt.Sprintf("move %d of %d  ", n, f.Last()), look.Faint)
	g.Put(x, y, text, look.Text)
	score := f.states[n].Score()
	points := fmt.Sprintf("%d/%d", score.Points, score.Max)
	g.Put(g.Width()-len(points), y, points, look.Text)
}

// A reel is the frames of an image.
type reel struct {
	name   string         // in the page
	rows   map[string]int // numbers of the different rows
	defs   strings.Builder
	frames strings.Builder
	n      int
}

// add adds a frame below the others.
func (r *reel) add(g *grid.Grid) {
	for y := range g.Height() {
		row := drawRow(g, y)
		if row == "" {
			continue
		}
		number, known := r.rows[row]
		if !known {
			number = len(r.rows)
			r.rows[row] = number
			fmt.Fprintf(&r.defs, `<g id="%s%d">%s</g>`, r.name, number, row)
		}
		fmt.Fprintf(&r.frames, `<use href="#%s%d" y="%d"/>`, r.name, number, (r.n*g.Height()+y)*cellHeight)
	}
	r.n++
}

// image returns the frames as an SVG element of the size of one frame. label says what it
// shows, and must be ours.
func (r *reel) image(label string, size *grid.Grid) template.HTML {
	class := ""
	if r.n > 1 {
		class = ` class="film"`
	}
	return template.HTML(fmt.Sprintf(`<svg class="board" role="img" aria-label="%s" viewBox="0 0 %d %d"><defs>%s</defs><g%s>%s</g></svg>`,
		template.HTMLEscapeString(label), size.Width()*cellWidth, size.Height()*cellHeight, r.defs.String(), class, r.frames.String()))
}

// The room of the sign in cells, for cards with pips and courts.
const (
	signWidth  = 46
	signHeight = 22
)

// sign returns the picture above the pages: a few cards of the arcade.
func sign() template.HTML {
	var b engine.Board
	for i, text := range []string{"As", "Kh", "7d", "Qc"} {
		card, err := engine.ParseCard(text)
		if err != nil {
			continue
		}
		b.Piles = append(b.Piles, engine.View{At: engine.At(i+1, 1), Cards: []engine.Card{card}})
	}
	layout := board.Fit(b, signWidth, signHeight)
	whole := grid.New(layout.Width, layout.Height)
	layout.Draw(whole, 0, 0, b, board.Overlay{}, theme.Default())
	x, y := layout.Corner(b.Piles[0].At) // without the names of columns and rows
	frame := whole.Part(x, y, layout.Width-x, layout.Height-y)
	reel := reel{name: "s", rows: make(map[string]int)}
	reel.add(&frame)
	return reel.image("Four playing cards", &frame)
}
