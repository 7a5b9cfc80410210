package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"boardwalk/engine/survey"
	"boardwalk/server/cputime"
)

// surveyAhead is how many deals a survey may be ahead of the first one that is not done. It
// keeps the other workers busy while one has a hard deal.
const surveyAhead = 4096

// A surveyRun examines the deals of a survey that are not done yet, several at a time. It
// counts and writes them in their order.
type surveyRun struct {
	survey         *survey.Survey
	deals, workers int
	budget         time.Duration // of each search; 0 is no clock
	tally          *survey.Tally
	file           *surveyFile // nil if nothing is kept
	progress       *progress   // nil if nobody watches
}

// all examines every deal that is left. It returns the error of the first search that
// failed, or that of ctx.
func (r *surveyRun) all(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(r.workers + 1)
	inOrder := make(chan chan survey.Deal, surveyAhead)
	group.Go(func() error {
		for done := range inOrder {
			select {
			case d := <-done:
				if err := r.count(d); err != nil {
					return err
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return ctx.Err()
	})
	for i := r.tally.Deals(); i < r.deals && ctx.Err() == nil; i++ {
		done := make(chan survey.Deal, 1)
		select {
		case inOrder <- done:
		case <-ctx.Done():
		}
		group.Go(func() error {
			runtime.LockOSThread() // for its CPU time
			defer runtime.UnlockOSThread()
			d, err := r.examine(ctx, i)
			if err == nil {
				done <- d
			}
			return err
		})
	}
	close(inOrder)
	return group.Wait()
}

// examine asks the solver about a deal and lets the arcade's player play it. The error is that of ctx
// if it ended before both were done.
func (r *surveyRun) examine(ctx context.Context, i int) (survey.Deal, error) {
	d := survey.Deal{Code: r.survey.Code(i)}
	if r.survey.Solver {
		var solved survey.Solved
		var err error
		micros := r.timed(ctx, func(ctx context.Context) { solved, err = r.survey.Solve(ctx, i) })
		if err != nil {
			return d, err
		}
		solved.Micros = micros
		d.Solver = &solved
	}
	if r.survey.Advisor {
		var played survey.Played
		micros := r.timed(ctx, func(ctx context.Context) { played = r.survey.Play(ctx, i) })
		played.Micros = micros
		d.House = &played
	}
	return d, ctx.Err()
}

// timed searches within the budget and returns how many microseconds it took.
func (r *surveyRun) timed(ctx context.Context, search func(context.Context)) int64 {
	if r.budget > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, r.budget)
		defer cancel()
	}
	before := cputime.Spent(r.workers == 1)
	search(ctx)
	return (cputime.Spent(r.workers == 1) - before).Microseconds()
}

// count counts a deal, once it is in the file.
func (r *surveyRun) count(d survey.Deal) error {
	if r.file != nil {
		if err := json.NewEncoder(r.file).Encode(d); err != nil {
			return fmt.Errorf("write the result of deal %s: %w", d.Code, err)
		}
	}
	r.tally.Add(d)
	r.progress.count(int64(r.tally.Deals()), int64(r.deals))
	return nil
}
