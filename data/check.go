package data

import (
	"bytes"
	"fmt"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// A Report says what [DB.Check] went through and what it found.
type Report struct {
	Players int
	Open    int // open games
	Rounds  int // finished rounds
	// Unplayed is how many of the games and rounds were not replayed, because this
	// program does not have the game, or has another version of its rules.
	Unplayed int
	// Findings has a sentence for each problem; it is empty for a sound file.
	Findings []string
}

// Check reads everything. It replays each record with its game, which find returns by ID,
// and compares the score; it compares every index with the rounds and follows the hashes
// from round to round. It writes nothing, and may run while games go on. It returns an
// error if the file cannot be read at all.
func (db *DB) Check(find func(id string) (engine.Game, bool)) (Report, error) {
	c := &check{db: db, find: find}
	for _, r := range rules() {
		rows, err := c.checkRows(r)
		if err != nil {
			return c.report, fmt.Errorf("check %s: %w", r.bucket, err)
		}
		if bytes.Equal(r.bucket, roundsBucket) {
			c.report.Rounds = rows
		}
	}
	players, err := db.players()
	if err != nil {
		return c.report, fmt.Errorf("check: %w", err)
	}
	for _, id := range players {
		if err := c.account(id); err != nil {
			return c.report, fmt.Errorf("check player %s: %w", id, err)
		}
	}
	return c.report, nil
}

type check struct {
	db     *DB
	find   func(string) (engine.Game, bool)
	report Report
}

func (c *check) findingf(format string, args ...any) {
	c.report.Findings = append(c.report.Findings, fmt.Sprintf(format, args...))
}

// checkRows checks the rows of a bucket against a rule and counts them.
func (c *check) checkRows(r rule) (rows int, err error) {
	err = c.db.scan(r.bucket, nil, func(tx *bbolt.Tx, key, value []byte) bool {
		rows++
		if broken := r.broken(tx, key, value); broken != "" {
			c.report.Findings = append(c.report.Findings, broken)
		}
		return true
	})
	return rows, err
}

// players returns all players in the file, including those joined into others.
func (db *DB) players() (ids []playerID, err error) {
	err = db.scan(playersBucket, nil, func(_ *bbolt.Tx, key, _ []byte) bool {
		if len(key) == len(playerID{}) {
			ids = append(ids, playerID(key))
		}
		return true
	})
	return ids, err
}
