package analysis_test

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
)

// analyse returns the report on a round of a game. The moves of a toss are T for take and P
// for pass.
func analyse(t *testing.T, g toss, code engine.Code, moves string) analysis.Report {
	t.Helper()
	r := engine.Record{Game: "toss", Version: 1, Code: code}
	for _, c := range moves {
		r.Moves = append(r.Moves, map[rune]engine.Move{'T': take, 'P': pass}[c])
	}
	states, err := r.Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	w := analysis.New(states, r.Moves, analysis.Budget{})
	before := -1
	for w.Step(context.Background()) {
		made, of := w.Progress()
		if made <= before || made >= of {
			t.Fatalf("the progress is %d of %d after %d", made, of, before)
		}
		before = made
	}
	if made, of := w.Progress(); made != of || !w.Done() {
		t.Errorf("the progress is %d of %d in the end", made, of)
	}
	return w.Report()
}

func TestWhereTheWinWasThrownAway(t *testing.T) {
	for _, c := range []struct {
		deal     engine.Code
		moves    string
		verdict  engine.Verdict
		par      int
		in, out  int
		goal     engine.Goal
		noTurn   bool
		lineFrom int // length of the line from there
	}{
		// Of three red cards two are passed: after the second the win is gone.
		{"RRBBR", "PTPPP", engine.VerdictWon, 3, 4, 5, engine.GoalWin, false, 1},
		{"RRBBR", "PPPPP", engine.VerdictWon, 3, 1, 2, engine.GoalWin, false, 4},
		{"RRBBR", "TTTTP", engine.VerdictWon, 3, 3, 4, engine.GoalWin, false, 2},
		// It was given up while it could be won.
		{"RRBBR", "P", engine.VerdictWon, 3, 1, 2, engine.GoalWin, false, 4},
		// It was won, but not with all points.
		{"RRBBR", "TTPPP", engine.VerdictWon, 3, 4, 5, engine.GoalPoints, false, 1},
		{"RRBBR", "TTPPT", engine.VerdictWon, 3, 0, 0, "", true, 0},
		// It could not be won, but there was a point in it.
		{"RBBB", "PPPP", engine.VerdictLost, 1, 0, 1, engine.GoalPoints, false, 4},
		{"RBBB", "TPPP", engine.VerdictLost, 1, 0, 0, "", true, 0},
	} {
		got := analyse(t, toss{}, c.deal, c.moves).Open
		if got.Verdict != c.verdict || got.Par != c.par || !got.Most {
			t.Errorf("%s %s: got %+v, want %s with a par of %d", c.deal, c.moves, got, c.verdict, c.par)
		}
		switch {
		case c.noTurn != (got.Turn == nil):
			t.Errorf("%s %s: the turn is %+v", c.deal, c.moves, got.Turn)
		case c.noTurn:
		case got.Turn.Goal != c.goal, got.Turn.In != c.in, got.Turn.Out != c.out, len(got.Turn.Line) != c.lineFrom:
			t.Errorf("%s %s: the turn is %+v, want %s from %d to %d, and a line of %d moves", c.deal, c.moves, got.Turn, c.goal, c.in, c.out, c.lineFrom)
		}
	}
}

// TestWhatTheSolverDoesNotKnowIsNotClaimed checks that there is no verdict where there was
// none.
func TestWhatTheSolverDoesNotKnowIsNotClaimed(t *testing.T) {
	got := analyse(t, toss{blind: true}, "RRBBR", "PPPPP").Open
	if want := (analysis.Turn{Goal: engine.GoalWin, In: -1, Out: 5}); got.Verdict != engine.VerdictUnknown || got.Most || !reflect.DeepEqual(*got.Turn, want) || got.Turn.Sure() {
		t.Errorf("got %+v with %+v", got, got.Turn)
	}
}

func TestWhatThePlayerCouldKnow(t *testing.T) {
	// After two red cards of three it is won if all others are passed. The third move took
	// a chance for nothing, though it went well.
	got := analyse(t, toss{}, "RRRBB", "TTTTP").Fair.Moves
	for i, want := range []analysis.Judged{
		{Played: take, Chance: chanceAfter(true, 3, 2, 0), Luck: chance(2, 2, 1) - chanceAfter(true, 3, 2, 0)},
		{Played: take, Chance: chanceAfter(true, 2, 2, 1), Luck: chance(1, 2, 2) - chanceAfter(true, 2, 2, 1)},
		{Played: take, Chance: chanceAfter(true, 1, 2, 2), Luck: 1 - chanceAfter(true, 1, 2, 2), Best: pass, Why: "is a1c1", Loss: 1 - chanceAfter(true, 1, 2, 2)},
		{Played: take, Chance: 1},
		{Played: pass, Chance: 1},
	} {
		j := got[i]
		near := func(a, b float64) bool { return math.Abs(a-b) <= 0.001 }
		if j.Played != want.Played || j.Best != want.Best || j.Why != want.Why || !near(j.Chance, want.Chance) || !near(j.Luck, want.Luck) || !near(j.Loss, want.Loss) {
			t.Errorf("move %d is %+v, want %+v", i+1, j, want)
		}
	}
	if got[2].Grade() != analysis.Blunder || got[0].Grade() != analysis.Fine || got[0].Lucky() != 1 {
		t.Errorf("the moves are %+v", got)
	}
}

// TestChanceAloneIsNoMistake has an advisor whose estimates are noise. A player who passes
// and takes at random between equal moves is blamed for one move in a hundred at most, and
// the luck of many rounds cancels out.
func TestChanceAloneIsNoMistake(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const rounds = 150
	moves, blamed, luck := 0, 0, 0.0
	for range rounds {
		deal, words := []byte("RRRRBBBB"), strings.Repeat("T", 8)
		random.Shuffle(len(deal), func(i, j int) { deal[i], deal[j] = deal[j], deal[i] })
		words = strings.Map(func(c rune) rune { return []rune("TP")[random.IntN(2)] }, words)
		g := toss{noise: 0.5}
		got := analyse(t, g, engine.Code(deal), words).Fair
		red, black, worth := 4, 4, 0
		for i, j := range got.Moves {
			moves++
			if real := chance(red, black, worth) - chanceAfter(j.Played == take, red, black, worth); j.Grade() != analysis.Fine && real < 0.02 {
				blamed++
			}
			switch isRed := deal[i] == 'R'; {
			case isRed && words[i] == 'T':
				red, worth = red-1, worth+1
			case isRed:
				red--
			case words[i] == 'T':
				black, worth = black-1, worth-1
			default:
				black--
			}
		}
		luck += got.Luck()
	}
	if blamed*100 > moves {
		t.Errorf("%d of %d moves are blamed for nothing", blamed, moves)
	}
	if mean := luck / rounds; math.Abs(mean) > 0.1 {
		t.Errorf("the luck is %.3f a round on average", mean)
	}
}

// TestAnInterruptedStepIsMadeAgain ends the context now and then.
func TestAnInterruptedStepIsMadeAgain(t *testing.T) {
	g, record := toss{noise: 0.1}, engine.Record{Game: "toss", Version: 1, Code: "RRBBR", Moves: []engine.Move{take, pass, pass, take, pass}}
	states, err := record.Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	w, ended := analysis.New(states, record.Moves, analysis.Budget{}), interrupted{}
	for n := 0; !w.Done() && n < 1000; n++ {
		ended.left = n % 3
		w.Step(&ended)
	}
	if got, want := w.Report(), analyse(t, g, record.Code, "TPPTP"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// An interrupted context ends after it was asked a number of times.
type interrupted struct {
	context.Context
	left int
}

func (c *interrupted) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestReportsAsJSON(t *testing.T) {
	want := analyse(t, toss{}, "RRRBB", "TTTTP")
	text, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got analysis.Report
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s is read as %+v, %v, want %+v", text, got, err, want)
	}
}

func TestGrades(t *testing.T) {
	for _, c := range []struct {
		loss, err float64
		want      string
	}{
		{0, 0, ""}, {0.049, 0, ""}, {0.05, 0.01, "?!"}, {0.10, 0.01, "?"}, {0.20, 0.01, "??"}, {0.20, 0.08, ""}, {0.21, 0.08, "??"}, {-0.3, 0, ""},
	} {
		if got := (analysis.Judged{Loss: c.loss, Error: c.err}).Grade().String(); got != c.want {
			t.Errorf("a loss of %v with an error of %v is %q, want %q", c.loss, c.err, got, c.want)
		}
	}
}

// Every move that keeps what a round threw away is better than the one that did; a fault with every card
// known and one with what the player saw are told once where they are the same move.
func TestFaults(t *testing.T) {
	g, record := toss{}, engine.Record{Game: "toss", Version: 1, Code: "RRBBR", Moves: []engine.Move{pass, pass, pass, pass, pass}}
	states, err := record.Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	report := analyse(t, g, record.Code, "PPPPP")
	report.Fair.Moves[1] = analysis.Judged{Played: pass, Best: take, Loss: 0.5}
	report.Fair.Moves[3] = analysis.Judged{Played: pass, Best: take, Loss: 0.15, Why: "gains"}
	report.Fair.Moves[4] = analysis.Judged{Played: pass, Best: take, Loss: 0.06}
	want := []analysis.Fault{
		{At: 1, Better: []engine.Move{take}, Goal: engine.GoalWin},
		{At: 3, Better: []engine.Move{take}, Loss: 0.15, Why: "gains"},
	}
	for i := range report.Fair.Moves {
		if i != 1 && i != 3 && i != 4 {
			report.Fair.Moves[i] = analysis.Judged{Played: pass}
		}
	}
	if got := report.Faults(t.Context(), states); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	// Given up while it could be won: no move did that.
	report = analyse(t, g, record.Code, "P")
	report.Fair = nil
	states, _ = engine.Record{Game: "toss", Version: 1, Code: record.Code, Moves: record.Moves[:1]}.Replay(g)
	if got := report.Faults(t.Context(), states); len(got) > 0 {
		t.Errorf("got %+v of a game that was given up", got)
	}
}
