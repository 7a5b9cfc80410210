package data

import (
	"errors"
	"testing"

	"boardwalk/engine"
)

// A table that is refused is lost; one that meets a file which cannot be written is not.
func TestWhatIsUnavailable(t *testing.T) {
	for _, err := range []error{ErrUnknown, ErrDown, ErrClosed} {
		if !errors.Is(err, engine.ErrUnavailable) {
			t.Errorf("%q is a refusal", err)
		}
	}
	for _, err := range []error{ErrFull, ErrRound, ErrPlayed, ErrRevoked, engine.ErrConflict} {
		if errors.Is(err, engine.ErrUnavailable) {
			t.Errorf("%q is no refusal", err)
		}
	}
}
