// Package review makes the analysis of a finished round in a session, in turn with all other
// searches of the arcade, and keeps it.
package review

import (
	"context"
	"math/rand/v2"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
)

// A Review is the analysis of one round: how far it is, and what it has found. Its methods
// may be called from any goroutine.
type Review struct {
	kept   arcade.Analyses // nil if nothing is kept
	places search.Places
	budget analysis.Budget
	id     string // of the round, "" if it is in no history
	states []engine.State

	running sync.Mutex // held by the Run that works
	work    *analysis.Work

	mu  sync.Mutex
	now Progress
}

// A Progress is how far a review is.
type Progress struct {
	Made, Of int // steps
	Done     bool
	Report   analysis.Report // of what is known so far
}

// New returns the review of a result, which went through states, with a budget for its
// searches. Nothing is looked up or searched yet. kept may be nil.
func New(kept arcade.Analyses, p search.Places, b analysis.Budget, r arcade.Result, states []engine.State) *Review {
	v := &Review{kept: kept, places: p, budget: b, id: r.ID, states: states}
	v.work = analysis.New(states, r.Record.Moves, b)
	v.now.Report = v.work.Report()
	_, v.now.Of = v.work.Progress()
	return v
}

// Progress returns how far the review is.
func (v *Review) Progress() Progress {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now
}

// Run looks up whether the round has been analysed, or else does it, and keeps the report. It
// calls news, if that is not nil, after each step. It returns when that is done or ctx has
// ended. The next Run goes on where this one ended.
func (v *Review) Run(ctx context.Context, news func(Progress)) {
	v.running.Lock()
	defer v.running.Unlock()
	if v.Progress().Done || v.lookUp(news) {
		return
	}
	for !v.work.Done() && ctx.Err() == nil {
		step(ctx, v.places, func(ctx context.Context) { v.work.Step(ctx) })
		p := Progress{Done: v.work.Done(), Report: v.work.Report()}
		p.Made, p.Of = v.work.Progress()
		v.set(p, news)
	}
	if v.work.Done() && v.kept != nil && v.id != "" {
		_ = v.kept.KeepAnalysis(v.id, v.work.Report()) // it can be made again
	}
}

// LookUp looks up whether the round has been analysed, and reports whether it has. Run then has
// nothing to do.
func (v *Review) LookUp() bool {
	v.running.Lock()
	defer v.running.Unlock()
	return v.lookUp(nil)
}

// lookUp is LookUp for a caller that holds running.
func (v *Review) lookUp(news func(Progress)) bool {
	if v.kept == nil || v.id == "" || v.Progress().Made > 0 {
		return false
	}
	r, ok, err := v.kept.Analysis(v.id)
	if err != nil || !ok {
		return false
	}
	v.set(Progress{Made: 1, Of: 1, Done: true, Report: r}, news)
	return true
}

func (v *Review) set(p Progress, news func(Progress)) {
	v.mu.Lock()
	v.now = p
	v.mu.Unlock()
	if news != nil {
		news(p)
	}
}

// House returns how the arcade's player goes on after the first moves of the round: to a win if it
// knows one, and else to the most points it can find. It sees all cards if the game has a
// solver, and otherwise what a player sees. ok is false if ctx has ended.
func (v *Review) House(ctx context.Context, at int) (line []engine.Move, ok bool) {
	if open := v.Progress().Report.Open; open != nil {
		if t := open.Turn; t != nil && t.In == at && len(t.Line) > 0 {
			return t.Line, true
		}
		if at == 0 && len(open.Line) > 0 {
			return open.Line, true
		}
	}
	known := false
	step(ctx, v.places, func(ctx context.Context) { line, known = analysis.BestLine(ctx, v.states[at], v.budget) })
	if !known && ctx.Err() == nil {
		step(ctx, v.places, func(ctx context.Context) { line = playOn(ctx, v.states[at]) })
	}
	return line, ctx.Err() == nil
}

// playOn returns how the arcade's player goes on from a state, seeing what a player sees.
func playOn(ctx context.Context, s engine.State) (line []engine.Move) {
	house := hint.NewHouse(s, hint.Tries, rand.New(rand.NewPCG(1, 1)))
	for house.Step(ctx) && ctx.Err() == nil {
		line = append(line, house.Last())
	}
	return line
}

// step does a step of a long search as soon as there is a place for it, and keeps that in Turns
// until it is done, as it holds memory. It does nothing if ctx ends before that.
func step(ctx context.Context, p search.Places, do func(context.Context)) {
	leave, err := search.Places{Limit: p.Turns}.Enter(ctx)
	if err != nil {
		return
	}
	defer leave()
	p.Turns = nil
	if turn, err := search.TakeTurn(ctx, p); err == nil {
		defer turn.End()
		do(turn)
	}
}
