package data

import (
	"reflect"
	"strings"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/analysis"

	"github.com/oklog/ulid/v2"
)

// analysed returns a report with a luck that tells it from others.
func analysed(luck float64) analysis.Report {
	return analysis.Report{
		Version: analysis.Version, Moves: 2, Points: 2,
		Open: &analysis.Open{Verdict: engine.VerdictWon, Par: 3, Turn: &analysis.Turn{Goal: engine.GoalWin, In: 1, Out: 2}},
		Fair: &analysis.Fair{Moves: []analysis.Judged{{Luck: luck}, {}}},
	}
}

// knows compares what is stored about a round; luck is 0 for nothing.
func knows(t *testing.T, db *DB, round string, luck float64) {
	t.Helper()
	got, ok, err := db.Analysis(round)
	must(t, err)
	want := analysis.Report{}
	if luck != 0 {
		want = analysed(luck)
	}
	if ok != (luck != 0) || !reflect.DeepEqual(got, want) {
		t.Errorf("of round %s is known %v, %+v, want %+v", round, ok, got, want)
	}
}

func TestAnalysesAreKeptWithTheirRounds(t *testing.T) {
	db := openTemp(t)
	ann, bob := session(t, db, "ann"), session(t, db, "bob")
	first := finish(t, ann, finished(record(hop, "A", 1), 1))
	second := finish(t, bob, finished(record(hop, "B", 1, 2), 2))
	knows(t, db, first.ID, 0)
	must(t, db.KeepAnalysis(first.ID, analysed(0.1)))
	must(t, db.KeepAnalysis(second.ID, analysed(0.2)))
	must(t, db.KeepAnalysis(second.ID, analysed(0.3)))
	knows(t, db, first.ID, 0.1)
	knows(t, db, second.ID, 0.3)
	for _, none := range []string{"", "x", ulid.ULID{1}.String()} {
		must(t, db.KeepAnalysis(none, analysed(0.4)))
		knows(t, db, none, 0)
	}
	join(t, ann, bob)
	knows(t, db, second.ID, 0.3)
	sound(t, db)
	must(t, ann.Delete(day(1)))
	knows(t, db, first.ID, 0)
	knows(t, db, second.ID, 0)
	if n := rowsIn(t, db, analysesBucket); n != 0 {
		t.Errorf("%d analyses are left of a player who is gone", n)
	}
	sound(t, db)
}

func TestAnEarlierOrDamagedAnalysisIsMadeAgain(t *testing.T) {
	db := openTemp(t)
	ann := session(t, db, "ann")
	round := finish(t, ann, finished(record(hop, "A", 1), 1))
	old := analysed(0.1)
	old.Version--
	must(t, db.KeepAnalysis(round.ID, old))
	knows(t, db, round.ID, 0)
	sound(t, db)
	must(t, directly(db, func(tx *store.Tx) error {
		id, err := ulid.ParseStrict(round.ID)
		must(t, err)
		return tx.Bucket(analysesBucket).Put(accountOf(t, ann).history(id), []byte("x"))
	}))
	knows(t, db, round.ID, 0)
	report, err := db.Check(library)
	must(t, err)
	if len(report.Findings) != 1 || !strings.Contains(report.Findings[0], "The analysis of a round cannot be read") {
		t.Errorf("check found %q", report.Findings)
	}
	must(t, db.Repair())
	sound(t, db)
	must(t, db.KeepAnalysis(round.ID, analysed(0.2)))
	knows(t, db, round.ID, 0.2)
}

func TestAnalysesAreBounded(t *testing.T) {
	db := openTemp(t)
	ann := session(t, db, "ann")
	var rounds []string
	for i := range analysesMax + 3 {
		rounds = append(rounds, finish(t, ann, finished(record(hop, "A", 1), int64(i+1)*1000)).ID)
	}
	for _, id := range rounds[1:] {
		must(t, db.KeepAnalysis(id, analysed(0.1)))
	}
	if n := rowsIn(t, db, analysesBucket); n != analysesMax {
		t.Errorf("%d analyses are kept, want %d", n, analysesMax)
	}
	knows(t, db, rounds[1], 0)
	knows(t, db, rounds[len(rounds)-1], 0.1)
	must(t, db.KeepAnalysis(rounds[0], analysed(0.2))) // the oldest round, but the newest analysis
	knows(t, db, rounds[0], 0.2)
	if n := rowsIn(t, db, analysesBucket); n != analysesMax {
		t.Errorf("%d analyses are kept, want %d", n, analysesMax)
	}
	long := analysed(0.3)
	for range analysisBytes / 3 { // each is at least ""
		long.Open.Line = append(long.Open.Line, engine.Move{})
	}
	must(t, db.KeepAnalysis(rounds[1], long))
	knows(t, db, rounds[1], 0)
	sound(t, db)
}
