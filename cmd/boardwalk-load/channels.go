package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/crypto/ssh"
)

// channels is the attack channels.
func channels(ctx context.Context, e *attackEnv) {
	repeat(ctx, func() { e.failed(ctx, e.openChannels(ctx)) })
}

// openChannels opens 500 sessions on one connection, or as many as it can.
func (e *attackEnv) openChannels(ctx context.Context) error {
	w, client, err := e.connection(ctx, e.networks.forAttacker())
	if err != nil {
		return err
	}
	defer w.Close()
	accepted := 0
	for range 500 {
		t, err := openOrEnd(w, client)
		var refused *ssh.OpenChannelError
		switch {
		case errors.As(err, &refused):
			e.add("refused", 1)
			continue
		case err != nil:
			e.add("cut_off", 1)
			return nil
		}
		accepted++
		e.raise("accepted_at_once", float64(accepted))
		if _, err := t.first(); err != nil {
			return err
		}
	}
	return nil
}

// openOrEnd opens a terminal, or returns when the connection has ended: the SSH library
// never answers a request for a session if the connection ends at that moment.
func openOrEnd(w *wire, client *ssh.Client) (*terminal, error) {
	type opened struct {
		t   *terminal
		err error
	}
	done := make(chan opened, 1)
	go func() {
		t, err := openTerminal(w, client, termName)
		done <- opened{t, err}
	}()
	ended := make(chan error, 1)
	go func() { ended <- client.Wait() }()
	select {
	case o := <-done:
		return o.t, o.err
	case err := <-ended:
		return nil, fmt.Errorf("the connection ended: %w", err)
	}
}

// closeChannels is the attack close-channels.
func closeChannels(ctx context.Context, e *attackEnv) { e.failed(ctx, e.cycleSessions(ctx)) }

// cycleSessions begins and closes 100 sessions on one connection, and then waits until the
// server closes the connection.
func (e *attackEnv) cycleSessions(ctx context.Context) error {
	w, client, err := e.connection(ctx, e.networks.forAttacker())
	if err != nil {
		return err
	}
	defer w.Close()
	begun := 0
	for range 100 {
		var t *terminal
		if t, err = openTerminal(w, client, termName); err == nil {
			_, err = t.first()
		}
		if err != nil {
			break
		}
		begun++
		_ = t.session.Close()
		<-t.ended
	}
	e.raise("sessions_begun", float64(begun))
	if err != nil || ctx.Err() != nil {
		return err
	}
	began := time.Now()
	e.countPrograms(ctx)
	spent := e.serverCPU()
	idle := time.Now()
	_ = client.Wait()
	if ctx.Err() != nil {
		return nil
	}
	e.raise("held_s", rounded(time.Since(began).Seconds()))
	if e.calm != nil {
		e.raise(heldCores, rounded((e.serverCPU()-spent).Seconds()/time.Since(idle).Seconds()-e.calm.Cores))
	}
	return nil
}

// countPrograms counts the programs that an attacker without a session still has within a
// second. It records the lowest count, because honest visitors have programs too.
func (e *attackEnv) countPrograms(ctx context.Context) {
	if e.scraper == nil {
		return
	}
	least := -1
	for late := time.Now().Add(time.Second); time.Now().Before(late); {
		r, err := e.scraper.read(ctx)
		if err != nil {
			e.failed(ctx, err)
			return
		}
		if left := max(r.Sessions-len(e.players), 0); least < 0 || left < least {
			least = left
		}
		if least == 0 || !pause(ctx, restBeat) {
			break
		}
	}
	e.raise("programs_left", float64(least))
}

// serverCPU returns the CPU time of the server's process so far, or 0 if it is unknown.
func (e *attackEnv) serverCPU() time.Duration {
	p, _ := readProcess(strconv.Itoa(e.pid))
	return p.cpu
}
