package boardwalk_test

import (
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/enginetest"
)

// bare is Hop 45 without a card: every place is named.
const bare = `
a1 -
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

// TestSpikesAreTold checks that, where a game ends with only spikes face down, the end
// says how many score, and so does the board once the game is over.
func TestSpikesAreTold(t *testing.T) {
	for want, position := range map[string]string{
		"1 spike left face down: it scores.":   "a3 (7d)\na4 7h 7s",
		"2 spikes left face down: they score.": "a3 (7d)\na4 7h 7s\nb3 (8d)\nb4 8h 8s",
		"":                                     "a3 (6d)\na4 7h 7s\na1 7d", // 7d can still turn it up
		"Every point, but not perfect: 1 card stayed face down.": "a3 (7d)\na4 7h 7s\na2 Ah As Ad\nb2 2h 2s 2d\nc2 3h 3s 3d\nd2 4h 4s 4d\n" +
			"b4 8h 8s 8d\nc4 9h 9s 9d\nd4 5h 5s 5d\ne4 6h 6s 6d",
	} {
		s := enginetest.Set(t, boardwalk.All()[0], enginetest.Position(t, bare, position))
		if got := s.(engine.Ender).EndNote(); got != want {
			t.Errorf("%s: the end says %q, want %q", position, got, want)
		}
		if got := slices.Contains(s.Board().Notes, want); want != "" && s.Over() && !got {
			t.Errorf("%s: the board says %q, want %q", position, s.Board().Notes, want)
		}
	}
}
