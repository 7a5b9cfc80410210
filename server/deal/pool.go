package deal

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/grade"
	"boardwalk/engine/hint"
)

// An Error is a refusal that a player reads verbatim.
type Error string

func (e Error) Error() string { return string(e) }

// What a player reads who asks for a deal.
const (
	ErrNoKind  Error = "this game has no deals of that kind here"
	ErrClosing Error = "the arcade is closing"
	ErrFailed  Error = "no such deal could be found; the host has been told"
)

const (
	shelfSize = 3                // deals of a kind that are kept
	gamesMax  = 32               // games of which deals are kept, those asked for last
	missesMax = 40               // deals in a row that nobody needs, before a game rests
	rest      = 10 * time.Minute // nothing is found ahead for a game that rests
)

// A Config is what a Pool or Dailies needs of the arcade.
type Config struct {
	// Turns and Limit bound the searches that run at a time: see tui.Env.EstimateTurns and
	// tui.Env.SearchLimit. A nil channel bounds nothing.
	Turns, Limit chan struct{}
	Code         func() engine.Code // returns a fresh code that nobody can foresee
	Log          *slog.Logger
}

// A Pool finds deals of a kind, and keeps a few of each kind that players have asked for. It
// begins with a game once somebody looks at the game's kinds. It implements [arcade.Deals].
//
// It holds at most some hundred codes. What its searches hold is said by the games' solvers.
type Pool struct {
	config  Config
	scaleOf func(engine.Game) (grade.Scale, bool)

	closing context.Context
	close   context.CancelFunc

	mu      sync.Mutex
	games   []*shelf      // those asked for last at the end
	running chan struct{} // closed when the goroutine that looks for deals ends; nil if none does
	pace    pace
}

// A shelf has the deals of a game, by kind.
type shelf struct {
	game    engine.Game
	kinds   []grade.Kind
	deals   map[grade.Kind][]found
	waiting map[grade.Kind][]chan found
	misses  int       // deals in a row that could not be won or were of a kind that was kept already
	rests   time.Time // until when
}

type found struct {
	code engine.Code
	mark grade.Mark
	err  error
}

// NewPool returns an empty pool. Close ends its searches.
func NewPool(config Config) *Pool {
	p := &Pool{config: config, scaleOf: grade.ScaleOf, pace: newPace()}
	p.closing, p.close = context.WithCancel(context.Background())
	return p
}

// Close ends the search that is under way. Nothing is found after it.
func (p *Pool) Close() { p.close() }

// Kinds implements arcade.Deals. It has the pool look for deals of the game.
func (p *Pool) Kinds(g engine.Game) []grade.Kind {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelf(g)
	p.start()
	return slices.Clone(s.kinds)
}

// Deal implements arcade.Deals.
func (p *Pool) Deal(ctx context.Context, g engine.Game, k grade.Kind) (engine.Code, grade.Mark, error) {
	p.mu.Lock()
	s := p.shelf(g)
	if !slices.Contains(s.kinds, k) {
		p.mu.Unlock()
		return "", grade.Mark{}, ErrNoKind
	}
	if kept := s.deals[k]; len(kept) > 0 {
		f := kept[0]
		s.deals[k] = kept[1:]
		p.start()
		p.mu.Unlock()
		return f.code, f.mark, nil
	}
	comes := make(chan found, 1)
	s.waiting[k] = append(s.waiting[k], comes)
	p.pace.wake()
	p.start()
	p.mu.Unlock()
	select {
	case f := <-comes:
		return f.code, f.mark, f.err
	case <-ctx.Done():
		p.giveUp(s, k, comes)
		return "", grade.Mark{}, ctx.Err()
	case <-p.closing.Done():
		return "", grade.Mark{}, ErrClosing
	}
}

// giveUp ends that somebody waits for a deal, and keeps one that has come meanwhile.
func (p *Pool) giveUp(s *shelf, k grade.Kind, comes chan found) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.waiting[k] = slices.DeleteFunc(s.waiting[k], func(c chan found) bool { return c == comes })
	select {
	case f := <-comes:
		if f.err == nil && len(s.deals[k]) < shelfSize {
			s.deals[k] = append(s.deals[k], f)
		}
	default:
	}
}

// shelf returns the shelf of a game, which is now the one asked for last. With too many
// games it drops the deals of the one that nobody has asked for in the longest time.
func (p *Pool) shelf(g engine.Game) *shelf {
	id := g.Info().ID
	i := slices.IndexFunc(p.games, func(s *shelf) bool { return s.game.Info().ID == id })
	var s *shelf
	if i >= 0 {
		s = p.games[i]
		p.games = slices.Delete(p.games, i, i+1)
	} else {
		s = &shelf{game: g, kinds: p.kinds(g), deals: map[grade.Kind][]found{}, waiting: map[grade.Kind][]chan found{}}
	}
	p.games = append(p.games, s)
	if drop := slices.IndexFunc(p.games, func(s *shelf) bool { return !s.awaited() }); len(p.games) > gamesMax && drop >= 0 {
		p.games = slices.Delete(p.games, drop, drop+1)
	}
	return s
}

// kinds returns the kinds of deals that a game can offer.
func (p *Pool) kinds(g engine.Game) []grade.Kind {
	kinds := grade.KindsOf(g)
	if _, ok := p.scaleOf(g); ok && len(kinds) > 0 {
		return grade.Kinds()
	}
	return kinds
}

// awaited reports whether somebody waits for a deal of the game.
func (s *shelf) awaited() bool {
	return slices.ContainsFunc(s.kinds, func(k grade.Kind) bool { return len(s.waiting[k]) > 0 })
}

// hasRoom reports whether there are fewer deals of some kind than the pool keeps.
func (s *shelf) hasRoom() bool {
	return slices.ContainsFunc(s.kinds, func(k grade.Kind) bool { return len(s.deals[k]) < shelfSize })
}

// next returns the game to look for a deal of: one for which somebody waits before any
// other, the one asked for first among these, and the one asked for last among the others.
// It returns nil if there is nothing to do.
func (p *Pool) next() *shelf {
	if i := slices.IndexFunc(p.games, (*shelf).awaited); i >= 0 {
		return p.games[i]
	}
	now := time.Now()
	for _, s := range slices.Backward(p.games) {
		if s.hasRoom() && now.After(s.rests) {
			return s
		}
	}
	return nil
}

// start has a goroutine look for deals, unless one does. The caller holds the lock.
func (p *Pool) start() {
	if p.running != nil || p.closing.Err() != nil || p.next() == nil {
		return
	}
	p.running = make(chan struct{})
	go p.run()
}

// run looks for deals until there is nothing to do.
func (p *Pool) run() {
	for {
		p.mu.Lock()
		s := p.next()
		if s == nil || p.closing.Err() != nil {
			close(p.running)
			p.running = nil
			p.mu.Unlock()
			return
		}
		p.mu.Unlock()
		begun := time.Now()
		f, ok, err := p.look(s.game)
		p.mu.Lock()
		switch {
		case err != nil && p.closing.Err() == nil:
			s.fail()
		case ok && s.put(f):
			s.misses = 0
		default:
			s.miss()
		}
		// The games for which players wait take turns.
		if i := slices.Index(p.games, s); i >= 0 && s.awaited() {
			p.games = append(slices.Delete(p.games, i, i+1), s)
		}
		more := p.next() != nil && !slices.ContainsFunc(p.games, (*shelf).awaited)
		p.mu.Unlock()
		if more {
			p.pace.rest(p.closing, begun, share)
		}
	}
}

// look draws a deal of a game, and returns it with its mark if it can be won. An error is
// one of the program.
func (p *Pool) look(g engine.Game) (f found, ok bool, err error) {
	defer func() {
		if v := recover(); v != nil {
			p.config.Log.Error("panic in the search for a deal", "game", g.Info().ID, "panic", v, "stack", string(debug.Stack()))
			err = ErrFailed
		}
	}()
	t, err := hint.TakeTurn(p.closing, p.config.Turns, p.config.Limit)
	if err != nil {
		return found{}, false, err
	}
	defer t.End()
	f.code = p.config.Code()
	scale, graded := p.scaleOf(g)
	if !graded {
		f.mark = grade.Mark{Kind: grade.Winnable}
		v, err := grade.Decide(t, g.Deal(f.code), budget(g))
		return f, v == engine.VerdictWon, p.logged(g, err)
	}
	m, err := scale.Measure(t, g, f.code)
	f.mark = scale.Mark(m.Hardness)
	return f, m.Verdict == engine.VerdictWon, p.logged(g, err)
}

// logged logs an error, unless the pool is being closed, and returns it.
func (p *Pool) logged(g engine.Game, err error) error {
	if err != nil && p.closing.Err() == nil {
		p.config.Log.Error("look for a deal", "game", g.Info().ID, "err", err)
	}
	return err
}

// put gives a deal to who waits for one of its kind, or else to who waits for any that can be
// won, or keeps it if there is room. It reports whether it did.
func (s *shelf) put(f found) bool {
	winnable := f
	winnable.mark = grade.Mark{Kind: grade.Winnable}
	for _, f := range []found{f, winnable} {
		k := f.mark.Kind
		if waiting := s.waiting[k]; len(waiting) > 0 {
			s.waiting[k] = waiting[1:]
			waiting[0] <- f
			return true
		}
	}
	for _, f := range []found{f, winnable} {
		if k := f.mark.Kind; len(s.deals[k]) < shelfSize {
			s.deals[k] = append(s.deals[k], f)
			return true
		}
	}
	return false
}

// miss counts a deal that nobody needs. After many the game rests, because the kinds that are
// missing are rare or cannot be found at all.
func (s *shelf) miss() {
	if s.misses++; s.misses >= missesMax {
		s.misses, s.rests = 0, time.Now().Add(rest)
	}
}

// fail tells all who wait that nothing can be found, and lets the game rest.
func (s *shelf) fail() {
	for k, waiting := range s.waiting {
		for _, comes := range waiting {
			comes <- found{err: ErrFailed}
		}
		delete(s.waiting, k)
	}
	s.rests = time.Now().Add(rest)
}
