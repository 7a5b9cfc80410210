package data

import (
	"bytes"
	"fmt"

	"boardwalk/engine"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// A Report is what [DB.Check] went through and what it found.
type Report struct {
	Players int
	Open    int // games that go on
	Rounds  int // that are over
	// Unplayed is how many of the games and rounds were not replayed: this
	// program has no such game, or another version of its rules.
	Unplayed int
	// Findings is a sentence for each thing that is wrong, none for a sound file.
	Findings []string
}

// Check reads everything. It replays each record with its game, which find
// gives by ID, and compares the score; it compares every index with the rounds
// and follows the hashes from round to round. It may run while games go on. The
// error is that of a file which cannot be read at all.
func (db *DB) Check(find func(id string) (engine.Game, bool)) (Report, error) {
	c := &check{db: db, find: find}
	for _, pass := range []struct {
		bucket []byte
		row    func(tx *bbolt.Tx, key, value []byte)
	}{
		{playersBucket, c.player},
		{keysBucket, c.key},
		{holdersBucket, c.holder},
		{nicksBucket, c.nick},
		{guestsBucket, c.orphan},
		{historyBucket, c.history},
		{liveBucket, c.orphan},
		{sumsBucket, c.orphan},
		{bestsBucket, c.orphan},
		{boardsBucket, c.board},
		{roundsBucket, c.round},
	} {
		if err := c.scan(pass.bucket, pass.row); err != nil {
			return c.report, fmt.Errorf("check %s: %w", pass.bucket, err)
		}
	}
	for _, id := range c.players {
		if err := c.account(id); err != nil {
			return c.report, fmt.Errorf("check player %s: %w", id, err)
		}
	}
	return c.report, nil
}

type check struct {
	db      *DB
	find    func(string) (engine.Game, bool)
	report  Report
	players []playerID
}

func (c *check) found(format string, args ...any) {
	c.report.Findings = append(c.report.Findings, fmt.Sprintf(format, args...))
}

// pageRows is how many rows one transaction goes through, so that none is open
// for long.
const pageRows = 256

// scan calls row for every row of a bucket.
func (c *check) scan(bucket []byte, row func(tx *bbolt.Tx, key, value []byte)) error {
	var from []byte
	for more := true; more; {
		err := c.db.view(func(tx *bbolt.Tx) error {
			cursor := tx.Bucket(bucket).Cursor()
			k, v := cursor.Seek(from)
			for n := 0; k != nil && n < pageRows; n++ {
				row(tx, k, v)
				k, v = cursor.Next()
			}
			from, more = bytes.Clone(k), k != nil
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *check) player(_ *bbolt.Tx, key, value []byte) {
	if len(key) != len(playerID{}) {
		c.found("The players have a key of %d bytes, %q.", len(key), key)
		return
	}
	var row playerRow
	if unseal(key, value, &row) != nil || len(row.Into) == 0 {
		c.report.Players++ // one that cannot be read is found with the account
	}
	c.players = append(c.players, playerID(key))
}

// orphan finds a row whose player is unknown; those of a known one are looked
// at with the player.
func (c *check) orphan(tx *bbolt.Tx, key, _ []byte) {
	n := len(playerID{})
	if len(key) < n || tx.Bucket(playersBucket).Get(key[:n]) == nil {
		c.found("Row %q belongs to no player.", key)
	}
}

// history finds a key that names no round.
func (c *check) history(tx *bbolt.Tx, key, value []byte) {
	if _, err := historyID(key); err != nil || len(value) != 0 {
		c.found("Row %q of the history is no player and round.", key)
		return
	}
	c.orphan(tx, key, value)
}

// round finds a round that its player's history does not have.
func (c *check) round(tx *bbolt.Tx, key, value []byte) {
	c.report.Rounds++
	var row roundRow
	if err := unseal(key, value, &row); err != nil {
		c.found("A round cannot be read: %v.", err)
		return
	}
	if len(key) != len(ulid.ULID{}) || len(row.Player) != len(playerID{}) {
		c.found("Round %q has no ID or no player.", key)
		return
	}
	id := ulid.ULID(key)
	p, err := ownerOf(tx, row)
	if err != nil {
		c.found("Round %s: it is not known whose it is: %v.", id, err)
		return
	}
	if tx.Bucket(historyBucket).Get(p.history(id)) == nil {
		c.found("Round %s is missing from the history of player %s.", id, p)
	}
}
