package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

// envFlood is the attack env-flood.
func envFlood(ctx context.Context, e *attackEnv) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var wg sync.WaitGroup
	wg.Go(func() {
		repeat(ctx, func() { e.failed(ctx, e.setVariables(ctx)) })
	})
	named := 0
	for ctx.Err() == nil && named < termsMax {
		e.failed(ctx, e.nameTerminals(ctx, &named))
	}
	cancel()
	wg.Wait()
}

// setVariables sets 1,000 variables of 30 KB and begins a session with them.
func (e *attackEnv) setVariables(ctx context.Context) error {
	w, client, err := e.connection(ctx, e.networks.forAttacker())
	if err != nil {
		return err
	}
	defer w.Close()
	session, err := client.NewSession()
	if err != nil {
		return err
	}
	value := strings.Repeat("x", 30<<10)
	for i := 0; i < 1000 && err == nil; i++ {
		variable := struct{ Name, Value string }{fmt.Sprintf("LC_%d", i), value}
		if _, err = session.SendRequest("env", false, ssh.Marshal(variable)); err == nil {
			e.add("variables", 1)
		}
	}
	if err == nil {
		err = session.RequestPty(termName, rows, columns, nil)
	}
	if err == nil {
		err = session.Shell()
	}
	if err != nil {
		e.add("cut_off", 1)
	}
	return nil
}

// nameTerminals begins sessions on one connection, one after another, each in a terminal
// with a new name, until the server refuses.
func (e *attackEnv) nameTerminals(ctx context.Context, named *int) error {
	w, client, err := e.connection(ctx, e.networks.forAttacker())
	if err != nil {
		return err
	}
	defer w.Close()
	beats := time.NewTicker(termsBeat)
	defer beats.Stop()
	for ; *named < termsMax && ctx.Err() == nil; <-beats.C {
		t, err := openTerminal(w, client, fmt.Sprintf("terminal-%d", *named))
		if isShortage(err) { // too many in a row
			e.add("refused", 1)
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := t.first(); err != nil {
			return err
		}
		*named++
		e.add("terminals", 1)
		_ = t.session.Close()
		<-t.ended
	}
	return nil
}

// isShortage reports whether an error is the refusal of one more session, which an
// attacker who begins many should meet.
func isShortage(err error) bool {
	var refused *ssh.OpenChannelError
	return errors.As(err, &refused) && refused.Reason == ssh.ResourceShortage
}
