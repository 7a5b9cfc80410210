package data

import (
	"fmt"
	"reflect"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

func TestImport(t *testing.T) {
	db := openGames(t)
	ann := session(t, db, fp("ann"))
	must(t, ann.SetSettings([]byte(`1`)))
	played := finish(t, ann, finished(record(hop, "A", 1, 2, 1, 1, 1), 10))
	claimed := of(arcade.Practice, finished(record(hop, "B", 3, 3, 3), 20))
	claimed.Score, claimed.Tally, claimed.ID, claimed.Millis = engine.Score{Points: 99, Won: true}, engine.Tally{Hints: 1}, "x", -5
	export := results(claimed, finished(record(scotsi, "C", 1), 5), played)
	export[1].Ended = day(-300).UnixMilli()
	given := fmt.Sprintf("%+v", export)

	added, err := ann.Import(export, day(1), nil)
	if err != nil || added != 2 {
		t.Errorf("Import = %d, %v, want the two that are new", added, err)
	}
	if got := fmt.Sprintf("%+v", export); got != given {
		t.Errorf("the rounds that were given became\n%s", got)
	}
	wantDeals(t, ann, "B", "A", "C")
	t.Run("they are imported, with what their records come to", func(t *testing.T) {
		history, err := ann.History("", 10)
		must(t, err)
		want := arcade.Result{
			ID: history[0].ID, Record: claimed.Record, Class: arcade.Imported, Score: engine.Score{Points: 9, Max: 27}, Ended: claimed.Ended,
		}
		if !reflect.DeepEqual(history[0], want) {
			t.Errorf("got %+v, want %+v", history[0], want)
		}
		if top, err := ann.top(boardKey{game: hop, class: arcade.Imported}, 10, false); err != nil || len(top) != 0 {
			t.Errorf("Top = %+v, %v", top, err)
		}
		if _, _, err := db.Ranked(history[0].ID); err == nil {
			t.Error("one of them is ranked")
		}
		if best, ok, err := ann.Best(hop, arcade.Counted); err != nil || !ok || best.ID != played.ID {
			t.Errorf("Best = %+v, %v, %v", best, ok, err)
		}
	})
	t.Run("twice is once", func(t *testing.T) {
		if added, err := ann.Import(append(export, export...), day(1), nil); err != nil || added != 0 {
			t.Errorf("Import = %d, %v", added, err)
		}
		wantDeals(t, ann, "B", "A", "C")
	})
	t.Run("those played later are played", func(t *testing.T) {
		finish(t, ann, finished(record(hop, "LATER", 3, 3, 3, 3, 3), 40))
		if best, _, err := ann.Best(hop, arcade.Counted); err != nil || best.Record.Code != "LATER" {
			t.Errorf("Best = %+v, %v", best, err)
		}
	})
	sound(t, db)
}

func TestImportMakesAnAccount(t *testing.T) {
	db := openGames(t)
	bob := session(t, db, fp("bob"))
	if added, err := bob.Import(nil, day(1), nil); err != nil || added != 0 {
		t.Errorf("Import of none = %d, %v", added, err)
	}
	if a, err := bob.Account(); err != nil || a.Known {
		t.Errorf("Account = %+v, %v", a, err)
	}
	if added, err := bob.Import(results(finished(record(hop, "A", 1), 1)), day(1), nil); err != nil || added != 1 {
		t.Errorf("Import = %d, %v", added, err)
	}
	if a, err := bob.Account(); err != nil || !a.Known {
		t.Errorf("Account = %+v, %v", a, err)
	}
	sound(t, db)
}

// All rounds of an import are stored, or none.
func TestImportRefuses(t *testing.T) {
	db := openGames(t)
	ann := session(t, db, fp("ann"))
	good := finished(record(hop, "GOOD", 1), 30)
	for name, bad := range map[string]func(r *arcade.Result){
		"does not replay":      func(r *arcade.Result) { r.Record.Moves = append(r.Record.Moves, step(9)) },
		"is of no game here":   func(r *arcade.Result) { r.Record.Game = "test/gone" },
		"is of other rules":    func(r *arcade.Result) { r.Record.Version = 2 },
		"ends in the future":   func(r *arcade.Result) { r.Ended = day(1).UnixMilli() + 1 },
		"ends at no time":      func(r *arcade.Result) { r.Ended = 0 },
		"has a code like none": func(r *arcade.Result) { r.Record.Code = "a b" },
	} {
		r := finished(record(hop, "BAD", 1), 30)
		bad(&r)
		added, err := ann.Import(results(good, r), day(1), nil)
		wantErr(t, "Import of a round that "+name, err, ErrRound)
		if added != 0 {
			t.Errorf("%d were added", added)
		}
	}
	_, err := ann.Import(make([]arcade.Result, ImportMax+1), day(1), nil)
	wantErr(t, "Import of too many", err, ErrRound)
	wantDeals(t, ann)
	sound(t, db)
}

func TestImportWithoutGames(t *testing.T) {
	_, err := session(t, openTemp(t), fp("ann")).Import(results(finished(record(hop, "A", 1), 1)), day(1), nil)
	wantErr(t, "Import", err, ErrRound)
}

// An import gives way while it checks and before each part that it stores.
func TestAnImportGivesWay(t *testing.T) {
	ann, pauses, stored := session(t, openGames(t), fp("ann")), 0, 0
	if _, err := ann.Import(importable(350, 0), day(1), func() {
		pauses++
		if page, err := ann.History("", 1); err != nil {
			t.Error(err)
		} else if len(page) > 0 {
			stored++
		}
	}); err != nil {
		t.Fatal(err)
	}
	if pauses < 4 || stored > pauses-4 {
		t.Errorf("it gives way %d times, %d of them after it has begun to store", pauses, stored)
	}
}
