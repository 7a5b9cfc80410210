package data

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// opened returns a new race of hop's deal RACE, a quarter of an hour long.
func opened(t testing.TB, p *Player, now time.Time) Race {
	t.Helper()
	r, err := p.OpenRace(hop, 1, "RACE", 15*time.Minute, now)
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

// racing returns an open round of a race.
func racing(r Race, millis int64, points ...int) arcade.Saved {
	s := saved(record(hop, "RACE", points...), millis)
	s.Event = arcade.RaceEvent(r.Code)
	return s
}

// said describes a race in words, without its code and its racers' IDs.
func said(r Race) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s@%d %s %v", r.Game, r.Version, r.Deal, r.Limit)
	for _, at := range []time.Time{r.Opened, r.Started, r.Ended} {
		if at.IsZero() {
			b.WriteString(" -")
		} else {
			fmt.Fprintf(&b, " %v", at.Sub(day(0)))
		}
	}
	for _, racer := range r.Racers {
		fmt.Fprintf(&b, "; %s", racer.Nick)
		if racer.Mine {
			b.WriteString(" (mine)")
		}
		if racer.Result != nil {
			fmt.Fprintf(&b, " %d in %d ms, %d moves", racer.Result.Score.Points, racer.Result.Millis, len(racer.Result.Record.Moves))
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
	wantRace(t, r, nil, "test/hop@1 RACE 15m0s 0s - -; ann (mine)")
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
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s - -; ann; bob (mine)")
		got, err = ann.Race(typed)
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s - -; ann (mine); bob")
	})
	t.Run("it is nobody's who is not in it", func(t *testing.T) {
		for _, p := range []*Player{player(t, db, fp("cid")), session(t, db, fp("new"))} {
			_, err := p.Race(r.Code)
			wantErr(t, "Race", err, ErrNotFound)
			_, err = p.StartRace(r.Code, day(0))
			wantErr(t, "StartRace", err, ErrNotFound)
			wantErr(t, "LeaveRace", p.LeaveRace(r.Code), ErrNotFound)
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
		_, err := ann.OpenRace("no game", 1, "A", time.Minute, day(0))
		wantErr(t, "OpenRace", err, ErrRound)
		_, err = ann.OpenRace(hop, 1, "not a deal", time.Minute, day(0))
		wantErr(t, "OpenRace", err, ErrRound)
	})
	t.Run("it makes an account", func(t *testing.T) {
		dan, eve := session(t, db, fp("dan")), session(t, db, "guest:1")
		must(t, dan.SetSettings([]byte(`"dan"`)))
		dans := opened(t, dan, day(1))
		wantRace(t, dans, nil, "test/hop@1 RACE 15m0s 24h0m0s - -;  (mine)")
		_, err := eve.JoinRace(dans.Code, day(2))
		must(t, err)
		for p, since := range map[*Player]time.Time{dan: day(1), eve: day(2)} {
			if a, err := p.Account(); err != nil || !a.Known || !a.Since.Equal(since) {
				t.Errorf("Account = %+v, %v", a, err)
			}
		}
		if settings, err := session(t, db, fp("dan")).Settings(); err != nil || string(settings) != `"dan"` {
			t.Errorf("Settings = %s, %v", settings, err)
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
			_, err := bob.OpenRace(hop, 1, "RACE", time.Minute, day(0))
			return err
		}
		wantErr(t, "OpenRace", open(), ErrRaces)
		_, err = bob.StartRace(first.Code, day(0))
		must(t, err)
		wantErr(t, "OpenRace", open(), ErrRaces)
		_, err = db.EndRace(first.Code, day(0))
		must(t, err)
		must(t, open())
		must(t, bob.LeaveRace(r.Code))
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
		must(t, session(t, db, fp("racer7")).LeaveRace(r.Code))
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
	must(t, ann.LeaveRace(r.Code))
	wantErr(t, "LeaveRace", ann.LeaveRace(r.Code), ErrNotFound)
	got, err := cid.Race(r.Code)
	wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s - -; bob; cid (mine)")
	if got.Racers[0].ID != before.Racers[1].ID || got.Racers[1].ID != before.Racers[2].ID {
		t.Errorf("the racers %+v became %+v", before.Racers, got.Racers)
	}
	t.Run("the next one has it", func(t *testing.T) {
		_, err := cid.StartRace(r.Code, day(1))
		wantErr(t, "StartRace", err, ErrNotFound)
		must(t, cid.LeaveRace(r.Code))
		_, err = cid.JoinRace(r.Code, day(0))
		must(t, err)
		got, err := bob.StartRace(r.Code, day(1))
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 24h0m0s -; bob (mine); cid")
	})
	t.Run("nobody leaves or comes once it has begun", func(t *testing.T) {
		wantErr(t, "LeaveRace", cid.LeaveRace(r.Code), ErrStarted)
		_, err := ann.JoinRace(r.Code, day(0))
		wantErr(t, "JoinRace", err, ErrStarted)
		got, err := cid.JoinRace(r.Code, day(2))
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 24h0m0s -; bob; cid (mine)")
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
		wantErr(t, "LeaveRace", cid.LeaveRace(r.Code), ErrStarted)
	})
	t.Run("the last one out deletes it", func(t *testing.T) {
		r := opened(t, ann, day(0))
		must(t, ann.LeaveRace(r.Code))
		_, err := bob.JoinRace(r.Code, day(0))
		wantErr(t, "JoinRace", err, ErrNotFound)
	})
	sound(t, db)
}
