package data

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardwalk/engine"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// index compares what is stored of a player's index with what the rounds come
// to.
func (c *check) index(a account, results map[ulid.ULID]engine.Result) {
	var rounds []best
	for id, r := range results {
		rounds = append(rounds, best{id, r})
	}
	sums, bests, _ := indexOf(a.id, a.chains[a.id], rounds).rows()
	compareRows(c, a, "sum", a.sums, sums)
	compareRows(c, a, "best", a.bests, bests)
	for _, key := range a.unlisted {
		c.found("A board lacks the row %.80q of player %s.", key, a.id)
	}
}

// compareRows compares rows of a player's index with what they should be.
func compareRows[Row comparable](c *check, a account, what string, stored map[string][]byte, want map[string]Row) {
	name := func(key string) string {
		return strings.ReplaceAll(strings.TrimRight(key[len(a.id):], "\x00"), "\x00", ", ")
	}
	for _, key := range slices.Sorted(maps.Keys(stored)) {
		var row Row
		w, ok := want[key]
		switch err := unseal([]byte(key), stored[key], &row); {
		case err != nil:
			c.found("The %s of %s of player %s cannot be read: %v.", what, name(key), a.id, err)
		case !ok:
			c.found("The %s of %s of player %s is %v, and there is no round of that kind.", what, name(key), a.id, row)
		case w != row:
			c.found("The %s of %s of player %s is %v and should be %v.", what, name(key), a.id, row, w)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if _, ok := stored[key]; !ok {
			c.found("Player %s has no %s of %s, and should have %v.", a.id, what, name(key), want[key])
		}
	}
}

// String names the round.
func (row bestRow) String() string { return row.ID.String() }

// board finds a row of a board that its player's sums and bests do not lead to.
func (c *check) board(tx *bbolt.Tx, key, value []byte) {
	name := fmt.Sprintf("%.80q", key)
	var row bestRow
	if err := unseal(key, value, &row); err != nil {
		c.found("The row %s of a board cannot be read: %v.", name, err)
		return
	}
	part := bytes.SplitN(key, []byte{0}, 4)
	id, err := boardPlayer(key)
	if err == nil && len(part) < 4 {
		err = fmt.Errorf("%w: it is of no board", ErrDamaged)
	}
	if err != nil {
		c.found("The row %s of a board cannot be read: %v.", name, err)
		return
	}
	board := Board{string(part[0]), engine.Class(part[1]), Kind(part[2])}
	var want []byte
	var best bestRow
	if board.Kind == Wins || board.Kind == Streaks {
		var sum engine.Stat
		_, err = get(tx.Bucket(sumsBucket), id.sum(board.Game, board.Class), &sum)
		want = board.key(most(map[Kind]int{Wins: sum.Won, Streaks: sum.Longest}[board.Kind]), id)
	} else if _, err = get(tx.Bucket(bestsBucket), id.best(board.Game, board.Class, board.Kind), &best); err == nil && !best.ID.IsZero() {
		var r engine.Result
		r, err = readRound(tx, best.ID)
		want = board.key(board.Kind.score(r), id)
	}
	if err == nil && (!bytes.Equal(want, key) || row != best) { // else it is found with the player
		c.found("The row %s of a board is of no player's best.", name)
	}
}

// unlisted are the rows that the boards lack, for what is stored of a player's
// sums and bests.
func unlisted(tx *bbolt.Tx, id playerID, player playerRow) (keys []string) {
	ix, _, _ := loadIndex(tx, id, player)
	_, _, boards := ix.rows()
	for _, key := range slices.Sorted(maps.Keys(boards)) {
		var row bestRow
		if ok, err := get(tx.Bucket(boardsBucket), []byte(key), &row); err == nil && (!ok || row != boards[key]) {
			keys = append(keys, key)
		}
	}
	return keys
}

// chain follows the hashes from the round that was stored last to the first, for
// the player and each that was joined into it.
func (c *check) chain(a account) {
	if _, ok := a.chains[a.id]; !ok {
		c.found("Player %s cannot be read: %v.", a.id, unseal(a.id[:], a.player, &playerRow{}))
		return
	}
	for _, id := range slices.SortedFunc(maps.Keys(a.chains), func(x, y playerID) int { return bytes.Compare(x[:], y[:]) }) {
		c.follow(a, id, a.chains[id])
	}
}

func (c *check) follow(a account, id playerID, player playerRow) {
	byHash, stored := map[string]roundRow{}, 0
	for round, value := range a.rounds {
		var row roundRow
		switch err := unseal(round[:], value, &row); {
		case err != nil:
			stored++ // it may be of this chain
		case bytes.Equal(row.Player, id[:]) && row.Class != engine.Imported:
			stored++
			byHash[string(hash(round[:], value))] = row
		}
	}
	if player.Rounds != stored {
		c.found("Player %s should have %d rounds and has %d.", id, player.Rounds, stored)
	}
	n := 0
	for tip := player.Tip; len(tip) > 0; n++ {
		row, ok := byHash[string(tip)]
		if !ok {
			c.found("Player %s: a round is gone or older than it should be, %d rounds before the last.", id, n)
			return
		}
		tip = row.Prev
	}
	if n != stored {
		c.found("Player %s: %d of %d rounds follow from each other.", id, n, stored)
	}
}

// key finds a key that leads nowhere.
func (c *check) key(tx *bbolt.Tx, key, value []byte) {
	var row keyRow
	if err := unseal(key, value, &row); err != nil {
		c.found("A key cannot be read: %v.", err)
		return
	}
	if tx.Bucket(playersBucket).Get(row.Player) == nil {
		c.found("Key %x belongs to player %x, who is not there.", key[:min(6, len(key))], row.Player[:min(6, len(row.Player))])
	}
	if tx.Bucket(holdersBucket).Get(slices.Concat(row.Player, key)) == nil {
		c.found("Key %x is missing among those of its player.", key[:min(6, len(key))])
	}
}

// holder finds a player's key that is not there or another's.
func (c *check) holder(tx *bbolt.Tx, key, _ []byte) {
	n := len(playerID{})
	var row keyRow
	if len(key) > n {
		_, _ = get(tx.Bucket(keysBucket), key[n:], &row) // one that is damaged is found with the keys
	}
	if len(key) <= n || row.Player != nil && !bytes.Equal(row.Player, key[:n]) || tx.Bucket(keysBucket).Get(key[n:]) == nil {
		c.found("Row %q is no player and key.", key)
	}
}

// nick finds a nick that is not its player's.
func (c *check) nick(tx *bbolt.Tx, key, value []byte) {
	var row nickRow
	var player playerRow
	err := unseal(key, value, &row)
	if err == nil {
		_, err = get(tx.Bucket(playersBucket), row.Player, &player)
	}
	if err != nil || !bytes.Equal(nickKey(player.Nick), key) {
		c.found("The nick %.20q is not its player's.", key)
	}
}
