package data

import (
	"testing"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"

	"go.etcd.io/bbolt"
)

// Files that share a log have the same digest at a mark, though they write all the time and reach it
// at another moment each. One in which a row was changed has another, and one that cannot be read says so.
func TestDigest(t *testing.T) {
	log := NewLog()
	made := make(chan commitlog.Digest, 9)
	dbs := nodes(t, log, 3, OnDigest(func(d commitlog.Digest, err error) { made <- d }))
	same := func(want bool) {
		t.Helper()
		for i, db := range dbs {
			finish(t, session(t, db, fp("ann")), finished(record(hop, string(rune('A'+i)), 1), 1))
		}
		must(t, log.Mark(t.Context(), commitlog.DigestMark+"x"))
		for i, db := range dbs {
			finish(t, session(t, db, fp("bob")), finished(record(hop, string(rune('A'+i)), 1), 1))
		}
		a, b, c := <-made, <-made, <-made
		if a.Number == 0 || a.Number != b.Number || b.Number != c.Number || a.Sum == "" {
			t.Fatalf("the digests are %+v, %+v and %+v", a, b, c)
		}
		if got := a == b && b == c; got != want {
			t.Errorf("the digests are %+v, %+v and %+v", a, b, c)
		}
	}
	same(true)
	// One was killed while it tested for room.
	must(t, bolt(dbs[0]).Update(func(tx *bbolt.Tx) error { return tx.Bucket(store.Meta).Put(probeKey, []byte("x")) }))
	same(true)
	must(t, bolt(dbs[1]).Update(func(tx *bbolt.Tx) error { return tx.Bucket(nicksBucket).Put([]byte("zed"), []byte("damage")) }))
	same(false)
}
