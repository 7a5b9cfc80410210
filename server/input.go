package server

import (
	"io"
	"sync"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

const (
	inputWaiting = 4 << 10 // bytes that may wait for the runner; the rest is dropped
	inputAtOnce  = 64 << 10
	inputSecond  = 16 << 10 // past this rate the session is ended,
	inputCut     = 1 << 20  // and the connection closed where that does not stop it

	keysAtOnce = 400 // keys of one burst: a pasted record
	keysSecond = 200 // what is typed faster than this is dropped

	sequenceMax = 256      // bytes of an escape sequence
	pasteMax    = 16 << 10 // bytes of a marked paste

	// escapeDelay is how long an Escape may be the beginning of a sequence.
	escapeDelay = 50 * time.Millisecond

	// pasteDelay is how long a paste may rest: then its end was dropped, as more
	// came than may wait.
	pasteDelay = 2 * time.Second
)

// An input reads what a client types. It never stops reading, whatever the
// runner does: what the library had to keep for it would cost ten times as
// much.
type input struct {
	ready chan struct{} // told when bytes wait
	ended chan struct{} // closed when no more will come

	mu      sync.Mutex
	waiting []byte
	limit   int       // bytes that may wait
	file    *delivery // where it is no person who types; set before the command begins
	flood   bool
}

// newInput starts to read. It ends when r does; cut is called where that
// should be soon.
func newInput(r io.Reader, cut func()) *input {
	in := &input{ready: make(chan struct{}, 1), ended: make(chan struct{}), limit: inputAtOnce}
	go in.read(r, cut)
	return in
}

func (in *input) read(r io.Reader, cut func()) {
	rate := newBucket(inputAtOnce, inputSecond, time.Now())
	var buf [1 << 10]byte
	for {
		n, err := r.Read(buf[:])
		if err != nil {
			close(in.ended)
			return
		}
		if !in.keep(buf[:n], rate) {
			break
		}
	}
	in.mu.Lock()
	in.flood = true
	in.mu.Unlock()
	close(in.ended)
	// Read on, so that nothing piles up before the channel has closed.
	for left := inputCut; ; {
		n, err := r.Read(buf[:])
		if err != nil {
			return
		}
		if left -= n; left < 0 {
			cut()
		}
	}
}

// typed says that a person types from here on.
func (in *input) typed() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.limit = inputWaiting
}

// piped says that a file comes from here on. It is kept until drop ends its delivery,
// unless that is refused.
func (in *input) piped(file *delivery) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.limit, in.file = importBytes, file
	if file.refusal() != "" {
		in.limit = 0
	}
}

// drop forgets what waits and keeps nothing more: the session is over, and its
// client may leave the channel open for as long as it likes.
func (in *input) drop() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.waiting, in.limit = nil, 0
	if in.file != nil {
		in.file.end()
	}
}

// keep lets bytes wait, as far as they may. It returns false for a flood.
func (in *input) keep(p []byte, rate *bucket) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if size := len(in.waiting) + len(p); in.file != nil && size > importFree && in.file.grow(size) != "" {
		in.waiting, in.limit = nil, 0
	}
	if room := in.limit - len(in.waiting); in.file != nil && room < len(p) || in.file == nil && !rate.take(len(p), time.Now()) {
		return false
	}
	in.waiting = append(in.waiting, p[:min(len(p), max(in.limit-len(in.waiting), 0))]...)
	select {
	case in.ready <- struct{}{}:
	default:
	}
	return true
}

// take appends the bytes that wait to buf.
func (in *input) take(buf []byte) []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	buf = append(buf, in.waiting...)
	in.waiting = in.waiting[:0]
	return buf
}

// flooded tells whether the input ended because there was too much of it.
func (in *input) flooded() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.flood
}

// A decoder makes messages of what was typed. Only keys, the mouse and pastes
// come out. A terminal's answers do not, nor does a size it claims to have:
// that would go around the door.
type decoder struct {
	uv.EventDecoder
	buf     []byte
	pasting bool
	paste   []byte
}

// pending tells whether the beginning of a sequence waits for the rest.
func (d *decoder) pending() bool { return len(d.buf) > 0 }

// stopPaste lets what comes be keys again.
func (d *decoder) stopPaste() { d.pasting, d.paste = false, nil }

// decode calls emit for each message in the bytes so far. Once late, nothing
// more is waited for: what looks like the beginning of a sequence is a key.
func (d *decoder) decode(late bool, emit func(tea.Msg)) {
	rest := d.buf
	for len(rest) > 0 {
		n, event := d.next(rest)
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

// next is Decode, but for what that must not be given: it reads past the end of an
// 8-bit sequence, which no terminal of UTF-8 sends, and calls itself for each of
// many Escapes, which makes 16 MiB of stack of 64 KiB of them.
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
	case uv.MultiEvent: // one of several readings
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
