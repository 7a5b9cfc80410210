package load

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// Measure lets a crowd play for as long as o says, and reports. When ctx ends it finishes
// at once and still reports. It returns an error only if the run could not begin.
func Measure(ctx context.Context, o Options, log io.Writer) (*Report, error) {
	r, err := Start(ctx, o, log)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	r.Vitals(ctx, &r.Course.Full)
	busy, err := r.Begin()
	if err != nil {
		return nil, err
	}
	stop := r.Play()
	Pause(ctx, o.For)
	busy.End()
	stop()
	return r.Finish(busy), nil
}

// A Run is a crowd at its tables, and what is measured of the server meanwhile.
type Run struct {
	*Crowd
	Course Course

	life    context.Context // ends when the run does
	end     context.CancelFunc
	ramp    *Phase
	started time.Time
}

// Start lets a crowd come to its tables. When ctx ends it goes on with those who are in.
// The run must be closed.
func Start(ctx context.Context, o Options, log io.Writer) (*Run, error) {
	if err := RaiseLimit(o.Sessions + 100); err != nil {
		return nil, err
	}
	r := &Run{Crowd: NewCrowd(o), started: time.Now()}
	r.life, r.end = context.WithCancel(context.WithoutCancel(ctx))
	r.Vitals(ctx, &r.Course.Before)
	var err error
	if r.ramp, err = r.Crowd.Begin(0); err != nil {
		r.end()
		return nil, err
	}
	r.Arrive(ctx, r.life)
	r.ramp.End()
	fmt.Fprintf(log, "%d of %d sessions are in\n", len(r.Players), o.Sessions)
	return r, nil
}

// Close cuts all connections.
func (r *Run) Close() { r.end() }

// Begin begins a phase, which is compared with the beginning of the run.
func (r *Run) Begin() (*Phase, error) { return r.Crowd.Begin(r.ramp.meter.first) }

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
	report := &Report{
		Started: r.started.UTC(), Addr: r.Addr, Seed: r.Seed, Rate: r.Rate,
		Ramp: r.ramp.Figures(), Load: busy.Figures(), Kept: r.verify(r.life),
	}
	if r.scraper != nil {
		r.awaitIdle(r.life, &r.Course)
		report.Course = &r.Course
	}
	report.Sessions = Sessions{Asked: r.Options.Sessions, Began: len(r.Players), Lost: int(r.lost.Load())}
	report.Errors = r.Failures.List()
	report.Held = report.held()
	return report
}

// held returns the value for Held.
func (r *Report) held() bool {
	return r.Load.Acknowledged >= r.Load.Moves && len(r.Errors) == 0 && r.Kept.Lost == 0 && (r.Course == nil || AllHeld(r.Course.Bounds))
}

// A Phase is a part of a run that is measured separately.
type Phase struct {
	crowd   *Crowd
	tally   *Tally
	meter   *meter
	before  Bytes
	figures Figures
}

// Begin begins a phase; everything that begins from now on counts for it. first is the
// server's resident memory before the run, or 0 if the run begins here.
func (c *Crowd) Begin(first int64) (*Phase, error) {
	p := &Phase{crowd: c, tally: new(Tally)}
	var err error
	if p.meter, err = newMeter(c.PID, first, c.scraper); err != nil {
		return nil, err
	}
	p.before = c.bytes()
	c.tally.Store(p.tally)
	return p, nil
}

// End ends the phase. Keys and moves that began in it may still be in progress.
func (p *Phase) End() {
	p.figures = p.tally.Figures()
	p.meter.end(&p.figures, len(p.crowd.Players))
	now := p.crowd.bytes()
	p.figures.Wire = Bytes{now.Read - p.before.Read, now.Written - p.before.Written}
}

// Figures returns the figures of an ended phase, with everything that began in it and has
// ended since.
func (p *Phase) Figures() Figures {
	f := p.tally.Figures()
	f.Seconds, f.Wire, f.Server, f.Machine = p.figures.Seconds, p.figures.Wire, p.figures.Server, p.figures.Machine
	return f
}
