package abuse_test

import (
	"context"
	"strings"
	"sync"
	"time"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// estimatesAtOnce is the number of estimates that run at a time.
const estimatesAtOnce = 4

// widest is the share code of the game with the most cards, columns and kinds of play.
const widest = "BW1-4QWT-7Y02-FK6P"

// estimates is the attack estimates.
func estimates(ctx context.Context, a *attacker) {
	var all sync.WaitGroup
	for range estimatesAtOnce {
		all.Go(func() { a.failed(ctx, estimate(ctx, a)) })
	}
	all.Wait()
}

// estimate has the advisor play sample deals of the widest game, again and again.
func estimate(ctx context.Context, a *attacker) error {
	p, err := a.lobby(ctx, a.networks.Next())
	if err != nil {
		return err
	}
	defer p.Term.HangUp()
	for _, step := range []struct{ keys, words string }{
		{"W", "The workshop"}, {"c" + widest, widest}, {Enter, "From a share code"}, {"e", "The bench: Cheshire 109"},
	} {
		if err := p.Key(step.keys, step.words, shows(step.words)); err != nil {
			return err
		}
	}
	for beats := time.NewTicker(floodInterval); ctx.Err() == nil; <-beats.C {
		running := false
		if p.Term.Look(func(s *tuitest.Terminal) { running = shows("Estimating")(s) }); running {
			continue
		}
		if err := p.Key("e", "an estimate", shows("Estimating")); err != nil {
			return err
		}
		a.add("estimates_begun", 1)
	}
	return nil
}

// shows returns whether a screen has a text in any row.
func shows(text string) func(*tuitest.Terminal) bool {
	return func(s *tuitest.Terminal) bool {
		for y := range sshtest.Rows {
			if strings.Contains(s.Row(y), text) {
				return true
			}
		}
		return false
	}
}
