package data

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// EventRound returns the player's finished round of a game on an event, whatever its class.
func (p *Player) EventRound(game string, e arcade.Event) (r arcade.Result, ok bool, err error) {
	r, err = readOwn(p, "read the round", func(tx *store.Tx, me playerID) (r arcade.Result, err error) {
		r, ok, err = eventRound(tx, me, game, e)
		return r, err
	})
	return r, ok && err == nil, err
}

// dealOf returns the deal of a game's daily.
func dealOf(t testing.TB, db *DB, game, day string) engine.Code {
	t.Helper()
	code, err := db.Daily(game, day)
	must(t, err)
	return code
}

// dailyOf returns a result of a game's daily.
func dailyOf(t testing.TB, db *DB, game, day string, millis int64, points ...int) arcade.Result {
	t.Helper()
	r := finished(record(game, string(dealOf(t, db, game, day)), points...), millis)
	r.Event, r.Ended = arcade.DailyEvent(day), noon(day).UnixMilli()+millis
	return r
}

// dailyOpen returns an open round of a game's daily.
func dailyOpen(t testing.TB, db *DB, game, day string, points ...int) arcade.Saved {
	t.Helper()
	s := saved(record(game, string(dealOf(t, db, game, day)), points...), 1)
	s.Event, s.Started = arcade.DailyEvent(day), noon(day).UnixMilli()
	return s
}

func TestDaily(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := Open(path)
	must(t, err)
	deal := dealOf(t, db, hop, "2026-11-22")
	if got, err := engine.ParseCode(string(deal)); err != nil || got != deal || len(deal) != 13 {
		t.Errorf("the deal is %q, %v", deal, err)
	}
	if dealOf(t, db, hop, "2026-11-22") != deal {
		t.Error("it is another one at once")
	}
	for what, other := range map[string]engine.Code{
		"day": dealOf(t, db, hop, "2026-11-23"), "game": dealOf(t, db, scotsi, "2026-11-22"),
		"file": dealOf(t, openTemp(t), hop, "2026-11-22"),
	} {
		if other == deal {
			t.Errorf("another %s has the same deal", what)
		}
	}
	must(t, db.Close())
	again := openAt(t, path)
	if got := dealOf(t, again, hop, "2026-11-22"); got != deal {
		t.Errorf("opened again the file deals %s, it was %s", got, deal)
	}
}

func TestLostSecret(t *testing.T) {
	for name, damage := range map[string]func(b store.Bucket) error{
		"lost":    func(b store.Bucket) error { return b.Delete(secretKey) },
		"damaged": func(b store.Bucket) error { return b.Put(secretKey, []byte("damaged")) },
	} {
		t.Run(name, func(t *testing.T) {
			db := openGames(t)
			ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
			played := finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 1, 3))
			open := dailyOpen(t, db, scotsi, "2026-11-22", 1)
			rev := save(t, ann, open)
			before := dealOf(t, db, hop, "2026-11-22")
			must(t, directly(db, func(tx *store.Tx) error { return damage(tx.Bucket(store.Meta)) }))
			_, err := db.Daily(hop, "2026-11-22")
			wantErr(t, "Daily", err, store.ErrDamaged)
			_, err = begin(bob, open.Record, open.Event)
			wantErr(t, "Begin", err, store.ErrDamaged)
			report, err := db.Check(library)
			if err != nil || len(report.Findings) != 1 || !strings.Contains(report.Findings[0], "The secret of the dailies ") {
				t.Errorf("Check = %+v, %v", report, err)
			}
			must(t, db.Repair())
			sound(t, db)
			after := dealOf(t, db, hop, "2026-11-22")
			if after == before {
				t.Error("the deals are the same")
			}
			must(t, db.Repair())
			if dealOf(t, db, hop, "2026-11-22") != after {
				t.Error("a second Repair made others")
			}
			got, ok, err := ann.EventRound(hop, arcade.DailyEvent("2026-11-22"))
			if err != nil || !ok || got.ID != played.ID {
				t.Errorf("Attempt = %+v, %v, %v", got, ok, err)
			}
			_, err = ann.Save(open, rev) // what goes on goes on
			must(t, err)
		})
	}
}

func TestEnterDaily(t *testing.T) {
	db := openGames(t)
	ann := player(t, db, fp("ann"))
	today := "2026-11-22"
	t.Run("the deal is that of the day and the game", func(t *testing.T) {
		for what, e := range map[string]arcade.Event{"day": arcade.DailyEvent("2026-11-21"), "event": arcade.RaceEvent("NONE00")} {
			s, r := dailyOpen(t, db, hop, today, 1), dailyOf(t, db, hop, today, 1, 1)
			s.Event, r.Event = e, e
			_, err := ann.Save(s, 0)
			wantErr(t, "Save of another "+what, err, ErrRound)
			_, err = ann.Finish(r, 0)
			wantErr(t, "Finish of another "+what, err, ErrRound)
		}
		s := dailyOpen(t, db, hop, today, 1)
		s.Record.Game = scotsi
		_, err := ann.Save(s, 0)
		wantErr(t, "Save of another game", err, ErrRound)
		s.Event = "fair/2026-11-22"
		_, err = ann.Save(s, 0)
		if err == nil {
			t.Error("what is no event was saved")
		}
		_, err = beginAndSave(session(t, db, fp("new")), dailyOpen(t, db, hop, "2026-11-20", 1))
		must(t, err)
		s = dailyOpen(t, db, hop, today, 1)
		s.Record.Code = "CHOSEN"
		_, err = session(t, db, fp("new")).Save(s, 0)
		wantErr(t, "Save of another deal", err, ErrRound)
	})
	t.Run("it has a slot of its own", func(t *testing.T) {
		own := save(t, ann, saved(record(hop, "OWN", 1), 1))
		first := save(t, ann, dailyOpen(t, db, hop, today, 1))
		other := save(t, ann, dailyOpen(t, db, hop, "2026-11-21", 2))
		for slot, want := range map[string]arcade.Rev{
			hop: own, arcade.Slot(hop, arcade.DailyEvent(today)): first, arcade.Slot(hop, arcade.DailyEvent("2026-11-21")): other,
		} {
			if s, rev, err := ann.Saved(slot); err != nil || rev != want || s.Slot() != slot {
				t.Errorf("Saved(%s) = %+v, %v, %v", slot, s, rev, err)
			}
		}
		sound(t, db)
		finish(t, ann, dailyOf(t, db, hop, today, 3, 2))
		if _, rev, err := ann.Saved(hop); err != nil || rev != own {
			t.Errorf("the own game is %v, %v", rev, err)
		}
	})
	t.Run("it is played once", func(t *testing.T) {
		_, err := beginAndSave(ann, dailyOpen(t, db, hop, today, 3))
		wantErr(t, "Save", err, ErrPlayed)
		_, err = playOut(ann, dailyOf(t, db, hop, today, 9, 3))
		wantErr(t, "Finish", err, ErrPlayed)
		finish(t, ann, dailyOf(t, db, hop, today, 3, 2)) // the same again
		finish(t, ann, dailyOf(t, db, scotsi, today, 4, 2))
	})
	sound(t, db)
}

// Where the clock was set back after a daily's deal was shown, its daily is practice for those who have seen it.
func TestADailyThatWasSeenIsPractice(t *testing.T) {
	db := openTemp(t)
	for name, seen := range map[string]bool{"ann": true, "ben": false} {
		s, _, err := session(t, db, name).Begin(gameWith(hop), arcade.DailyEvent("2026-09-21"), day(0), func(d arcade.Deal) bool { return seen && d.Game == hop && d.Code != "" })
		must(t, err)
		if s.Chosen != seen {
			t.Errorf("%s has seen the deal: %t, and it is practice: %t", name, seen, s.Chosen)
		}
	}
}

// A deal that was told after its event is practice for all if the clock is set back, also in a file that is opened again.
func TestAnEventThatWasToldIsPractice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := Open(path)
	must(t, err)
	ann := player(t, db, fp("ann"))
	daily, next, sprint := arcade.DailyEvent("2026-09-21"), arcade.DailyEvent("2026-09-22"), arcade.Sprint{Game: hop, Begins: day(0).Truncate(time.Hour)}.Event(1)
	passed := arcade.DailyEvent("2026-09-19")
	r := dailyOf(t, db, hop, "2026-09-19", 9, 3)
	r = finish(t, ann, r)
	for range 2 {
		must(t, db.MarkTold(sprint, day(2)))
		must(t, db.MarkTold(daily, day(2)))
		must(t, db.MarkTold(arcade.RaceEvent("RACE"), day(2)))
		must(t, db.MarkTold(arcade.DailyEvent("2025-09-19"), day(2))) // long ago
	}
	_, err = ann.PassOn(r.ID, day(2))
	must(t, err)
	if n := rowsIn(t, db, begunBucket); n != 3 {
		t.Errorf("%d rows are written, want 3", n)
	}
	_, err = db.Sweep(day(300))
	must(t, err)
	must(t, db.Close())
	db, err = Open(path)
	must(t, err)
	defer func() { _ = db.Close() }()
	for e, told := range map[arcade.Event]bool{daily: true, sprint: true, passed: true, next: false} {
		begins, _, _, _ := timesOf(e)
		s, _, err := session(t, db, "ben").Begin(gameWith(hop), e, begins.Add(time.Minute), nil)
		must(t, err)
		if s.Chosen != told {
			t.Errorf("the deal of %s was told: %t, and it is practice: %t", e, told, s.Chosen)
		}
	}
	_, err = db.Sweep(day(370))
	must(t, err)
	if n := rowsIn(t, db, begunBucket); n != 0 {
		t.Errorf("%d rows stay", n)
	}
}

// A round is the attempt whatever its class.
func TestAttempt(t *testing.T) {
	for _, class := range arcade.Classes()[:4] {
		t.Run(string(class), func(t *testing.T) {
			db := openGames(t)
			ann := player(t, db, fp("ann"))
			e := arcade.DailyEvent("2026-11-22")
			for _, p := range []*Player{ann, session(t, db, fp("new"))} {
				if r, ok, err := p.EventRound(hop, e); err != nil || ok {
					t.Errorf("before it Attempt = %+v, %v, %v", r, ok, err)
				}
			}
			want := finish(t, ann, of(class, dailyOf(t, db, hop, "2026-11-22", 5, 1, 2)))
			if r, ok, err := ann.EventRound(hop, e); err != nil || !ok || r.ID != want.ID || r.Class != class {
				t.Errorf("Attempt = %+v, %v, %v, want %+v", r, ok, err, want)
			}
			_, err := beginAndSave(ann, dailyOpen(t, db, hop, "2026-11-22"))
			wantErr(t, "Save", err, ErrPlayed)
			if _, ok, err := ann.EventRound(scotsi, e); err != nil || ok {
				t.Errorf("of another game Attempt = %v, %v", ok, err)
			}
			sound(t, db)
		})
	}
}

func TestDailyBoard(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	board := boardKey{hop, arcade.Counted, boardKind(arcade.DailyEvent("2026-11-22"))}
	finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 5, 1))
	bobs := finish(t, bob, dailyOf(t, db, hop, "2026-11-22", 6, 2))
	finish(t, ann, dailyOf(t, db, hop, "2026-11-21", 7, 3))
	finish(t, ann, finished(record(hop, "OWN", 3), 8))
	deal := string(dealOf(t, db, hop, "2026-11-22"))
	wantTop(t, ann, board, 9, "1 bob "+deal, "2 ann "+deal+" mine")
	// A board shows everybody whom it counts, those too who gave up at once.
	finish(t, nicked(t, db, "cid"), dailyOf(t, db, hop, "2026-11-22", 9))
	wantTop(t, ann, board, 9, "1 bob "+deal, "2 ann "+deal+" mine", "3 cid "+deal)
	wantTop(t, ann, boardKey{hop, arcade.Assisted, board.kind}, 9)
	if r, nick, err := db.Ranked(bobs.ID); err != nil || nick != "bob" || r.ID != bobs.ID {
		t.Errorf("Ranked = %+v, %q, %v", r, nick, err)
	}
	sound(t, db)
}

// Two keys of one player have one attempt; if both played before they were joined, the
// first counts.
func TestDailyOfTwoKeys(t *testing.T) {
	db := openGames(t)
	e := arcade.DailyEvent("2026-11-22")
	t.Run("joined before", func(t *testing.T) {
		ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
		join(t, ann, bob)
		finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 5, 1))
		_, err := beginAndSave(bob, dailyOpen(t, db, hop, "2026-11-22", 1))
		wantErr(t, "Save", err, ErrPlayed)
	})
	t.Run("joined after", func(t *testing.T) {
		cid, dan := nicked(t, db, "cid"), player(t, db, fp("dan"))
		finish(t, cid, dailyOf(t, db, hop, "2026-11-22", 8, 3))
		began := of(arcade.Assisted, dailyOf(t, db, hop, "2026-11-22", 700, 1)) // and ended later
		began.Began = began.Ended - 701
		first := finish(t, dan, began)
		join(t, cid, dan)
		for _, p := range []*Player{cid, dan} {
			if r, ok, err := p.EventRound(hop, e); err != nil || !ok || r.ID != first.ID {
				t.Errorf("Attempt = %+v, %v, %v, want the first", r, ok, err)
			}
		}
	})
	t.Run("joined while both play", func(t *testing.T) {
		eve, fay := player(t, db, fp("eve")), player(t, db, fp("fay"))
		rev := save(t, eve, dailyOpen(t, db, hop, "2026-11-22", 1))
		save(t, fay, dailyOpen(t, db, hop, "2026-11-22", 2, 2))
		join(t, eve, fay)
		r, ok, err := eve.EventRound(hop, e)
		if err != nil || !ok || r.Score.Points != 1 || r.Class != arcade.Counted {
			t.Errorf("Attempt = %+v, %v, %v, want the first, with the points it had", r, ok, err)
		}
		history, err := eve.History("", 9)
		must(t, err)
		if len(history) != 4 || history[0].Class == history[1].Class { // each has finished another game, too
			t.Errorf("History = %+v, want the second as practice", history)
		}
		_, err = fay.Finish(timed(9, 1, dailyOf(t, db, hop, "2026-11-22", 9, 3, 3)), rev)
		wantErr(t, "Finish", err, arcade.ErrConflict)
	})
	sound(t, db)
}

func TestStreak(t *testing.T) {
	db := openGames(t)
	ann := player(t, db, fp("ann"))
	for i, day := range []string{"2027-02-27", "2027-02-28", "2027-03-01", "2027-03-02", "2027-03-05", "2027-03-06", "2027-03-09"} {
		finish(t, ann, dailyOf(t, db, hop, day, int64(i+1), 1))
	}
	finish(t, ann, of(arcade.Assisted, dailyOf(t, db, hop, "2027-03-07", 10, 1)))
	finish(t, ann, dailyOf(t, db, scotsi, "2027-03-08", 11, 1))
	for _, c := range []struct {
		day          string
		now, longest int
	}{
		{"2027-02-26", 0, 0},
		{"2027-02-27", 1, 1},
		{"2027-03-01", 3, 3}, // over the end of a month
		{"2027-03-02", 4, 4},
		{"2027-03-03", 4, 4}, // there is time yet
		{"2027-03-04", 0, 4},
		{"2027-03-05", 1, 4},
		{"2027-03-07", 2, 4}, // what was assisted is no day
		{"2027-03-08", 0, 4}, // nor what was another game
		{"2027-03-09", 1, 4},
		{"no day", 0, 4},
	} {
		if now, longest, err := ann.Streak(hop, c.day); err != nil || now != c.now || longest != c.longest {
			t.Errorf("Streak up to %s = %d, %d, %v, want %d, %d", c.day, now, longest, err, c.now, c.longest)
		}
	}
	if now, longest, err := ann.Streak("", "2027-03-09"); err != nil || now != 2 || longest != 4 {
		t.Errorf("with any game Streak = %d, %d, %v, want 2, 4: the day of the other game counts", now, longest, err)
	}
	if now, longest, err := session(t, db, fp("new")).Streak(hop, "2027-03-01"); err != nil || now != 0 || longest != 0 {
		t.Errorf("of somebody new Streak = %d, %d, %v", now, longest, err)
	}
	t.Run("accounts that are joined have the days of each for itself", func(t *testing.T) {
		bob := player(t, db, fp("bob"))
		for i, day := range []string{"2027-03-03", "2027-03-04", "2027-03-05"} {
			finish(t, bob, dailyOf(t, db, hop, day, int64(i+20), 1))
		}
		join(t, ann, bob)
		if now, longest, err := bob.Streak(hop, "2027-03-06"); err != nil || now != 2 || longest != 4 {
			t.Errorf("Streak = %d, %d, %v, want 2, 4", now, longest, err)
		}
		eve := player(t, db, fp("eve"))
		join(t, eve, bob)
		if now, longest, err := bob.Streak("", "2027-03-06"); err != nil || now != 0 || longest != 4 {
			t.Errorf("of another account that stays Streak = %d, %d, %v, want 0, 4", now, longest, err)
		}
	})
	sound(t, db)
}

// A daily begun in time counts until an hour after its day. After that it is practice,
// because others know its deal.
func TestDailyGoesOn(t *testing.T) {
	db := openGames(t)
	for _, c := range []struct {
		nick  string
		ended time.Time
		class arcade.Class
	}{
		{"ann", time.Date(2026, 11, 23, 0, 59, 59, 0, time.UTC), arcade.Counted},
		{"bob", time.Date(2026, 11, 23, 1, 0, 0, 0, time.UTC), arcade.Practice},
	} {
		p := player(t, db, fp(c.nick))
		rev := save(t, p, dailyOpen(t, db, hop, "2026-11-22", 1))
		late := dailyOf(t, db, hop, "2026-11-22", 1, 1, 2)
		late.Ended = c.ended.UnixMilli()
		if r, err := p.Finish(late, rev); err != nil || r.Class != c.class {
			t.Errorf("%s has %+v, %v, want it %s", c.nick, r, err, c.class)
		}
	}
	sound(t, db)
}

// A round that is open when its daily is over ends as practice, and was the attempt.
func TestEndDailies(t *testing.T) {
	db := openGames(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	rev := save(t, ann, dailyOpen(t, db, hop, "2026-11-22", 2, 2))
	if _, err := begin(bob, record(hop, ""), arcade.DailyEvent("2026-11-22")); err != nil {
		t.Fatal(err)
	}
	save(t, bob, dailyOpen(t, db, scotsi, "2026-11-23", 1))
	for _, c := range []struct {
		at   time.Time
		want int
	}{
		{time.Date(2026, 11, 23, 0, 59, 59, 0, time.UTC), 0},
		{time.Date(2026, 11, 23, 1, 0, 0, 0, time.UTC), 2},
		{time.Date(2026, 11, 23, 2, 0, 0, 0, time.UTC), 0},
	} {
		if n, err := db.EndDailies(c.at); err != nil || n != c.want {
			t.Errorf("EndDailies(%v) = %d, %v, want %d", c.at, n, err, c.want)
		}
	}
	for p, points := range map[*Player]int{ann: 4, bob: 0} { // bob has seen the deal and made no move
		r, ok, err := p.EventRound(hop, arcade.DailyEvent("2026-11-22"))
		if err != nil || !ok || r.Class != arcade.Practice || r.Score.Points != points {
			t.Errorf("Attempt = %+v, %v, %v, want %d points of practice", r, ok, err, points)
		}
	}
	_, err := ann.Save(dailyOpen(t, db, hop, "2026-11-22", 2, 2, 2), rev)
	wantErr(t, "Save", err, arcade.ErrConflict)
	wantTop(t, ann, boardKey{hop, arcade.Counted, boardKind(arcade.DailyEvent("2026-11-22"))}, 9)
	sound(t, db)
}

// classOf returns a result's class and the reason for it.
func classOf(t testing.TB, p *Player, id string) (arcade.Class, string) {
	t.Helper()
	r, err := p.Result(id)
	must(t, err)
	return r.Class, r.Ruling
}

// begunAt creates an account at a time.
func begunAt(t testing.TB, db *DB, fingerprint string, at time.Time) *Player {
	t.Helper()
	p := session(t, db, fingerprint)
	s := saved(record(scotsi, "FIRST", 1), 1)
	s.Started = at.UnixMilli()
	save(t, p, s)
	return p
}

// A player begins the daily badly and leaves it open, plays it again as a guest until it
// is perfect, and joins the guest's account: the first round is still the attempt.
func TestGuestsDailyIsNoSecondAttempt(t *testing.T) {
	db := openGames(t)
	e, board := arcade.DailyEvent("2026-11-22"), boardKey{hop, arcade.Counted, boardKind(arcade.DailyEvent("2026-11-22"))}
	morning := noon("2026-11-22").Add(-2 * time.Hour)
	ann, gus := begunAt(t, db, fp("ann"), day(0)), begunAt(t, db, "guest:1", morning)
	_, rev, err := beginEvent(ann, steps{hop}, e, morning)
	must(t, err)
	perfect := finish(t, gus, dailyOf(t, db, hop, "2026-11-22", 5, 3, 3, 3, 3, 3, 3, 3, 3, 3))
	join(t, ann, gus)
	if r, ok, err := ann.EventRound(hop, e); err != nil || !ok || r.Score.Points != 0 || r.Class != arcade.Counted {
		t.Errorf("Attempt = %+v, %v, %v, want the first, as it stood", r, ok, err)
	}
	if class, why := classOf(t, ann, perfect.ID); class != arcade.Practice || why == "" {
		t.Errorf("the guest's round is %s, %q, want practice and why", class, why)
	}
	_, err = ann.Save(dailyOpen(t, db, hop, "2026-11-22", 3), rev)
	wantErr(t, "Save of what has ended", err, arcade.ErrConflict)
	_, _, err = beginEvent(ann, steps{hop}, e, morning)
	wantErr(t, "Begin", err, ErrPlayed)
	if top, err := ann.top(board, 9, false); err != nil || len(top) != 1 || top[0].Result.ID == perfect.ID {
		t.Errorf("Top = %+v, %v, want the attempt alone", top, err)
	}
	sound(t, db)
}

// A daily from an account younger than its day becomes history, and an attempt, when the
// accounts are joined.
func TestYoungAccountsDailyIsHistory(t *testing.T) {
	db := openGames(t)
	e := arcade.DailyEvent("2026-11-22")
	ann, gus, dan := begunAt(t, db, fp("ann"), day(0)), begunAt(t, db, "guest:1", noon("2026-11-22")), begunAt(t, db, fp("dan"), day(1))
	young := finish(t, gus, dailyOf(t, db, hop, "2026-11-22", 5, 3))
	save(t, gus, dailyOpen(t, db, scotsi, "2026-11-22", 2))
	old := finish(t, dan, dailyOf(t, db, hop, "2026-11-23", 5, 3))
	join(t, ann, gus)
	join(t, ann, dan)
	if class, _ := classOf(t, ann, young.ID); class != arcade.Practice {
		t.Errorf("the young account's round is %s", class)
	}
	if class, why := classOf(t, ann, old.ID); class != arcade.Counted || why != "" {
		t.Errorf("the older account's round is %s, %q", class, why)
	}
	if s, _, err := ann.Saved(arcade.Slot(scotsi, e)); err != nil || !s.Chosen {
		t.Errorf("the open one is %+v, %v, want it practice", s, err)
	}
	_, _, err := beginEvent(ann, steps{hop}, e, noon("2026-11-22"))
	wantErr(t, "Begin", err, ErrPlayed)
	sound(t, db)
}

// The attack: an account made for the day plays its daily, and then the older one is joined into it, so that it is as
// old as that.
func TestAYoungAccountsDailyIsHistoryIfItStays(t *testing.T) {
	db := openGames(t)
	e := arcade.DailyEvent("2026-11-22")
	ann, gus := begunAt(t, db, fp("ann"), day(0)), begunAt(t, db, fp("gus"), noon("2026-11-22"))
	young := finish(t, gus, dailyOf(t, db, hop, "2026-11-22", 5, 3))
	save(t, gus, dailyOpen(t, db, scotsi, "2026-11-22", 2))
	old := finish(t, gus, dailyOf(t, db, hop, "2026-11-23", 5, 3))
	join(t, gus, ann)
	if class, why := classOf(t, gus, young.ID); class != arcade.Practice || why != whyYounger {
		t.Errorf("the round of the day it was made is %s, %q", class, why)
	}
	if class, why := classOf(t, gus, old.ID); class != arcade.Counted || why != "" {
		t.Errorf("the round of the day after is %s, %q", class, why)
	}
	if s, _, err := gus.Saved(arcade.Slot(scotsi, e)); err != nil || !s.Chosen {
		t.Errorf("the open one is %+v, %v, want it practice", s, err)
	}
	sound(t, db)
}

// An account that is deleted, or a key that is removed, leaves a mark that says its key
// has begun the daily, until the daily is over, and one for a year that it knows deals of
// events; and nothing else.
func TestBegunDailiesOutliveTheAccount(t *testing.T) {
	e, at := arcade.DailyEvent("2026-11-22"), noon("2026-11-22")
	for name, gone := range map[string]func(*Player, *DB) error{
		"deleted": func(p *Player, _ *DB) error { return p.Delete(at) },
		"removed": func(p *Player, db *DB) error {
			other := session(t, db, fp("other"))
			if err := other.Join(link(t, p), day(0).Add(time.Minute)); err != nil {
				return err
			}
			return other.RemoveKey(fp("ann"), at)
		},
	} {
		for _, open := range []bool{true, false} {
			db := openGames(t)
			ann := begunAt(t, db, fp("ann"), day(0))
			if open {
				save(t, ann, dailyOpen(t, db, hop, "2026-11-22"))
			} else {
				finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 5, 1))
			}
			finish(t, ann, dailyOf(t, db, hop, "2026-11-20", 5, 1))
			must(t, gone(ann, db))
			again := session(t, db, fp("ann"))
			_, _, err := beginEvent(again, steps{hop}, e, at)
			wantErr(t, name+": Begin", err, ErrPlayed)
			_, _, err = beginEvent(again, steps{scotsi}, e, at)
			must(t, err)
			other := session(t, db, fp("somebody else"))
			_, _, err = beginEvent(other, steps{hop}, e, at)
			must(t, err)
			for game, before := range map[string]bool{hop: true, scotsi: false} {
				if d, err := again.DailyStanding(game, "2026-11-22"); err != nil || d.Before != before {
					t.Errorf("%s: the daily of %s is %+v, %v, want that it was begun before: %t", name, game, d, err, before)
				}
			}
			if d, err := other.DailyStanding(hop, "2026-11-22"); err != nil || d.Before {
				t.Errorf("%s: somebody else's daily is %+v, %v", name, d, err)
			}
			sound(t, db)
			for i, sweep := range []time.Time{at, noon("2026-11-23"), at.Add(challengeStays)} {
				_, err = db.Sweep(sweep)
				must(t, err)
				if n := rowsIn(t, db, begunBucket); n != 2-i {
					t.Errorf("%s: %d marks at %v, want %d", name, n, sweep, 2-i)
				}
			}
		}
	}
}

// A player of a deal that others play too appears on the board of that event alone.
func TestEventsStandOnTheirBoardAlone(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	perfect := []int{3, 3, 3, 3, 3, 3, 3, 3, 3}
	r := started(t, ann, bob)
	_, err := playOut(ann, raced(r, 5, perfect...))
	must(t, err)
	ended := finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 5, perfect...))
	for _, kind := range []boardKind{allTime, weekKind(day(0)), weekKind(noon("2026-11-22")), fastest, wins, streaks} {
		wantTop(t, ann, boardKey{hop, arcade.Counted, kind}, 9)
	}
	wantTop(t, ann, boardKey{hop, arcade.Counted, boardKind(ended.Event)}, 9, "1 ann "+string(ended.Record.Code)+" mine")
	if best, ok, err := ann.Best(hop, arcade.Counted); ok || err != nil {
		t.Errorf("Best = %+v, %v, %v, want none", best, ok, err)
	}
	sound(t, db)
}

// A player about to lose cannot save a streak by becoming assisted, nor by playing faster
// than any person; a chosen deal does not matter.
func TestALossEndsTheStreakWhateverItsClass(t *testing.T) {
	won, lost := []int{3, 3, 3, 3, 3, 3, 3}, []int{1}
	for class, want := range map[arcade.Class]int{
		arcade.Counted: 0, arcade.Assisted: 0, arcade.Inhuman: 0, arcade.Practice: 2,
	} {
		db := openGames(t)
		ann := nicked(t, db, "ann")
		for i, points := range [][]int{won, won, lost} {
			r := finished(record(hop, "OWN", points...), int64(i+1))
			if i == 2 {
				r.Class = class
			}
			finish(t, ann, r)
		}
		stats, err := ann.Stats()
		must(t, err)
		for _, s := range stats {
			if s.Game == hop && s.Class == arcade.Counted && (s.Streak != want || s.Longest != 2) {
				t.Errorf("after a loss that is %s the streak is %d, longest %d, want %d and 2", class, s.Streak, s.Longest, want)
			}
		}
		sound(t, db)
	}
}

// Boards order equal points by the time since the deal was first seen, including time away
// from the table: who leaves it to think is no faster than who stays.
//
//abuse:case 57
func TestBoardsCountTheTimeAway(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	perfect := []int{3, 3, 3, 3, 3, 3, 3, 3, 3}
	away := finished(record(hop, "AWAY", perfect...), 5)
	away.Span = 100_000
	finish(t, ann, away)
	finish(t, bob, finished(record(hop, "THERE", perfect...), 50))
	wantTop(t, ann, boardKey{hop, arcade.Counted, fastest}, 9, "1 bob THERE", "2 ann AWAY mine")
	wantTop(t, ann, boardKey{hop, arcade.Counted, allTime}, 9, "1 bob THERE", "2 ann AWAY mine")
	sound(t, db)
}

// rowsIn counts the rows of a bucket.
func rowsIn(t testing.TB, db *DB, bucket []byte) (n int) {
	t.Helper()
	must(t, db.View(func(tx *store.Tx) error {
		for range store.Rows(tx.Bucket(bucket)) {
			n++
		}
		return nil
	}))
	return n
}

// Of two equal rounds of a race the older counts, whichever account stays.
func TestEqualRoundsOfARace(t *testing.T) {
	for _, older := range []string{"ann", "bob"} {
		t.Run(older, func(t *testing.T) {
			db := quick(t)
			ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
			r := started(t, ann, bob)
			var want arcade.Result
			for name, p := range map[string]*Player{"ann": ann, "bob": bob} {
				round := of(map[string]arcade.Class{"ann": arcade.Counted, "bob": arcade.Inhuman}[name], raced(r, 200, 3, 3))
				if name != older {
					round.Ended += 1000
				}
				if round = finish(t, p, round); name == older {
					want = round
				}
			}
			_, err := db.EndRace(r.Code, day(0.5))
			must(t, err)
			join(t, ann, bob)
			if got, ok, err := ann.EventRound(hop, arcade.RaceEvent(r.Code)); err != nil || !ok || got.ID != want.ID || got.Ruling != "" {
				t.Errorf("Attempt = %+v, %v, %v, want %+v", got, ok, err, want)
			}
			sound(t, db)
		})
	}
}
