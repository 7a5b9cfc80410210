package program

import (
	"errors"
	"strings"
	"testing"
	"time"

	"boardwalk/server/limit"
)

// A fakeHost is a host whose terminals have the size they ask for.
type fakeHost struct {
	notices, ending chan string // hold one
}

func newFakeHost() *fakeHost {
	return &fakeHost{notices: make(chan string, 1), ending: make(chan string, 1)}
}

func (h *fakeHost) Fit(of Size) Size       { return of }
func (h *fakeHost) Touch(time.Time)        {}
func (h *fakeHost) Notices() <-chan string { return h.notices }
func (h *fakeHost) Ending() <-chan string  { return h.ending }
func (h *fakeHost) Parked(error) string    { return "away" }

// testLineReader returns a reader of the bytes of a test, and its host.
func testLineReader(t *testing.T) (*LineReader, *fakeHost) {
	host := newFakeHost()
	return NewLineReader(t.Context(), Config{
		Host: host, Input: &Input{ready: make(chan struct{}, 1), ended: make(chan struct{}), limit: inputWaiting},
		Closing: make(chan struct{}), Limits: Limits{Idle: time.Hour},
	}), host
}

// The attack: a player in words types without a pause, so that there is always more to
// read. The session never saw a kick, ban or drain, and what was not played yet piled up.
func TestWhoTypesWithoutAPauseCanBeKicked(t *testing.T) {
	reader, host := testLineReader(t)
	p := make([]byte, 256)
	host.ending <- "out"
	for reads := 0; ; reads++ {
		reader.in.add([]byte(strings.Repeat("undo\r", 100)), limit.NewBucket(InputAtOnce, 0, time.Now()))
		if _, err := reader.Read(p); errors.Is(err, errEnded) {
			break
		}
		if len(reader.buf) > inputWaiting {
			t.Fatalf("%d bytes pile up", len(reader.buf))
		}
		if reads > 1000 {
			t.Fatal("the session goes on")
		}
	}
	if last := reader.LastWords(); last != "out" {
		t.Errorf("the last words are %q", last)
	}
}

// The attack: a program plays thousands of moves a second in words, where keys are not
// counted.
func TestNoLinesBeyondWhatAnyoneTypes(t *testing.T) {
	reader, _ := testLineReader(t)
	began := time.Now()
	p := make([]byte, 256)
	for lines := 0; ; lines++ {
		reader.buf = append(reader.buf, "undo\r"...)
		n, wait := reader.nextLine()
		if wait > 0 {
			break
		}
		if got, err := reader.Read(p); got != n || err != nil || string(p[:got]) != "undo\r" {
			t.Fatalf("read %q, %v", p[:got], err)
		}
		if lines > KeysAtOnce+int(KeysSecond*time.Since(began).Seconds()) {
			t.Fatalf("%d lines at once", lines)
		}
	}
	if n, err := reader.Read(p); n == 0 || err != nil { // it waits, and drops nothing
		t.Errorf("read %d bytes, %v", n, err)
	}
}
