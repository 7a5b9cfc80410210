package data

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// key is the ID of a stored round as its key.
func key(r arcade.Result) []byte {
	id := ulid.MustParse(r.ID)
	return id[:]
}

// accountOf returns the account of a player who has one.
func accountOf(t testing.TB, p *Player) (id playerID) {
	t.Helper()
	must(t, p.db.View(func(tx *store.Tx) (err error) {
		id, err = p.id(tx)
		return err
	}))
	return id
}

// edit changes a row and seals it again, as no real program should.
func edit[Row any](t *testing.T, b store.Bucket, key []byte, change func(*Row)) {
	t.Helper()
	var row Row
	if err := store.Unseal(key, b.Get(key), &row); err != nil {
		t.Fatalf("row %q: %v", key, err)
	}
	change(&row)
	must(t, store.Put(b, key, row))
}

func TestCheckFinds(t *testing.T) {
	type file struct {
		tx            *store.Tx
		ann           playerID
		first, second arcade.Result // the second is the best and the last
	}
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, f file)
		want   string
	}{
		{"a byte of a round", func(t *testing.T, f file) {
			b := f.tx.Bucket(roundsBucket)
			value := append([]byte(nil), b.Get(key(f.first))...)
			value[20] ^= 1
			must(t, b.Put(key(f.first), value))
		}, "A round cannot be read: the data file is damaged: the checksum of row"},
		{"a score its record does not come to", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(roundsBucket), key(f.first), func(row *roundRow) { row.Points = 9 })
		}, "it is stored with score {Points:9"},
		{"a record that does not replay", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(roundsBucket), key(f.first), func(row *roundRow) { row.Record += " z9" })
		}, "That is no step."},
		{"a round that was changed", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(roundsBucket), key(f.first), func(row *roundRow) { row.Millis++ })
		}, "its ID should be"},
		{"a round from an older page", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(roundsBucket), key(f.first), func(row *roundRow) { row.Prev = []byte("old") })
		}, "a round is missing or older than it should be, 1 round before the last."},
		{"a round that is gone", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(roundsBucket).Delete(key(f.first)))
		}, "which does not exist."},
		{"a round that is gone with its history", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(roundsBucket).Delete(key(f.second)))
			must(t, f.tx.Bucket(historyBucket).Delete(f.ann.history(ulid.ULID(key(f.second)))))
		}, "should have 2 rounds and has 1."},
		{"a history that lacks a round", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(historyBucket).Delete(f.ann.history(ulid.ULID(key(f.first)))))
		}, "is missing from the history of player"},
		{"a history that is another's", func(t *testing.T, f file) {
			bob := playerID{1}
			must(t, store.Put(f.tx.Bucket(playersBucket), bob[:], playerRow{}))
			must(t, f.tx.Bucket(historyBucket).Put(bob.history(ulid.ULID(key(f.first))), []byte{}))
		}, "belongs to another."},
		{"a history that says another deal", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(historyBucket).Put(f.ann.history(ulid.ULID(key(f.first))), []byte("hop OTHER")))
		}, "as one of another deal."},
		{"an open round of a player whose key is cut off", func(t *testing.T, f file) {
			must(t, store.Put(f.tx.Bucket(playersBucket), []byte("x"), playerRow{}))
			must(t, store.Put(f.tx.Bucket(openRoundsBucket), []byte("x"), openRoundRow{MadeUp: true}))
		}, "belongs to no player."},
		{"a key that is none", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(historyBucket).Put([]byte("x"), []byte{}))
		}, `Row "x" of the history does not name a player and a round.`},
		{"a best that is not the best", func(t *testing.T, f file) {
			must(t, store.Put(f.tx.Bucket(bestsBucket), f.ann.best(hop, arcade.Counted, allTime), bestRow{ID: ulid.ULID(key(f.first))}))
		}, "and should be"},
		{"a best of another kind", func(t *testing.T, f file) {
			must(t, store.Put(f.tx.Bucket(bestsBucket), f.ann.best(scotsi, arcade.Counted, allTime), bestRow{ID: ulid.ULID(key(f.first))}))
		}, "but there is no round of that kind."},
		{"a best that is missing", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(bestsBucket).Delete(f.ann.best(hop, arcade.Counted, allTime)))
		}, "has no best of test/hop, counted, and should have"},
		{"a best with a wrong checksum", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(bestsBucket).Put(f.ann.best(hop, arcade.Counted, allTime), []byte("x")))
		}, "The best of test/hop, counted of player"},
		{"an open game that does not replay", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(openRoundsBucket), f.ann.openRound(hop), func(row *openRoundRow) { row.Shelved = []string{"z9"} })
		}, "cannot be resumed: resume what a restart put away: move 1 of the record is refused"},
		{"an open game with a score its record does not come to", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(openRoundsBucket), f.ann.openRound(hop), func(row *openRoundRow) { row.Points = 9 })
		}, "cannot be resumed: it is stored with score {Points:9"},
		{"an open game of another game", func(t *testing.T, f file) {
			edit(t, f.tx.Bucket(openRoundsBucket), f.ann.openRound(hop), func(row *openRoundRow) { row.Record = scotsi + "@1 A" })
		}, "its record is of test/scotsi"},
		{"rows of no player", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(playersBucket).Delete(f.ann[:]))
		}, "of openrounds belongs to no player."},
		{"a player with a wrong checksum", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(playersBucket).Put(f.ann[:], []byte("12345{}")))
		}, "cannot be read: the data file is damaged"},
		{"a player that is none", func(t *testing.T, f file) {
			must(t, f.tx.Bucket(playersBucket).Put([]byte("x"), []byte("y")))
		}, "A player cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := openTemp(t)
			p := session(t, db, "ann")
			f := file{}
			f.first = finish(t, p, finished(record(hop, "A", 1, 1, 1, 1, 1), 1))
			f.second = finish(t, p, finished(record(hop, "B", 1, 2, 1, 1, 1), 2))
			save(t, p, saved(record(hop, "C", 1), 3))
			f.ann = accountOf(t, p)
			sound(t, db)
			must(t, directly(db, func(tx *store.Tx) error {
				f.tx = tx
				c.damage(t, f)
				return nil
			}))
			report, err := db.Check(library)
			must(t, err)
			if got := strings.Join(report.Findings, "\n"); !strings.Contains(got, c.want) {
				t.Errorf("found %q, want %q", got, c.want)
			}
			for _, s := range report.Findings {
				if !strings.HasSuffix(s, ".") || strings.Contains(s, "\n") {
					t.Errorf("%q is no sentence", s)
				}
			}
		})
	}
}

func TestEveryBucketHasARule(t *testing.T) {
	for _, name := range Schema.Buckets {
		if !slices.ContainsFunc(rules(), func(r store.Rule) bool { return bytes.Equal(r.Bucket, name) }) {
			t.Errorf("no rule for the rows of %s: Check says nothing about them, and Repair leaves them", name)
		}
	}
}

func TestCheckCounts(t *testing.T) {
	db := openTemp(t)
	for _, name := range []string{"ann", "bob"} {
		p := session(t, db, name)
		var wg sync.WaitGroup
		for i := range 300 { // more than one transaction reads
			wg.Go(func() {
				if _, err := session(t, db, name).Finish(finished(record(hop, "A", 1, 2), int64(i+1)), 0); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		save(t, p, saved(record("test/gone", "A", 1), 1))
		old := record(hop, "A", 1)
		old.Version = 7
		finish(t, p, finished(old, 1000))
	}
	got := sound(t, db)
	got.Findings = nil
	text, err := json.Marshal(got)
	must(t, err)
	if want := `{"Players":2,"Guests":0,"Open":2,"Rounds":602,"Unplayed":4,"Findings":null}`; string(text) != want {
		t.Errorf("got %s, want %s", text, want)
	}
}
