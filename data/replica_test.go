package data

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/data/datatest"
	"boardwalk/data/store"
)

// theCluster names the cluster of these tests.
const theCluster = "test"

// nodes returns n files that share a log.
func nodes(t testing.TB, log commitlog.Log, n int, opts ...Option) (dbs []*DB) {
	t.Helper()
	first := filepath.Join(t.TempDir(), "0.db")
	db, err := Open(first)
	must(t, err)
	must(t, db.Close())
	must(t, store.Adopt(first, Schema, theCluster, nil))
	text, err := os.ReadFile(first)
	must(t, err)
	for i := range n {
		path := filepath.Join(filepath.Dir(first), fmt.Sprint(i, ".db"))
		must(t, os.WriteFile(path, text, 0o600))
		db := openAt(t, path, append(slices.Clone(opts), Shared(log, theCluster))...)
		t.Cleanup(func() { _ = db.Close() })
		dbs = append(dbs, db)
	}
	return dbs
}

// settled waits until the files have all that is in their log, and fails the test unless they
// are the same then.
func settled(t testing.TB, dbs ...*DB) {
	t.Helper()
	for _, db := range dbs {
		must(t, db.Barrier(t.Context()))
	}
	for _, db := range dbs[1:] {
		must(t, dbs[0].View(func(a *store.Tx) error {
			return db.View(func(b *store.Tx) error {
				if a, b := allRows(a), allRows(b); a != b {
					t.Errorf("%q", differ(a, b))
				}
				return nil
			})
		}))
		if a, b := dbs[0].Applied(), db.Applied(); a != b {
			t.Errorf("of two settled files one is at entry %d, the other at %d", a, b)
		}
	}
}

// pause waits, at most until ctx ends.
func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

// allRows returns a line for each row and count of a file, but for those that are the file's own.
func allRows(tx *store.Tx) string {
	var lines strings.Builder
	for _, name := range Schema.Buckets {
		fmt.Fprintf(&lines, "%s: %d\n", name, tx.Bucket(name).Sequence())
		for key, value := range store.Rows(tx.Bucket(name)) {
			if own := string(key) == "log" || bytes.Equal(key, probeKey); !own || !bytes.Equal(name, store.Meta) {
				fmt.Fprintf(&lines, "%s: %q %s\n", name, key, value)
			}
		}
	}
	return lines.String()
}

// fileRows returns allRows of a file that nobody has open, and its position.
func fileRows(t *testing.T, path string) (rows string, p commitlog.Position) {
	t.Helper()
	p, err := store.ReadPosition(path, Schema)
	must(t, err)
	db, _, err := OpenReadOnly(path)
	must(t, err)
	must(t, db.View(func(tx *store.Tx) error {
		rows = allRows(tx)
		return nil
	}))
	must(t, db.Close())
	return rows, p
}

// What is written on one node is read on all, and who was first is first on all.
func TestReplicas(t *testing.T) {
	log := NewLog()
	dbs := nodes(t, log, 3)
	ann, bob := session(t, dbs[0], fp("ann")), session(t, dbs[1], fp("bob"))
	finish(t, ann, finished(record(hop, "A", 1, 2), 1))
	must(t, ann.SetNick("ann"))
	must(t, dbs[1].Barrier(t.Context()))
	finish(t, bob, finished(record(hop, "B", 1), 2))
	wantErr(t, "a nick that another node has given", bob.SetNick("ann"), ErrTaken)
	rev := save(t, ann, saved(record(hop, "C", 1), 3))
	settled(t, dbs...)

	elsewhere := session(t, dbs[2], fp("ann"))
	open, there, err := elsewhere.Saved(hop)
	must(t, err)
	if there != rev || open.Record.Code != "C" {
		t.Fatalf("the other node has %+v, %d, want revision %d", open, there, rev)
	}
	_, err = elsewhere.Save(open, there)
	must(t, err)
	_, err = ann.Save(open, rev)
	if err == nil {
		t.Error("a state that another node has replaced is saved")
	}
	settled(t, dbs...)
	sound(t, dbs[2])
	var first string
	for i, db := range dbs {
		must(t, db.Close())
		rows, p := fileRows(t, db.Path())
		if i == 0 {
			first = rows
		}
		if p.Number != db.Applied() || rows != first {
			t.Errorf("the file at %+v has other rows than the first: %s", p, differ(first, rows))
		}
	}
	own, others := dbs[0].Traffic(), dbs[2].Traffic()
	if own.Appended == 0 || own.Bytes == 0 || own.Appended+own.Applied != dbs[0].Applied() || others.Appended+others.Applied != dbs[2].Applied() || own.Asked > 0 {
		t.Errorf("of %d entries the traffic is %+v and %+v", dbs[0].Applied(), own, others)
	}
}

// A group that is too large for an entry of the log becomes several, and so does a change
// that is: it is there as a whole or not at all.
func TestLargeChanges(t *testing.T) {
	log := NewLog()
	dbs := nodes(t, log, 2)
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			must(t, dbs[0].Update(func(tx *store.Tx) error {
				return tx.Bucket(roundsBucket).Put([]byte{byte(i)}, bytes.Repeat([]byte{byte(i)}, commitlog.EntryMax/5))
			}))
		})
	}
	wg.Wait()
	must(t, dbs[1].Barrier(t.Context()))
	must(t, dbs[1].Update(func(tx *store.Tx) error {
		return errors.Join(tx.Bucket(roundsBucket).Put([]byte("long"), make([]byte, 2*commitlog.EntryMax)), tx.Bucket(nicksBucket).Put([]byte("long"), make([]byte, 2*commitlog.EntryMax)))
	}))
	settled(t, dbs...)
	entries, err := datatest.Read(t.Context(), log, 0)
	must(t, err)
	if n := len(entries); n < 6 {
		t.Errorf("all is in %d entries", n)
	}
}

// The parts of a change whose last part never came are nothing, wherever a reader begins.
func TestPartsOfAChangeThatWasGivenUp(t *testing.T) { synctest.Test(t, partsGivenUp) }

func partsGivenUp(t *testing.T) {
	log := NewLog()
	dbs := nodes(t, log, 2)
	appends := 0
	log.Meddle(func(_ context.Context, c Call) Fate {
		if c.Method == "Append" {
			if appends++; appends == 2 {
				return Lost
			}
			if appends > 2 {
				return Refused
			}
		}
		return Answered
	})
	long := func(tx *store.Tx) error {
		return tx.Bucket(nicksBucket).Put([]byte("long"), make([]byte, 3*commitlog.EntryMax))
	}
	err := dbs[0].Update(long)
	wantErr(t, "a change of which only parts are kept", err, store.ErrUnknown)
	wantErr(t, "a change that the log has not answered", err, store.ErrNoQuorum)
	wantErr(t, "a file whose log does not answer", dbs[0].Ping(), store.ErrNoQuorum)
	log.Meddle(nil)
	short := func(tx *store.Tx) error { return tx.Bucket(nicksBucket).Put([]byte("short"), []byte("x")) }
	must(t, dbs[1].Update(short))
	again := openAt(t, filepath.Join(filepath.Dir(dbs[0].Path()), "0.db.copy"), func(o *Options) {
		text, err := os.ReadFile(dbs[0].Path())
		must(t, errors.Join(err, os.WriteFile(filepath.Join(filepath.Dir(dbs[0].Path()), "0.db.copy"), text, 0o600)))
	}, Shared(log, theCluster))
	settled(t, dbs[1], again)
	for _, db := range dbs {
		must(t, db.Close())
	}
	must(t, again.View(func(tx *store.Tx) error {
		if b := tx.Bucket(nicksBucket); b.Get([]byte("long")) != nil || b.Get([]byte("short")) == nil {
			t.Error("the parts count, or what came after them does not")
		}
		return nil
	}))
	must(t, again.Close())
}

// A file that needs entries which the log has no more says so, and is still read.
func TestTrimmedLog(t *testing.T) {
	log := NewLog()
	said := make(chan error, 9)
	dbs := nodes(t, log, 2)
	must(t, dbs[0].Close())
	finish(t, session(t, dbs[1], fp("ann")), finished(record(hop, "A", 1), 1))
	log.Trim(1)
	late := openAt(t, dbs[0].Path(), Shared(log, theCluster), OnWriteError(func(err error) { said <- err }))
	defer late.Close()
	wantErr(t, "a file behind the log", <-said, commitlog.ErrTrimmed)
	err := late.Update(func(*store.Tx) error { return nil })
	if !errors.Is(err, store.ErrNoQuorum) || !errors.Is(late.Ping(), commitlog.ErrTrimmed) {
		t.Errorf("a write gets %v, and Ping %v", err, late.Ping())
	}
	if _, err := late.Totals(); err != nil {
		t.Errorf("it cannot be read: %v", err)
	}
}

func TestStrayFiles(t *testing.T) {
	log := NewLog()
	dir := t.TempDir()
	alone := filepath.Join(dir, "alone.db")
	must(t, openAt(t, alone).Close())
	_, err := Open(alone, Shared(log, theCluster))
	wantErr(t, "a file of no cluster", err, store.ErrStray)
	must(t, store.Adopt(alone, Schema, theCluster, nil))
	_, err = Open(alone, Shared(log, "another"))
	wantErr(t, "a file of another cluster", err, store.ErrStray)
	db := openAt(t, alone, Shared(log, theCluster))
	finish(t, session(t, db, fp("ann")), finished(record(hop, "A", 1), 1))
	if db.Applied() != 1 {
		t.Errorf("it has applied %d entries", db.Applied())
	}
	must(t, db.Close())
	if p, err := store.ReadPosition(alone, Schema); err != nil || p.Cluster != theCluster || p.Number != 1 || p.Hash == (commitlog.Hash{}) || p.Alone {
		t.Errorf("it is at %+v, %v", p, err)
	}
	db = openAt(t, alone) // as one machine
	must(t, db.Close())
	if p, err := store.ReadPosition(alone, Schema); err != nil || p.Alone {
		t.Errorf("as nothing was changed, it is at %+v, %v", p, err)
	}
	db = openAt(t, alone)
	finish(t, session(t, db, fp("ann")), finished(record(hop, "B", 1), 2))
	must(t, db.Close())
	if p, err := store.ReadPosition(alone, Schema); err != nil || p.Cluster != theCluster || p.Number != 1 || !p.Alone {
		t.Errorf("it is at %+v, %v", p, err)
	}
	_, err = Open(alone, Shared(log, theCluster))
	wantErr(t, "a file that went its own way", err, store.ErrStray)
}

var simulations = flag.Int("simulations", 1, "how many runs TestSimulation and TestSimulationOfDamage make")

// TestSimulation has writers on three files whose log loses, delays and refuses calls, whose
// disks fail, and which are closed and opened again, all by a seed. In the end the files are the same,
// what was acknowledged is in them, and nothing is in them twice.
func TestSimulation(t *testing.T) {
	for seed := range *simulations {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { simulate(t, uint64(seed)) })
		})
	}
}

// A simulated run of several files.
type simulation struct {
	t   *testing.T
	rng *rand.Rand // only with mu
	log *Log

	mu   sync.Mutex
	dbs  []*DB
	kept map[string]bool // what was acknowledged
	calm bool            // nothing goes wrong any more
}

// simulated are the rows to which writers add words, and simulatedWords how many each adds.
const (
	simulatedRows    = 4
	simulatedWords   = 12
	simulatedWriters = 6
)

func simulate(t *testing.T, seed uint64) {
	s := &simulation{t: t, rng: rand.New(rand.NewPCG(seed, 7)), log: NewLog(), kept: map[string]bool{}}
	s.log.Meddle(s.fate)
	s.dbs = nodes(t, s.log, 3, s.opts()...)
	var wg sync.WaitGroup
	for w := range simulatedWriters {
		wg.Go(func() {
			for i := range simulatedWords {
				s.write(fmt.Sprintf("%d-%d", w, i))
				s.pause()
			}
		})
	}
	wg.Go(func() {
		for range s.chance(4) {
			s.pause()
			s.reopen(s.chance(3))
		}
	})
	wg.Wait()
	s.mu.Lock()
	s.calm = true
	s.mu.Unlock()
	s.log.Deliver()
	for _, db := range s.dbs {
		for db.Ping() != nil {
			time.Sleep(time.Second)
		}
		for db.Update(func(tx *store.Tx) error { return tx.Bucket(nicksBucket).Put([]byte("end"), nil) }) != nil {
			time.Sleep(time.Second)
		}
	}
	settled(t, s.dbs...)
	s.check()
	for _, db := range s.dbs {
		must(t, db.Close())
	}
}

// chance returns a number below n.
func (s *simulation) chance(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.IntN(n)
}

func (s *simulation) pause() { time.Sleep(time.Duration(s.chance(300)) * time.Millisecond) }

// fate decides what happens to a call of the log.
func (s *simulation) fate(ctx context.Context, c Call) Fate {
	wait := time.Duration(s.chance(30)) * time.Millisecond
	if s.chance(40) == 0 {
		wait = time.Duration(s.chance(12)) * time.Second
	}
	s.mu.Lock()
	calm := s.calm
	s.mu.Unlock()
	if calm {
		return Answered
	}
	pause(ctx, wait)
	if s.chance(5) == 0 {
		s.log.Deliver()
	}
	switch s.chance(12) {
	case 0:
		return Refused
	case 1:
		return Lost
	case 2:
		if c.Method == "Append" {
			return Late
		}
	}
	return Answered
}

func (s *simulation) opts() []Option {
	return []Option{func(o *Options) {
		o.Commit = func(tx *store.Tx) error {
			tx.DB().NoSync = true
			s.mu.Lock()
			calm := s.calm
			s.mu.Unlock()
			if calm {
				return tx.Commit()
			}
			switch s.chance(25) {
			case 0:
				return errors.New("input/output error")
			case 1:
				return errors.Join(tx.Commit(), errors.New("input/output error"))
			}
			return tx.Commit()
		}
	}}
}

// write adds a word to a row, on any node, until that is acknowledged.
func (s *simulation) write(word string) {
	for !s.try(word) {
	}
}

// try adds a word to a row, on any node, and reports whether that is acknowledged. Otherwise it pauses.
func (s *simulation) try(word string) bool {
	s.mu.Lock()
	db := s.dbs[s.rng.IntN(len(s.dbs))]
	s.mu.Unlock()
	err := db.Update(func(tx *store.Tx) error {
		b, row := tx.Bucket(nicksBucket), []byte{'a' + word[len(word)-1]%simulatedRows}
		words := strings.Fields(string(b.Get(row)))
		if slices.Contains(words, word) {
			return nil // it was made, though nobody knew
		}
		return b.Put(row, []byte(strings.Join(append(words, word), " ")))
	})
	if err != nil {
		s.pause()
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept[word] = true
	return true
}

// reopen closes a file and opens it again.
func (s *simulation) reopen(i int) {
	s.mu.Lock()
	old := s.dbs[i]
	s.mu.Unlock()
	_ = old.Close()
	for {
		db, err := Open(old.Path(), append(s.opts(), Shared(s.log, theCluster))...)
		if err == nil {
			s.mu.Lock()
			s.dbs[i] = db
			s.mu.Unlock()
			return
		}
		time.Sleep(time.Second)
	}
}

// check fails the test unless each word that was acknowledged is in the files once.
func (s *simulation) check() {
	must(s.t, s.dbs[0].View(func(tx *store.Tx) error {
		found := map[string]int{}
		for _, value := range store.Rows(tx.Bucket(nicksBucket)) {
			for _, word := range strings.Fields(string(value)) {
				found[word]++
			}
		}
		if want := simulatedWriters * simulatedWords; len(s.kept) != want {
			s.t.Errorf("%d words are acknowledged, want %d", len(s.kept), want)
		}
		for word := range s.kept {
			if found[word] != 1 {
				s.t.Errorf("%s is there %d times", word, found[word])
			}
		}
		return nil
	}))
}

// A forgedLog has an entry of somebody else after a number.
type forgedLog struct {
	commitlog.Log
	after uint64
}

func (l forgedLog) Follow(ctx context.Context, after uint64) iter.Seq2[[]commitlog.Entry, error] {
	return func(yield func([]commitlog.Entry, error) bool) {
		if after >= l.after {
			yield(nil, fmt.Errorf("entry %d: %w", after+1, commitlog.ErrForged))
			return
		}
		got, err := datatest.Read(ctx, l.Log, after)
		yield(got[:min(uint64(len(got)), l.after-after)], err)
	}
}

// Nothing of a log is applied from the first entry on that nobody who shares it has written, and
// nothing more is saved, however often that is tried.
func TestAForgedLogIsFollowedNoMore(t *testing.T) {
	log := NewLog()
	said := make(chan error, 9)
	dbs := nodes(t, log, 2)
	must(t, dbs[0].Close())
	finish(t, session(t, dbs[1], fp("ann")), finished(record(hop, "A", 1), 1))
	finish(t, session(t, dbs[1], fp("ann")), finished(record(hop, "B", 1), 1))
	last := dbs[1].Applied()
	db := openAt(t, dbs[0].Path(), Shared(forgedLog{log, last - 1}, theCluster), OnWriteError(func(err error) { said <- err }))
	defer db.Close()
	wantErr(t, "a file whose log is forged", <-said, commitlog.ErrForged)
	for range 3 {
		err := db.Update(func(*store.Tx) error { return nil })
		if !errors.Is(err, store.ErrNoQuorum) || !errors.Is(db.Ping(), commitlog.ErrForged) || db.Applied() > last-1 {
			t.Errorf("a write gets %v, Ping %v, with entry %d of %d", err, db.Ping(), db.Applied(), last)
		}
	}
	select {
	case err := <-said:
		t.Errorf("it is said again: %v", err)
	default:
	}
}

// A file before a hole says so once, and writes nothing. It does not ask all the time. It goes on once
// the entry is found again, if nothing has followed it that the file cannot follow. What is lost
// may be nothing to it.
func TestAHoleInTheLog(t *testing.T) {
	for name, test := range map[string]struct {
		lost, after string // "data" or "mark"
		hole, heals bool
	}{
		"data before marks": {"data", "mark", true, true},
		"data before data":  {"data", "data", true, false},
		"a mark":            {"mark", "data", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := NewLog()
				said := make(chan error, 9)
				dbs := nodes(t, log, 2)
				must(t, dbs[1].Close())
				add := func(kind, code string) {
					if kind == "mark" {
						must(t, log.Mark(t.Context(), "mark"))
					} else {
						finish(t, session(t, dbs[0], fp("ann")), finished(record(hop, code, 1), 1))
					}
				}
				add(test.lost, "A")
				lost, _ := log.Last(t.Context())
				add(test.after, "B")
				synctest.Wait() // the other file reads its own entries before one is lost
				log.Lose(lost)
				var reads atomic.Int32
				log.Meddle(func(_ context.Context, c Call) Fate {
					if c.Method == "Read" {
						reads.Add(1)
					}
					return Answered
				})
				db := openAt(t, dbs[1].Path(), Shared(log, theCluster), OnWriteError(func(err error) { said <- err }))
				defer db.Close()
				if !test.hole {
					settled(t, dbs[0], db)
					return
				}
				wantErr(t, "a file before a hole", <-said, commitlog.ErrHole)
				time.Sleep(time.Hour)
				if len(said) > 0 || reads.Load() > 400 {
					t.Errorf("in an hour it reads %d times, and says %d more things", reads.Load(), len(said))
				}
				err := db.Update(func(*store.Tx) error { return nil })
				wantErr(t, "a write", err, commitlog.ErrHole)
				wantErr(t, "a write", err, store.ErrNoQuorum)
				log.Meddle(nil)
				log.Lose(0)
				if test.heals {
					wantErr(t, "once the entry is there", <-said, nil)
					settled(t, dbs[0], db)
				}
			})
		})
	}
}

// A log that cannot be read for longer than it needs to find a leader is one that does not answer, and
// what comes in the end is not lost.
func TestALogThatCannotBeRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := NewLog()
		said := make(chan error, 9)
		var fails atomic.Bool
		log.Meddle(func(_ context.Context, c Call) Fate {
			if c.Method == "Read" && fails.Load() {
				return Refused
			}
			return Answered
		})
		dbs := nodes(t, log, 2)
		must(t, dbs[1].Close())
		fails.Store(true)
		finish(t, session(t, dbs[0], fp("ann")), finished(record(hop, "A", 1), 1))
		db := openAt(t, dbs[1].Path(), Shared(log, theCluster), OnWriteError(func(err error) { said <- err }))
		defer db.Close()
		time.Sleep(5 * time.Second)
		if len(said) > 0 {
			t.Errorf("at once it says %v", <-said)
		}
		wantErr(t, "the file", <-said, ErrNoAnswer)
		wantErr(t, "Ping", db.Ping(), store.ErrNoQuorum)
		time.Sleep(time.Hour)
		fails.Store(false)
		wantErr(t, "a log that can be read", <-said, nil)
		if len(said) > 0 {
			t.Errorf("meanwhile it says %v", <-said)
		}
		settled(t, dbs[0], db)
	})
}

// An entry that this program does not understand ends the following of the log, once.
func TestAnEntryThatNobodyUnderstands(t *testing.T) {
	for name, text := range map[string][]byte{
		"another kind":  {99, 1, 2, 3},
		"no delta":      {1, 99},
		"only half one": {1, 1, 200},
	} {
		t.Run(name, func(t *testing.T) {
			log := NewLog()
			said := make(chan error, 9)
			db := nodes(t, log, 1, OnWriteError(func(err error) { said <- err }))[0]
			must(t, log.Append(t.Context(), db.Applied(), commitlog.Entry{ID: "strange", Data: text}))
			wantErr(t, "the file", <-said, store.ErrStrange)
			for range 3 {
				wantErr(t, "a write", db.Update(func(*store.Tx) error { return nil }), store.ErrStrange)
			}
			if len(said) > 0 {
				t.Errorf("it is said again: %v", <-said)
			}
		})
	}
}

// A log that was set back and went on otherwise is noticed at its first entry that follows others
// than the file has, and nothing of it gets into the file.
func TestALogThatWasSetBackIsFollowedNoMore(t *testing.T) {
	log := NewLog()
	said := make(chan error, 9)
	dbs := nodes(t, log, 2)
	play := func(db *DB, code string) {
		t.Helper()
		finish(t, session(t, db, fp("ann")), finished(record(hop, code, 1), 1))
	}
	play(dbs[0], "A")
	settled(t, dbs...)
	back := dbs[1].Applied()
	must(t, dbs[1].Close())
	play(dbs[0], "B")
	last := dbs[0].Applied()
	must(t, dbs[0].Close())
	before, at := fileRows(t, dbs[0].Path())

	log.SetBack(back)
	other := openAt(t, dbs[1].Path(), Shared(log, theCluster))
	defer other.Close()
	play(other, "C")
	play(other, "D")
	db := openAt(t, dbs[0].Path(), Shared(log, theCluster), OnWriteError(func(err error) { said <- err }))
	wantErr(t, "a file that has parted from its log", <-said, commitlog.ErrParted)
	wantErr(t, "a write to it", db.Update(func(*store.Tx) error { return nil }), commitlog.ErrParted)
	if db.Applied() != last {
		t.Errorf("it is at entry %d, and was at %d", db.Applied(), last)
	}
	must(t, db.Close())
	if rows, now := fileRows(t, dbs[0].Path()); rows != before || now != at {
		t.Errorf("the file was changed: %s", differ(before, rows))
	}
}

// A file of an older version can leave its cluster, and is migrated.
func TestDetach(t *testing.T) {
	path := oldFile(t)
	wantErr(t, "Detach of an older file that is not to be migrated", store.Detach(path, Schema, store.Options{}), store.ErrOlder)
	must(t, store.Detach(path, Schema, newOptions(migrating).Options))
	must(t, store.Adopt(path, Schema, theCluster, nil))
	must(t, store.Detach(path, Schema, store.Options{}))
	if p, err := store.ReadPosition(path, Schema); err != nil || p != (commitlog.Position{}) {
		t.Errorf("it is at %+v, %v", p, err)
	}
	db := openAt(t, path, Games(library))
	sound(t, db)
}
