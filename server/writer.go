package server

import (
	"io"
	"sync"
	"time"
)

// chunkSize is the maximum size of one write in bytes. The ssh library keeps two buffers
// as large as the largest write.
const chunkSize = 2 << 10

// A writer writes to a session's channel and cuts off a client that stops reading. Write
// blocks until the client has taken the bytes, but nobody waits for the session that
// writes: at most one frame is on its way and old ones never queue up, what is typed
// meanwhile is kept up to a limit, and messages of other sessions wait in channels that
// hold one. It is safe for concurrent use.
type writer struct {
	mu      sync.Mutex
	to      io.Writer
	timeout time.Duration
	timer   *time.Timer
}

// newWriter returns a writer that calls onTimeout when a chunk takes longer than timeout.
// onTimeout should make the pending write return.
func newWriter(to io.Writer, timeout time.Duration, onTimeout func()) *writer {
	w := &writer{to: to, timeout: timeout, timer: time.AfterFunc(timeout, onTimeout)}
	w.timer.Stop()
	return w
}

// Write implements io.Writer.
func (w *writer) Write(p []byte) (n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n < len(p) && err == nil {
		var m int
		w.timer.Reset(w.timeout)
		m, err = w.to.Write(p[n:min(n+chunkSize, len(p))])
		w.timer.Stop()
		n += m
	}
	return n, err
}
