package server

import "strings"

// textMax is the longest text of a client's that is shown or logged.
const textMax = 256

// clean is the one gate for text that a client chose, before it reaches a
// log, a screen or an export: at most max bytes of printable ASCII, and a "?"
// for each other character. It lists what may pass; no list of what may not
// was ever complete.
func clean(s string, max int) string {
	s = s[:min(len(s), max)]
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}
