package abuse_test

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

// Options says how many play, how and where.
type Options struct {
	Target    netip.AddrPort // where they connect
	Server    *ServerProcess // the server there, nil if only its address is known
	Sessions  int
	Rate      float64       // keys a second per session; 0: they only sit at the table
	Lobby     bool          // they stay in the lobby, and move its cursor
	For       time.Duration // how long they play once all are in
	Ramp      float64       // logins a second
	Reconnect float64       // sessions a second that hang up and come back
	Seed      uint64        // for the random deals and moves
}

// OptionsOf returns the options of players on a server, who go on for a minute.
func OptionsOf(s *ServerProcess) Options {
	return Options{Target: netip.MustParseAddrPort(s.Addr), Server: s, Sessions: 50, Rate: 1, Ramp: 20, For: time.Minute, Seed: 1}
}

// keyInterval returns the time between two keys of a session. The rate must not be 0.
func (o Options) keyInterval() time.Duration {
	return time.Duration(float64(time.Second) / o.Rate)
}

// Pause waits for d and reports whether it did; it returns early when ctx ends.
func Pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// A Crowd is the people of a run.
type Crowd struct {
	Options
	Games    engine.Catalog
	Networks *Networks
	Failures Failures
	Players  []*Player // those who reached a table; complete once Arrive has returned

	tally   atomic.Pointer[Tally] // of the current phase
	scraper *scraper              // nil if the server is not known
}

// NewCrowd returns a crowd of which nobody has come yet.
func NewCrowd(o Options) *Crowd {
	c := &Crowd{Options: o, Games: catalog.All(), Networks: HonestNetworks(o.Target.Addr())}
	c.tally.Store(new(Tally))
	if o.Server != nil {
		c.scraper = newScraper(o.Server.Metrics)
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
		key: sshtest.NewKey(), cut: make(chan struct{}, 1),
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
			p.Life = life
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
				c.Failures.Add("play", fmt.Errorf("%s: %w", p.Game.Info().ID, err))
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

// keptSample is the number of sessions that come back to look for their games.
const keptSample = 25

// verify lets a sample of the sessions, whose connections must have been cut, come back
// and check that what was acknowledged is still there. It returns how many came back, and
// what they have lost, in words.
func (c *Crowd) verify(ctx context.Context) (checked int, losses []string) {
	step := max((len(c.Players)+keptSample-1)/keptSample, 1)
	for i := 0; i < len(c.Players); i += step {
		p := c.Players[i]
		found, err := p.Revisit(ctx)
		if err != nil {
			c.Failures.Add("come back", err)
			continue
		}
		checked++
		losses = append(losses, p.Losses(found)...)
	}
	return checked, losses
}
