package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// A Kept is one thing that is kept about a player.
type Kept struct {
	// Kind says what it is: "account" (with the settings), "key", "ban", "follows", "ignores", "note", "variation", "race",
	// "challenge", "rating", "reported" (by the player), "report" (about the player), "log", "open", "round"
	// or "analysis".
	Kind  string
	Name  string          // of the thing among those of its kind: a fingerprint, nick, game, code, month, slot or round
	Event arcade.Event    // of an open round
	Row   json.RawMessage // as it is stored, without what identifies other players; nil for a round
	Round arcade.Result   // of kind "round"
}

// KeptRound is the kind of a finished round.
const KeptRound = "round"

// Kept calls fn with all that is kept about a player, the rounds last and the oldest of them
// first, until fn returns an error. who is as in [DB.Lookup]. What follows from other rows, such
// as sums and places on boards, is left out. What cannot be read is left out too, and
// then the error is ErrDamaged.
func (db *DB) Kept(who string, fn func(Kept) error) error {
	var a accountTx
	var things []Kept
	var damaged error
	err := db.View(func(tx *store.Tx) (err error) {
		if a, err = lookup(tx, who); err == nil {
			things, damaged = keptRows(tx, a)
		}
		return err
	})
	tell := func() {
		for _, thing := range things {
			if err == nil {
				err = fn(thing)
			}
		}
	}
	tell()
	var rounds []ulid.ULID
	if err == nil {
		err = eachRound(db, a.row.all(a.id), func(_ *store.Tx, round ulid.ULID, _ []byte) { rounds = append(rounds, round) })
	}
	for some := range slices.Chunk(rounds, store.PageRows) {
		if err != nil {
			break
		}
		err = db.View(func(tx *store.Tx) error {
			things = nil
			for _, round := range some {
				if page, bad := keptRound(tx, a.id, a.row.all(a.id), round); roundsBucket.Has(tx, round[:]) {
					things, damaged = append(things, page...), errors.Join(damaged, bad)
				}
			}
			return nil
		})
		tell()
	}
	return store.During(errors.Join(err, damaged), "read what is kept about %.60q", who)
}

// keptRows returns what is kept about an account besides its rounds.
func keptRows(tx *store.Tx, a accountTx) (things []Kept, damaged error) {
	add := func(kind, name string, row any) {
		text, err := json.Marshal(row)
		damaged = errors.Join(damaged, err)
		things = append(things, Kept{Kind: kind, Name: name, Row: text})
	}
	members := a.row.all(a.id)
	isOther := func(p placeRow) bool {
		return !slices.ContainsFunc(members, func(member playerID) bool { return bytes.Equal(member[:], p.Player) })
	}
	row := a.row
	row.Tip, row.Gaps, row.Joined = nil, nil, nil // of the file's own
	add("account", idMark+a.id.String(), row)
	ban := func(key []byte) {
		row, ok, err := bansBucket.Get(tx, key)
		if damaged = errors.Join(damaged, err); ok && err == nil {
			add("ban", row.Who, row)
		}
	}
	ban(banPlayer(a.id[:]))
	damaged = errors.Join(damaged, keysOf(tx, a.id, func(hash []byte, row keyRow) {
		row.Player = nil
		add("key", row.Fingerprint, row)
		ban(banKey(hash))
	}))
	for key, row := range followsBucket.Under(tx, a.id[:]) {
		if id, other, ok := followed(tx, key); ok && id != a.id {
			kind := "follows"
			switch {
			case row.Neither:
				kind = "note"
			case row.Ignores:
				kind = "ignores"
			}
			add(kind, other.Nick, row)
		}
	}
	damaged = errors.Join(damaged, eachOwn(tx, keptBucket, a.id, func(id string, row keptRow) { add("variation", id, row) }))
	for _, member := range members {
		for _, code := range raceEvents.codesOf(tx, member) {
			row, _, err := racesBucket.Get(tx, code)
			damaged = errors.Join(damaged, err)
			row.Deal, row.Asked = "", "" // others may still play it
			row.Racers = slices.DeleteFunc(row.Racers, isOther)
			add("race", string(code), row)
		}
		for _, code := range challengeEvents.codesOf(tx, member) {
			row, _, err := challengesBucket.Get(tx, code)
			damaged = errors.Join(damaged, err)
			row.Deal = ""
			if slices.IndexFunc(row.Players, isOther) == 0 {
				row.Round = ulid.ULID{} // of who passed it on
			}
			row.Players = slices.DeleteFunc(row.Players, isOther)
			add("challenge", string(code), row)
		}
	}
	damaged = errors.Join(damaged, eachOwn(tx, ratingsBucket, a.id, func(month string, row ratingRow) {
		row.Day, row.Met = "", nil // whom the player has met
		add("rating", month, row)
	}))
	for key, sealed := range store.Rows(tx.Bucket(entriesBucket)) {
		row, bad := entriesBucket.Read(key, sealed)
		if bad != nil {
			damaged = errors.Join(damaged, bad)
			continue
		}
		kind, name, mine := "log", "", ownerNow(tx, row.About) == a.id
		switch {
		case ownerNow(tx, row.By) == a.id:
			kind, name, mine = "reported", calledNow(tx, row.About), true
		case row.By != nil:
			kind = "report"
		}
		if row.About, row.By = nil, nil; mine {
			add(kind, name, row)
		}
	}
	damaged = errors.Join(damaged, eachOwn(tx, openRoundsBucket, a.id, func(slot string, row openRoundRow) {
		add("open", slot, row)
		_, things[len(things)-1].Event = arcade.CutSlot(slot)
	}))
	return things, damaged
}

// eachOwn calls fn for a player's rows in a table, with what follows the player in their keys, and
// returns the errors of those that cannot be read.
func eachOwn[Row any](tx *store.Tx, t store.Table[Row], id playerID, fn func(key string, row Row)) (damaged error) {
	for key, value := range store.RowsUnder(tx.Bucket(t), id[:]) {
		if row, err := t.Read(key, value); err != nil {
			damaged = errors.Join(damaged, err)
		} else {
			fn(string(key[len(id):]), row)
		}
	}
	return damaged
}

// keptRound returns a round of an account, and what was found out about it.
func keptRound(tx *store.Tx, owner playerID, members []playerID, id ulid.ULID) (things []Kept, err error) {
	r, err := readOwnRound(tx, owner, id)
	if err != nil {
		return nil, err
	}
	things = []Kept{{Kind: KeptRound, Name: id.String(), Round: r}}
	for _, member := range members {
		report, ok, bad := store.Table[json.RawMessage](analysesBucket).Get(tx, member.history(id))
		if err = errors.Join(err, bad); ok && bad == nil {
			things = append(things, Kept{Kind: "analysis", Name: id.String(), Row: report, Event: r.Event})
		}
	}
	return things, err
}
