package program

import (
	"bytes"
	"context"
	"errors"
	"io"
	"sync/atomic"
	"time"

	"boardwalk/server/limit"
)

// A LineReader reads what a client types, at most a line at a time, until the session
// should end. One read may still be blocked when the session has ended.
type LineReader struct {
	ctx     context.Context
	session Session
	in      *Input
	out     *Writer // receives notices
	closing <-chan struct{}
	idle    time.Duration
	endings *Endings
	buf     []byte        // taken from in but not returned by Read yet
	lines   *limit.Bucket // limits lines, by their ends
	charged bool          // lines was charged for the first line of buf

	window  bool        // there is one; otherwise lines come from a pipe
	size    Size        // of the window, zero if there is none
	resized <-chan Size // its later sizes

	last atomic.Pointer[string] // why the session ends, for the player
	read atomic.Bool            // something was read
}

// NewLineReader returns a reader of what a session's client types. It ends with ctx, and
// prints notices to Config.Output.
func NewLineReader(ctx context.Context, c Config) *LineReader {
	return &LineReader{
		ctx: ctx, session: c.Session, in: c.Input, out: c.Output, closing: c.Closing, idle: c.Times.Idle, endings: c.Endings,
		lines: limit.NewBucket(KeysAtOnce, KeysSecond, time.Now()), window: c.Size != Size{}, size: c.Size, resized: c.Resized,
	}
}

// Size returns the size of the client's window now, zero if there is none. Only one goroutine
// may call it.
func (r *LineReader) Size() Size {
	select {
	case size := <-r.resized:
		r.size = size
	default:
	}
	return r.size
}

// Used reports whether the client has typed anything that was read.
func (r *LineReader) Used() bool { return r.read.Load() }

// LastWords returns what the player should read at the end of the session, "" if it ends
// because of the client.
func (r *LineReader) LastWords() string {
	own := ""
	if last := r.last.Load(); last != nil {
		own = *last
	}
	return lastWords(r.session, own)
}

// notify writes a notice, and in a window another prompt below it.
func (r *LineReader) notify(text string) {
	if !r.window {
		_, _ = io.WriteString(r.out, text+"\n")
		return
	}
	_, _ = io.WriteString(r.out, "\r\n"+text+"\r\n> ")
}

// errEnded is what Read returns when the session should end, whatever the client does.
var errEnded = errors.New("the session has ended")

// nextLine returns how many of the typed bytes Read can return, and how long to wait
// before: one line at a time, no faster than anyone can type.
func (r *LineReader) nextLine() (n int, wait time.Duration) {
	i := bytes.IndexAny(r.buf, "\r\n")
	if i < 0 {
		return len(r.buf), 0
	}
	if r.charged = r.charged || r.lines.Allow(1, time.Now()); !r.charged {
		wait = time.Second / KeysSecond
	}
	return i + 1, wait
}

// Read implements io.Reader. It notices the end of the session however much is typed, and
// takes no more bytes from in before it has returned all earlier ones.
func (r *LineReader) Read(p []byte) (int, error) {
	idle := time.NewTimer(r.idle)
	defer idle.Stop()
	for {
		if r.in.Flooded() { // what waits is not worth doing
			r.last.Store(&r.endings.Flood)
			return 0, io.EOF
		}
		if len(r.buf) == 0 {
			r.buf = r.in.AppendTo(r.buf)
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
			r.session.Touch(time.Now())
			n = copy(p, r.buf[:n])
			r.buf, r.charged = append(r.buf[:0], r.buf[n:]...), false
			r.read.Store(true)
			return n, nil
		case <-ready:
		case <-ended:
			if r.buf = r.in.AppendTo(r.buf); len(r.buf) == 0 && !r.in.Flooded() {
				return 0, io.EOF
			}
		case <-r.closing:
			r.last.Store(&r.endings.Closing)
			return 0, errEnded
		case last := <-r.session.Ending():
			r.last.Store(&last)
			return 0, errEnded
		case text := <-r.session.Notices():
			r.notify(text)
		case <-r.ctx.Done():
			return 0, errEnded
		case <-idle.C:
			r.last.Store(&r.endings.Idle)
			return 0, errEnded
		}
	}
}
