package tui_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// analysed returns a store with a game of Chessboard to which there is much to say: more
// than of a real one, as Chessboard has no luck.
func analysed(t *testing.T) *tuitest.Store {
	store := &tuitest.Store{Analyses: &tuitest.Analyses{}}
	record := recordOf(t, catalogIndex(t, "chessboard"), 25)
	addResult(store, arcade.Result{Record: record, Class: arcade.Counted})
	report := analysis.Report{
		Version: analysis.Version, Moves: 25, Points: 4,
		Open: &analysis.Open{
			Verdict: engine.VerdictWon, Par: 52, Most: true,
			Turn: &analysis.Turn{Goal: engine.GoalWin, In: 6, Out: 7, Line: []engine.Move{{From: engine.At(1, 3), To: engine.At(3, 2)}}},
		},
		Fair: &analysis.Fair{},
	}
	for i, m := range record.Moves {
		j := analysis.Judged{Played: m, Chance: 0.5}
		switch i {
		case 6:
			j.Best, j.Loss, j.Error, j.Why = engine.Move{From: engine.At(1, 1), To: engine.At(1, 2)}, 0.23, 0.03, "frees the column of Sevens, and keeps the Six for b4"
		case 11:
			j.Best, j.Loss, j.Error, j.Luck = engine.Move{From: engine.At(2, 1), To: engine.At(1, 2)}, 0.07, 0.02, -0.12
		case 17:
			j.Luck = 0.31
		}
		report.Fair.Moves = append(report.Fair.Moves, j)
	}
	store.Analyses.Reports = map[string]analysis.Report{store.Results[0].ID: report}
	return store
}

// finishedHop returns a robot at the end of a game of Hop 45 that was given up after a few
// moves.
func finishedHop(t *testing.T, store *tuitest.Store) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	r.Press("g", "y")
	return r
}

// A look at a move from an analysis comes back to its line, also by the key of the analysis.
func TestALookFromAnAnalysisComesBack(t *testing.T) {
	for _, key := range []string{"q", "a"} {
		r := tuitest.New(t, analysed(t), catalog.All())
		r.Press("H", "enter", "a", "down", "down")
		line := r.Screen()
		r.Press("enter")
		r.Sees("replay")
		r.Press(key)
		if r.Screen() != line {
			t.Errorf("%s goes to\n%s\nnot to\n%s", key, r.Screen(), line)
		}
		r.Press("q", "q")
		r.Sees("Your history")
	}
}

// An analysis that is longer than the window says so, up to its end.
func TestALongAnalysisSaysSo(t *testing.T) {
	r := tuitest.New(t, analysed(t), catalog.All())
	r.Resize(60, 20)
	r.Press("H", "enter", "a")
	r.Sees("↓ more")
	r.Press("end")
	r.Sees("18. ")
	if strings.Contains(r.Screen(), "↓ more") {
		t.Errorf("it says that there is more than all:\n%s", r.Screen())
	}
}

// TestAGameIsAnalysedOnce analyses a game at its end. What was found is kept with the game,
// and read the next time.
func TestAGameIsAnalysedOnce(t *testing.T) {
	store := &tuitest.Store{Analyses: &tuitest.Analyses{}}
	r := finishedHop(t, store)
	r.Press("a")
	r.Sees("Hop 45, analysis", "With every card known", "With what you saw")
	r.Resize(40, 12)
	r.Sees("With every card known\n  > ") // it begins with the summary, although the moves were there before
	r.Resize(80, 24)
	id := store.Results[0].ID
	if report, ok := store.Analyses.Reports[id]; !ok || report.Moves != 3 || report.Open == nil || len(report.Fair.Moves) != 3 {
		t.Fatalf("kept is %+v", store.Analyses.Reports)
	}
	r.Press("q")
	r.Sees("Esc board")
	again := tuitest.New(t, store, catalog.All())
	again.Press("H", "enter", "a")
	again.Sees("Hop 45, analysis", "With what you saw")
	if store.Analyses.Kept != 1 {
		t.Errorf("it was analysed %d times", store.Analyses.Kept)
	}
}

// TestAReplayKnowsWhatWasFound opens a game from the history that was analysed before: its remarks
// show at once, and none breaks within its brackets. Of another game no search begins.
func TestAReplayKnowsWhatWasFound(t *testing.T) {
	r := tuitest.New(t, analysed(t), catalog.All())
	r.Press("H", "enter", "home")
	for range 6 {
		r.Press("right")
	}
	r.Sees("[x lost the win]", "[?? better: a1a2 wins 23 more of 100]")
	for _, width := range []int{80, 60, 50, 44} {
		r.Resize(width, 20)
		r.Sees("[x lost the win]", "[?? better: a1a2 wins 23 more of 100]")
	}
	store := &tuitest.Store{Analyses: &tuitest.Analyses{}}
	finishedHop(t, store)
	again := tuitest.New(t, store, catalog.All())
	again.Press("H", "enter", "n")
	again.Sees("The moves are not analysed yet: a analyses them.")
	if store.Analyses.Kept > 0 {
		t.Error("a replay begins an analysis")
	}
}

// TestAnAnalysisIsLeftAndGoneOnWith leaves an analysis that has not begun to search, and
// comes back to it: also where nothing can be kept.
func TestAnAnalysisIsLeftAndGoneOnWith(t *testing.T) {
	store := &tuitest.Store{Analyses: &tuitest.Analyses{Err: errors.New("the disk is full")}}
	r := finishedHop(t, store)
	r.HoldCommands()
	r.Press("q") // everything is stored by now
	r.ReleaseCommands()
	r.Press("H", "enter")
	r.HoldCommands()
	r.Press("a")
	r.Sees("Searching [....................] 0 of")
	r.Press("esc", "esc") // nobody looks any more
	r.ReleaseCommands()
	r.Press("enter", "right")
	if strings.Contains(r.Screen(), "[") {
		t.Errorf("something was found:\n%s", r.Screen())
	}
	r.Press("a")
	r.Sees("Hop 45, analysis", "With what you saw")
	if strings.Contains(r.Screen(), "Searching") {
		t.Errorf("it still searches:\n%s", r.Screen())
	}
}

// TestTheHouseShowsHowItIsDone goes from a remark to the arcade's line, and takes it over.
func TestTheHouseShowsHowItIsDone(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 20}, {40, 12}} {
		r := finishedHop(t, &tuitest.Store{})
		r.Resize(size[0], size[1])
		r.Press("a", "s")
		r.Sees("move 0 of")
		if !strings.Contains(r.Screen(), "the arcade") && !strings.Contains(r.Screen(), "The arcade") {
			t.Errorf("%v: the arcade's line is not called so:\n%s", size, r.Screen())
		}
		r.Press("end")
		r.Sees("The end.")
		r.Press("home", "right", "right", "p")
		r.Sees("moves 2 ")
		if len(r.Store.Open) != 0 {
			t.Errorf("%v: a round that nobody has played on is stored: %+v", size, r.Store.Open)
		}
		r.Press("q") // tables do not pile up
		r.Sees("Boardwalk")
	}
}

func TestASecretDealIsNotAnalysed(t *testing.T) {
	store := someDailies(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	play(r, line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 3)...)
	r.Press("g", "y")
	if strings.Contains(r.Screen(), "analyse") {
		t.Errorf("it offers to analyse:\n%s", r.Screen())
	}
	r.Press("a")
	said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
	r.Press("w")
	for _, key := range []string{"a", "s"} {
		r.Press(key)
		said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
		r.Sees("replay")
	}
}

func TestAnOpenGameIsNotAnalysed(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	for _, key := range []string{"a", "w", "C", "B"} {
		r.Press(key)
		r.Sees("game")
		unseen(t, r, "g finishes") // there is nothing to finish
	}
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	r.Press("a")
	r.Sees("Only a finished game can be analysed; g finishes this one.")
}

// stubborn is a game whose solver never ends by itself.
type stubborn struct{ engine.Game }

type stubbornState struct{ engine.State }

func (g stubborn) Deal(code engine.Code) engine.State { return stubbornState{g.Game.Deal(code)} }

func (s stubbornState) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	return stubbornState{next}, err
}

func (s stubbornState) Solve(ctx context.Context, _ engine.Question) engine.Solution {
	for ctx.Err() == nil {
	}
	return engine.Solution{Verdict: engine.VerdictUnknown, Points: engine.Final(s.State).Points}
}

// inBackground runs a command, and those that it consists of, at once.
func inBackground(running *sync.WaitGroup, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	running.Go(func() {
		if batch, ok := cmd().(tea.BatchMsg); ok {
			for _, c := range batch {
				inBackground(running, c)
			}
		}
	})
}

// TestNobodyLooksAndTheSearchEnds runs a search without end in the background, and leaves
// it by each way out.
func TestNobodyLooksAndTheSearchEnds(t *testing.T) {
	for name, leave := range map[string]func(*tuitest.Robot){
		"back":  func(r *tuitest.Robot) { r.Press("esc", "esc") },
		"close": func(r *tuitest.Robot) { _ = r.App.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, engine.Catalog{stubborn{catalog.All()[hop45]}})
			r.Press("enter")
			play(r, line(t, catalog.All()[hop45], "R1", 3)...)
			r.Press("g", "y", "q", "H", "enter")
			var running sync.WaitGroup
			cmd := r.App.Update(tuitest.KeyPress(t, "a"))
			inBackground(&running, cmd)
			r.Sees("Searching")
			leave(r)
			running.Wait()
		})
	}
}

// The mistakes that an analysis has found are played again, until a better move is found.
func TestMistakesArePlayedAgain(t *testing.T) {
	store := analysed(t)
	round := store.Results[0]
	g, _ := catalog.All().Find(round.Record.Game)
	states, err := round.Record.Replay(g)
	if err != nil {
		t.Fatal(err)
	}
	legal := states[6].Moves()
	better := legal[slices.IndexFunc(legal, func(m engine.Move) bool { return m != round.Record.Moves[6] })]
	store.Analyses.Reports[round.ID].Open.Turn.Line[0] = better
	r := tuitest.New(t, store, catalog.All())
	r.Press("H", "enter", "a", "m")
	r.Sees("Your mistake, Chessboard", "1 of 1", "Your move 7 was a4a5. As the cards lay, it lost the win")
	play(r, "a4a5")
	r.Sees("That is what you played. Try again")
	r.Press("v")
	r.Sees("Chessboard, replay", "move 6 of ")
	r.Press("q")
	play(r, better.String())
	r.Sees("Right.", "Enter back")
	r.Press("enter")
	r.Sees("Chessboard, analysis")

	// It comes again the next day, until it was found at once twice, with a pause between.
	mistakes := func(day int, sees string) {
		t.Helper()
		r = tuitest.New(t, store, catalog.All())
		r.Clock += int64(day) * 24 * 3600 * 1000
		r.Press("z")
		r.Sees("Your mistakes", "1 kept; "+sees)
		r.Press("end", "enter")
	}
	mistakes(0, "none to play again today")
	r.Sees("They come again on later days.")
	mistakes(1, "1 to play again today")
	play(r, better.String())
	r.Press("enter")
	r.Sees("Puzzles", "none to play again today")
	mistakes(5, "1 to play again today")
	play(r, "a4a5", better.String())
	mistakes(6, "1 to play again today")
	play(r, better.String())
	mistakes(10, "1 to play again today")
	play(r, better.String())
	if kept := session.ParseSettings(store.SettingsJSON).Mistakes; len(kept) > 0 {
		t.Errorf("kept are %+v", kept)
	}

	none := store.Analyses.Reports[store.Results[0].ID]
	none.Open, none.Fair = nil, &analysis.Fair{}
	store.Analyses.Reports[store.Results[0].ID] = none
	r = tuitest.New(t, store, catalog.All())
	r.Press("H", "enter", "a", "m")
	r.Sees("The analysis found no mistake of yours here.")
}

// The remarks stand in columns: the number, the move, its sign and what is said.
func TestTheRemarksOfAnAnalysisAreAligned(t *testing.T) {
	r := tuitest.New(t, analysed(t), catalog.All())
	r.Press("H", "enter", "a")
	r.Sees("   7. a4a5   x ?? What you could", "with every card known,", "                  this lost the win (a3c2 kept it).", "  12. c5a4   ?! - What you could", "  18. c5a4   +    Good luck")
}
