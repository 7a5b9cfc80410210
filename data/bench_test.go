package data

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// The size of the store that BenchmarkLarge builds; a hundredth of it with -short.
var (
	benchRounds  = flag.Int("rounds", 1_000_000, "rounds in the large store of the benchmarks")
	benchPlayers = flag.Int("players", 50_000, "players in the large store of the benchmarks")
)

// ways are three ways to write: as this package does, by one bbolt.Update for
// each change, and by bbolt.Batch.
var ways = []struct {
	name  string
	write func(db *DB, fn func(*store.Tx) error) error
}{
	{"group", (*DB).Update},
	{"update", func(db *DB, fn func(*store.Tx) error) error { return directly(db, fn) }},
	{"batch", func(db *DB, fn func(*store.Tx) error) error {
		return bolt(db).Batch(func(tx *bbolt.Tx) error { return fn(&store.Tx{Tx: tx}) })
	}},
}

// byMany has n sessions do b.N things together, and reports their rate.
func byMany(b *testing.B, sessions int, what string, do func(session, n int) error) {
	b.Helper()
	var left atomic.Int64
	left.Store(int64(b.N))
	b.ResetTimer()
	var wg sync.WaitGroup
	for i := range sessions {
		wg.Go(func() {
			for n := left.Add(-1); n >= 0; n = left.Add(-1) {
				if err := do(i, int(n)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), what+"/s")
}

// BenchmarkWrite saves moves of open rounds, and rounds with everything they change, in
// three ways.
func BenchmarkWrite(b *testing.B) {
	for _, sessions := range []int{1, 200} {
		for _, way := range ways {
			b.Run(fmt.Sprintf("moves/sessions=%d/%s", sessions, way.name), func(b *testing.B) {
				db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"))
				row, err := newOpenRoundRow(saved(longRecord(0), 1), 1)
				must(b, err)
				byMany(b, sessions, "saves", func(i, _ int) error {
					id := playerID{byte(i)}
					return way.write(db, func(tx *store.Tx) error { return store.Put(tx.Bucket(openRoundsBucket), id.openRound(hop), row) })
				})
			})
			b.Run(fmt.Sprintf("rounds/sessions=%d/%s", sessions, way.name), func(b *testing.B) {
				db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"))
				var players []*Player
				for i := range sessions {
					players = append(players, session(b, db, fp(fmt.Sprint(i))))
				}
				byMany(b, sessions, "rounds", func(i, n int) error {
					r := longRound(b.N - n)
					return way.write(db, func(tx *store.Tx) error { return insertRound(tx, players[i], r) })
				})
			})
		}
	}
}

// BenchmarkOneWriter saves single moves, alternately as this package does and with
// bbolt.Update, so that both have the same disk.
func BenchmarkOneWriter(b *testing.B) {
	db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"))
	row, err := newOpenRoundRow(saved(longRecord(0), 1), 1)
	must(b, err)
	took := [2][]time.Duration{}
	for b.Loop() {
		for i, way := range ways[:2] {
			start := time.Now()
			must(b, way.write(db, func(tx *store.Tx) error {
				return store.Put(tx.Bucket(openRoundsBucket), playerID{byte(i)}.openRound(hop), row)
			}))
			took[i] = append(took[i], time.Since(start))
		}
	}
	for i, way := range ways[:2] {
		slices.Sort(took[i])
		b.ReportMetric(float64(took[i][len(took[i])/2].Microseconds()), way.name+"-us")
	}
}

// BenchmarkPlayer saves and finishes with all that a session checks.
func BenchmarkPlayer(b *testing.B) {
	const sessions = 200
	db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"))
	var players [sessions]*Player
	var revs [sessions]arcade.Rev
	var clock atomic.Int64 // rounds end one after the other
	for i := range players {
		players[i] = session(b, db, fp(fmt.Sprint(i)))
	}
	b.Run("save", func(b *testing.B) {
		byMany(b, sessions, "saves", func(i, n int) (err error) {
			revs[i], err = players[i].Save(saved(longRecord(n), int64(n)), revs[i])
			return err
		})
	})
	b.Run("finish", func(b *testing.B) {
		byMany(b, sessions, "rounds", func(i, _ int) error {
			r := longRound(int(clock.Add(1)))
			r.Record.Game = scotsi
			_, err := players[i].Finish(r, 0)
			return err
		})
	})
}

// longRecord returns a record of 60 moves, as long as real games.
func longRecord(n int) engine.Record {
	r := engine.Record{Game: hop, Version: 1, Code: engine.Code(fmt.Sprintf("K7Q2M9XH%05d", n%100_000))}
	for i := range 60 {
		r.Moves = append(r.Moves, engine.Move{From: engine.At(1+(i*n)%9, 1), To: engine.At(1+i%9, 1+n%5)})
	}
	return r
}

// longRound returns a round that ended n seconds later.
func longRound(n int) arcade.Result {
	return arcade.Result{
		Record: longRecord(n), Class: []arcade.Class{arcade.Counted, arcade.Counted, arcade.Assisted, arcade.Practice}[n%4],
		Score:  engine.Score{Points: (n * 7919) % 240, Max: 240, Won: n%5 == 0, Perfect: n%97 == 0},
		Millis: int64(n*104_729) % 900_000, Ended: 1_700_000_000_000 + int64(n)*1000,
	}
}

// insertRound is what Finish does in its transaction.
func insertRound(tx *store.Tx, p *Player, r arcade.Result) error {
	a, err := p.loadAccount(tx)
	if err != nil {
		return err
	}
	row, id, err := newRoundRow(a.id, r)
	if err != nil {
		return err
	}
	return a.store(tx, row, id, r)
}

// large builds the large store: a million rounds in two years, where few players play
// much and many play little.
func large(b *testing.B) (db *DB, players []*Player) {
	b.Helper()
	rounds, n := *benchRounds, *benchPlayers
	if testing.Short() {
		rounds, n = rounds/100, n/100
	}
	db = openAt(b, filepath.Join(b.TempDir(), "large.db"), MapSize(8<<30))
	bolt(db).NoSync = true
	for i := range n {
		players = append(players, session(b, db, fp(fmt.Sprint(i))))
	}
	rng := rand.New(rand.NewPCG(11, 12))
	start, done := time.Now(), 0
	for done < rounds {
		must(b, db.Update(func(tx *store.Tx) error {
			for range min(20_000, rounds-done) {
				i := done % n // each plays once; then it is uneven
				if done >= n {
					i = int(float64(n) * rng.Float64() * rng.Float64() * rng.Float64())
				}
				r := longRound(done)
				r.Ended = 1_700_000_000_000 + int64(float64(done)/float64(rounds)*730*86_400_000)
				if err := insertRound(tx, players[i], r); err != nil {
					return err
				}
				done++
			}
			return nil
		}))
	}
	for i := 0; i < n; i += 100 { // as many nicks as can be set one transaction after another in a short time
		must(b, players[i].SetNick(fmt.Sprint("player", i)))
	}
	bolt(db).NoSync = false
	must(b, bolt(db).Sync())
	b.Logf("%d rounds of %d players were built in %v", rounds, n, time.Since(start).Round(time.Second))
	return db, players
}

// BenchmarkLarge reads from a large store, and writes to it.
func BenchmarkLarge(b *testing.B) {
	db, players := large(b)
	totals, err := db.Totals()
	must(b, err)
	b.Logf("%+v: %d bytes a round", totals, (totals.Size-db.Space().Free)/int64(totals.Rounds))
	board := boardKey{hop, arcade.Counted, allTime}
	top, err := players[len(players)-1].top(board, 1<<30, false)
	must(b, err)
	last := players[0]
	for _, p := range players { // players who are near the end
		if own, err := p.top(board, 0, false); err == nil && len(own) == 1 && own[0].Rank > len(top)*9/10 {
			last = p
			break
		}
	}
	loop := func(name string, do func(i int) error) {
		b.Run(name, func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if err := do(i); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	loop("top 100", func(i int) error { _, err := players[i%len(players)].top(board, 100, false); return err })
	loop("rank of one near the end", func(int) error { _, err := last.top(board, 0, false); return err })
	loop("history page", func(int) error { _, err := players[0].History("", 20); return err })
	page, err := players[0].History("", 200)
	must(b, err)
	loop("history page further back", func(i int) error { _, err := players[0].History(page[i%len(page)].ID, 20); return err })
	loop("stats", func(int) error { _, err := players[0].Stats(); return err })
	loop("totals", func(int) error { _, err := db.Totals(); return err })
	loop("players page", func(int) error { _, err := db.Players("", 100); return err })
	loop("finish", func(i int) error { _, err := players[i%len(players)].Finish(longRound(100_000_000+i), 0); return err })
	dir := b.TempDir()
	loop("backup", func(i int) error {
		path := filepath.Join(dir, fmt.Sprint(i))
		_, err := db.Backup(context.Background(), path)
		return errors.Join(err, os.Remove(path))
	})
	loop("check without replays", func(int) error {
		_, err := db.Check(engine.Library{})
		return err
	})
	loop("repair of a sound file", func(int) error { return db.Repair() })
	must(b, db.Close())
	loop("page check", func(int) error { return inspect(db.Path()) })
	loop("open", func(int) error {
		db, err := Open(db.Path(), MapSize(8<<30))
		must(b, err)
		return db.Close()
	})
	loop("compact", func(int) error { _, _, err := store.Compact(db.Path(), Schema, nil); return err })
}

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
	db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"), Games(library), MapSize(8<<30), func(o *Options) {
		o.OnCommit = func(took time.Duration) {
			if counts.Load() {
				count.Add(1)
				if took > 20*time.Millisecond {
					over.Add(1)
				}
				longest.Store(max(longest.Load(), int64(took)))
			}
		}
	})
	bolt(db).NoSync = true
	for i := range otherCount {
		fillHistory(b, db, fp(fmt.Sprint("other", i)), otherRounds/otherCount)
	}
	reopen := func() {
		bolt(db).NoSync = false
		must(b, bolt(db).Sync())
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
				bolt(db).NoSync = true
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
		return func() error { _, err := p.Import(importable(ImportMax, 0), day(1), nil); return err }
	})
	report("import of one with 10,000 rounds", func() func() error {
		p := fillHistory(b, db, name("importer"), 10_000)
		return func() error { _, err := p.Import(importable(ImportMax, 0), day(1), nil); return err }
	})
	report("import the same again", func() func() error {
		p := fillHistory(b, db, name("importer"), longRounds)
		_, err := p.Import(importable(ImportMax, 0), day(1), nil)
		must(b, err)
		return func() error { _, err := p.Import(importable(ImportMax, 0), day(1), nil); return err }
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
				_, err := p.Import(importable(5_000, i*5_000), day(1), nil)
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
		must(b, directly(db, func(tx *store.Tx) error {
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
		must(b, db.Update(func(tx *store.Tx) error {
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

// BenchmarkExplore reads 10,000 rounds of one deal, and walks nine moves along which all of them go.
func BenchmarkExplore(b *testing.B) {
	const players = 10_000
	db := openAt(b, filepath.Join(b.TempDir(), "boardwalk.db"))
	bolt(db).NoSync = true
	event := arcade.DailyEvent(crowdDay)
	must(b, db.Update(func(tx *store.Tx) error { return tracked(b, db, tx, event, players) }))
	var tracks []arcade.Track
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			var err error
			tracks, err = db.Tracks(hop, event)
			must(b, err)
		}
	})
	b.Run("walk", func(b *testing.B) {
		for b.Loop() {
			w := arcade.NewWalk(steps{hop}, "R1", tracks, nil, nil)
			for range 9 {
				must(b, w.Go(w.Here().Ways[0].Move))
			}
			if n := w.Here().Players(); n != players {
				b.Fatalf("%d of %d players came by", n, players)
			}
		}
	})
}
