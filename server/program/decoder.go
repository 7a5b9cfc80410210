package program

import (
	"bytes"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"boardwalk/tui/sequence"
)

const (
	pasteMax = 16 << 10    // bytes of a bracketed paste
	pasteEnd = "\x1b[201~" // what ends one

	// burstLeast is how many characters that come in one read nobody has typed.
	burstLeast = 4

	// escapeDelay is how long a lone Escape may turn out to begin a sequence, before it is
	// passed on as a key.
	escapeDelay = 50 * time.Millisecond

	// tailDelay is how long the rest of a sequence is waited for. When the Escape that began it
	// was passed on already, its rest comes to nothing.
	tailDelay = 400 * time.Millisecond

	// burstDelay is how long after a burst whatever comes belongs to it.
	burstDelay = 20 * time.Millisecond

	// pasteDelay is how long a paste may receive nothing. After that its end marker must
	// have been dropped, as more bytes came than may wait.
	pasteDelay = 2 * time.Second
)

// A decoder turns input into messages, the only place that knows what a terminal sends. It
// passes on only keys, the mouse and pastes. It drops a terminal's reports, above all of its
// size, which would bypass the limits on resize requests.
//
// No part of a sequence is a key, even if the sequence is unknown, cut anywhere, or late. A
// burst is a paste: four or more characters of one read that are not one held key. So are the
// reads that follow at once, but not those before it: a key never waits to see whether it begins
// a burst. A key with several codes, such as Backspace and Enter, is one key.
type decoder struct {
	uv.EventDecoder
	buf     []byte
	keys    int  // bytes of buf that are typed keys: they were found to be no burst
	told    bool // the Escape that begins buf was passed on
	burst   bool // a burst came just now
	pasting bool
	paste   []byte
}

// wait returns how long to wait for more before decode is called with late set, 0 if nothing is
// waited for.
func (d *decoder) wait() time.Duration {
	switch {
	case d.pasting:
		return pasteDelay
	case len(d.buf) == 0 && d.burst:
		return burstDelay
	case len(d.buf) == 0:
		return 0
	case !d.told && d.buf[0] == sequence.Escape && (len(d.buf) == 1 || !sequence.Introduces(d.buf[1])):
		return escapeDelay
	}
	return tailDelay
}

// decode calls emit for each message in buf, to which the bytes of one read were appended. If
// late, nothing has come for as long as wait said.
func (d *decoder) decode(late bool, emit func(tea.Msg)) {
	if late && len(d.buf) == 0 {
		d.burst = false
	}
	rest := d.buf
	for len(rest) > 0 {
		n := d.next(rest, late, emit)
		if n == 0 {
			break
		}
		rest = rest[n:]
		d.keys = max(d.keys-n, 0)
	}
	d.buf = append(d.buf[:0], rest...)
	if len(rest) > 0 && sequence.Begins(rest[0]) {
		d.buf = sequence.Shorten(d.buf)
	}
	if late {
		d.stopPaste()
	}
}

// stopPaste makes what follows keys again.
func (d *decoder) stopPaste() { d.pasting, d.paste = false, nil }

// next emits what the beginning of text means, and returns its length, 0 to wait for more.
func (d *decoder) next(text []byte, late bool, emit func(tea.Msg)) int {
	if d.pasting {
		return d.nextPasted(text, late, emit)
	}
	if sequence.Begins(text[0]) {
		d.burst = false
		return d.nextSequence(text, late, emit)
	}
	if d.keys == 0 {
		n, isBurst := cutBurst(text)
		if isBurst || d.burst && n > 0 {
			emit(tea.PasteMsg{Content: string(text[:n])})
			d.burst = true
			return n
		}
		d.burst, d.keys = false, n
	}
	if !late && !utf8.FullRune(text) {
		return 0
	}
	return d.nextKey(text, emit)
}

// nextPasted is next within a paste.
func (d *decoder) nextPasted(text []byte, late bool, emit func(tea.Msg)) int {
	n := bytes.IndexByte(text, sequence.Escape)
	switch {
	case n < 0:
		n = len(text)
	case n > 0:
	case bytes.HasPrefix(text, []byte(pasteEnd)):
		if utf8.Valid(d.paste) {
			emit(tea.PasteMsg{Content: string(d.paste)})
		}
		d.stopPaste()
		return len(pasteEnd)
	case !late && bytes.HasPrefix([]byte(pasteEnd), text):
		return 0
	default:
		n = 1
	}
	d.paste = append(d.paste, text[:min(n, pasteMax-len(d.paste))]...)
	return n
}

// isText reports whether a byte belongs to a printable character.
func isText(c byte) bool { return ' ' <= c && c != 0x7f && !sequence.Begins(c) }

// cutBurst returns how many bytes at the beginning of text are what a paste consists of, and
// whether they are one: a held key repeats itself, and so do several in one read.
func cutBurst(text []byte) (n int, isBurst bool) {
	characters, several, first := 0, false, rune(0)
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		switch {
		case r == '\r' || r == '\n' || r == '\t':
		case r == utf8.RuneError && size < 2 || r < ' ' || r == 0x7f || 0x80 <= r && r < 0xa0:
			return n, several && characters >= burstLeast
		case characters == 0:
			first, characters = r, 1
		default:
			characters, several = characters+1, several || r != first
		}
		n += size
	}
	return n, several && characters >= burstLeast
}

// leads holds the control characters with which function keys of old terminals begin.
const leads = "\x00\x01\x02\x13\x16\x19\x1a\x1c\x1e"

// nextKey is next for a key that is no sequence.
func (d *decoder) nextKey(text []byte, emit func(tea.Msg)) int {
	switch c := text[0]; c {
	case '\r', '\n':
		emit(tea.KeyPressMsg{Code: tea.KeyEnter})
		if c == '\r' && len(text) > 1 && text[1] == '\n' {
			return 2
		}
		return 1
	case '\b':
		emit(tea.KeyPressMsg{Code: tea.KeyBackspace})
		return 1
	default:
		if strings.IndexByte(leads, c) >= 0 && len(text) > 1 && isText(text[1]) {
			return 1 + cutOldKey(text[1:])
		}
	}
	n, event := d.Decode(text)
	d.emit(event, emit)
	return max(n, 1)
}

// cutOldKey returns the length of the rest of a function key of an old terminal: a few
// characters, and sometimes Enter.
func cutOldKey(text []byte) int {
	n := 0
	for n < len(text) && (isText(text[n]) || n > 0 && text[n] >= 0x80) {
		n++
	}
	if n < len(text) && (text[n] == '\r' || text[n] == '\n') {
		n++
	}
	return n
}

// nextSequence is next for a sequence, which an Escape key may seem to begin.
func (d *decoder) nextSequence(text []byte, late bool, emit func(tea.Msg)) int {
	n, whole := sequence.Cut(text)
	if d.told {
		return d.nextTail(text, n, whole || late)
	}
	escape := text[0] == sequence.Escape
	switch {
	case escape && len(text) == 1 && late:
		emit(tea.KeyPressMsg{Code: tea.KeyEscape})
		d.told = true
		return 0
	case escape && n <= 2 && (whole || late) && (n == 1 || sequence.Begins(text[1])) && len(text) > 1: // not of what follows
		emit(tea.KeyPressMsg{Code: tea.KeyEscape})
		return 1
	case escape && whole && n == 2 && isText(text[1]): // Alt with a key, or a function key of an old terminal
		if !late && (len(text) == n || !utf8.FullRune(text[1:])) {
			return 0
		}
		_, size := utf8.DecodeRune(text[1:])
		if old := cutOldKey(text[1+size:]); old > 0 {
			return 1 + size + old
		}
		n = 1 + size
	case !whole && !late:
		return 0
	case !whole, !escape: // no terminal whose text is UTF-8 sends a sequence of 8 bits
		return n
	}
	d.emit(d.event(text[:n]), emit)
	return n
}

// nextTail is nextSequence after the Escape was passed on as a key, where n bytes seem to belong
// to a sequence. If ended, no more will come.
func (d *decoder) nextTail(text []byte, n int, ended bool) int {
	switch {
	case len(text) == 1 && !ended:
		return 0
	case len(text) == 1, !sequence.Introduces(text[1]), len(text) == 2 && ended, isWord(text[1:]):
		n = 1 // it was the key
	case !ended:
		return 0
	case string(text[:n]) == "\x1b[200~":
		d.pasting = true
	}
	d.told = false
	return n
}

// isWord reports whether text after an Escape key looks typed: a terminal's sequences with a text
// do not begin with a small letter.
func isWord(text []byte) bool {
	return len(text) > 1 && text[0] != '[' && text[0] != 'O' && 'a' <= text[1] && text[1] <= 'z'
}

// event returns the event of a sequence, nil if it has none for anybody.
func (d *decoder) event(text []byte) uv.Event {
	if function := []byte("\x1b[["); len(text) == 4 && bytes.HasPrefix(text, function) {
		if key := rune(text[3]) - 'A'; 0 <= key && key < 5 {
			return uv.KeyPressEvent{Code: tea.KeyF1 + key} // of the Linux console
		}
		return nil
	}
	_, event := d.Decode(text)
	if several, ok := event.(uv.MultiEvent); ok { // interpretations
		for _, event := range several {
			if key, ok := event.(uv.KeyPressEvent); ok {
				return key
			}
		}
		return nil
	}
	key, ok := event.(uv.KeyPressEvent)
	if ok && text[1] == 'O' && tea.KeyKpEqual <= key.Code && key.Code <= tea.KeyKp9 {
		return nil // the keypad sends characters, as it was told to when the program began
	}
	return event
}

// emit passes on what an event is for a program.
func (d *decoder) emit(event uv.Event, emit func(tea.Msg)) {
	switch event := event.(type) {
	case uv.PasteStartEvent:
		d.pasting, d.paste = true, nil
	case uv.KeyPressEvent:
		emit(tea.KeyPressMsg(event))
	case uv.MouseClickEvent:
		emit(tea.MouseClickMsg(event))
	case uv.MouseReleaseEvent:
		emit(tea.MouseReleaseMsg(event))
	case uv.MouseMotionEvent:
		emit(tea.MouseMotionMsg(event))
	case uv.MouseWheelEvent:
		emit(tea.MouseWheelMsg(event))
	}
}
