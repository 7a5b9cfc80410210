package data

import (
	"reflect"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// refusesRound fails the test unless a player may not begin a round of a race, with the
// given reason, by Begin, by a save or by finishing one.
func refusesRound(t *testing.T, p *Player, r Race, game string, want error, why string) {
	t.Helper()
	_, _, err := p.Begin(steps{game}, arcade.RaceEvent(r.Code), day(0))
	if wantErr(t, "Begin", err, want); err != nil && !strings.Contains(err.Error(), why) {
		t.Errorf("Begin says %q, want %q", err, why)
	}
	_, err = p.Save(racing(r, 1, 1), 0)
	wantErr(t, "Save", err, ErrRound)
	_, err = p.Finish(raced(r, 1, 1), 0)
	wantErr(t, "Finish", err, ErrRound)
}

func TestRaceRounds(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	r := opened(t, ann, day(0))
	for _, p := range []*Player{bob, cid} {
		_, err := p.JoinRace(r.Code, day(0))
		must(t, err)
	}
	t.Run("nobody plays before it begins", func(t *testing.T) {
		refusesRound(t, ann, r, hop, ErrRound, "has not begun")
	})
	_, err := ann.StartRace(r.Code, day(1)) // ahead of what the rounds say
	must(t, err)
	t.Run("a round is of the race", func(t *testing.T) {
		refusesRound(t, ann, r, scotsi, ErrRound, "is not of test/scotsi")
		refusesRound(t, player(t, db, fp("dan")), r, hop, ErrRound, "you are not in race")
		refusesRound(t, session(t, db, fp("eve")), r, hop, ErrRound, "you are not in race")
		refusesRound(t, ann, Race{Code: "NONE"}, hop, ErrRound, "you are not in race")
	})
	t.Run("it is played once, beside other games", func(t *testing.T) {
		save(t, ann, saved(record(hop, "OWN", 1), 1))
		rev, err := beginAndSave(ann, racing(r, 1, 1))
		must(t, err)
		_, err = ann.Finish(raced(r, 5, 3, 3), rev)
		must(t, err)
		_, err = beginAndSave(ann, racing(r, 6, 1))
		wantErr(t, "Save of another", err, ErrPlayed)
		_, err = playOut(ann, raced(r, 7, 3, 3, 3))
		wantErr(t, "Finish of another", err, ErrPlayed)
		_, err = ann.Finish(raced(r, 5, 3, 3), 0)
		must(t, err) // the same again
		if s, rev, err := ann.Saved(hop); err != nil || rev == 0 || s.Record.Code != "OWN" {
			t.Errorf("Saved = %+v, %v, %v", s, rev, err)
		}
	})
	_, err = db.EndRace(r.Code, day(2))
	must(t, err)
	t.Run("nobody begins when it is over", func(t *testing.T) { refusesRound(t, cid, r, hop, ErrOver, "is over") })
	sound(t, db)
}

func TestRaceResults(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	must(t, ann.SetPrivacy(false, true))
	r := started(t, ann, bob, cid)
	_, err := playOut(ann, raced(r, 5, 3, 3))
	must(t, err)
	t.Run("results are there at once, and no moves", func(t *testing.T) {
		for _, p := range []*Player{ann, bob} {
			got, err := p.Race(r.Code)
			must(t, err)
			want := engine.Record{Game: hop, Version: 1, Moves: make([]engine.Move, 2)}
			if result := got.Racers[0].Result; result == nil || result.ID == "" || !reflect.DeepEqual(result.Record, want) {
				t.Errorf("the race is %+v", got.Racers)
			}
		}
	})
	t.Run("they stand on a board", func(t *testing.T) {
		_, err := playOut(bob, of(arcade.Assisted, raced(r, 2, 3, 3, 3)))
		must(t, err)
		wantTop(t, bob, Board{hop, arcade.Counted, On(arcade.RaceEvent(r.Code))}, 9, "1 ann ")
		wantTop(t, bob, Board{hop, arcade.Assisted, On(arcade.RaceEvent(r.Code))}, 9, "1 bob RACE mine")
		got, err := cid.Race(r.Code)
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 0s -; ann 6 in 5 ms, 2 moves; bob 9 in 2 ms, 3 moves; cid (mine)")
	})
	t.Run("one that had help is assisted, whatever it says", func(t *testing.T) {
		helped := raced(r, 2, 3, 3, 3)
		helped.Tally.Hints = 1
		rev, err := beginAndSave(cid, racing(r, 1, 3))
		must(t, err)
		got, err := cid.Finish(helped, rev)
		if must(t, err); got.Class != arcade.Assisted {
			t.Errorf("it counts as %s", got.Class)
		}
		again, err := cid.Finish(helped, 0)
		if must(t, err); again.ID != got.ID {
			t.Errorf("made again it is %s, not %s", again.ID, got.ID)
		}
		wantTop(t, cid, Board{hop, arcade.Counted, On(arcade.RaceEvent(r.Code))}, 9, "1 ann ")
	})
	sound(t, db)
}

func TestEndRace(t *testing.T) {
	db := openGames(t)
	var racers []*Player
	for _, nick := range []string{"ann", "bob", "cid", "dan", "eve"} {
		racers = append(racers, nicked(t, db, nick))
	}
	ann, bob, cid, eve := racers[0], racers[1], racers[2], racers[4]
	r := started(t, racers...)
	_, err := playOut(ann, raced(r, 5, 3, 3))
	must(t, err)
	rev, err := beginAndSave(bob, racing(r, 7, 2, 2, 2, 2, 2, 2)) // a point more for who stops there
	must(t, err)
	empty, err := beginAndSave(cid, racing(r, 9))
	must(t, err)
	_, err = beginAndSave(eve, racing(r, 8, 1))
	must(t, err)
	id := accountOf(t, eve)
	must(t, db.bolt.Update(func(tx *bbolt.Tx) error {
		return tx.Bucket(openGamesBucket).Put(id.openGame(racing(r, 8).Slot()), []byte("damaged"))
	}))
	want := "test/hop@1 RACE 15m0s 0s 0s 24h0m0s; ann 6 in 5 ms, 2 moves; bob 13 in 900000 ms, 6 moves; cid 0 in 900000 ms, 0 moves; dan; eve"
	t.Run("what is open goes into the history", func(t *testing.T) {
		got, err := db.EndRace(strings.ToLower(r.Code), day(1))
		wantRace(t, got, err, want)
		wantDeals(t, bob, "RACE", "FIRST")
		history, err := bob.History("", 1)
		must(t, err)
		if got := history[0]; got.Ended != day(1).UnixMilli() || got.Event != arcade.RaceEvent(r.Code) || got.Class != arcade.Counted {
			t.Errorf("the round is %+v", got)
		}
	})
	t.Run("without a move it is a round, too: its deal was seen", func(t *testing.T) {
		wantDeals(t, cid, "RACE", "FIRST")
		if _, rev, err := cid.Saved(racing(r, 9).Slot()); err != nil || rev != 0 {
			t.Errorf("Saved = %v, %v", rev, err)
		}
	})
	t.Run("twice is once", func(t *testing.T) {
		got, err := db.EndRace(r.Code, day(2))
		wantRace(t, got, err, want)
		wantDeals(t, bob, "RACE", "FIRST")
	})
	t.Run("who still plays finds it gone on", func(t *testing.T) {
		_, err := bob.Save(racing(r, 10, 2, 2, 2), rev)
		wantErr(t, "Save", err, arcade.ErrConflict)
		_, err = bob.Finish(raced(r, 10, 2, 2, 2), rev)
		wantErr(t, "Finish", err, arcade.ErrConflict)
		_, err = cid.Save(racing(r, 10, 2), empty)
		wantErr(t, "Save", err, arcade.ErrConflict)
	})
	t.Run("what is damaged stays", func(t *testing.T) {
		_, _, err := eve.Saved(racing(r, 8).Slot())
		wantErr(t, "Saved", err, ErrDamaged)
		must(t, db.Repair())
		report, err := db.Check(find)
		must(t, err)
		if len(report.Findings) != 1 || !strings.Contains(report.Findings[0], "The open game test/hop race/") {
			t.Errorf("Check found %q", report.Findings)
		}
	})
	t.Run("one that nobody began is over, too", func(t *testing.T) {
		r := opened(t, ann, day(3))
		got, err := db.EndRace(r.Code, day(4))
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 72h0m0s - 96h0m0s; ann")
	})
}

// Its last transaction stops racers who have begun since the race was read.
func TestEndRaceMeetsWhoBegins(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	r := started(t, ann, bob)
	rev, err := beginAndSave(bob, racing(r, 2, 2))
	must(t, err)
	must(t, db.write(func(tx *bbolt.Tx) error {
		got, err := db.endRace(tx, []byte(r.Code), day(1))
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 0s 24h0m0s; ann; bob 2 in 900000 ms, 1 moves")
		return err
	}))
	_, err = bob.Save(racing(r, 3, 2, 2), rev)
	wantErr(t, "Save", err, arcade.ErrConflict)
	sound(t, db)
}

func TestRivals(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	gus := session(t, db, "guest:1")
	play := func(r Race, p *Player, millis int64, points ...int) {
		t.Helper()
		if len(points) > 0 {
			_, err := playOut(p, raced(r, millis, points...))
			must(t, err)
		}
	}
	for i, c := range []struct{ ann, bob, cid []int }{
		{[]int{3}, []int{2}, []int{1}},
		{[]int{3}, nil, nil},
		{nil, []int{1}, nil},
		{[]int{2, 1}, []int{1, 2}, []int{3, 3}}, // as many points and as much time
		{nil, nil, nil},
	} {
		r := started(t, ann, bob, cid, gus)
		ended := int64(10 * (i + 1))
		play(r, ann, ended, c.ann...)
		play(r, bob, ended, c.bob...)
		play(r, cid, ended, c.cid...)
		_, err := db.EndRace(r.Code, day(1))
		must(t, err)
	}
	r := started(t, ann, bob) // the time tells
	play(r, ann, 101, 3)
	play(r, bob, 100, 3)
	if got, err := ann.Rivals(); err != nil || !reflect.DeepEqual(got, []arcade.Rival{
		{Nick: "bob", Won: 2, Lost: 1, Drawn: 1}, {Nick: "", Won: 3, Lost: 0, Drawn: 0}, {Nick: "cid", Won: 2, Lost: 1, Drawn: 0},
	}) {
		t.Errorf("Rivals = %+v, %v", got, err)
	}
	_, err := db.EndRace(r.Code, day(1))
	must(t, err)
	for p, want := range map[*Player][]arcade.Rival{
		ann:                       {{Nick: "bob", Won: 2, Lost: 2, Drawn: 1}, {Nick: "", Won: 3, Lost: 0, Drawn: 0}, {Nick: "cid", Won: 2, Lost: 1, Drawn: 0}},
		bob:                       {{Nick: "ann", Won: 2, Lost: 2, Drawn: 1}, {Nick: "", Won: 3, Lost: 0, Drawn: 0}, {Nick: "cid", Won: 2, Lost: 1, Drawn: 0}},
		gus:                       {{Nick: "ann", Won: 0, Lost: 3, Drawn: 0}, {Nick: "bob", Won: 0, Lost: 3, Drawn: 0}, {Nick: "cid", Won: 0, Lost: 2, Drawn: 0}},
		session(t, db, fp("new")): nil,
	} {
		if got, err := p.Rivals(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Rivals = %+v, %v, want %+v", got, err, want)
		}
	}
	must(t, bob.Delete(day(0)))
	if got, err := ann.Rivals(); err != nil || !reflect.DeepEqual(got, []arcade.Rival{{Nick: "", Won: 3, Lost: 0, Drawn: 0}, {Nick: "cid", Won: 2, Lost: 1, Drawn: 0}}) {
		t.Errorf("without bob Rivals = %+v, %v", got, err)
	}
	sound(t, db)
}

// Head-to-head results follow the race's standings: points, then time.
func TestRivalsGoByPointsThenTime(t *testing.T) {
	won := arcade.Result{Score: engine.Score{Points: 20, Won: true}, Millis: 2000}
	quick := arcade.Result{Score: engine.Score{Points: 20}, Millis: 1000}
	long := quick
	long.Record.Moves = make([]engine.Move, 9)
	helped := won
	helped.Tally.Peeks = 1
	for name, c := range map[string]struct {
		mine, theirs arcade.Result
		want         arcade.Rival
	}{
		"less time beats a game that is won": {quick, won, arcade.Rival{Won: 1}},
		"and the other way round":            {won, quick, arcade.Rival{Lost: 1}},
		"the moves do not tell":              {long, quick, arcade.Rival{Drawn: 1}},
		"points with help are less":          {helped, quick, arcade.Rival{Lost: 1}},
	} {
		var got arcade.Rival
		if got.Count(&c.mine, &c.theirs); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
