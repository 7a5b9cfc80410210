package server

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"boardwalk/server/limit"
)

// A lineReader reads what a client types until the session should end. One read may still
// be blocked when the session has ended.
type lineReader struct {
	ctx     context.Context
	host    host
	in      *input
	out     *writer // receives notices
	closing <-chan struct{}
	idle    time.Duration
	words   *words
	buf     []byte        // taken from in but not returned by Read yet
	lines   *limit.Bucket // limits lines, by their ends
	charged bool          // lines was charged for the first line of buf

	mu   sync.Mutex
	last string // why the session ends, for the player
}

// newLineReader returns a reader of what a session's client types. It ends with ctx.
func newLineReader(ctx context.Context, config runConfig) *lineReader {
	return &lineReader{
		ctx: ctx, host: config.host, in: config.input, out: config.output, closing: config.closing, idle: config.limits.idle, words: config.words,
		lines: limit.NewBucket(keysAtOnce, keysSecond, time.Now()),
	}
}

// lastWords returns why the session ends, for the player; "" if that is the client's
// doing.
func (r *lineReader) lastWords() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return lastWords(r.host, r.last)
}

// noteEnd notes why the session ends.
func (r *lineReader) noteEnd(why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = why
}

// errEnded is what Read returns when the session should end, whatever the client does.
var errEnded = errors.New("the session has ended")

// nextLine returns how many of the typed bytes Read can return, and how long to wait
// before: one line at a time, no faster than anyone can type.
func (r *lineReader) nextLine() (n int, wait time.Duration) {
	i := bytes.IndexAny(r.buf, "\r\n")
	if i < 0 {
		return len(r.buf), 0
	}
	if r.charged = r.charged || r.lines.Allow(1, time.Now()); !r.charged {
		wait = time.Second / keysSecond
	}
	return i + 1, wait
}

// Read implements io.Reader. It notices the end of the session however much is typed, and
// takes no more bytes from in before it has returned all earlier ones.
func (r *lineReader) Read(p []byte) (int, error) {
	idle := time.NewTimer(r.idle)
	defer idle.Stop()
	for {
		if len(r.buf) == 0 {
			r.buf = r.in.appendTo(r.buf)
		}
		ready, ended, lineReady := r.in.ready, r.in.ended, (<-chan time.Time)(nil)
		n, wait := r.nextLine()
		if n > 0 {
			ready, ended, lineReady = nil, nil, time.After(wait)
		}
		select {
		case <-lineReady:
			if wait > 0 {
				continue
			}
			r.host.Touch(time.Now())
			n = copy(p, r.buf[:n])
			r.buf, r.charged = append(r.buf[:0], r.buf[n:]...), false
			return n, nil
		case <-ready:
		case <-ended:
			if r.buf = r.in.appendTo(r.buf); len(r.buf) > 0 {
				continue
			}
			if r.in.flooded() {
				r.noteEnd(r.words.flood)
			}
			return 0, io.EOF
		case <-r.closing:
			r.noteEnd(r.words.closing)
			return 0, errEnded
		case last := <-r.host.Ending():
			r.noteEnd(last)
			return 0, errEnded
		case text := <-r.host.Notices():
			_, _ = io.WriteString(r.out, "\r\n"+text+"\r\n> ")
		case <-r.ctx.Done():
			return 0, errEnded
		case <-idle.C:
			r.noteEnd(r.words.idle)
			return 0, errEnded
		}
	}
}
