package server

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/peers"
	"boardwalk/tui/play"
)

// Machines are the arcade's own players in races. Each has an account of its [arcade.Level], and plays
// as a person does: through a Seat, on the store, and by what a person would see, one search at a time
// that gives way to hints.
type machines struct {
	server *Server
	wait   func(context.Context, time.Duration) error // until a time has passed; the error is the context's if it ends first
	ends   context.Context
	end    context.CancelFunc

	mu     sync.Mutex
	all    int                  // that are in races
	of     map[netip.Prefix]int // by the network of whoever has them there
	seated sync.WaitGroup
}

// How many of the arcade's own players can be in races at a time, and how many of those by players of
// one network, who may leave races unstarted for an hour.
const (
	machinesMost    = 64
	machinesNetwork = 16
)

var errNoMachine = arcade.Refuse("all of the arcade's own players are in races: try again in a few minutes")

func newMachines(s *Server) *machines {
	ms := &machines{server: s, wait: wait, of: make(map[netip.Prefix]int)}
	ms.ends, ms.end = context.WithCancel(context.Background())
	return ms
}

func wait(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// close ends all of them. They go on when the server starts again.
func (ms *machines) close() {
	ms.mu.Lock()
	ms.end()
	ms.mu.Unlock()
	ms.seated.Wait()
}

// take counts one of them until leave is called, or returns why there is none for a player at an
// address.
func (ms *machines) take(from netip.Addr) (leave func(), err error) {
	network := limit.Subnet(from)
	ms.mu.Lock()
	defer ms.mu.Unlock()
	many := ms.of[network] >= machinesNetwork && !ms.server.auth.isExempt(from)
	if many || ms.all >= machinesMost || ms.ends.Err() != nil {
		return nil, errNoMachine
	}
	ms.seated.Add(1)
	ms.all++
	ms.of[network]++
	return func() {
		ms.mu.Lock()
		defer ms.mu.Unlock()
		ms.all--
		if ms.of[network]--; ms.of[network] == 0 {
			delete(ms.of, network)
		}
		ms.seated.Done()
	}, nil
}

// resume has them go on in the races that they were in when the server ended. In a cluster, a race
// ends without those of a node that has ended: no other node knows that it has.
func (ms *machines) resume() error {
	if ms.server.config.Cluster != nil {
		return nil
	}
	open, err := ms.server.config.Store.OpenRaces()
	for _, r := range open {
		for _, o := range r.Racers {
			if o.Level == 0 || o.Result != nil {
				continue
			}
			if err := ms.join(r.Code, o.Level, netip.Addr{}); err != nil {
				ms.server.config.Logger.Error("one of the arcade's own players does not go on with its race", "player", o.Nick, "race", r.Code, "err", err)
			}
		}
	}
	return err
}

// join has a level join a race, unless it is in it, and play it, for a player at an address.
func (ms *machines) join(code string, l arcade.Level, from netip.Addr) error {
	leave, err := ms.take(from)
	if err != nil {
		return err
	}
	id := hub.Identity{Credential: l.Credential(), Login: l.Nick(), Name: l.Nick()}
	log := ms.server.config.Logger.With("player", l.Nick(), "race", code)
	u, err := ms.server.newUser(hub.NewSession(id, hub.Screen, "", nil, ms.server.config.Now()), func() *slog.Logger { return log })
	if err != nil {
		leave()
		return err
	}
	u.log, u.ends, u.table = log, ms.ends, ms.server.races.Table(0)
	m := machine{u, ms, l, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	if _, err := m.races().Player.Join(code); err != nil {
		leave()
		return err
	}
	go func() {
		defer leave()
		peers.Guard(func(v any) { logPanic(log, "panic in one of the arcade's own players", v, debug.Stack()) }, func() {
			if err := m.race(code); err != nil && ms.ends.Err() == nil {
				log.Error("one of the arcade's own players has left its race", "err", err)
			}
		})
	}()
	return nil
}

// A machine is one of the arcade's own players in one race.
type machine struct {
	*user
	machines *machines
	level    arcade.Level
	random   *rand.Rand
}

// race waits for the start of the machine's race and plays it. It leaves a race that nobody else is
// left to start.
func (m machine) race(code string) error {
	races := m.races().Player
	watch, err := races.Follow(m.ends, code)
	if err != nil {
		return err
	}
	for r, ok := watch.Next(); ok; r, ok = watch.Next() {
		switch own, place := r.Own(); {
		case place == 0, r.Over, own.Through:
			return nil
		case !r.Begins.IsZero():
			return m.play(r)
		case place == 1:
			return races.Leave(code)
		}
	}
	return nil
}

// play plays the machine's round of a race that was started.
func (m machine) play(r *arcade.Race) error {
	if err := m.machines.wait(m.ends, r.Begins.Sub(m.now())); err != nil {
		return err
	}
	g, ok := m.games().Find(r.Game)
	if !ok {
		return nil // the race ends without it
	}
	saver := play.NewSaver(m)
	saved, _, err := saver.Enter(events{m.user}, g, arcade.RaceEvent(r.Code))
	if err != nil {
		return err
	}
	seat, err := play.Resume(saver, g, saved, play.Clock{Now: m.now, Run: m.server.run})
	if err != nil {
		return err
	}
	seat.SetStart(r.Begins)
	playing := m.level.Player().Play(seat.Shown().State, m.random)
	for err == nil && seat.State() == play.Playing {
		err = m.move(seat, playing, r)
		shown := seat.Shown()
		m.table.Show(&arcade.Scene{Event: arcade.RaceEvent(r.Code), Score: shown.Score, Moves: shown.Moves, Final: seat.Ended()})
	}
	m.table.Show(nil)
	return errors.Join(err, seat.Close())
}

// move thinks, and plays the next move, or ends the round if there is none worth playing or the time
// is up.
func (m machine) move(seat *play.Seat, playing *grade.Playing, r *arcade.Race) error {
	if err := m.machines.wait(m.ends, min(m.pause(), r.Left(m.now()))); err != nil {
		return err
	}
	if r.Left(m.now()) == 0 {
		m.settle(seat, seat.TimeUp(r.Limit))
		return nil
	}
	leave, err := m.server.searches.EnterLong(m.ends)
	if err != nil {
		return err
	}
	move, ok, err := playing.Step(m.ends)
	leave()
	if err = errors.Join(err, m.ends.Err()); err != nil { // what was found in haste is not played
		return err
	}
	if !ok {
		m.settle(seat, seat.Finish())
		return nil
	}
	next, err := seat.Play(move)
	m.settle(seat, next)
	return err
}

// settle makes the calls to the store that an event at the seat asks for. One that fails is made again.
func (m machine) settle(seat *play.Seat, next play.Next) {
	for {
		for next.Call != nil {
			next = seat.Answer(next.Call.Make())
		}
		if !next.Retry || m.machines.wait(m.ends, machineRetry) != nil {
			return
		}
		next = seat.Retry()
	}
}

// machineRetry is how long a machine waits before it saves again.
const machineRetry = 5 * time.Second

// A move takes a person six seconds, as hint.Estimate assumes, and few take long: the times are
// log-normal, half of them below machineMedian.
const (
	machineMedian = 4.5  // seconds
	machineSpread = 0.76 // of the logarithm, so that the mean is 6 s
)

// pause returns how long the machine thinks about a move.
func (m machine) pause() time.Duration {
	seconds := machineMedian * math.Exp(machineSpread*m.random.NormFloat64())
	return time.Duration(min(seconds, 60) * float64(time.Second))
}
