package data

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// group makes the writes of functions in one group.
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

// unwritten is a DB whose writer is the test itself.
func unwritten(t *testing.T, o Option) *DB {
	t.Helper()
	opts := options{commit: (*bbolt.Tx).Commit}
	o(&opts)
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	bolt, err := open(path, opts)
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

// A failing disk: each commit that fails either shows afterwards or does not.
func TestUnknown(t *testing.T) {
	for _, kept := range []bool{false, true} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			failing := false
			db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), func(o *options) {
				o.commit = func(tx *bbolt.Tx) error {
					switch {
					case !failing:
						return tx.Commit()
					case kept:
						return errors.Join(tx.Commit(), errors.New("input/output error"))
					}
					return errors.New("input/output error")
				}
			})
			p := session(t, db, "ann")
			must(t, p.Save(saved(record(hop, "A", 1), 1)))

			failing = true
			for i := range 3 {
				err := p.Save(saved(record(hop, "A", 1, 2), int64(2+i)))
				if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), db.path) {
					t.Errorf("Save = %v, want ErrUnknown", err)
				}
			}
			failing = false
			must(t, p.Save(saved(record(hop, "A", 1, 2, 3), 9)))
			if s, _, err := session(t, db, "ann").Saved(hop); err != nil || len(s.Record.Moves) != 3 {
				t.Errorf("Saved = %+v, %v, want three moves", s, err)
			}

			failing = true
			result := finished(record(hop, "A", 1, 2, 3), 10)
			if _, err := p.Finish(result); !errors.Is(err, ErrUnknown) {
				t.Errorf("Finish = %v, want ErrUnknown", err)
			}
			failing = false
			finish(t, p, result)
			must(t, p.Save(saved(record(hop, "B", 1), 1)))
			history, err := p.History("", 10)
			if err != nil || len(history) != 1 {
				t.Errorf("History = %+v, %v, want one round", history, err)
			}
			sound(t, db)
		})
	}
}

func TestDoubtDoesNotLetStrangersIn(t *testing.T) {
	failing := false
	db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), func(o *options) {
		o.commit = func(tx *bbolt.Tx) error {
			if failing {
				return errors.New("input/output error")
			}
			return tx.Commit()
		}
	})
	left, right := session(t, db, "ann"), session(t, db, "ann")
	failing = true
	if err := left.Save(saved(record(hop, "A", 1), 1)); !errors.Is(err, ErrUnknown) {
		t.Fatalf("Save = %v, want ErrUnknown", err)
	}
	failing = false
	must(t, right.Save(saved(record(hop, "B", 1), 1)))
	if err := left.Save(saved(record(hop, "A", 1, 2), 2)); !errors.Is(err, ErrConflict) {
		t.Errorf("Save = %v, want ErrConflict", err)
	}
}

func TestFileLost(t *testing.T) {
	failing := false
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db := openAt(t, path, func(o *options) {
		o.commit = func(tx *bbolt.Tx) error {
			if failing {
				return errors.New("input/output error")
			}
			return tx.Commit()
		}
	})
	p := session(t, db, "ann")
	must(t, p.Save(saved(record(hop, "A", 1), 1)))
	failing = true
	if err := p.Save(saved(record(hop, "A", 1, 2), 2)); !errors.Is(err, ErrUnknown) {
		t.Errorf("Save = %v, want ErrUnknown", err)
	}
	file, err := os.ReadFile(path)
	must(t, err)
	must(t, os.Truncate(path, 5000))

	failing = false
	t.Run("nothing is written or read while it cannot be read back", func(t *testing.T) {
		err := p.Save(saved(record(hop, "A", 1, 2), 3))
		if !errors.Is(err, ErrUnknown) || !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), path) {
			t.Errorf("Save = %v, want ErrUnknown and ErrDamaged", err)
		}
		if _, _, err := p.Saved(hop); !errors.Is(err, ErrUnknown) {
			t.Errorf("Saved = %v, want ErrUnknown", err)
		}
	})
	t.Run("it goes on once the file is back", func(t *testing.T) {
		must(t, os.WriteFile(path, file, 0o600))
		must(t, p.Save(saved(record(hop, "A", 1, 2), 4)))
		sound(t, db)
	})
}

func TestClosed(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	must(t, db.Close())
	must(t, db.Close())
	_, _, savedErr := p.Saved(hop)
	_, finishErr := p.Finish(finished(record(hop, "A"), 1))
	_, _, bestErr := p.Best(hop, engine.Counted)
	_, checkErr := db.Check(find)
	for i, err := range []error{savedErr, finishErr, bestErr, checkErr, p.Save(saved(record(hop, "A"), 1)), p.SetSettings([]byte("{}"))} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("call %d = %v, want ErrClosed", i, err)
		}
	}
}
