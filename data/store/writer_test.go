package store

import (
	"errors"
	"path/filepath"
	"reflect"
	"testing"
	"testing/synctest"
	"time"
)

// group makes a group of writes of functions.
func group(db *DB, fns ...func(*Tx) error) []error {
	var writes []write
	var answers []chan error
	for _, fn := range fns {
		done := make(chan error, 1)
		writes, answers = append(writes, write{fn, done}), append(answers, done)
	}
	db.writer.commitGroup(writes)
	var errs []error
	for _, done := range answers {
		errs = append(errs, <-done)
	}
	return errs
}

// unwritten returns a DB whose writer is the test itself.
func unwritten(t *testing.T, o Options) *DB {
	t.Helper()
	opts := newOptions(o)
	path := filepath.Join(t.TempDir(), "words.db")
	bolt, _, err := openOrCreate(path, schema, opts)
	must(t, err)
	t.Cleanup(func() { must(t, bolt.Close()) })
	db := newDB(newFile(path, schema, opts, bolt, nil))
	db.writer = &writer{file: db.file}
	return db
}

// Of a disk that does not answer a commit, the host is told while it lasts, and when it is over.
func TestHungDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told := make(chan error, 3)
		db := unwritten(t, Options{
			Commit: func(tx *Tx) error {
				time.Sleep(hangAfter + time.Second)
				return tx.Commit()
			},
			OnWriteError: func(err error) { told <- err },
		})
		done := make(chan []error)
		go func() { done <- group(db, func(tx *Tx) error { return nil }) }()
		time.Sleep(hangAfter - time.Second)
		must(t, db.Ping())
		time.Sleep(time.Second + time.Millisecond)
		if err := db.Ping(); !errors.Is(err, ErrDown) {
			t.Errorf("Ping = %v, want ErrDown", err)
		}
		must(t, errors.Join(<-done...))
		must(t, db.Ping())
		if n, down, up := len(told), <-told, <-told; n != 2 || !errors.Is(down, ErrDown) || up != nil {
			t.Errorf("the host was told %d times, %v and %v, want that it is down, and that it is not", n, down, up)
		}
	})
}

func TestGroup(t *testing.T) {
	commits := 0
	db := unwritten(t, Options{Commit: func(tx *Tx) error {
		commits++
		return tx.Commit()
	}})
	set := func(key string) func(*Tx) error {
		return func(tx *Tx) error { return tx.Bucket(Meta).Put([]byte(key), []byte("x")) }
	}
	has := func(key string) (ok bool) {
		must(t, db.View(func(tx *Tx) error {
			ok = tx.Bucket(Meta).Get([]byte(key)) != nil
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
		got := group(db, set("d"), func(tx *Tx) error {
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
		got := group(db, set("f"), func(*Tx) error {
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
		got := group(db, func(*Tx) error { panic("no such page") }, set("g"))
		if !errors.Is(got[0], ErrDamaged) || got[1] != nil || !has("g") {
			t.Errorf("got %v", got)
		}
	})
}
