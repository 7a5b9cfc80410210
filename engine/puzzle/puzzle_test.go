package puzzle_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
)

var every = flag.Int("every", 300, "of how many puzzles TestPuzzlesAreFound finds one")

// game returns the game of a puzzle.
func game(t *testing.T, p puzzle.Puzzle) engine.Game {
	t.Helper()
	g, ok := catalog.All().Find(p.Game)
	if !ok {
		t.Fatalf("puzzle %s is of %s, which is no game", p.ID, p.Game)
	}
	return g
}

// TestPuzzlesAreProved proves one puzzle in fifty again, if its proof is short.
func TestPuzzlesAreProved(t *testing.T) {
	proved := 0
	for i := 0; i < len(puzzle.All()); i += 50 {
		p := puzzle.All()[i]
		_, err := puzzle.Check(t.Context(), game(t, p), p, 3_000)
		if errors.Is(err, puzzle.ErrMany) {
			continue
		}
		if err != nil {
			t.Errorf("puzzle %s: %v", p, err)
		}
		proved++
	}
	if least := len(puzzle.All()) / 100; proved < least {
		t.Errorf("%d puzzles are proved, want at least %d", proved, least)
	}
}

// Some puzzles are found as they are but for their ratings, and proved.
func TestPuzzlesAreFound(t *testing.T) {
	const parts = 8 // at a time
	for part := range parts {
		t.Run(fmt.Sprint(part), func(t *testing.T) {
			t.Parallel()
			for i := part * *every; i < len(puzzle.All()); i += parts * *every {
				p := puzzle.All()[i]
				got, looked := puzzle.Find(t.Context(), game(t, p), p.Record(), 1_000_000)
				got.Rating = p.Rating
				if looked == 0 || !reflect.DeepEqual(got, p) {
					t.Errorf("puzzle %s is found as %s, with %d positions", p, got, looked)
				}
			}
		})
	}
}

func TestPuzzlesAreInOrder(t *testing.T) {
	all := puzzle.All()
	ids, deals, ofGames := map[string]bool{}, map[string]int{}, 0
	for i, p := range all {
		if p.Version != game(t, p).Info().Version {
			t.Errorf("puzzle %s is of version %d of the rules", p.ID, p.Version)
		}
		if ids[p.ID] || len(p.ID) != 6 || p.Rating < 800 || p.Rating > 2400 || p.Goal != engine.GoalWin {
			t.Errorf("puzzle %s is not as it should be", p)
		}
		ids[p.ID] = true
		if deals[p.Game+string(p.Code)]++; deals[p.Game+string(p.Code)] > 2 {
			t.Errorf("%s has more than two puzzles of %s", p.Game, p.Code)
		}
		if i > 0 && p.Game == all[i-1].Game && p.Rating < all[i-1].Rating {
			t.Errorf("puzzle %s comes after a harder one", p.ID)
		}
		if found, ok := puzzle.ByID(strings.ToLower(p.ID)); !ok || !reflect.DeepEqual(found, p) {
			t.Errorf("%s is found as %v, %t", p.ID, found, ok)
		}
	}
	for _, g := range catalog.All() {
		of := puzzle.ByGame(g.Info().ID)
		if slices.ContainsFunc(of, func(p puzzle.Puzzle) bool { return p.Game != g.Info().ID }) {
			t.Errorf("%s has puzzles of others", g.Info().ID)
		}
		ofGames += len(of)
	}
	if ofGames != len(all) || len(all) == 0 {
		t.Errorf("the games have %d of %d puzzles", ofGames, len(all))
	}
	if p, ok := puzzle.ByID("NOSUCH"); ok {
		t.Errorf("found %s", p)
	}
}

// TestPuzzlesAreReadAsWritten writes the puzzles in another order.
func TestPuzzlesAreReadAsWritten(t *testing.T) {
	var b bytes.Buffer
	puzzles := slices.Clone(puzzle.All())
	slices.Reverse(puzzles)
	if err := puzzle.Write(&b, puzzles); err != nil {
		t.Fatal(err)
	}
	if got, err := puzzle.Read(&b); err != nil || !reflect.DeepEqual(got, puzzle.All()) {
		t.Errorf("they are read as %d puzzles, %v", len(got), err)
	}
	for _, line := range []string{
		"", "P 900 win 1", "P x win 1 chessboard@1 A a1b1", "P 900 win 0 chessboard@1 A a1b1", "P 900 win 2 chessboard@1 A a1b1", "P 900 win 1 chessboard A a1b1",
	} {
		if p, err := puzzle.Parse(line); err == nil {
			t.Errorf("%q is read as %s", line, p)
		}
	}
}

// long returns a puzzle whose answer has several moves.
func long(t *testing.T) puzzle.Puzzle {
	t.Helper()
	small := puzzle.ByGame("boardwalk/hop-45")
	i := slices.IndexFunc(small, func(p puzzle.Puzzle) bool { return len(p.Answer) > 2 })
	if i < 0 {
		t.Fatal("there is no puzzle with a long answer")
	}
	return small[i]
}

// TestCheckRefuses changes a puzzle in each way that makes it none.
func TestCheckRefuses(t *testing.T) {
	right := long(t)
	for what, change := range map[string]func(p *puzzle.Puzzle){
		"no answer":         func(p *puzzle.Puzzle) { p.Answer = nil },
		"another goal":      func(p *puzzle.Puzzle) { p.Goal = engine.GoalPoints },
		"the deal":          func(p *puzzle.Puzzle) { p.Moves = nil },
		"another game":      func(p *puzzle.Puzzle) { p.Game = "scotsi" },
		"an illegal answer": func(p *puzzle.Puzzle) { p.Answer = []engine.Move{{From: engine.At(26, 9)}} },
		"a wrong answer": func(p *puzzle.Puzzle) {
			s, err := p.Start(game(t, right))
			if err != nil {
				t.Fatal(err)
			}
			moves := slices.DeleteFunc(s.Moves(), func(m engine.Move) bool { return m == right.Answer[0] })
			p.Answer = moves[:1]
		},
	} {
		p := right
		change(&p)
		if _, err := puzzle.Check(context.Background(), game(t, right), p, 100_000); err == nil {
			t.Errorf("%s: %s passes", what, p)
		}
	}
	hard := puzzle.All()[len(puzzle.All())-1]
	if _, err := puzzle.Check(context.Background(), game(t, hard), hard, 1); !errors.Is(err, puzzle.ErrMany) {
		t.Errorf("with one position to look at: %v", err)
	}
}

// TestFind finds a puzzle where it is, and none before and after it.
func TestFind(t *testing.T) {
	want := long(t)
	g := game(t, want)
	got, looked := puzzle.Find(context.Background(), g, want.Record(), 100_000)
	if least, err := puzzle.Check(context.Background(), g, want, 100_000); err != nil || looked != least || got.Rating != 0 {
		t.Errorf("got a rating of %.0f and %d positions, want %d, %v", got.Rating, looked, least, err)
	}
	if got.Rating = want.Rating; !reflect.DeepEqual(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	deal, solved := want.Record(), want.Record()
	deal.Moves = nil
	solved.Moves = slices.Concat(want.Moves, want.Answer)
	for _, r := range []engine.Record{deal, solved, {Game: "none", Version: 1, Code: "A"}} {
		if got, looked := puzzle.Find(context.Background(), g, r, 100_000); looked != 0 {
			t.Errorf("found %s", got)
		}
	}
}

// A puzzle of other rules than its game has now cannot be set up.
func TestOtherRules(t *testing.T) {
	p := puzzle.All()[0]
	if _, err := p.Start(game(t, p)); err != nil {
		t.Error(err)
	}
	p.Version++
	if _, err := p.Start(game(t, p)); err == nil {
		t.Error("there is a position of other rules")
	}
}

// thrown returns the record of a round that is lost by a wrong move where a puzzle begins, and by another move
// after it.
func thrown(t *testing.T, p puzzle.Puzzle) engine.Record {
	t.Helper()
	r := p.Record()
	s, err := p.Start(game(t, p))
	for range 2 {
		if err != nil {
			t.Fatal(err)
		}
		moves := slices.DeleteFunc(s.Moves(), func(m engine.Move) bool { return m == p.Answer[0] })
		if len(moves) == 0 {
			break
		}
		r.Moves = append(slices.Clip(r.Moves), moves[0])
		s, err = s.Play(moves[0])
	}
	return r
}

// An asked is a context that counts how often it is asked.
type asked struct {
	context.Context
	n int
}

func (a *asked) Err() error {
	a.n++
	return a.Context.Err()
}

// A proof asks at each position whether to go on: players' hints wait for its place.
func TestAProofGivesWay(t *testing.T) {
	p := long(t)
	ctx := &asked{Context: t.Context()}
	if looked, err := puzzle.Check(ctx, game(t, p), p, 100_000); err != nil || ctx.n < looked {
		t.Errorf("it asks %d times at %d positions, %v", ctx.n, looked, err)
	}
}

// The puzzle in a round that was lost is where the win was thrown away, and that in a round that was won where it
// could have been.
func TestMine(t *testing.T) {
	middle := func(id string) puzzle.Puzzle { return puzzle.ByGame(id)[len(puzzle.ByGame(id))/2] }
	open := middle("chessboard")
	for _, want := range []puzzle.Puzzle{middle("boardwalk/hop-45"), open} {
		g := game(t, want)
		kept := want.Record()
		kept.Moves = slices.Concat(want.Moves, want.Answer)
		for _, r := range []engine.Record{thrown(t, want), kept} {
			got, ok := puzzle.Mine(t.Context(), g, r, 100_000)
			if !ok || got.Rating < 800 || got.Rating > 2400 {
				t.Errorf("found %s, %t", got, ok)
			}
			if got.Rating = want.Rating; !reflect.DeepEqual(got, want) {
				t.Errorf("found %s, want %s", got, want)
			}
		}
		for what, r := range map[string]engine.Record{
			"no move": {Game: want.Game, Version: want.Version, Code: want.Code}, "another game": {Game: "none", Version: 1, Code: "A", Moves: want.Moves},
		} {
			if got, ok := puzzle.Mine(t.Context(), g, r, 100_000); ok {
				t.Errorf("%s has %s", what, got)
			}
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if got, ok := puzzle.Mine(ended, game(t, open), thrown(t, open), 100_000); ok {
		t.Errorf("found %s after the end of the context", got)
	}
}

// A round goes on for long after its win was thrown away: so far back no puzzle is looked for.
func TestMineLooksBackAHundredMoves(t *testing.T) {
	for _, p := range puzzle.ByGame("chessboard")[900:] {
		g, lost := game(t, p), thrown(t, p)
		states, err := lost.Replay(g)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range states[len(states)-1].Moves() {
			back := engine.Move{From: m.To, To: m.From}
			if next, err := states[len(states)-1].Play(m); err != nil || !slices.Contains(next.Moves(), back) {
				continue
			}
			for range 49 {
				lost.Moves = append(lost.Moves, m, back)
			}
			_, found := puzzle.Mine(t.Context(), g, lost, 100_000)
			lost.Moves = append(lost.Moves, m, back)
			if got, ok := puzzle.Mine(t.Context(), g, lost, 100_000); !found || ok {
				t.Errorf("100 moves before the end it finds one: %t; 102 moves before, %s", found, got)
			}
			return
		}
	}
	t.Error("no puzzle of Chessboard has moves to and fro")
}
