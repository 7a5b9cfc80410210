package data

import (
	"context"
	"encoding/binary"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"
)

// inTurns runs a test with files whose log takes a millisecond for each entry, more for the
// files that are farther away.
func inTurns(t *testing.T, test func(t *testing.T, log *Log)) {
	synctest.Test(t, func(t *testing.T) {
		log := NewLog()
		log.Meddle(func(ctx context.Context, c Call) Fate {
			if c.Method != "Read" {
				pause(ctx, time.Millisecond)
			}
			return Answered
		})
		test(t, log)
	})
}

// writers has so many writers add one to a row of their own until told to stop, and returns
// what tells them and waits.
func writers(t *testing.T, db *DB, n int) (stop func()) {
	t.Helper()
	quit := make(chan struct{})
	var wg sync.WaitGroup
	for w := range n {
		wg.Go(func() {
			for i := uint64(0); ; i++ {
				select {
				case <-quit:
					return
				default:
				}
				must(t, db.Update(func(tx *store.Tx) error {
					return tx.Bucket(nicksBucket).Put([]byte{byte(w)}, binary.BigEndian.AppendUint64(nil, i))
				}))
			}
		})
	}
	return func() {
		close(quit)
		wg.Wait()
	}
}

// Files that all have something to write have their turns one after another, and few entries are
// refused. Without turns, two of three are.
func TestFilesWriteInRotation(t *testing.T) {
	inTurns(t, func(t *testing.T, log *Log) {
		dbs := nodes(t, log, 3)
		var stops []func()
		for _, db := range dbs {
			stops = append(stops, writers(t, db, 4))
		}
		time.Sleep(200 * time.Millisecond)
		for _, stop := range stops {
			stop()
		}
		settled(t, dbs...)
		var all, behind uint64
		for _, db := range dbs {
			traffic := db.Traffic()
			all, behind = all+traffic.Appended, behind+traffic.Behind
		}
		for i, db := range dbs {
			if own := db.Traffic().Appended; own < all/6 || own > all/2 {
				t.Errorf("file %d has %d of %d entries, want about a third", i, own, all)
			}
			must(t, db.Close())
		}
		if all < 100 || behind > all/3 {
			t.Errorf("of %d entries, %d were refused", all, behind)
		}
	})
}

// A file whose rivals write all the time, and answer faster, has its first turn soon.
func TestANewRivalHasItsTurn(t *testing.T) {
	inTurns(t, func(t *testing.T, log *Log) {
		dbs := nodes(t, log, 3)
		stopA, stopB := writers(t, dbs[0], 2), writers(t, dbs[1], 2)
		time.Sleep(200 * time.Millisecond)
		before, err := log.Last(t.Context())
		must(t, err)
		must(t, dbs[2].Update(func(tx *store.Tx) error { return tx.Bucket(nicksBucket).Put([]byte("new"), nil) }))
		after, err := log.Last(t.Context())
		must(t, err)
		if after-before > 10 {
			t.Errorf("it waited for %d entries", after-before)
		}
		stopA()
		stopB()
		for _, db := range dbs {
			must(t, db.Close())
		}
	})
}

// A change of many entries is made although others write all the time.
func TestALargeChangeAmongRivals(t *testing.T) {
	inTurns(t, func(t *testing.T, log *Log) {
		dbs := nodes(t, log, 3)
		stopA, stopB := writers(t, dbs[0], 2), writers(t, dbs[1], 2)
		time.Sleep(200 * time.Millisecond)
		must(t, dbs[2].Update(func(tx *store.Tx) error {
			return tx.Bucket(roundsBucket).Put([]byte("long"), make([]byte, 8*commitlog.EntryMax))
		}))
		if got := dbs[2].Traffic(); got.Appended > 2*9 {
			t.Errorf("it took %d entries, want 9", got.Appended)
		}
		stopA()
		stopB()
		settled(t, dbs...)
		for _, db := range dbs {
			must(t, db.Close())
		}
	})
}
