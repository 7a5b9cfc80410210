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

// The attack with watchers.
const (
	watchersMax  = 200
	watchersEach = 20                // from one address
	watchersRamp = time.Second / 40  // between two that come
	rejoinBeat   = time.Second / 100 // between two that leave and come back
	watchedRate  = 10                // keys a second of who is watched
	watchersRest = 5 * time.Second   // once all have left: what the server keeps for a while must not look like what it leaks
)

// watchers is the attack of that name.
func watchers(ctx context.Context, g *ground) {
	star, err := g.star(ctx)
	if err != nil {
		g.failed(ctx, err)
		return
	}
	defer star.term.hangUp()
	var all, in sync.WaitGroup
	all.Go(func() {
		if err := star.play(); !errors.Is(err, errTimeUp) {
			g.failed(ctx, err)
		}
	})
	turns := make(chan struct{})
	var from netip.Addr
	for i := range watchersMax {
		if i%watchersEach == 0 {
			from = g.networks.forAttacker()
		}
		from := from
		in.Add(1)
		all.Go(func() {
			p, err := g.watcher(ctx, from)
			in.Done()
			if err != nil {
				g.failed(ctx, err)
				return
			}
			defer p.term.hangUp()
			g.rejoin(ctx, p, turns)
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
		default: // all are still at it
		}
		g.most("watched_by", float64(star.watchers()))
	}
	g.most("joins_per_second", rounded(g.figure("joins")/time.Since(began).Seconds()))
	all.Wait()
	pause(context.WithoutCancel(ctx), watchersRest)
	g.most(watchedP99, star.crowd.tally.Load().figures().KeyToFrame.P99)
}

// star is the player whom all watch: one like the honest ones, but measured apart.
func (g *ground) star(ctx context.Context) (*player, error) {
	own := newCrowd(g.options)
	own.networks, own.rate = g.networks, watchedRate
	p, err := own.newPlayer(int(g.number.Add(1)), g.networks.forHonest())
	if err != nil {
		return nil, err
	}
	p.running, p.life = ctx, ctx
	if _, err := p.enterLobby(ctx); err != nil {
		return nil, err
	}
	err = p.sitDown()
	p.due = time.Now()
	return p, err
}

// watching is where a table tells how many watch it.
var watching = regexp.MustCompile(`(\d+) watch`)

// watchers is how many the player is told watch.
func (p *player) watchers() (n int) {
	p.term.look(func(s *screen) {
		if match := watching.FindStringSubmatch(s.row(0)); match != nil {
			n, _ = strconv.Atoi(match[1])
		}
	})
	return n
}

// watcher is a session that watches the table of whoever came last.
func (g *ground) watcher(ctx context.Context, from netip.Addr) (*player, error) {
	p, err := g.newPlayer(int(g.number.Add(1)), from)
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
	return p, g.join(p)
}

// join watches the last table of the list. Where that was left at this moment, it
// goes back to the list.
func (g *ground) join(p *player) error {
	for {
		last, refused := false, false
		if p.term.look(func(s *screen) { last = s.lastChosen() }); !last { // else nothing would answer End
			if err := p.key("\x1b[F", "the last table", (*screen).lastChosen); err != nil {
				return err
			}
		}
		err := p.key(enter, "a table to watch", func(s *screen) bool { return s.watches() || s.refuses() })
		p.term.look(func(s *screen) { refused = s.refuses() })
		if err != nil || !refused {
			return err
		}
		g.add("refused", 1)
		if err := p.key("q", "the list of tables", (*screen).lists); err != nil {
			return err
		}
	}
}

// rejoin leaves the table and comes back, each time that it is told to.
func (g *ground) rejoin(ctx context.Context, p *player, turns <-chan struct{}) {
	for {
		select {
		case <-turns:
		case <-ctx.Done():
			return
		}
		err := p.key("q", "the list of tables", (*screen).lists)
		if err == nil {
			err = g.join(p)
		}
		if err != nil {
			g.failed(ctx, err)
			return
		}
		g.add("joins", 1)
	}
}

// lists tells whether the screen is the list of tables, with some.
func (s *screen) lists() bool {
	return s.has(0, "Watch") && s.has(rows-1, "Enter watch") && s.has(2, "/")
}

// lastChosen tells whether the cursor is at the last table of the list.
func (s *screen) lastChosen() bool {
	for y := rows - 3; y > 1; y-- {
		if row := s.row(y); row != "" {
			return s.lists() && row[0] == '>'
		}
	}
	return false
}

// watches tells whether the screen is somebody's table, with a board; it may have
// ended.
func (s *screen) watches() bool { return s.has(0, "moves ") }

// refuses tells whether the screen says that there is no table.
func (s *screen) refuses() bool { return s.says("This table cannot be watched now") }
