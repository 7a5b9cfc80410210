package data

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// index compares the stored index of a player with what the rounds come to.
func (c *check) index(a accountRows, results map[ulid.ULID]arcade.Result) {
	var rounds []best
	for id, r := range results {
		rounds = append(rounds, best{id, r})
	}
	sums, bests, _ := indexOf(a.id, a.chains[a.id], rounds).rows()
	compareRows(c, a, "sum", a.sums, sums)
	compareRows(c, a, "best", a.bests, bests)
	for _, key := range a.unlisted {
		c.findingf("The row %.80q of player %s is missing from a board.", key, a.id)
	}
}

// compareRows compares rows of a player's index with what they should be.
func compareRows[Row comparable](c *check, a accountRows, what string, stored map[string][]byte, want map[string]Row) {
	name := func(key string) string {
		return strings.ReplaceAll(strings.TrimRight(key[len(a.id):], "\x00"), "\x00", ", ")
	}
	for _, key := range slices.Sorted(maps.Keys(stored)) {
		var row Row
		w, ok := want[key]
		switch err := unseal([]byte(key), stored[key], &row); {
		case err != nil:
			c.findingf("The %s of %s of player %s cannot be read: %v.", what, name(key), a.id, err)
		case !ok:
			c.findingf("The %s of %s of player %s is %v, but there is no round of that kind.", what, name(key), a.id, row)
		case w != row:
			c.findingf("The %s of %s of player %s is %v and should be %v.", what, name(key), a.id, row, w)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if _, ok := stored[key]; !ok {
			c.findingf("Player %s has no %s of %s, and should have %v.", a.id, what, name(key), want[key])
		}
	}
}

// String returns the round's ID.
func (row bestRow) String() string { return row.ID.String() }

// unlisted returns the keys of the rows that the boards should have, according to a
// player's stored sums and bests, and lack.
func unlisted(tx *bbolt.Tx, id playerID, player playerRow) (keys []string) {
	ix, _ := loadIndex(tx, id, player)
	_, _, boards := ix.rows()
	for _, key := range slices.Sorted(maps.Keys(boards)) {
		var row bestRow
		if ok, err := get(tx.Bucket(boardsBucket), []byte(key), &row); err == nil && (!ok || row != boards[key]) {
			keys = append(keys, key)
		}
	}
	return keys
}

// chain follows the hashes from the last round stored to the first, for the player and
// for each one joined into it.
func (c *check) chain(a accountRows) {
	for _, id := range slices.SortedFunc(maps.Keys(a.chains), playerID.compare) {
		c.follow(a, id, a.chains[id])
	}
}

func (c *check) follow(a accountRows, id playerID, player playerRow) {
	links, lost := a.links(id)
	stored := len(links) + lost // an unreadable round may belong to this chain
	if player.Rounds != stored {
		c.findingf("Player %s should have %d rounds and has %d.", id, player.Rounds, stored)
	}
	n := 0
	for tip := player.Tip; len(tip) > 0; n++ {
		link, ok := links[string(tip)]
		if !ok {
			c.findingf("Player %s: a round is missing or older than it should be, %d rounds before the last.", id, n)
			return
		}
		tip = link.row.Prev
	}
	if n != stored {
		c.findingf("Player %s: only %d of %d rounds are linked to each other.", id, n, stored)
	}
}

// links returns the rounds of one chain by their hashes, and how many rounds cannot be
// read.
func (a accountRows) links(id playerID) (links map[string]storedRound, lost int) {
	links = map[string]storedRound{}
	for round, value := range a.rounds {
		row := roundRow{}
		switch err := unseal(round[:], value, &row); {
		case value == nil: // reported with the history
		case err != nil:
			lost++
		case bytes.Equal(row.Player, id[:]) && row.Class != arcade.Imported:
			links[string(hash(round[:], value))] = storedRound{round, row}
		}
	}
	return links, lost
}
