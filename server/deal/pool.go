package deal

import (
	"cmp"
	"context"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/search"
)

// The refusals of a request for a deal.
var (
	ErrNoKind  = arcade.Refuse("this game has no deals of that kind here")
	ErrClosing = arcade.Refuse("the arcade is closing")
	ErrFailed  = arcade.Refuse("no such deal could be found; the host has been told")
	ErrWaiting = arcade.Refuse("you wait for a deal already: it comes first, unless you stop looking for it")
	ErrCrowded = arcade.Refuse("others at your address wait for deals already: please try again in a minute")
)

const (
	shelfSize = 3                // deals of a kind that are kept, of a game that players have asked for
	gamesMax  = 32               // games of which deals are kept, those asked for last
	waitsMax  = 4                // deals that players of one network wait for
	missesMax = 40               // deals in a row that nobody needs, before a game rests
	rest      = 10 * time.Minute // nothing is found ahead for a game that rests
)

// A Config is what a Pool, Dailies or a Week needs of the arcade.
type Config struct {
	Searches search.Places      // its Payer pays for nothing that a Pool finds: see Asker
	Code     func() engine.Code // returns a fresh code that nobody can foresee
	Sessions func() int         // returns how many there are
	Log      *slog.Logger
}

// A worker is what each background search has: its settings, its pace and its end.
type worker struct {
	config  Config
	scaleOf func(engine.Game) (grade.Scale, bool)
	hurry   chan struct{} // see wake
	closing context.Context
	close   context.CancelFunc
}

func newWorker(config Config) worker {
	w := worker{config: config, scaleOf: grade.ScaleOf, hurry: make(chan struct{}, 1)}
	w.closing, w.close = context.WithCancel(context.Background())
	return w
}

// Close ends the search that is under way. Nothing is found or chosen after it.
func (w *worker) Close() { w.close() }

// A rester is the [search.Payer] of work in the background. While nobody waits for it, it pays with a rest after each
// slice, and takes only places that nobody else wants. While somebody does, it takes its turn like others, whatever
// by has left: the next to wait would wait, too.
type rester struct {
	*worker
	part   int          // of a core, one in so many, while the arcade is quiet
	waited func() bool  // reports whether somebody waits; nil: nobody ever does
	by     search.Payer // pays for the work besides; nil: nobody does
}

func (r rester) Pay(held time.Duration) {
	if r.by != nil {
		r.by.Pay(held)
	}
	if r.Spent() {
		r.rest(held, r.part)
	}
}

func (r rester) Spent() bool { return r.waited == nil || !r.waited() }

// logPanic must be deferred. It stops a panic and logs it, and then calls failed unless that is nil.
func (c Config) logPanic(failed func(), text string, about ...any) {
	if v := recover(); v != nil {
		c.Log.Error(text, append(about, "panic", v, "stack", string(debug.Stack()))...)
		if failed != nil {
			failed()
		}
	}
}

// A Pool finds deals of a kind, and keeps a few of each kind of the games that players have asked for, and
// one of those that it was told to stock. It begins with another game once somebody looks at the game's kinds. A player waits for one deal at a
// time, and the players of a network for few. Searches and what they find go to networks by turns.
//
// It holds at most some hundred codes. What its searches hold is said by the games' solvers.
type Pool struct {
	worker

	mu      sync.Mutex
	games   []*shelf      // those asked for last at the end
	waits   []*wait       // in the order in which they began
	count   uint64        // of the turns taken so far
	running chan struct{} // closed when the goroutine that looks for deals ends; nil if none does
	unasked func()        // gives up the deal that is looked at; nil if somebody waited when that began
}

// A shelf has the deals of a game, by kind.
type shelf struct {
	game   engine.Game
	kinds  []grade.Kind
	keeps  int // deals of each kind
	deals  map[grade.Kind][]found
	misses int       // deals in a row that could not be won or were of a kind that was kept already
	rests  time.Time // until when
}

// An Asker is a player who asks for deals, and the network that the player is one of. The zero
// Network is that of players who are not counted: each has turns of their own.
type Asker struct {
	Player  arcade.Credential
	Network netip.Prefix
	Payer   search.Payer // of the searches for the player's deals; nil: they are free
}

// line returns the Asker that stands for all with whom a player shares turns.
func (a Asker) line() Asker {
	a.Payer = nil
	if a.Network.IsValid() {
		a.Player = arcade.Credential{}
	}
	return a
}

// A wait is a player's for a deal.
type wait struct {
	by       Asker
	ctx      context.Context // once it has ended, the player no longer waits
	shelf    *shelf
	kind     grade.Kind
	comes    chan found
	looked   int    // deals of the game since it began
	searched uint64 // when a search was last made for it; see Pool.count
	turn     *turn  // which all have who share turns and wait
}

// A turn says when those who share turns last had a search and a deal.
type turn struct{ searched, given uint64 }

type found struct {
	code engine.Code
	mark grade.Mark
	err  error
}

// NewPool returns an empty pool. Close ends its searches.
func NewPool(config Config) *Pool {
	return &Pool{worker: newWorker(config)}
}

// Stock has the pool find a deal of each kind of some games before anybody asks for it.
func (p *Pool) Stock(games engine.Catalog) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, g := range slices.Backward(games) { // the first is the most wanted
		if s := p.shelf(g); s.keeps == 0 {
			s.keeps = 1
		}
	}
	p.start()
}

// For returns the pool as a player may use it.
func (p *Pool) For(a Asker) arcade.Deals { return asker{p, a} }

// An asker is a Pool as one player may use it.
type asker struct {
	pool *Pool
	who  Asker
}

// Kinds implements arcade.Deals. It has the pool look for deals of the game.
func (a asker) Kinds(g engine.Game) []grade.Kind {
	p := a.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelf(g)
	s.keeps = shelfSize
	p.start()
	return slices.Clone(s.kinds)
}

// Deal implements arcade.Deals.
func (a asker) Deal(ctx context.Context, g engine.Game, k grade.Kind) (engine.Code, grade.Mark, error) {
	f, w, err := a.pool.ask(ctx, a.who, g, k)
	if w == nil {
		return f.code, f.mark, err
	}
	select {
	case f := <-w.comes:
		return f.code, f.mark, f.err
	case <-ctx.Done():
		a.pool.giveUp(w)
		return "", grade.Mark{}, ctx.Err()
	case <-a.pool.closing.Done():
		return "", grade.Mark{}, ErrClosing
	}
}

// Looked implements arcade.Deals.
func (a asker) Looked() int {
	a.pool.mu.Lock()
	defer a.pool.mu.Unlock()
	for _, w := range a.pool.waits {
		if w.by.Player == a.who.Player && w.ctx.Err() == nil {
			return w.looked
		}
	}
	return 0
}

// ask returns a deal that is kept, or has the player wait for one, or says why not.
func (p *Pool) ask(ctx context.Context, who Asker, g engine.Game, k grade.Kind) (found, *wait, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelf(g)
	s.keeps = shelfSize
	if !slices.Contains(s.kinds, k) {
		return found{}, nil, ErrNoKind
	}
	if kept := s.deals[k]; len(kept) > 0 {
		s.deals[k] = kept[1:]
		p.start()
		return kept[0], nil, nil
	}
	if err := p.mayWait(who); err != nil {
		return found{}, nil, err
	}
	w := &wait{by: who, ctx: ctx, shelf: s, kind: k, comes: make(chan found, 1), turn: new(turn)}
	if i := slices.IndexFunc(p.waits, func(o *wait) bool { return o.by.line() == who.line() }); i >= 0 {
		w.turn = p.waits[i].turn
	}
	p.waits = append(p.waits, w)
	if p.unasked != nil { // that search may take long, and be of another game
		p.unasked()
	}
	p.wake()
	p.start()
	return found{}, w, nil
}

// mayWait returns why a player may not wait for a deal, or nil.
func (p *Pool) mayWait(who Asker) error {
	others := 0
	for _, w := range p.waits {
		switch {
		case w.ctx.Err() != nil:
		case w.by.Player == who.Player:
			return ErrWaiting
		case w.by.Network == who.Network && who.Network.IsValid():
			others++
		}
	}
	if others >= waitsMax {
		return ErrCrowded
	}
	return nil
}

// giveUp ends that somebody waits for a deal, and keeps one that has come meanwhile.
func (p *Pool) giveUp(w *wait) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.end(w)
	select {
	case f := <-w.comes:
		if deals := w.shelf.deals; f.err == nil && len(deals[w.kind]) < shelfSize {
			deals[w.kind] = append(deals[w.kind], f)
		}
	default:
	}
}

// end forgets that somebody waits.
func (p *Pool) end(w *wait) {
	p.waits = slices.DeleteFunc(p.waits, func(o *wait) bool { return o == w })
}

// tick returns a number above all before.
func (p *Pool) tick() uint64 {
	p.count++
	return p.count
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
		s = &shelf{game: g, kinds: grade.KindsOf(g), deals: map[grade.Kind][]found{}}
		if _, ok := p.scaleOf(g); ok && len(s.kinds) > 0 {
			s.kinds = grade.Kinds()
		}
	}
	p.games = append(p.games, s)
	if len(p.games) > gamesMax {
		if drop := slices.IndexFunc(p.games, func(s *shelf) bool { return !p.awaited(s) }); drop >= 0 {
			p.games = slices.Delete(p.games, drop, drop+1)
		}
	}
	return s
}

// awaited reports whether somebody waits for a deal of the game.
func (p *Pool) awaited(s *shelf) bool {
	return slices.ContainsFunc(p.waits, func(w *wait) bool { return w.shelf == s })
}

// first returns who to search for next, nil if nobody waits: by whose turn, and then by whose own wait, the last
// search is the longest ago.
func (p *Pool) first() *wait {
	return least(p.waits, func(a, b *wait) int {
		return cmp.Or(cmp.Compare(a.turn.searched, b.turn.searched), cmp.Compare(a.searched, b.searched))
	})
}

// heir returns the one who gets a deal of a game and kind: the one who has waited longest, of
// those whose last deal is the longest ago. It returns nil if nobody waits for one.
func (p *Pool) heir(s *shelf, k grade.Kind) *wait {
	fit := slices.DeleteFunc(slices.Clone(p.waits), func(w *wait) bool { return w.shelf != s || w.kind != k })
	return least(fit, func(a, b *wait) int { return cmp.Compare(a.turn.given, b.turn.given) })
}

// least returns the first of the least of those who wait, or nil if nobody does.
func least(waits []*wait, compare func(a, b *wait) int) *wait {
	if len(waits) == 0 {
		return nil
	}
	return slices.MinFunc(waits, compare)
}

// hasRoom reports whether there are fewer deals of some kind than the pool keeps.
func (s *shelf) hasRoom() bool {
	return slices.ContainsFunc(s.kinds, func(k grade.Kind) bool { return len(s.deals[k]) < s.keeps })
}

// next returns the game to look for a deal of: the one of the first who waits, or else the one
// asked for last. It returns nil if there is nothing to do.
func (p *Pool) next() *shelf {
	if w := p.first(); w != nil {
		return w.shelf
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
		searches, payer, kind := p.config.Searches, search.Payer(nil), grade.Fresh
		if w := p.first(); w != nil {
			w.searched = p.tick()
			w.turn.searched = w.searched
			payer, kind = w.by.Payer, w.kind
		}
		searches.Payer = rester{&p.worker, soonShare, p.waited, payer}
		ctx, stop := context.WithCancel(p.closing)
		if len(p.waits) == 0 {
			p.unasked = stop
		}
		p.mu.Unlock()
		f, ok, err := p.look(ctx, s.game, kind == grade.Winnable, searches)
		p.mu.Lock()
		stopped := ctx.Err() != nil
		stop()
		p.unasked = nil
		for _, w := range p.waits {
			if w.shelf == s && !stopped {
				w.looked++
			}
		}
		switch {
		case stopped:
		case err != nil:
			p.fail(s)
		case ok && p.put(s, f):
			s.misses = 0
		default:
			if s.misses++; s.misses >= missesMax { // the kinds that are missing are rare, or cannot be found at all
				s.misses, s.rests = 0, time.Now().Add(rest)
			}
		}
		p.mu.Unlock()
	}
}

func (p *Pool) waited() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.first() != nil
}

// look draws a deal of a game, and returns it with its mark if it can be won. If that is all that matters, or
// the game has no scale, the deal is not graded: that takes ten times as long. An error is one of the program.
func (p *Pool) look(ctx context.Context, g engine.Game, anyGrade bool, searches search.Places) (f found, ok bool, err error) {
	defer p.config.logPanic(func() { err = ErrFailed }, "panic in the search for a deal", "game", g.Info().ID)
	t, err := search.TakeTurn(ctx, searches)
	if err != nil {
		return found{}, false, err
	}
	defer t.End()
	f.code = p.config.Code()
	scale, graded := p.scaleOf(g)
	if !graded || anyGrade {
		f.mark = grade.Mark{Kind: grade.Winnable}
		v, err := grade.Decide(t, g.Deal(f.code), budget(g))
		return f, v == engine.VerdictWon, p.logged(ctx, g, err)
	}
	m, err := scale.Measure(t, g, f.code)
	f.mark = scale.Mark(m.Hardness)
	return f, m.Verdict == engine.VerdictWon, p.logged(ctx, g, err)
}

// logged logs an error, unless ctx has ended, and returns it.
func (p *Pool) logged(ctx context.Context, g engine.Game, err error) error {
	if err != nil && ctx.Err() == nil {
		p.config.Log.Error("look for a deal", "game", g.Info().ID, "err", err)
	}
	return err
}

// put gives the deal to a caller waiting for its kind, or else for any winnable deal, or keeps it if
// there is room. It reports whether it did.
func (p *Pool) put(s *shelf, f found) bool {
	winnable := f
	winnable.mark = grade.Mark{Kind: grade.Winnable}
	for _, f := range []found{f, winnable} {
		if w := p.heir(s, f.mark.Kind); w != nil {
			w.turn.given = p.tick()
			p.end(w)
			w.comes <- f
			return true
		}
	}
	for _, f := range []found{f, winnable} {
		if k := f.mark.Kind; len(s.deals[k]) < s.keeps {
			s.deals[k] = append(s.deals[k], f)
			return true
		}
	}
	return false
}

// fail tells all who wait for a deal of the game that nothing can be found, and lets it rest.
func (p *Pool) fail(s *shelf) {
	for _, w := range slices.Clone(p.waits) {
		if w.shelf == s {
			p.end(w)
			w.comes <- found{err: ErrFailed}
		}
	}
	s.rests = time.Now().Add(rest)
}
