// Package sequence knows where the escape sequences of terminals end, including those of
// terminals that nobody uses any more: whoever reads what a terminal sends must not take a part
// of a sequence for keys.
package sequence

import "bytes"

// Escape begins most sequences.
const Escape = '\x1b'

// Begins reports whether a byte begins a sequence: Escape, or a control character of 8 bits,
// with which no character of UTF-8 begins.
func Begins(b byte) bool { return b == Escape || 0x80 <= b && b <= 0x9f }

// Introduces reports whether a byte after an Escape leads to a sequence of more than two bytes.
func Introduces(b byte) bool { return bytes.IndexByte([]byte("[O]P_^X"), b) >= 0 }

// Cut returns the length of the sequence at the beginning of b. If whole is false, more of it may
// come; then n is the length of b. A sequence that cannot be right ends before the byte that is
// wrong. Escape with a byte that introduces nothing is a sequence of two bytes. One more Escape
// in front belongs to a longer sequence, since some terminals mean Alt by it, and otherwise
// stands alone.
func Cut(b []byte) (n int, whole bool) {
	if len(b) == 0 || !Begins(b[0]) {
		return 0, false
	}
	eight := b[0] != Escape
	at, introducer := 1, b[0]-0x40
	if !eight {
		if at < len(b) && b[at] == Escape {
			at++
		}
		if at == len(b) {
			return at, false
		}
		introducer = b[at]
		at++
	}
	switch introducer {
	case '[':
		n, whole = cutControl(b[at:])
	case 'O':
		n, whole = cutKey(b[at:])
	case ']', 'P', '_', '^', 'X':
		n, whole = cutText(b[at:], eight)
	default:
		if at == 3 {
			return 1, true
		}
		return at, true
	}
	return at + n, whole
}

// keptMost is how many bytes of an unfinished sequence are kept.
const keptMost = 256

// Shorten returns as much of the beginning of a sequence as decides where it ends.
func Shorten(b []byte) []byte {
	const kind = 3 // two Escapes and what introduces the sequence
	if len(b) <= keptMost {
		return b
	}
	return append(b[:kind], b[len(b)-1])
}

// within returns how many bytes at the beginning of b lie from first to last.
func within(b []byte, first, last byte) int {
	n := 0
	for n < len(b) && first <= b[n] && b[n] <= last {
		n++
	}
	return n
}

// cutControl returns the length of the rest of a control sequence, after ESC [.
func cutControl(b []byte) (n int, whole bool) {
	if len(b) > 0 && b[0] == '[' { // a function key of the Linux console: one more character
		return 1 + min(within(b[1:], ' ', '~'), 1), len(b) > 1
	}
	digits := within(b, '0', '9')
	parameters := within(b, '0', '?')
	n = parameters + within(b[parameters:], ' ', '/')
	switch {
	case digits > 0 && n == digits+1 && b[digits] == '$' && (n == len(b) || b[n] != 'y'):
		return n, true // rxvt's Shift
	case n == len(b):
		return n, false
	case b[n] < '@' || b[n] > '~':
		return n, true
	}
	n++
	switch {
	case n == 1 && b[0] == 'M': // the mouse, as it was reported first
		return min(n+3, len(b)), n+3 <= len(b)
	case n == 1 && b[0] == 'O' && n < len(b) && bytes.IndexByte([]byte("FHPQRS"), b[n]) >= 0: // a key of some programs
		n++
	}
	return n, true
}

// cutKey returns the length of the rest of a key's sequence, after ESC O.
func cutKey(b []byte) (n int, whole bool) {
	n = within(b, '0', ';')
	if n == len(b) {
		return n, false
	}
	if b[n] < ' ' || b[n] > '~' {
		return n, true
	}
	n++
	if n == 1 && b[0] == 'P' && len(b) == 2 && bytes.IndexByte([]byte("#*0123456789"), b[1]) >= 0 { // a key after PF1
		n++
	}
	return n, true
}

// cutText returns the length of the rest of a sequence with a text in it, after ESC ] and the
// like. A control character ends it, too: the Enter or Ctrl-C of somebody whose terminal never
// sends the end.
func cutText(b []byte, eight bool) (n int, whole bool) {
	for i, c := range b {
		switch {
		case c == '\a', eight && c == 0x9c:
			return i + 1, true
		case c == Escape && i+1 == len(b):
			return len(b), false
		case c == Escape && b[i+1] == '\\':
			return i + 2, true
		case c < ' ':
			return i, true
		}
	}
	return len(b), false
}
