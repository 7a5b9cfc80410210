package tui

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/theme"
)

// An estimating is an estimate that is being made on a bench, and those that are known. It
// goes on while another screen covers the bench.
type estimating struct {
	known  map[string]hint.Estimate // by the text of the design
	of     string                   // the design that is being estimated, "" for none
	soFar  hint.Estimate
	run    chan hint.Estimate // brings the estimate after each deal
	cancel func()
}

// estimateMsg brings a bench the estimate after another deal of a run. estimateReadMsg
// brings the one that the workshop knows of a design.
type (
	estimateMsg struct {
		bench    *bench
		run      chan hint.Estimate
		estimate hint.Estimate
		over     bool // the run has ended
	}
	estimateReadMsg struct {
		bench    *bench
		of       string
		estimate hint.Estimate
	}
)

func (e *estimating) running() bool { return e.of != "" }

// stop ends the estimate that is being made. What it has found stays known.
func (e *estimating) stop() {
	if e.cancel != nil {
		e.cancel()
	}
	e.of, e.run, e.cancel = "", nil, nil
}

// progress says how far the estimate is, with a bar.
func (e *estimating) progress(look theme.Look) string {
	const cells = 10
	done := e.soFar.Deals * cells / hint.SampleDeals
	bars := []rune(look.Bars)
	bar := strings.Repeat(string(bars[len(bars)-1]), done) + strings.Repeat(".", cells-done)
	return fmt.Sprintf("Estimating [%s] %d of %d; Esc stops", bar, e.soFar.Deals, hint.SampleDeals)
}

// beginEstimate lets the advisor play sample deals.
func (b *bench) beginEstimate() tea.Cmd {
	e, text, g := &b.estimate, b.work.design.Text(), b.work.game
	switch {
	case e.running():
		b.refuse("It is being estimated: Esc stops that.")
		return nil
	case e.known[text].Deals >= hint.SampleDeals:
		b.refuse("The estimate is made: the same deals would be played again.")
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := make(chan hint.Estimate, hint.SampleDeals)
	e.of, e.soFar, e.run, e.cancel = text, hint.Estimate{}, run, cancel
	limit := b.env.SearchLimit
	return tea.Batch(func() tea.Msg {
		defer close(run)
		_, _ = hint.Sample(ctx, limit, g, hint.SampleDeals, func(e hint.Estimate) { run <- e }) // fails when it is stopped
		return nil
	}, b.nextEstimate(run))
}

// nextEstimate waits for the next deal of a run.
func (b *bench) nextEstimate(run chan hint.Estimate) tea.Cmd {
	return func() tea.Msg {
		e, ok := <-run
		return estimateMsg{b, run, e, !ok}
	}
}

// estimated takes the estimate after another deal.
func (b *bench) estimated(msg estimateMsg) tea.Cmd {
	e := &b.estimate
	switch {
	case msg.run != e.run:
		return nil
	case !msg.over:
		e.soFar = msg.estimate
		if e.soFar.Deals > e.known[e.of].Deals {
			e.known[e.of] = e.soFar
		}
		return b.nextEstimate(msg.run)
	}
	e.stop()
	return b.storeEstimate()
}

// storeEstimate stores the estimate of a game that is known here.
func (b *bench) storeEstimate() tea.Cmd {
	workshop, e := b.env.Workshop, b.estimate.known[b.work.design.Text()]
	if workshop == nil || b.work.game == nil || e.Deals == 0 {
		return nil
	}
	id := b.work.game.Info().ID
	if g, ok := b.env.Games.Find(id); !ok || engine.RulesOf(g) == "" {
		return nil
	}
	return func() tea.Msg {
		_ = workshop.SetEstimate(id, e) // it shows on the bench, and can be made again
		return nil
	}
}

// readEstimate reads the estimate of the game on the bench, if it may be known here.
func (b *bench) readEstimate() tea.Cmd {
	workshop := b.env.Workshop
	made, ok := b.work.game.(engine.MadeUp)
	if workshop == nil || !ok {
		return nil
	}
	if _, known := b.env.Games.Find(made.Info().ID); !known {
		return nil
	}
	return func() tea.Msg {
		v, err := workshop.Variation(made)
		if err != nil {
			return nil // it can be estimated anew
		}
		return estimateReadMsg{b, made.Design().Text(), v.Estimate}
	}
}
