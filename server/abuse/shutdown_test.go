package abuse_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"sync"
	"time"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
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
func shutdown(ctx context.Context, l *lab) (outcome, error) {
	dir, first, err := l.serve(ctx, nil)
	if err != nil {
		return outcome{}, err
	}
	o := OptionsOf(first)
	o.Sessions = closingSessions
	c := NewCrowd(o)
	life, end := context.WithCancel(ctx)
	defer end()
	c.Arrive(ctx, life)
	playing, stop := context.WithCancel(life)
	time.AfterFunc(closingPlay, stop)
	c.PlayUntil(playing)
	if n := len(c.Players); n <= closingStalled {
		return outcome{}, errors.Join(fmt.Errorf("only %d of %d came to a table: %+v", n, closingSessions, c.Failures.List()), first.Stop())
	}

	for _, p := range c.Players[:closingStalled] {
		p.Wire.Stall()
	}
	for range closingFrames {
		for _, p := range c.Players[:closingStalled] {
			_, _ = io.WriteString(p.Term.In, "\x0c") // Ctrl-L: a whole frame
		}
		Pause(ctx, floodInterval)
	}
	notified := make(chan time.Time, len(c.Players))
	var wg sync.WaitGroup
	for _, p := range c.Players[closingStalled:] {
		listen(p, "The arcade is closing", notified)
		p.Running, p.Due = life, time.Now()
		wg.Go(func() { _ = p.Stay() }) // until the server ends the session
	}
	began := time.Now()
	err = first.Stop()
	gone := time.Since(began)
	wg.Wait()
	close(notified)
	made := outcome{figures: map[string]float64{"gone_s": Rounded(gone.Seconds())}}
	for at := range notified {
		made.figures["told"]++
		made.figures["told_after_s"] = max(made.figures["told_after_s"], Rounded(at.Sub(began).Seconds()))
	}
	c.HangUp()
	if err == nil {
		err = lookAgain(ctx, l, c, dir, made.figures)
	}
	made.judge(
		AtLeast("told", float64(len(c.Players)-closingStalled)), AtMost("told_after_s", 1),
		AtMost("gone_s", (drainLimit+2*time.Second).Seconds()),
		AtLeast("games_found", closingSessions), AtMost("games_lost", 0),
	)
	made.errors = c.Failures.List()
	return made, err
}

// listen sends the time at which the screen first shows a text to heard.
func listen(p *Player, text string, heard chan<- time.Time) {
	p.Term.OnOutput(func(s *tuitest.Terminal, at time.Time) {
		p.OnOutput(s, at)
		for y := range sshtest.Rows {
			if heard != nil && s.Has(y, text) {
				heard <- at
				heard = nil
			}
		}
	})
}

// lookAgain starts a server on the same data, where every player of a crowd looks for
// what was acknowledged, and adds what came of it to the figures.
func lookAgain(ctx context.Context, l *lab, c *Crowd, dir string, figures map[string]float64) error {
	server, err := StartServer(ctx, l.program, dir)
	if err != nil {
		return err
	}
	c.Target = netip.MustParseAddrPort(server.Addr)
	for _, p := range c.Players {
		found, err := p.Revisit(ctx)
		if err != nil {
			c.Failures.Add("come back", err)
			continue
		}
		figures["games_found"]++
		figures["games_lost"] += float64(len(p.Losses(found)))
	}
	return server.Stop()
}
