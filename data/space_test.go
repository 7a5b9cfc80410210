package data

import (
	"bytes"
	"path/filepath"
	"testing"

	"boardwalk/data/boltpages"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// fill adds so many bytes to a file, or removes them again.
func fill(t testing.TB, db *DB, size int) {
	t.Helper()
	must(t, db.Update(func(tx *store.Tx) error {
		if size == 0 {
			return tx.Bucket(store.Meta).Delete([]byte("filling"))
		}
		return tx.Bucket(store.Meta).Put([]byte("filling"), bytes.Repeat([]byte("x"), size))
	}))
}

func TestFreePagesAreRoom(t *testing.T) {
	const limit = 1 << 20
	var calls []store.Space
	db := openTemp(t)
	must(t, db.Close())
	db = openAt(t, db.Path(), MaxSize(limit), OnFull(func(s store.Space) { calls = append(calls, s) }))
	ann := player(t, db, fp("ann"))
	rev := save(t, ann, saved(record(hop, "OPEN", 1), 4))
	begins := func(name string) error {
		_, err := session(t, db, fp(name)).Save(saved(record(hop, "A", 1), 1), 0)
		return err
	}
	must(t, begins("bob"))
	if s := db.Space(); s.Limit != limit || s.Full || s.Bytes == 0 || len(calls) > 0 {
		t.Errorf("Space = %+v, called with %+v", s, calls)
	}

	fill(t, db, limit)
	if s := db.Space(); !s.Full || s.Bytes-s.Free < limit || len(calls) != 1 || calls[0] != s {
		t.Errorf("a full file: Space = %+v, called with %+v", s, calls)
	}
	wantErr(t, "Save", begins("cid"), ErrFull)
	if _, err := ann.Save(saved(record(hop, "OPEN", 1, 2), 5), rev); err != nil { // those who are there go on
		t.Error(err)
	}
	if len(calls) != 1 {
		t.Errorf("it was called again: %+v", calls)
	}

	fill(t, db, 0)
	if s := db.Space(); s.Full || s.Bytes < limit || s.Bytes-s.Free > limit/2 || len(calls) != 2 || calls[1].Full {
		t.Errorf("with free pages: Space = %+v, called with %+v", s, calls)
	}
	must(t, begins("cid"))

	must(t, db.SetMaxSize(100))
	wantErr(t, "Save", begins("dan"), ErrFull)
	must(t, db.SetMaxSize(0))
	must(t, begins("dan"))
	if len(calls) != 4 {
		t.Errorf("called with %+v", calls)
	}
	must(t, db.Close())

	full := openAt(t, db.Path(), MaxSize(100), OnFull(func(s store.Space) { calls = append(calls, s) }))
	if len(calls) != 5 || !calls[4].Full || !full.Space().Full {
		t.Errorf("a file that is full when it is opened: called with %+v", calls)
	}
}

// A file at its limit does not flip between full and not full.
func TestFullStaysFull(t *testing.T) {
	db := openTemp(t)
	fill(t, db, 1<<20)
	used := func() int64 { return db.Space().Bytes - db.Space().Free }
	must(t, db.SetMaxSize(used()*1000/899)) // just not full
	if db.Space().Full {
		t.Fatalf("Space = %+v", db.Space())
	}
	fill(t, db, 1<<20+20<<10)
	if !db.Space().Full {
		t.Fatalf("Space = %+v", db.Space())
	}
	fill(t, db, 1<<20)
	if s := db.Space(); !s.Full || used() >= s.Limit/100*90 {
		t.Errorf("a little less: Space = %+v", s)
	}
	fill(t, db, 1<<20-40<<10)
	if s := db.Space(); s.Full {
		t.Errorf("much less: Space = %+v", s)
	}
}

// Commits do not write the list of free pages after a large deletion, nor when the file is
// opened again. A file that was closed has the list, and one that was not finds it again.
func TestManyFreePagesCostNothing(t *testing.T) {
	db := openTemp(t)
	rev := arcade.Rev(0)
	millis := int64(0)
	commit := func() int64 { // returns how many bytes a save writes
		t.Helper()
		before := bolt(db).Stats()
		millis++
		var err error
		rev, err = player(t, db, fp("ann")).Save(saved(record(hop, "OPEN", 1), millis), rev)
		must(t, err)
		after := bolt(db).Stats()
		return after.TxStats.GetPageAlloc() - before.TxStats.GetPageAlloc()
	}
	commit()
	small := commit()
	cheap := func(when string) {
		t.Helper()
		commit()
		if now := commit(); now > small*3/2 {
			t.Errorf("%s a save writes %d bytes, and %d before", when, now, small)
		}
	}
	fill(t, db, 16<<20)
	fill(t, db, 0)
	cheap("after a large deletion")
	free := db.Space().Free

	killed := filepath.Join(t.TempDir(), "killed.db")
	clone(t, killed, db.Path())
	must(t, db.Close())
	if m, err := boltpages.ReadMeta(openForTest(t, db.Path())); err != nil || !m.ListsFreePages() {
		t.Errorf("a file that was closed has no list of free pages: %v", err)
	}
	for when, path := range map[string]string{"once opened again": db.Path(), "after a kill": killed} {
		db = openAt(t, path, Games(library))
		if got := db.Space().Free; got < free-1<<20 {
			t.Errorf("%s %d bytes are free, and were %d", when, got, free)
		}
		rev = 0
		_, rev, _ = player(t, db, fp("ann")).Saved(hop)
		cheap(when)
		sound(t, db)
		must(t, db.Close())
	}
}
