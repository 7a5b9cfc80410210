package load

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/sshtest"
)

// A Crowd is the people of a run.
type Crowd struct {
	Options
	Games    engine.Catalog
	Networks *Networks
	Failures Failures
	Traffic  sshtest.Traffic // of the players at tables
	Players  []*Player       // those who reached a table; complete once Arrive has returned

	tally   atomic.Pointer[Tally] // of the current phase
	scraper *scraper              // nil if the metrics are not known
	lost    atomic.Int64          // players who stopped before they were told to
}

// NewCrowd returns a crowd of which nobody has come yet.
func NewCrowd(o Options) *Crowd {
	c := &Crowd{Options: o, Games: catalog.All(), Networks: HonestNetworks(o.Target.Addr())}
	c.tally.Store(new(Tally))
	if o.Metrics != "" {
		c.scraper = newScraper(o.Metrics)
	}
	return c
}

// Tally returns the tally of the current phase.
func (c *Crowd) Tally() *Tally { return c.tally.Load() }

// NewPlayer returns the player of session number i, who has a new key and has not
// connected yet. Its game depends on i; it connects from the address from.
func (c *Crowd) NewPlayer(i int, from netip.Addr) *Player {
	at := i % len(c.Games)
	return &Player{
		Keyboard: Keyboard{crowd: c}, From: from, Random: rand.New(rand.NewPCG(c.Seed, uint64(i))), Game: c.Games[at], LobbyIndex: at,
		key: sshtest.NewKey(), moveFrom: -1, cut: make(chan struct{}, 1),
	}
}

// Arrive brings all sessions to their tables, Ramp each second, until ctx ends. Their
// connections end with life.
func (c *Crowd) Arrive(ctx, life context.Context) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for i := range c.Sessions {
		due := began.Add(time.Duration(float64(i) / c.Ramp * float64(time.Second)))
		if !Pause(ctx, time.Until(due)) {
			break
		}
		wg.Go(func() {
			p := c.NewPlayer(i, c.Networks.Next())
			p.Traffic, p.Life = &c.Traffic, life
			if err := p.arrive(); err != nil {
				c.Failures.Add("come to a table", err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			c.Players = append(c.Players, p)
		})
	}
	wg.Wait()
}

// PlayUntil lets all players play until running ends, and returns when all have stopped. Each
// begins at a random time within the interval of the first key.
func (c *Crowd) PlayUntil(running context.Context) {
	var wg sync.WaitGroup
	now := time.Now()
	for _, p := range c.Players {
		p.Running = running
		if c.Rate > 0 {
			p.Due = now.Add(time.Duration(p.Random.Int64N(int64(c.keyInterval()))))
		}
		wg.Go(func() {
			if err := p.Stay(); !errors.Is(err, ErrTimeUp) {
				c.lost.Add(1)
				c.Failures.Add("play", fmt.Errorf("%s at move %d: %w", p.Game.Info().ID, p.Round.Len(), err))
				p.Term.HangUp()
			}
			p.AwaitAcks()
		})
	}
	wg.Wait()
}

// reconnectLoop makes one session after another hang up and come back, Reconnect of them
// a second, until running ends. It skips players who are about to do so already.
func (c *Crowd) reconnectLoop(running context.Context) {
	if c.Reconnect == 0 || len(c.Players) == 0 {
		return
	}
	every := time.Duration(float64(time.Second) / c.Reconnect)
	for i := 0; Pause(running, every); i++ {
		select {
		case c.Players[i%len(c.Players)].cut <- struct{}{}:
		default:
		}
	}
}

// HangUp cuts all connections.
func (c *Crowd) HangUp() {
	for _, p := range c.Players {
		p.Term.HangUp()
	}
}

// bytes returns the bytes on the connections of the players at tables so far.
func (c *Crowd) bytes() Bytes {
	read, written := c.Traffic.Bytes()
	return Bytes{Read: read, Written: written}
}

// keptSample is the number of sessions that come back to look for their games.
const keptSample = 25

// verify lets a sample of the sessions, whose connections must have been cut, come back
// and check that what was acknowledged is still there.
func (c *Crowd) verify(ctx context.Context) Kept {
	kept := Kept{Losses: []string{}}
	step := max((len(c.Players)+keptSample-1)/keptSample, 1)
	for i := 0; i < len(c.Players); i += step {
		p := c.Players[i]
		found, err := p.Revisit(ctx)
		if err != nil {
			c.Failures.Add("come back", err)
			continue
		}
		kept.Checked++
		kept.Filed += len(p.Known().Finished)
		kept.Tries += found.tries
		if found.open > 0 {
			kept.Open++
		}
		if losses := p.Losses(found); len(losses) > 0 {
			kept.Lost++
			kept.Losses = append(kept.Losses, losses...)
		}
	}
	return kept
}
