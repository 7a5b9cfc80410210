package abuse_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

const (
	senders      = 40                    // players who flood one whom they watch with signals
	signalBeat   = 50 * time.Millisecond // between two signals that each of them tries to send
	curious      = 10                    // connections that run commands about people
	sendersEach  = 10                    // senders from one address
	companyNicks = "mallory"             // how the nicks of the curious begin
)

// signals is the attack signals.
func signals(ctx context.Context, a *attacker) {
	var all []*Player
	for i := range senders {
		p, err := a.known(ctx)
		if err != nil {
			a.failed(ctx, fmt.Errorf("sender %d: %w", i, err))
			return
		}
		defer p.Term.HangUp()
		all = append(all, p)
	}
	own := NewCrowd(a.Options) // measured apart from the honest players
	own.Rate = watchedRate
	star, err := watchedPlayer(ctx, own.NewPlayer(int(a.number.Add(1)), a.Networks.Next()))
	if err != nil {
		a.failed(ctx, err)
		return
	}
	defer star.Term.HangUp()
	var flood sync.WaitGroup
	flood.Go(func() {
		if err := star.Play(); !errors.Is(err, ErrTimeUp) {
			a.failed(ctx, err)
		}
	})
	began := time.Now()
	for _, p := range all {
		flood.Go(func() {
			if err := p.Key("w", "the list of tables", lists); err != nil {
				a.failed(ctx, err)
				return
			}
			if err := join(a, p); err != nil {
				a.failed(ctx, err)
				return
			}
			floodSignals(ctx, a, p)
		})
	}
	flood.Wait()
	a.raise("signals_per_second", Rounded(a.figure("signals")/time.Since(began).Seconds()))
	a.raise(watchedP99, own.Tally().Figures().KeyToFrame.P99)
	Pause(context.WithoutCancel(ctx), watchersRest)
}

// floodSignals sends signals from where a player watches, each time another one.
func floodSignals(ctx context.Context, a *attacker, p *Player) {
	beats := time.NewTicker(signalBeat)
	defer beats.Stop()
	for n := 0; ctx.Err() == nil; n++ {
		if _, err := io.WriteString(p.Term.In, fmt.Sprint("!", 1+n%4)); err != nil {
			a.failed(ctx, err)
			return
		}
		a.add("signals", 1)
		<-beats.C
	}
}

// known returns an attacking session in the lobby, whose player has an account.
func (a *attacker) known(ctx context.Context) (*Player, error) {
	p, err := a.table(ctx)
	if err != nil {
		return nil, err
	}
	p.Plan = PlayOut(p.Game, p.Round.Code(), p.Random, 3)
	if err := p.Move(p.Next()); err != nil {
		p.Term.HangUp()
		return nil, err
	}
	p.AwaitAcks() // the move counts among those of honest players
	return p, p.Key("q", "the lobby", InLobby)
}

// people is the attack people: commands about who is here, and follows and unfollows without
// end.
func people(ctx context.Context, a *attacker) {
	var all sync.WaitGroup
	began := time.Now()
	for i := range curious {
		all.Go(func() { a.failed(ctx, askAboutPeople(ctx, a, i)) })
	}
	all.Wait()
	a.raise("commands_per_second", Rounded(a.figure("commands")/time.Since(began).Seconds()))
}

// askAboutPeople runs commands, one after another, on one connection.
func askAboutPeople(ctx context.Context, a *attacker, number int) error {
	p, err := a.known(ctx)
	if err != nil {
		return err
	}
	defer p.Term.HangUp()
	client, err := p.Again().Connect(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	if out, err := runs(client, fmt.Sprint("nick ", companyNicks, number)); err != nil || !strings.Contains(out, companyNicks) {
		return fmt.Errorf("choose a nick: %q, %w", out, err)
	}
	for n := 0; ctx.Err() == nil; n++ {
		other := fmt.Sprint(companyNicks, (number+1+n/5%(curious-1))%curious)
		command := []string{"who", "follow " + other, "who --json", "unfollow " + other, "following"}[n%5]
		out, err := runs(client, command)
		switch {
		case isShortage(err): // a network begins no more than some sessions a second
			a.add("sessions_refused", 1)
			Pause(ctx, retryPause)
		case err != nil: // too many of them were refused
			a.add("cut_off", 1)
			_ = client.Close()
			Pause(ctx, retryPause)
			next, err := p.Again().Connect(ctx)
			if err != nil {
				return err
			}
			client = next
		case strings.Contains(out, "followed, unfollowed or ignored many"):
			a.add("follows_refused", 1)
			fallthrough
		default:
			a.add("commands", 1)
		}
	}
	return nil
}

// runs runs a command and returns what it prints.
func runs(client *ssh.Client, command string) (string, error) {
	out, errOut, _, err := sshtest.Run(client, command)
	return out + errOut, err
}
