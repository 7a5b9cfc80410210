package program

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/server/limit"
)

// testLineReader returns a reader of the bytes of a test, and its session.
func testLineReader(t *testing.T) (*LineReader, *fakeSession) {
	session := newFakeSession()
	return NewLineReader(t.Context(), Config{
		Session: session, Input: &Input{ready: make(chan struct{}, 1), ended: make(chan struct{}), limit: inputWaiting},
		Closing: make(chan struct{}), Times: Times{Idle: time.Hour},
	}), session
}

// The attack: a player in words types without a pause, so that there is always more to
// read. The session never saw a kick, ban or drain, and what was not played yet piled up.
func TestWhoTypesWithoutAPauseCanBeKicked(t *testing.T) {
	reader, session := testLineReader(t)
	p := make([]byte, 256)
	session.ending <- "out"
	for reads := 0; ; reads++ {
		reader.config.Input.add([]byte(strings.Repeat("undo\r", 100)), limit.NewBucket(InputAtOnce, 0, time.Now()))
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
//
//abuse:case 18
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

// A line costs as much as several keys of those that all sessions of an address may type, and waits for them.
func TestALineWaitsForTheAddress(t *testing.T) {
	reader, session := testLineReader(t)
	session.keysMax = lineKeys
	reader.buf = append(reader.buf, "rules\rrules\r"...)
	p := make([]byte, 256)
	if n, err := reader.Read(p); string(p[:n]) != "rules\r" || err != nil {
		t.Fatalf("read %q, %v", p[:n], err)
	}
	if n, wait := reader.nextLine(); n == 0 || wait == 0 {
		t.Errorf("a line of %d bytes waits for %v", n, wait)
	}
	session.keysMax = 2 * lineKeys
	if n, err := reader.Read(p); string(p[:n]) != "rules\r" || err != nil {
		t.Errorf("read %q, %v", p[:n], err)
	}
}

func TestLineReader(t *testing.T) {
	// reads returns what a client reads and sends and how its session ends, once change has
	// done something to it.
	reads := func(t *testing.T, change func(session *fakeSession, client *io.PipeWriter, closing chan struct{})) (lines []string, out, last string) {
		session, closing := newFakeSession(), make(chan struct{})
		r, client := io.Pipe()
		defer client.Close()
		in := NewInput(r, func() { _ = r.Close() })
		in.ExpectKeys()
		printed := new(strings.Builder)
		reader := NewLineReader(t.Context(), Config{
			Session: session, Input: in, Output: NewWriter(printed, time.Hour, nil), Closing: closing, Endings: &testEndings, Times: Times{Idle: time.Minute}, Size: Size{80, 24},
		})
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			scanner := bufio.NewScanner(reader)
			for scanner.Scan() {
				lines = append(lines, scanner.Text())
			}
		}()
		_, _ = io.WriteString(client, "moves\nundo\n")
		synctest.Wait()
		change(session, client, closing)
		<-ended
		return lines, printed.String(), reader.LastWords()
	}
	for _, c := range []struct {
		why       string
		change    func(session *fakeSession, client *io.PipeWriter, closing chan struct{})
		out, last string
	}{
		{"nothing comes", func(*fakeSession, *io.PipeWriter, chan struct{}) {}, "", "idle"},
		{"the input ends", func(_ *fakeSession, client *io.PipeWriter, _ chan struct{}) { _ = client.Close() }, "", ""},
		{"the input is a flood", func(_ *fakeSession, client *io.PipeWriter, _ chan struct{}) {
			_, _ = io.WriteString(client, strings.Repeat(" ", 2*InputAtOnce))
		}, "", "flood"},
		{"the server shuts down", func(_ *fakeSession, _ *io.PipeWriter, closing chan struct{}) { close(closing) }, "", "closing"},
		{"the session is asked to end", func(session *fakeSession, _ *io.PipeWriter, _ chan struct{}) { session.ending <- "out" }, "", "out"},
		{"a notice first", func(session *fakeSession, _ *io.PipeWriter, _ chan struct{}) { session.notices <- "tea at five" }, "\r\ntea at five\r\n> ", "idle"},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				lines, out, last := reads(t, c.change)
				if len(lines) < 2 || lines[0] != "moves" || lines[1] != "undo" || out != c.out || last != c.last {
					t.Errorf("it read %.80q, printed %q and ended with %q", lines, out, last)
				}
			})
		})
	}
}

// A pipe has no window, and its notices are lines. What comes at once is read, up to a limit
// beyond which it is a flood: a dropped line could not be seen.
func TestAPipe(t *testing.T) {
	for _, c := range []struct {
		why, typed string
		lines      int
		last       string
	}{
		{"a game in a file", strings.Repeat("a1a4\n", 300), 300, ""},
		{"more than may wait", strings.Repeat("a1a4\n", 20<<10), 0, "flood"},
	} {
		t.Run(c.why, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				session := newFakeSession()
				r, client := io.Pipe()
				in := NewInput(r, func() { _ = r.Close() })
				in.ExpectPipe()
				printed := new(strings.Builder)
				reader := NewLineReader(t.Context(), Config{
					Session: session, Input: in, Output: NewWriter(printed, time.Hour, nil), Endings: &testEndings, Times: Times{Idle: time.Minute},
				})
				if reader.Used() || reader.Size() != (Size{}) {
					t.Error("it has been read, or has a window")
				}
				session.notices <- "a notice"
				_, _ = io.WriteString(client, c.typed)
				_ = client.Close()
				synctest.Wait()
				read, err := io.ReadAll(reader)
				if err != nil || reader.Used() != (c.lines > 0) || reader.LastWords() != c.last {
					t.Errorf("it ends with %v and %q", err, reader.LastWords())
				}
				if lines := strings.Count(string(read), "\n"); c.last == "" && lines != c.lines || len(read) > pipeWaiting {
					t.Errorf("%d lines were read", lines)
				}
				if got := printed.String(); got != "a notice\n" && got != "" {
					t.Errorf("the client reads %q", got)
				}
			})
		})
	}
}
