package data

import (
	"bytes"
	"slices"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// A timeline iterates over the rounds of an account in order of time. A round stays in
// the history of the player it was stored for, even when that player is joined into
// another, and an account's rounds are merged from the histories of its members. So a
// join moves no rounds, however many there are.
type timeline struct {
	strands []strand
	back    bool
}

// A strand is the history of one member, and the timeline's position in it.
type strand struct {
	c  *bbolt.Cursor
	id playerID
	at ulid.ULID
	ok bool // false: no more rounds
}

// membersOf returns the player that an account is stored for and those joined into it.
// For a player that cannot be read it returns only that player.
func membersOf(tx *bbolt.Tx, id playerID) [][]byte {
	var row playerRow
	if _, err := get(tx.Bucket(playersBucket), id[:], &row); err != nil {
		row = playerRow{}
	}
	return row.all(id)
}

// oldestFirst iterates over the rounds of members starting at from; the zero ULID starts
// at the first.
func oldestFirst(tx *bbolt.Tx, members [][]byte, from ulid.ULID) *timeline {
	return newTimeline(tx, members, false, func(c *bbolt.Cursor, id playerID) []byte {
		k, _ := c.Seek(id.history(from))
		return k
	})
}

// newestFirst iterates backwards over the rounds of members that are older than before;
// the zero ULID sets no limit.
func newestFirst(tx *bbolt.Tx, members [][]byte, before ulid.ULID) *timeline {
	return newTimeline(tx, members, true, func(c *bbolt.Cursor, id playerID) []byte {
		bound := id.history(before)
		if before.IsZero() {
			bound = append(id[:], bytes.Repeat([]byte{0xFF}, len(before)+1)...)
		}
		k, _ := c.Seek(bound)
		if k == nil {
			k, _ = c.Last()
		} else {
			k, _ = c.Prev()
		}
		return k
	})
}

func newTimeline(tx *bbolt.Tx, members [][]byte, back bool, seek func(*bbolt.Cursor, playerID) []byte) *timeline {
	t := &timeline{back: back}
	for _, member := range members {
		if len(member) != len(playerID{}) {
			continue // reported by Check
		}
		l := strand{c: tx.Bucket(historyBucket).Cursor(), id: playerID(member)}
		if l.read(seek(l.c, l.id), back); l.ok {
			t.strands = append(t.strands, l)
		}
	}
	return t
}

// read moves to the strand's next round, whose key may be k. It skips keys that name no
// round; Check reports them.
func (l *strand) read(k []byte, back bool) {
	for l.ok = false; bytes.HasPrefix(k, l.id[:]); {
		if id, err := historyID(k); err == nil {
			l.at, l.ok = id, true
			return
		}
		if back {
			k, _ = l.c.Prev()
		} else {
			k, _ = l.c.Next()
		}
	}
}

// next returns the next round, or false after the last.
func (t *timeline) next() (ulid.ULID, bool) {
	if len(t.strands) == 0 {
		return ulid.ULID{}, false
	}
	first := 0
	for i := range t.strands {
		if order := t.strands[i].at.Compare(t.strands[first].at); order < 0 && !t.back || order > 0 && t.back {
			first = i
		}
	}
	l := &t.strands[first]
	id, k := l.at, []byte(nil)
	if t.back {
		k, _ = l.c.Prev()
	} else {
		k, _ = l.c.Next()
	}
	if l.read(k, t.back); !l.ok {
		t.strands = slices.Delete(t.strands, first, first+1)
	}
	return id, true
}

// inHistory reports whether a round is in the history of one of the members.
func inHistory(tx *bbolt.Tx, members [][]byte, round ulid.ULID) bool {
	return slices.ContainsFunc(members, func(member []byte) bool {
		return len(member) == len(playerID{}) && tx.Bucket(historyBucket).Get(playerID(member).history(round)) != nil
	})
}

// eachRound calls fn for the rounds of members, the oldest first, in several transactions
// so that none stays open for long. Rounds that are added or removed meanwhile may or may
// not be included.
func (db *DB) eachRound(members [][]byte, fn func(tx *bbolt.Tx, id ulid.ULID)) error {
	var from ulid.ULID
	for more := true; more; {
		if err := db.view(func(tx *bbolt.Tx) error {
			t := oldestFirst(tx, members, from)
			for range pageRows {
				id, ok := t.next()
				if !ok {
					more = false
					return nil
				}
				fn(tx, id)
				from = nextID(id)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// nextID returns the smallest ID greater than id.
func nextID(id ulid.ULID) ulid.ULID {
	for i := len(id) - 1; i >= 0; i-- {
		if id[i]++; id[i] != 0 {
			break
		}
	}
	return id
}
