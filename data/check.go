package data

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// A Report says what [DB.Check] went through and what it found.
type Report struct {
	Players int // accounts with a key, but for the arcade's own players
	Guests  int
	Open    int // open rounds
	Rounds  int // finished rounds
	// Unplayed is how many of the games and rounds were not replayed, because this
	// program does not have the game, or has another version of its rules.
	Unplayed int
	// Findings has a sentence for each problem; it is empty for a sound file.
	Findings []string
}

// Check reads everything. It replays each record with its game, which is the library's or
// was made up of one of its families, and compares the score; it compares every index with
// the rounds and follows the hashes from round to round. It writes nothing, and may run
// while games go on. It returns an error if the file cannot be read at all.
func (db *DB) Check(library engine.Library) (Report, error) {
	c := &check{db: db, games: newGames(library, db.games.shelf), progress: db.options.Progress}
	most, err := db.Totals() // of the rows of a bucket, more or less
	if err != nil {
		return c.report, fmt.Errorf("check: %w", err)
	}
	rules := rules()
	for i, r := range rules {
		rows, err := db.CheckRows(r, func(broken string) {
			c.report.Findings = append(c.report.Findings, broken)
		}, func(rows int) {
			c.progress("checking rows", int64(i*most.Rounds+min(rows, most.Rounds)), int64(len(rules)*most.Rounds))
		})
		if err != nil {
			return c.report, fmt.Errorf("check %s: %w", r.Bucket, err)
		}
		if bytes.Equal(r.Bucket, roundsBucket) {
			c.report.Rounds = rows
		}
	}
	if err := eachPlayer(db, func(id playerID) error {
		c.progress("replaying games", c.replayed, int64(c.report.Rounds))
		return c.account(id)
	}); err != nil {
		return c.report, fmt.Errorf("check %w", err)
	}
	if err := c.variations(); err != nil {
		return c.report, fmt.Errorf("check the variations: %w", err)
	}
	if len(c.report.Findings) > 0 {
		return c.report, nil // rows that are missing or too many were not counted
	}
	err = db.View(func(tx *store.Tx) error {
		c.report.Findings = wrongCounts(tx)
		return nil
	})
	return c.report, store.During(err, "check")
}

type check struct {
	db       *DB
	games    *games
	progress store.Progress
	report   Report
	replayed int64 // rounds of accounts that are done
	read     int   // accounts and rounds since the last Forget
}

func (c *check) findingf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if sentence, ok := strings.CutSuffix(text, ".."); ok { // it ends with an error that is a sentence
		text = sentence + "."
	}
	c.report.Findings = append(c.report.Findings, text)
}

// eachPlayer calls fn for all players in the file, including those joined into others, until it fails.
func eachPlayer(db *DB, fn func(playerID) error) error {
	var ids []playerID
	if err := db.Scan(playersBucket, nil, func(_ *store.Tx, key, _ []byte) bool {
		if len(key) == len(playerID{}) {
			ids = append(ids, playerID(key))
		}
		return true
	}); err != nil {
		return fmt.Errorf("the players: %w", err)
	}
	for _, id := range ids {
		if err := fn(id); err != nil {
			return fmt.Errorf("player %s: %w", id, err)
		}
	}
	return nil
}

// accountRows holds all rows of one player, copied in one transaction.
type accountRows struct {
	id        playerID
	openGames map[string][]byte      // by key
	sums      map[string][]byte      // by key
	bests     map[string][]byte      // by key
	chains    map[playerID]playerRow // of this player and of those joined into it, if they can be read
	rounds    map[ulid.ULID]storedRound
	rulings   map[ulid.ULID]arcade.Class // the rounds that count as another class
	unlisted  []string                   // keys of rows that are missing from the boards
	swept     boardKind                  // see weeksRow
}

// A storedRound is a round, and what it says, which takes too long to read in the transaction.
type storedRound struct {
	id    ulid.ULID
	value []byte // nil if there is none
	row   roundRow
	err   error // of reading the row
}

// accountRowsOf returns the rows of a player. then, if it is not nil, reads what else the caller needs in
// the same transaction.
func accountRowsOf(db *DB, id playerID, then func(tx *store.Tx)) (a accountRows, err error) {
	err = db.View(func(tx *store.Tx) error {
		if a = readAccountRows(tx, id); then != nil {
			then(tx)
		}
		return nil
	})
	for id, stored := range a.rounds {
		stored.row, stored.err = roundsBucket.Read(id[:], stored.value)
		a.rounds[id] = stored
	}
	return a, err
}

// readAccountRows returns the rows of a player, whose rounds are not decoded yet.
func readAccountRows(tx *store.Tx, id playerID) accountRows {
	a := accountRows{
		id: id, chains: map[playerID]playerRow{}, rounds: map[ulid.ULID]storedRound{}, rulings: map[ulid.ULID]arcade.Class{},
		openGames: prefixRows(tx, openRoundsBucket, id), sums: prefixRows(tx, sumsBucket, id), bests: prefixRows(tx, bestsBucket, id),
	}
	weeks, _, _ := weeksTable.Get(tx, weeksKey) // one that cannot be read says nothing
	a.swept = weeks.Before
	row, ok, err := playersBucket.Get(tx, id[:])
	if err != nil || !ok {
		return a // deleted in the meantime, or reported with the players
	}
	a.chains[id] = row
	a.unlisted = unlisted(tx, id, row)
	for _, member := range row.all(id) {
		if chain, _, err := playersBucket.Get(tx, member[:]); err == nil && member != id {
			a.chains[member] = chain
		}
	}
	for _, round := range historyOf(tx, row.all(id)) {
		a.rounds[round] = storedRound{id: round, value: bytes.Clone(tx.Bucket(roundsBucket).Get(round[:]))}
		if class := ruled(tx, round, roundRow{}).Class; class != "" {
			a.rulings[round] = class
		}
	}
	return a
}

func (a accountRows) importedBytes() (size int64) {
	for _, stored := range a.rounds {
		if stored.err == nil && stored.row.Class == arcade.Imported {
			size += stored.row.size()
		}
	}
	return size
}

// account checks all rows of a player against each other.
func (c *check) account(id playerID) error {
	var then func(*store.Tx)
	if c.read >= store.ForgetAfter {
		then, c.read = (*store.Tx).Forget, 0
	}
	a, err := accountRowsOf(c.db, id, then)
	if err != nil {
		return err
	}
	c.read += 1 + len(a.rounds)
	row, ok := a.chains[id]
	if ok && !row.isAccount() {
		return nil // checked with the player it was joined into, or about to be deleted
	}
	switch {
	case row.Guest:
		c.report.Guests++
	case row.Level == 0:
		c.report.Players++
	}
	c.replayed += int64(len(a.rounds))
	if !ok {
		return nil
	}
	c.openGames(a)
	c.index(a, c.rounds(a))
	for _, member := range slices.SortedFunc(maps.Keys(a.chains), playerID.compare) {
		c.follow(a, member, a.chains[member])
	}
	if got := a.importedBytes(); row.ImportedBytes != got {
		c.findingf("Player %s should have imported rounds of %s and has %d.", id, engine.Plural(int(row.ImportedBytes), "byte"), got)
	}
	return nil
}

// openGames checks that each open round can be resumed.
func (c *check) openGames(a accountRows) {
	for _, key := range slices.Sorted(maps.Keys(a.openGames)) {
		c.report.Open++
		slot := key[len(a.id):]
		row, err := openRoundsBucket.Read([]byte(key), a.openGames[key])
		if err != nil {
			c.findingf("The open game %s of player %s cannot be read: %v.", slot, a.id, err)
			continue
		}
		s, err := row.saved()
		if err == nil && s.Slot() != slot {
			err = fmt.Errorf("its record is of %s", s.Slot())
		}
		if err == nil {
			err = c.resume(s)
		}
		if err != nil {
			c.findingf("The open game %s of player %s cannot be resumed: %v.", slot, a.id, err)
		}
	}
}

// resume compares the score of an open round with that of its replayed record.
func (c *check) resume(s arcade.Saved) error {
	g, ok := c.game(s.Record)
	if !ok {
		return nil
	}
	r, err := s.Resume(g)
	if err != nil {
		return err
	}
	return compare(s.Score, r.State().Score())
}

// compare returns an error if a stored score differs from that of the replayed record.
func compare(stored, replayed engine.Score) error {
	if stored != replayed {
		return fmt.Errorf("it is stored with score %+v, its record comes to %+v", stored, replayed)
	}
	return nil
}

// game returns the game a record can be replayed with, if this program has it.
func (c *check) game(r engine.Record) (engine.Game, bool) {
	g, ok := c.games.of(r, "")
	if !ok {
		c.report.Unplayed++
	}
	return g, ok
}

// rounds replays the rounds and returns those that can be read.
func (c *check) rounds(a accountRows) map[ulid.ULID]arcade.Result {
	results := map[ulid.ULID]arcade.Result{}
	for _, id := range slices.SortedFunc(maps.Keys(a.rounds), ulid.ULID.Compare) {
		row := a.rounds[id].row
		if a.rounds[id].err != nil || len(row.Player) != len(a.id) {
			continue // reported with the rounds or the history
		}
		if _, own := a.chains[playerID(row.Player)]; !own {
			continue // reported with the history
		}
		r, err := row.result(id)
		if err == nil {
			r.Class = cmp.Or(a.rulings[id], r.Class)
			results[id] = r
			err = c.replay(r)
		}
		if self, idErr := row.id(); err == nil && (idErr != nil || self != id) {
			err = fmt.Errorf("its ID should be %s", self)
		}
		if err != nil {
			c.findingf("Round %s of player %s is wrong: %v.", id, a.id, err)
		}
	}
	return results
}

// replay compares the score of a round with that of its record if it ends there.
func (c *check) replay(r arcade.Result) error {
	if _, ok := c.game(r.Record); !ok {
		return nil
	}
	score, err := c.games.final(r.Record, "")
	if err != nil {
		return err
	}
	return compare(r.Score, score)
}

// index compares the stored index of a player with what the rounds come to.
func (c *check) index(a accountRows, results map[ulid.ULID]arcade.Result) {
	var rounds []best
	for id, r := range results {
		rounds = append(rounds, best{id, a.rounds[id].row.owner(), r})
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
		switch err := store.Unseal([]byte(key), stored[key], &row); {
		case err != nil:
			c.findingf("The %s of %s of player %s cannot be read: %v.", what, name(key), a.id, err)
		case !ok:
			c.findingf("The %s of %s of player %s is %v, but there is no round of that kind.", what, name(key), a.id, row)
		case w != row:
			c.findingf("The %s of %s of player %s is %v and should be %v.", what, name(key), a.id, row, w)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if _, ok := stored[key]; !ok && !isSwept(key, a.swept) {
			c.findingf("Player %s has no %s of %s, and should have %v.", a.id, what, name(key), want[key])
		}
	}
}

// String returns the round's ID.
func (row bestRow) String() string { return row.ID.String() }

// unlisted returns the keys of the rows that the boards should have, according to a
// player's stored sums and bests, and lack.
func unlisted(tx *store.Tx, id playerID, player playerRow) (keys []string) {
	ix, _ := loadIndex(tx, id, player)
	_, _, boards := ix.rows()
	for _, key := range slices.Sorted(maps.Keys(boards)) {
		if row, ok, err := boardsBucket.Get(tx, []byte(key)); err == nil && (!ok || row != boards[key]) {
			keys = append(keys, key)
		}
	}
	return keys
}

// follow follows the hashes of a player's chain from the last round stored to the first.
func (c *check) follow(a accountRows, id playerID, player playerRow) {
	links, lost := a.links(id)
	stored := len(links) + lost // an unreadable round may belong to this chain
	if player.Rounds != stored {
		c.findingf("Player %s should have %s and has %d.", id, engine.Plural(player.Rounds, "round"), stored)
	}
	n := 0
	for tip := player.Tip; len(tip) > 0; n++ {
		link, ok := links[string(tip)]
		if prev, gap := player.across(tip); gap && !ok {
			if link, ok = links[string(prev)]; !ok {
				break // nothing is left before it
			}
		}
		if !ok {
			c.findingf("Player %s: a round is missing or older than it should be, %s before the last.", id, engine.Plural(n, "round"))
			return
		}
		tip = link.row.Prev
	}
	if n != stored {
		c.findingf("Player %s: of %s, only %d are linked to each other.", id, engine.Plural(stored, "round"), n)
	}
}

// links returns the rounds of one chain by their hashes, and how many rounds cannot be
// read.
func (a accountRows) links(id playerID) (links map[string]storedRound, lost int) {
	links = map[string]storedRound{}
	for round, stored := range a.rounds {
		switch row := stored.row; {
		case stored.value == nil: // reported with the history
		case stored.err != nil:
			lost++
		case bytes.Equal(row.Player, id[:]) && row.Class != arcade.Imported:
			links[string(hash(round[:], stored.value))] = stored
		}
	}
	return links, lost
}

// across returns the round that follows a lost one in the chain, if the host has let go of
// the lost one.
func (row playerRow) across(lost []byte) (prev []byte, ok bool) {
	for _, gap := range row.Gaps {
		if bytes.Equal(gap.Lost, lost) {
			return gap.Prev, true
		}
	}
	return nil, false
}
