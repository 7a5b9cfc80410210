package main

import (
	"context"
	"io"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// again is how long an attacker who was cut off waits before it comes again.
const again = 250 * time.Millisecond

// beat is how often a flood writes its share.
const beat = 10 * time.Millisecond

// attacker is a session of an attack, at a table of one of the games.
func (g *ground) attacker(ctx context.Context) (*player, error) {
	p, err := g.newPlayer(int(g.number.Add(1)), g.networks.forAttacker())
	if err != nil {
		return nil, err
	}
	p.running = ctx
	if _, err := p.enterLobby(ctx); err != nil {
		return nil, err
	}
	return p, p.sitDown()
}

// connection is a connection of an attack that has logged in, and no session.
func (g *ground) connection(ctx context.Context, from netip.Addr) (*wire, *ssh.Client, error) {
	key, err := newKey()
	if err != nil {
		return nil, nil, err
	}
	w, err := dial(ctx, g.target, from)
	if err != nil {
		return nil, nil, err
	}
	client, err := login(w, key)
	return w, client, err
}

// repeat attacks again and again until ctx ends.
func repeat(ctx context.Context, attack func()) {
	for ctx.Err() == nil {
		attack()
		pause(ctx, again)
	}
}

// resizeFlood is the attack of that name.
func resizeFlood(ctx context.Context, g *ground) {
	began := time.Now()
	repeat(ctx, func() {
		p, err := g.attacker(ctx)
		if err != nil {
			g.failed(ctx, err)
			return
		}
		defer p.term.hangUp()
		before := p.term.clears()
		for beats := time.NewTicker(beat); err == nil && ctx.Err() == nil; <-beats.C {
			for i := range 200 {
				if err = p.term.session.WindowChange(rows+i%20, columns+i%40); err != nil {
					g.add("cut_off", 1)
					break
				}
				g.add("sent", 1)
			}
		}
		g.add("repaints", float64(p.term.clears()-before))
	})
	g.most("repaints_per_second", rounded(g.figure("repaints")/time.Since(began).Seconds()))
}

// keyFlood is the attack of that name.
func keyFlood(ctx context.Context, g *ground) {
	paste := false
	repeat(ctx, func() {
		p, err := g.attacker(ctx)
		if err != nil {
			g.failed(ctx, err)
			return
		}
		defer p.term.hangUp()
		if paste = !paste; paste {
			g.paste(ctx, p)
		} else {
			g.floodKeys(ctx, p)
		}
	})
}

// floodKeys types a game until the session is cut off.
func (g *ground) floodKeys(ctx context.Context, p *player) {
	script, began := p.script(), time.Now()
	for beats := time.NewTicker(beat); ctx.Err() == nil; <-beats.C {
		n, err := io.WriteString(p.term.in, script)
		g.add("keys_sent", float64(n))
		if err != nil || p.term.over() {
			g.add("floods_cut_off", 1)
			g.most("cut_after_s", rounded(time.Since(began).Seconds()))
			break
		}
	}
	p.term.look(func(*screen) {
		g.most("moves_seen", float64(p.shown))
		g.most("moves_per_second", rounded(float64(p.shown)/max(time.Since(began).Seconds(), 1)))
	})
}

// script is the keys of a whole game and more, as many as a flood types in a
// beat.
func (p *player) script() string {
	const keys = 4000
	var b strings.Builder
	for _, m := range p.plan {
		b.WriteString("t" + m.String() + enter)
	}
	return b.String() + strings.Repeat("j", max(keys-b.Len(), 0))
}

// paste pastes a megabyte, and sees whether the session lives on.
func (g *ground) paste(ctx context.Context, p *player) {
	began := time.Now()
	_, err := io.WriteString(p.term.in, "\x1b[200~"+strings.Repeat("a", 1<<20)+"\x1b[201~")
	late := time.NewTimer(answerLimit)
	defer late.Stop()
	if err == nil {
		select {
		case <-p.term.ended:
		case <-late.C:
			g.add("pastes_taken", 1)
			return
		case <-ctx.Done():
			return
		}
	}
	g.add("pastes_cut_off", 1)
	g.most("cut_after_s", rounded(time.Since(began).Seconds()))
}

// stalledReader is the attack of that name.
func stalledReader(ctx context.Context, g *ground) {
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			repeat(ctx, func() { g.failed(ctx, g.stall(ctx)) })
		})
	}
	for range 2 {
		wg.Go(func() {
			repeat(ctx, func() { g.failed(ctx, g.stallRacing(ctx)) })
		})
	}
	wg.Wait()
}

// stall plays a move while somebody watches, reads no more until the session is cut
// off, and comes back for the game. Who watches reads no more either.
func (g *ground) stall(ctx context.Context) error {
	p, err := g.attacker(ctx)
	if err != nil {
		return err
	}
	defer p.term.hangUp()
	if err := p.move(p.next()); err != nil {
		return err
	}
	p.settle()
	w, err := g.watcher(ctx, g.networks.forAttacker())
	if err != nil {
		return err
	}
	defer w.term.hangUp()
	began := time.Now()
	<-g.readNoMore(ctx, p.term, w.term)
	if ctx.Err() != nil {
		return nil
	}
	g.add("cut_off", 1)
	g.most("cut_after_s", rounded(time.Since(began).Seconds()))
	found, err := p.comeBack(ctx)
	if err != nil {
		return err
	}
	g.add("games_lost", float64(len(p.losses(found))))
	return nil
}

// readNoMore lets terminals stall, which ask for frames all the while. What it returns
// is closed once all of them are cut off, or ctx has ended.
func (g *ground) readNoMore(ctx context.Context, terms ...*terminal) <-chan struct{} {
	var all sync.WaitGroup
	for _, t := range terms {
		t.wire.stall()
		g.add("stalled", 1)
		all.Go(func() {
			var err error
			for beats := time.NewTicker(beat); err == nil && ctx.Err() == nil; <-beats.C {
				_, err = io.WriteString(t.in, "\x0c") // Ctrl-L: a whole frame
			}
		})
	}
	over := make(chan struct{})
	go func() {
		all.Wait()
		close(over)
	}()
	return over
}
