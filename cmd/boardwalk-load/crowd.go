package main

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
)

// A crowd is the honest sessions of a run.
type crowd struct {
	options
	games    []engine.Game
	networks *networks
	failures failures
	tally    atomic.Pointer[tally] // of the current phase
	scraper  *scraper              // nil if the metrics are not known
	traffic  traffic               // of the players at tables

	players []*player // the players that reached a table; complete once arrive has returned
	lost    atomic.Int64

	visitors atomic.Int64 // the number of visitors so far
}

func newCrowd(o options) *crowd {
	c := &crowd{options: o, games: catalog.All(), networks: newNetworks(o.target.Addr())}
	c.tally.Store(new(tally))
	if o.metrics != "" {
		c.scraper = newScraper(o.metrics)
	}
	return c
}

// newPlayer returns the player of session number i. Its game depends on i; it connects
// from the address from.
func (c *crowd) newPlayer(i int, from netip.Addr) (*player, error) {
	key, err := newKey()
	if err != nil {
		return nil, err
	}
	at := i % len(c.games)
	return &player{
		crowd: c, signer: key, from: from, random: rand.New(rand.NewPCG(c.seed, uint64(i))),
		game: c.games[at], at: at, moveFrom: -1, cut: make(chan struct{}, 1),
	}, nil
}

// arrive brings all sessions to their tables, ramp each second, until ctx ends. Their
// connections end with life.
func (c *crowd) arrive(ctx, life context.Context) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for i := range c.sessions {
		due := began.Add(time.Duration(float64(i) / c.ramp * float64(time.Second)))
		if !pause(ctx, time.Until(due)) {
			break
		}
		wg.Go(func() {
			p, err := c.seat(life, i)
			if err != nil {
				c.failures.add("come to a table", err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			c.players = append(c.players, p)
		})
	}
	wg.Wait()
}

// seat brings session number i to its table.
func (c *crowd) seat(ctx context.Context, i int) (*player, error) {
	p, err := c.newPlayer(i, c.networks.forHonest())
	if err != nil {
		return nil, err
	}
	p.traffic, p.life = &c.traffic, ctx
	tally := c.tally.Load()
	took, err := p.enterLobby(ctx)
	if err != nil {
		return nil, err
	}
	tally.login(took)
	return p, p.sitDown()
}

// play lets all sessions play until running ends, and returns when all have stopped. Each
// begins at a random time within the interval of the first key.
func (c *crowd) play(running context.Context) {
	var wg sync.WaitGroup
	now := time.Now()
	for _, p := range c.players {
		p.running = running
		if c.rate > 0 {
			p.due = now.Add(time.Duration(p.random.Int64N(int64(c.every()))))
		}
		wg.Go(func() {
			if err := p.stay(); !errors.Is(err, errTimeUp) {
				c.lost.Add(1)
				c.failures.add("play", fmt.Errorf("%s at move %d: %w", p.game.Info().ID, p.round.Len(), err))
				p.term.hangUp()
			}
			p.settle()
		})
	}
	wg.Wait()
}

// hangUp cuts all connections.
func (c *crowd) hangUp() {
	for _, p := range c.players {
		p.term.hangUp()
	}
}
