package words

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// typeaheadMax is how many bytes may be typed ahead during a long task before reading
// pauses.
const typeaheadMax = 4 << 10

// A readResult is the outcome of one read.
type readResult struct {
	data []byte
	err  error
}

// interruptible runs do, which may take long, and reports whether it was stopped: by
// Ctrl-C, which also discards everything typed before it, or by an error of the reader
// other than io.EOF. Whatever else is typed in the meantime is left for Next. during may
// leave a read in progress, which the next call of Next or during waits for.
func (l *Lines) interruptible(do func(context.Context)) (stopped bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watched := make(chan bool)
	go func() {
		stopped := l.awaitInterrupt(ctx.Done())
		if stopped {
			cancel()
		}
		watched <- stopped
	}()
	do(ctx)
	cancel()
	return <-watched
}

// awaitInterrupt reads ahead until done is closed, and reports whether the player wants
// to stop before that.
func (l *Lines) awaitInterrupt(done <-chan struct{}) (stop bool) {
	for {
		if i := bytes.LastIndexByte(l.waiting, ctrlC); i >= 0 {
			l.waiting = l.waiting[i+1:]
			return true
		}
		if l.readErr != nil {
			return !errors.Is(l.readErr, io.EOF) // at the end of input the player may still be listening
		}
		if len(l.waiting) >= typeaheadMax {
			return false
		}
		l.readAhead()
		select {
		case r := <-l.reading:
			l.finishRead(r)
		case <-done:
			return false
		}
	}
}

// readAhead starts a read in a goroutine, unless one is in progress.
func (l *Lines) readAhead() {
	if l.reading != nil {
		return
	}
	reading := make(chan readResult, 1)
	l.reading = reading
	go func() {
		buf := make([]byte, len(l.buf))
		n, err := l.from.Read(buf)
		reading <- readResult{buf[:n], err}
	}()
}

func (l *Lines) finishRead(r readResult) {
	l.reading = nil
	l.waiting = append(l.waiting, r.data...)
	l.readErr = r.err
}

// read waits for more input.
func (l *Lines) read() {
	if l.reading != nil {
		l.finishRead(<-l.reading)
		return
	}
	n, err := l.from.Read(l.buf[:])
	l.waiting, l.readErr = l.buf[:n], err
}
