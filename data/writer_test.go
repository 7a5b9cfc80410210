package data

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// group makes a group of writes of functions.
func group(db *DB, fns ...func(*bbolt.Tx) error) []error {
	var writes []write
	var answers []chan error
	for _, fn := range fns {
		done := make(chan error, 1)
		writes, answers = append(writes, write{fn, done}), append(answers, done)
	}
	db.commitGroup(writes)
	var errs []error
	for _, done := range answers {
		errs = append(errs, <-done)
	}
	return errs
}

// unwritten returns a DB whose writer is the test itself.
func unwritten(t *testing.T, o Option) *DB {
	t.Helper()
	opts := defaults()
	o(&opts)
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	bolt, err := openOrCreate(path, opts)
	must(t, err)
	db := &DB{path: path, options: opts, bolt: bolt}
	t.Cleanup(func() { must(t, db.bolt.Close()) })
	return db
}

func TestGroup(t *testing.T) {
	commits := 0
	db := unwritten(t, func(o *options) {
		o.commit = func(tx *bbolt.Tx) error {
			commits++
			return tx.Commit()
		}
	})
	set := func(key string) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error { return tx.Bucket(metaBucket).Put([]byte(key), []byte("x")) }
	}
	has := func(key string) (ok bool) {
		must(t, db.view(func(tx *bbolt.Tx) error {
			ok = tx.Bucket(metaBucket).Get([]byte(key)) != nil
			return nil
		}))
		return ok
	}
	t.Run("is one transaction", func(t *testing.T) {
		commits = 0
		if got := group(db, set("a"), set("b"), set("c")); !reflect.DeepEqual(got, []error{nil, nil, nil}) || commits != 1 {
			t.Errorf("got %v in %d commits", got, commits)
		}
	})
	t.Run("goes on without the one that fails", func(t *testing.T) {
		bad := errors.New("bad")
		got := group(db, set("d"), func(tx *bbolt.Tx) error {
			return errors.Join(set("half")(tx), bad)
		}, set("e"))
		if got[0] != nil || !errors.Is(got[1], bad) || got[2] != nil {
			t.Errorf("got %v", got)
		}
		if !has("d") || has("half") || !has("e") {
			t.Errorf("d %v, half %v, e %v; want d and e", has("d"), has("half"), has("e"))
		}
	})
	t.Run("the one that fails runs again alone", func(t *testing.T) {
		runs := 0
		got := group(db, set("f"), func(*bbolt.Tx) error {
			if runs++; runs == 1 {
				return errors.New("not in company")
			}
			return nil
		})
		if got[0] != nil || got[1] != nil || runs != 2 {
			t.Errorf("got %v after %d runs", got, runs)
		}
	})
	t.Run("outlives a panic", func(t *testing.T) {
		got := group(db, func(*bbolt.Tx) error { panic("no such page") }, set("g"))
		if !errors.Is(got[0], ErrDamaged) || got[1] != nil || !has("g") {
			t.Errorf("got %v", got)
		}
	})
}

func TestClosed(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	must(t, db.Close())
	must(t, db.Close())
	_, _, savedErr := p.Saved(hop)
	_, finishErr := p.Finish(finished(record(hop, "A"), 1), 0)
	_, _, bestErr := p.Best(hop, arcade.Counted)
	_, saveErr := p.Save(saved(record(hop, "A"), 1), 0)
	_, checkErr := db.Check(find)
	for i, err := range []error{savedErr, finishErr, bestErr, checkErr, saveErr, p.SetSettings([]byte("{}"))} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("call %d = %v, want ErrClosed", i, err)
		}
	}
}

func TestOnSlowRead(t *testing.T) {
	calls := 0
	count := func(time.Duration) { calls++ }
	for than, want := range map[time.Duration]int{time.Hour: 0, 0: 1} {
		calls = 0
		db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), OnSlowRead(than, count))
		must(t, db.view(func(*bbolt.Tx) error { return nil }))
		if calls != want {
			t.Errorf("of one read %d were slower than %v, want %d", calls, than, want)
		}
	}
}
