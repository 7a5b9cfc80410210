package server

import (
	"io"
	"sync"
	"time"
)

// chunkSize is the most bytes of one write: the ssh library keeps two buffers of
// the largest.
const chunkSize = 2 << 10

// A writer writes to a session's channel and cuts off a client that takes nothing.
// Who writes waits for the client, and nobody waits for who writes: there is one
// frame on its way and never a queue of old ones, what is typed meanwhile is kept as
// far as it may be, and what others tell a session waits in a place of one.
// Goroutines may share it.
type writer struct {
	mu    sync.Mutex
	to    io.Writer
	stall time.Duration
	watch *time.Timer
}

// newWriter is a writer that calls stalled when a chunk takes so long; that should
// make the write return.
func newWriter(to io.Writer, stall time.Duration, stalled func()) *writer {
	w := &writer{to: to, stall: stall, watch: time.AfterFunc(stall, stalled)}
	w.watch.Stop()
	return w
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n < len(p) && err == nil {
		var m int
		w.watch.Reset(w.stall)
		m, err = w.to.Write(p[n:min(n+chunkSize, len(p))])
		w.watch.Stop()
		n += m
	}
	return n, err
}
