package data

import (
	"bytes"
	"fmt"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// A rule is what holds for every row of a bucket. Check says where it is broken,
// and Repair mends it from what is left.
type rule struct {
	bucket []byte
	// broken is a sentence about what is wrong with a row, "" where nothing is.
	broken func(tx *bbolt.Tx, key, value []byte) string
	// mend makes the row right or takes it away; nil where nothing is left that
	// tells what it should be. Its key and value are copies.
	mend func(tx *bbolt.Tx, key, value []byte) error
}

// rules are all rules of single rows. Their order is that of mending: each counts
// on those before it. What a player's rounds come to is another matter; see
// check.account and DB.repairAccount.
func rules() []rule {
	return []rule{
		{metaBucket, brokenSecret, mendSecret},
		{playersBucket, brokenPlayer, rebuildPlayer},
		{playersBucket, brokenJoins, mendJoins},
		{keysBucket, brokenKey, mendKey},
		{holdersBucket, brokenHolder, mendHolder},
		{keysBucket, lostKey, mendLostKey},
		{playersBucket, brokenNick, mendNick},
		{nicksBucket, strayNick, remove(nicksBucket)},
		{playersBucket, brokenGuest, mendGuest},
		{playersBucket, strayBan, mendStrayBan},
		{guestsBucket, strayGuest, remove(guestsBucket)},
		{playersBucket, unreachable, nil},
		{historyBucket, brokenHistory, remove(historyBucket)},
		{roundsBucket, brokenRound, mendRound},
		{rulingsBucket, brokenRuling, mendRuling},
		{racesBucket, brokenRace, mendRace},
		{racersBucket, brokenRacer, mendRacer},
		{liveBucket, orphan, nil},
		{sumsBucket, orphan, remove(sumsBucket)},
		{bestsBucket, orphan, remove(bestsBucket)},
		{codesBucket, unreadable[codeRow]("A code"), remove(codesBucket)},
		{tombsBucket, unreadable[tombRow]("A tomb"), remove(tombsBucket)},
		{bansBucket, unreadable[banRow]("A ban"), nil},
		boardRule(),
	}
}

// remove takes a row away.
func remove(bucket []byte) func(tx *bbolt.Tx, key, value []byte) error {
	return func(tx *bbolt.Tx, key, _ []byte) error { return tx.Bucket(bucket).Delete(key) }
}

// unreadable is broken for rows that are good where they can be read.
func unreadable[Row any](what string) func(tx *bbolt.Tx, key, value []byte) string {
	return func(_ *bbolt.Tx, key, value []byte) string {
		var row Row
		if err := unseal(key, value, &row); err != nil {
			return fmt.Sprintf("%s cannot be read: %v.", what, err)
		}
		return ""
	}
}

// orphan finds a row whose player is not there or was joined into another; those
// of one who is are looked at with the player.
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

// brokenRound finds a round that the history of the player it was stored for does not have.
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
		return fmt.Sprintf("Round %s: it is not known whose it is: %v.", id, err)
	case tx.Bucket(playersBucket).Get(p[:]) == nil:
		return fmt.Sprintf("Round %s belongs to no player.", id)
	case !has(tx, [][]byte{row.Player}, id):
		return fmt.Sprintf("Round %s is missing from the history of player %s.", id, p)
	}
	return ""
}

func mendRound(tx *bbolt.Tx, key, value []byte) error {
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

// brokenHistory finds a row that names no round of its player.
func brokenHistory(tx *bbolt.Tx, key, value []byte) string {
	id, err := historyID(key)
	if err != nil || len(value) != 0 {
		return fmt.Sprintf("Row %q of the history is no player and round.", key)
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
		return fmt.Sprintf("The history of player %s has round %s, which is not there.", p, id)
	}
	if !bytes.Equal(row.Player, p[:]) {
		return fmt.Sprintf("Round %s is in the history of player %s and belongs to another.", id, p)
	}
	return ""
}

// boardRule is about the rows of boards, which the sums and the bests lead to.
func boardRule() rule { return rule{boardsBucket, brokenBoard, remove(boardsBucket)} }

// brokenBoard finds a row of a board that its player's sums and bests do not
// lead to.
func brokenBoard(tx *bbolt.Tx, key, value []byte) string {
	var row, best bestRow
	part := bytes.SplitN(key, []byte{0}, 4)
	id, err := boardPlayer(key)
	if err == nil && len(part) < 4 {
		err = fmt.Errorf("%w: it is of no board", ErrDamaged)
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
		return fmt.Sprintf("The row %.80q of a board is of no player's best.", key)
	}
	var player playerRow
	if ok, err := get(tx.Bucket(playersBucket), id[:], &player); err == nil && ok && player.offBoards() {
		return fmt.Sprintf("The row %.80q of a board is of a player who stands on none.", key)
	}
	return ""
}

// brokenPlayer finds a player who cannot be read.
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

// rebuildPlayer writes the row of a player anew from what leads to it. Settings
// are lost; what the player wanted others not to see is not known any more, and
// so they see nothing. The chain is tied to the rounds later.
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
		case holds(of.Joined, key):
			row = playerRow{Into: bytes.Clone(other)}
		}
	}
	return put(players, key, row)
}
