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
	config  Config
	window  bool          // there is one; otherwise lines come from a pipe
	size    Size          // of the window, zero if there is none
	buf     []byte        // taken from Config.Input but not returned by Read yet
	lines   *limit.Bucket // limits lines, by their ends
	charged bool          // lines was charged for the first line of buf

	last atomic.Pointer[string] // why the session ends, for the player
	read atomic.Bool            // something was read
}

// NewLineReader returns a reader of what a session's client types. It ends with ctx, and
// prints notices to Config.Output.
func NewLineReader(ctx context.Context, c Config) *LineReader {
	return &LineReader{
		ctx: ctx, config: c, window: c.Size != Size{}, size: c.Size,
		lines: limit.NewBucket(KeysAtOnce, KeysSecond, time.Now()),
	}
}

// Size returns the size of the client's window now, zero if there is none. Only one goroutine
// may call it.
func (r *LineReader) Size() Size {
	select {
	case size := <-r.config.Resized:
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
	return lastWords(r.config.Session, own)
}

// errEnded is what Read returns when the session should end, whatever the client does.
var errEnded = errors.New("the session has ended")

// nextLine returns how many of the typed bytes Read can return, and how long to wait
// before: one line at a time, no faster than anyone can type, or all sessions of an address may.
func (r *LineReader) nextLine() (n int, wait time.Duration) {
	i := bytes.IndexAny(r.buf, "\r\n")
	if i < 0 {
		return len(r.buf), 0
	}
	now := time.Now()
	if r.charged = r.charged || r.lines.Allow(1, now) && r.config.Session.Allow(lineKeys, now); !r.charged {
		wait = linePause
	}
	return i + 1, wait
}

// Read implements io.Reader. It notices the end of the session however much is typed, and
// takes no more bytes from its input before it has returned all earlier ones.
func (r *LineReader) Read(p []byte) (int, error) {
	idle := time.NewTimer(r.config.Times.Idle)
	defer idle.Stop()
	for {
		if r.config.Input.Flooded() { // what waits is not worth doing
			r.last.Store(&r.config.Endings.Flood)
			return 0, io.EOF
		}
		if len(r.buf) == 0 {
			r.buf = r.config.Input.AppendTo(r.buf)
		}
		ready, ended, lineReady := r.config.Input.ready, r.config.Input.ended, (<-chan time.Time)(nil)
		n, wait := r.nextLine()
		if n > 0 {
			ready, ended, lineReady = nil, nil, time.After(wait)
		}
		select {
		case <-lineReady:
			if wait > 0 {
				continue
			}
			r.config.Session.Touch(time.Now())
			n = copy(p, r.buf[:n])
			r.buf, r.charged = append(r.buf[:0], r.buf[n:]...), false
			r.read.Store(true)
			return n, nil
		case <-ready:
		case <-ended:
			if r.buf = r.config.Input.AppendTo(r.buf); len(r.buf) == 0 && !r.config.Input.Flooded() {
				return 0, io.EOF
			}
		case <-r.config.Closing:
			r.last.Store(&r.config.Endings.Closing)
			return 0, errEnded
		case last := <-r.config.Session.Ending():
			r.last.Store(&last)
			return 0, errEnded
		case text := <-r.config.Session.Notices():
			before, after := "", "\n"
			if r.window { // another prompt comes below it
				before, after = "\r\n", "\r\n> "
			}
			_, _ = io.WriteString(r.config.Output, before+text+after)
		case <-r.ctx.Done():
			return 0, errEnded
		case <-idle.C:
			r.last.Store(&r.config.Endings.Idle)
			return 0, errEnded
		}
	}
}
