package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/netip"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"
)

const (
	defaultKillPlayers = 8 // without --sessions; few, because logging in takes a good part of a short life
	killLeast          = 20 * time.Millisecond
	killMost           = time.Minute

	noticeLimit = 10 * time.Second // for every player to notice that the server is gone
	lookLimit   = time.Minute      // for all players to look for everything acknowledged
	checkLimit  = time.Minute      // for one boardwalk check
	checkShare  = 5                // checks may take one part in so many of the run's time
	earlyEvery  = 10               // one in so many lives ends before or just when the server listens
)

// A killRun is a run in which the server is killed over and over while people play, and
// in which they check what they come back to.
type killRun struct {
	*workload
	dir, binary string
	random      *rand.Rand
	killPlayers []*killPlayer
	visiting    atomic.Int64 // players whose visit has not ended yet

	report  Kills
	starts  []time.Duration // from the start of the process to listening
	checks  []time.Duration
	checked time.Duration // the sum of checks
	began   time.Time
}

// kills starts a server and kills it over and over. When ctx ends it finishes at once and
// still reports. It returns an error only if the run could not begin.
func kills(ctx context.Context, o options, log io.Writer) (*Report, error) {
	if err := raiseLimit(o.descriptors()); err != nil {
		return nil, err
	}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	k, err := newKillRun(ctx, o)
	if err != nil {
		return nil, err
	}
	r := &Report{
		Started: k.began.UTC(), Addr: "127.0.0.1", Seed: o.seed,
		Sessions: Sessions{Asked: o.sessions, Began: len(k.killPlayers)}, Kept: Kept{Losses: []string{}},
	}
	busy, err := k.begin(0)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(k.dir))
	}
	for err == nil && ctx.Err() == nil && time.Since(k.began) < o.length {
		err = k.runLife(life)
	}
	busy.end()
	if err == nil {
		err = k.finalCheck(life)
	}
	if err != nil {
		k.failures.add("open and serve the data", err)
	}
	k.summarize(r, busy.complete())
	if r.Held {
		return r, os.RemoveAll(k.dir)
	}
	fmt.Fprintf(log, "the data and the server's log are in %s\n", k.dir)
	return r, nil
}

// checkKills checks the flags of a run of kills, and sets its default number of players.
func (o *options) checkKills(flags *flag.FlagSet) error {
	if o.kills < killLeast || o.kills > killMost {
		return fmt.Errorf("--kill-every is %v to %v, not %v", killLeast, killMost, o.kills)
	}
	asked := false
	flags.Visit(func(f *flag.Flag) { asked = asked || f.Name == "sessions" })
	if !asked {
		o.sessions = defaultKillPlayers
	}
	return refuseOthers(flags, "it starts its own server, and players go on as fast as that answers",
		"kill-every", "boardwalk", "for", "seed", "sessions")
}

func newKillRun(ctx context.Context, o options) (*killRun, error) {
	k := &killRun{workload: newWorkload(o), binary: o.binary, random: rand.New(rand.NewPCG(o.seed, 1<<32))}
	k.report.Every = rounded(float64(o.kills) / float64(time.Millisecond))
	var err error
	if k.dir, err = os.MkdirTemp("", "boardwalk-load-"); err != nil {
		return nil, err
	}
	if k.binary == "" {
		if k.binary, err = buildServer(ctx, k.dir); err != nil {
			return nil, errors.Join(err, os.RemoveAll(k.dir))
		}
	}
	for i := range o.sessions {
		p, err := k.newPlayer(i, k.networks.forHonest())
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(k.dir))
		}
		p.traffic = &k.traffic
		k.killPlayers = append(k.killPlayers, &killPlayer{player: p, waits: i%2 == 0})
	}
	k.began = time.Now()
	return k, nil
}

// runLife runs one life of the server and checks what it leaves. It returns an error if
// the data can no longer be served, or if the server ended by itself.
func (k *killRun) runLife(ctx context.Context) error {
	if k.report.Lives > 0 && k.random.IntN(earlyEvery) == 0 {
		if err := k.dieEarly(ctx); err != nil {
			return err
		}
		return k.check(ctx)
	}
	server, err := k.start(ctx)
	if err != nil {
		return err
	}
	due := time.NewTimer(k.vary(k.kills))
	lines, cut := context.WithCancel(ctx)
	defer cut()
	gone := k.visit(lines, (*killPlayer).play)
	<-due.C
	err = server.kill()
	k.await(gone, cut, noticeLimit)
	if err != nil {
		return err
	}
	k.report.Kills++
	return k.check(ctx)
}

// vary returns d, up to a quarter more or less, so that the end can hit any point of a
// write.
func (k *killRun) vary(d time.Duration) time.Duration {
	return d*3/4 + time.Duration(k.random.Int64N(int64(d/2)+1))
}

// start starts the server.
func (k *killRun) start(ctx context.Context) (*serverProcess, error) {
	began := time.Now()
	server, err := startServer(ctx, k.binary, k.dir)
	if err != nil {
		return nil, err
	}
	k.report.Lives++
	k.starts = append(k.starts, time.Since(began))
	if k.target, err = netip.ParseAddrPort(server.addr); err != nil {
		return nil, errors.Join(err, server.kill())
	}
	return server, nil
}

// dieEarly kills a server at a random time while it starts. The time is at most what the
// previous start took.
func (k *killRun) dieEarly(ctx context.Context) error {
	last := k.starts[len(k.starts)-1]
	ctx, cancel := context.WithTimeout(ctx, time.Duration(k.random.Int64N(int64(last))))
	defer cancel()
	server, err := startServer(ctx, k.binary, k.dir)
	if err == nil {
		<-server.ended
	} else if ctx.Err() == nil {
		return err
	}
	k.report.Kills++
	k.report.Early++
	return nil
}

// visit lets every player come in and call do until the connection breaks. The channel
// that it returns is closed once all visits have ended.
func (k *killRun) visit(ctx context.Context, do func(*killPlayer) error) (gone chan struct{}) {
	gone = make(chan struct{})
	var all sync.WaitGroup
	k.visiting.Store(int64(len(k.killPlayers)))
	for _, p := range k.killPlayers {
		all.Go(func() {
			defer k.visiting.Add(-1)
			p.visit(ctx, do)
		})
	}
	go func() {
		all.Wait()
		close(gone)
	}()
	return gone
}

// await waits until all are gone. Players who are not gone in time are cut off and
// counted as hung.
func (k *killRun) await(gone chan struct{}, cut func(), limit time.Duration) {
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-gone:
	case <-late.C:
		n := int(k.visiting.Load())
		k.report.Hung += n
		k.failures.add("notice the end of the server", fmt.Errorf("%d of %d players did not within %v", n, len(k.killPlayers), limit))
		cut()
		<-gone
	}
}

// check runs boardwalk check on the data, unless checks have taken more than their share
// of the run's time.
func (k *killRun) check(ctx context.Context) error {
	if k.checked > time.Since(k.began)/checkShare {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	began := time.Now()
	out, err := exec.CommandContext(ctx, k.binary, "check", "--data", dataIn(k.dir)).CombinedOutput()
	took := time.Since(began)
	k.checked += took
	if err != nil {
		return fmt.Errorf("boardwalk check: %w: %s", err, out)
	}
	k.checks = append(k.checks, took)
	return nil
}

// finalCheck runs a life in which nobody plays: everyone looks for everything
// acknowledged, the server is stopped with SIGTERM, and its data is checked once more.
func (k *killRun) finalCheck(ctx context.Context) error {
	server, err := k.start(ctx)
	if err != nil {
		return err
	}
	lines, cut := context.WithCancel(ctx)
	defer cut()
	k.await(k.visit(lines, (*killPlayer).verifyAll), cut, lookLimit)
	for _, p := range k.killPlayers {
		if !p.verified && len(p.sums.Losses) == 0 {
			k.failures.add("look back", fmt.Errorf("a player of %s did not get to it", p.game.Info().ID))
		}
	}
	if err := server.stop(); err != nil {
		return err
	}
	k.checked = 0
	if err := k.check(ctx); err != nil {
		return err
	}
	return k.failures.readLog(server.log)
}

// summarize completes the report; load has the figures of the play.
func (k *killRun) summarize(r *Report, load Figures) {
	sum := k.report
	sum.Losses = []string{}
	for _, p := range k.killPlayers {
		sum.add(p.sums)
	}
	if load.Acknowledged == 0 {
		k.failures.add("play", errors.New("no move was acknowledged, so this run shows nothing: try fewer sessions, or longer lives"))
	}
	sum.Start, sum.Check = quantiles(k.starts, time.Millisecond), quantiles(k.checks, time.Millisecond)
	r.Load, r.Kills, r.Errors = load, &sum, k.failures.list()
	r.Held = len(r.Errors) == 0 && len(sum.Losses) == 0
}
