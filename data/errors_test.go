package data

import (
	"errors"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A table whose call is refused is lost; one that meets a file that cannot be written is
// not.
func TestWhatIsUnavailable(t *testing.T) {
	for _, err := range []error{store.ErrUnknown, store.ErrDown, store.ErrNoQuorum, store.ErrClosed} {
		if !errors.Is(refusal(err), arcade.ErrUnavailable) {
			t.Errorf("%q is a refusal", err)
		}
	}
	for _, err := range []error{ErrFull, ErrRound, ErrPlayed, ErrRevoked, arcade.ErrConflict} {
		if errors.Is(refusal(err), arcade.ErrUnavailable) {
			t.Errorf("%q is no refusal", err)
		}
	}
}
