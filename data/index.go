package data

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardwalk/engine"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// An index is all that can be recomputed from a player's rounds: what they come
// to, the best of each kind, and where those stand on the boards. It is brought
// up to date with each round, and computed anew where rounds are joined or do not
// come in order; both ways run through add.
type index struct {
	id    playerID
	guest bool // the player stands on no board, as guests do
	sums  map[string]engine.Stat
	bests map[string]best // nil where it is known that there is none
}

// A best is the best round of a player on a kind of board.
type best struct {
	id     ulid.ULID
	result engine.Result
}

func newIndex(id playerID, row playerRow) *index {
	return &index{id: id, guest: row.offBoards(), sums: map[string]engine.Stat{}, bests: map[string]best{}}
}

// add takes in a round that is newer than all before it.
func (ix *index) add(id ulid.ULID, r engine.Result) {
	game := r.Record.Game
	key := string(ix.id.sum(game, r.Class))
	sum := ix.sums[key]
	sum.AddNewer(r)
	ix.sums[key] = sum
	if counted := string(ix.id.sum(game, engine.Counted)); counted != key && r.Streak() < 0 {
		if sum, ok := ix.sums[counted]; ok { // whose streak this round ends
			sum.Extend(r)
			ix.sums[counted] = sum
		}
	}
	for _, kind := range kinds(r) {
		key := string(ix.id.best(game, r.Class, kind))
		if old, ok := ix.bests[key]; !ok || kind.better(r, old.result) {
			ix.bests[key] = best{id, r}
		}
	}
}

// rows are the rows of the index in their buckets, by key.
func (ix *index) rows() (sums map[string]engine.Stat, bests, boards map[string]bestRow) {
	bests, boards = map[string]bestRow{}, map[string]bestRow{}
	for key, b := range ix.bests {
		bests[key] = bestRow{ID: b.id}
		kind := Kind(key[len(ix.id.best(b.result.Record.Game, b.result.Class, "")):])
		if board := (Board{b.result.Record.Game, b.result.Class, kind}); board.open() && !ix.guest {
			boards[string(board.key(kind.score(b.result), ix.id))] = bestRow{ID: b.id}
		}
	}
	for key, sum := range ix.sums {
		game, class := splitSum(key[len(ix.id):])
		for kind, n := range map[Kind]int{Wins: sum.Fresh, Streaks: sum.Longest} {
			if board := (Board{game, class, kind}); n > 0 && board.open() && !ix.guest {
				boards[string(board.key(most(n), ix.id))] = bestRow{}
			}
		}
	}
	return ix.sums, bests, boards
}

// load reads what the index has of a game and class, as far as a round can
// change it.
func (ix *index) load(tx *bbolt.Tx, r engine.Result) error {
	for _, class := range []engine.Class{r.Class, engine.Counted} { // a loss ends the streak of counted ones
		key := ix.id.sum(r.Record.Game, class)
		var sum engine.Stat
		ok, err := get(tx.Bucket(sumsBucket), key, &sum)
		if err != nil {
			return err
		}
		if ok {
			ix.sums[string(key)] = sum
		}
	}
	for _, kind := range kinds(r) {
		key := ix.id.best(r.Record.Game, r.Class, kind)
		var row bestRow
		ok, err := get(tx.Bucket(bestsBucket), key, &row)
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
		ix.bests[string(key)] = best{row.ID, result}
	}
	return nil
}

// index brings the account's index up to date with a new round, before that is
// in the history. Where the rows are damaged or the round is older than others,
// all of it is computed anew.
func (s *seat) index(tx *bbolt.Tx, id ulid.ULID, r engine.Result) error {
	newest := older(tx.Bucket(historyBucket).Cursor(), s.id, ulid.ULID{})
	inOrder := newest == nil || string(newest) < string(s.id.history(id))
	before := newIndex(s.id, s.row)
	if err := before.load(tx, r); err != nil || !inOrder {
		return s.reindex(tx, best{id, r})
	}
	after := &index{before.id, before.guest, maps.Clone(before.sums), maps.Clone(before.bests)}
	after.add(id, r)
	return replace(tx, before, after)
}

// reindex computes the account's index anew from its rounds, and those that are
// about to be stored. Rounds that cannot be read are left out: they must not
// keep others from being stored.
func (s *seat) reindex(tx *bbolt.Tx, more ...best) error {
	rounds := more
	for _, id := range historyOf(tx, s.id) {
		row, err := round(tx, s.id, id)
		if err != nil {
			continue
		}
		if r, err := row.result(id); err == nil {
			rounds = append(rounds, best{id, r})
		}
	}
	if err := dropIndex(tx, s.id); err != nil {
		return err
	}
	return replace(tx, newIndex(s.id, s.row), indexOf(s.id, s.row, rounds))
}

// indexOf is the index of rounds in any order.
func indexOf(id playerID, row playerRow, rounds []best) *index {
	ix := newIndex(id, row)
	slices.SortFunc(rounds, func(a, b best) int { return a.id.Compare(b.id) })
	for _, r := range rounds {
		ix.add(r.id, r.result)
	}
	return ix
}

// historyOf is a player's rounds in order of time.
func historyOf(tx *bbolt.Tx, id playerID) (rounds []ulid.ULID) {
	for key := range below(tx, historyBucket, id) {
		if round, err := historyID([]byte(key)); err == nil {
			rounds = append(rounds, round)
		}
	}
	slices.SortFunc(rounds, ulid.ULID.Compare)
	return rounds
}

// loadIndex reads what is stored of a player's index. broken are the keys of what
// cannot be read, which leads nowhere.
func loadIndex(tx *bbolt.Tx, id playerID, row playerRow) (ix *index, brokenSums, brokenBests []string) {
	ix = newIndex(id, row)
	for key, value := range below(tx, sumsBucket, id) {
		var sum engine.Stat
		if unseal([]byte(key), value, &sum) != nil {
			brokenSums = append(brokenSums, key)
			continue
		}
		ix.sums[key] = sum
	}
	for key, value := range below(tx, bestsBucket, id) {
		var b bestRow
		var r engine.Result
		err := unseal([]byte(key), value, &b)
		if err == nil {
			r, err = readRound(tx, b.ID)
		}
		if err != nil || !strings.HasPrefix(key, string(id.best(r.Record.Game, r.Class, ""))) {
			brokenBests = append(brokenBests, key)
			continue
		}
		ix.bests[key] = best{b.ID, r}
	}
	return ix, brokenSums, brokenBests
}

// readRound reads anybody's round, as it is taken by now.
func readRound(tx *bbolt.Tx, id ulid.ULID) (r engine.Result, err error) {
	var row roundRow
	ok, err := get(tx.Bucket(roundsBucket), id[:], &row)
	if err == nil && !ok {
		err = fmt.Errorf("%w: round %s is in an index and not there", ErrDamaged, id)
	}
	if err != nil {
		return r, err
	}
	return decodeRound(ruled(tx, id, row), id)
}

// dropIndex takes away what stands in the index of a player, and where that
// leads to on the boards.
func dropIndex(tx *bbolt.Tx, id playerID) error {
	var row playerRow
	if _, err := get(tx.Bucket(playersBucket), id[:], &row); err != nil {
		row = playerRow{}
	}
	old, sums, bests := loadIndex(tx, id, row)
	for _, key := range sums {
		if err := tx.Bucket(sumsBucket).Delete([]byte(key)); err != nil {
			return err
		}
	}
	for _, key := range bests {
		if err := tx.Bucket(bestsBucket).Delete([]byte(key)); err != nil {
			return err
		}
	}
	return replace(tx, old, newIndex(id, row))
}

// replace writes the rows in which after is not as before.
func replace(tx *bbolt.Tx, before, after *index) error {
	oldSums, oldBests, oldBoards := before.rows()
	newSums, newBests, newBoards := after.rows()
	return errors.Join(
		replaceRows(tx.Bucket(sumsBucket), oldSums, newSums),
		replaceRows(tx.Bucket(bestsBucket), oldBests, newBests),
		replaceRows(tx.Bucket(boardsBucket), oldBoards, newBoards),
	)
}

func replaceRows[Row comparable](b *bbolt.Bucket, before, after map[string]Row) error {
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if _, ok := after[key]; !ok {
			if err := b.Delete([]byte(key)); err != nil {
				return fmt.Errorf("delete a row: %w", err)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(after)) {
		if old, ok := before[key]; ok && old == after[key] {
			continue
		}
		if err := put(b, []byte(key), after[key]); err != nil {
			return err
		}
	}
	return nil
}
