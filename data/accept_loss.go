package data

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"boardwalk/data/store"

	"github.com/oklog/ulid/v2"
)

// AcceptLoss accepts that finished rounds and the keys of players are lost, which Repair never does, because
// a backup may still have them. It deletes the rounds that cannot be read, ties together what is left of
// the chains of their players, and repairs the rest. Players without keys stay as they are, and Check does not
// report them any more. It returns how many rounds it deleted. Nobody may play meanwhile.
func (db *DB) AcceptLoss() (n int, err error) {
	n, err = db.letGo()
	if err == nil {
		keyless := func(tx *store.Tx, key, value []byte) bool {
			row, err := playersBucket.Read(key, value)
			return err == nil && unreachable(tx, key, row) != ""
		}
		err = db.Change(store.PageRows, playersBucket, keyless, func(tx *store.Tx, key, _ []byte) error {
			row, _, err := playersBucket.Get(tx, key)
			row.Keyless = true
			return errors.Join(err, playersBucket.Put(tx, key, row))
		})
	}
	return n, store.During(err, "let go of what is lost")
}

// letGo is AcceptLoss for rounds alone.
func (db *DB) letGo() (n int, err error) {
	unreadable := func(_ *store.Tx, key, value []byte) bool {
		_, err := roundsBucket.Read(key, value)
		return err != nil
	}
	err = db.Change(store.PageRows, roundsBucket, unreadable, func(tx *store.Tx, key, _ []byte) error {
		n++
		return roundsBucket.Delete(tx, key)
	})
	if err == nil {
		err = db.Repair() // also the histories, in which those rounds still are
	}
	if err == nil {
		err = eachPlayer(db, db.tieChain)
	}
	return n, err
}

// tieChain ties together the chain of a player if it misses rounds, and corrects how many it has.
func (db *DB) tieChain(id playerID) error {
	a, err := accountRowsOf(db, id, nil)
	if err != nil {
		return err
	}
	for member, row := range a.chains {
		links, lost := a.links(member)
		tied := row
		tied.Rounds, tied.Tip, tied.Gaps = len(links)+lost, nil, nil
		parts := chainParts(links)
		for i, part := range parts {
			if i == 0 {
				tied.Tip = part.newest
			} else {
				tied.Gaps = append(tied.Gaps, gapRow{parts[i-1].before, part.newest})
			}
		}
		if last := len(parts) - 1; last >= 0 && len(parts[last].before) > 0 {
			tied.Gaps = append(tied.Gaps, gapRow{Lost: parts[last].before})
		}
		if tied.Rounds == row.Rounds && bytes.Equal(tied.Tip, row.Tip) && len(tied.Gaps) == len(row.Gaps) {
			continue
		}
		if err := db.Update(func(tx *store.Tx) error { return playersBucket.Put(tx, member[:], tied) }); err != nil {
			return err
		}
	}
	return nil
}

// A chainPart is a piece of a chain in which no round is missing.
type chainPart struct {
	newest, before []byte // the hash of its newest round, and of the one before its oldest
	at             ulid.ULID
	rounds         int
}

// chainParts returns the pieces of a chain, the newest first.
func chainParts(links map[string]storedRound) (parts []chainPart) {
	inside := map[string]bool{}
	for _, link := range links {
		inside[string(link.row.Prev)] = true
	}
	for hash, link := range links {
		if inside[hash] {
			continue
		}
		part := chainPart{newest: []byte(hash), at: link.id}
		for ok := true; ok; link, ok = links[string(part.before)] {
			part.before = link.row.Prev
			part.rounds++
		}
		parts = append(parts, part)
	}
	slices.SortFunc(parts, func(a, b chainPart) int {
		return cmp.Or(b.at.Compare(a.at), bytes.Compare(a.newest, b.newest))
	})
	return parts
}
