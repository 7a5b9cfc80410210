package caption

import (
	"testing"

	"boardwalk/engine/boardwalk"
	"boardwalk/engine/enginetest"
)

// A question about ending a round tells the points that the heading shows, and those for spikes apart.
func TestSpikesAreToldApart(t *testing.T) {
	const bare = `a1 -
b1 -
c1 -
d1 -
a2 -
b2 -
c2 -
d2 -
a3 -
b3 -
c3 -
d3 -
e3 -
a4 -
b4 -
c4 -
d4 -
e4 -
`
	for position, want := range map[string]string{
		"a1 9d\na4 7h 7s":                             "",
		"a1 9d\na3 (7d)\na4 7h 7s":                    ", and 1 for a spike left face down",
		"a1 9d\na3 (7d)\na4 7h 7s\nb3 (8d)\nb4 8h 8s": ", and 2 for spikes left face down",
	} {
		s := enginetest.Set(t, boardwalk.All()[0], enginetest.Position(t, bare, position))
		if got := Spikes(s); got != want {
			t.Errorf("%s: got %q, want %q", position, got, want)
		}
	}
}
