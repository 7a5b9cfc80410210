package data

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// opened returns a new race of hop's deal RACE, a quarter of an hour long.
func opened(t testing.TB, p *Player, now time.Time) Race {
	t.Helper()
	r, err := p.OpenRace(steps{hop}, "RACE", arcade.RaceTerms{Limit: 15 * time.Minute}, now)
	must(t, err)
	return r
}

// started returns a race that the first player has opened, and that has begun.
func started(t testing.TB, racers ...*Player) Race {
	t.Helper()
	r := opened(t, racers[0], day(0))
	for _, p := range racers[1:] {
		_, err := p.JoinRace(r.Code, day(0))
		must(t, err)
	}
	r, err := racers[0].StartRace(r.Code, day(0))
	must(t, err)
	return r
}

// raced returns a result of a race.
func raced(r Race, millis int64, points ...int) arcade.Result {
	result := finished(record(hop, "RACE", points...), millis)
	result.Event = arcade.RaceEvent(r.Code)
	return result
}

// toTheEnd returns moves after which a game is over, the last one with so many points.
func toTheEnd(last int) []int { return []int{1, 1, 1, 1, 1, 1, 1, 1, last} }

// racing returns an open round of a race.
func racing(r Race, millis int64, points ...int) arcade.Saved {
	s := saved(record(hop, "RACE", points...), millis)
	s.Event = arcade.RaceEvent(r.Code)
	return s
}

// said describes a race in words, without its code and its racers' IDs.
func said(r Race) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %v", r.Game, r.Limit)
	for _, at := range []time.Time{r.Opened, r.Begins, r.Ended} {
		if at.IsZero() {
			b.WriteString(" -")
		} else {
			fmt.Fprintf(&b, " %v", at.Sub(day(0)))
		}
	}
	for _, racer := range r.Racers {
		fmt.Fprintf(&b, "; %s", racer.Nick)
		if racer.ID == r.Me {
			b.WriteString(" (mine)")
		}
		if racer.Through {
			fmt.Fprintf(&b, " %d in %d ms, %d moves", racer.Score.Points, racer.Millis, racer.Moves)
		}
	}
	return b.String()
}

func wantRace(t testing.TB, r Race, err error, want string) {
	t.Helper()
	if got := said(r); err != nil || got != want {
		t.Errorf("the race is %v\n%s\nwant\n%s", err, got, want)
	}
}

// nicked returns a player who has a nick.
func nicked(t testing.TB, db *DB, nick string) *Player {
	t.Helper()
	p := player(t, db, fp(nick))
	must(t, p.SetNick(nick))
	return p
}

func TestOpenRace(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	r := opened(t, ann, day(0))
	wantRace(t, r, nil, "test/hop 15m0s 0s - -; ann (mine)")
	t.Run("its code is short and reads well", func(t *testing.T) {
		if !regexp.MustCompile(`^[0-9A-HJKMNP-TV-Z]{6}$`).MatchString(r.Code) {
			t.Errorf("the code is %q", r.Code)
		}
		if _, err := arcade.ParseEvent(string(arcade.RaceEvent(r.Code))); err != nil {
			t.Error(err)
		}
	})
	t.Run("a code is typed in any way", func(t *testing.T) {
		typed := strings.NewReplacer("0", "o", "1", "l").Replace(strings.ToLower(r.Code[:3] + "-" + r.Code[3:]))
		got, err := bob.JoinRace(" "+typed, day(0))
		wantRace(t, got, err, "test/hop 15m0s 0s - -; ann; bob (mine)")
		got, err = ann.Race(typed)
		wantRace(t, got, err, "test/hop 15m0s 0s - -; ann (mine); bob")
	})
	t.Run("it is nobody's who is not in it", func(t *testing.T) {
		for _, p := range []*Player{player(t, db, fp("cid")), session(t, db, fp("new"))} {
			_, err := p.Race(r.Code)
			wantErr(t, "Race", err, ErrNotFound)
			_, err = p.StartRace(r.Code, day(0))
			wantErr(t, "StartRace", err, ErrNotFound)
			wantErr(t, "LeaveRace", p.LeaveRace(r.Code, day(1)), ErrNotFound)
			if races, err := p.Races(9); err != nil || len(races) != 0 {
				t.Errorf("Races = %+v, %v", races, err)
			}
		}
		_, err := bob.JoinRace("NONE00", day(0))
		wantErr(t, "JoinRace", err, ErrNotFound)
		_, err = db.EndRace("NONE00", day(0))
		wantErr(t, "EndRace", err, ErrNotFound)
		if known, err := db.Known(credential("new")); known || err != nil {
			t.Errorf("Known = %v, %v", known, err)
		}
	})
	t.Run("only what rounds can be of is raced", func(t *testing.T) {
		_, err := ann.OpenRace(steps{"no game"}, "A", arcade.RaceTerms{Limit: time.Minute}, day(0))
		wantErr(t, "OpenRace", err, ErrRound)
		_, err = ann.OpenRace(steps{hop}, "not a deal", arcade.RaceTerms{Limit: time.Minute}, day(0))
		wantErr(t, "OpenRace", err, ErrRound)
	})
	t.Run("it makes an account", func(t *testing.T) {
		dan, eve := session(t, db, fp("dan")), session(t, db, "guest:1")
		dans := opened(t, dan, day(1))
		wantRace(t, dans, nil, "test/hop 15m0s 24h0m0s - -;  (mine)")
		_, err := eve.JoinRace(dans.Code, day(2))
		must(t, err)
		for p, since := range map[*Player]time.Time{dan: day(1), eve: day(2)} {
			if a, err := p.Account(); err != nil || !a.Known || !a.Since.Equal(since) {
				t.Errorf("Account = %+v, %v", a, err)
			}
		}
	})
	sound(t, db)
}

func TestRaceBounds(t *testing.T) {
	db := quick(t)
	ann := player(t, db, fp("ann"))
	r := opened(t, ann, day(0))
	t.Run("a player has three that are not over", func(t *testing.T) {
		bob := player(t, db, fp("bob"))
		_, err := bob.JoinRace(r.Code, day(0)) // it is ann's
		must(t, err)
		first := opened(t, bob, day(0))
		for range 2 {
			opened(t, bob, day(0))
		}
		open := func() error {
			_, err := bob.OpenRace(steps{hop}, "RACE", arcade.RaceTerms{Limit: time.Minute}, day(0))
			return err
		}
		wantErr(t, "OpenRace", open(), ErrRaces)
		_, err = bob.StartRace(first.Code, day(0))
		must(t, err)
		wantErr(t, "OpenRace", open(), ErrRaces)
		_, err = db.EndRace(first.Code, day(0))
		must(t, err)
		must(t, open())
		must(t, bob.LeaveRace(r.Code, day(1)))
	})
	t.Run("a race takes 32", func(t *testing.T) {
		for i := range racersMax - 1 {
			_, err := session(t, db, fp(fmt.Sprint("racer", i))).JoinRace(r.Code, day(0))
			must(t, err)
		}
		last := session(t, db, fp("one more"))
		_, err := last.JoinRace(r.Code, day(0))
		wantErr(t, "JoinRace", err, ErrRaceFull)
		_, err = ann.JoinRace(r.Code, day(0))
		must(t, err) // who is in it is
		must(t, session(t, db, fp("racer7")).LeaveRace(r.Code, day(1)))
		_, err = last.JoinRace(r.Code, day(0))
		must(t, err)
	})
	sound(t, db)
}

func TestLeaveRace(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	r := opened(t, ann, day(0))
	for _, p := range []*Player{bob, cid} {
		_, err := p.JoinRace(r.Code, day(0))
		must(t, err)
	}
	before, err := cid.Race(r.Code)
	must(t, err)
	must(t, ann.LeaveRace(r.Code, day(1)))
	wantErr(t, "LeaveRace", ann.LeaveRace(r.Code, day(1)), ErrNotFound)
	got, err := cid.Race(r.Code)
	wantRace(t, got, err, "test/hop 15m0s 0s - -; bob; cid (mine)")
	if got.Racers[0].ID != before.Racers[1].ID || got.Racers[1].ID != before.Racers[2].ID {
		t.Errorf("the racers %+v became %+v", before.Racers, got.Racers)
	}
	t.Run("the next one has it", func(t *testing.T) {
		_, err := cid.StartRace(r.Code, day(1))
		wantErr(t, "StartRace", err, ErrNotFound)
		must(t, cid.LeaveRace(r.Code, day(1)))
		_, err = cid.JoinRace(r.Code, day(0))
		must(t, err)
		got, err := bob.StartRace(r.Code, day(1))
		wantRace(t, got, err, "test/hop 15m0s 0s 24h0m0s -; bob (mine); cid")
	})
	t.Run("nobody leaves or comes once it has begun", func(t *testing.T) {
		wantErr(t, "LeaveRace", cid.LeaveRace(r.Code, day(1)), ErrStarted)
		_, err := ann.JoinRace(r.Code, day(0))
		wantErr(t, "JoinRace", err, ErrStarted)
		got, err := cid.JoinRace(r.Code, day(2))
		wantRace(t, got, err, "test/hop 15m0s 0s 24h0m0s -; bob; cid (mine)")
	})
	t.Run("it begins once", func(t *testing.T) {
		_, err := bob.StartRace(r.Code, day(1)) // the same again
		must(t, err)
		_, err = bob.StartRace(r.Code, day(2))
		wantErr(t, "StartRace", err, ErrStarted)
		_, err = db.EndRace(r.Code, day(2))
		must(t, err)
		_, err = bob.StartRace(r.Code, day(1))
		wantErr(t, "StartRace of one that is over", err, ErrStarted)
		wantErr(t, "LeaveRace", cid.LeaveRace(r.Code, day(1)), ErrStarted)
	})
	t.Run("whoever is alone in it calls it off before it begins", func(t *testing.T) {
		r := opened(t, ann, day(0))
		_, err := ann.StartRace(r.Code, day(1))
		must(t, err)
		wantErr(t, "LeaveRace as it begins", ann.LeaveRace(r.Code, day(1)), ErrStays)
		must(t, ann.LeaveRace(r.Code, day(1).Add(-1)))
		_, err = ann.Race(r.Code)
		wantErr(t, "Race", err, ErrNotFound)
		ended, err := db.EndRace(r.Code, day(2))
		wantErr(t, "EndRace", err, ErrNotFound)
		if open, err := db.OpenRaces(); err != nil || len(open) > 0 || len(ended.Racers) > 0 {
			t.Errorf("there are still %+v and %+v, %v", open, ended, err)
		}
	})
	t.Run("nobody does so who has seen the deal or races a person", func(t *testing.T) {
		seen, met := opened(t, ann, day(0)), opened(t, ann, day(0))
		_, err := bob.JoinRace(met.Code, day(0))
		must(t, err)
		for _, code := range []string{seen.Code, met.Code} {
			_, err := ann.StartRace(code, day(1))
			must(t, err)
		}
		_, _, err = beginEvent(ann, gameWith(hop), arcade.RaceEvent(seen.Code), day(1)) // by the clock of another machine
		must(t, err)
		wantErr(t, "LeaveRace with the deal", ann.LeaveRace(seen.Code, day(0)), ErrStays)
		wantErr(t, "LeaveRace of one with bob", ann.LeaveRace(met.Code, day(0)), ErrStays)
	})
	t.Run("the last one out deletes it", func(t *testing.T) {
		r := opened(t, ann, day(0))
		must(t, ann.LeaveRace(r.Code, day(1)))
		_, err := bob.JoinRace(r.Code, day(0))
		wantErr(t, "JoinRace", err, ErrNotFound)
	})
	sound(t, db)
}

func TestJoinRacers(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	both, bobs := started(t, cid, bob, ann), opened(t, bob, day(2))
	_, err := playOut(bob, of(arcade.Assisted, raced(both, 5, 1)))
	must(t, err)
	_, err = playOut(ann, raced(both, 6, 3))
	must(t, err)
	runs := started(t, bob, cid)
	rev, err := beginAndSave(bob, racing(runs, 8, 2))
	must(t, err)
	wantErr(t, "Join", bob.Join(link(t, ann), day(0)), ErrRacing)
	_, err = db.EndRace(both.Code, day(0))
	must(t, err)
	join(t, ann, bob)
	for _, p := range []*Player{ann, bob} {
		t.Run("both have one place, and the worse round", func(t *testing.T) {
			got, err := p.Race(both.Code)
			wantRace(t, got, err, "test/hop 15m0s 0s 0s 0s; cid; ann (mine) 1 in 5 ms, 1 moves")
			if got.Racers[1].ID != both.Racers[1].ID {
				t.Errorf("the racer is %q, was %q", got.Racers[1].ID, both.Racers[1].ID)
			}
		})
	}
	t.Run("it is played once by both", func(t *testing.T) {
		_, err := beginAndSave(ann, racing(runs, 9, 1))
		wantErr(t, "Save", err, arcade.ErrConflict)
		_, err = bob.Finish(raced(runs, 10, 3), rev)
		must(t, err)
		_, err = beginAndSave(ann, racing(runs, 9, 1))
		wantErr(t, "Save", err, ErrPlayed)
	})
	t.Run("what was one's is the other's", func(t *testing.T) {
		_, err := ann.StartRace(bobs.Code, day(2))
		must(t, err)
	})
	t.Run("a guest's is, too", func(t *testing.T) {
		gus := session(t, db, "guest:1")
		r := started(t, gus, cid)
		_, err := playOut(gus, raced(r, 5, 1))
		must(t, err)
		join(t, ann, gus)
		got, err := ann.Race(r.Code)
		wantRace(t, got, err, "test/hop 15m0s 0s 0s -; ann (mine) 1 in 5 ms, 1 moves; cid")
	})
	sound(t, db)
}

// Who is asked to a race still is once that one's account is joined into another, and nobody is who has
// deleted the account or owns the race.
func TestWhoIsAskedToARaceJoinsAccounts(t *testing.T) {
	db := openGames(t)
	ann, bob, cid, dan := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid"), nicked(t, db, "dan")
	terms := arcade.RaceTerms{Limit: time.Minute, Asked: accountOf(t, bob).name()}
	r, err := ann.OpenRace(steps{hop}, "RACE", terms, day(0))
	must(t, err)
	asks := func(of *Player, who ...*Player) {
		t.Helper()
		var want []arcade.PlayerID
		for _, p := range who {
			want = append(want, accountOf(t, p).name())
		}
		if got, err := of.Race(r.Code); err != nil || !slices.Equal(got.Asked, want) {
			t.Errorf("asked are %v, %v, not %v", got.Asked, err, want)
		}
	}
	asks(ann, bob)
	join(t, cid, bob)
	asks(ann, cid)
	join(t, dan, cid)
	asks(ann, dan)
	must(t, dan.Delete(day(0)))
	asks(ann)
	_, err = db.Sweep(day(0))
	must(t, err)
	asks(ann)
	eve := nicked(t, db, "eve")
	terms.Asked = accountOf(t, eve).name()
	r, err = ann.OpenRace(steps{hop}, "RACE", terms, day(0))
	must(t, err)
	join(t, ann, eve)
	asks(ann)
}

func TestDeleteRacer(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	r, waits, alone := started(t, ann, bob, cid), opened(t, ann, day(1)), started(t, ann)
	_, err := bob.JoinRace(waits.Code, day(1))
	must(t, err)
	for i, p := range []*Player{ann, bob} {
		_, err := playOut(p, raced(r, int64(i), 1))
		must(t, err)
	}
	must(t, ann.Delete(day(0)))
	t.Run("its place is nobody's", func(t *testing.T) {
		got, err := bob.Race(r.Code)
		wantRace(t, got, err, "test/hop 15m0s 0s 0s -; ; bob (mine) 1 in 1 ms, 1 moves; cid")
		if got.Racers[0].ID != r.Racers[0].ID {
			t.Errorf("the racer is %q, was %q", got.Racers[0].ID, r.Racers[0].ID)
		}
	})
	t.Run("it has left what has not begun", func(t *testing.T) {
		got, err := bob.StartRace(waits.Code, day(2))
		wantRace(t, got, err, "test/hop 15m0s 24h0m0s 48h0m0s -; bob (mine)")
	})
	t.Run("who comes with the key is somebody new", func(t *testing.T) {
		ann := player(t, db, fp("ann"))
		if races, err := ann.Races(9); err != nil || len(races) > 0 {
			t.Errorf("Races = %+v, %v", races, err)
		}
		_, err := beginAndSave(ann, racing(r, 1, 1))
		wantErr(t, "Save", err, ErrRound)
	})
	t.Run("the last one takes the race along", func(t *testing.T) {
		_, err := db.EndRace(alone.Code, day(1))
		wantErr(t, "EndRace", err, ErrNotFound)
		must(t, bob.Delete(day(0)))
		must(t, cid.Delete(day(0)))
		if races, err := db.OpenRaces(); err != nil || len(races) > 0 {
			t.Errorf("OpenRaces = %+v, %v", races, err)
		}
	})
	sound(t, db)
}

// A race waits for those who still have an account, and for nobody else.
func TestThroughWithoutTheDeleted(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	r := opened(t, ann, day(0))
	for _, p := range []*Player{bob, cid} {
		_, err := p.JoinRace(r.Code, day(0))
		must(t, err)
	}
	through := func(when string, want bool) {
		t.Helper()
		open, err := db.OpenRaces()
		if err != nil || len(open) != 1 || open[0].Through(day(0)) != want {
			t.Errorf("%s the races are %+v, %v", when, open, err)
		}
	}
	through("before the start", false)
	_, err := ann.StartRace(r.Code, day(0))
	must(t, err)
	_, err = playOut(ann, raced(r, 5, 1))
	must(t, err)
	_, err = beginAndSave(bob, racing(r, 5, 1))
	must(t, err)
	must(t, bob.Delete(day(0)))
	through("while cid plays", false)
	_, err = playOut(cid, raced(r, 6, 1))
	must(t, err)
	through("once bob alone has no result, who is gone,", true)
	must(t, ann.Delete(day(0)))
	through("once ann with a result is gone", true)
	_, err = db.EndRace(r.Code, day(1))
	must(t, err)
	must(t, cid.Delete(day(2)))
	sound(t, db)
}

func TestSweepRaces(t *testing.T) {
	db := openGames(t)
	ann, gus := nicked(t, db, "ann"), session(t, db, "guest:1")
	old, late := opened(t, ann, day(0)), opened(t, ann, day(0).Add(time.Minute))
	begun := started(t, ann, gus)
	sweep := func(now time.Time, want int) {
		t.Helper()
		if guests, err := db.Sweep(now); err != nil || guests != want {
			t.Errorf("Sweep = %d, %v, want %d", guests, err, want)
		}
	}
	sweep(day(0).Add(time.Hour+time.Second), 0)
	for code, want := range map[string]error{old.Code: ErrNotFound, late.Code: nil, begun.Code: nil} {
		_, err := ann.Race(code)
		wantErr(t, "Race", err, want)
	}
	t.Run("of a guest the place is left", func(t *testing.T) {
		sweep(day(2), 1)
		got, err := ann.Race(begun.Code)
		wantRace(t, got, err, "test/hop 15m0s 0s 0s -; ann (mine); ")
	})
	sound(t, db)
}

// refusesRound fails the test unless a player may not begin a round of a race, with the
// given reason, by Begin, by a save or by finishing one.
func refusesRound(t *testing.T, p *Player, r Race, game string, want error, why string) {
	t.Helper()
	_, _, err := beginEvent(p, steps{game}, arcade.RaceEvent(r.Code), day(0))
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
		refusesRound(t, ann, Race{Race: arcade.Race{Code: "NONE"}}, hop, ErrRound, "you are not in race")
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
			if o := got.Racers[0]; !o.Through || o.Round == "" || o.Shown || o.Moves != 2 { // ann is private
				t.Errorf("the race is %+v", got.Racers)
			}
		}
	})
	t.Run("they stand on a board", func(t *testing.T) {
		_, err := playOut(bob, of(arcade.Assisted, raced(r, 2, 3, 3, 3)))
		must(t, err)
		wantTop(t, bob, boardKey{hop, arcade.Counted, boardKind(arcade.RaceEvent(r.Code))}, 9, "1 ann ")
		wantTop(t, bob, boardKey{hop, arcade.Assisted, boardKind(arcade.RaceEvent(r.Code))}, 9, "1 bob RACE mine")
		got, err := cid.Race(r.Code)
		wantRace(t, got, err, "test/hop 15m0s 0s 0s -; ann 6 in 5 ms, 2 moves; bob 9 in 2 ms, 3 moves; cid (mine)")
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
		wantTop(t, cid, boardKey{hop, arcade.Counted, boardKind(arcade.RaceEvent(r.Code))}, 9, "1 ann ")
	})
	sound(t, db)
}

// A deal is read as it was stored, even if no deal code looks like that today.
func TestRaceDealIsReadAsStored(t *testing.T) {
	db := openGames(t)
	r := opened(t, nicked(t, db, "ann"), day(1))
	for _, deal := range []engine.Code{"odd-deal", "race"} {
		must(t, db.Update(func(tx *store.Tx) error {
			edit(t, tx.Bucket(racesBucket), []byte(r.Code), func(row *raceRow) { row.Deal = deal })
			row, err := raceEvents.get(tx, []byte(r.Code))
			if row.Deal != deal {
				t.Errorf("the deal %q is read as %q", deal, row.Deal)
			}
			return err
		}))
	}
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
	must(t, directly(db, func(tx *store.Tx) error {
		return tx.Bucket(openRoundsBucket).Put(id.openRound(racing(r, 8).Slot()), []byte("damaged"))
	}))
	want := "test/hop 15m0s 0s 0s 24h0m0s; ann 6 in 5 ms, 2 moves; bob 13 in 900000 ms, 6 moves; cid 0 in 900000 ms, 0 moves; dan; eve"
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
		wantErr(t, "Saved", err, store.ErrDamaged)
		must(t, db.Repair())
		report, err := db.Check(library)
		must(t, err)
		if len(report.Findings) != 1 || !strings.Contains(report.Findings[0], "The open game test/hop race/") {
			t.Errorf("Check found %q", report.Findings)
		}
	})
	t.Run("one that nobody began is over, too", func(t *testing.T) {
		r := opened(t, ann, day(3))
		got, err := db.EndRace(r.Code, day(4))
		wantRace(t, got, err, "test/hop 15m0s 72h0m0s - 96h0m0s; ann")
	})
}

// One transaction ends the round of a racer who has begun since the race was to end, and the next one
// the race.
func TestEndRaceMeetsWhoBegins(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	r := started(t, ann, bob)
	rev, err := beginAndSave(bob, racing(r, 2, 2))
	must(t, err)
	for _, want := range []bool{false, true} {
		must(t, db.Update(func(tx *store.Tx) error {
			got, over, err := endRace(tx, db.games, []byte(r.Code), day(1))
			if over {
				wantRace(t, got, err, "test/hop 15m0s 0s 0s 24h0m0s; ann; bob 2 in 900000 ms, 1 moves")
			}
			if over != want {
				t.Errorf("the race is over: %v, want %v", over, want)
			}
			return err
		}))
	}
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
	play(r, ann, 101, toTheEnd(3)...)
	play(r, bob, 100, toTheEnd(3)...)
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

func TestRaceWithoutRoom(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	r := opened(t, ann, day(0))
	must(t, db.SetMaxSize(1))
	_, err := ann.OpenRace(steps{hop}, "RACE", arcade.RaceTerms{Limit: time.Minute}, day(0))
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
		waits.Code: "test/hop 15m0s 72h0m0s - -; ann",
		runs.Code:  "test/hop 15m0s 96h0m0s 120h0m0s -; bob; ann",
	}; !reflect.DeepEqual(got, want) {
		t.Errorf("OpenRaces are %v, want %v", got, want)
	}
}
