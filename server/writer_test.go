package server

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
		w := newWriter(to, time.Hour, nil)
		buf, ok := w.take()
		if !ok {
			t.Fatal("no buffer")
		}
		frame := bytes.Repeat([]byte("0123456789"), 1000)
		w.send(append(buf, frame...))
		w.finish("bye")
		if got, want := to.all.String(), string(frame)+"bye"; got != want {
			t.Errorf("wrote %d bytes, want %d", len(got), len(want))
		}
		if to.largest > chunkSize {
			t.Errorf("a write of %d bytes, want at most %d", to.largest, chunkSize)
		}
	})
	t.Run("gives no buffer while it writes, and tells when it has", func(t *testing.T) {
		r, to := io.Pipe()
		w := newWriter(to, time.Hour, nil)
		buf, _ := w.take()
		w.send(append(buf, "frame"...))
		if _, ok := w.take(); ok {
			t.Fatal("there are two buffers")
		}
		if _, err := io.ReadFull(r, make([]byte, 5)); err != nil {
			t.Fatal(err)
		}
		receive(t, w.drained, "the free buffer")
		if buf, ok := w.take(); !ok || len(buf) != 0 {
			t.Errorf("take = %q, %v", buf, ok)
		} else {
			w.send(buf)
		}
		go io.Copy(io.Discard, r)
		w.finish("")
	})
	t.Run("tells who takes nothing, and ends for all that", func(t *testing.T) {
		r, to := io.Pipe()
		w := newWriter(to, time.Millisecond, func() { r.CloseWithError(errors.New("cut off")) })
		buf, _ := w.take()
		w.send(append(buf, "frame"...))
		w.finish("bye")
	})
}

// chunks keeps what is written and how large the writes were.
type chunks struct {
	all     bytes.Buffer
	largest int
}

func (c *chunks) Write(p []byte) (int, error) {
	c.largest = max(c.largest, len(p))
	return c.all.Write(p)
}
