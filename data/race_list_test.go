package data

import (
	"reflect"
	"testing"
	"time"
)

func TestRaceWithoutRoom(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	r := opened(t, ann, day(0))
	db.options.maxSize = 1
	_, err := ann.OpenRace(hop, 1, "RACE", time.Minute, day(0))
	wantErr(t, "OpenRace", err, ErrFull)
	_, err = bob.JoinRace(r.Code, day(0))
	wantErr(t, "JoinRace", err, ErrFull)
	_, err = ann.JoinRace(r.Code, day(0))
	must(t, err)
	_, err = ann.StartRace(r.Code, day(0))
	must(t, err)
	_, err = db.EndRace(r.Code, day(0))
	must(t, err)
}

func TestRaces(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	waits, over := opened(t, ann, day(3)), started(t, ann, bob)
	_, err := db.EndRace(over.Code, day(1))
	must(t, err)
	runs := opened(t, bob, day(4))
	_, err = ann.JoinRace(runs.Code, day(4))
	must(t, err)
	_, err = bob.StartRace(runs.Code, day(5))
	must(t, err)
	codes := func(races []Race, err error) (codes []string) {
		t.Helper()
		must(t, err)
		for _, r := range races {
			codes = append(codes, r.Code)
		}
		return codes
	}
	if got, want := codes(ann.Races(9)), []string{runs.Code, waits.Code, over.Code}; !reflect.DeepEqual(got, want) {
		t.Errorf("Races are %v, want %v", got, want)
	}
	if got, want := codes(ann.Races(2)), []string{runs.Code, waits.Code}; !reflect.DeepEqual(got, want) {
		t.Errorf("the last two are %v, want %v", got, want)
	}
	if got, want := codes(bob.Races(9)), []string{runs.Code, over.Code}; !reflect.DeepEqual(got, want) {
		t.Errorf("Races are %v, want %v", got, want)
	}
	open, err := db.OpenRaces()
	must(t, err)
	got := map[string]string{}
	for _, r := range open {
		got[r.Code] = said(r)
	}
	if want := map[string]string{
		waits.Code: "test/hop@1 RACE 15m0s 72h0m0s - -; ann",
		runs.Code:  "test/hop@1 RACE 15m0s 96h0m0s 120h0m0s -; bob; ann",
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("OpenRaces are %v, want %v", got, want)
	}
}
