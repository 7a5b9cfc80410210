package program

import (
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

const (
	sequenceMax = 256      // bytes of an escape sequence
	pasteMax    = 16 << 10 // bytes of a bracketed paste

	// escapeDelay is how long a lone Escape may turn out to begin a sequence.
	escapeDelay = 50 * time.Millisecond

	// pasteDelay is how long a paste may receive nothing. After that its end marker must
	// have been dropped, as more bytes came than may wait.
	pasteDelay = 2 * time.Second
)

// A decoder turns input into messages. It passes on only keys, the mouse and pastes. It
// drops a terminal's reports, above all of its size, which would bypass the limits on
// resize requests.
type decoder struct {
	uv.EventDecoder
	buf     []byte
	pasting bool
	paste   []byte
}

// pending reports whether the beginning of a sequence waits for the rest.
func (d *decoder) pending() bool { return len(d.buf) > 0 }

// stopPaste makes what follows keys again.
func (d *decoder) stopPaste() { d.pasting, d.paste = false, nil }

// decode calls emit for each message in the bytes so far. If late, it waits for nothing
// more: what looks like the beginning of a sequence is a key.
func (d *decoder) decode(late bool, emit func(tea.Msg)) {
	rest := d.buf
	for len(rest) > 0 {
		n, event := d.next(rest)
		// Decode reads Escape alone, and Escape with one byte as Alt with a key, even if they
		// are the beginning of a sequence whose rest has not come yet.
		_, unknown := event.(uv.UnknownEvent)
		partial := unknown || rest[0] == '\x1b' && n <= 2
		if partial && !late && len(rest) < sequenceMax {
			break
		}
		n = max(n, 1)
		d.event(event, rest[:n], emit)
		rest = rest[n:]
	}
	d.buf = append(d.buf[:0], rest...)
}

// next is Decode, without the input that Decode cannot handle: it reads past the end of
// an 8-bit sequence, which no UTF-8 terminal sends, and it recurses for each of many
// Escapes, so that 64 KiB of them take 16 MiB of stack.
func (d *decoder) next(text []byte) (n int, event uv.Event) {
	escapes := 0
	for escapes < min(len(text), 3) && text[escapes] == '\x1b' {
		escapes++
	}
	eightBit := escapes < len(text) && 0x80 <= text[escapes] && text[escapes] <= 0x9f
	switch {
	case escapes == 3, eightBit && escapes > 0:
		return 1, uv.KeyPressEvent{Code: uv.KeyEscape}
	case eightBit:
		return 1, nil
	}
	return d.Decode(text)
}

func (d *decoder) event(event uv.Event, text []byte, emit func(tea.Msg)) {
	switch event := event.(type) {
	case uv.PasteStartEvent:
		d.pasting, d.paste = true, nil
		return
	case uv.PasteEndEvent:
		if d.pasting && utf8.Valid(d.paste) {
			emit(tea.PasteMsg{Content: string(d.paste)})
		}
		d.stopPaste()
		return
	case uv.MultiEvent: // one of several interpretations
		for _, e := range event {
			if key, ok := e.(uv.KeyPressEvent); ok {
				d.event(key, text, emit)
				return
			}
		}
		return
	}
	if d.pasting {
		d.paste = append(d.paste, text[:min(len(text), pasteMax-len(d.paste))]...)
		return
	}
	switch event := event.(type) {
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
