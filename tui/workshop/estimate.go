package workshop

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// An estimating is an estimate that is being made on a bench, and those that are known. It
// goes on while another screen covers the bench.
type estimating struct {
	known  map[string]hint.Estimate // by the text of the design
	of     string                   // the design that is being estimated, "" for none
	game   engine.Game              // of that design
	soFar  hint.Estimate
	run    chan hint.Estimate // brings the estimate after each deal
	search screen.Wait
}

func (e *estimating) running() bool { return e.of != "" }

// stop ends the estimate that is being made. What it has found stays known, and is stored if the game is known here.
func (e *estimating) stop(env *screen.Env) tea.Cmd {
	e.search.End()
	g, found := e.game, e.known[e.of]
	e.of, e.game, e.run = "", nil, nil
	if !knownHere(env, g) || found.Deals == 0 {
		return nil
	}
	return func() tea.Msg {
		_ = env.Workshop.SetEstimate(g.Info().ID, found) // it shows on the bench, and can be made again
		return nil
	}
}

// progress says how far the estimate is, with a bar.
func (e *estimating) progress(look *theme.Look) string {
	return fmt.Sprintf("Estimating [%s] %d of %d; Esc stops", look.Progress(10, e.soFar.Deals, hint.SampleDeals), e.soFar.Deals, hint.SampleDeals)
}

// text returns how the arcade's player fared by the rules of a design, or how far it is.
func (e *estimating) text(d engine.Design, look *theme.Look) (string, grid.Style) {
	known := e.known[d.Text()]
	switch {
	case e.running():
		return e.progress(look), look.Good
	case known.Deals == 0:
		return "Not estimated yet: E plays sample deals", look.Faint
	case known.Level() == engine.FewDeals:
		return known.String(), look.Good
	}
	return string(known.Level()) + ": " + known.String(), look.Good
}

// warned returns what is said of a game, followed by the warning of its estimate if there is one.
func warned(said string, e hint.Estimate) string {
	return strings.TrimSpace(said + " " + e.Warning())
}

// learn takes an estimate of a design, unless a better one is known.
func (e *estimating) learn(of string, found hint.Estimate) {
	if found.Deals > e.known[of].Deals {
		e.known[of] = found
	}
}

// begin lets the arcade's player play sample deals of a game.
func (e *estimating) begin(b *Bench, d engine.Design, g engine.Game) tea.Cmd {
	ctx, run := e.search.Begin(), make(chan hint.Estimate, hint.SampleDeals)
	e.of, e.game, e.soFar, e.run = d.Text(), g, hint.Estimate{}, run
	return tea.Batch(func() tea.Msg {
		defer close(run)
		_, _ = hint.Sample(ctx, b.Env.Searches, g, hint.SampleDeals, func(e hint.Estimate) { run <- e }) // fails when it is stopped
		return nil
	}, e.next(b, run))
}

// next waits for the next deal of a run and takes the estimate after it.
func (e *estimating) next(b *Bench, run chan hint.Estimate) tea.Cmd {
	return screen.Ask(b, func() func() tea.Cmd {
		found, more := <-run
		return func() tea.Cmd {
			switch {
			case run != e.run:
				return nil
			case !more:
				store := e.stop(b.Env)
				b.sayEstimate("")
				return store
			}
			e.soFar = found
			e.learn(e.of, e.soFar)
			return e.next(b, run)
		}
	})
}

// read reads the estimate of the game on a bench, if the game is known here.
func (e *estimating) read(b *Bench) tea.Cmd {
	if !knownHere(b.Env, b.work.game) {
		return nil
	}
	made := b.work.game.(engine.MadeUp)
	return screen.Ask(b, func() func() tea.Cmd {
		v, err := b.Env.Workshop.Variation(made)
		if err != nil {
			return nil // it can be estimated again
		}
		return widget.Just(func() { e.learn(made.Design().Text(), v.Estimate) })
	})
}

// knownHere reports whether the workshop may know a game, which may be nil.
func knownHere(env *screen.Env, g engine.Game) bool {
	made, ok := g.(engine.MadeUp)
	if !ok || env.Workshop == nil {
		return false
	}
	_, known := env.Games.Find(made.Info().ID)
	return known
}
