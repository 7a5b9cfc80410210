package abuse_test

import (
	"context"
	"io"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// Limits of the attacks with many connections.
const (
	silentMax    = 10_000
	silentFrom   = 500 // addresses
	loginsMax    = 20_000
	loginsAtOnce = 200
	freshMax     = 10_000
	eachBeat     = 10 // connections per beat: 1,000 a second
)

// resizeFlood is the attack resize-flood.
func resizeFlood(ctx context.Context, a *attacker) {
	began := time.Now()
	repeat(ctx, func() {
		p, err := a.table(ctx)
		if err != nil {
			a.failed(ctx, err)
			return
		}
		defer p.Term.HangUp()
		before := clears(p)
		for beats := time.NewTicker(floodInterval); err == nil && ctx.Err() == nil; <-beats.C {
			for i := range 200 {
				if err = p.Term.Session.WindowChange(sshtest.Rows+i%20, sshtest.Columns+i%40); err != nil {
					a.add("cut_off", 1)
					break
				}
				a.add("sent", 1)
			}
		}
		a.add("repaints", float64(clears(p)-before))
	})
	a.raise("repaints_per_second", Rounded(a.figure("repaints")/time.Since(began).Seconds()))
}

// clears returns how often a player's screen was cleared, once for each whole frame.
func clears(p *Player) (n int) {
	p.Term.Look(func(s *tuitest.Terminal) { n = s.Clears() })
	return n
}

// keyFlood is the attack key-flood.
func keyFlood(ctx context.Context, a *attacker) {
	paste := false
	repeat(ctx, func() {
		p, err := a.table(ctx)
		if err != nil {
			a.failed(ctx, err)
			return
		}
		defer p.Term.HangUp()
		if paste = !paste; paste {
			pasteMegabyte(ctx, a, p)
		} else {
			floodKeys(ctx, a, p)
		}
	})
}

// floodMoves is the most moves that a flood types: many more than it may play in a second.
// Only games that can go back and forth have as many.
const floodMoves = 2000

// floodKeys types a game until the session is cut off.
func floodKeys(ctx context.Context, a *attacker, p *Player) {
	script, began := sshtest.Keys(script(PlayOut(p.Game, p.Round.Code(), p.Random, floodMoves))), time.Now()
	for beats := time.NewTicker(floodInterval); ctx.Err() == nil; <-beats.C {
		n, err := io.WriteString(p.Term.In, script)
		a.add("keys_sent", float64(n))
		if err != nil || p.Term.Over() {
			a.add("floods_cut_off", 1)
			break
		}
	}
	a.raise("cut_after_s", Rounded(time.Since(began).Seconds()))
	p.Term.Look(func(*tuitest.Terminal) {
		// A flood is over within a second, so all its moves are of one second.
		a.raise("moves_per_second", Rounded(float64(p.Moves)/max(time.Since(began).Seconds(), 1)))
	})
}

// script returns the keys of a whole game, filled up to the number of keys that a flood
// types in a floodInterval.
func script(plan []engine.Move) string {
	const keys = 4000
	var b strings.Builder
	for _, m := range plan {
		b.WriteString("t" + m.String() + Enter)
	}
	return b.String() + strings.Repeat("j", max(keys-b.Len(), 0))
}

// pasteMegabyte pastes a megabyte, and records whether the session survives.
func pasteMegabyte(ctx context.Context, a *attacker, p *Player) {
	began := time.Now()
	_, err := io.WriteString(p.Term.In, "\x1b[200~"+strings.Repeat("a", 1<<20)+"\x1b[201~")
	late := time.NewTimer(sshtest.AnswerLimit)
	defer late.Stop()
	if err == nil {
		select {
		case <-p.Term.Ended:
		case <-late.C:
			a.add("pastes_taken", 1)
			return
		case <-ctx.Done():
			return
		}
	}
	a.add("pastes_cut_off", 1)
	a.raise("cut_after_s", Rounded(time.Since(began).Seconds()))
}

// silent is the attack silent.
func silent(ctx context.Context, a *attacker) {
	var from []netip.Addr
	for range silentFrom {
		from = append(from, a.networks.Next())
	}
	var wg sync.WaitGroup
	var open atomic.Int64
	hold := func(i int) {
		w, err := DialFrom(ctx, a.Target.String(), from[i%len(from)])
		if err != nil {
			a.failed(ctx, err)
			return
		}
		defer w.Close()
		a.add("connected", 1)
		open.Add(1)
		awaitClose(ctx, a, w)
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
	if Pause(ctx, time.Second) {
		a.raise("held_at_once", float64(open.Load()))
	}
	wg.Wait()
}

// awaitClose waits until the server closes a connection or the attack ends, and records how
// long the connection was held.
func awaitClose(ctx context.Context, a *attacker, w *Wire) {
	began := time.Now()
	_, _ = io.Copy(io.Discard, w)
	a.raise("held_s", Rounded(time.Since(began).Seconds()))
	if ctx.Err() == nil {
		a.add("cut_off", 1)
	}
}

// halfHandshake is the attack half-handshake.
func halfHandshake(ctx context.Context, a *attacker) {
	const connections, each = 200, 20
	var wg sync.WaitGroup
	var from netip.Addr
	for i := range connections {
		if i%each == 0 {
			from = a.networks.Next()
		}
		from := from
		wg.Go(func() {
			repeat(ctx, func() {
				w, err := DialFrom(ctx, a.Target.String(), from)
				if err != nil {
					a.failed(ctx, err)
					return
				}
				defer w.Close()
				a.add("connected", 1)
				go drip(w, "SSH-2.0-"+strings.Repeat("slow", 50)+"\r\n")
				awaitClose(ctx, a, w)
			})
		})
	}
	wg.Wait()
}

// drip writes a text at one byte a second, until the wire is closed.
func drip(w *Wire, text string) {
	for i := range text {
		if _, err := io.WriteString(w, text[i:i+1]); err != nil || !Pause(w.Life(), time.Second) {
			return
		}
	}
}

// logins is the attack logins.
func logins(ctx context.Context, a *attacker) {
	key := sshtest.NewKey()
	from := a.networks.Next()
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
			tryLogin(ctx, a, from, key)
		})
	}
	wg.Wait()
	if tried := a.figure("tried"); tried > 0 {
		a.raise("refused_share", Rounded(a.figure("refused")/tried))
	}
}

// tryLogin logs in and leaves. It counts as refused if the server closed the connection
// before it sent anything.
func tryLogin(ctx context.Context, a *attacker, from netip.Addr, key ssh.Signer) {
	w, err := DialFrom(ctx, a.Target.String(), from)
	if err != nil {
		a.failed(ctx, err)
		return
	}
	defer w.Close()
	_, err = sshtest.Login(w, ssh.ClientConfig{User: "boardwalk-load-attacker", Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}})
	switch {
	case ctx.Err() != nil:
		return
	case err == nil:
		a.add("let_in", 1)
	case w.Silent():
		a.add("refused", 1)
	default:
		a.add("cut_off_later", 1)
	}
	a.add("tried", 1)
}

// freshKeys is the attack fresh-keys.
func freshKeys(ctx context.Context, a *attacker) {
	a.add("accounts", 0)
	network := a.networks.Next()
	var number atomic.Int64
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for ctx.Err() == nil {
				n := int(number.Add(1))
				if n > freshMax {
					return
				}
				a.failed(ctx, newcomer(ctx, a, Neighbour(network, n)))
			}
		})
	}
	wg.Wait()
}

// newcomer logs in with a new key and plays a move, which would create an account.
func newcomer(ctx context.Context, a *attacker, from netip.Addr) error {
	p, err := a.lobby(ctx, from)
	if err != nil {
		return err
	}
	defer p.Term.HangUp()
	a.add("logins", 1)
	if err := p.StartRound(); err != nil {
		return err
	}
	refused := false
	_, _, err = p.Term.Press("t"+p.Next().String()+Enter, "the move to be saved or not", func(s *tuitest.Terminal) bool {
		n, stored, ok := Heading(s)
		refused = Says(s, "Not saved")
		return refused || ok && n > 0 && stored
	})
	switch {
	case err != nil:
		return err
	case refused:
		a.add("saves_refused", 1)
	default:
		a.add("accounts", 1)
	}
	return nil
}
