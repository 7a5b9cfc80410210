package abuse_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

// channels is the attack channels.
func channels(ctx context.Context, a *attacker) {
	repeat(ctx, func() { a.failed(ctx, openChannels(ctx, a)) })
}

// openChannels opens 500 sessions on one connection, or as many as it can.
func openChannels(ctx context.Context, a *attacker) error {
	client, err := a.connection(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	accepted := 0
	for range 500 {
		t, err := openOrEnd(client)
		var refused *ssh.OpenChannelError
		switch {
		case errors.As(err, &refused):
			a.add("refused", 1)
			continue
		case err != nil:
			a.add("cut_off", 1)
			return nil
		}
		accepted++
		a.raise("accepted_at_once", float64(accepted))
		if _, err := t.See("the lobby", InLobby); err != nil {
			return err
		}
	}
	return nil
}

// openOrEnd opens a terminal, or returns when the connection has ended: the SSH library
// never answers a request for a session if the connection ends at that moment.
func openOrEnd(client *ssh.Client) (*sshtest.Terminal, error) {
	type opened struct {
		t   *sshtest.Terminal
		err error
	}
	done := make(chan opened, 1)
	go func() {
		t, err := sshtest.OpenTerminal(client, TermName)
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
func closeChannels(ctx context.Context, a *attacker) { a.failed(ctx, cycleSessions(ctx, a)) }

// cycleSessions begins and closes 100 sessions on one connection, and then waits until the
// server closes the connection.
func cycleSessions(ctx context.Context, a *attacker) error {
	client, err := a.connection(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	begun := 0
	for range 100 {
		var t *sshtest.Terminal
		if t, err = sshtest.OpenTerminal(client, TermName); err == nil {
			_, err = t.See("the lobby", InLobby)
		}
		if err != nil {
			break
		}
		begun++
		_ = t.Session.Close()
		<-t.Ended
	}
	a.raise("sessions_begun", float64(begun))
	if err != nil || ctx.Err() != nil {
		return err
	}
	began := time.Now()
	countPrograms(ctx, a)
	spent := a.Server.CPUTime()
	idle := time.Now()
	_ = client.Wait()
	if ctx.Err() != nil {
		return nil
	}
	a.raise("held_s", Rounded(time.Since(began).Seconds()))
	if a.calm != nil {
		a.raise(heldCores, Rounded((a.Server.CPUTime()-spent).Seconds()/time.Since(idle).Seconds()-a.calm.Cores))
	}
	return nil
}

// countPrograms counts the programs that an attacker without a session still has within a
// second. It records the lowest count, because honest visitors have programs too.
func countPrograms(ctx context.Context, a *attacker) {
	least := -1
	for late := time.Now().Add(time.Second); time.Now().Before(late); {
		sessions, err := a.OpenSessions(ctx)
		if err != nil {
			a.failed(ctx, err)
			return
		}
		if left := max(sessions-len(a.Players), 0); least < 0 || left < least {
			least = left
		}
		if least == 0 || !Pause(ctx, 100*time.Millisecond) {
			break
		}
	}
	a.raise("programs_left", float64(least))
}

const (
	termsMax  = 10_000
	termsBeat = time.Second / 100 // between two terminals
)

// envFlood is the attack env-flood.
func envFlood(ctx context.Context, a *attacker) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() {
		repeat(ctx, func() { a.failed(ctx, setVariables(ctx, a)) })
	})
	named := 0
	for ctx.Err() == nil && named < termsMax {
		a.failed(ctx, nameTerminals(ctx, a, &named))
	}
	cancel()
	wg.Wait()
}

// setVariables sets 1,000 variables of 30 KB and begins a session with them.
func setVariables(ctx context.Context, a *attacker) error {
	client, err := a.connection(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	value := strings.Repeat("x", 30<<10)
	for i := 0; i < 1000 && err == nil; i++ {
		variable := struct{ Name, Value string }{fmt.Sprintf("LC_%d", i), value}
		if _, err = session.SendRequest("env", false, ssh.Marshal(variable)); err == nil {
			a.add("variables", 1)
		}
	}
	if err == nil {
		err = session.RequestPty(TermName, sshtest.Rows, sshtest.Columns, nil)
	}
	if err == nil {
		err = session.Shell()
	}
	if err != nil {
		a.add("cut_off", 1)
	}
	return nil
}

// nameTerminals begins sessions on one connection, one after another, each in a terminal
// with a new name, until the server refuses.
func nameTerminals(ctx context.Context, a *attacker, named *int) error {
	client, err := a.connection(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	beats := time.NewTicker(termsBeat)
	defer beats.Stop()
	for ; *named < termsMax && ctx.Err() == nil; <-beats.C {
		t, err := sshtest.OpenTerminal(client, fmt.Sprintf("terminal-%d", *named))
		if isShortage(err) { // too many in a row
			a.add("refused", 1)
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := t.See("the lobby", InLobby); err != nil {
			return err
		}
		*named++
		a.add("terminals", 1)
		_ = t.Session.Close()
		<-t.Ended
	}
	return nil
}
