package main

import (
	"context"
	"io"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
)

// Limits of the attacks with many connections.
const (
	silentMax    = 10_000
	silentFrom   = 500 // addresses
	loginsMax    = 20_000
	loginsAtOnce = 200
	freshMax     = 10_000
	termsMax     = 10_000
	termsBeat    = time.Second / 100 // between two terminals
	eachBeat     = 10                // connections per beat: 1,000 a second
)

// silent is the attack silent.
func silent(ctx context.Context, e *attackEnv) {
	var from []netip.Addr
	for range silentFrom {
		from = append(from, e.networks.forAttacker())
	}
	var wg sync.WaitGroup
	var open atomic.Int64
	hold := func(i int) {
		w, err := dial(ctx, e.target, from[i%len(from)])
		if err != nil {
			e.failed(ctx, err)
			return
		}
		defer w.Close()
		e.add("connected", 1)
		open.Add(1)
		e.awaitClose(ctx, w)
		open.Add(-1)
	}
	beats := time.NewTicker(floodInterval)
	defer beats.Stop()
	for i := 0; i < silentMax && ctx.Err() == nil; i++ {
		wg.Go(func() { hold(i) })
		if i%eachBeat == eachBeat-1 {
			<-beats.C
		}
	}
	// Wait a moment: a connection that the server has closed is still open here for a
	// while.
	if pause(ctx, time.Second) {
		e.raise("held_at_once", float64(open.Load()))
	}
	wg.Wait()
}

// awaitClose waits until the server closes a connection, and records how long that took.
func (e *attackEnv) awaitClose(ctx context.Context, w *wire) {
	began := time.Now()
	_, _ = io.Copy(io.Discard, w)
	if ctx.Err() == nil {
		e.add("cut_off", 1)
		e.raise("held_s", rounded(time.Since(began).Seconds()))
	}
}

// halfHandshake is the attack half-handshake.
func halfHandshake(ctx context.Context, e *attackEnv) {
	const connections, each = 200, 20
	var wg sync.WaitGroup
	var from netip.Addr
	for i := range connections {
		if i%each == 0 {
			from = e.networks.forAttacker()
		}
		from := from
		wg.Go(func() {
			repeat(ctx, func() {
				w, err := dial(ctx, e.target, from)
				if err != nil {
					e.failed(ctx, err)
					return
				}
				defer w.Close()
				e.add("connected", 1)
				go w.drip("SSH-2.0-" + strings.Repeat("slow", 50) + "\r\n")
				e.awaitClose(ctx, w)
			})
		})
	}
	wg.Wait()
}

// drip writes a text at one byte a second, until the wire is closed.
func (w *wire) drip(text string) {
	for i := range text {
		if _, err := io.WriteString(w, text[i:i+1]); err != nil || !pause(w.life, time.Second) {
			return
		}
	}
}

// logins is the attack logins.
func logins(ctx context.Context, e *attackEnv) {
	key, err := newKey()
	if err != nil {
		e.failed(ctx, err)
		return
	}
	from := e.networks.forAttacker()
	places := make(chan struct{}, loginsAtOnce)
	var wg sync.WaitGroup
	beats := time.NewTicker(floodInterval)
	defer beats.Stop()
	for i := 0; i < loginsMax && ctx.Err() == nil; i++ {
		if i%eachBeat == 0 {
			<-beats.C
		}
		places <- struct{}{}
		wg.Go(func() {
			defer func() { <-places }()
			e.tryLogin(ctx, from, key)
		})
	}
	wg.Wait()
	if tried := e.figure("tried"); tried > 0 {
		e.raise("refused_share", rounded(e.figure("refused")/tried))
	}
}

// tryLogin logs in and leaves. It counts as refused if the server closed the connection
// before it sent anything.
func (e *attackEnv) tryLogin(ctx context.Context, from netip.Addr, key ssh.Signer) {
	w, err := dial(ctx, e.target, from)
	if err != nil {
		e.failed(ctx, err)
		return
	}
	defer w.Close()
	_, err = login(w, key)
	switch {
	case ctx.Err() != nil:
		return
	case err == nil:
		e.add("let_in", 1)
	case w.read.Load() == 0:
		e.add("refused", 1)
	default:
		e.add("cut_off_later", 1)
	}
	e.add("tried", 1)
}

// freshKeys is the attack fresh-keys.
func freshKeys(ctx context.Context, e *attackEnv) {
	e.add("accounts", 0)
	network := e.networks.forAttacker()
	var number atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil {
				n := int(number.Add(1))
				if n > freshMax {
					return
				}
				e.failed(ctx, e.newcomer(ctx, neighbour(network, n)))
			}
		})
	}
	wg.Wait()
}

// newcomer logs in with a new key and plays a move, which would create an account.
func (e *attackEnv) newcomer(ctx context.Context, from netip.Addr) error {
	p, err := e.newPlayer(int(e.number.Add(1)), from)
	if err != nil {
		return err
	}
	if _, err := p.enterLobby(ctx); err != nil {
		return err
	}
	defer p.term.hangUp()
	e.add("logins", 1)
	if err := p.startRound(); err != nil {
		return err
	}
	refused := false
	_, _, err = p.term.press("t"+p.next().String()+enter, "the move to be saved or not", func(s *screen) bool {
		n, stored, ok := s.moves()
		refused = s.says("Not saved")
		return refused || ok && n > 0 && stored
	})
	switch {
	case err != nil:
		return err
	case refused:
		e.add("saves_refused", 1)
	default:
		e.add("accounts", 1)
	}
	return nil
}
