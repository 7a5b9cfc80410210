package command

import (
	"bytes"
	"errors"
	"testing"
)

// The attack: ask for long output and read nothing of it, in many sessions.
//
// A session holds little of its output, and none is made for a client that is gone.
//
//abuse:case 52
func TestLongOutputIsNotHeldWhole(t *testing.T) {
	const line, lines = 4 << 10, 1000
	c, most, sent := &Context{Out: new(bytes.Buffer)}, 0, 0
	c.Flush = func() bool {
		most, sent = max(most, c.Out.Len()), sent+c.Out.Len()
		c.Out.Reset()
		return true
	}
	for range lines {
		if _, err := (stream{c}).Write(make([]byte, line)); err != nil {
			t.Fatal(err)
		}
	}
	if most > sendAtOnce+line || sent+c.Out.Len() != lines*line {
		t.Errorf("of %d bytes %d were held at once, %d were sent", lines*line, most, sent)
	}
	c.Flush = func() bool { return false }
	if _, err := (stream{c}).Write(make([]byte, sendAtOnce)); !errors.Is(err, errGone) {
		t.Errorf("a client that is gone is written to: %v", err)
	}
}
