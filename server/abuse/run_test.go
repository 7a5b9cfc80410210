package abuse_test

import (
	"context"
	"fmt"
	"io"
	"net/netip"
	"sync"
	"testing"
	"time"
)

// Measure lets a crowd play on a server for as long as o says, and reports. When ctx ends it
// finishes at once and still reports.
func Measure(ctx context.Context, o Options, log io.Writer) *Report {
	r := Start(ctx, o, log)
	defer r.Close()
	r.Vitals(ctx, &r.Course.Full)
	busy := r.Begin()
	stop := r.Play()
	Pause(ctx, o.For)
	busy.End()
	stop()
	return r.Finish(busy)
}

// A Run is a crowd at its tables, and what is measured of the server meanwhile.
type Run struct {
	*Crowd
	Course Course

	life context.Context // ends when the run does
	end  context.CancelFunc
	ramp *Phase
}

// Start lets a crowd come to its tables. When ctx ends it goes on with those who are in.
// The run must be closed.
func Start(ctx context.Context, o Options, log io.Writer) *Run {
	r := &Run{Crowd: NewCrowd(o)}
	r.life, r.end = context.WithCancel(context.WithoutCancel(ctx))
	r.Vitals(ctx, &r.Course.Before)
	r.ramp = r.Begin()
	r.Arrive(ctx, r.life)
	r.ramp.End()
	fmt.Fprintf(log, "%d of %d sessions are in\n", len(r.Players), o.Sessions)
	return r
}

// Close cuts all connections.
func (r *Run) Close() { r.end() }

// Play lets all players play until stop is called, which returns when they have stopped.
func (r *Run) Play() (stop func()) {
	running, cancel := context.WithCancel(r.life)
	var all sync.WaitGroup
	all.Go(func() { r.PlayUntil(running) })
	go r.reconnectLoop(running)
	return sync.OnceFunc(func() {
		cancel()
		all.Wait()
		r.Vitals(r.life, &r.Course.Late)
	})
}

// Finish cuts the players' connections, lets some of them look for their games, and
// reports. busy is the last phase. The players must have stopped.
func (r *Run) Finish(busy *Phase) *Report {
	r.HangUp()
	report := &Report{Ramp: r.ramp.Figures(), Load: busy.Figures(), Began: len(r.Players)}
	if !r.Lobby {
		report.Checked, report.Losses = r.verify(r.life)
	}
	if r.scraper != nil {
		r.awaitIdle(r.life, &r.Course)
		report.Course = &r.Course
	}
	report.Errors = r.Failures.List()
	return report
}

// A Phase is a part of a run that is measured separately.
type Phase struct {
	tally  *Tally
	meter  *meter // nil if the server is not known
	server *Server
}

// Begin begins a phase; everything that begins from now on counts for it.
func (c *Crowd) Begin() *Phase {
	p := &Phase{tally: new(Tally)}
	if c.Server != nil {
		p.meter = newMeter(c.Server, c.scraper)
	}
	c.tally.Store(p.tally)
	return p
}

// End ends the phase. Keys and moves that began in it may still be in progress.
func (p *Phase) End() {
	if p.meter != nil {
		p.server = p.meter.end()
	}
}

// Figures returns the figures of an ended phase, with everything that began in it and has
// ended since.
func (p *Phase) Figures() Figures {
	f := p.tally.Figures()
	f.Server = p.server
	return f
}

// measure measures a run of five players on a server.
func measure(t *testing.T, server *ServerProcess, as Options) *Report {
	t.Helper()
	o := OptionsOf(server)
	o.Sessions, o.Ramp, o.Rate, o.Reconnect, o.For = 5, 100, as.Rate, as.Reconnect, as.For
	return Measure(t.Context(), o, io.Discard)
}

func TestPlayersAreMeasured(t *testing.T) {
	if !*attacks {
		return
	}
	t.Parallel()
	server := start(t, t.TempDir())
	r := new(Report)
	for length := 2 * time.Second; r.Load.Acknowledged == 0 && length < 20*time.Second; length *= 2 { // a slow machine needs longer
		r = measure(t, server, Options{Rate: 20, For: length})
	}
	if r.Began != 5 || len(r.Errors) > 0 {
		t.Errorf("%d began, errors %+v", r.Began, r.Errors)
	}
	if n := r.Ramp.Login.Count; n != 5 {
		t.Errorf("%d logins were measured, want 5", n)
	}
	if r.Checked != 5 || len(r.Losses) > 0 {
		t.Errorf("%d looked for their games, lost %q", r.Checked, r.Losses)
	}
	f := r.Load
	if f.Moves == 0 || f.Acknowledged != f.Moves || f.MoveToStored.Count != f.Moves {
		t.Errorf("%d moves, %d acknowledged, %d measured", f.Moves, f.Acknowledged, f.MoveToStored.Count)
	}
	// A move is t, a place or more, and Enter.
	if f.Keys < 4*f.Moves {
		t.Errorf("%d keys for %d moves", f.Keys, f.Moves)
	}
	for name, q := range map[string]Quantiles{"key": f.KeyToFrame, "stored": f.MoveToStored, "login": r.Ramp.Login} {
		if q.Count == 0 || q.P50 <= 0 || q.P50 > q.P95 || q.P95 > q.P99 || q.P99 > q.Max {
			t.Errorf("%s: %+v", name, q)
		}
	}
	if s := f.Server; s == nil || s.MemoryPeak <= 0 {
		t.Errorf("the server used %+v", s)
	}
}

func TestNobodyToPlayWith(t *testing.T) {
	t.Parallel()
	o := Options{Target: netip.MustParseAddrPort("127.0.0.1:1"), Sessions: 2, Rate: 1, For: time.Second, Ramp: 100}
	r := Measure(t.Context(), o, io.Discard)
	if r.Began != 0 || len(r.Errors) != 1 || r.Errors[0].Count != 2 {
		t.Errorf("%d began, errors %+v", r.Began, r.Errors)
	}
}
