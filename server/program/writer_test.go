package program

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"time"
)

func TestWriter(t *testing.T) {
	t.Run("writes in small chunks and in order", func(t *testing.T) {
		to := &chunks{}
		w := NewWriter(to, time.Hour, nil)
		frame := bytes.Repeat([]byte("0123456789"), 1000)
		for _, text := range [][]byte{frame, nil, []byte("bye")} {
			if n, err := w.Write(text); n != len(text) || err != nil {
				t.Errorf("Write of %d bytes = %d, %v", len(text), n, err)
			}
		}
		if got, want := to.all.String(), string(frame)+"bye"; got != want {
			t.Errorf("wrote %d bytes, want %d", len(got), len(want))
		}
		if to.largest > ChunkSize {
			t.Errorf("a write of %d bytes, want at most %d", to.largest, ChunkSize)
		}
	})
	t.Run("calls stalled for a client that takes nothing, and returns", func(t *testing.T) {
		r, to := io.Pipe()
		cut := errors.New("cut off")
		w := NewWriter(to, time.Millisecond, func() { r.CloseWithError(cut) })
		if n, err := w.Write([]byte("frame")); n != 0 || !errors.Is(err, cut) {
			t.Errorf("Write = %d, %v, want to be cut off", n, err)
		}
	})
}

// chunks records what is written, and the sizes of the writes.
type chunks struct {
	all     bytes.Buffer
	largest int
}

func (c *chunks) Write(p []byte) (int, error) {
	c.largest = max(c.largest, len(p))
	return c.all.Write(p)
}
