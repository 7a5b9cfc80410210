package data

import (
	"fmt"
	"math/bits"
	"path/filepath"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// Whichever rounds of a chain are lost, and however, the others stay once the host has let
// go, and the chain goes on.
func TestAcceptLoss(t *testing.T) {
	whole := quick(t)
	var ids [][]byte
	for i := range 5 {
		r := finish(t, session(t, whole, fp("ann")), finished(record(hop, fmt.Sprint("D", i), 1, 2), int64(i+1)))
		finish(t, session(t, whole, fp("bob")), finished(record(hop, fmt.Sprint("D", i), 1), int64(i+1)))
		ids = append(ids, key(r))
	}
	must(t, whole.Close())
	for mask := range 1 << 5 {
		if spared(mask) {
			continue
		}
		t.Run(fmt.Sprintf("%05b", mask), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "boardwalk.db")
			clone(t, path, whole.Path())
			db := openAt(t, path, Games(library), unsynced, MapSize(1))
			ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
			want := 5 - bits.OnesCount(uint(mask))
			unreadable := 0
			must(t, directly(db, func(tx *store.Tx) error {
				rounds := tx.Bucket(roundsBucket)
				for i, id := range ids {
					if mask>>i&1 == 0 {
						continue
					}
					if i%2 == 0 { // it is gone
						must(t, rounds.Delete(id))
						continue
					}
					unreadable++
					must(t, rounds.Put(id, []byte("12345{}")))
				}
				return nil
			}))
			must(t, db.Repair())
			if report, err := db.Check(library); err != nil || (len(report.Findings) > 0) != (mask != 0) {
				t.Errorf("after Repair, Check found %q, %v", report.Findings, err)
			}
			for range 2 { // a second time changes nothing
				n, err := db.AcceptLoss()
				if err != nil || n != unreadable {
					t.Fatalf("AcceptLoss = %d, %v, want %d", n, err, unreadable)
				}
				unreadable = 0
				sound(t, db)
			}
			finish(t, ann, finished(record(hop, "NEXT", 1, 2, 3), 100))
			sound(t, db)
			code := link(t, bob)
			must(t, ann.Join(code, day(0)))
			sound(t, db)
			if history, err := bob.History("", 100); err != nil || len(history) != want+1+5 {
				t.Errorf("%d of %d rounds are left, %v", len(history), want+6, err)
			}
			if stats, err := bob.Stats(); err != nil || len(stats) == 0 || stats[0].Class != arcade.Counted {
				t.Errorf("Stats = %+v, %v", stats, err)
			}
		})
	}
}
