package abuse_test

import (
	"context"
	"errors"
	"net/netip"
	"regexp"
	"strconv"
	"sync"
	"time"

	"boardwalk/server/sshtest"
	"boardwalk/tui/tuitest"
)

// Limits of the attack with watchers.
const (
	watchersMax  = 200
	watchersEach = 20                // watchers from one address
	watchersRamp = time.Second / 40  // between two that join
	rejoinBeat   = time.Second / 100 // between two that leave and come back
	watchedRate  = 10                // keys a second of the watched player
	watchersRest = 5 * time.Second   // pause once all have left: what the server keeps for a while must not look like a leak
)

// watchers is the attack watchers.
func watchers(ctx context.Context, a *attacker) {
	own := NewCrowd(a.Options) // measured apart from the honest players
	own.Rate = watchedRate
	star, err := watchedPlayer(ctx, own.NewPlayer(int(a.number.Add(1)), a.Networks.Next()))
	if err != nil {
		a.failed(ctx, err)
		return
	}
	defer star.Term.HangUp()
	var all, in sync.WaitGroup
	all.Go(func() {
		if err := star.Play(); !errors.Is(err, ErrTimeUp) {
			a.failed(ctx, err)
		}
	})
	turns := make(chan struct{})
	var from netip.Addr
	for i := range watchersMax {
		if i%watchersEach == 0 {
			from = a.networks.Next()
		}
		from := from
		in.Add(1)
		all.Go(func() {
			p, err := watch(ctx, a, from)
			in.Done()
			if err != nil {
				a.failed(ctx, err)
				return
			}
			defer p.Term.HangUp()
			rejoin(ctx, a, p, turns)
		})
		if !Pause(ctx, watchersRamp) {
			break
		}
	}
	in.Wait()
	began := time.Now()
	for beats := time.NewTicker(rejoinBeat); ctx.Err() == nil; <-beats.C {
		select {
		case turns <- struct{}{}:
		default: // all watchers are still busy with their last turn
		}
		a.raise("watched_by", float64(watchersOf(star)))
	}
	a.raise("joins_per_second", Rounded(a.figure("joins")/time.Since(began).Seconds()))
	all.Wait()
	Pause(context.WithoutCancel(ctx), watchersRest)
	a.raise(watchedP99, own.Tally().Figures().KeyToFrame.P99)
}

// watchedPlayer lets the player who is watched come to a table.
func watchedPlayer(ctx context.Context, p *Player) (*Player, error) {
	p.Running, p.Life = ctx, ctx
	if _, err := p.EnterLobby(ctx); err != nil {
		return nil, err
	}
	err := p.StartRound()
	p.Due = time.Now()
	return p, err
}

// watching matches the number of watchers in a table's heading.
var watching = regexp.MustCompile(`(\d+) watch`)

// watchersOf returns the number of watchers that the player's heading shows.
func watchersOf(p *Player) (n int) {
	p.Term.Look(func(s *tuitest.Terminal) {
		if match := watching.FindStringSubmatch(s.Row(0)); match != nil {
			n, _ = strconv.Atoi(match[1])
		}
	})
	return n
}

// watch returns a session that watches the table of the player who came last.
func watch(ctx context.Context, a *attacker, from netip.Addr) (*Player, error) {
	p, err := a.lobby(ctx, from)
	if err != nil {
		return nil, err
	}
	if err := p.Key("w", "the list of tables", lists); err != nil {
		p.Term.HangUp()
		return nil, err
	}
	if err := join(a, p); err != nil {
		p.Term.HangUp()
		return nil, err
	}
	return p, nil
}

// join watches the last table of the list. If that table was just left, join goes back to
// the list and tries again.
func join(a *attacker, p *Player) error {
	for {
		last, refused := false, false
		if p.Term.Look(func(s *tuitest.Terminal) { last = lastChosen(s) }); !last { // if it were chosen already, End would change nothing
			if err := p.Key("\x1b[F", "the last table", lastChosen); err != nil {
				return err
			}
		}
		err := p.Key(Enter, "a table to watch", func(s *tuitest.Terminal) bool { return watches(s) || refuses(s) })
		p.Term.Look(func(s *tuitest.Terminal) { refused = refuses(s) })
		if err != nil || !refused {
			return err
		}
		a.add("refused", 1)
		if err := p.Key("q", "the list of tables", lists); err != nil {
			return err
		}
	}
}

// rejoin leaves the table and comes back, once for each turn.
func rejoin(ctx context.Context, a *attacker, p *Player, turns <-chan struct{}) {
	for {
		select {
		case <-turns:
		case <-ctx.Done():
			return
		}
		err := p.Key("q", "the list of tables", lists)
		if err == nil {
			err = join(a, p)
		}
		if err != nil {
			a.failed(ctx, err)
			return
		}
		a.add("joins", 1)
	}
}

// lists reports whether the screen is the list of tables and has at least one.
func lists(s *tuitest.Terminal) bool {
	return s.Has(0, "Watch") && s.Has(sshtest.Rows-1, "Enter watch") && s.Has(2, "/")
}

// lastChosen reports whether the cursor is at the last table of the list.
func lastChosen(s *tuitest.Terminal) bool {
	for y := sshtest.Rows - 3; y > 1; y-- {
		if row := s.Row(y); row != "" {
			return lists(s) && row[0] == '>'
		}
	}
	return false
}

// watches reports whether the screen is somebody's table with a board. The game may be
// over.
func watches(s *tuitest.Terminal) bool { return s.Has(0, "moves ") }

// refuses reports whether the screen says that the table cannot be watched.
func refuses(s *tuitest.Terminal) bool { return Says(s, "This table cannot be watched now") }
