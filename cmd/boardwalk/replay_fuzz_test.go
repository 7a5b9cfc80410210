package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"boardwalk/engine"
	"boardwalk/tui/record"
)

// FuzzReplay checks that the records of any file are described in plain lines, all or up
// to the first broken one, and that each of those can be cast.
//
//abuse:case 27
func FuzzReplay(f *testing.F) {
	f.Add("boardwalk/hop-45@1 BOARDWALK1 c1c4 b1c4\n")
	f.Add("hopscotch@1 A\n\nchessboard@1 X a1b2\n  a2b2\r\n")
	f.Add("boardwalk/lucky-seven@1 1\nb5c4d3 \x1b]0;x\a\n\u0085a1c4@\xff")
	f.Add("custom@1 \u202eK7 a1c4\nboardwalk/scotsi@01 A")
	f.Add("boardwalk/cheshire@1 A " + strings.Repeat("a1a4 ", 5001))
	f.Fuzz(func(t *testing.T, file string) {
		records, err := readRecords(strings.NewReader(file))
		if err != nil {
			return
		}
		var out, cast bytes.Buffer
		broken := describeRecords(records, &out)
		for _, r := range out.String() {
			if r != '\n' && !unicode.IsPrint(r) {
				t.Errorf("%q is described", r)
			}
		}
		if broken != nil {
			checkPlain(t, broken.Error())
		}
		for _, r := range records {
			played, g, err := r.parse()
			if err == nil {
				err = record.WriteCast(&cast, g, played)
			}
			if err != nil {
				if broken == nil {
					t.Fatalf("%q is described, but cannot be cast: %v", r.text, err)
				}
				break
			}
		}
		for line := range strings.Lines(cast.String()) {
			if checkPlain(t, line[:len(line)-1]); !json.Valid([]byte(line)) {
				t.Fatalf("not JSON: %s", line)
			}
		}
	})
}

// checkPlain fails the test if showing a text would do more than show it.
func checkPlain(t *testing.T, text string) {
	t.Helper()
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		t.Errorf("%q, at %d", text, i)
	}
}

// A line that is longer than any record is told by its number.
func TestALineLongerThanARecord(t *testing.T) {
	_, err := readRecords(strings.NewReader("\n" + strings.Repeat("x", 8*engine.RecordMoves+1)))
	if err == nil || !strings.Contains(err.Error(), "line 2 is longer than a record can be") {
		t.Errorf("it comes to %v", err)
	}
}
