package data

import (
	"bytes"
	"testing"
)

// fill adds so many bytes to a file, or removes them again.
func fill(t testing.TB, db *DB, size int) {
	t.Helper()
	must(t, db.write(func(tx *txn) error {
		if size == 0 {
			return tx.Bucket(metaBucket).Delete([]byte("filling"))
		}
		return tx.Bucket(metaBucket).Put([]byte("filling"), bytes.Repeat([]byte("x"), size))
	}))
}

func TestFreePagesAreRoom(t *testing.T) {
	const limit = 1 << 20
	var calls []Space
	db := openTemp(t)
	must(t, db.Close())
	db = openAt(t, db.file.path, MaxSize(limit), OnFull(func(s Space) { calls = append(calls, s) }))
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

	full := openAt(t, db.file.path, MaxSize(100), OnFull(func(s Space) { calls = append(calls, s) }))
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
	if s := db.Space(); !s.Full || used() >= s.Limit/100*fullPercent {
		t.Errorf("a little less: Space = %+v", s)
	}
	fill(t, db, 1<<20-40<<10)
	if s := db.Space(); s.Full {
		t.Errorf("much less: Space = %+v", s)
	}
}
