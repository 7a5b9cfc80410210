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

// retryPause is how long an attacker who was cut off waits before attacking again.
const retryPause = 250 * time.Millisecond

// floodInterval is the interval at which a flood writes its share.
const floodInterval = 10 * time.Millisecond

// attacker returns an attacking session at a table of one of the games.
func (e *attackEnv) attacker(ctx context.Context) (*player, error) {
	p, err := e.newPlayer(int(e.number.Add(1)), e.networks.forAttacker())
	if err != nil {
		return nil, err
	}
	p.running = ctx
	if _, err := p.enterLobby(ctx); err != nil {
		return nil, err
	}
	return p, p.startRound()
}

// connection returns an attacking connection that has logged in and has no session.
func (e *attackEnv) connection(ctx context.Context, from netip.Addr) (*wire, *ssh.Client, error) {
	key, err := newKey()
	if err != nil {
		return nil, nil, err
	}
	w, err := dial(ctx, e.target, from)
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
		pause(ctx, retryPause)
	}
}

// resizeFlood is the attack resize-flood.
func resizeFlood(ctx context.Context, e *attackEnv) {
	began := time.Now()
	repeat(ctx, func() {
		p, err := e.attacker(ctx)
		if err != nil {
			e.failed(ctx, err)
			return
		}
		defer p.term.hangUp()
		before := p.term.clears()
		for beats := time.NewTicker(floodInterval); err == nil && ctx.Err() == nil; <-beats.C {
			for i := range 200 {
				if err = p.term.session.WindowChange(rows+i%20, columns+i%40); err != nil {
					e.add("cut_off", 1)
					break
				}
				e.add("sent", 1)
			}
		}
		e.add("repaints", float64(p.term.clears()-before))
	})
	e.raise("repaints_per_second", rounded(e.figure("repaints")/time.Since(began).Seconds()))
}

// keyFlood is the attack key-flood.
func keyFlood(ctx context.Context, e *attackEnv) {
	paste := false
	repeat(ctx, func() {
		p, err := e.attacker(ctx)
		if err != nil {
			e.failed(ctx, err)
			return
		}
		defer p.term.hangUp()
		if paste = !paste; paste {
			e.paste(ctx, p)
		} else {
			e.floodKeys(ctx, p)
		}
	})
}

// floodKeys types a game until the session is cut off.
func (e *attackEnv) floodKeys(ctx context.Context, p *player) {
	script, began := p.script(), time.Now()
	for beats := time.NewTicker(floodInterval); ctx.Err() == nil; <-beats.C {
		n, err := io.WriteString(p.term.in, script)
		e.add("keys_sent", float64(n))
		if err != nil || p.term.over() {
			e.add("floods_cut_off", 1)
			e.raise("cut_after_s", rounded(time.Since(began).Seconds()))
			break
		}
	}
	p.term.look(func(*screen) {
		e.raise("moves_seen", float64(p.shown))
		e.raise("moves_per_second", rounded(float64(p.shown)/max(time.Since(began).Seconds(), 1)))
	})
}

// script returns the keys of a whole game, filled up to the number of keys that a flood
// types in a floodInterval.
func (p *player) script() string {
	const keys = 4000
	var b strings.Builder
	for _, m := range p.plan {
		b.WriteString("t" + m.String() + enter)
	}
	return b.String() + strings.Repeat("j", max(keys-b.Len(), 0))
}

// paste pastes a megabyte, and records whether the session survives.
func (e *attackEnv) paste(ctx context.Context, p *player) {
	began := time.Now()
	_, err := io.WriteString(p.term.in, "\x1b[200~"+strings.Repeat("a", 1<<20)+"\x1b[201~")
	late := time.NewTimer(answerLimit)
	defer late.Stop()
	if err == nil {
		select {
		case <-p.term.ended:
		case <-late.C:
			e.add("pastes_taken", 1)
			return
		case <-ctx.Done():
			return
		}
	}
	e.add("pastes_cut_off", 1)
	e.raise("cut_after_s", rounded(time.Since(began).Seconds()))
}

// stalledReader is the attack stalled-reader.
func stalledReader(ctx context.Context, e *attackEnv) {
	var wg sync.WaitGroup
	for range 5 {
		wg.Go(func() {
			repeat(ctx, func() { e.failed(ctx, e.stall(ctx)) })
		})
	}
	for range 2 {
		wg.Go(func() {
			repeat(ctx, func() { e.failed(ctx, e.stallRacing(ctx)) })
		})
	}
	wg.Wait()
}

// stall plays a move while somebody watches, stops reading until the session is cut off,
// and comes back for the game. The watcher stops reading too.
func (e *attackEnv) stall(ctx context.Context) error {
	p, err := e.attacker(ctx)
	if err != nil {
		return err
	}
	defer p.term.hangUp()
	if err := p.move(p.next()); err != nil {
		return err
	}
	p.awaitAcks()
	w, err := e.watcher(ctx, e.networks.forAttacker())
	if err != nil {
		return err
	}
	defer w.term.hangUp()
	began := time.Now()
	<-e.stopReading(ctx, p.term, w.term)
	if ctx.Err() != nil {
		return nil
	}
	e.add("cut_off", 1)
	e.raise("cut_after_s", rounded(time.Since(began).Seconds()))
	found, err := p.revisit(ctx)
	if err != nil {
		return err
	}
	e.add("games_lost", float64(len(p.losses(found))))
	return nil
}

// stopReading makes terminals stop reading while they keep asking for frames. The channel
// that it returns is closed once all of them are cut off, or ctx has ended.
func (e *attackEnv) stopReading(ctx context.Context, terms ...*terminal) <-chan struct{} {
	var all sync.WaitGroup
	for _, t := range terms {
		t.wire.stall()
		e.add("stalled", 1)
		all.Go(func() {
			var err error
			for beats := time.NewTicker(floodInterval); err == nil && ctx.Err() == nil; <-beats.C {
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
