package data

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// following returns a player who follows as many others as one may: num0 and so on, from a
// number on.
func following(t testing.TB, db *DB, fingerprint string, from int) *Player {
	t.Helper()
	p := player(t, db, fingerprint)
	for n := from; n < from+arcade.FollowsMax; n++ {
		nick := fmt.Sprint("num", n)
		if taken, _, err := db.Holds(nick, p.credential); err != nil || !taken {
			must(t, err)
			must(t, player(t, db, fp(nick)).SetNick(nick))
		}
		must(t, p.Regard(arcade.Follow, nick, day(0)))
	}
	return p
}

// nicksFollowed returns the nicks of those whom a player follows.
func nicksFollowed(t testing.TB, p *Player) (nicks []string) {
	t.Helper()
	list, err := p.Following()
	must(t, err)
	for _, f := range list {
		nicks = append(nicks, f.Nick)
	}
	return nicks
}

// Whoever is followed is followed under any nick, and through joins, until the account is
// deleted.
func TestFollowsAreOfAccounts(t *testing.T) {
	db := quick(t)
	ann, bob, cat, dan := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cat"), nicked(t, db, "dan")
	wants := func(what string, want ...string) {
		t.Helper()
		if got := nicksFollowed(t, ann); !slices.Equal(got, want) {
			t.Errorf("%s, ann follows %q, want %q", what, got, want)
		}
		sound(t, db)
	}
	for _, nick := range []string{"BOB", "cat", "dan", "bob"} {
		must(t, ann.Regard(arcade.Follow, nick, day(0)))
	}
	wants("at first", "bob", "cat", "dan")
	must(t, bob.SetNick("zoe"))
	wants("with another nick", "cat", "dan", "zoe")
	must(t, dan.SetPrivacy(true, true))
	wants("once one hides", "cat", "dan", "zoe")
	join(t, bob, cat)
	wants("once two are one", "dan", "zoe")
	must(t, ann.Regard(arcade.Unfollow, "Zoe", day(0)))
	wants("without both", "dan")
	must(t, ann.Regard(arcade.Follow, "zoe", day(0)))
	must(t, dan.Delete(day(0)))
	wants("without the account", "zoe")
	must(t, second(db.Sweep(day(0))))
	if n := follows(t, db); n != 1 {
		t.Errorf("%d rows are left after the sweep", n)
	}
	must(t, ann.Delete(day(0)))
	if n := follows(t, db); n != 0 {
		t.Errorf("a deleted player leaves %d rows", n)
	}
}

// follows returns the number of rows in the bucket.
func follows(t testing.TB, db *DB) (n int) {
	t.Helper()
	must(t, db.View(func(tx *store.Tx) error {
		n = tx.Bucket(followsBucket).Stats().KeyN
		return nil
	}))
	return n
}

// That a player follows or ignores somebody is counted on every machine.
func TestRegardsAreCounted(t *testing.T) {
	dbs := nodes(t, NewLog(), 2, Games(library), unsynced)
	here, there := nicked(t, dbs[0], "ann"), session(t, dbs[1], fp("ann"))
	nicked(t, dbs[0], "bob")
	must(t, dbs[1].Barrier(t.Context()))
	if got := there.RegardChanges(); got != 0 {
		t.Errorf("before the account is known, RegardChanges = %d", got)
	}
	for _, how := range []arcade.Regard{arcade.Follow, arcade.Ignore, arcade.Unignore} {
		if _, err := there.Account(); err != nil {
			t.Fatal(err)
		}
		before := there.RegardChanges()
		must(t, here.Regard(how, "bob", day(0)))
		must(t, dbs[1].Barrier(t.Context()))
		if there.RegardChanges() == before {
			t.Errorf("RegardChanges is as before %v", how)
		}
	}
}

func TestFollowIsRefused(t *testing.T) {
	db := quick(t)
	ann, none := following(t, db, fp("ann"), 0), session(t, db, fp("none"))
	must(t, ann.SetNick("ann"))
	nicked(t, db, "late")
	wantErr(t, "Follow of nobody", ann.Regard(arcade.Follow, "nobody", day(0)), ErrNotFound)
	wantErr(t, "Follow of oneself", ann.Regard(arcade.Follow, "Ann", day(0)), ErrSame)
	wantErr(t, "Follow of one too many", ann.Regard(arcade.Follow, "late", day(0)), ErrFollows)
	wantErr(t, "Follow without an account", none.Regard(arcade.Follow, "ann", day(0)), ErrNoAccount)
	wantErr(t, "Unfollow", ann.Regard(arcade.Unfollow, "late", day(0)), ErrNotFound)
	must(t, ann.Regard(arcade.Follow, "num3", day(0))) // again
	if got, err := none.Account(); err != nil || got.ID != "" {
		t.Errorf("without an account the ID is %q, %v", got.ID, err)
	}
}

// Accounts that are joined follow as many as one may, the oldest first, and never
// themselves.
func TestJoinedFollows(t *testing.T) {
	db := quick(t)
	ann, bob := following(t, db, fp("ann"), 0), nicked(t, db, "bob")
	must(t, ann.SetNick("ann"))
	must(t, ann.Regard(arcade.Unfollow, "num5", day(0)))
	must(t, bob.Regard(arcade.Follow, "ann", day(0)))
	for i, nick := range []string{"late", "later"} {
		nicked(t, db, nick)
		must(t, bob.Regard(arcade.Follow, nick, day(float64(i+1))))
	}
	join(t, ann, bob)
	got := nicksFollowed(t, ann)
	if len(got) != arcade.FollowsMax || !slices.Contains(got, "late") || slices.Contains(got, "later") || slices.Contains(got, "ann") {
		t.Errorf("together they follow %d: %q", len(got), got)
	}
	sound(t, db)
}

// A note is its writer's alone. It stays with the player whom it is about, whatever becomes of follows, nicks and
// accounts, until it is ended.
func TestNotesAboutPlayers(t *testing.T) {
	db := quick(t)
	ann, bob, cat := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cat")
	wants := func(p *Player, nick, want string, follows, ignores bool) {
		t.Helper()
		o, err := p.Other(nick, day(0))
		if err != nil || o.Note != want || o.Follows != follows || o.Ignores != ignores {
			t.Errorf("of %s is known %+v, %v; want the note %q", nick, o, err, want)
		}
		sound(t, db)
	}
	wantErr(t, "a note about nobody", ann.Note("nobody", "x"), ErrNotFound)
	wantErr(t, "a note about oneself", ann.Note("ANN", "x"), ErrOneself)
	must(t, ann.Note("bob", ""))
	if n := follows(t, db); n != 0 {
		t.Errorf("no note takes %d rows", n)
	}
	must(t, ann.Note("BOB", "plays fast"))
	wants(ann, "bob", "plays fast", false, false)
	wants(bob, "ann", "", false, false)
	must(t, ann.Regard(arcade.Follow, "bob", day(0)))
	wants(ann, "bob", "plays fast", true, false)
	must(t, ann.Regard(arcade.Ignore, "bob", day(1)))
	wants(ann, "bob", "plays fast", false, true)
	must(t, ann.Regard(arcade.Unignore, "bob", day(0)))
	wants(ann, "bob", "plays fast", false, false)
	must(t, bob.SetNick("rob"))
	wants(ann, "rob", "plays fast", false, false)
	must(t, cat.Note("rob", "likes Scotsi"))
	must(t, ann.Note("cat", "a sister"))
	join(t, ann, bob) // one account named ann: what each noted of the other is gone
	wants(cat, "ann", "likes Scotsi", false, false)
	wants(ann, "cat", "a sister", false, false)
	must(t, cat.Note("ann", ""))
	wants(cat, "ann", "", false, false)
	must(t, cat.Delete(day(0)))
	must(t, second(db.Sweep(day(0))))
	if n := follows(t, db); n > 1 {
		t.Errorf("%d rows are left", n)
	}
}

// Accounts that are joined keep what both have noted, and as many notes as one may have.
func TestJoinedNotes(t *testing.T) {
	db := quick(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	for n := range arcade.FollowsMax {
		nicked(t, db, fmt.Sprint("num", n))
		must(t, ann.Note(fmt.Sprint("num", n), "of ann"))
	}
	nicked(t, db, "late")
	wantErr(t, "one note too many", ann.Note("late", "x"), ErrFollows)
	must(t, ann.Note("num3", "again"))
	must(t, ann.Note("num4", ""))
	for _, nick := range []string{"num3", "num4", "late"} {
		must(t, bob.Note(nick, "of bob"))
	}
	must(t, bob.Regard(arcade.Follow, "num5", day(0)))
	join(t, ann, bob)
	notes := map[string]string{}
	for _, nick := range []string{"num3", "num4", "num5", "late"} {
		o, err := ann.Other(nick, day(0))
		must(t, err)
		notes[nick] = fmt.Sprint(o.Note, " ", o.Follows)
	}
	if notes["num3"] != "again false" || notes["num5"] != "of ann true" || (notes["num4"] == " false") == (notes["late"] == " false") {
		t.Errorf("together they note %q", notes)
	}
	sound(t, db)
}

// A row that is damaged, or belongs to nobody, is found and deleted.
func TestRepairFollows(t *testing.T) {
	db := quick(t)
	ann := nicked(t, db, "ann")
	nicked(t, db, "bob")
	must(t, ann.Regard(arcade.Follow, "bob", day(0)))
	id := accountOf(t, ann)
	must(t, directly(db, func(tx *store.Tx) error {
		b := tx.Bucket(followsBucket)
		must(t, b.Put(id.follow(newPlayerID()), []byte("damaged")))
		must(t, store.Put(b, newPlayerID().follow(id), followRow{}))
		return store.Put(b, bytes.Clone(id[:5]), followRow{})
	}))
	report, err := db.Check(library)
	must(t, err)
	if len(report.Findings) != 3 {
		t.Errorf("found %q", report.Findings)
	}
	must(t, db.Repair())
	sound(t, db)
	if got := nicksFollowed(t, ann); !slices.Equal(got, []string{"bob"}) {
		t.Errorf("after the repair ann follows %q", got)
	}
}
