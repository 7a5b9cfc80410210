package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
)

// A reader of the log that stops keeps nobody waiting, and is told what it has missed once it goes on.
func TestALogThatNobodyReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, to := io.Pipe()
		w := newLogWriter(to)
		lost := int64(0)
		w.lostSome = func(n int64) { lost = n }
		const extra = 5
		for i := range 1 + logWaiting + extra { // one is being written
			fmt.Fprintf(w, "line %d\n", i)
		}
		var read strings.Builder
		go func() { _, _ = io.Copy(&read, r) }()
		synctest.Wait()
		if n := strings.Count(read.String(), "\n"); n != 1+logWaiting || lost != extra {
			t.Errorf("%d lines were read and %d lost, want %d and %d", n, lost, 1+logWaiting, extra)
		}
		fmt.Fprintln(w, "again")
		synctest.Wait()
		if !strings.HasSuffix(read.String(), "again\n") {
			t.Error("a line is not written at once, although somebody reads")
		}
		close(w.lines)
		_ = r.Close()
	})
}
