package server

import (
	"io"
	"sync"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"

	"boardwalk/server/limit"
)

const (
	inputWaiting = 4 << 10 // bytes that may wait for the runner; more are dropped
	inputAtOnce  = 64 << 10
	inputSecond  = 16 << 10 // bytes a second; a faster client's session is ended,
	inputCut     = 1 << 20  // and after this many more bytes its connection is closed

	keysAtOnce = 400 // keys in a burst: enough for a pasted record
	keysSecond = 200 // keys typed faster than this are dropped

	sequenceMax = 256      // bytes of an escape sequence
	pasteMax    = 16 << 10 // bytes of a bracketed paste

	// escapeDelay is how long a lone Escape may turn out to begin a sequence.
	escapeDelay = 50 * time.Millisecond

	// pasteDelay is how long a paste may receive nothing. After that its end marker must
	// have been dropped, as more bytes came than may wait.
	pasteDelay = 2 * time.Second
)

// An input reads what a client types. It never stops reading, whatever the runner does:
// what the library would buffer in its place costs ten times as much.
type input struct {
	ready chan struct{} // receives when bytes wait
	ended chan struct{} // closed after the last byte

	mu      sync.Mutex
	waiting []byte
	limit   int  // bytes that may wait
	file    file // set if the input is a file and not typed
	flood   bool
}

// A file is what an input asks about the file that it reads.
type file interface {
	Grow(size int) (ok bool) // notes the size, whenever more has come; false refuses the file
	Release()                // nothing more of the file is kept
}

// newInput starts reading r until r ends. It calls cut when that has become urgent.
func newInput(r io.Reader, cut func()) *input {
	in := &input{ready: make(chan struct{}, 1), ended: make(chan struct{}), limit: inputAtOnce}
	go in.read(r, cut)
	return in
}

func (in *input) read(r io.Reader, cut func()) {
	rate := limit.NewBucket(inputAtOnce, inputSecond, time.Now())
	var buf [1 << 10]byte
	for {
		n, err := r.Read(buf[:])
		if err != nil {
			close(in.ended)
			return
		}
		if !in.add(buf[:n], rate) {
			break
		}
	}
	in.mu.Lock()
	in.flood = true
	in.mu.Unlock()
	close(in.ended)
	// Read on, so that nothing piles up until the channel has closed.
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

// expectKeys notes that a person types from here on.
func (in *input) expectKeys() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.limit = inputWaiting
}

// expectFile notes that a file of at most so many bytes follows. They are kept until
// discard, unless the file is refused.
func (in *input) expectFile(f file, max int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.limit, in.file = max, f
}

// discard forgets what waits and keeps nothing more: the session is over, and its client
// may leave the channel open for as long as it likes.
func (in *input) discard() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.waiting, in.limit = nil, 0
	if in.file != nil {
		in.file.Release()
	}
}

// add lets bytes wait, up to the limit. It returns false for a flood.
func (in *input) add(p []byte, rate *limit.Bucket) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.file != nil && !in.file.Grow(len(in.waiting)+len(p)) {
		in.waiting, in.limit = nil, 0
	}
	if room := in.limit - len(in.waiting); in.file != nil && room < len(p) || in.file == nil && !rate.Allow(len(p), time.Now()) {
		return false
	}
	in.waiting = append(in.waiting, p[:min(len(p), max(in.limit-len(in.waiting), 0))]...)
	select {
	case in.ready <- struct{}{}:
	default:
	}
	return true
}

// appendTo appends the waiting bytes to buf.
func (in *input) appendTo(buf []byte) []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	buf = append(buf, in.waiting...)
	in.waiting = in.waiting[:0]
	return buf
}

// flooded reports whether the input ended because there was too much of it.
func (in *input) flooded() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.flood
}

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
