package server

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A player whose move cannot be stored reads why: it is the disk, or the machines of a cluster
// cannot reach each other. The table plays on in either case, and the log says it once, when it
// begins.
func TestWhatAPlayerReadsWhileNothingIsStored(t *testing.T) {
	path := errors.New("write /srv/boardwalk.db")
	for _, test := range []struct {
		err    error
		says   userError
		logged bool
	}{
		{fmt.Errorf("%w: %w", path, store.ErrDown), errDisk, false},
		{fmt.Errorf("%w: %w", store.ErrNoQuorum, path), errApart, false},
		{fmt.Errorf("%w: %w: %w", store.ErrUnknown, store.ErrNoQuorum, path), errApart, false},
		{fmt.Errorf("%w: %w", store.ErrUnknown, path), errDisk, true},
	} {
		var log strings.Builder
		err := toUserError(slog.New(slog.NewTextHandler(&log, nil)), "save", test.err)
		if err != test.says || !errors.Is(err, arcade.ErrUnavailable) || (log.Len() > 0) != test.logged {
			t.Errorf("of %q a player reads %q, and the log says %q", test.err, err, log.String())
		}
	}
}
