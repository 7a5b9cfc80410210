package abuse_test

import (
	"context"
	"slices"
	"sync"
	"time"

	"boardwalk/tui/tuitest"
)

const (
	askers       = 50              // players who ask for hints at once
	askEvery     = 2 * time.Second // between two times at which all ask
	hintedMoves  = 4               // played by hints; hardly any game ends within these
	analystsMax  = 4               // players who have games analysed
	analysedGame = 4               // the number of a game in the lobby whose analysis is long: Cheshire
	playedGames  = 7               // games in the lobby
)

// hints is the attack hints.
func hints(ctx context.Context, a *attacker) {
	var all sync.WaitGroup
	var mu sync.Mutex
	var took []time.Duration
	for i := range askers {
		all.Go(func() {
			a.failed(ctx, askForHints(ctx, a, i%playedGames, func(d time.Duration) {
				mu.Lock()
				defer mu.Unlock()
				took = append(took, d)
			}))
		})
	}
	all.Wait()
	if slices.Sort(took); len(took) > 0 {
		a.raise("hints", float64(len(took)))
		a.raise("hint_p50_ms", Rounded(float64(took[len(took)/2])/1e6))
		a.raise("hint_p95_ms", Rounded(float64(took[len(took)*95/100])/1e6))
	}
}

// askForHints asks for hints at a table of a game, at the same times as all others.
func askForHints(ctx context.Context, a *attacker, game int, report func(time.Duration)) error {
	p, err := atTable(ctx, a, game)
	if err != nil {
		return err
	}
	defer p.Term.HangUp()
	if err := firstHint(p); err != nil {
		return err
	}
	for n := 0; ; n++ {
		done := "Esc"
		keys, answered := "\x1b", "Enter mark"
		if n < hintedMoves {
			done, keys = "Enter", Enter
		}
		over := false
		if err := p.Key(keys, done, func(s *tuitest.Terminal) bool {
			over = shows(": the end")(s)
			return over || shows(answered)(s)
		}); err != nil || over {
			return err
		}
		if !Pause(ctx, time.Until(time.Now().Truncate(askEvery).Add(askEvery))) {
			return nil
		}
		none := false // an answer, too: this table is played out
		written, at, err := p.Term.Press("x", "a hint", func(s *tuitest.Terminal) bool {
			none = shows("Nothing here gains")(s)
			return none || hinted(s)
		})
		if err != nil {
			return err
		}
		if report(at.Sub(written)); none {
			return nil
		}
	}
}

// atTable returns a player at the table of a game.
func atTable(ctx context.Context, a *attacker, game int) (*Player, error) {
	p, err := a.lobby(ctx, a.networks.Next())
	if err != nil {
		return nil, err
	}
	for range game {
		if _, _, err := p.Term.Press("j", "another game", func(*tuitest.Terminal) bool { return true }); err != nil {
			return p, err
		}
	}
	return p, p.Key(Enter, "a table", shows("Enter mark"))
}

// firstHint asks for a hint, which makes the game assisted.
func firstHint(p *Player) error {
	if err := p.Key("x", "the question", shows("Show it? (y/n)")); err != nil {
		return err
	}
	return p.Key("y", "a hint", hinted)
}

// hinted reports whether a screen shows a hint.
func hinted(s *tuitest.Terminal) bool { return shows("Enter play")(s) }

// analyses is the attack analyses.
func analyses(ctx context.Context, a *attacker) {
	var all sync.WaitGroup
	for range analystsMax {
		all.Go(func() { a.failed(ctx, analyse(ctx, a)) })
	}
	all.Wait()
}

// analyse has short games of Cheshire analysed, one after another.
func analyse(ctx context.Context, a *attacker) error {
	p, err := atTable(ctx, a, analysedGame)
	if err != nil {
		return err
	}
	defer p.Term.HangUp()
	for ctx.Err() == nil {
		if err := firstHint(p); err != nil {
			return err
		}
		for range hintedMoves {
			if err := p.Key(Enter, "the move", shows("Enter mark")); err != nil {
				return err
			}
			if err := p.Key("x", "a hint", hinted); err != nil {
				return err
			}
		}
		for _, step := range []struct{ keys, words string }{{"g", "y or n"}, {"y", "the end"}, {"a", ", analysis"}} {
			if err := p.Key(step.keys, step.words, shows(step.words)); err != nil {
				return err
			}
		}
		a.add("analyses_begun", 1)
		for beats := time.NewTicker(time.Second / 4); ctx.Err() == nil; <-beats.C {
			searching := true
			if p.Term.Look(func(s *tuitest.Terminal) { searching = shows("Searching")(s) }); !searching {
				a.add("analyses_done", 1)
				break
			}
		}
		if err := p.Key("q", "the table", shows("the end")); err != nil {
			return err
		}
		if err := p.Key("n", "kinds of deals", shows("New deal")); err != nil {
			return err
		}
		if err := p.Key(Enter, "a fresh deal", shows("Enter mark")); err != nil {
			return err
		}
	}
	return nil
}
