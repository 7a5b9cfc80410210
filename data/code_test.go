package data

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

func TestLink(t *testing.T) {
	db := openGames(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	now := day(0)
	t.Run("nobody has one before the first game", func(t *testing.T) {
		code, until, err := session(t, db, fp("new")).Link(now)
		wantErr(t, "Link", err, ErrNoAccount)
		if code != "" || !until.IsZero() {
			t.Errorf("Link = %q, %v", code, until)
		}
	})
	t.Run("it can be read out, and is good for ten minutes", func(t *testing.T) {
		code, until, err := ann.Link(now)
		if err != nil || !regexp.MustCompile(`^[A-Z2-7]{4}-[A-Z2-7]{4}$`).MatchString(code) || !until.Equal(now.Add(10*time.Minute)) {
			t.Errorf("Link = %q, %v, %v", code, until, err)
		}
		wantErr(t, "Join too late", bob.Join(code, until.Add(time.Millisecond)), ErrCode)
		must(t, session(t, db, fp("late")).Join(code, until))
	})
	t.Run("a guest's is good for a day", func(t *testing.T) {
		_, until, err := player(t, db, "guest:1").Link(now)
		if err != nil || !until.Equal(now.Add(24*time.Hour)) {
			t.Errorf("Link = %v, %v", until, err)
		}
	})
	t.Run("it is good once, however it is typed", func(t *testing.T) {
		code := link(t, ann)
		typed := " " + strings.ToLower(strings.ReplaceAll(code, "-", " "))
		must(t, session(t, db, fp("two")).Join(typed, now))
		wantErr(t, "Join again", session(t, db, fp("three")).Join(code, now), ErrCode)
	})
	t.Run("the next takes its place", func(t *testing.T) {
		old, fresh := link(t, ann), link(t, ann)
		wantErr(t, "Join", bob.Join(old, now), ErrCode)
		must(t, session(t, db, fp("four")).Join(fresh, now))
	})
	t.Run("what is no code is none", func(t *testing.T) {
		invitation, _, err := db.Invite(now)
		must(t, err)
		for _, code := range []string{"", "AAAA-AAAA", invitation, "x\x00y"} {
			wantErr(t, "Join", bob.Join(code, now), ErrCode)
		}
	})
	sound(t, db)
}

func TestInvite(t *testing.T) {
	db := openGames(t)
	now := day(0)
	invite := func() string {
		t.Helper()
		code, until, err := db.Invite(now)
		if err != nil || !until.Equal(now.Add(7*24*time.Hour)) {
			t.Fatalf("Invite = %v, %v", until, err)
		}
		return code
	}
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	must(t, ann.SetSettings([]byte(`{"theme":"dark"}`)))
	code := invite()
	must(t, ann.Redeem(code, now))
	t.Run("it makes an account", func(t *testing.T) {
		got, err := session(t, db, fp("ann")).Account()
		if want := (arcade.Account{Known: true, Since: now}); err != nil || !got.Since.Equal(now) || !got.Known {
			t.Errorf("Account = %+v, %v, want %+v", got, err, want)
		}
		if got, err := session(t, db, fp("ann")).Settings(); err != nil || string(got) != `{"theme":"dark"}` {
			t.Errorf("Settings = %s, %v", got, err)
		}
	})
	t.Run("it is good once and for a week", func(t *testing.T) {
		wantErr(t, "Redeem again", bob.Redeem(code, now), ErrCode)
		wantErr(t, "Redeem too late", bob.Redeem(invite(), now.Add(8*24*time.Hour)), ErrCode)
	})
	t.Run("who has an account uses none up", func(t *testing.T) {
		code := invite()
		must(t, ann.Redeem(code, now))
		must(t, bob.Redeem(code, now))
	})
	t.Run("settings that wait are not lost on the way", func(t *testing.T) {
		left, right := session(t, db, fp("cid")), session(t, db, fp("cid"))
		must(t, left.SetSettings([]byte(`1`)))
		finish(t, right, finished(record(hop, "A", 1), 1))
		must(t, left.Redeem("none", now))
		finish(t, left, finished(record(hop, "B", 1), 2))
		if got, err := right.Settings(); err != nil || string(got) != `1` {
			t.Errorf("Settings = %s, %v", got, err)
		}
	})
	t.Run("a link code is none, and a guest has no key", func(t *testing.T) {
		wantErr(t, "Redeem", session(t, db, fp("new")).Redeem(link(t, ann), now), ErrCode)
		wantErr(t, "Redeem", session(t, db, "guest:1").Redeem(invite(), now), ErrGuest)
	})
	sound(t, db)
}

func TestNoRoom(t *testing.T) {
	db := openGames(t)
	ann := player(t, db, fp("ann"))
	rev := save(t, ann, saved(record(hop, "A", 1), 1))
	code, _, err := db.Invite(day(0))
	must(t, err)
	db.options.maxSize = 1 << 10 // nobody writes meanwhile
	_, err = ann.Save(saved(record(scotsi, "A", 1), 1), 0)
	wantErr(t, "Save of a new game", err, ErrFull)
	_, err = session(t, db, fp("bob")).Save(saved(record(hop, "A", 1), 1), 0)
	wantErr(t, "Save of a new player", err, ErrFull)
	wantErr(t, "Redeem", session(t, db, fp("bob")).Redeem(code, day(0)), ErrFull)
	_, err = ann.Import(results(finished(record(hop, "B", 1), 1)), day(1))
	wantErr(t, "Import", err, ErrFull)
	rev, err = ann.Save(saved(record(hop, "A", 1, 2), 2), rev)
	must(t, err)
	_, err = ann.Finish(finished(record(hop, "A", 1, 2), 3), rev)
	must(t, err)
	wantDeals(t, ann, "A", "FIRST")
	sound(t, db)
}
