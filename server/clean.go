package server

import "strings"

// textMax is the maximum length in bytes of a client's text that is shown or logged.
const textMax = 256

// clean is the one gate for text that a client chose, before it reaches a log, a screen
// or an export. It returns at most max bytes of printable ASCII, with a "?" for each
// other character. It lists what may pass, because no list of what may not was ever
// complete.
func clean(s string, max int) string {
	s = s[:min(len(s), max)]
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}
