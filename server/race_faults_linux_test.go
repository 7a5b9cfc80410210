package server

import (
	"maps"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
)

// raceWrites has every method of Player and Store that writes about races.
var raceWrites = map[string]faultyWrite{
	"Player.OpenRace": func(_ *testing.T, f *faultyArcade) func() string {
		return func() string { _, err := f.races().Open(chess, arcade.RaceTerms{Limit: time.Minute}); return says(err) }
	},
	"Player.JoinRace": func(t *testing.T, f *faultyArcade) func() string {
		code := f.race(t)
		key, _ := member(t, f.db, "")
		other := f.play(t, f.dial(t, "other", gossh.PublicKeys(key)))
		return func() string { _, err := other.app.env.Races.Join(code); return says(err) }
	},
	"Player.TakeOut": func(t *testing.T, f *faultyArcade) func() string {
		code := f.race(t)
		key, _ := member(t, f.db, "bob")
		r, err := f.play(t, f.dial(t, "other", gossh.PublicKeys(key))).app.env.Races.Join(code)
		if err != nil {
			t.Fatal(err)
		}
		return func() string { return says(f.races().TakeOut(code, r.Named("bob"))) }
	},
	"Player.LeaveRace": func(t *testing.T, f *faultyArcade) func() string {
		code := f.race(t)
		return func() string { return says(f.races().Leave(code)) }
	},
	"Player.Rematch": func(t *testing.T, f *faultyArcade) func() string {
		code := f.race(t)
		if _, err := f.config.Store.EndRace(code, time.Now()); err != nil {
			t.Fatal(err)
		}
		return func() string { _, err := f.races().Rematch(code, chess); return says(err) }
	},
	"Player.StartRace": func(t *testing.T, f *faultyArcade) func() string {
		code := f.race(t)
		return func() string { return says(f.races().Start(code)) }
	},
	"Store.EndRace": func(t *testing.T, f *faultyArcade) func() string {
		code := f.race(t)
		return func() string { _, err := f.config.Store.EndRace(code, time.Now()); return says(err) }
	},
}

// everyWrite returns every method of Player and Store that writes.
func everyWrite() map[string]faultyWrite {
	all := maps.Clone(faultyWrites)
	maps.Copy(all, raceWrites)
	maps.Copy(all, companyWrites)
	return all
}

// races returns the races as ann sees them.
func (f *faultyArcade) races() arcade.Races { return f.term.app.env.Races }

// race returns the code of a race that ann has opened.
func (f *faultyArcade) race(t *testing.T) string {
	t.Helper()
	r, err := f.races().Open(chess, arcade.RaceTerms{Limit: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return r.Code
}
