package program

import (
	"io"
	"sync"
	"time"

	"boardwalk/server/limit"
)

// The bounds on what a client sends and types. An input that brings more bytes is a flood
// and ends. Nobody types more keys or lines: such keys are dropped, and such lines wait.
const (
	InputAtOnce = 64 << 10 // bytes in a burst;
	inputSecond = 16 << 10 // and per second after that

	KeysAtOnce = 400 // keys or lines in a burst, enough for a pasted record;
	KeysSecond = 200 // and per second after that
	lineKeys   = 10  // keys that cost as much as a line in words: its answer may be a page

	linePause = 50 * time.Millisecond // how long a line waits before it is looked at again

	inputWaiting = 4 << 10  // bytes that may wait for the program; more are dropped
	pipeWaiting  = 16 << 10 // of a pipe; more are a flood, since dropped lines could not be seen
	inputCut     = 1 << 20  // bytes after a flood until its connection is closed

	kindWait = time.Second // how long more than a burst may wait until it is known what comes

	readsWaiting = 256 // reads of keys that are told apart while they wait
)

// An Input reads what a client types, or a file that comes in its place. It never stops
// reading, whatever the program does: what the library would buffer in its place costs
// ten times as much. It is safe for concurrent use.
type Input struct {
	ready chan struct{} // receives when bytes wait
	ended chan struct{} // closed after the last byte
	known chan struct{} // closed once it is known what comes

	mu      sync.Mutex
	waiting []byte
	reads   []int32 // how many of these bytes came at once, each time; only of keys
	limit   int     // bytes that may wait
	file    File    // set if the input is a file and not typed
	pipe    bool    // a program may write the input: none of it is dropped
	flood   bool
}

// A File is what an Input asks about the file that it reads.
type File interface {
	Grow(size int) (ok bool) // called with the size whenever more has come; false refuses the file
	Release()                // called when the file is no longer kept
}

// NewInput starts to read r until r ends. It calls cut, which should end r, when a client
// goes on sending long after a flood.
func NewInput(r io.Reader, cut func()) *Input {
	in := &Input{ready: make(chan struct{}, 1), ended: make(chan struct{}), known: make(chan struct{}), limit: InputAtOnce}
	go in.read(r, cut)
	return in
}

func (in *Input) read(r io.Reader, cut func()) {
	rate := limit.NewBucket(InputAtOnce, inputSecond, time.Now())
	var buf [1 << 10]byte
	for {
		n, err := r.Read(buf[:])
		if err != nil {
			close(in.ended)
			return
		}
		if !in.add(buf[:n], rate) && !(in.becomesKnown() && in.add(buf[:n], rate)) {
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

// becomesKnown waits for one of the Expect methods, for at most kindWait, and reports whether it was called: a client
// may send a file before its command is read.
func (in *Input) becomesKnown() bool {
	select {
	case <-in.known:
		return true
	case <-time.After(kindWait):
		return false
	}
}

// ExpectKeys notes that a person types from here on. One of the Expect methods is called, once.
func (in *Input) ExpectKeys() { in.expect(inputWaiting, false, nil) }

// ExpectPipe notes that lines follow from a client without a terminal, perhaps all at once.
func (in *Input) ExpectPipe() { in.expect(pipeWaiting, true, nil) }

// ExpectFile notes that a file of at most max bytes follows, as fast as it can come. They
// are kept until Discard, unless the file is refused.
func (in *Input) ExpectFile(f File, max int) { in.expect(max, false, f) }

func (in *Input) expect(limit int, pipe bool, f File) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.limit, in.pipe, in.file = limit, pipe, f
	close(in.known)
}

// Ended returns the channel that is closed after the last byte.
func (in *Input) Ended() <-chan struct{} { return in.ended }

// Discard forgets what waits and keeps nothing more: the session is over, and its client
// may leave the channel open for as long as it likes.
func (in *Input) Discard() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.waiting, in.reads, in.limit, in.pipe = nil, nil, 0, false
	if in.file != nil {
		in.file.Release()
	}
}

// add lets bytes wait, up to the limit. It returns false for a flood.
func (in *Input) add(p []byte, rate *limit.Bucket) bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.file != nil && !in.file.Grow(len(in.waiting)+len(p)) {
		in.waiting, in.limit = nil, 0
	}
	room := in.limit - len(in.waiting)
	if (in.file != nil || in.pipe) && room < len(p) || in.file == nil && !rate.Allow(len(p), time.Now()) {
		return false
	}
	p = p[:min(len(p), max(in.limit-len(in.waiting), 0))]
	in.waiting = append(in.waiting, p...)
	if n := len(in.reads); n < readsWaiting {
		in.reads = append(in.reads, int32(len(p)))
	} else {
		in.reads[n-1] += int32(len(p))
	}
	select {
	case in.ready <- struct{}{}:
	default:
	}
	return true
}

// AppendTo appends the waiting bytes to buf. They wait no longer.
func (in *Input) AppendTo(buf []byte) []byte {
	buf, _ = in.takeReads(buf, nil)
	return buf
}

// takeReads is AppendTo for what is typed. It also appends to reads how many bytes each read
// brought: what came at once is told apart from what only waited together.
func (in *Input) takeReads(buf []byte, reads []int32) ([]byte, []int32) {
	in.mu.Lock()
	defer in.mu.Unlock()
	buf, reads = append(buf, in.waiting...), append(reads, in.reads...)
	in.waiting, in.reads = in.waiting[:0], in.reads[:0]
	return buf, reads
}

// Flooded reports whether the input ended because there was too much of it.
func (in *Input) Flooded() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.flood
}
