package data

import (
	"errors"
	"fmt"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A player whose move cannot be stored reads why: it is the disk, or the machines of a cluster cannot
// reach each other. A table plays on in either case, and the host is told once, when it begins. A
// refusal is the player's own: the table is lost, and nobody is told.
func TestWhatAPlayerReadsWhileNothingIsStored(t *testing.T) {
	path := errors.New("write /srv/boardwalk.db")
	for _, test := range []struct {
		err         error
		says        string
		unavailable bool
		told        bool
	}{
		{fmt.Errorf("%w: %w", path, store.ErrDown), diskFails, true, false},
		{fmt.Errorf("%w: %w", store.ErrNoQuorum, path), noQuorum, true, false},
		{fmt.Errorf("%w: %w: %w", store.ErrUnknown, store.ErrNoQuorum, path), noQuorum, true, false},
		{fmt.Errorf("%w: %w", store.ErrUnknown, path), diskFails, true, true},
		{store.ErrClosed, diskFails, true, true},
		{path, diskFails, true, true},
		{fmt.Errorf("save: %w", ErrFull), ErrFull.Sentence, false, true},
		{fmt.Errorf("save: %w", arcade.ErrConflict), arcade.ErrConflict.Sentence, false, false},
		{ErrRound.Saying("no such game"), "no such game", false, false},
		{ErrRevoked, ErrRevoked.Sentence, false, false},
	} {
		told := 0
		p := new(Player)
		p.OnFailure(func(err error) {
			if told++; !errors.Is(err, test.err) {
				t.Errorf("the host is told of %v", err)
			}
		})
		err := p.Tell(test.err)
		if err.Error() != test.says || errors.Is(err, arcade.ErrUnavailable) != test.unavailable || told == 1 != test.told {
			t.Errorf("of %q a player reads %q, and the host is told %d times", test.err, err, told)
		}
	}
	if err := new(Player).Tell(nil); err != nil {
		t.Errorf("of nothing a player reads %v", err)
	}
}
