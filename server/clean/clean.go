// Package clean makes text that a client chose fit to be shown.
package clean

import "strings"

// Text is the one gate for text that a client chose, before it reaches a log, a screen
// or an export. It returns at most max bytes of printable ASCII, with a "?" for each
// other character. It lists what may pass, because no list of what may not was ever
// complete.
func Text(s string, max int) string {
	s = s[:min(len(s), max)]
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}
