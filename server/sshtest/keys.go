package sshtest

import (
	"strings"

	"boardwalk/tui/sequence"
)

// focused is a report that a terminal sends and the arcade ignores.
const focused = "\x1b[I"

// Keys returns what comes from a terminal while somebody types keys one after another: reports
// stand between them, so that no characters that happen to be read together are a paste. Marked
// pastes are left as they are.
func Keys(keys string) string {
	var b strings.Builder
	for run := 0; keys != ""; {
		n, paste := 1, strings.HasPrefix(keys, "\x1b[200~")
		switch {
		case paste:
			n = len(keys)
			if _, after, ok := strings.Cut(keys, "\x1b[201~"); ok {
				n -= len(after)
			}
		case sequence.Begins(keys[0]):
			n, _ = sequence.Cut([]byte(keys))
			n, run = max(n, 1), 0
		case keys[0] < 0x80:
			if run++; run > 3 {
				run = 1
				b.WriteString(focused)
			}
		}
		b.WriteString(keys[:n])
		keys = keys[n:]
	}
	return b.String()
}
