package data

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"boardwalk/data/store"
	"boardwalk/engine"
)

// Repair rewrites everything that follows from other rows: histories, sums, bests and
// boards from the rounds; nicks, guests and the lists of keys from the players and the
// keys; a lost player from the rows that name it; and a lost race, as a finished one,
// from its racers' rounds. Rounds, open rounds and bans that cannot be read stay as they
// are; Check reports them again, and what is missing. Each change is a transaction of its
// own: games may go on meanwhile, and an interrupted Repair can be run again.
func (db *DB) Repair() error {
	for _, r := range rules() {
		if err := db.RepairRows(r); err != nil {
			return fmt.Errorf("repair %s: %w", r.Bucket, err)
		}
	}
	if err := eachPlayer(db, func(id playerID) error { return repairAccount(db, id) }); err != nil {
		return fmt.Errorf("repair %w", err)
	}
	if err := db.RepairRows(boardRule); err != nil { // the bests lead elsewhere now
		return fmt.Errorf("repair boards: %w", err)
	}
	return db.Update(func(tx *store.Tx) error { // the counts follow from the sums
		return errors.Join(recountVariations(tx), recount(tx), db.games.shelf.load(tx))
	})
}

// repairAccount recomputes a player's index and chains from the rounds.
func repairAccount(db *DB, id playerID) error {
	return retryBusy(func() error {
		var old *index
		var broken []rowChange
		var tag string
		rows, err := accountRowsOf(db, id, func(tx *store.Tx) {
			a, _ := accountTxOf(tx, id)
			tag = a.stateTag(tx)
			old, broken = loadIndex(tx, id, a.row)
		})
		row, ok := rows.chains[id]
		if err != nil || !ok || !row.isAccount() { // one that cannot be read is left as it is
			return err
		}
		c := &check{db: db, games: newGames(engine.Library{}, db.games.shelf)}
		rounds := c.rounds(rows)
		c.report.Findings = nil // bad rounds stay as they are
		c.index(rows, rounds)
		stale := len(c.report.Findings) > 0
		corrected := rows.correctedRows()
		if !stale && len(corrected) == 0 {
			return nil
		}
		var all []best
		for id, r := range rounds {
			all = append(all, best{id, rows.rounds[id].row.owner(), r})
		}
		none := newIndex(id, row) // everything is rewritten, because the boards may lack any of it
		rewrite := slices.Concat(broken, changes(old, none), changes(none, indexOf(id, row, all)))
		return db.Update(func(tx *store.Tx) error {
			if _, err := unchanged(tx, id, tag); err != nil {
				return err
			}
			for _, chain := range slices.SortedFunc(maps.Keys(corrected), playerID.compare) {
				link, err := accountTxOf(tx, chain)
				if err != nil {
					return err
				}
				row := corrected[chain]
				link.row.Rounds, link.row.Tip, link.row.ImportedBytes = row.Rounds, row.Tip, row.ImportedBytes
				if err := link.save(tx, 0); err != nil {
					return err
				}
			}
			if !stale {
				return nil
			}
			return apply(tx, rewrite)
		})
	})
}

// correctedRows returns corrected rows of those members of an account for whom the rounds
// say more.
func (a accountRows) correctedRows() map[playerID]playerRow {
	corrected := map[playerID]playerRow{}
	for id, row := range a.chains {
		fixed, ok := a.correctChain(id, row)
		if id == a.id && row.ImportedBytes != a.importedBytes() {
			fixed.ImportedBytes, ok = a.importedBytes(), true
		}
		if ok {
			corrected[id] = fixed
		}
	}
	return corrected
}

// correctChain returns the row of a chain with its last round and number of rounds
// corrected, if the rounds determine them: all must be linked to each other with none
// known to be missing, or the player's row must have been rebuilt.
func (a accountRows) correctChain(id playerID, row playerRow) (playerRow, bool) {
	links, _ := a.links(id)
	parts := chainParts(links)
	if len(parts) == 0 || row.Rounds > len(links) || len(parts) > 1 && len(row.Tip) > 0 {
		return row, false
	}
	last := parts[0]
	if last.rounds < len(links) && len(row.Tip) > 0 || row.Rounds == len(links) && bytes.Equal(row.Tip, last.newest) {
		return row, false
	}
	row.Rounds, row.Tip = len(links), last.newest
	return row, true
}
