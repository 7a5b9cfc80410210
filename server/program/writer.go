package program

import (
	"io"
	"sync"
	"time"
)

// ChunkSize is the maximum size in bytes of one write to a session's channel. The ssh
// library keeps two buffers as large as the largest write.
const ChunkSize = 2 << 10

// A Writer writes to a session's channel and cuts off a client that stops reading. Write
// blocks until the client has taken the bytes. It is safe for concurrent use.
type Writer struct {
	mu      sync.Mutex
	to      io.Writer
	timeout time.Duration
	timer   *time.Timer
}

// NewWriter returns a writer that calls onTimeout when a chunk takes longer than timeout.
// onTimeout should make the pending write return.
func NewWriter(to io.Writer, timeout time.Duration, onTimeout func()) *Writer {
	w := &Writer{to: to, timeout: timeout, timer: time.AfterFunc(timeout, onTimeout)}
	w.timer.Stop()
	return w
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (n int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n < len(p) && err == nil {
		var m int
		w.timer.Reset(w.timeout)
		m, err = w.to.Write(p[n:min(n+ChunkSize, len(p))])
		w.timer.Stop()
		n += m
	}
	return n, err
}
