package data

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

func TestClosed(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	must(t, db.Close())
	must(t, db.Close())
	_, _, savedErr := p.Saved(hop)
	_, finishErr := p.Finish(finished(record(hop, "A"), 1), 0)
	_, _, bestErr := p.Best(hop, arcade.Counted)
	_, saveErr := p.Save(saved(record(hop, "A"), 1), 0)
	_, checkErr := db.Check(library)
	for i, err := range []error{savedErr, finishErr, bestErr, checkErr, saveErr, p.SetSettings([]byte("{}"))} {
		if !errors.Is(err, store.ErrClosed) {
			t.Errorf("call %d = %v, want store.ErrClosed", i, err)
		}
	}
}

func TestOnSlowRead(t *testing.T) {
	calls := 0
	count := func(time.Duration) { calls++ }
	for than, want := range map[time.Duration]int{time.Hour: 0, 0: 1} {
		calls = 0
		db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), OnSlowRead(than, count))
		must(t, db.View(func(*store.Tx) error { return nil }))
		if calls != want {
			t.Errorf("of one read %d were slower than %v, want %d", calls, than, want)
		}
	}
}

// A disk that takes half a second per transaction makes batches, not queues: what
// hundreds of players save meanwhile is the next transaction. Reads do not wait. The
// clock is the test's, so the figures are exact.
func TestSlowDiskMakesBatches(t *testing.T) {
	const (
		players = 200 // a group takes more
		saves   = 5
		slow    = 500 * time.Millisecond
		// One transaction may begin with the first player who saves again, and the next
		// has all others.
		most = 2*saves + 1
	)
	synctest.Test(t, func(t *testing.T) {
		commits := 0
		db, err := Open(filepath.Join(t.TempDir(), "boardwalk.db"), func(o *Options) {
			o.Commit = func(tx *store.Tx) error {
				commits++
				tx.DB().NoSync = true
				time.Sleep(slow)
				return tx.Commit()
			}
		})
		must(t, err)
		began := time.Now()
		var wg sync.WaitGroup
		for i := range players {
			wg.Go(func() {
				p := session(t, db, fmt.Sprint("player", i))
				_, _, err := p.Saved(hop)
				if err != nil || time.Since(began) > 0 {
					t.Errorf("a read took %v, %v", time.Since(began), err)
				}
				for n := range saves {
					asked := time.Now()
					save(t, p, saved(record(hop, "A", slices.Repeat([]int{1}, n+1)...), int64(n)))
					if took := time.Since(asked); took > 2*slow {
						t.Errorf("a save took %v, and a transaction %v", took, slow)
					}
				}
			})
		}
		wg.Wait()
		if took := time.Since(began); took != time.Duration(commits)*slow || commits > most {
			t.Errorf("%d saves took %v in %d transactions, want at most %d", players*saves, took, commits, most)
		}
		sound(t, db)
		must(t, db.Close())
		t.Attr("reached", fmt.Sprintf("%d saves of %d players in %d transactions", players*saves, players, commits))
	})
}

// A save that arrives when nothing was written lately is written at once. Faster saves
// share transactions, and none waits longer than the interval.
func TestBatchIntervalMakesBatches(t *testing.T) {
	const (
		interval = 10 * time.Millisecond
		players  = 40 // one a millisecond
		most     = 1 + players/10
	)
	synctest.Test(t, func(t *testing.T) {
		commits := 0
		db, err := Open(filepath.Join(t.TempDir(), "boardwalk.db"), BatchInterval(interval), func(o *Options) {
			o.Commit = func(tx *store.Tx) error {
				commits++
				tx.DB().NoSync = true
				return tx.Commit()
			}
		})
		must(t, err)
		began := time.Now()
		save(t, session(t, db, "first"), saved(record(hop, "A"), 0))
		if took := time.Since(began); took > 0 {
			t.Errorf("a save that came alone took %v", took)
		}
		var wg sync.WaitGroup
		for i := range players {
			wg.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				asked := time.Now()
				save(t, session(t, db, fmt.Sprint("player", i)), saved(record(hop, "A"), 0))
				if took := time.Since(asked); took > interval {
					t.Errorf("a save took %v, and the interval is %v", took, interval)
				}
			})
		}
		wg.Wait()
		if commits > most {
			t.Errorf("%d saves took %d transactions, want at most %d", 1+players, commits, most)
		}
		sound(t, db)
		must(t, db.Close())
		t.Attr("reached", fmt.Sprintf("%d saves in %d transactions", 1+players, commits))
	})
}

// Close waits for the transaction in progress; later calls are refused without waiting.
func TestSlowDiskIsWaitedForAtTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "boardwalk.db")
		db, err := Open(path, func(o *Options) {
			o.Commit = func(tx *store.Tx) error {
				time.Sleep(500 * time.Millisecond)
				return tx.Commit()
			}
		})
		must(t, err)
		ann, bob := session(t, db, "ann"), session(t, db, "bob")
		var first, second error
		var wg sync.WaitGroup
		wg.Go(func() { _, first = ann.Save(saved(record(hop, "A", 1), 1), 0) })
		synctest.Wait() // the disk is at it
		wg.Go(func() { _, second = bob.Save(saved(record(hop, "A", 1), 1), 0) })
		synctest.Wait()
		must(t, db.Close())
		wg.Wait()
		must(t, first)
		wantErr(t, "Save behind it", second, store.ErrClosed)
		again := openAt(t, path, unsynced)
		if _, rev, err := session(t, again, "ann").Saved(hop); rev == 0 || err != nil {
			t.Errorf("what was acknowledged is not there: %d, %v", rev, err)
		}
	})
}
