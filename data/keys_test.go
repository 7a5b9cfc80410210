package data

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

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
		_, err = two.Top(Board{Game: hop}, 1)
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
	db := unwritten(t, func(o *options) { o.commit = func(*bbolt.Tx) error { return errors.New("input/output error") } })
	left, right := session(t, db, fp("ann")), session(t, db, fp("ann"))
	errs := group(db, func(tx *bbolt.Tx) error {
		a, err := left.loadAccount(tx)
		return errors.Join(err, a.save(tx, 1))
	}, func(tx *bbolt.Tx) error {
		if _, known, err := right.id(tx); err != nil || !known {
			t.Errorf("the group's second sees no account: %v", err)
		}
		return nil
	})
	wantErr(t, "commit", errs[1], ErrUnknown)
	db.options.commit = (*bbolt.Tx).Commit
	db.retry()
	must(t, db.Ping())
	if errs := group(db, func(tx *bbolt.Tx) error { _, err := right.loadAccount(tx); return err }); errs[0] != nil {
		t.Errorf("the session without an account gets %v", errs[0])
	}
}

// A key of a version 1 file has no fingerprint; the first round that the player finishes
// supplies it.
func TestKeyOfVersion1(t *testing.T) {
	db := openAt(t, oldFile(t, 1))
	ann := session(t, db, fp("ann"))
	other := session(t, db, fp("other"))
	join(t, ann, other)
	if got, want := keys(t, other), []string{` ""`, `SHA256:other "" this`}; !slices.Equal(got, want) {
		t.Errorf("Keys are %q, want %q", got, want)
	}
	finish(t, ann, finished(record(hop, "NEW", 1), 5000))
	if got, want := keys(t, other), []string{`SHA256:ann ""`, `SHA256:other "" this`}; !slices.Equal(got, want) {
		t.Errorf("Keys are %q, want %q", got, want)
	}
	must(t, other.RemoveKey(fp("ann"), day(0)))
	sound(t, db)
}
