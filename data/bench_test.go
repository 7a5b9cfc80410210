package data

import (
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// BenchmarkSave saves moves of an open game in three ways: as this package
// does, by one bbolt.Update for each, and by bbolt.Batch.
func BenchmarkSave(b *testing.B) {
	for _, writers := range []int{1, 100} {
		for _, way := range []struct {
			name string
			save func(db *DB, fn func(*bbolt.Tx) error) error
		}{
			{"group", (*DB).write},
			{"update", func(db *DB, fn func(*bbolt.Tx) error) error { return db.bolt.Update(fn) }},
			{"batch", func(db *DB, fn func(*bbolt.Tx) error) error { return db.bolt.Batch(fn) }},
		} {
			b.Run(fmt.Sprintf("%s/writers=%d", way.name, writers), func(b *testing.B) {
				db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"))
				s := saved(record(hop, "ABC", 1, 2, 3, 1, 2, 3, 1, 2, 3), 1)
				row, err := newLiveRow(s, 1)
				must(b, err)
				var left atomic.Int64
				left.Store(int64(b.N))
				b.ResetTimer()
				var wg sync.WaitGroup
				for i := range writers {
					wg.Go(func() {
						id := playerID{byte(i)}
						for left.Add(-1) >= 0 {
							if err := way.save(db, func(tx *bbolt.Tx) error {
								return put(tx.Bucket(liveBucket), id.live(hop), row)
							}); err != nil {
								b.Error(err)
							}
						}
					})
				}
				wg.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "saves/s")
			})
		}
	}
}

// BenchmarkPlayerSave is a session's Save with all it checks.
func BenchmarkPlayerSave(b *testing.B) {
	db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"))
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var wg sync.WaitGroup
	for i := range 100 {
		p := session(b, db, fmt.Sprint(i))
		wg.Go(func() {
			var rev engine.Rev
			for n := left.Add(-1); n >= 0; n = left.Add(-1) {
				s := saved(record(hop, "ABC", 1, 2, 3, 1, 2, 3, 1, 2, 3), int64(b.N)-n)
				var err error
				if rev, err = p.Save(s, rev); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "saves/s")
}
