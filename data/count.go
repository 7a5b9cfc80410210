package data

import (
	"boardwalk/data/store"
	"boardwalk/engine"
	"errors"
	"fmt"
)

// How many accounts and rounds a file has is asked often, and counting them takes longer
// with each game. So the file says it: bbolt keeps a number with each bucket, its sequence.
// That of players is the number of accounts, and that of history the number of its rows.
// Open rounds, guests and bans are few, and are counted.

// countedAccounts returns how many accounts, guests included, the file says that it has.
func countedAccounts(tx *store.Tx) int { return int(tx.Bucket(playersBucket).Sequence()) }

// countedRounds returns how many rounds the file says that all histories have.
func countedRounds(tx *store.Tx) int { return int(tx.Bucket(historyBucket).Sequence()) }

// addTo changes the number of a bucket. It never becomes less than 0, however wrong it was.
func addTo(b store.Bucket, n int) error {
	return b.SetSequence(uint64(max(0, int(b.Sequence())+n)))
}

func countAccount(tx *store.Tx, n int) error { return addTo(tx.Bucket(playersBucket), n) }

// historyFill is how full a page of the history is when it is split: a player's rounds are
// stored in order of time, but between those of others.
const historyFill = 0.7

// putHistory writes the row of the history for the round of a record.
func putHistory(tx *store.Tx, key []byte, record string) error {
	b := tx.Bucket(historyBucket)
	if b.Get(key) != nil {
		return nil
	}
	b.FillPercent = historyFill
	return errors.Join(b.Put(key, dealtIn(record)), addTo(b, 1))
}

func dropHistory(tx *store.Tx, key []byte) error {
	b := tx.Bucket(historyBucket)
	if b.Get(key) == nil {
		return nil
	}
	return errors.Join(b.Delete(key), addTo(b, -1))
}

// countAll returns the number of accounts and of rounds in all histories by looking at
// every row.
func countAll(tx *store.Tx) (accounts, rounds int) {
	for key, value := range store.Rows(tx.Bucket(playersBucket)) {
		if row, err := playersBucket.Read(key, value); err != nil || row.isAccount() { // one that cannot be read counts
			accounts++
		}
	}
	for range store.Rows(tx.Bucket(historyBucket)) {
		if rounds++; rounds%store.ForgetAfter == 0 {
			tx.Forget()
		}
	}
	return accounts, rounds
}

// recount corrects what the file says.
func recount(tx *store.Tx) error {
	accounts, rounds := countAll(tx)
	return errors.Join(
		tx.Bucket(playersBucket).SetSequence(uint64(accounts)),
		tx.Bucket(historyBucket).SetSequence(uint64(rounds)),
	)
}

// wrongCounts returns a sentence for each number that is wrong.
func wrongCounts(tx *store.Tx) (findings []string) {
	accounts, rounds := countAll(tx)
	if got := countedAccounts(tx); got != accounts {
		findings = append(findings, fmt.Sprintf("The file counts %s and has %d.", engine.Plural(got, "account"), accounts))
	}
	if got := countedRounds(tx); got != rounds {
		findings = append(findings, fmt.Sprintf("The file counts %s and has %d.", engine.Plural(got, "round"), rounds))
	}
	return findings
}
