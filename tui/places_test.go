package tui_test

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/tuitest"
)

// A box is a place of a board as the screen shows it: a box below its column's letter and
// beside its row's digit.
type box struct {
	X, Y   int    // a position inside the box
	Face   string // the three characters there or in its border, without spaces and lines around
	Sign   rune   // in the bottom border, or the last character of a plain card: a marker, the dot of a lit place, or another
	Cursor bool
}

// boardOn returns the places on the screen by name, "a1". It finds them as a player does,
// by the column's letter and the row's digit. It can read boards of large cards, of boxes,
// for which a window of 80 by 24 has room, and of plain cards.
func boardOn(r *tuitest.Robot) map[string]box {
	g := r.Grid()
	lines := make([][]rune, 0, g.Height())
	for line := range strings.SplitSeq(g.String(), "\n") {
		lines = append(lines, []rune(line))
	}
	cutSheet(lines)
	board := make(map[string]box)
	top := slices.IndexFunc(lines, isLetters)
	if top < 0 {
		return board
	}
	for y := top + 1; y < len(lines); y++ {
		digit := slices.IndexFunc(lines[y], func(c rune) bool { return c != ' ' })
		if row := runeAt(lines, digit, y); row < '1' || row > '9' || !strings.ContainsRune(" │╎┃", runeAt(lines, digit+1, y)) {
			continue
		}
		for x, letter := range lines[top] {
			if letter == ' ' {
				continue
			}
			b, ok := smallCard(lines, x, y)
			if !ok {
				b, ok = largeCard(lines, x, y)
			}
			if ok {
				board[string([]rune{letter, lines[y][digit]})] = b
			}
		}
	}
	if len(board) == 0 {
		plainCards(g, lines, top, board)
	}
	return board
}

// cutSheet cuts off the list of moves beside a board.
func cutSheet(lines [][]rune) {
	for _, line := range lines {
		before, _, ok := strings.Cut(string(line), "     move      points")
		if !ok {
			continue
		}
		at := len([]rune(before)) - 1 // of the rule before the list
		for i, line := range lines {
			lines[i] = line[:min(len(line), at)]
		}
		return
	}
}

// plainCards reads a board of plain cards below its line of letters. A card has three
// columns, with the letter above the middle one.
func plainCards(g *grid.Grid, lines [][]rune, top int, board map[string]box) {
	look, row := theme.Default(), '0'
	isText := func(c rune) bool { return c != ' ' }
	for y := top + 1; y < len(lines); y++ {
		line := []rune(strings.TrimSuffix(string(lines[y]), "  hand"))
		at := slices.IndexFunc(line, isText)
		switch {
		case at < 0:
			continue
		case line[at] <= row || line[at] > '9' || at >= slices.IndexFunc(lines[top], isText):
			return // a note, or the sentence
		}
		row = line[at]
		for x, letter := range lines[top] {
			if letter == ' ' || x-1 >= len(line) {
				continue
			}
			face := strings.TrimSpace(string(line[x-1 : min(x+2, len(line))]))
			if face == "" {
				continue
			}
			b := box{X: x, Y: y, Face: face, Cursor: g.Cursor.X == x && g.Cursor.Y == y}
			last := g.At(x+1, y)
			if s := last.Style(); s == look.Marker || s == look.Lit || s == look.Warn {
				b.Sign = last.Rune()
			}
			board[string(letter)+string(row)] = b
		}
	}
}

// isLetters reports whether a line consists of single letters, in order from a.
func isLetters(line []rune) bool {
	fields := strings.Fields(string(line))
	for i, f := range fields {
		if f != string(rune('a'+i)) {
			return false
		}
	}
	return len(fields) > 1
}

// runeAt returns the character at a position, a blank outside.
func runeAt(lines [][]rune, x, y int) rune {
	if y >= 0 && y < len(lines) && x >= 0 && x < len(lines[y]) {
		return lines[y][x]
	}
	return ' '
}

// largeCard reads the large card, or the fan of them, around column x and row y: between
// its borders, whose upper left corner has an index beside it.
func largeCard(lines [][]rune, x, y int) (box, bool) {
	side := func(x, y int) bool { return strings.ContainsRune("│╎┃╭┏", runeAt(lines, x, y)) }
	left, top, bottom := x, y, y
	for left >= 0 && !side(left, y) {
		left--
	}
	for side(left, top-1) {
		top--
	}
	for side(left, bottom) {
		bottom++
	}
	corner := runeAt(lines, left, top)
	if !strings.ContainsRune("╭┏", corner) || !strings.ContainsRune("╰┗", runeAt(lines, left, bottom)) || bottom-top < 4 {
		return box{}, false
	}
	first, right := left, left // of the last card in a fan
	for ; right < len(lines[bottom]) && !strings.ContainsRune("╯┛", lines[bottom][right]); right++ {
		if side(right, bottom-1) {
			first = right
		}
	}
	if x < left || x > right {
		return box{}, false
	}
	face := strings.Trim(string(lines[top][left+1:left+4]), "─╌━")
	return box{X: x, Y: y, Face: face, Sign: runeAt(lines, first+(right-first)/2-1, bottom), Cursor: corner == '┏'}, true
}

// smallCard reads the box around column x whose first row of cards is y.
func smallCard(lines [][]rune, x, y int) (box, bool) {
	at := func(x, y int) rune { return runeAt(lines, x, y) }
	left := x - 2 // one less for a fan
	if strings.ContainsRune("│╎┃", at(x-1, y)) {
		left = x - 1
	}
	corner := at(left, y-1)
	if !strings.ContainsRune("╭┏", corner) || !strings.ContainsRune("│╎┃", at(left, y)) {
		return box{}, false
	}
	bottom := y + 1
	for strings.ContainsRune("│╎┃", at(left, bottom)) {
		bottom++
	}
	sign := left + 2
	for strings.ContainsRune("─╌━", at(sign, bottom)) && !strings.ContainsRune("╯┛ ", at(sign+1, bottom)) {
		sign++ // a fan has it below its last card
	}
	face := string([]rune{at(left+1, y), at(left+2, y), at(left+3, y)})
	return box{X: x, Y: y, Face: strings.TrimSpace(face), Sign: at(sign, bottom), Cursor: corner == '┏'}, true
}

// cursorOf returns the name of the place with a heavy border, or "" if there is none.
func cursorOf(r *tuitest.Robot) string { return cursorOn(boardOn(r)) }

// cursorOn returns the name of the place with a heavy border on a board, or "".
func cursorOn(board map[string]box) string {
	for name, b := range board {
		if b.Cursor {
			return name
		}
	}
	return ""
}

// litOn returns the sorted names of the places with a dot or with the sign of the unseen.
func litOn(r *tuitest.Robot) []string {
	var lit []string
	for name, b := range boardOn(r) {
		if b.Sign == '•' || b.Sign == '?' {
			lit = append(lit, name)
		}
	}
	slices.Sort(lit)
	return lit
}

// walkToPlace moves the cursor to a place with the arrow keys: up or down to its row, then along
// the row.
func walkToPlace(r *tuitest.Robot, name string) {
	for range 40 {
		board := boardOn(r)
		to, ok := board[name]
		at := cursorOn(board)
		from := board[at]
		switch {
		case !ok || at == "":
			r.Fatalf("no cursor, or no place %s, on the screen:\n%s", name, r.Screen())
		case at == name:
			return
		case at[1] < name[1]:
			r.Press("down")
		case at[1] > name[1]:
			r.Press("up")
		case from.X < to.X:
			r.Press("right")
		default:
			r.Press("left")
		}
	}
	r.Fatalf("the cursor does not come to %s:\n%s", name, r.Screen())
}

// clickPlace clicks the place with a name.
func clickPlace(r *tuitest.Robot, name string) { dragPlace(r, name, name) }

// dragPlace drags from one named place to another.
func dragPlace(r *tuitest.Robot, from, to string) {
	board := boardOn(r)
	start, ok := board[from]
	end, also := board[to]
	if !ok || !also {
		r.Fatalf("the screen does not show %s and %s:\n%s", from, to, r.Screen())
	}
	r.Send(tea.MouseClickMsg{X: start.X, Y: start.Y, Button: tea.MouseLeft})
	r.Send(tea.MouseReleaseMsg{X: end.X, Y: end.Y, Button: tea.MouseLeft})
}
