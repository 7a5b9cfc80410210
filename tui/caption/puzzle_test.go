package caption_test

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
)

// Cards are told that lie face down, not those of boards that are dealt later.
func TestWhatLiesFaceDown(t *testing.T) {
	for _, g := range catalog.All() {
		s := g.Deal("FACEDOWN")
		if open, got := engine.Open(s), caption.FaceDown(s); open != (got == "") || !open && (!strings.Contains(got, " Face down, from the top: a") || !strings.Contains(got, "♥")) {
			t.Errorf("%s: all open is %t, and it says %q", g.Info().ID, open, got)
		}
	}
}
