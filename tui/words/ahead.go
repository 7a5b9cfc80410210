package words

import (
	"bytes"
	"context"
	"errors"
	"io"
)

// aheadMax is how many bytes may be typed ahead of something that takes long
// until no more are read.
const aheadMax = 4 << 10

// A chunk is what one read has brought.
type chunk struct {
	data []byte
	err  error
}

// during does something that may take long, and tells whether that was stopped:
// by Ctrl-C, which takes all that was typed before it along, or by an error of
// the reader other than its end. What else is typed meanwhile is for Next. It may
// leave a read under way, which Next and during then wait for.
func (l *Lines) during(do func(context.Context)) (stopped bool) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watched := make(chan bool)
	go func() {
		stopped := l.watch(ctx.Done())
		if stopped {
			cancel()
		}
		watched <- stopped
	}()
	do(ctx)
	cancel()
	return <-watched
}

// watch reads ahead until it is done, and tells whether the player wants to
// stop before that.
func (l *Lines) watch(done <-chan struct{}) (stop bool) {
	for {
		if i := bytes.LastIndexByte(l.waiting, ctrlC); i >= 0 {
			l.waiting = l.waiting[i+1:]
			return true
		}
		if l.ended != nil {
			return !errors.Is(l.ended, io.EOF) // at its end the player may still listen
		}
		if len(l.waiting) >= aheadMax {
			return false
		}
		l.readAhead()
		select {
		case c := <-l.reading:
			l.arrived(c)
		case <-done:
			return false
		}
	}
}

// readAhead has a goroutine read, unless one does.
func (l *Lines) readAhead() {
	if l.reading != nil {
		return
	}
	reading := make(chan chunk, 1)
	l.reading = reading
	go func() {
		buf := make([]byte, len(l.buf))
		n, err := l.from.Read(buf)
		reading <- chunk{buf[:n], err}
	}()
}

func (l *Lines) arrived(c chunk) {
	l.reading = nil
	l.waiting = append(l.waiting, c.data...)
	l.ended = c.err
}

// read waits for more.
func (l *Lines) read() {
	if l.reading != nil {
		l.arrived(<-l.reading)
		return
	}
	n, err := l.from.Read(l.buf[:])
	l.waiting, l.ended = l.buf[:n], err
}
