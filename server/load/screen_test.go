package load

import (
	"testing"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

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
