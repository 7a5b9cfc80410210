package data

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// An index holds everything that can be recomputed from a player's rounds: the sums, the
// best round of each kind, and their places on the boards. It is updated with each round,
// and recomputed when rounds are joined or do not arrive in order. Both ways go through
// add.
type index struct {
	id      playerID
	guest   bool             // the player is off all boards, as guests are
	winless map[string]int64 // see playerRow
	sums    map[string]arcade.Stat
	bests   map[string]best // nil if it is known that there is none
	runs    map[string]int  // current streaks of the members that were joined into the account, by member and game
}

// A best is a round of an account, and the member of the account that it was stored for.
type best struct {
	id     ulid.ULID
	owner  playerID
	result arcade.Result
}

// kind returns the kind in which the round is the best, taken from its key.
func (b best) kind(key string) boardKind {
	return boardKind(key[len(playerID{}.best(b.result.Record.Game, b.result.Class, "")):])
}

func newIndex(id playerID, row playerRow) *index {
	return &index{
		id: id, guest: row.offBoards(), winless: row.Winless,
		sums: map[string]arcade.Stat{}, bests: map[string]best{}, runs: map[string]int{},
	}
}

// add adds a round that is newer than all rounds added before. What members did before they
// were joined into the account lengthens none of its streaks: its current streak is its own,
// and its longest that of any of them.
func (ix *index) add(b best) {
	r := b.result
	game := r.Record.Game
	key := string(ix.id.sum(game, r.Class))
	sum := ix.sums[key]
	sum.Add(r, r.Class == arcade.Imported || r.Ended > ix.winless[b.owner.String()]) // no board has the imported
	ix.sums[key] = sum
	if counted := string(ix.id.sum(game, arcade.Counted)); r.StreakEffect() != 0 {
		if sum, ok := ix.sums[counted]; ok {
			run, member := sum, string(b.owner[:])+game
			if b.owner != ix.id {
				run.Streak = ix.runs[member]
			}
			run.AddNewerStreak(r)
			if sum.Longest = run.Longest; b.owner == ix.id {
				sum.Streak = run.Streak
			} else {
				ix.runs[member] = run.Streak
			}
			ix.sums[counted] = sum
		}
	}
	for _, kind := range kinds(r) {
		ix.offer(string(ix.id.best(game, r.Class, kind)), kind, b)
	}
}

// offer makes a round the best of its kind if it is. Of equal rounds the older one is.
func (ix *index) offer(key string, kind boardKind, b best) {
	old, ok := ix.bests[key]
	if !ok || kind.better(b.result, old.result) || b.id.Compare(old.id) < 0 && !kind.better(old.result, b.result) {
		ix.bests[key] = b
	}
}

// addImported adds what another index has of imported rounds, which does not depend on
// their order.
func (ix *index) addImported(other *index) {
	n := len(other.id)
	for key, sum := range other.sums {
		if _, class := splitSum(key[n:]); class == arcade.Imported {
			key := string(ix.id[:]) + key[n:]
			ix.sums[key] = ix.sums[key].Plus(sum)
		}
	}
	for key, b := range other.bests {
		if b.result.Class == arcade.Imported {
			ix.offer(string(ix.id[:])+key[n:], b.kind(key), b)
		}
	}
}

func (ix *index) clone() *index {
	clone := *ix
	clone.sums, clone.bests, clone.runs = maps.Clone(ix.sums), maps.Clone(ix.bests), maps.Clone(ix.runs)
	return &clone
}

// rows returns the rows of the index for each bucket, by key.
func (ix *index) rows() (sums map[string]arcade.Stat, bests, boards map[string]bestRow) {
	bests, boards = map[string]bestRow{}, map[string]bestRow{}
	for key, b := range ix.bests {
		bests[key] = bestRow{ID: b.id}
		kind := b.kind(key)
		if board := (boardKey{b.result.Record.Game, b.result.Class, kind}); board.exists() && !ix.guest {
			boards[string(board.key(kind.score(b.result), ix.id))] = bestRow{ID: b.id}
		}
	}
	for key, sum := range ix.sums {
		game, class := splitSum(key[len(ix.id):])
		for kind, n := range map[boardKind]int{wins: sum.Fresh, streaks: sum.Longest} {
			if board := (boardKey{game, class, kind}); n > 0 && board.exists() && !ix.guest {
				boards[string(board.key(descending(n), ix.id))] = bestRow{}
			}
		}
	}
	return ix.sums, bests, boards
}

// load reads the part of the index that a round can change.
func (ix *index) load(tx *store.Tx, r arcade.Result) error {
	for _, class := range []arcade.Class{r.Class, arcade.Counted} { // a loss ends the streak of counted rounds
		key := ix.id.sum(r.Record.Game, class)
		sum, ok, err := sumsBucket.Get(tx, key)
		if err != nil {
			return err
		}
		if ok {
			ix.sums[string(key)] = sum
		}
	}
	for _, kind := range kinds(r) {
		key := ix.id.best(r.Record.Game, r.Class, kind)
		row, ok, err := bestsBucket.Get(tx, key)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		result, err := readRound(tx, row.ID)
		if err != nil {
			return err
		}
		ix.bests[string(key)] = best{id: row.ID, result: result}
	}
	return nil
}

// loadSums reads up to n of the sums.
func (ix *index) loadSums(tx *store.Tx, n int) (broken []rowChange) {
	for key, value := range firstPrefixRows(tx, sumsBucket, ix.id, n) {
		sum, err := sumsBucket.Read([]byte(key), value)
		if err != nil {
			broken = append(broken, rowChange{sumsBucket, key, nil})
			continue
		}
		ix.sums[key] = sum
	}
	return broken
}

// loadBests reads up to n of the bests.
func (ix *index) loadBests(tx *store.Tx, n int) (broken []rowChange) {
	for key, value := range firstPrefixRows(tx, bestsBucket, ix.id, n) {
		var r arcade.Result
		b, err := bestsBucket.Read([]byte(key), value)
		if err == nil {
			r, err = readRound(tx, b.ID)
		}
		if err != nil || !strings.HasPrefix(key, string(ix.id.best(r.Record.Game, r.Class, ""))) {
			broken = append(broken, rowChange{bestsBucket, key, nil})
			continue
		}
		ix.bests[key] = best{id: b.ID, result: r}
	}
	return broken
}

// loadIndex reads the stored index of a player. broken removes the rows that cannot be
// read or lead nowhere.
func loadIndex(tx *store.Tx, id playerID, row playerRow) (ix *index, broken []rowChange) {
	ix = newIndex(id, row)
	broken = slices.Concat(ix.loadSums(tx, math.MaxInt), ix.loadBests(tx, math.MaxInt))
	return ix, broken
}

// indexOf returns the index of rounds in any order.
func indexOf(id playerID, row playerRow, rounds []best) *index {
	ix := newIndex(id, row)
	slices.SortFunc(rounds, func(a, b best) int { return a.id.Compare(b.id) })
	for _, r := range rounds {
		ix.add(r)
	}
	return ix
}

// index updates the account's index for a new round, before the round is in the history.
// If the rows are damaged, or the round is older than others and only the whole history
// can tell what happens to a streak, the index is recomputed.
func (a *accountTx) index(tx *store.Tx, id ulid.ULID, r arcade.Result) error {
	before := newIndex(a.id, a.row)
	if err := before.load(tx, r); err != nil {
		return a.reindex(tx, best{id, a.id, r})
	}
	after := before.clone()
	after.add(best{id, a.id, r})
	if counted := string(a.id.sum(r.Record.Game, arcade.Counted)); newest(tx, []playerID{a.id}).Compare(id) > 0 && r.StreakEffect() != 0 {
		if sum, ok := after.sums[counted]; ok {
			was := before.sums[counted]
			if sum.Streak, sum.Longest, ok = a.streaks(tx, id, r, was.Streak, was.Longest); !ok {
				return a.reindex(tx, best{id, a.id, r})
			}
			after.sums[counted] = sum
		}
	}
	return replace(tx, before, after)
}

// streaks returns the streaks of a game after adding a round that is older than others:
// it lengthens the run of wins around it, or splits it. ok is false if it splits the
// longest streak, because then only all rounds show which is the longest now.
func (a *accountTx) streaks(tx *store.Tx, id ulid.ULID, r arcade.Result, streak, longest int) (int, int, bool) {
	own := []playerID{a.id}
	newer, lost := a.wins(tx, oldestFirst(tx, own, id), r.Record.Game)
	older, _ := a.wins(tx, newestFirst(tx, own, id), r.Record.Game)
	if r.StreakEffect() > 0 {
		if !lost {
			streak = older + 1 + newer
		}
		return streak, max(longest, older+1+newer), true
	}
	if !lost {
		streak = newer
	}
	return streak, longest, older+newer < longest || older == 0 || newer == 0
}

// wins returns how many rounds of a game lengthen a streak until one ends it, and reports
// whether one does.
func (a *accountTx) wins(tx *store.Tx, rounds iter.Seq2[ulid.ULID, []byte], game string) (n int, lost bool) {
	for id := range rounds {
		r, err := readOwnRound(tx, a.id, id)
		if err != nil || r.Record.Game != game {
			continue
		}
		switch r.StreakEffect() {
		case 1:
			n++
		case -1:
			return n, true
		}
	}
	return n, false
}

// reindex recomputes the account's index from its rounds and those about to be stored. It
// skips rounds that cannot be read, because they must not keep others from being stored.
func (a *accountTx) reindex(tx *store.Tx, more ...best) error {
	rounds := more
	for _, id := range historyOf(tx, a.row.all(a.id)) {
		row, err := ownRoundRow(tx, a.id, id)
		if err != nil {
			continue
		}
		if r, err := row.result(id); err == nil {
			rounds = append(rounds, best{id, row.owner(), r})
		}
	}
	old, broken := loadIndex(tx, a.id, a.row)
	none := newIndex(a.id, a.row) // everything is rewritten, because the boards may lack any of it
	return errors.Join(apply(tx, broken), replace(tx, old, none), replace(tx, none, indexOf(a.id, a.row, rounds)))
}

// mark changes what the account's row says about boards, and updates the boards to match.
func (a *accountTx) mark(tx *store.Tx, change func(*playerRow)) error {
	before, _ := loadIndex(tx, a.id, a.row)
	change(&a.row)
	after := *before
	after.guest = a.row.offBoards()
	return errors.Join(replace(tx, before, &after), a.save(tx, 0))
}

// A rowChange writes a row, or deletes it if row is nil.
type rowChange struct {
	bucket []byte
	key    string
	row    any
}

// replace writes the rows in which after differs from before.
func replace(tx *store.Tx, before, after *index) error { return apply(tx, changes(before, after)) }

// changes returns the rows in which after differs from before.
func changes(before, after *index) []rowChange {
	oldSums, oldBests, oldBoards := before.rows()
	newSums, newBests, newBoards := after.rows()
	return slices.Concat(
		changedRows(sumsBucket, oldSums, newSums),
		changedRows(bestsBucket, oldBests, newBests),
		changedRows(boardsBucket, oldBoards, newBoards),
	)
}

func changedRows[Row comparable](bucket []byte, before, after map[string]Row) (rows []rowChange) {
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[key]; !ok {
			rows = append(rows, rowChange{bucket, key, nil})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(after)) {
		if old, ok := before[key]; !ok || old != after[key] {
			rows = append(rows, rowChange{bucket, key, after[key]})
		}
	}
	return rows
}

// apply makes changes to rows.
func apply(tx *store.Tx, changes []rowChange) error {
	for _, c := range changes {
		write := func() error {
			if c.row == nil {
				return tx.Bucket(c.bucket).Delete([]byte(c.key))
			}
			return store.Put(tx.Bucket(c.bucket), []byte(c.key), c.row)
		}
		if sum := write; bytes.Equal(c.bucket, sumsBucket) {
			write = func() error { return countPlays(tx, c.key, sum) }
		}
		if err := write(); err != nil {
			return fmt.Errorf("change a row of %s: %w", c.bucket, err)
		}
	}
	return nil
}

// All players wait for the one writer. So what needs all rounds of an account is computed
// before the write, in short read transactions. The write compares the account's stateTag,
// and if it has changed, everything is computed again.

// busyTries is the most times it is computed.
const busyTries = 16

// retryBusy calls fn until it returns something other than ErrBusy, at most busyTries
// times.
func retryBusy(fn func() error) error {
	err := error(ErrBusy)
	for n := 0; n < busyTries && errors.Is(err, ErrBusy); n++ {
		err = fn()
	}
	return err
}

// stateTag returns a text that identifies the state of the account's rounds: adding,
// removing or ruling on a round changes the sums in it, and settings and moves change
// nothing in it.
func (a *accountTx) stateTag(tx *store.Tx) string {
	if !a.known {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %x %d %v", a.id[:], a.row.Rounds, a.row.Tip, len(a.row.Joined), a.row.offBoards())
	for k, v := range store.RowsUnder(tx.Bucket(sumsBucket), a.id[:]) {
		fmt.Fprintf(&b, " %q %q", k, v)
	}
	return b.String()
}

// unchanged returns an account that still has a stateTag, or ErrBusy.
func unchanged(tx *store.Tx, id playerID, tag string) (accountTx, error) {
	a, err := accountTxOf(tx, id)
	if err == nil && a.stateTag(tx) != tag {
		err = ErrBusy
	}
	return a, err
}

// indexRounds adds rounds of members to an index, each with the class that as returns (see
// ruled). pick chooses them by their IDs and by whether they count as imported. Rounds
// that cannot be read are left out.
func indexRounds(db *DB, ix *index, members []playerID, as func(tx *store.Tx, id ulid.ULID, row roundRow) roundRow, pick func(id ulid.ULID, imported bool) bool) error {
	return eachRound(db, members, func(tx *store.Tx, id ulid.ULID, _ []byte) {
		value := tx.Bucket(roundsBucket).Get(id[:])
		if !pick(id, isImported(tx, id, value)) {
			return
		}
		row, err := roundsBucket.Read(id[:], value)
		if err != nil {
			return
		}
		if r, err := as(tx, id, row).result(id); err == nil {
			ix.add(best{id, row.owner(), r})
		}
	})
}

// isImported reports whether a stored round counts as imported, without reading all of it.
func isImported(tx *store.Tx, id ulid.ULID, value []byte) bool {
	return store.HasText(value, `"class":"`+string(arcade.Imported)+`"`) && !rulingsBucket.Has(tx, id[:])
}
