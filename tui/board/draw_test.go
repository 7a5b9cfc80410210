package board_test

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// drawn returns the text of a board drawn in a room.
func drawn(b engine.Board, o board.Overlay, w, h int) string {
	g := grid.New(w, h)
	board.Fit(b, w, h).Draw(g, 0, 0, b, o, theme.Default())
	return g.String()
}

// onePile returns the drawing of a pile at a1 without the labels, its rows joined by
// spaces.
func onePile(v engine.View, o board.Overlay, w, h int) string {
	v.At = engine.At(1, 1)
	var words []string
	for _, line := range strings.Split(drawn(engine.Board{Piles: []engine.View{v}}, o, w, h), "\n")[1:] {
		if runes := []rune(line); len(runes) > 2 {
			words = append(words, strings.Fields(string(runes[2:]))...)
		}
	}
	return strings.Join(words, " ")
}

// rooms are the sizes of windows in which one pile is drawn in each size.
var rooms = map[board.Size][2]int{board.Boxes: {7, 4}, board.Brackets: {8, 2}, board.Plain: {5, 2}}

func TestAPileInEachSize(t *testing.T) {
	seven := engine.NewCard(engine.Seven, engine.Hearts)
	for _, c := range []struct {
		name string
		view engine.View
		over board.Overlay
		want map[board.Size]string
	}{
		{"a card on face-down ones", engine.View{Cards: []engine.Card{engine.Back, engine.Back, seven}}, board.Overlay{},
			map[board.Size]string{board.Boxes: "╭─2─╮ │7♥ │ ╰───╯", board.Brackets: "[7♥2]", board.Plain: "7♥2"}},
		{"the cursor", engine.View{Cards: []engine.Card{seven}}, board.Overlay{Cursor: engine.At(1, 1)},
			map[board.Size]string{board.Boxes: "┏━━━┓ ┃7♥ ┃ ┗━━━┛", board.Brackets: "<7♥ >", board.Plain: "7♥<"}},
		{"a held card", engine.View{Cards: []engine.Card{seven}, Marks: engine.Held}, board.Overlay{},
			map[board.Size]string{board.Boxes: "╭───╮ │7♥!│ ╰───╯", board.Brackets: "[7♥ ]!", board.Plain: "7♥!"}},
		{"the cursor on a held card", engine.View{Cards: []engine.Card{seven}, Marks: engine.Held}, board.Overlay{Cursor: engine.At(1, 1)},
			map[board.Size]string{board.Boxes: "┏━━━┓ ┃7♥!┃ ┗━━━┛", board.Brackets: "<7♥ >!", board.Plain: "7♥<"}},
		{"a closed foundation", engine.View{Cards: []engine.Card{seven}, Face: "7x1", Marks: engine.Closed}, board.Overlay{},
			map[board.Size]string{board.Boxes: "╭─✕─╮ │7x1│ ╰───╯", board.Brackets: "[7x1]✕", board.Plain: "7|1"}},
		{"the cursor on a closed foundation", engine.View{Cards: []engine.Card{seven}, Face: "7x1", Marks: engine.Closed},
			board.Overlay{Cursor: engine.At(1, 1)},
			map[board.Size]string{board.Boxes: "┏━✕━┓ ┃7x1┃ ┗━━━┛", board.Brackets: "<7x1>✕", board.Plain: "7|<"}},
		{"a foundation for its own card alone", engine.View{Cards: []engine.Card{seven}, Face: "7x1", Marks: engine.OwnOnly}, board.Overlay{},
			map[board.Size]string{board.Boxes: "╭─↓─╮ │7x1│ ╰───╯", board.Brackets: "[7x1]↓", board.Plain: "7↓1"}},
		{"the cursor on a source", engine.View{Cards: []engine.Card{engine.Back, seven}},
			board.Overlay{Cursor: engine.At(1, 1), Move: engine.Move{From: engine.At(1, 1)}},
			map[board.Size]string{board.Boxes: "┏━1━┓ ┃7♥ ┃ ┗━S━┛", board.Brackets: "<7♥1>S", board.Plain: "7♥S"}},
		{"an empty place that is closed", engine.View{Marks: engine.Closed}, board.Overlay{},
			map[board.Size]string{board.Boxes: "╭╌✕╌╮ ╎ ╎ ╰╌╌╌╯", board.Brackets: ". ✕", board.Plain: ".✕"}},
		{"an empty place that is open", engine.View{Marks: engine.Opening}, board.Overlay{},
			map[board.Size]string{board.Boxes: "╭╌╌╌╮ ╎ + ╎ ╰╌╌╌╯", board.Brackets: "+", board.Plain: "+"}},
		{"a source", engine.View{Cards: []engine.Card{seven}}, board.Overlay{Move: engine.Move{From: engine.At(1, 1)}},
			map[board.Size]string{board.Boxes: "╭───╮ │7♥ │ ╰─S─╯", board.Brackets: "[7♥ ]S", board.Plain: "7♥S"}},
		{"a closed place that is lit", engine.View{Face: "A-K", Marks: engine.Closed}, board.Overlay{Next: []engine.Place{engine.At(1, 1)}},
			map[board.Size]string{board.Boxes: "╭╌╌╌╮ ╎A-K╎ ╰╌•╌╯", board.Brackets: "A-K•", board.Plain: "A-•"}},
		{"more than nine face-down cards", engine.View{Cards: slices.Repeat([]engine.Card{engine.Back}, 48)}, board.Overlay{},
			map[board.Size]string{board.Boxes: "╭─48╮ │▒▒▒│ ╰───╯", board.Brackets: "[▒48]", board.Plain: "▒48"}},
		{"the cursor on them", engine.View{Cards: slices.Repeat([]engine.Card{engine.Back}, 48)}, board.Overlay{Cursor: engine.At(1, 1)},
			map[board.Size]string{board.Boxes: "┏━48┓ ┃▒▒▒┃ ┗━━━┛", board.Brackets: "<▒48>", board.Plain: "▒▒<"}},
		{"the unseen card", engine.View{Cards: []engine.Card{engine.Back}}, board.Overlay{Next: []engine.Place{engine.At(1, 1)}},
			map[board.Size]string{board.Boxes: "╭─1─╮ │▒▒▒│ ╰─?─╯", board.Brackets: "[▒▒1]?", board.Plain: "▒▒?"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			for size, room := range rooms {
				if got := onePile(c.view, c.over, room[0], room[1]); got != c.want[size] {
					t.Errorf("size %d: %q, want %q", size, got, c.want[size])
				}
			}
		})
	}
}

// TestAFaceDownCardInAFan checks that such a card shows its back.
func TestAFaceDownCardInAFan(t *testing.T) {
	seven, nine := engine.NewCard(engine.Seven, engine.Hearts), engine.NewCard(engine.Nine, engine.Clubs)
	for _, fan := range []engine.Fan{engine.FanRight, engine.FanDown} {
		b := engine.Board{Piles: []engine.View{{At: engine.At(1, 1), Fan: fan, Cards: []engine.Card{engine.Back, seven, nine}}}}
		for _, room := range [][2]int{{40, 12}, {40, 6}, {21, 4}} {
			text := drawn(b, board.Overlay{}, room[0], room[1])
			if !strings.Contains(text, "▒▒") || !strings.Contains(text, "7♥") {
				t.Errorf("fan %d in %v is\n%s", fan, room, text)
			}
		}
	}
}

// TestAFanIsLitAtItsTopCard checks that only the top card of a fan is lit, as no other
// card of it moves or is played on. In the wanted text, what is not lit is a dot.
func TestAFanIsLitAtItsTopCard(t *testing.T) {
	seven, nine := engine.NewCard(engine.Seven, engine.Hearts), engine.NewCard(engine.Nine, engine.Clubs)
	here := engine.At(1, 1)
	legal := board.Overlay{Next: []engine.Place{here}}
	for _, c := range []struct {
		name string
		fan  engine.Fan
		over board.Overlay
		want string
	}{
		{"a pile", engine.Squared, legal, "╭───╮ │...│ ╰─•─╯"},
		{"sideways", engine.FanRight, legal, "...────╮ ...│...│ ...──•─╯"},
		{"downwards", engine.FanDown, legal, "..... ..... │...│ ╰─•─╯"},
		{"marked", engine.FanRight, board.Overlay{Move: engine.Move{From: here}}, "........ ........ .....S.."},
		{"marked downwards", engine.FanDown, board.Overlay{Move: engine.Move{From: here}}, "..... ..... ..... ..S.."},
		{"under the cursor", engine.FanRight, board.Overlay{Cursor: here, Next: legal.Next}, "........ ........ .....•.."},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := engine.Board{Piles: []engine.View{{At: here, Fan: c.fan, Cards: []engine.Card{seven, nine}}}}
			g, look := grid.New(40, 12), theme.Default()
			room, width, height := 8, 5, 3
			if c.fan == engine.FanRight {
				room, width = 23, 8
			}
			board.Fit(b, room, 12).Draw(g, 0, 0, b, c.over, look)
			if c.fan == engine.FanDown {
				height = 4
			}
			var rows []string
			for y := range height {
				row := ""
				for x := range width {
					cell := g.At(2+x, 1+y)
					if s := cell.Style(); s != look.Lit && s != look.Marker {
						cell = grid.NewCell('.', grid.Style{})
					}
					row += string(cell.Rune())
				}
				rows = append(rows, row)
			}
			if got := strings.Join(rows, " "); got != c.want {
				t.Errorf("%q is lit, want %q", got, c.want)
			}
		})
	}
}

// TestALongFanSaysWhatItLeavesOut checks the first column of a long fan: "⋮8" stands for
// eight cards.
func TestALongFanSaysWhatItLeavesOut(t *testing.T) {
	cards := engine.Deck([]engine.Rank{engine.Ace, engine.Two, engine.Three, engine.Four, engine.Five}, 4)
	b := engine.Board{Piles: []engine.View{{At: engine.At(1, 1), Fan: engine.FanRight, Cards: cards}}}
	text := drawn(b, board.Overlay{}, 44, 4)
	if shown := strings.Count(text, "│") - 2; !strings.Contains(text, "⋮8") || shown != 12 {
		t.Errorf("%d cards show beside those left out:\n%s", shown, text)
	}
}

func TestTheTerminalsCursorRestsOnTheOverlays(t *testing.T) {
	b := boards()["chessboard"]
	g := grid.New(80, 24)
	l := board.Fit(b, 78, 20)
	l.Draw(g, 1, 2, b, board.Overlay{Cursor: engine.At(3, 4)}, theme.Default())
	x, y := l.Corner(engine.At(3, 4))
	if g.Cursor.X != x+2 || g.Cursor.Y != y+2 {
		t.Errorf("the cursor rests at %d,%d, want in the pile at %d,%d", g.Cursor.X, g.Cursor.Y, x+1, y+2)
	}
}

// TestTheCursorHidesNothing checks the piles of the smallest size where there are gaps
// between them.
func TestTheCursorHidesNothing(t *testing.T) {
	for _, id := range []string{"boardwalk/lucky-seven", "hopscotch"} {
		b := boards()[id]
		want := drawn(b, board.Overlay{}, 38, 6)
		for _, v := range b.Piles {
			text := drawn(b, board.Overlay{Cursor: v.At}, 38, 6)
			if strings.Count(text, "<") != 1 {
				t.Errorf("%s: no cursor at %s:\n%s", id, v.At, text)
			}
			if i := strings.Index(text, "<"); strings.IndexByte(text[i:], '>') < 3 || strings.Contains(text[:i], ">") {
				t.Errorf("%s: the brackets do not stand around %s:\n%s", id, v.At, text)
			}
			if got := blanked(text); got != blanked(want) {
				t.Errorf("%s: the cursor at %s makes\n%s\nof\n%s", id, v.At, got, want)
			}
		}
	}
}

// blanked returns a drawing without the cursor.
func blanked(text string) string {
	lines := strings.Split(strings.NewReplacer("<", " ", ">", " ").Replace(text), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// TestNoFrameIsBroken checks that the cursor and what is lit are drawn over borders in no
// reversed style, in which lines look broken, in each theme, deck and size with borders.
func TestNoFrameIsBroken(t *testing.T) {
	b := boards()["chessboard"]
	for _, th := range theme.Themes() {
		for _, d := range theme.Decks() {
			for _, room := range signRooms[:5] {
				for _, o := range []board.Overlay{{Cursor: engine.At(1, 2)}, {Next: []engine.Place{engine.At(1, 2), engine.At(2, 2)}}} {
					g := grid.New(room[0], room[1])
					board.Fit(b, room[0], room[1]).Draw(g, 0, 0, b, o, &theme.Look{Theme: th, Deck: d})
					for y := range room[1] {
						for x := range room[0] {
							if c := g.At(x, y); c.Style().Attr&grid.Reverse != 0 {
								t.Fatalf("%s, %s: %q is reversed at %d,%d:\n%s", th.Name, d.Name, c.Rune(), x, y, g)
							}
						}
					}
				}
			}
		}
	}
}

// TestTheCursorIsWhole checks that nothing takes the place of a bracket or of a corner of the
// frame of the cursor, in each theme, deck and size with such: neither a sign of a foundation
// nor a marker.
func TestTheCursorIsWhole(t *testing.T) {
	seven, here := engine.NewCard(engine.Seven, engine.Hearts), engine.At(1, 1)
	views := []engine.View{
		{Cards: []engine.Card{engine.Back, seven}}, {Cards: []engine.Card{seven}, Marks: engine.Held}, {},
		{Cards: []engine.Card{seven}, Face: "7x1", Marks: engine.Closed}, {Face: "A-K", Marks: engine.OwnOnly},
	}
	overlays := []board.Overlay{{}, {Move: engine.Move{From: here}}, {Move: engine.Move{To: here}}, {Next: []engine.Place{here}}}
	for _, v := range views {
		v.At = here
		b := engine.Board{Piles: []engine.View{v}}
		for _, o := range overlays {
			o.Cursor = here
			for _, d := range theme.Decks() {
				for _, th := range theme.Themes() {
					for _, room := range signRooms {
						g, l := grid.New(room[0], room[1]), board.Fit(b, room[0], room[1])
						l.Draw(g, 0, 0, b, o, &theme.Look{Theme: th, Deck: d})
						x, y := l.Corner(here)
						w, h := l.Size.Card()
						want, style := [2]rune{d.Heavy.TopLeft, d.Heavy.BottomRight}, th.Frame
						if l.Size == board.Brackets {
							want, style = [2]rune{'<', '>'}, th.Cursor
						}
						first, last := g.At(x, y), g.At(x+w-1, y+h-1)
						if [2]rune{first.Rune(), last.Rune()} != want || first.Style() != style || last.Style() != style {
							t.Fatalf("%s, %s: the cursor is not whole:\n%s", th.Name, d.Name, g)
						}
					}
				}
			}
		}
	}
}

// TestEachPlaceHasItsGround checks that nothing of an empty place is on the ground of a card, that no
// light has a hole in it with the ground of a card or of the table, and that each of its corners is lit,
// in each theme, game and size.
func TestEachPlaceHasItsGround(t *testing.T) {
	for _, th := range theme.Themes() {
		for id, b := range boards() {
			for _, room := range append([][2]int{{38, 8}, {58, 15}}, signRooms...) {
				l := board.Fit(b, room[0], room[1])
				w, h := l.Size.Card()
				for i, v := range b.Piles {
					for name, o := range map[string]board.Overlay{"dark": {}, "the cursor": {Cursor: v.At}, "lit": {Next: []engine.Place{v.At}}} {
						light := map[string]grid.Style{"the cursor": th.Frame, "lit": th.Lit}[name]
						if th.Ground.Bg == 0 || l.Size == board.Plain || name == "dark" && len(v.Cards) > 0 || name != "dark" && v.Top().IsDown() ||
							v.Fan != engine.Squared && len(v.Cards) > 1 {
							continue
						}
						g := grid.New(room[0], room[1])
						l.Draw(g, 0, 0, b, o, &theme.Look{Theme: th, Deck: theme.Decks()[i%2]})
						left, top := l.Corner(v.At)
						for j := range w * h {
							x, y := j%w, j/w
							inside := l.Size < board.Boxes && x > 0 && x < w-1 && y > 0 && y < h-1
							if bg := g.At(left+x, top+y).Style().Bg; bg != light.Bg && !inside {
								t.Fatalf("%s, %s, %s: %s has the ground %d at %d,%d, want %d:\n%s", th.Name, id, name, v.At, bg, x, y, light.Bg, g)
							}
						}
					}
				}
			}
		}
	}
}
