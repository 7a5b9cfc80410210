package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"sync"
	"time"
)

const (
	closingSessions = 200
	closingStalled  = 5
	closingPlay     = 5 * time.Second
	closingFrames   = 300             // more than the buffers hold, and soon written
	drainLimit      = 5 * time.Second // the server's default
)

// shutdown ends a server with SIGTERM while 200 players play, five of which read nothing
// any more. It then starts the server again, and all look for their games.
func (s *suite) shutdown(ctx context.Context) (*Abuse, error) {
	dir, first, err := s.serve(ctx)
	if err != nil {
		return nil, err
	}
	o := s.serverOptions(first)
	o.sessions = closingSessions
	c := newWorkload(o)
	life, end := context.WithCancel(ctx)
	defer end()
	c.startSessions(ctx, life)
	playing, stop := context.WithCancel(life)
	time.AfterFunc(closingPlay, stop)
	c.play(playing)
	if n := len(c.players); n <= closingStalled {
		return nil, errors.Join(fmt.Errorf("only %d of %d came to a table: %+v", n, closingSessions, c.failures.list()), first.stop())
	}

	for _, p := range c.players[:closingStalled] {
		p.term.wire.stall()
	}
	for range closingFrames {
		for _, p := range c.players[:closingStalled] {
			_, _ = io.WriteString(p.term.in, "\x0c") // Ctrl-L: a whole frame
		}
		pause(ctx, floodInterval)
	}
	notified := make(chan time.Time, len(c.players))
	var wg sync.WaitGroup
	for _, p := range c.players[closingStalled:] {
		p.listen("The arcade is closing", notified)
		p.running, p.due = life, time.Now()
		wg.Go(func() { _ = p.stay() }) // until the server ends the session
	}
	began := time.Now()
	err = first.stop()
	gone := time.Since(began)
	wg.Wait()
	close(notified)
	a := &Abuse{Name: "closing", Case: 23, Seconds: rounded(gone.Seconds()), Figures: map[string]float64{"gone_s": rounded(gone.Seconds())}}
	for at := range notified {
		a.Figures["told"]++
		a.Figures["told_after_s"] = max(a.Figures["told_after_s"], rounded(at.Sub(began).Seconds()))
	}
	c.hangUp()
	if err == nil {
		err = s.verifyAfterRestart(ctx, c, dir, a)
	}
	for _, l := range []limit{
		{"told", float64(len(c.players) - closingStalled), true}, {"told_after_s", 1, false},
		{"gone_s", (drainLimit + 2*time.Second).Seconds(), false}, {"games_found", float64(closingSessions), true}, {"games_lost", 0, false},
	} {
		a.Bounds = append(a.Bounds, l.judge(a.Figures))
	}
	a.Errors = c.failures.list()
	return a, err
}

// listen sends the time at which the screen first shows a text to heard.
func (p *player) listen(text string, heard chan<- time.Time) {
	p.term.look(func(*screen) {
		before := p.term.onOutput
		p.term.onOutput = func(at time.Time) {
			before(at)
			for y := range rows {
				if heard != nil && p.term.screen.has(y, text) {
					heard <- at
					heard = nil
				}
			}
		}
	})
}

// verifyAfterRestart starts a server on the same data, where every player of a workload
// looks for what was acknowledged.
func (s *suite) verifyAfterRestart(ctx context.Context, w *workload, dir string, a *Abuse) error {
	server, err := startServer(ctx, s.program, dir)
	if err != nil {
		return err
	}
	w.target = netip.MustParseAddrPort(server.addr)
	for _, p := range w.players {
		found, err := p.revisit(ctx)
		if err != nil {
			w.failures.add("come back", err)
			continue
		}
		a.Figures["games_found"]++
		a.Figures["games_lost"] += float64(len(p.losses(found)))
	}
	return server.stop()
}
