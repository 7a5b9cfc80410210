package deal

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/engine/search"
)

// The deal of a measured game is as hard as its code has letters H: a player wins it with as many
// tries. A deal with an X cannot be won, one with an S takes the search a second, and one with a P makes it panic.
type measured struct {
	engine.Game
	id string
}

type measuredState struct {
	engine.State
	code  engine.Code
	moved engine.Place
}

var won, lost = engine.At(1, 1), engine.At(1, 2)

func (g measured) Info() engine.Info                  { return engine.Info{ID: g.id, Version: 1} }
func (g measured) Deal(code engine.Code) engine.State { return measuredState{code: code} }

func (s measuredState) Board() engine.Board  { return engine.Board{} }
func (s measuredState) Over() bool           { return !s.moved.IsZero() }
func (s measuredState) Score() engine.Score  { return engine.Score{Won: s.moved == won} }
func (s measuredState) Moves() []engine.Move { return []engine.Move{{From: won}, {From: lost}} }

func (s measuredState) Play(m engine.Move) (engine.State, error) {
	s.moved = m.From
	return s, nil
}

func (s measuredState) Solve(context.Context, engine.Question) engine.Solution {
	switch code := string(s.code); {
	case strings.Contains(code, "P"):
		panic("a bug in the solver")
	case strings.Contains(code, "X"):
		return engine.Solution{Verdict: engine.VerdictLost}
	case strings.Contains(code, "S"):
		time.Sleep(time.Second)
	}
	return engine.Solution{Verdict: engine.VerdictWon, Line: []engine.Move{{From: won}}}
}

func (s measuredState) Advise(_ context.Context, a engine.Ask) []engine.Choice {
	m := engine.Move{From: won}
	if a.Tries < strings.Count(string(s.code), "H") {
		m.From = lost
	}
	return []engine.Choice{{Move: m}}
}

// deals returns codes with the letters in turn, each with a number of its own.
func deals(letters ...string) func() engine.Code {
	var n atomic.Int64
	return func() engine.Code {
		i := n.Add(1) - 1
		return engine.Code(fmt.Sprint(i, letters[i%int64(len(letters))]))
	}
}

// threeRounds is a scale on which a deal is a grade harder for each H in its code.
func threeRounds(g engine.Game) (grade.Scale, bool) {
	return grade.Scale{Version: 7, Ladder: []grade.Player{{Tries: 0}, {Tries: 1}, {Tries: 2}}, Rounds: 1, Cuts: [3]int{100, 200, 300}}, !strings.HasPrefix(g.Info().ID, "plain")
}

func newTestPool(t *testing.T, code func() engine.Code) *Pool {
	p := NewPool(Config{Code: code, Sessions: func() int { return quiet }, Log: slog.New(slog.DiscardHandler)})
	p.scaleOf = threeRounds
	t.Cleanup(p.Close)
	return p
}

func ask(t *testing.T, p *Pool, g engine.Game, k grade.Kind) (engine.Code, grade.Mark) {
	t.Helper()
	code, mark, err := p.For(Asker{}).Deal(context.Background(), g, k)
	if err != nil {
		t.Fatalf("a %s deal: %v", k, err)
	}
	return code, mark
}

func TestDealsAreOfTheirKind(t *testing.T) {
	p := newTestPool(t, deals("", "X", "H", "HHH", "HH", "HHHHHHH"))
	g, had := measured{id: "game"}, map[engine.Code]bool{}
	if got := p.For(Asker{}).Kinds(g); !slices.Equal(got, grade.Kinds()) {
		t.Errorf("the kinds are %v", got)
	}
	for range 20 {
		for _, k := range grade.Kinds() {
			code, mark := ask(t, p, g, k)
			want := grade.Mark{Kind: k, Version: 7}
			if k == grade.Winnable {
				want.Version = 0
			}
			hard := grade.Kinds()[min(strings.Count(string(code), "H"), 3)+1]
			if mark != want || k != grade.Winnable && hard != k || strings.Contains(string(code), "X") {
				t.Errorf("a %s deal is %s, marked %s", k, code, mark)
			}
			if had[code] {
				t.Errorf("deal %s was given twice", code)
			}
			had[code] = true
		}
	}
}

func TestAGameWithoutAScaleHasWinnableDeals(t *testing.T) {
	p := newTestPool(t, deals("", "X"))
	g := measured{id: "plain"}
	if got := p.For(Asker{}).Kinds(g); !slices.Equal(got, []grade.Kind{grade.Winnable}) {
		t.Errorf("the kinds are %v", got)
	}
	if code, mark := ask(t, p, g, grade.Winnable); strings.Contains(string(code), "X") || mark != (grade.Mark{Kind: grade.Winnable}) {
		t.Errorf("a winnable deal is %s, marked %s", code, mark)
	}
	if _, _, err := p.For(Asker{}).Deal(context.Background(), g, grade.Stern); err != ErrNoKind {
		t.Errorf("a stern deal: %v", err)
	}
	if _, _, err := p.For(Asker{}).Deal(context.Background(), unsolved{}, grade.Winnable); err != ErrNoKind {
		t.Errorf("a deal of a game without a solver: %v", err)
	}
}

type unsolved struct{ engine.Game }

func (unsolved) Info() engine.Info             { return engine.Info{ID: "unsolved"} }
func (unsolved) Deal(engine.Code) engine.State { return struct{ engine.State }{} }

// TestThePoolIsBounded has a pool find all that it keeps, of more games than it keeps.
func TestThePoolIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it rests between two deals
		p := newTestPool(t, deals("", "H", "HH", "HHH"))
		for i := range 3 * gamesMax {
			p.For(Asker{}).Kinds(measured{id: fmt.Sprint("game", i)})
		}
		p.wait()
		if len(p.games) != gamesMax {
			t.Errorf("the pool has %d games, want %d", len(p.games), gamesMax)
		}
		for _, s := range p.games {
			for _, k := range s.kinds {
				if got := len(s.deals[k]); got != shelfSize {
					t.Errorf("%s has %d %s deals, want %d", s.game.Info().ID, got, k, shelfSize)
				}
			}
		}
	})
}

// TestAStockedGameHasADealOfEachKindAtOnce stocks two games. More is kept of the one that somebody then looks at.
func TestAStockedGameHasADealOfEachKindAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // it rests between two deals
		p := newTestPool(t, deals("", "H", "HH", "HHH"))
		asked := measured{id: "asked"}
		p.Stock(engine.Catalog{asked, measured{id: "other"}})
		p.wait()
		p.For(Asker{}).Kinds(asked)
		p.wait()
		for _, s := range p.games {
			want := 1
			if s.game == asked {
				want = shelfSize
			}
			for _, k := range s.kinds {
				if got := len(s.deals[k]); got != want {
					t.Errorf("%s has %d %s deals, want %d", s.game.Info().ID, got, k, want)
				}
			}
		}
	})
}

// wait waits until the pool has nothing to do.
func (p *Pool) wait() {
	p.mu.Lock()
	running := p.running
	p.mu.Unlock()
	if running != nil {
		<-running
	}
}

// TestNothingIsLookedForWithoutEnd has no cruel deals, and none that can be won.
func TestNothingIsLookedForWithoutEnd(t *testing.T) {
	for _, letters := range [][]string{{"", "H", "HH"}, {"X"}} {
		synctest.Test(t, func(t *testing.T) { // the pauses take no time
			p := newTestPool(t, deals(letters...))
			p.For(Asker{}).Kinds(measured{id: "game"})
			p.wait()
		})
	}
}

func TestWhoWaitsCanGiveUp(t *testing.T) {
	p := newTestPool(t, deals("X"))
	g := measured{id: "game"}
	ctx, cancel := context.WithCancel(context.Background())
	gone := make(chan error)
	go func() {
		_, _, err := p.For(Asker{}).Deal(ctx, g, grade.Cruel)
		gone <- err
	}()
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	p.wait()
	go func() {
		_, _, err := p.For(Asker{}).Deal(context.Background(), g, grade.Cruel)
		gone <- err
	}()
	p.Close()
	if err := <-gone; err != ErrClosing {
		t.Errorf("after Close: %v", err)
	}
	p.wait()
}

// TestADealThatCameTooLateIsKept gives up after the deal was sent.
func TestADealThatCameTooLateIsKept(t *testing.T) {
	p := newTestPool(t, deals("X"))
	p.Close()
	s := p.shelf(measured{id: "game"})
	_, w, err := p.ask(t.Context(), Asker{}, s.game, grade.Fair)
	if err != nil {
		t.Fatal(err)
	}
	f := found{code: "A", mark: grade.Mark{Kind: grade.Fair, Version: 7}}
	if !p.put(s, f) || p.awaited(s) {
		t.Fatal("nobody gets the deal")
	}
	p.giveUp(w)
	if kept := s.deals[grade.Fair]; len(kept) != 1 || kept[0] != f {
		t.Errorf("kept are %v", kept)
	}
}

func TestABugInASolverIsTold(t *testing.T) {
	p := newTestPool(t, deals("P"))
	if _, _, err := p.For(Asker{}).Deal(context.Background(), measured{id: "game"}, grade.Winnable); err != ErrFailed {
		t.Errorf("the error is %v", err)
	}
	p.wait()
}

// A slow search never ends by itself.
type slow struct{ measured }

type slowState struct{ engine.State }

func (slow) Deal(engine.Code) engine.State { return slowState{} }

func (slowState) Solve(ctx context.Context, _ engine.Question) engine.Solution {
	for ctx.Err() == nil {
	}
	return engine.Solution{Verdict: engine.VerdictUnknown}
}

// A hardToGrade deal is never graded.
type hardToGrade struct{ measured }

type hardToGradeState struct{ measuredState }

func (g hardToGrade) Deal(code engine.Code) engine.State {
	return hardToGradeState{measuredState{code: code}}
}

func (hardToGradeState) Advise(ctx context.Context, _ engine.Ask) []engine.Choice {
	<-ctx.Done()
	return nil
}

// TestAWinnableDealWaitsForNoGrade asks for winnable deals while one that nobody has asked for is graded.
func TestAWinnableDealWaitsForNoGrade(t *testing.T) {
	p := newTestPool(t, deals(""))
	g := hardToGrade{measured{id: "game"}}
	p.For(Asker{}).Kinds(g)
	for range 3 {
		if _, mark := ask(t, p, g, grade.Winnable); mark.Kind != grade.Winnable {
			t.Errorf("the deal is %s", mark)
		}
	}
}

// TestASearchLendsItsPlace takes the one place of the arcade's searches again and again while
// a deal is looked for.
func TestASearchLendsItsPlace(t *testing.T) {
	turns, limit := make(chan struct{}, 1), make(chan struct{}, 1)
	p := NewPool(Config{Searches: search.Places{Turns: turns, Limit: limit}, Code: deals(""), Sessions: func() int { return 0 }, Log: slog.New(slog.DiscardHandler)})
	ctx, cancel := context.WithCancel(context.Background())
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		_, _, _ = p.For(Asker{}).Deal(ctx, slow{measured{id: "slow"}}, grade.Winnable)
	}()
	for range 20 {
		limit <- struct{}{}
		<-limit
		turns <- struct{}{}
		<-turns
	}
	cancel()
	<-gone
	p.Close()
	p.wait()
	if len(turns)+len(limit) != 0 {
		t.Error("the search keeps its places")
	}
}

// TestNobodyWaitsForAPause asks for the fifth deal while the pool pauses after the first.
func TestNobodyWaitsForAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := deals("", "H", "HH", "X", "HHH")
		p := newTestPool(t, func() engine.Code {
			time.Sleep(time.Second) // of search
			return next()
		})
		p.config.Searches.Limit = make(chan struct{}, 1)
		g := measured{id: "game"}
		p.For(Asker{}).Kinds(g)
		time.Sleep(2 * time.Second)
		begun := time.Now()
		ask(t, p, g, grade.Cruel)
		if got := time.Since(begun); got != 4*time.Second {
			t.Errorf("a deal that takes 4 s to find took %v", got)
		}
		p.Close()
		p.wait()
	})
}

// Who waits can see how far the search is.
func TestWhatWasLookedAtIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		next := deals("", "H", "HH", "HHH")
		p := newTestPool(t, func() engine.Code {
			time.Sleep(time.Second) // of search
			return next()
		})
		go func() { _, _, _ = p.For(Asker{}).Deal(t.Context(), measured{id: "game"}, grade.Cruel) }()
		time.Sleep(2500 * time.Millisecond)
		if got := p.For(Asker{}).Looked(); got != 2 {
			t.Errorf("%d were looked at, want 2", got)
		}
		time.Sleep(time.Minute)
		if got := p.For(Asker{}).Looked(); got != 0 {
			t.Errorf("%d were looked at for nobody", got)
		}
		p.Close()
	})
}

// The attack: players of one address wait for deals of a rare kind, each at many games.
//
// An address has few, and gets searches and deals by turns with others; who is trusted has turns
// of their own.
//
//abuse:case 51
func TestAnHonestPlayerIsServedSecond(t *testing.T) {
	p := newTestPool(t, deals("HHH"))
	p.Close() // so that the test says what is found when
	game := func(n int) engine.Game { return measured{id: fmt.Sprint("game", n)} }
	player := func(n int) arcade.Credential { return arcade.KeyCredential(fmt.Sprint("SHA256:", n)) }
	network := func(text string) netip.Prefix { return netip.MustParsePrefix(text) }
	mallory, refused := network("192.0.2.1/32"), 0
	for n := range 56 {
		switch _, _, err := p.ask(t.Context(), Asker{player(n), mallory, nil}, game(n%2), grade.Cruel); {
		case errors.Is(err, ErrCrowded):
			refused++
		case err != nil:
			t.Fatal(err)
		}
	}
	if refused != 56-waitsMax {
		t.Errorf("%d of 56 are refused", refused)
	}
	_, ann, err := p.ask(t.Context(), Asker{player(100), network("192.0.2.2/32"), nil}, game(0), grade.Cruel)
	if err != nil {
		t.Fatal(err)
	}
	s := ann.shelf
	for n := 1; ; n++ {
		if !p.put(s, found{mark: grade.Mark{Kind: grade.Cruel}}) {
			t.Fatal("nobody gets a deal")
		}
		if len(ann.comes) > 0 {
			if n != 2 {
				t.Errorf("the honest player is served as number %d", n)
			}
			break
		}
	}
	for n := range 56 {
		if _, _, err := p.ask(t.Context(), Asker{Player: player(1000 + n)}, game(2), grade.Cruel); err != nil {
			t.Errorf("of those who are trusted, number %d: %v", n, err)
		}
	}
	for n := range 57 { // one address, and 56 who are trusted
		w := p.first()
		if w.searched > 0 || n > 0 && w.by.Network.IsValid() {
			t.Fatalf("search %d is for %v again", n, w.by.line())
		}
		w.searched = p.tick()
		w.turn.searched = w.searched
	}
}

func TestAPlayerWaitsForOneDeal(t *testing.T) {
	p := newTestPool(t, deals("X"))
	p.Close()
	g, who := measured{id: "game"}, Asker{Player: arcade.KeyCredential("SHA256:x")}
	ctx, cancel := context.WithCancel(t.Context())
	_, first, err := p.ask(ctx, who, g, grade.Cruel)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.ask(t.Context(), who, g, grade.Fair); err != ErrWaiting {
		t.Errorf("beside it: %v", err)
	}
	cancel()
	_, second, err := p.ask(t.Context(), who, g, grade.Fair)
	if err != nil {
		t.Errorf("once it is stopped: %v", err)
	}
	p.giveUp(first)
	p.giveUp(second)
	if len(p.waits) != 0 {
		t.Errorf("%d wait", len(p.waits))
	}
}

// A payer counts what it pays.
type payer struct{ paid atomic.Int64 }

func (p *payer) Pay(held time.Duration) { p.paid.Add(int64(held)) }
func (p *payer) Spent() bool            { return true }

// Who waits for a deal pays for the search, and is searched for with nothing left, too.
func TestWhoWaitsForADealPays(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newTestPool(t, func() engine.Code {
			time.Sleep(time.Second)
			return "H"
		})
		p.config.Searches.Limit = make(chan struct{}, 1)
		who := new(payer)
		_, _, err := p.For(Asker{Payer: who}).Deal(t.Context(), measured{id: "game"}, grade.Winnable)
		if paid := time.Duration(who.paid.Load()); err != nil || paid != time.Second {
			t.Errorf("a search of a second costs %v, %v", paid, err)
		}
		p.Close()
		p.wait()
	})
}
