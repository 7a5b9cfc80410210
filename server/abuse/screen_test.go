package abuse_test

import (
	"strconv"
	"strings"
	"testing"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// InLobby reports whether the screen is the complete lobby.
func InLobby(s *tuitest.Terminal) bool {
	return s.Has(0, "Boardwalk Arcade") && s.Has(sshtest.Rows-1, "Enter play")
}

// AtTable returns a condition: the screen is a table after the given number of moves, and
// more holds as well.
func AtTable(moves int, more func(*tuitest.Terminal) bool) func(*tuitest.Terminal) bool {
	return func(s *tuitest.Terminal) bool {
		n, _, ok := Heading(s)
		return ok && n == moves && more(s)
	}
}

// Says reports whether one of the rows for messages begins with a text.
func Says(s *tuitest.Terminal, text string) bool {
	for y := sshtest.Rows - 4; y < sshtest.Rows-1; y++ {
		if strings.HasPrefix(s.Row(y), text) {
			return true
		}
	}
	return false
}

// Heading returns the number of moves in a table's heading, and whether the last one is
// stored: then no star follows the number. ok is false if the screen is not a table.
func Heading(s *tuitest.Terminal) (n int, stored, ok bool) {
	_, text, ok := strings.Cut(s.Row(0), "moves ")
	if !ok {
		return 0, false, false
	}
	digits := len(text) - len(strings.TrimLeft(text, "0123456789"))
	n, err := strconv.Atoi(text[:digits])
	return n, !strings.HasPrefix(text[digits:], "*"), err == nil
}

func TestMovesInTheHeading(t *testing.T) {
	t.Parallel()
	for heading, want := range map[string]struct {
		n          int
		stored, ok bool
	}{
		"  Hop 45   points 2/27  moves 12*  0:31": {12, false, true},
		"  Hop 45   points 2/27  moves 12   0:31": {12, true, true},
		"  Hop 45, replay   moves":                {0, true, false},
		"  Boardwalk Arcade":                      {0, false, false},
	} {
		s := tuitest.NewXterm(sshtest.Columns, sshtest.Rows)
		s.Write([]byte("\x1b[H\x1b[2J" + heading))
		n, stored, ok := Heading(s)
		if n != want.n || ok != want.ok || ok && stored != want.stored {
			t.Errorf("%q: %d, stored %v, %v", heading, n, stored, ok)
		}
	}
}
