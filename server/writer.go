package server

import (
	"io"
	"sync/atomic"
	"time"
)

const (
	chunkSize  = 2 << 10 // the ssh library keeps two buffers of the largest write
	bufferKept = 1 << 10 // a buffer that grew past this is let go
)

// A writer writes a session's frames on a goroutine of its own, so that no
// runner waits for its terminal. It has one buffer: whoever draws takes it,
// fills it and sends it. While it is out there is nothing to draw into, so a
// slow terminal gets fewer frames, never a queue of old ones.
type writer struct {
	to      io.Writer
	stalled func() // called when the terminal takes nothing for too long
	stall   time.Duration

	free    chan []byte   // the buffer, while nobody has it
	filled  chan []byte   // the buffer on its way out
	missed  atomic.Bool   // someone wanted the buffer and did not get it
	drained chan struct{} // told when it is free again after that
	done    chan struct{}
}

// newWriter starts a writer. It ends with finish.
func newWriter(to io.Writer, stall time.Duration, stalled func()) *writer {
	w := &writer{
		to: to, stall: stall, stalled: stalled,
		free:    make(chan []byte, 1),
		filled:  make(chan []byte, 1),
		drained: make(chan struct{}, 1),
		done:    make(chan struct{}),
	}
	w.free <- nil
	go w.run()
	return w
}

// take gives the empty buffer to draw into. Where it is out, the answer is
// false and drained tells when to try again.
func (w *writer) take() ([]byte, bool) {
	for range 2 {
		select {
		case buf := <-w.free:
			w.missed.Store(false)
			return buf[:0], true
		default:
			// It may come back before run sees this: try once more.
			w.missed.Store(true)
		}
	}
	return nil, false
}

// send sends the buffer that take gave, or puts it back if it is empty.
func (w *writer) send(buf []byte) {
	if len(buf) == 0 {
		w.free <- buf
		return
	}
	w.filled <- buf
}

// finish sends the last words and returns when they are written or cannot be.
// Nothing may be taken or sent from then on.
func (w *writer) finish(words string) {
	buf := <-w.free
	w.filled <- append(buf[:0], words...)
	close(w.filled)
	<-w.done
}

func (w *writer) run() {
	defer close(w.done)
	watch := time.AfterFunc(w.stall, w.stalled)
	watch.Stop()
	var err error
	for buf := range w.filled {
		for rest := buf; len(rest) > 0 && err == nil; {
			n := min(len(rest), chunkSize)
			watch.Reset(w.stall)
			_, err = w.to.Write(rest[:n])
			watch.Stop()
			rest = rest[n:]
		}
		if cap(buf) > bufferKept {
			buf = nil
		}
		w.free <- buf
		if w.missed.Swap(false) {
			select {
			case w.drained <- struct{}{}:
			default:
			}
		}
	}
}
