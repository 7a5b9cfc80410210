package data

import (
	"bytes"
	"fmt"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// A rule holds for every row of a bucket. Check reports where it is broken, and Repair
// repairs it from what is left.
type rule struct {
	bucket []byte
	// broken returns a sentence about what is wrong with a row, or "".
	broken func(tx *bbolt.Tx, key, value []byte) string
	// repair corrects the row or deletes it; it is nil if nothing is left that says what
	// the row should be. key and value are copies.
	repair func(tx *bbolt.Tx, key, value []byte) error
}

// rules returns all rules for single rows, in the order of repairing: each relies on those
// before it. Sums, bests and chains are checked elsewhere; see check.account and
// DB.repairAccount.
func rules() []rule {
	return []rule{
		{metaBucket, brokenSecret, repairSecret},
		{playersBucket, brokenPlayer, rebuildPlayer},
		{playersBucket, brokenJoins, repairJoins},
		{keysBucket, brokenKey, repairKey},
		{holdersBucket, brokenHolder, repairHolder},
		{keysBucket, lostKey, repairLostKey},
		{playersBucket, brokenNick, repairNick},
		{nicksBucket, strayNick, remove(nicksBucket)},
		{playersBucket, brokenGuest, repairGuest},
		{playersBucket, strayBan, repairStrayBan},
		{guestsBucket, strayGuest, remove(guestsBucket)},
		{playersBucket, unreachable, nil},
		{historyBucket, brokenHistory, remove(historyBucket)},
		{roundsBucket, brokenRound, repairRound},
		{rulingsBucket, brokenRuling, repairRuling},
		{racesBucket, brokenRace, repairRace},
		{racersBucket, brokenRacer, repairRacer},
		{openGamesBucket, orphan, nil},
		{sumsBucket, orphan, remove(sumsBucket)},
		{bestsBucket, orphan, remove(bestsBucket)},
		{codesBucket, unreadable[codeRow]("A code"), remove(codesBucket)},
		{begunBucket, unreadable[begunRow]("The mark of a begun daily"), remove(begunBucket)},
		{bansBucket, unreadable[banRow]("A ban"), nil},
		boardRule(),
	}
}

// remove returns a repair that deletes a row.
func remove(bucket []byte) func(tx *bbolt.Tx, key, value []byte) error {
	return func(tx *bbolt.Tx, key, _ []byte) error { return tx.Bucket(bucket).Delete(key) }
}

// unreadable returns a broken for rows that are good if they can be read.
func unreadable[Row any](what string) func(tx *bbolt.Tx, key, value []byte) string {
	return func(_ *bbolt.Tx, key, value []byte) string {
		var row Row
		if err := unseal(key, value, &row); err != nil {
			return fmt.Sprintf("%s cannot be read: %v.", what, err)
		}
		return ""
	}
}

// orphan reports a row whose player does not exist or was joined into another. Other rows
// are checked with their player.
func orphan(tx *bbolt.Tx, key, _ []byte) string {
	n := len(playerID{})
	var player playerRow
	var value []byte
	if len(key) >= n {
		value = tx.Bucket(playersBucket).Get(key[:n])
	}
	if value == nil || unseal(key[:n], value, &player) == nil && len(player.Into) > 0 {
		return fmt.Sprintf("Row %q belongs to no player.", key)
	}
	return ""
}

// brokenRound reports a round that is missing from the history of the player it was
// stored for.
func brokenRound(tx *bbolt.Tx, key, value []byte) string {
	var row roundRow
	if err := unseal(key, value, &row); err != nil {
		return fmt.Sprintf("A round cannot be read: %v.", err)
	}
	if len(key) != len(ulid.ULID{}) || len(row.Player) != len(playerID{}) {
		return fmt.Sprintf("Round %q has no ID or no player.", key)
	}
	id := ulid.ULID(key)
	p, err := ownerOf(tx, row)
	switch {
	case err != nil:
		return fmt.Sprintf("The player of round %s is not known: %v.", id, err)
	case tx.Bucket(playersBucket).Get(p[:]) == nil:
		return fmt.Sprintf("Round %s belongs to no player.", id)
	case !inHistory(tx, [][]byte{row.Player}, id):
		return fmt.Sprintf("Round %s is missing from the history of player %s.", id, p)
	}
	return ""
}

func repairRound(tx *bbolt.Tx, key, value []byte) error {
	var row roundRow
	if unseal(key, value, &row) != nil || len(key) != len(ulid.ULID{}) {
		return nil // it is left as it is
	}
	p, err := ownerOf(tx, row)
	if err != nil {
		return nil
	}
	if tx.Bucket(playersBucket).Get(p[:]) == nil {
		if err := rebuildPlayer(tx, p[:], nil); err != nil {
			return err
		}
	}
	return tx.Bucket(historyBucket).Put(playerID(row.Player).history(ulid.ULID(key)), []byte{})
}

// brokenHistory reports a row that names no round of its player.
func brokenHistory(tx *bbolt.Tx, key, value []byte) string {
	id, err := historyID(key)
	if err != nil || len(value) != 0 {
		return fmt.Sprintf("Row %q of the history does not name a player and a round.", key)
	}
	p := playerID(key[:len(playerID{})])
	if tx.Bucket(playersBucket).Get(p[:]) == nil {
		return fmt.Sprintf("Row %q belongs to no player.", key)
	}
	var row roundRow
	switch ok, err := get(tx.Bucket(roundsBucket), id[:], &row); {
	case err != nil:
		return fmt.Sprintf("The history of player %s has round %s, which cannot be read.", p, id)
	case !ok:
		return fmt.Sprintf("The history of player %s has round %s, which does not exist.", p, id)
	}
	if !bytes.Equal(row.Player, p[:]) {
		return fmt.Sprintf("Round %s is in the history of player %s but belongs to another.", id, p)
	}
	return ""
}

// boardRule returns the rule for rows of boards, which follow from the sums and the
// bests.
func boardRule() rule { return rule{boardsBucket, brokenBoard, remove(boardsBucket)} }

// brokenBoard reports a row of a board that does not follow from its player's sums and
// bests.
func brokenBoard(tx *bbolt.Tx, key, value []byte) string {
	var row, best bestRow
	part := bytes.SplitN(key, []byte{0}, 4)
	id, err := boardPlayer(key)
	if err == nil && len(part) < 4 {
		err = fmt.Errorf("%w: it names no board", ErrDamaged)
	}
	if err == nil {
		err = unseal(key, value, &row)
	}
	if err != nil {
		return fmt.Sprintf("The row %.80q of a board cannot be read: %v.", key, err)
	}
	board := boardOf(part)
	if board.Kind != Wins && board.Kind != Streaks {
		_, err = get(tx.Bucket(bestsBucket), id.best(board.Game, board.Class, board.Kind), &best)
	}
	if err == nil && (!bytes.Equal(board.rowOf(tx, id), key) || row != best) {
		return fmt.Sprintf("The row %.80q of a board is no player's best.", key)
	}
	var player playerRow
	if ok, err := get(tx.Bucket(playersBucket), id[:], &player); err == nil && ok && player.offBoards() {
		return fmt.Sprintf("The row %.80q of a board belongs to a player who is off the boards.", key)
	}
	return ""
}

// brokenPlayer reports a player that cannot be read.
func brokenPlayer(_ *bbolt.Tx, key, value []byte) string {
	if len(key) != len(playerID{}) {
		return fmt.Sprintf("The players have a key of %d bytes, %q.", len(key), key)
	}
	var row playerRow
	if err := unseal(key, value, &row); err != nil {
		return fmt.Sprintf("Player %s cannot be read: %v.", playerID(key), err)
	}
	return ""
}

// rebuildPlayer rewrites the row of a player from the rows that name it. Settings are
// lost. What the player wanted to hide is unknown, so everything is hidden. The chain is
// tied to the rounds later.
func rebuildPlayer(tx *bbolt.Tx, key, _ []byte) error {
	if len(key) != len(playerID{}) {
		return nil
	}
	players := tx.Bucket(playersBucket)
	row := playerRow{Hidden: true, Private: true, Guest: tx.Bucket(guestsBucket).Get(key) != nil}
	for nick, value := range rowsOf(tx.Bucket(nicksBucket)) {
		var of nickRow
		if unseal(nick, value, &of) == nil && bytes.Equal(of.Player, key) {
			row.Nick = string(nick)
		}
	}
	for other, value := range rowsOf(players) {
		var of playerRow
		switch {
		case unseal(other, value, &of) != nil:
		case bytes.Equal(of.Into, key):
			row.Joined = append(row.Joined, bytes.Clone(other))
		case containsBytes(of.Joined, key):
			row = playerRow{Into: bytes.Clone(other)}
		}
	}
	return put(players, key, row)
}
