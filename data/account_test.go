package data

import (
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// day returns the time n days after the rounds of the tests end.
func day(n float64) time.Time {
	return time.UnixMilli(1_790_000_000_000).Add(time.Duration(n * 24 * float64(time.Hour)))
}

// openGames opens a file whose rounds are replayed before they are ranked, and whose commits
// are kept off the disk.
func openGames(t testing.TB, opts ...Option) *DB {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), append([]Option{Games(library), unsynced}, opts...)...)
}

// fp returns the fingerprint of somebody's key.
func fp(name string) string { return "SHA256:" + name }

// credential returns the credential that a text stands for: a plain name is that of the
// key with the fingerprint fp(name).
func credential(text string) arcade.Credential {
	c, err := arcade.ParseCredential(text)
	if err != nil {
		return arcade.KeyCredential(fp(text))
	}
	return c
}

// player returns a session of somebody who has played a round.
func player(t testing.TB, db *DB, fingerprint string) *Player {
	t.Helper()
	p := session(t, db, fingerprint)
	finish(t, p, finished(record(scotsi, "FIRST", 1, 1, 1, 1, 1), 1))
	return p
}

// link returns a new link code of a player.
func link(t testing.TB, p *Player) string {
	t.Helper()
	code, until, err := p.Link(day(0))
	if err != nil || code == "" || !until.After(day(0)) {
		t.Fatalf("Link = %q, %v, %v", code, until, err)
	}
	return code
}

// join joins the account of goes into that of stays.
func join(t testing.TB, stays, goes *Player) {
	t.Helper()
	must(t, goes.Join(link(t, stays), day(0).Add(time.Minute)))
}

func wantErr(t testing.TB, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s = %v, want %v", what, got, want)
	}
}

// keys returns the fingerprints of a player's keys with their names; the session's own is
// marked.
func keys(t testing.TB, p *Player) []string {
	t.Helper()
	stored, err := p.Keys()
	must(t, err)
	var keys []string
	for _, k := range stored {
		text := fmt.Sprintf("%s %q", k.Credential, k.Name)
		if k.This {
			text += " this"
		}
		keys = append(keys, text)
	}
	return keys
}

// deals returns the codes of a player's rounds, the newest first.
func deals(t testing.TB, p *Player) []string {
	t.Helper()
	history, err := p.History("", 1000)
	must(t, err)
	var deals []string
	for _, r := range history {
		deals = append(deals, string(r.Record.Code))
	}
	return deals
}

func wantDeals(t testing.TB, p *Player, want ...string) {
	t.Helper()
	if got := deals(t, p); !slices.Equal(got, want) {
		t.Errorf("the history has %v, want %v", got, want)
	}
}

// of returns a round with another class.
func of(class arcade.Class, r arcade.Result) arcade.Result {
	r.Class = class
	return r
}

func TestAccount(t *testing.T) {
	db := openGames(t)
	p := session(t, db, fp("ann"))
	read := func(p *Player) arcade.Account {
		t.Helper()
		a, err := p.Account()
		must(t, err)
		return a
	}
	t.Run("nobody has one before the first game", func(t *testing.T) {
		if got := read(p); got != (arcade.Account{}) {
			t.Errorf("Account = %+v", got)
		}
		if got := read(session(t, db, "guest:x")); got != (arcade.Account{Guest: true}) {
			t.Errorf("Account of a guest = %+v", got)
		}
		wantErr(t, "SetPrivacy", p.SetPrivacy(true, true), ErrNoAccount)
		known, err := db.Known(credential("ann"))
		if known || err != nil {
			t.Errorf("Known = %v, %v", known, err)
		}
	})
	t.Run("the first game makes it", func(t *testing.T) {
		save(t, p, saved(record(hop, "A", 1), 500))
		want := arcade.Account{Known: true, ID: read(session(t, db, fp("ann"))).ID, Since: time.UnixMilli(1_780_000_000_500)}
		if got := read(p); got != want || want.ID == "" {
			t.Errorf("Account = %+v, want %+v", got, want)
		}
		known, err := db.Known(credential("ann"))
		if !known || err != nil {
			t.Errorf("Known = %v, %v", known, err)
		}
	})
	t.Run("privacy is kept", func(t *testing.T) {
		must(t, p.SetPrivacy(true, false))
		if got := read(session(t, db, fp("ann"))); !got.Hidden || got.Private {
			t.Errorf("Account = %+v", got)
		}
		must(t, p.SetPrivacy(false, true))
		if got := read(p); got.Hidden || !got.Private {
			t.Errorf("Account = %+v", got)
		}
	})
	t.Run("a guest has one of its own", func(t *testing.T) {
		g := player(t, db, "guest:1")
		if got := read(g); !got.Known || !got.Guest || got.ID == read(p).ID {
			t.Errorf("Account = %+v", got)
		}
		if got := keys(t, g); len(got) != 0 {
			t.Errorf("a guest has keys %v", got)
		}
		wantErr(t, "SetNick", g.SetNick("gus"), ErrGuest)
		wantErr(t, "SetNick before the first game", session(t, db, "guest:2").SetNick("gus"), ErrGuest)
		wantErr(t, "RemoveKey", g.RemoveKey("guest:1", day(0)), ErrLastKey)
	})
	sound(t, db)
}

// An account is read from the file again once it has changed, on whichever machine, and not before.
func TestAnAccountIsReadOnceItHasChanged(t *testing.T) {
	var reads atomic.Int64
	dbs := nodes(t, NewLog(), 2, Games(library), unsynced, func(o *Options) {
		o.SlowRead, o.OnSlowRead = -1, func(time.Duration) { reads.Add(1) }
	})
	here, there, bob := session(t, dbs[0], fp("ann")), session(t, dbs[1], fp("ann")), nicked(t, dbs[1], "bob")
	sees := func(what string, most int64, want arcade.Account, fails error) {
		t.Helper()
		must(t, dbs[0].Barrier(t.Context()))
		before := reads.Load()
		var got arcade.Account
		for range 5 {
			var err error
			got, err = here.Account()
			wantErr(t, "Account "+what, err, fails)
		}
		if n := reads.Load() - before; fails == nil && n > most || got.Nick != want.Nick || got.Hidden != want.Hidden || got.Private != want.Private {
			t.Errorf("%s, Account = %+v with %d reads, want %+v with %d at most", what, got, n, want, most)
		}
	}
	sees("before the first game", 1, arcade.Account{}, nil)
	sees("again", 0, arcade.Account{}, nil)
	s := saved(record(hop, "A", 1), 1)
	save(t, there, s)
	must(t, there.SetNick("ann"))
	sees("with a nick", 2, arcade.Account{Nick: "ann"}, nil) // once to learn which account it is
	s.Millis++
	save(t, there, s)
	sees("after a move", 0, arcade.Account{Nick: "ann"}, nil)
	must(t, there.SetPrivacy(false, true))
	sees("in private", 1, arcade.Account{Nick: "ann", Private: true}, nil)
	must(t, dbs[1].Conceal("ann", true))
	sees("hidden by the host", 1, arcade.Account{Nick: "ann", Private: true, Hidden: true}, nil)
	must(t, here.SetNick("anna"))
	sees("renamed here", 1, arcade.Account{Nick: "anna", Private: true, Hidden: true}, nil)
	join(t, bob, there)
	sees("joined", 2, arcade.Account{Nick: "bob", Private: true, Hidden: true}, nil)
	must(t, bob.Delete(day(1)))
	sees("deleted", 0, arcade.Account{}, ErrRevoked)
}

// unsynced keeps commits off the disk: the machine's memory is as good if only processes
// are killed.
func unsynced(o *Options) {
	o.Commit = func(tx *store.Tx) error {
		tx.DB().NoSync = true
		return tx.Commit()
	}
}

// quick is openGames for tests with many files.
func quick(t testing.TB, opts ...Option) *DB {
	t.Helper()
	return openGames(t, append([]Option{MapSize(1)}, opts...)...)
}

func TestKeys(t *testing.T) {
	db := openGames(t)
	ann := session(t, db, fp("one"))
	want := func(p *Player, want ...string) {
		t.Helper()
		if got := keys(t, p); !slices.Equal(got, want) {
			t.Errorf("Keys are %q, want %q", got, want)
		}
	}
	want(ann, `SHA256:one "" this`)
	finish(t, ann, finished(record(hop, "A", 1), 1))
	want(ann, `SHA256:one "" this`)
	two := session(t, db, fp("two"))
	join(t, ann, two)
	want(ann, `SHA256:one "" this`, `SHA256:two ""`)
	want(two, `SHA256:one ""`, `SHA256:two "" this`)

	t.Run("a key has a name", func(t *testing.T) {
		must(t, ann.NameKey(fp("two"), "laptop"))
		want(ann, `SHA256:one "" this`, `SHA256:two "laptop"`)
		must(t, two.NameKey(fp("two"), ""))
		want(ann, `SHA256:one "" this`, `SHA256:two ""`)
		wantErr(t, "NameKey", ann.NameKey(fp("two"), strings.Repeat("x", 41)), ErrName)
		wantErr(t, "NameKey", ann.NameKey(fp("three"), "x"), ErrNotFound)
		wantErr(t, "NameKey", session(t, db, fp("new")).NameKey(fp("new"), "x"), ErrNoAccount)
	})
	t.Run("nobody reaches another's key", func(t *testing.T) {
		bob := player(t, db, fp("bob"))
		wantErr(t, "NameKey", bob.NameKey(fp("one"), "mine"), ErrNotFound)
		wantErr(t, "RemoveKey", bob.RemoveKey(fp("one"), day(0)), ErrNotFound)
	})
	sound(t, db)
}

func TestRemoveKey(t *testing.T) {
	db := openGames(t)
	ann, two := session(t, db, fp("one")), session(t, db, fp("two"))
	finish(t, ann, finished(record(hop, "A", 1), 1))
	join(t, ann, two)
	t.Run("one that is removed ends its sessions", func(t *testing.T) {
		code := link(t, two)
		must(t, ann.RemoveKey(fp("two"), day(0)))
		if got, want := keys(t, ann), []string{`SHA256:one "" this`}; !slices.Equal(got, want) {
			t.Errorf("Keys are %q, want %q", got, want)
		}
		_, _, err := two.Saved(hop)
		wantErr(t, "Saved", err, ErrRevoked)
		_, err = two.Save(saved(record(hop, "B", 1), 1), 0)
		wantErr(t, "Save", err, ErrRevoked)
		_, err = two.History("", 1)
		wantErr(t, "History", err, ErrRevoked)
		_, err = two.top(boardKey{game: hop}, 1, false)
		wantErr(t, "Top", err, ErrRevoked)
		wantErr(t, "SetSettings", two.SetSettings([]byte("{}")), ErrRevoked)
		wantErr(t, "SetNick", two.SetNick("two"), ErrRevoked)
		wantErr(t, "Join with a code of the key", player(t, db, fp("cid")).Join(code, day(0)), ErrCode)
	})
	t.Run("who comes with it next is somebody new", func(t *testing.T) {
		again := session(t, db, fp("two"))
		if got, err := again.Account(); err != nil || got != (arcade.Account{}) {
			t.Errorf("Account = %+v, %v", got, err)
		}
		finish(t, again, finished(record(hop, "NEW", 1), 2))
		wantDeals(t, again, "NEW")
		wantDeals(t, ann, "A")
	})
	t.Run("the last one stays", func(t *testing.T) {
		wantErr(t, "RemoveKey", ann.RemoveKey(fp("one"), day(0)), ErrLastKey)
		wantErr(t, "RemoveKey", ann.RemoveKey(fp("three"), day(0)), ErrNotFound)
	})
	t.Run("the session's own can be removed", func(t *testing.T) {
		four := session(t, db, fp("four"))
		join(t, ann, four)
		must(t, ann.RemoveKey(fp("one"), day(0)))
		_, err := ann.History("", 1)
		wantErr(t, "History", err, ErrRevoked)
		wantDeals(t, four, "A")
	})
	sound(t, db)
}

// A session may share a transaction with the write that creates its account. If that is
// not kept in the end, the session's key has not been revoked.
func TestAccountThatIsNotKept(t *testing.T) {
	d := &disk{fails: true}
	db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
	left, right := session(t, db, fp("ann")), session(t, db, fp("ann"))
	err := db.Update(func(tx *store.Tx) error {
		a, err := left.loadAccount(tx)
		if err = errors.Join(err, a.save(tx, 1)); err != nil {
			return err
		}
		if id, err := right.id(tx); err != nil || id == (playerID{}) {
			t.Errorf("the group's second sees no account: %v", err)
		}
		return nil
	})
	wantErr(t, "commit", err, store.ErrUnknown)
	d.fails = false
	d.fire(t, db)
	must(t, db.Ping())
	if err := db.Update(func(tx *store.Tx) error { _, err := right.loadAccount(tx); return err }); err != nil {
		t.Errorf("the session without an account gets %v", err)
	}
}

func TestNick(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), player(t, db, fp("bob"))
	holds := func(nick, key string, wantExists, wantHolds bool) {
		t.Helper()
		exists, holds, err := db.Holds(nick, credential(key))
		if err != nil || exists != wantExists || holds != wantHolds {
			t.Errorf("Holds(%s, %s) = %v, %v, %v, want %v, %v", nick, key, exists, holds, err, wantExists, wantHolds)
		}
	}
	nick := func(p *Player) string {
		t.Helper()
		a, err := p.Account()
		must(t, err)
		return a.Nick
	}
	wantErr(t, "SetNick before the first game", ann.SetNick("x"), ErrName)
	for range 2 { // the second time nothing has changed
		must(t, ann.SetNick("anna"))
	}
	a, err := ann.Account()
	must(t, err)
	if want := (arcade.Account{Known: true, ID: a.ID, Nick: "anna", Since: a.Since}); a != want || a.ID == "" || a.Since.IsZero() {
		t.Errorf("an account that begins with a nick is %+v", a)
	}
	holds("Anna", "ann", true, true)
	wantErr(t, "SetNick of another before the first game", session(t, db, fp("later")).SetNick("ann4"), ErrTaken)
	wantErr(t, "SetNick", ann.SetNick("x"), ErrName)
	must(t, ann.SetNick("Ann"))
	holds("ANN", "ann", true, true)
	holds("ann", "bob", true, false)
	holds("ann", "nobody", true, false)
	holds("bob", "bob", false, false)
	t.Run("nobody gets another's, whatever the case", func(t *testing.T) {
		wantErr(t, "SetNick", bob.SetNick("aNN"), ErrTaken)
		holds("ann", "ann", true, true)
	})
	t.Run("its case may change", func(t *testing.T) {
		must(t, ann.SetNick("ANN"))
		if got := nick(ann); got != "ANN" {
			t.Errorf("the nick is %q", got)
		}
	})
	t.Run("one that was left is free", func(t *testing.T) {
		must(t, ann.SetNick("anna"))
		must(t, bob.SetNick("ann"))
		holds("ann", "bob", true, true)
		if a, b := nick(ann), nick(bob); a != "anna" || b != "ann" {
			t.Errorf("the nicks are %q and %q", a, b)
		}
	})
	t.Run("one that was deleted is free", func(t *testing.T) {
		must(t, bob.Delete(day(0)))
		holds("ann", "bob", false, false)
		must(t, ann.SetNick("ann"))
	})
	sound(t, db)
}

// An existing nick stays valid, in any case, though nobody else could choose it.
func TestANickOfBeforeStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := Open(path)
	must(t, err)
	ann := session(t, db, fp("ann"))
	finish(t, ann, finished(record(hop, "A", 1), 1))
	must(t, ann.SetNick("rival"))
	must(t, db.Close())
	db, err = Open(path, ForbiddenNicks("rival"))
	must(t, err)
	defer func() { must(t, db.Close()) }()
	ann, bob := session(t, db, fp("ann")), player(t, db, fp("bob"))
	must(t, ann.SetNick("Rival"))
	wantErr(t, "another's", bob.SetNick("rival"), ErrName)
	must(t, ann.SetNick("ann"))
	wantErr(t, "once it was left", ann.SetNick("rival"), ErrName)
}

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
		_, err = bob.CanJoin(code, until.Add(time.Millisecond))
		wantErr(t, "CanJoin too late", err, ErrCode)
		wantErr(t, "Join too late", bob.Join(code, until.Add(time.Millisecond)), ErrCode)
		_, err = ann.CanJoin(code, until)
		wantErr(t, "CanJoin with one's own", err, ErrSame)
		must(t, ann.SetNick("ann"))
		if into, err := bob.CanJoin(code, until); into != "ann" || err != nil {
			t.Errorf("CanJoin leads into %q, %v", into, err)
		}
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
		invitation, _, err := db.Invite("the host", now)
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
		code, until, err := db.Invite("the host", now)
		if err != nil || !until.Equal(now.Add(7*24*time.Hour)) {
			t.Fatalf("Invite = %v, %v", until, err)
		}
		return code
	}
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	code := invite()
	must(t, ann.Redeem(code, now))
	t.Run("it makes an account", func(t *testing.T) {
		got, err := session(t, db, fp("ann")).Account()
		if want := (arcade.Account{Known: true, Since: now}); err != nil || !got.Since.Equal(now) || !got.Known {
			t.Errorf("Account = %+v, %v, want %+v", got, err, want)
		}
	})
	t.Run("it is listed until it is used, taken back or over", func(t *testing.T) {
		listed := func(at time.Time) []Invitation {
			t.Helper()
			list, err := db.Invitations(at)
			must(t, err)
			return list
		}
		if got := listed(now); len(got) != 0 {
			t.Errorf("Invitations = %+v", got)
		}
		code := invite()
		got := listed(now)
		if len(got) != 1 || got[0].By != "the host" || !got[0].Until.Equal(now.Add(inviteFor)) || len(listed(now.Add(inviteFor+time.Second))) != 0 {
			t.Fatalf("Invitations = %+v", got)
		}
		must(t, db.Withdraw(got[0].ID))
		wantErr(t, "Withdraw again", db.Withdraw(code), ErrCode)
		wantErr(t, "Redeem", bob.Redeem(code, now), ErrCode)
		wantErr(t, "Withdraw a link", db.Withdraw(link(t, ann)), ErrCode)
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
	code, _, err := db.Invite("the host", day(0))
	must(t, err)
	must(t, db.SetMaxSize(1<<10))
	_, err = ann.Save(saved(record(scotsi, "A", 1), 1), 0)
	wantErr(t, "Save of a new game", err, ErrFull)
	_, err = session(t, db, fp("bob")).Save(saved(record(hop, "A", 1), 1), 0)
	wantErr(t, "Save of a new player", err, ErrFull)
	wantErr(t, "Redeem", session(t, db, fp("bob")).Redeem(code, day(0)), ErrFull)
	_, err = ann.Import(results(finished(record(hop, "B", 1), 1)), day(1), nil)
	wantErr(t, "Import", err, ErrFull)
	rev, err = ann.Save(saved(record(hop, "A", 1, 2), 2), rev)
	must(t, err)
	_, err = ann.Finish(finished(record(hop, "A", 1, 2), 3), rev)
	must(t, err)
	wantDeals(t, ann, "A", "FIRST")
	sound(t, db)
}
