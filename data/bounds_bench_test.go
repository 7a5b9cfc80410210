package data

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// The file of BenchmarkLongest: a player with many rounds in two years, and others with
// as many together.
const (
	longRounds  = 100_000
	otherRounds = 100_000
	otherCount  = 1_000
	twoYears    = 2 * 365 * 24 * 3600 * 1000 // in milliseconds
)

// BenchmarkLongest reports how long the longest write transaction of a change takes, from
// the start of its first function to the end of the commit: nobody else is saved
// meanwhile.
func BenchmarkLongest(b *testing.B) {
	var longest, over, count atomic.Int64
	var counts atomic.Bool
	db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"), Games(find), MapSize(8<<30), func(o *options) {
		o.onCommit = func(took time.Duration) {
			if counts.Load() {
				count.Add(1)
				if took > 20*time.Millisecond {
					over.Add(1)
				}
				longest.Store(max(longest.Load(), int64(took)))
			}
		}
	})
	db.bolt.NoSync = true
	for i := range otherCount {
		fillHistory(b, db, fp(fmt.Sprint("other", i)), otherRounds/otherCount)
	}
	reopen := func() {
		db.bolt.NoSync = false
		must(b, db.bolt.Sync())
	}
	n := 0
	name := func(sort string) string { n++; return fp(fmt.Sprint(sort, n)) }
	report := func(title string, prepare func() func() error) {
		b.Run(title, func(b *testing.B) {
			longest.Store(0)
			over.Store(0)
			count.Store(0)
			var took []time.Duration
			for range b.N {
				b.StopTimer()
				db.bolt.NoSync = true
				do := prepare()
				reopen()
				b.StartTimer()
				counts.Store(true)
				began := time.Now()
				must(b, do())
				took = append(took, time.Since(began))
				counts.Store(false)
			}
			b.ReportMetric(float64(longest.Load())/1e6, "longest-ms")
			b.ReportMetric(float64(over.Load())/float64(b.N), "over-20-ms/op")
			b.ReportMetric(float64(count.Load())/float64(b.N), "transactions/op")
			b.ReportMetric(float64(slices.Max(took).Milliseconds()), "call-ms")
		})
	}
	report("import", func() func() error {
		p := fillHistory(b, db, name("importer"), longRounds)
		return func() error { _, err := p.Import(importable(ImportMax, 0), day(1)); return err }
	})
	report("import of one with 10,000 rounds", func() func() error {
		p := fillHistory(b, db, name("importer"), 10_000)
		return func() error { _, err := p.Import(importable(ImportMax, 0), day(1)); return err }
	})
	report("import the same again", func() func() error {
		p := fillHistory(b, db, name("importer"), longRounds)
		_, err := p.Import(importable(ImportMax, 0), day(1))
		must(b, err)
		return func() error { _, err := p.Import(importable(ImportMax, 0), day(1)); return err }
	})
	report("join", func() func() error {
		ann, bob := fillHistory(b, db, name("ann"), longRounds), fillHistory(b, db, name("bob"), longRounds)
		code := link(b, ann)
		return func() error { return bob.Join(code, day(0)) }
	})
	report("join with 15,000 rounds imported twice", func() func() error {
		ann, bob := session(b, db, name("ann")), session(b, db, name("bob"))
		for _, p := range []*Player{ann, bob} {
			for i := range 3 {
				_, err := p.Import(importable(5_000, i*5_000), day(1))
				must(b, err)
			}
		}
		code := link(b, ann)
		return func() error { return bob.Join(code, day(0)) }
	})
	report("join with 1,000 races", func() func() error {
		ann, bob := player(b, db, name("ann")), withRaces(b, db, name("bob"), 1000)
		code := link(b, ann)
		return func() error { return bob.Join(code, day(0)) }
	})
	report("delete", func() func() error {
		p := fillHistory(b, db, name("deleted"), longRounds)
		return func() error { return p.Delete(day(0)) }
	})
	report("sweep", func() func() error {
		for i := range 40 {
			n++
			fillHistory(b, db, fmt.Sprint("guest:", n), longRounds/40+i)
		}
		return func() error { _, err := db.Sweep(day(100)); return err }
	})
	report("remove a key", func() func() error {
		p := fillHistory(b, db, name("long"), longRounds)
		other := name("key")
		must(b, session(b, db, other).Join(link(b, p), day(0)))
		return func() error { return p.RemoveKey(other, day(0)) }
	})
	report("save", func() func() error {
		p := fillHistory(b, db, name("long"), longRounds)
		return func() error { _, err := p.Save(saved(record(hop, "A", 1), 1), 0); return err }
	})
	report("finish", func() func() error {
		p := fillHistory(b, db, name("long"), longRounds)
		return func() error { _, err := p.Finish(finished(record(hop, "A", 1), 1), 0); return err }
	})
	report("finish with a clock that was set back", func() func() error {
		p := fillHistory(b, db, name("long"), longRounds)
		return func() error { _, err := p.Finish(finished(record(hop, "A", 3, 3, 3), -twoYears/2), 0); return err }
	})
	report("end a race", func() func() error {
		p, other := fillHistory(b, db, name("long"), longRounds), player(b, db, name("racer"))
		r := started(b, p, other)
		save(b, p, racing(r, 3, 1, 2))
		return func() error { _, err := db.EndRace(r.Code, day(3)); return err }
	})
	report("repair", func() func() error {
		p := fillHistory(b, db, name("long"), longRounds)
		id := accountOf(b, p)
		must(b, db.bolt.Update(func(tx *bbolt.Tx) error {
			return tx.Bucket(sumsBucket).Put(id.sum(hop, arcade.Counted), []byte("damaged"))
		}))
		return func() error { return db.Repair() }
	})
}

// fillHistory gives a player n rounds in the two years before day(0).
func fillHistory(b *testing.B, db *DB, fingerprint string, n int) *Player {
	b.Helper()
	p := session(b, db, fingerprint)
	for done := 0; done < n; {
		must(b, db.write(func(tx *bbolt.Tx) error {
			for range min(20_000, n-done) {
				r := longRound(done)
				r.Span = r.Millis
				r.Record.Game = []string{hop, scotsi}[done%3%2]
				r.Ended = day(0).UnixMilli() - twoYears + int64(done)*(twoYears/int64(n))
				if err := insertRound(tx, p, r); err != nil {
					return err
				}
				done++
			}
			return nil
		}))
	}
	return p
}

// importable returns n rounds that were played elsewhere in the two years before day(0).
func importable(n, from int) []arcade.Result {
	var rounds []arcade.Result
	for i := range n {
		r := finished(record(hop, fmt.Sprint("R", from+i), 1, 2, 3), 0)
		r.Ended = day(0).UnixMilli() - twoYears + int64(from+i)*(twoYears/40_000)
		rounds = append(rounds, r)
	}
	return rounds
}
