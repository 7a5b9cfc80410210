package grid_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/tui/grid"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGoldenBoard shows what a board looks like and what a player's move sends, and
// checks both against their budgets: 4 KB for a whole frame, 300 bytes for a move.
func TestGoldenBoard(t *testing.T) {
	before, after := grid.New(80, 24), grid.New(80, 24)
	drawBoard(before, false)
	drawBoard(after, true)
	golden(t, "board.txt", after.String())

	paint := grid.Diff(nil, nil, before, grid.ANSI256)
	move := grid.Diff(nil, before, after, grid.ANSI256)
	golden(t, "move.txt", readable(move))
	if len(paint) > 4000 || len(move) > 300 {
		t.Errorf("got %d bytes for a frame and %d for a move, want at most 4000 and 300", len(paint), len(move))
	}

	term := newTerminal(t, 80, 24)
	if _, err := term.Write(append(paint, move...)); err != nil {
		t.Fatal(err)
	}
	if wrong := differs(term, grid.ANSI256, after); wrong != "" {
		t.Error(wrong)
	}
}

func TestDiffAllocatesNothing(t *testing.T) {
	before, after := grid.New(80, 24), grid.New(80, 24)
	drawBoard(before, false)
	drawBoard(after, true)
	dst := make([]byte, 0, 8<<10)
	for p := grid.Mono; p <= grid.ANSI256; p++ {
		if n := testing.AllocsPerRun(10, func() {
			dst = grid.Diff(dst[:0], before, after, p)
			dst = grid.Diff(dst, nil, after, p)
		}); n != 0 {
			t.Errorf("profile %d: got %v allocations, want none", p, n)
		}
	}
}

// drawBoard draws a table of two walks, before or after the ace of clubs went from the
// lower walk to the upper one and the card below it was turned up.
func drawBoard(g *grid.Grid, moved bool) {
	upper := []string{"2♥", "2♦", "9♠", "9♦", "3♠"}
	lower := []string{"A♣", "▒▒▒", "▒▒▒", "7♥", "▒▒▒", "K♦", "▒▒▒", "▒▒▒"}
	counts, message, score := "34434", "", "score 1/52     moves 1      0:48"
	cursor := 0
	if moved {
		upper[2], lower[0] = "A♣", "5♦"
		counts, message, score = "34534", "The ace goes up; the 5♦ below it is turned.", "score 2/52     moves 2      0:51"
		cursor = 2
	}
	faint := grid.Style{Attr: grid.Faint}
	g.Put(0, 0, "Boardwalk Hopscotch    deal 4", grid.Style{Attr: grid.Bold})
	g.Put(35, 0, score, grid.Style{})
	for i, face := range upper {
		x := 2 + 9*i
		g.Put(x+2, 1, string(rune('a'+i)), faint)
		drawCard(g, x, 2, face, counts[i:i+1], i == cursor)
		drawSlot(g, x, 5, "✕")
	}
	for i, face := range lower {
		x := 2 + 9*i
		drawCard(g, x, 8, face, "4", false)
		drawSlot(g, x, 11, " ")
		g.Put(x+2, 14, string(rune('1'+i)), faint)
	}
	g.Put(0, 15, message, grid.Style{Fg: grid.Color256(11)})
	g.Put(0, 16, "hjkl move  space pick/drop  a-e upper  1-8 lower  u undo  U redo  ? help", faint)
	g.Cursor = grid.Cursor{X: 4 + 9*cursor, Y: 3}
}

func drawCard(g *grid.Grid, x, y int, face, count string, marked bool) {
	frame, ink := grid.Style{Fg: grid.Color256(245)}, grid.Style{}
	if marked {
		frame = grid.Style{Fg: grid.Color256(11), Attr: grid.Bold}
	}
	switch {
	case strings.ContainsAny(face, "♥♦"):
		ink.Fg = grid.Color256(203)
	case strings.Contains(face, "▒"):
		ink.Fg = grid.Color256(24)
	}
	g.Put(x, y, "╭─"+count+"─╮", frame)
	g.Put(x, y+1, "│   │", frame)
	g.Put(x+1, y+1, face, ink)
	g.Put(x, y+2, "╰───╯", frame)
}

func drawSlot(g *grid.Grid, x, y int, mark string) {
	faint := grid.Style{Attr: grid.Faint}
	g.Put(x, y, "╭╌╌╌╮", faint)
	g.Put(x, y+1, "╎ "+mark+" ╎", faint)
	g.Put(x, y+2, "╰╌╌╌╯", faint)
}

// readable returns what was sent, with each sequence at the start of a line.
func readable(b []byte) string {
	return strings.TrimPrefix(strings.ReplaceAll(string(b), "\x1b", "\n\\e"), "\n")
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	got += "\n"
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s\n(-update rewrites the file)", name, got, want)
	}
}

func BenchmarkDiff(b *testing.B) {
	before, after, other := grid.New(80, 24), grid.New(80, 24), grid.New(80, 24)
	drawBoard(before, false)
	drawBoard(after, true)
	other.PutANSI(0, 0, 80, 24, strings.Repeat("\x1b[1;36mA quiet screen\x1b[m of text that fills much of the row\n", 24))
	for _, bm := range []struct {
		name      string
		old, next *grid.Grid
	}{
		{"none", after, after},
		{"move", before, after},
		{"screen", other, after},
		{"repaint", nil, after},
	} {
		for p, name := range []string{"mono", "16", "256"} {
			b.Run(fmt.Sprintf("%s/%s", bm.name, name), func(b *testing.B) {
				dst := make([]byte, 0, 8<<10)
				b.ReportAllocs()
				for b.Loop() {
					dst = grid.Diff(dst[:0], bm.old, bm.next, grid.Profile(p))
				}
				b.ReportMetric(float64(len(dst)), "bytes/diff")
			})
		}
	}
}

func BenchmarkDraw(b *testing.B) {
	g := grid.New(80, 24)
	drawBoard(g, true)
	styled := strings.Repeat("\x1b[1;38;5;11mBoardwalk\x1b[m and \x1b[2mfaint\x1b[m\n", 24)
	for _, bm := range []struct {
		name string
		draw func()
	}{
		{"Put", func() { g.Clear(); drawBoard(g, true) }},
		{"PutANSI", func() { g.Clear(); g.PutANSI(0, 0, 80, 24, styled) }},
		{"String", func() { _ = g.String() }},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				bm.draw()
			}
		})
	}
}
