package server

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/port"
	"boardwalk/tui/tuitest"
)

// A slowPlayer stores each save only when the test lets it.
type slowPlayer struct {
	fakePlayer
	came chan int      // the moves of each save, as it arrives
	done chan struct{} // lets a save through

	mu            sync.Mutex
	waiting, most int // concurrent saves
	saves, kept   int // and the moves of the last one
}

func (p *slowPlayer) Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	p.mu.Lock()
	p.waiting++
	p.most = max(p.most, p.waiting)
	p.mu.Unlock()
	p.came <- len(s.Record.Moves)
	<-p.done
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting--
	p.saves, p.kept = p.saves+1, len(s.Record.Moves)
	return p.fakePlayer.Save(s, prev)
}

// screens waits until a terminal shows a text.
func (term *terminal) screens(text string) {
	term.t.Helper()
	for {
		screen := tuitest.NewTerminal(80, 24)
		if _, err := screen.Write([]byte(term.out.String())); err != nil {
			term.t.Fatal(err)
		}
		if strings.Contains(screen.Screen(), text) {
			return
		}
		receive(term.t, term.out.changed, text)
	}
}

// deals opens the first game of the lobby with a given deal.
func (term *terminal) deals() {
	term.t.Helper()
	term.screens("Boardwalk Arcade")
	term.types("dR1")
	term.screens("R1")
	term.types("\r")
	term.screens("moves 0 ")
}

// TestSlowDiskHoldsNobodyUp holds the disk until the test releases it, rather than for a
// time. Meanwhile keys are drawn, with the star of what is not stored; a session has one
// save waiting at a time, and what follows becomes one more save; other sessions go on;
// and the server does not end before everything is stored.
//
//abuse:case 21
func TestSlowDiskHoldsNobodyUp(t *testing.T) {
	t.Parallel()
	slow := &slowPlayer{came: make(chan int, 10), done: make(chan struct{})}
	key, fingerprint := newKey(t)
	a := newArcade()
	a.start(t, func(c *Config) {
		c.Games = catalog.Library()
		c.Store = fakeStore{player: func(who arcade.Credential) (port.Player, error) {
			if who.String() == fingerprint {
				return slow, nil
			}
			return a.player(who)
		}}
	}, nil)
	ann := a.terminal(t, a.dial(t, "ann", gossh.PublicKeys(key)), "xterm-256color", 24, 80)
	bob := a.terminal(t, a.dial(t, "bob"), "xterm-256color", 24, 80)
	ann.deals()
	bob.deals()
	state := catalog.All()[0].Deal("R1")
	for i := range 3 {
		m := state.Moves()[0]
		var err error
		if state, err = state.Play(m); err != nil {
			t.Fatal(err)
		}
		ann.types("t" + m.String() + "\r")
		ann.screens(fmt.Sprintf("moves %d*", i+1))
		bob.types("t" + m.String() + "\r")
		bob.screens(fmt.Sprintf("moves %d ", i+1))
	}
	if got := receive(t, slow.came, "a save"); got != 1 {
		t.Errorf("the first save has %d moves", got)
	}
	ended := make(chan error, 1)
	ctx, cancel := context.WithTimeout(context.Background(), guardTime)
	defer cancel()
	go func() { ended <- a.Shutdown(ctx) }()
	bob.ends()
	select {
	case err := <-ended:
		t.Errorf("the server ended before the disk was done: %v", err)
	default:
	}
	close(slow.done)
	if err := receive(t, ended, "the end of the server"); err != nil {
		t.Errorf("Shutdown = %v", err)
	}
	if slow.kept != 3 || slow.most != 1 || slow.saves > 3 {
		t.Errorf("%d moves are stored, in %d saves, %d at a time; want 3, of one at a time", slow.kept, slow.saves, slow.most)
	}
}
