package data

import (
	"errors"
	"slices"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

const testDay = "2026-11-24"

var atTestDay = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

func dailyDeal(t *testing.T, db *DB) engine.Code {
	t.Helper()
	code, err := db.Daily(hop, testDay)
	must(t, err)
	return code
}

func choose(t *testing.T, db *DB, c DailyChoice) DailyChoice {
	t.Helper()
	settled, err := db.ChooseDaily(hop, testDay, c)
	must(t, err)
	return settled
}

func TestADailyIsTheCandidateThatWasChosen(t *testing.T) {
	db := openTemp(t)
	deals, err := db.DailyDeals(hop, testDay)
	must(t, err)
	if sorted := slices.Sorted(slices.Values(deals)); len(deals) != DailyCandidates || len(slices.Compact(sorted)) != DailyCandidates {
		t.Errorf("the candidates are %v", deals)
	}
	if got := dailyDeal(t, db); got != deals[0] {
		t.Errorf("without a choice the deal is %s, want %s", got, deals[0])
	}
	fair := grade.Mark{Kind: grade.Fair, Version: 1}
	for _, c := range []struct{ choose, want DailyChoice }{
		{DailyChoice{Attempt: 3, Winnable: true}, DailyChoice{Attempt: 3, Winnable: true}},
		{DailyChoice{Attempt: 4, Winnable: true, Grade: fair}, DailyChoice{Attempt: 3, Winnable: true}}, // too late
		{DailyChoice{Attempt: 3, Grade: fair}, DailyChoice{Attempt: 3, Winnable: true, Grade: fair}},
		{DailyChoice{Attempt: 3, Winnable: true, Grade: grade.Mark{Kind: grade.Stern, Version: 2}}, DailyChoice{Attempt: 3, Winnable: true, Grade: fair}},
	} {
		if got := choose(t, db, c.choose); got != c.want {
			t.Errorf("ChooseDaily(%+v) = %+v, want %+v", c.choose, got, c.want)
		}
		if got := dailyDeal(t, db); got != deals[3] {
			t.Errorf("the deal is %s, want %s", got, deals[3])
		}
	}
	s, _, err := beginEvent(session(t, db, "ann"), gameWith(hop), arcade.DailyEvent(testDay), atTestDay)
	if err != nil || s.Record.Code != deals[3] {
		t.Errorf("Begin deals %s, %v, want %s", s.Record.Code, err, deals[3])
	}
}

func TestADailyThatWasBegunKeepsItsDeal(t *testing.T) {
	db := openTemp(t)
	first := dailyDeal(t, db)
	s, _, err := beginEvent(session(t, db, "ann"), gameWith(hop), arcade.DailyEvent(testDay), atTestDay)
	if err != nil || s.Record.Code != first {
		t.Errorf("Begin deals %s, %v, want %s", s.Record.Code, err, first)
	}
	if got := choose(t, db, DailyChoice{Attempt: 2, Winnable: true}); got != (DailyChoice{}) || dailyDeal(t, db) != first {
		t.Errorf("it is then candidate %d", got.Attempt)
	}
	sound(t, db)
}

func TestNoDailyOfNoDay(t *testing.T) {
	db := openTemp(t)
	for day, attempt := range map[string]int{"today": 0, testDay: -1, "2026-11-25": DailyCandidates} {
		if _, err := db.ChooseDaily(hop, day, DailyChoice{Attempt: attempt}); !errors.Is(err, ErrRound) {
			t.Errorf("ChooseDaily of %q and candidate %d: %v", day, attempt, err)
		}
	}
}

func TestADamagedChoice(t *testing.T) {
	db := openTemp(t)
	choose(t, db, DailyChoice{Attempt: 3})
	must(t, db.Update(func(tx *store.Tx) error { return tx.Bucket(dailiesBucket).Put(dailyKey(hop, testDay), []byte("?")) }))
	if _, err := db.Daily(hop, testDay); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("Daily: %v", err)
	}
}
