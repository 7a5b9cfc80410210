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

// A workload is the honest sessions of a run.
type workload struct {
	options
	games    engine.Catalog
	networks *networks
	failures failures
	tally    atomic.Pointer[tally] // of the current phase
	scraper  *scraper              // nil if the metrics are not known
	traffic  traffic               // of the players at tables

	players []*player // the players that reached a table; complete once startSessions has returned
	lost    atomic.Int64

	visitors atomic.Int64 // the number of visitors so far
}

func newWorkload(o options) *workload {
	w := &workload{options: o, games: catalog.All(), networks: newNetworks(o.target.Addr())}
	w.tally.Store(new(tally))
	if o.metrics != "" {
		w.scraper = newScraper(o.metrics)
	}
	return w
}

// newPlayer returns the player of session number i. Its game depends on i; it connects
// from the address from.
func (w *workload) newPlayer(i int, from netip.Addr) (*player, error) {
	key, err := newKey()
	if err != nil {
		return nil, err
	}
	at := i % len(w.games)
	return &player{
		workload: w, signer: key, from: from, random: rand.New(rand.NewPCG(w.seed, uint64(i))),
		game: w.games[at], lobbyIndex: at, moveFrom: -1, cut: make(chan struct{}, 1),
	}, nil
}

// startSessions brings all sessions to their tables, ramp each second, until ctx ends.
// Their connections end with life.
func (w *workload) startSessions(ctx, life context.Context) {
	var wg sync.WaitGroup
	var mu sync.Mutex
	began := time.Now()
	for i := range w.sessions {
		due := began.Add(time.Duration(float64(i) / w.ramp * float64(time.Second)))
		if !pause(ctx, time.Until(due)) {
			break
		}
		wg.Go(func() {
			p, err := w.startSession(life, i)
			if err != nil {
				w.failures.add("come to a table", err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			w.players = append(w.players, p)
		})
	}
	wg.Wait()
}

// startSession brings session number i to its table.
func (w *workload) startSession(ctx context.Context, i int) (*player, error) {
	p, err := w.newPlayer(i, w.networks.forHonest())
	if err != nil {
		return nil, err
	}
	p.traffic, p.life = &w.traffic, ctx
	tally := w.tally.Load()
	took, err := p.enterLobby(ctx)
	if err != nil {
		return nil, err
	}
	tally.login(took)
	return p, p.startRound()
}

// play lets all sessions play until running ends, and returns when all have stopped. Each
// begins at a random time within the interval of the first key.
func (w *workload) play(running context.Context) {
	var wg sync.WaitGroup
	now := time.Now()
	for _, p := range w.players {
		p.running = running
		if w.rate > 0 {
			p.due = now.Add(time.Duration(p.random.Int64N(int64(w.keyInterval()))))
		}
		wg.Go(func() {
			if err := p.stay(); !errors.Is(err, errTimeUp) {
				w.lost.Add(1)
				w.failures.add("play", fmt.Errorf("%s at move %d: %w", p.game.Info().ID, p.round.Len(), err))
				p.term.hangUp()
			}
			p.awaitAcks()
		})
	}
	wg.Wait()
}

// hangUp cuts all connections.
func (w *workload) hangUp() {
	for _, p := range w.players {
		p.term.hangUp()
	}
}
