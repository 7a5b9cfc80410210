// Package machine has the arcade's players in races, duels and sprints. Each has an account of its
// [arcade.Level], and plays as a person does: by the ports of a session, through a seat, and by what a
// person would see, one search at a time that gives way to hints.
package machine

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/netip"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/search"
	"boardwalk/server/limit"
	"boardwalk/server/peers"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// How many of the arcade's players can play at a time, how many of those for players of one network, how
// many of them can wait for the starts of races, which may not come for an hour, and how many of those in races of
// one network: each level once.
const (
	most               = 64
	mostNetwork        = 16
	mostWaiting        = 16
	mostNetworkWaiting = 5
)

// ErrNone is returned if all of the arcade's players are at tables. Its case errNetwork is returned if one network has as
// many as it may, and errWaiting if as many as may wait for a start do so.
var (
	ErrNone    = arcade.Refuse("all of the arcade's players are at tables: try again in a few minutes")
	errNetwork = ErrNone.Saying("players of your network have as many of the arcade's players as they may: try again in a few minutes")
	errWaiting = ErrNone.Saying("many of the arcade's players wait for races to start: race one at once, as race arcade does, or try again in a few minutes")
)

// A Config says what the arcade's players need of the arcade.
type Config struct {
	// Ports opens the account of a level, for a session that goes on until the context ends.
	Ports func(context.Context, arcade.Level, *slog.Logger) (session.Ports, error)
	// AnswerDuels puts a level into the duels that it is to answer, and returns all that it has to play.
	AnswerDuels func(l arcade.Level, now time.Time) ([]arcade.Challenge, error)

	Exempt    func(netip.Addr) bool                      // whether players at an address may have any number in races
	Sleep     func(context.Context, time.Duration) error // the error is the context's if that ends first
	Log       *slog.Logger
	Recovered func(log *slog.Logger, v any) // called with the value of a panic in a player, and its log
}

// Players are the arcade's players in races and duels. They are safe for concurrent use.
type Players struct {
	config Config
	ends   context.Context
	end    context.CancelFunc

	full *limit.Pace // when none was left; logged once an hour

	mu      sync.Mutex
	all     int                  // that are in races or duels
	waiting int                  // of these, for the starts of races
	of      map[netip.Prefix]int // all, by the network of whoever has them there
	wait    map[netip.Prefix]int // those that wait
	busy    sync.Map             // the codes of the duels that they play, and their places in sprints here
	seated  sync.WaitGroup
}

// New returns the players, of whom none plays yet.
func New(config Config) *Players {
	ps := &Players{config: config, full: limit.NewPace(1, 1), of: make(map[netip.Prefix]int), wait: make(map[netip.Prefix]int)}
	ps.ends, ps.end = context.WithCancel(context.Background())
	return ps
}

// Sleep is a Sleep of a Config, by the clock.
func Sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close ends all of them. They go on when the server starts again.
func (ps *Players) Close() {
	ps.mu.Lock()
	ps.end()
	ps.mu.Unlock()
	ps.seated.Wait()
}

// take counts one of them until leave is called, which ends ctx, or returns why there is none for a player
// at an address. One that waits for the start of a race counts as such until begins or leave is called.
func (ps *Players) take(from netip.Addr, waits bool) (ctx context.Context, begins, leave func(), err error) {
	network := limit.Subnet(from)
	ps.mu.Lock()
	defer ps.mu.Unlock()
	exempt, full := ps.config.Exempt(from), ps.all >= most
	if full && ps.full.Allow("", time.Now(), 0) {
		ps.config.Log.Warn("all of the arcade's players are at tables: it joins no race, duel or sprint until one is left", "players", most)
	}
	switch {
	case full, ps.ends.Err() != nil:
		return nil, nil, nil, ErrNone
	case ps.of[network] >= mostNetwork && !exempt:
		return nil, nil, nil, errNetwork
	case waits && (ps.waiting >= mostWaiting || ps.wait[network] >= mostNetworkWaiting && !exempt):
		return nil, nil, nil, errWaiting
	}
	ps.seated.Add(1)
	ps.all++
	ps.of[network]++
	begins = func() {}
	if waits {
		ps.waiting++
		ps.wait[network]++
		begins = sync.OnceFunc(func() {
			ps.mu.Lock()
			defer ps.mu.Unlock()
			ps.waiting--
			decrement(ps.wait, network)
		})
	}
	ctx, end := context.WithCancel(ps.ends)
	return ctx, begins, func() {
		begins()
		end()
		ps.mu.Lock()
		defer ps.mu.Unlock()
		ps.all--
		decrement(ps.of, network)
		ps.seated.Done()
	}, nil
}

// decrement counts one less of a network.
func decrement(of map[netip.Prefix]int, network netip.Prefix) {
	if of[network]--; of[network] == 0 {
		delete(of, network)
	}
}

// Return has a level go on with a race that it was in when its server ended. If none of them is left, it does not come.
func (ps *Players) Return(code string, l arcade.Level) {
	go func() {
		if err := ps.Join(code, l, netip.Addr{}, false); err != nil && !errors.Is(err, ErrNone) {
			ps.config.Log.Error("one of the arcade's players could not return to its race", "player", l.Nick(), "race", code, "err", err)
		}
	}()
}

// Join has a level join a race, unless it is in it, and play it, for a player at an address. waits says that
// nobody knows when the race starts: only so many of them can wait so.
func (ps *Players) Join(code string, l arcade.Level, from netip.Addr, waits bool) error {
	join := func(ports session.Ports) error {
		_, err := ports.Races.Join(code)
		return err
	}
	return ps.seat(l, from, waits, ps.config.Log.With("player", l.Nick(), "race", code), join, func(p player) error { return p.race(code) })
}

// Answer has them play the duels that nobody else has answered by now. Duels for which none of them is
// left wait for the next call.
func (ps *Players) Answer(now time.Time) (err error) {
	for l := arcade.Level(1); l <= arcade.LevelMost; l++ {
		duels, bad := ps.config.AnswerDuels(l, now)
		for _, c := range duels {
			log := ps.config.Log.With("player", l.Nick(), "duel", c.Code)
			bad = errors.Join(bad, ps.seatOnce(c.Code, l, log, func(p player) error {
				return p.play(c.Event(), &arcade.Race{Game: c.Game, Begins: p.Now(), Limit: duelLimit})
			}))
		}
		err = errors.Join(err, bad)
	}
	return err
}

// A pace is a level's place in a sprint.
type pace struct {
	arcade.Sprint
	level arcade.Level
}

// Pace has one of each level play a sprint, to show how such a player fares. Those that do so already go
// on, and those of whom none is left stay away.
func (ps *Players) Pace(s arcade.Sprint) {
	for l := arcade.Level(1); l <= arcade.LevelMost; l++ {
		go func() {
			log := ps.config.Log.With("player", l.Nick(), "sprint", s.String())
			if err := ps.seatOnce(pace{s, l}, l, log, func(p player) error { return p.sprint(s) }); err != nil {
				log.Error("one of the arcade's players could not join the sprint", "err", err)
			}
		}()
	}
}

// seatOnce has a level play what has a key, unless one of them plays that already or none is left.
func (ps *Players) seatOnce(key any, l arcade.Level, log *slog.Logger, playIt func(player) error) error {
	if _, plays := ps.busy.LoadOrStore(key, true); plays {
		return nil
	}
	err := ps.seat(l, netip.Addr{}, false, log, func(session.Ports) error { return nil }, func(p player) error {
		defer ps.busy.Delete(key)
		return playIt(p)
	})
	if err != nil {
		ps.busy.Delete(key)
	}
	if errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

// seat takes one of them of a level for a player at an address, which joins what it is to play, and then
// plays it.
func (ps *Players) seat(
	l arcade.Level, from netip.Addr, waits bool, log *slog.Logger, join func(session.Ports) error, playIt func(player) error,
) error {
	ctx, begins, leave, err := ps.take(from, waits)
	if err != nil {
		return err
	}
	ports, err := ps.config.Ports(ctx, l, log)
	if err == nil {
		err = join(ports)
	}
	if err != nil {
		leave()
		return err
	}
	p := player{ports, ps.config, ctx, begins, l, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	go func() {
		defer leave()
		peers.Guard(func(v any) { ps.config.Recovered(log, v) }, func() {
			err := playIt(p)
			gone := errors.Is(err, arcade.ErrConflict) || errors.Is(err, arcade.ErrNotFound) // a host has deleted it, or its race was left
			if err != nil && !gone && ctx.Err() == nil {
				log.Error("one of the arcade's players has left its table", "err", err)
			}
		})
	}()
	return nil
}

// A player is one of the arcade's own in one race or duel.
type player struct {
	session.Ports
	config Config
	ends   context.Context
	begins func() // is called once it waits no more
	level  arcade.Level
	random *rand.Rand
}

// race waits for the start of the player's race and plays it. It leaves a race that nobody else is
// left to start.
func (p player) race(code string) error {
	watch, err := p.Races.Follow(p.ends, code)
	if err != nil {
		return err
	}
	for r, ok := watch.Next(); ok; r, ok = watch.Next() {
		switch own, place := r.Own(); {
		case place == 0, r.Over, own.Through:
			return nil
		case !r.Begins.IsZero():
			p.begins()
			return p.play(arcade.RaceEvent(code), r)
		case place == 1:
			return p.Races.Leave(code)
		}
	}
	return nil
}

// sprint plays the deals of a sprint, one after the other, until its time is up. It leaves a deal that it has
// not finished: a player of the same level on another node goes on with it.
func (p player) sprint(s arcade.Sprint) error {
	for last := 0; p.Now().Before(s.Ends()); {
		board, err := p.Events.SprintStanding(s)
		if err != nil || board.Next == last || board.Next > arcade.SprintMost {
			return err
		}
		last = board.Next
		now := p.Now()
		r := &arcade.Race{Game: s.Game, Begins: now, Limit: s.Ends().Sub(now)}
		if err := p.play(s.Event(last), r); err != nil {
			return err
		}
	}
	return nil
}

// play plays the player's round of an event: of a race that was started, or of a duel or a sprint, whose game
// and limit are in r.
func (p player) play(e arcade.Event, r *arcade.Race) error {
	if err := p.config.Sleep(p.ends, r.Begins.Sub(p.Now())); err != nil {
		return err
	}
	g, ok := p.Games.Find(r.Game)
	if !ok {
		return nil // the race ends without it
	}
	saver := play.NewSaver(p.Store)
	saved, _, err := saver.Enter(p.Events, g, e)
	if err != nil {
		return err
	}
	seat, err := play.Resume(saver, g, saved, p.Clock())
	if err != nil {
		return err
	}
	if r.Code != "" {
		seat.SetStart(r.Begins)
	}
	playing := p.level.Player().Play(seat.Shown().State, p.random)
	p.Spectators.Show(seat.Scene())
	for err == nil && seat.State() == play.Playing {
		err = p.move(seat, playing, r)
	}
	p.Spectators.Show(nil)
	return errors.Join(err, seat.Close())
}

// move thinks, and plays the next move, or ends the round if there is none worth playing or the time
// is up.
func (p player) move(seat *play.Seat, playing *grade.Playing, r *arcade.Race) error {
	seconds := min(60, median*math.Exp(spread*p.random.NormFloat64()))
	if err := p.config.Sleep(p.ends, min(time.Duration(seconds*float64(time.Second)), r.Left(p.Now()))); err != nil {
		return err
	}
	if r.Left(p.Now()) == 0 {
		p.settle(seat, seat.TimeUp(r.Limit), "")
		return nil
	}
	turn, err := search.TakeTurn(p.ends, p.Searches)
	if err != nil {
		return err
	}
	move, ok, err := playing.Step(turn)
	turn.End()
	if err = errors.Join(err, p.ends.Err()); err != nil { // what was found in haste is not played
		return err
	}
	if !ok {
		p.settle(seat, seat.Finish(), "")
		return nil
	}
	at := seat.Shown()
	next, err := seat.Play(move)
	p.settle(seat, next, fmt.Sprintf("%d. %s", at.Moves+1, at.State.Describe(move)))
	return err
}

// settle makes the calls to the store that an event at the seat asks for, and shows the table, where the
// player has done something. A call that fails is made again.
func (p player) settle(seat *play.Seat, next play.Next, did string) {
	for {
		for next.Call != nil {
			next = seat.Answer(next.Call.Make())
		}
		if !next.Retry || p.config.Sleep(p.ends, retry) != nil {
			break
		}
		next = seat.Retry()
	}
	scene := seat.Scene()
	scene.LastAction = did
	p.Spectators.Show(scene)
}

// retry is how long a player waits before it saves again. duelLimit is how long it plays a duel at most.
const (
	retry     = 5 * time.Second
	duelLimit = 12 * time.Hour
)

// A move takes a person six seconds, as hint.Estimate assumes, and few take long: the times are
// log-normal, half of them below median.
const (
	median = 4.5  // seconds
	spread = 0.76 // of the logarithm, so that the mean is 6 s
)
