package words_test

import (
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestAnalyse(t *testing.T) {
	store := &tuitest.Store{}
	e := env(store, "ABC")
	e.Budget = analysis.Budget{Positions: 20_000, Tries: 10, Check: 40} // enough to have something to say
	sees(t, talk(t, e, "analyse", "play 1", "a1a4", "a1a4", "analyse", "finish", "y", "analyse"),
		"No game yet.", "Only a finished game can be analysed", "Hop 45, finished", "With every card known: ", "With what you saw: ")
	e = env(store)
	e.Budget = analysis.Budget{Positions: 20_000, Tries: 10, Check: 40}
	sees(t, talk(t, e, "analyse", "analyse 2", "analyse x"), "Hop 45, finished", "You have finished 1 game.", "A game has a number from 1")
}

func TestASecretDealIsNotAnalysed(t *testing.T) {
	e := env(nil)
	store := &tuitest.Store{Events: &tuitest.Events{}}
	e.Store, e.Events = store, store.Events.Attach(store, e.Now)
	day, _ := e.Events.Today()
	screen := talk(t, e, "daily 1", "y", "a1a4", "finish", "y", "analyse", "leave", "analyse 1")
	sees(t, screen, "Others can still play this deal")
	if n := strings.Count(screen, "Others can still play this deal"); n != 2 || len(store.Results) != 1 || store.Results[0].Event != arcade.DailyEvent(day) {
		t.Errorf("it says so %d times, of %+v:\n%s", n, store.Results, screen)
	}
}

// Mistakes are played again once the analysis has found them.
func TestMistakesInWords(t *testing.T) {
	g := catalog.All()[0]
	record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "ABC"}
	s := g.Deal(record.Code)
	legal := s.Moves()
	record.Moves = legal[:1]
	report := analysis.Report{Version: analysis.Version, Moves: 1, Open: &analysis.Open{
		Verdict: engine.VerdictWon, Par: 27, Turn: &analysis.Turn{Goal: engine.GoalWin, In: 0, Out: 1, Line: legal[1:2]},
	}}
	store := &tuitest.Store{Results: []arcade.Result{{ID: "R", Record: record}}, Analyses: &tuitest.Analyses{Reports: map[string]analysis.Report{"R": report}}}
	e := env(store)
	e.Analyses = store.Analyses
	got := talk(t, e, "mistakes", "analyse", "mistakes", legal[0].String(), "hint", legal[1].String(), "analyse", "mistakes", "leave", "mistakes")
	sees(t, got, "No mistake is to be played again today: analyse finds some", "Your mistake, Hop 45.", "Your move 1 was "+legal[0].String()+". As the cards lay, it lost the win",
		"That is what you played. hint tells one.", "Try "+legal[1].String(), "Right.", "That was the last.", "The mistake is left: mistakes plays those that are due.")
	if n := strings.Count(got, "No mistake is to be played again today"); n != 2 { // the first time, and after all were played
		t.Errorf("it says %d times that none is due:\n%s", n, got)
	}
	next := e
	next.Now = func() time.Time { return e.Now().Add(24 * time.Hour) }
	sees(t, talk(t, next, "mistakes", legal[1].String(), "mistakes"), "Your mistake, Hop 45.", "That was the last.", "No mistake is to be played again today")

	report.Open.Turn = nil
	store.Analyses.Reports["R"] = report
	sees(t, talk(t, e, "analyse", "mistakes"), "The analysis found no mistake of yours here.")
}
