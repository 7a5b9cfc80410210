package data

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"slices"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// rules returns all rules for single rows, in the order of repairing: each relies on those
// before it. Sums, bests and chains are checked elsewhere; see check.account and
// repairAccount.
func rules() []store.Rule {
	return []store.Rule{
		{Bucket: store.Meta, Broken: brokenSecret, Repair: repairSecret},
		{Bucket: playersBucket, Broken: brokenPlayer, Repair: rebuildPlayer},
		{Bucket: playersBucket, Broken: brokenJoins, Repair: repairJoins},
		{Bucket: keysBucket, Broken: brokenKey, Repair: repairKey},
		holderIndex.Stray(),
		{Bucket: keysBucket, Broken: lostKey, Repair: repairLostKey},
		holderIndex.Missing(),
		{Bucket: playersBucket, Broken: brokenNick, Repair: repairNick},
		{Bucket: nicksBucket, Broken: strayNick, Repair: remove(nicksBucket)},
		alikeIndex.Missing(),
		alikeIndex.Stray(),
		{Bucket: playersBucket, Broken: brokenGuest, Repair: repairGuest},
		{Bucket: guestsBucket, Broken: strayGuest, Repair: remove(guestsBucket)},
		{Bucket: playersBucket, Broken: unreachable},
		{Bucket: historyBucket, Broken: brokenHistory, Repair: remove(historyBucket)},
		{Bucket: roundsBucket, Broken: brokenRound, Repair: repairRound},
		{Bucket: playersBucket, Broken: strayBan, Repair: repairStrayBan}, // also of players of whom only rounds were left
		{Bucket: rulingsBucket, Broken: brokenRuling, Repair: repairRuling},
		{Bucket: analysesBucket, Broken: brokenAnalysis, Repair: remove(analysesBucket)},
		{Bucket: racesBucket, Broken: brokenRace, Repair: repairRace},
		runningIndex.Missing(),
		runningIndex.Stray(),
		racerIndex.Missing(),
		racerIndex.Stray(),
		{Bucket: ratingsBucket, Broken: brokenRating, Repair: repairRating},
		seasonIndex.Missing(),
		seasonIndex.Stray(),
		{Bucket: challengesBucket, Broken: brokenChallenge, Repair: repairChallenge},
		challengedIndex.Missing(),
		challengedIndex.Stray(),
		{Bucket: keptBucket, Broken: brokenKept, Repair: repairKept},
		{Bucket: followsBucket, Broken: brokenFollow, Repair: remove(followsBucket)},
		{Bucket: entriesBucket, Broken: brokenEntry, Repair: remove(entriesBucket)},
		{Bucket: variationsBucket, Broken: brokenVariation, Repair: repairVariation},
		listedIndex.Missing(),
		listedIndex.Stray(),
		{Bucket: openRoundsBucket, Broken: orphanOf(openRoundsBucket)},
		{Bucket: sumsBucket, Broken: orphanOf(sumsBucket), Repair: remove(sumsBucket)},
		{Bucket: bestsBucket, Broken: orphanOf(bestsBucket), Repair: remove(bestsBucket)},
		{Bucket: codesBucket, Broken: unreadable[codeRow]("A code"), Repair: remove(codesBucket)},
		{Bucket: begunBucket, Broken: unreadable[begunRow]("The mark of a begun daily"), Repair: remove(begunBucket)},
		{Bucket: dailiesBucket, Broken: brokenDaily, Repair: remove(dailiesBucket)},
		{Bucket: bansBucket, Broken: unreadable[banRow]("A ban")},
		boardRule(),
	}
}

// brokenRound reports a round that is missing from the history of the player it was
// stored for.
func brokenRound(tx *store.Tx, key, value []byte) string {
	var row roundRow
	if err := store.Unseal(key, value, &row); err != nil {
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

func repairRound(tx *store.Tx, key, value []byte) error {
	var row roundRow
	if store.Unseal(key, value, &row) != nil || len(key) != len(ulid.ULID{}) {
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
	return tx.Bucket(historyBucket).Put(playerID(row.Player).history(ulid.ULID(key)), dealtIn(row.Record))
}

// brokenHistory reports a row that names no round of its player, or says another deal.
func brokenHistory(tx *store.Tx, key, value []byte) string {
	id, err := historyID(key)
	if err != nil {
		return fmt.Sprintf("Row %q of the history does not name a player and a round.", key)
	}
	p := playerID(key[:len(playerID{})])
	if tx.Bucket(playersBucket).Get(p[:]) == nil {
		return fmt.Sprintf("Row %q of the history belongs to no player.", key)
	}
	var row roundRow
	switch ok, err := store.Get(tx.Bucket(roundsBucket), id[:], &row); {
	case err != nil:
		return fmt.Sprintf("The history of player %s has round %s, which cannot be read.", p, id)
	case !ok:
		return fmt.Sprintf("The history of player %s has round %s, which does not exist.", p, id)
	}
	if !bytes.Equal(row.Player, p[:]) {
		return fmt.Sprintf("Round %s is in the history of player %s but belongs to another.", id, p)
	}
	if !bytes.Equal(value, dealtIn(row.Record)) {
		return fmt.Sprintf("The history of player %s has round %s as one of another deal.", p, id)
	}
	return ""
}

// boardRule returns the rule for rows of boards, which follow from the sums and the
// bests.
func boardRule() store.Rule {
	return store.Rule{Bucket: boardsBucket, Broken: brokenBoard, Repair: remove(boardsBucket)}
}

// brokenBoard reports a row of a board that does not follow from its player's sums and
// bests.
func brokenBoard(tx *store.Tx, key, value []byte) string {
	var row, best bestRow
	part := bytes.SplitN(key, []byte{0}, 4)
	id, err := boardPlayer(key)
	if err == nil && len(part) < 4 {
		err = fmt.Errorf("%w: it names no board", store.ErrDamaged)
	}
	if err == nil {
		err = store.Unseal(key, value, &row)
	}
	if err != nil {
		return fmt.Sprintf("The row %.80q of a board cannot be read: %v.", key, err)
	}
	board := boardOf(part)
	if board.kind != wins && board.kind != streaks {
		_, err = store.Get(tx.Bucket(bestsBucket), id.best(board.game, board.class, board.kind), &best)
	}
	if err == nil && (!bytes.Equal(board.rowOf(tx, id), key) || row != best) {
		return fmt.Sprintf("The row %.80q of a board is no player's best.", key)
	}
	var player playerRow
	if ok, err := store.Get(tx.Bucket(playersBucket), id[:], &player); err == nil && ok && player.offBoards() {
		return fmt.Sprintf("The row %.80q of a board belongs to a player who is off the boards.", key)
	}
	return ""
}

// brokenPlayer reports a player that cannot be read.
func brokenPlayer(_ *store.Tx, key, value []byte) string {
	if len(key) != len(playerID{}) {
		return fmt.Sprintf("The players have a key of %d bytes, %q.", len(key), key)
	}
	var row playerRow
	if err := store.Unseal(key, value, &row); err != nil {
		return fmt.Sprintf("Player %s cannot be read: %v.", playerID(key), err)
	}
	return ""
}

// rebuildPlayer rewrites the row of a player from the rows that name it. Settings are
// lost. What the player wanted to hide is unknown, so everything is hidden. The chain is
// tied to the rounds later.
func rebuildPlayer(tx *store.Tx, key, _ []byte) error {
	if len(key) != len(playerID{}) {
		return nil
	}
	players := tx.Bucket(playersBucket)
	row := playerRow{Hidden: true, Private: true, Guest: tx.Bucket(guestsBucket).Get(key) != nil}
	for nick, value := range store.Rows(tx.Bucket(nicksBucket)) {
		var of nickRow
		if store.Unseal(nick, value, &of) == nil && bytes.Equal(of.Player, key) {
			row.Nick = string(nick)
		}
	}
	for other, value := range store.Rows(players) {
		var of playerRow
		switch {
		case store.Unseal(other, value, &of) != nil:
		case bytes.Equal(of.Into, key):
			row.Joined = append(row.Joined, bytes.Clone(other))
		case containsBytes(of.Joined, key):
			row = playerRow{Into: bytes.Clone(other)}
		}
	}
	return store.Put(players, key, row)
}

// brokenSecret reports, at the row of the version, that the secret of the dailies is
// missing or cannot be read.
func brokenSecret(tx *store.Tx, key, _ []byte) string {
	var row secretRow
	if !bytes.Equal(key, store.VersionKey) {
		return ""
	}
	switch ok, err := store.Get(tx.Bucket(store.Meta), secretKey, &row); {
	case err != nil:
		return fmt.Sprintf("The secret of the dailies cannot be read: %v.", err)
	case !ok:
		return "The secret of the dailies is missing."
	}
	return ""
}

// repairSecret makes a new secret, because nothing says what the old one was. Dailies from
// now on have other deals; those already played stay as they are.
func repairSecret(tx *store.Tx, _, _ []byte) error {
	return store.Put(tx.Bucket(store.Meta), secretKey, newSecret())
}

// brokenJoins reports a player who was joined into another that does not list it, and the
// other way round.
func brokenJoins(tx *store.Tx, key, value []byte) string {
	var row playerRow
	if store.Unseal(key, value, &row) != nil {
		return ""
	}
	players := tx.Bucket(playersBucket)
	if len(row.Into) > 0 {
		var into playerRow
		if ok, err := store.Get(players, row.Into, &into); err == nil && (!ok || !containsBytes(into.Joined, key)) {
			return fmt.Sprintf("Player %x was joined into %x, which does not list it.", short(key), short(row.Into))
		}
	}
	for _, id := range row.Joined {
		var joined playerRow
		if ok, err := store.Get(players, id, &joined); err == nil && (!ok || !bytes.Equal(joined.Into, key)) {
			return fmt.Sprintf("Player %x lists %x as joined, which does not name it.", short(key), short(id))
		}
	}
	return ""
}

func repairJoins(tx *store.Tx, key, value []byte) error {
	var row playerRow
	if err := store.Unseal(key, value, &row); err != nil {
		return err
	}
	players := tx.Bucket(playersBucket)
	var into playerRow
	if ok, err := store.Get(players, row.Into, &into); err == nil && ok && !containsBytes(into.Joined, key) {
		into.Joined = append(into.Joined, key)
		if err := store.Put(players, row.Into, into); err != nil {
			return err
		}
	}
	for _, id := range row.Joined {
		var joined playerRow
		if _, err := store.Get(players, id, &joined); err == nil && !bytes.Equal(joined.Into, key) {
			joined = playerRow{Rounds: joined.Rounds, Tip: joined.Tip, Gaps: joined.Gaps, Into: key}
			if err := store.Put(players, id, joined); err != nil {
				return err
			}
		}
	}
	return nil
}

// brokenKey reports a key that cannot be read.
func brokenKey(_ *store.Tx, key, value []byte) string {
	var row keyRow
	if err := store.Unseal(key, value, &row); err != nil {
		return fmt.Sprintf("A key cannot be read: %v.", err)
	}
	return ""
}

// repairKey gives the key back to the player who holds it. A key that nobody holds is
// deleted, so that its owner can begin anew.
func repairKey(tx *store.Tx, key, _ []byte) error {
	for held := range store.Rows(tx.Bucket(holdersBucket)) {
		if n := len(playerID{}); len(held) > n && bytes.Equal(held[n:], key) {
			return store.Put(tx.Bucket(keysBucket), key, keyRow{Player: bytes.Clone(held[:n])})
		}
	}
	return tx.Bucket(keysBucket).Delete(key)
}

// lostKey reports a key whose player does not exist.
func lostKey(tx *store.Tx, key, value []byte) string {
	var row keyRow
	if store.Unseal(key, value, &row) != nil || tx.Bucket(playersBucket).Get(row.Player) != nil {
		return ""
	}
	return fmt.Sprintf("Key %x belongs to player %x, which does not exist.", short(key), short(row.Player))
}

func repairLostKey(tx *store.Tx, key, value []byte) error {
	var row keyRow
	if err := store.Unseal(key, value, &row); err != nil {
		return err
	}
	if len(row.Player) != len(playerID{}) {
		return tx.Bucket(keysBucket).Delete(key)
	}
	return rebuildPlayer(tx, row.Player, nil)
}

// brokenNick reports a player whose nick is not registered or belongs to another.
func brokenNick(tx *store.Tx, key, value []byte) string {
	var row playerRow
	var nick nickRow
	if store.Unseal(key, value, &row) != nil || row.Nick == "" {
		return ""
	}
	if ok, err := store.Get(tx.Bucket(nicksBucket), nickKey(row.Nick), &nick); err == nil && ok && bytes.Equal(nick.Player, key) {
		return ""
	}
	return fmt.Sprintf("The nick %.20q of player %x is not among the nicks.", row.Nick, short(key))
}

// repairNick registers a nick again, or takes it away if another player has it too.
func repairNick(tx *store.Tx, key, value []byte) error {
	var row playerRow
	if err := store.Unseal(key, value, &row); err != nil {
		return err
	}
	nicks, nick := tx.Bucket(nicksBucket), nickKey(row.Nick)
	if there := nicks.Get(nick); there != nil && strayNick(tx, nick, there) == "" {
		row.Nick = ""
		return store.Put(tx.Bucket(playersBucket), key, row)
	}
	return giveNick(tx, key, row.Nick)
}

// strayNick reports a nick that is not its player's.
func strayNick(tx *store.Tx, key, value []byte) string {
	var row nickRow
	var player playerRow
	err := store.Unseal(key, value, &row)
	if err == nil {
		_, err = store.Get(tx.Bucket(playersBucket), row.Player, &player)
	}
	if err != nil || !bytes.Equal(nickKey(player.Nick), key) {
		return fmt.Sprintf("The nick %.20q is not its player's.", key)
	}
	return ""
}

// brokenGuest reports a guest that is not listed as one and so would never be swept.
func brokenGuest(tx *store.Tx, key, value []byte) string {
	var row playerRow
	if store.Unseal(key, value, &row) != nil || !row.Guest || tx.Bucket(guestsBucket).Get(key) != nil {
		return ""
	}
	return fmt.Sprintf("Guest %x is not among the guests.", short(key))
}

func repairGuest(tx *store.Tx, key, _ []byte) error {
	var own []byte
	if held := keyHashes(tx, playerID(key)); len(held) > 0 {
		own = held[0]
	}
	return tx.Bucket(guestsBucket).Put(key, own)
}

// strayGuest reports a listed guest that is not one.
func strayGuest(tx *store.Tx, key, _ []byte) string {
	var row playerRow
	if ok, err := store.Get(tx.Bucket(playersBucket), key, &row); err != nil || ok && row.Guest {
		return "" // damaged players are reported with the players
	}
	return fmt.Sprintf("Row %q is not a guest.", key)
}

// unreachable reports a player without a key.
func unreachable(tx *store.Tx, key, value []byte) string {
	var row playerRow
	if len(key) != len(playerID{}) || store.Unseal(key, value, &row) != nil || len(row.Into) > 0 || row.Gone || len(keyHashes(tx, playerID(key))) > 0 {
		return ""
	}
	return fmt.Sprintf("Player %x has no key, so nobody can log in to it.", short(key))
}

// strayBan reports a player whose row contradicts what the bans say about boards.
func strayBan(tx *store.Tx, key, value []byte) string {
	var row playerRow
	if len(key) != len(playerID{}) || store.Unseal(key, value, &row) != nil || len(row.Into) > 0 || row.Banned == isBanned(tx, playerID(key), row) {
		return ""
	}
	return fmt.Sprintf("Player %x should be off the boards because of a ban: %v.", short(key), !row.Banned)
}

func repairStrayBan(tx *store.Tx, key, value []byte) error {
	a := accountTx{id: playerID(key), known: true}
	if err := store.Unseal(key, value, &a.row); err != nil {
		return err
	}
	return followBans(tx, a)
}

// brokenRuling reports a ruling that cannot be read, or that is on a round that does not
// exist.
func brokenRuling(tx *store.Tx, key, value []byte) string {
	if broken := unreadable[rulingRow]("A ruling")(tx, key, value); broken != "" {
		return broken
	}
	if tx.Bucket(roundsBucket).Get(key) == nil {
		return "There is a ruling on a round that does not exist."
	}
	return ""
}

// repairRuling deletes a ruling on a missing round and rewrites one that cannot be read:
// the player it was made against must not profit from the damage.
func repairRuling(tx *store.Tx, key, _ []byte) error {
	if tx.Bucket(roundsBucket).Get(key) == nil {
		return tx.Bucket(rulingsBucket).Delete(key)
	}
	return store.Put(tx.Bucket(rulingsBucket), key, rulingRow{
		Class: arcade.Practice, Why: "This game does not count. The reason was lost with a damaged page.",
	})
}

// brokenRace reports a race that cannot be read, or whose racers do not all exist.
func brokenRace(tx *store.Tx, key, value []byte) string {
	var row raceRow
	if err := store.Unseal(key, value, &row); err != nil {
		return fmt.Sprintf("A race cannot be read: %v.", err)
	}
	if row.abandoned() {
		return fmt.Sprintf("Race %.20q has no racers.", key)
	}
	if row.MadeUp && !isMadeUp(tx, row.Game) {
		return fmt.Sprintf("Race %.20q is of %.60s, whose rules are missing.", key, row.Game)
	}
	for i, racer := range row.Racers {
		if len(racer.Player) == 0 || joinPending(tx, racer.Player) {
			continue
		}
		id, ok := racerOf(tx, racer)
		switch {
		case !ok || !bytes.Equal(id[:], racer.Player):
			return fmt.Sprintf("Race %.20q has a racer, %x, that is not a player.", key, short(racer.Player))
		case row.place(id) != i:
			return fmt.Sprintf("Race %.20q has player %s twice.", key, id)
		}
	}
	return ""
}

// racerOf returns the player to whom a racer's place belongs now, and reports whether
// that player exists.
func racerOf(tx *store.Tx, racer racerRow) (id playerID, ok bool) {
	id, err := ownerOf(tx, roundRow{Player: racer.Player})
	return id, err == nil && tx.Bucket(playersBucket).Get(id[:]) != nil
}

// repairRace follows what the race says about its racers, or, if it cannot be read, what
// they say about it.
func repairRace(tx *store.Tx, key, value []byte) error {
	var row raceRow
	if store.Unseal(key, value, &row) != nil {
		return rebuildRace(tx, key)
	}
	for i, racer := range row.Racers {
		id, ok := racerOf(tx, racer)
		if !ok {
			row.Racers[i].Player = nil
			continue
		}
		row.Racers[i].Player = bytes.Clone(id[:])
	}
	for _, racer := range row.Racers {
		if len(racer.Player) > 0 {
			row.reassign(playerID(racer.Player), playerID(racer.Player))
		}
	}
	if row.isOpen() { // a missing player could never start it
		row.Racers = slices.DeleteFunc(row.Racers, func(r racerRow) bool { return len(r.Player) == 0 })
	}
	if row.abandoned() {
		return tx.Bucket(racesBucket).Delete(key)
	}
	return store.Put(tx.Bucket(racesBucket), key, row)
}

// rebuildRace rewrites a race from the rounds of its racers, as a finished one: when it
// should have ended and who opened it is unknown. A race that nobody has played is
// deleted.
func rebuildRace(tx *store.Tx, key []byte) error {
	row, event := raceRow{}, string(arcade.RaceEvent(string(key)))
	for racer := range store.Rows(tx.Bucket(racersBucket)) {
		n := len(playerID{})
		if len(racer) <= n || !bytes.Equal(racer[n:], key) || orphanOf(racersBucket)(tx, racer, nil) != "" {
			continue
		}
		id := playerID(racer[:n])
		row.Racers = append(row.Racers, racerRow{ID: rand.Text()[:racerIDLen], Player: id[:]})
		for _, stored := range roundsOf(tx, id) {
			record, err := engine.ParseRecord(stored.row.Record)
			if err != nil || stored.row.Event != event {
				continue
			}
			began := stored.row.Ended - stored.row.Millis
			if row.Game == "" || began < row.Started {
				row.Started = max(1, began)
			}
			row.Game, row.Version, row.Deal, row.MadeUp = record.Game, record.Version, record.Code, stored.row.MadeUp
			row.Ended = max(row.Ended, stored.row.Ended)
		}
	}
	if row.Game == "" {
		return tx.Bucket(racesBucket).Delete(key)
	}
	row.Opened, row.Limit = row.Started, row.Ended-row.Started
	return store.Put(tx.Bucket(racesBucket), key, row)
}
