package abuse_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

const (
	killPlayers = 8 // few, because logging in takes a good part of a short life

	noticeLimit = 10 * time.Second // for every player to notice that the server is gone
	lookLimit   = time.Minute      // for all players to look for everything acknowledged
	checkLimit  = time.Minute      // for one boardwalk check
	checkShare  = 5                // checks may take one part in so many of the run's time
	earlyEvery  = 10               // one in so many lives ends before or just when the server listens
)

// A killRun is a run in which the server is killed over and over while people play, and
// in which they check what they come back to.
type killRun struct {
	*Crowd
	every       time.Duration // how long each life is, up to a quarter more or less, counted from listening
	dir, binary string
	random      *rand.Rand
	players     []*killPlayer
	visiting    atomic.Int64 // players whose visit has not ended yet
	began       time.Time

	kills   int             // with SIGKILL
	early   int             // of kills, those while the server started and nobody played
	hung    int             // players who did not notice the end of the server
	starts  []time.Duration // of each server that got to listen, from the start of its process
	checks  []time.Duration // of each boardwalk check after a kill; some are left out to save time
	spent   time.Duration   // on checks
	figures Figures
	survived
}

// kills returns the attack that kills a server every so often, for a while. Its players
// come back to each life of the server and check that everything acknowledged is there,
// then play on as fast as they are answered.
func kills(every, length time.Duration) func(context.Context, *lab) (outcome, error) {
	return func(ctx context.Context, l *lab) (outcome, error) {
		k, err := newKillRun(l.program, every, killPlayers)
		if err != nil {
			return outcome{}, err
		}
		if err := k.run(ctx, l.cut(length)); err != nil {
			return outcome{}, err
		}
		if !k.held() {
			fmt.Fprintf(l.log, "the data and the server's log are in %s\n", k.dir)
			return k.outcome(), nil
		}
		return k.outcome(), os.RemoveAll(k.dir)
	}
}

func newKillRun(binary string, every time.Duration, players int) (*killRun, error) {
	k := &killRun{
		Crowd: NewCrowd(Options{Target: netip.MustParseAddrPort("127.0.0.1:1"), Seed: 1}), every: every, binary: binary,
		random: rand.New(rand.NewPCG(1, 1<<32)),
	}
	var err error
	if k.dir, err = os.MkdirTemp("", "boardwalk-kills-"); err != nil {
		return nil, err
	}
	for i := range players {
		p := k.NewPlayer(i, k.Networks.Next())
		k.players = append(k.players, &killPlayer{Player: p, crowd: k.Crowd, waits: i%2 == 0})
	}
	k.began = time.Now()
	return k, nil
}

// run lets the server live and die for a while, and then lets everyone look for what was
// acknowledged. What went wrong is in the failures; it returns an error only if the run
// could not begin.
func (k *killRun) run(ctx context.Context, length time.Duration) error {
	busy := k.Begin()
	var err error
	for err == nil && ctx.Err() == nil && time.Since(k.began) < length {
		err = k.runLife(ctx)
	}
	busy.End()
	if err == nil {
		err = k.finalCheck(ctx)
	}
	if err != nil {
		k.Failures.Add("open and serve the data", err)
	}
	k.figures = busy.Figures()
	if k.figures.Acknowledged == 0 {
		k.Failures.Add("play", errors.New("no move was acknowledged, so this run shows nothing: try longer lives"))
	}
	for _, p := range k.players {
		k.add(p.sums)
	}
	return nil
}

// runLife runs one life of the server and checks what it leaves. It returns an error if
// the data can no longer be served, or if the server ended by itself.
func (k *killRun) runLife(ctx context.Context) error {
	if len(k.starts) > 0 && k.random.IntN(earlyEvery) == 0 {
		if err := k.dieEarly(ctx); err != nil {
			return err
		}
		return k.check(ctx)
	}
	server, err := k.start(ctx)
	if err != nil {
		return err
	}
	due := time.NewTimer(k.vary(k.every))
	lines, cut := context.WithCancel(ctx)
	defer cut()
	gone := k.visit(lines, (*killPlayer).play)
	<-due.C
	err = server.Kill()
	k.await(gone, cut, noticeLimit)
	if err != nil {
		return err
	}
	k.kills++
	return k.check(ctx)
}

// vary returns d, up to a quarter more or less, so that the end can hit any point of a
// write.
func (k *killRun) vary(d time.Duration) time.Duration {
	return d*3/4 + time.Duration(k.random.Int64N(int64(d/2)+1))
}

// start starts the server.
func (k *killRun) start(ctx context.Context) (*ServerProcess, error) {
	began := time.Now()
	server, err := StartServer(ctx, k.binary, k.dir)
	if err != nil {
		return nil, err
	}
	k.starts = append(k.starts, time.Since(began))
	if k.Target, err = netip.ParseAddrPort(server.Addr); err != nil {
		return nil, errors.Join(err, server.Kill())
	}
	return server, nil
}

// dieEarly kills a server at a random time while it starts. The time is at most what the
// previous start took.
func (k *killRun) dieEarly(ctx context.Context) error {
	last := k.starts[len(k.starts)-1]
	ctx, cancel := context.WithTimeout(ctx, time.Duration(k.random.Int64N(int64(last))))
	defer cancel()
	server, err := StartServer(ctx, k.binary, k.dir)
	if err == nil {
		<-server.Ended
	} else if ctx.Err() == nil {
		return err
	}
	k.kills++
	k.early++
	return nil
}

// visit lets every player come in and call do until the connection breaks. The channel
// that it returns is closed once all visits have ended.
func (k *killRun) visit(ctx context.Context, do func(*killPlayer) error) (gone chan struct{}) {
	gone = make(chan struct{})
	var all sync.WaitGroup
	k.visiting.Store(int64(len(k.players)))
	for _, p := range k.players {
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
		k.hung += n
		k.Failures.Add("notice the end of the server", fmt.Errorf("%d of %d players did not within %v", n, len(k.players), limit))
		cut()
		<-gone
	}
}

// check runs boardwalk check on the data, unless checks have taken more than their share
// of the run's time.
func (k *killRun) check(ctx context.Context) error {
	if k.spent > time.Since(k.began)/checkShare {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, checkLimit)
	defer cancel()
	began := time.Now()
	out, err := exec.CommandContext(ctx, k.binary, "check", "--data", DataIn(k.dir)).CombinedOutput()
	took := time.Since(began)
	k.spent += took
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
	for _, p := range k.players {
		if !p.verified && len(p.sums.losses) == 0 {
			k.Failures.Add("look back", fmt.Errorf("a player of %s did not get to it", p.Game.Info().ID))
		}
	}
	if err := server.Stop(); err != nil {
		return err
	}
	k.spent = 0
	if err := k.check(ctx); err != nil {
		return err
	}
	return readLog(server.Log, &k.Failures)
}

// held reports whether nothing was lost and nothing went wrong.
func (k *killRun) held() bool { return len(k.Failures.List()) == 0 && len(k.losses) == 0 }

// outcome returns the figures of the run for the table.
func (k *killRun) outcome() outcome {
	o := outcome{errors: k.Failures.List(), figures: map[string]float64{
		"kills": float64(k.kills), "checks_passed": float64(len(k.checks)), "moves_acknowledged": float64(k.figures.Acknowledged),
		"games_finished": float64(k.finished), "lost": float64(k.lost), "doubled": float64(k.doubled),
	}}
	o.judge(
		AtLeast("kills", 1), AtLeast("checks_passed", 1), AtLeast("moves_acknowledged", 1), AtLeast("games_finished", 1),
		AtMost("lost", 0), AtMost("doubled", 0),
	)
	return o
}

// readLog adds the errors in a server's log as failures.
func readLog(path string, f *Failures) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var event struct{ Level string }
		if json.Unmarshal(lines.Bytes(), &event) != nil || event.Level == "ERROR" {
			f.Add("log", errors.New(lines.Text()))
		}
	}
	return lines.Err()
}

func TestKills(t *testing.T) {
	if !*withOutages {
		return
	}
	t.Parallel()
	binary := built(t)
	t.Run("a server that keeps all", func(t *testing.T) {
		k := killing(t, binary, func(k *killRun) bool { return k.figures.Acknowledged > 0 })
		f := k.figures
		if !k.held() || k.lost+k.doubled > 0 || k.hung+k.orderly > 0 {
			t.Fatalf("%+v, errors %+v", k.survived, k.Failures.List())
		}
		if k.kills == 0 || len(k.starts) != k.kills-k.early+1 || len(k.checks) == 0 {
			t.Errorf("%d kills, %d of them early, %d lives, %d checks", k.kills, k.early, len(k.starts), len(k.checks))
		}
		if f.Acknowledged == 0 || f.Acknowledged+k.inFlight != f.Moves || k.finished != f.Games {
			t.Errorf("%d of %d moves were acknowledged and %d in flight; %d of %d games are finished", f.Acknowledged, f.Moves, k.inFlight, k.finished, f.Games)
		}
	})
	t.Run("a server that forgets", func(t *testing.T) {
		// Each life but the first begins with what the first one left.
		forgetful := filepath.Join(t.TempDir(), "forgetful")
		script := fmt.Sprintf(`#!/bin/sh
if [ "$1" = serve ] && [ -f "$3.old" ]; then cp "$3.old" "$3"
elif [ "$1" = serve ] && [ -f "$3" ]; then cp "$3" "$3.old"
fi
exec %q "$@"
`, binary)
		if err := os.WriteFile(forgetful, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		k := killing(t, forgetful, func(k *killRun) bool { return k.lost > 0 })
		if k.held() || k.lost == 0 || len(k.losses) < k.lost {
			t.Errorf("%+v, errors %+v", k.survived, k.Failures.List())
		}
	})
}

// killing returns a run of kills that is over. If too little happened in it, killing tries
// again with longer lives: how far players get in a life depends on the machine.
func killing(t *testing.T, binary string, enough func(*killRun) bool) *killRun {
	t.Helper()
	for life := 700 * time.Millisecond; ; life *= 2 {
		k, err := newKillRun(binary, life, 4)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { os.RemoveAll(k.dir) })
		if err := k.run(t.Context(), 4*life); err != nil {
			t.Fatal(err)
		}
		if enough(k) || life > 5*time.Second {
			return k
		}
	}
}

func TestWhatMayBeFound(t *testing.T) {
	t.Parallel()
	g, _ := catalog.All().Find("hopscotch")
	r := engine.NewRound(g, "NOW")
	for range 7 {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	script := r.Record().Moves
	for name, test := range map[string]struct {
		script        []engine.Move
		moves         int
		lost, doubled int
	}{
		"as acknowledged":           {script, 5, 0, 0},
		"one in flight":             {script, 6, 0, 0},
		"as typed":                  {script, 7, 0, 0},
		"one lost":                  {script, 4, 1, 0},
		"all lost":                  {script, 0, 1, 0},
		"one doubled":               {script, 8, 0, 1},
		"all finished":              {nil, 0, 0, 0},
		"finished, and still there": {nil, 7, 0, 1},
	} {
		s := &killPlayer{script: test.script, Player: &Player{Game: g, Round: r, Ledger: Ledger{Acked: 5}}}
		if lost, doubled := s.wrong(test.moves); len(lost) != test.lost || len(doubled) != test.doubled {
			t.Errorf("%s: lost %q, doubled %q", name, lost, doubled)
		}
	}
}

func TestWhatTheHistoryMustTell(t *testing.T) {
	t.Parallel()
	filed := []FiledRound{{Code: "A", Moves: 3}, {Code: "B", Moves: 5}, {Code: "C", Moves: 8}}
	a, b, c := command.GameResult{Code: "A", Moves: 3}, command.GameResult{Code: "B", Moves: 5}, command.GameResult{Code: "C", Moves: 8}
	for name, test := range map[string]struct {
		games         []command.GameResult
		from          int
		lost, doubled int
	}{
		"all":            {[]command.GameResult{c, b, a}, 0, 0, 0},
		"the newest":     {[]command.GameResult{c, b}, 2, 0, 0},
		"one lost":       {[]command.GameResult{c, a}, 0, 1, 0},
		"the newest one": {[]command.GameResult{b, a}, 2, 1, 0},
		"all lost":       {nil, 0, 3, 0},
		"one twice":      {[]command.GameResult{c, c, b}, 1, 0, 1},
		"not finished":   {[]command.GameResult{{Code: "D", Moves: 1}, c, b}, 1, 0, 1},
		"a move lost":    {[]command.GameResult{{Code: "C", Moves: 7}, b}, 1, 1, 1},
	} {
		if lost, doubled := compare(filed, test.from, test.games); len(lost) != test.lost || len(doubled) != test.doubled {
			t.Errorf("%s: lost %q, doubled %q", name, lost, doubled)
		}
	}
}

func TestTheTableHasKills(t *testing.T) {
	t.Parallel()
	k := killRun{Crowd: new(Crowd), kills: 3, checks: make([]time.Duration, 2), figures: Figures{Acknowledged: 9}, survived: survived{finished: 1}}
	if o := k.outcome(); !AllHeld(o.bounds) || len(o.bounds) != len(o.figures) {
		t.Errorf("of a good run: %+v", o)
	}
	k.lost = 1
	if o := k.outcome(); AllHeld(o.bounds) {
		t.Errorf("of one with a loss: %+v", o)
	}
}

func TestMovesInFlight(t *testing.T) {
	t.Parallel()
	var s survived
	s.countInFlight([]PendingMove{{Moves: 4}, {Moves: 5}, {Moves: 6}}, 5)
	if s.inFlight != 3 || s.inFlightKept != 2 {
		t.Errorf("%d in flight, %d kept; want 3 and 2", s.inFlight, s.inFlightKept)
	}
}
