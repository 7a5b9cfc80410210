package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"time"
)

// calmMax is the longest calm before an attack.
const calmMax = 15 * time.Second

// load runs an ordinary run or an attack. When ctx ends it finishes at once and still
// reports. It returns an error only if the run could not begin.
func load(ctx context.Context, o options, log io.Writer) (*Report, error) {
	if err := raiseLimit(o.descriptors()); err != nil {
		return nil, err
	}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	c := newWorkload(o)
	r, course := &Report{Started: time.Now().UTC(), Addr: o.addr, Seed: o.seed, Rate: o.rate}, &Course{}
	c.vitals(ctx, &course.Before)

	ramp, err := c.begin(0)
	if err != nil {
		return nil, err
	}
	c.startSessions(ctx, life)
	ramp.end()
	fmt.Fprintf(log, "%d of %d sessions are in\n", len(c.players), o.sessions)

	calm, busy, err := c.playOn(ctx, life, ramp.meter.first, r, course)
	if err != nil {
		return nil, err
	}
	c.hangUp()

	r.Ramp, r.Load = ramp.complete(), busy.complete()
	if calm != nil {
		figures := calm.complete()
		r.Calm = &figures
		r.Abuse.judge(o.abuse, figures, r.Load, *course)
	}
	r.Kept = c.verify(life)
	if c.scraper != nil {
		c.awaitIdle(life, course)
		r.Course = course
	}
	r.Sessions = Sessions{Asked: o.sessions, Began: len(c.players), Lost: int(c.lost.Load())}
	r.Errors = c.failures.list()
	r.Held = r.held()
	return r, nil
}

// playOn lets all players play for as long as asked. With an attack, busy is the phase of
// the attack and calm the phase before it; without one, calm is nil. What is known by
// then of the server goes into course, and of the attack into r; first is as in begin.
func (w *workload) playOn(ctx, life context.Context, first int64, r *Report, course *Course) (calm, busy *phase, err error) {
	var rehearsed []Failure
	if w.abuse == nil {
		w.vitals(ctx, &course.Full)
	} else if w.abuse.rehearsal > 0 {
		rehearsed = w.attack(ctx, w.abuse, nil, w.abuse.rehearsal).Errors
	}
	if busy, err = w.begin(first); err != nil {
		return nil, nil, err
	}
	running, stop := context.WithCancel(life)
	defer stop()
	var still sync.WaitGroup
	still.Go(func() { w.play(running) })
	go w.reconnectLoop(running)
	if w.abuse == nil {
		pause(ctx, w.length)
	} else {
		w.withVisitors(ctx, func() { pause(ctx, min(w.length/2, calmMax)) })
		calm = busy
		calm.end()
		w.vitals(ctx, &course.Full)
		if busy, err = w.begin(first); err != nil {
			return nil, nil, err
		}
		w.withVisitors(ctx, func() { r.Abuse = w.attack(ctx, w.abuse, calm.figures.Server, w.length) })
		r.Abuse.Errors = append(rehearsed, r.Abuse.Errors...)
	}
	busy.end()
	stop()
	still.Wait()
	w.vitals(life, &course.Late)
	return calm, busy, nil
}

// held returns the value for Held.
func (r *Report) held() bool {
	for _, f := range []*Figures{r.Calm, &r.Load} {
		if f != nil && f.Acknowledged < f.Moves {
			return false
		}
	}
	return len(r.Errors) == 0 && r.Kept.Lost == 0 && (r.Abuse == nil || allHeld(r.Abuse.Bounds)) && (r.Course == nil || allHeld(r.Course.Bounds))
}

// A phase is a part of a run that is measured separately.
type phase struct {
	workload *workload
	tally    *tally
	meter    *meter
	before   Wire
	figures  Figures
}

// begin begins a phase; everything that begins from now on counts for it. first is the
// server's memory before the run, or 0 if the run begins here.
func (w *workload) begin(first int64) (*phase, error) {
	p := &phase{workload: w, tally: new(tally)}
	var err error
	if p.meter, err = newMeter(w.pid, first, w.scraper); err != nil {
		return nil, err
	}
	p.before = w.traffic.sum()
	w.tally.Store(p.tally)
	return p, nil
}

// end ends the phase. Keys and moves that began in it may still be in progress.
func (p *phase) end() {
	p.figures = p.tally.figures()
	p.meter.end(&p.figures, len(p.workload.players))
	now := p.workload.traffic.sum()
	p.figures.Wire = Wire{now.Read - p.before.Read, now.Written - p.before.Written}
}

// complete returns the figures of the phase, including everything that began in it.
func (p *phase) complete() Figures {
	f := p.tally.figures()
	f.Seconds, f.Wire, f.Server, f.Machine = p.figures.Seconds, p.figures.Wire, p.figures.Server, p.figures.Machine
	return f
}
