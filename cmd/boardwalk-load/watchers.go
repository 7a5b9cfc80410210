package main

import (
	"context"
	"errors"
	"net/netip"
	"regexp"
	"strconv"
	"sync"
	"time"
)

// Limits of the attack with watchers.
const (
	watchersMax  = 200
	watchersEach = 20                // watchers from one address
	watchersRamp = time.Second / 40  // between two that join
	rejoinBeat   = time.Second / 100 // between two that leave and come back
	watchedRate  = 10                // keys a second of the watched player
	watchersRest = 5 * time.Second   // pause once all have left: what the server keeps for a while must not look like a leak
)

// watchers is the attack watchers.
func watchers(ctx context.Context, e *attackEnv) {
	star, err := e.watchedPlayer(ctx)
	if err != nil {
		e.failed(ctx, err)
		return
	}
	defer star.term.hangUp()
	var all, in sync.WaitGroup
	all.Go(func() {
		if err := star.play(); !errors.Is(err, errTimeUp) {
			e.failed(ctx, err)
		}
	})
	turns := make(chan struct{})
	var from netip.Addr
	for i := range watchersMax {
		if i%watchersEach == 0 {
			from = e.networks.forAttacker()
		}
		from := from
		in.Add(1)
		all.Go(func() {
			p, err := e.watcher(ctx, from)
			in.Done()
			if err != nil {
				e.failed(ctx, err)
				return
			}
			defer p.term.hangUp()
			e.rejoin(ctx, p, turns)
		})
		if !pause(ctx, watchersRamp) {
			break
		}
	}
	in.Wait()
	began := time.Now()
	for beats := time.NewTicker(rejoinBeat); ctx.Err() == nil; <-beats.C {
		select {
		case turns <- struct{}{}:
		default: // all watchers are still busy with their last turn
		}
		e.raise("watched_by", float64(star.watchers()))
	}
	e.raise("joins_per_second", rounded(e.figure("joins")/time.Since(began).Seconds()))
	all.Wait()
	pause(context.WithoutCancel(ctx), watchersRest)
	e.raise(watchedP99, star.workload.tally.Load().figures().KeyToFrame.P99)
}

// watchedPlayer returns the player who is watched: like the honest ones, but measured
// separately.
func (e *attackEnv) watchedPlayer(ctx context.Context) (*player, error) {
	own := newWorkload(e.options)
	own.networks, own.rate = e.networks, watchedRate
	p, err := own.newPlayer(int(e.number.Add(1)), e.networks.forHonest())
	if err != nil {
		return nil, err
	}
	p.running, p.life = ctx, ctx
	if _, err := p.enterLobby(ctx); err != nil {
		return nil, err
	}
	err = p.startRound()
	p.due = time.Now()
	return p, err
}

// watching matches the number of watchers in a table's heading.
var watching = regexp.MustCompile(`(\d+) watch`)

// watchers returns the number of watchers that the player's heading shows.
func (p *player) watchers() (n int) {
	p.term.look(func(s *screen) {
		if match := watching.FindStringSubmatch(s.row(0)); match != nil {
			n, _ = strconv.Atoi(match[1])
		}
	})
	return n
}

// watcher returns a session that watches the table of the player who came last.
func (e *attackEnv) watcher(ctx context.Context, from netip.Addr) (*player, error) {
	p, err := e.newPlayer(int(e.number.Add(1)), from)
	if err != nil {
		return nil, err
	}
	p.running = ctx
	if _, err := p.enterLobby(ctx); err != nil {
		return nil, err
	}
	if err := p.key("w", "the list of tables", (*screen).lists); err != nil {
		return nil, err
	}
	return p, e.join(p)
}

// join watches the last table of the list. If that table was just left, join goes back to
// the list and tries again.
func (e *attackEnv) join(p *player) error {
	for {
		last, refused := false, false
		if p.term.look(func(s *screen) { last = s.lastChosen() }); !last { // if it were chosen already, End would change nothing
			if err := p.key("\x1b[F", "the last table", (*screen).lastChosen); err != nil {
				return err
			}
		}
		err := p.key(enter, "a table to watch", func(s *screen) bool { return s.watches() || s.refuses() })
		p.term.look(func(s *screen) { refused = s.refuses() })
		if err != nil || !refused {
			return err
		}
		e.add("refused", 1)
		if err := p.key("q", "the list of tables", (*screen).lists); err != nil {
			return err
		}
	}
}

// rejoin leaves the table and comes back, once for each turn.
func (e *attackEnv) rejoin(ctx context.Context, p *player, turns <-chan struct{}) {
	for {
		select {
		case <-turns:
		case <-ctx.Done():
			return
		}
		err := p.key("q", "the list of tables", (*screen).lists)
		if err == nil {
			err = e.join(p)
		}
		if err != nil {
			e.failed(ctx, err)
			return
		}
		e.add("joins", 1)
	}
}

// lists reports whether the screen is the list of tables and has at least one.
func (s *screen) lists() bool {
	return s.has(0, "Watch") && s.has(rows-1, "Enter watch") && s.has(2, "/")
}

// lastChosen reports whether the cursor is at the last table of the list.
func (s *screen) lastChosen() bool {
	for y := rows - 3; y > 1; y-- {
		if row := s.row(y); row != "" {
			return s.lists() && row[0] == '>'
		}
	}
	return false
}

// watches reports whether the screen is somebody's table with a board. The game may be
// over.
func (s *screen) watches() bool { return s.has(0, "moves ") }

// refuses reports whether the screen says that the table cannot be watched.
func (s *screen) refuses() bool { return s.says("This table cannot be watched now") }
