package caption

import (
	"strings"
	"unicode/utf8"
)

// columns is the width of a terminal for text that no screen lays out, such as what commands
// print.
const columns = 80

// Fold breaks the lines of a text that are wider than a terminal of 80 columns at their blanks.
// The rows that follow the first of a line begin with indent blanks. A longer word stays whole,
// to be selected.
func Fold(text string, indent int) string {
	var rows []string
	for line := range strings.SplitSeq(text, "\n") {
		for utf8.RuneCountInString(line) > columns {
			at, n := -1, 0 // the last blank that fits, and the columns up to there
			for i, r := range line {
				if r == ' ' && n > indent && (n <= columns || at < 0) {
					at = i
				}
				n++
			}
			if at < 0 {
				break
			}
			rows = append(rows, strings.TrimRight(line[:at], " "))
			line = strings.Repeat(" ", indent) + strings.TrimLeft(line[at:], " ")
		}
		rows = append(rows, line)
	}
	return strings.Join(rows, "\n")
}

// FoldAround folds a text whose lines may end with a command after a colon, which stays whole.
func FoldAround(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if says, typed, ok := strings.Cut(line, ": ssh "); ok && utf8.RuneCountInString(line) > columns {
			lines[i] = Fold(says+":", 0) + "\n  ssh " + typed
		} else {
			lines[i] = Fold(line, 0)
		}
	}
	return strings.Join(lines, "\n")
}
