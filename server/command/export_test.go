package command

import (
	"net/netip"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/tui/session"
)

// A crowded player's arcade takes some of a file's games.
type crowded struct {
	Player
	takes int
}

func (p crowded) Import([]arcade.Result, time.Time, func()) (added int, err error) {
	return p.takes, data.ErrFull
}

// A delivered file is there at once.
type delivered string

func (d delivered) Ended() <-chan struct{} {
	ended := make(chan struct{})
	close(ended)
	return ended
}

func (d delivered) Flooded() bool              { return false }
func (d delivered) AppendTo(buf []byte) []byte { return append(buf, d...) }
func (d delivered) Discard()                   {}

// An import that ends for want of room says how much of it is kept.
func TestAnImportSaysWhatCameIn(t *testing.T) {
	t.Parallel()
	for takes, want := range map[int]string{
		0: "The arcade has no room for more at the moment; its host has been told.",
		3: "3 of 0 games came in. The arcade has no room for more at the moment; its host has been told.",
	} {
		c := &Context{
			Ports: session.Ports{Now: time.Now}, Player: crowded{takes: takes},
			Upload:        &Upload{File: NewImports(func(_ netip.Addr) bool { return true }).Expect(netip.Addr{}, time.Now), Input: delivered("")},
			CreateAccount: func(write func() error) error { return write() },
		}
		var cmd cobra.Command
		cmd.SetContext(t.Context())
		if got := Refusal(c.importGames(&cmd, nil)).Sentence; got != want {
			t.Errorf("with %d, import says %q, want %q", takes, got, want)
		}
	}
}
