package server

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
)

// TestFailuresOfTheDiskAreLoggedAndToldWithoutPaths: the player reads a sentence and the
// log has the detail. A conflict is not logged, because it is the player's own.
func TestFailuresOfTheDiskAreLoggedAndToldWithoutPaths(t *testing.T) {
	var log bytes.Buffer
	player := &fakePlayer{err: errors.New("write /srv/boardwalk.db: no space left on device")}
	p := loggedPlayer{Player: player, log: slog.New(slog.NewTextHandler(&log, nil)), metrics: newMetrics(nil), createAccount: func(write func() error) error { return write() }, allowFinish: func() error { return nil }}
	_, _, saved := p.Saved("game")
	_, save := p.Save(arcade.Saved{}, 0)
	_, finish := p.Finish(arcade.Result{}, 0)
	_, history := p.History("", 1)
	_, _, best := p.Best("game", arcade.Counted)
	_, stats := p.Stats()
	_, settings := p.Settings()
	for i, err := range []error{saved, save, finish, history, best, stats, settings, p.SetSettings(nil)} {
		if err == nil || strings.Contains(err.Error(), "/srv") {
			t.Errorf("call %d tells the player %v", i, err)
		}
	}
	if got := strings.Count(log.String(), "no space left on device"); got != 8 {
		t.Errorf("the log has %d failures, want 8:\n%s", got, log.String())
	}
	if !errors.Is(save, arcade.ErrUnavailable) || !errors.Is(finish, arcade.ErrUnavailable) || errors.Is(errNewcomers, arcade.ErrUnavailable) {
		t.Error("a table cannot tell a disk that fails from a refusal")
	}
	log.Reset()
	player.err = arcade.ErrConflict
	if _, err := p.Save(arcade.Saved{}, 0); !errors.Is(err, arcade.ErrConflict) || log.Len() > 0 {
		t.Errorf("a conflict is told as %v and logged as %q", err, log.String())
	}
}
