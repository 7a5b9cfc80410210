package data

import (
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

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
	for name, damage := range map[string]func(b *bbolt.Bucket) error{
		"lost":    func(b *bbolt.Bucket) error { return b.Delete(secretKey) },
		"damaged": func(b *bbolt.Bucket) error { return b.Put(secretKey, []byte("damaged")) },
	} {
		t.Run(name, func(t *testing.T) {
			db := openGames(t)
			ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
			played := finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 1, 3))
			open := dailyOpen(t, db, scotsi, "2026-11-22", 1)
			rev := save(t, ann, open)
			before := dealOf(t, db, hop, "2026-11-22")
			must(t, db.bolt.Update(func(tx *bbolt.Tx) error { return damage(tx.Bucket(metaBucket)) }))
			_, err := db.Daily(hop, "2026-11-22")
			wantErr(t, "Daily", err, ErrDamaged)
			_, err = begin(bob, open.Record, open.Event)
			wantErr(t, "Begin", err, ErrDamaged)
			report, err := db.Check(find)
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
	board := Board{hop, arcade.Counted, On(arcade.DailyEvent("2026-11-22"))}
	finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 5, 1))
	bobs := finish(t, bob, dailyOf(t, db, hop, "2026-11-22", 6, 2))
	finish(t, ann, dailyOf(t, db, hop, "2026-11-21", 7, 3))
	finish(t, ann, finished(record(hop, "OWN", 3), 8))
	deal := string(dealOf(t, db, hop, "2026-11-22"))
	wantTop(t, ann, board, 9, "1 bob "+deal, "2 ann "+deal+" mine")
	wantTop(t, ann, Board{hop, arcade.Assisted, board.Kind}, 9)
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
