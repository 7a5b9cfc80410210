package data

import (
	"bytes"
	"errors"
	"fmt"

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
		ruleOf(playersBucket, "A player", readable, rebuildPlayer, nil),
		ruleOf(playersBucket, "", brokenJoins, nil, repairJoins),
		ruleOf(keysBucket, "A key", readable, repairKey, nil),
		holderIndex.Stray(),
		ruleOf(keysBucket, "", lostKey, nil, repairLostKey),
		holderIndex.Missing(),
		ruleOf(playersBucket, "", brokenNick, nil, repairNick),
		ruleOf(nicksBucket, "A nick", strayNick, nicksBucket.Delete, nil),
		alikeIndex.Missing(),
		alikeIndex.Stray(),
		ruleOf(playersBucket, "", brokenGuest, nil, repairGuest),
		{Bucket: guestsBucket, Broken: strayGuest, Repair: dropRow(guestsBucket)},
		ruleOf(playersBucket, "", unreachable, nil, repairUnreachable),
		{Bucket: historyBucket, Broken: brokenHistory, Repair: dropRow(historyBucket)},
		ruleOf(roundsBucket, "A round", brokenRound, nil, repairRound),
		ruleOf(playersBucket, "", strayBan, nil, repairStrayBan), // also of players of whom only rounds were left
		ruleOf(rulingsBucket, "A ruling", brokenRuling, repairRuling, nil),
		ruleOf(analysesBucket, "The analysis of a round", brokenAnalysis, analysesBucket.Delete, nil),
		ruleOf(racesBucket, "A race", raceEvents.broken, rebuildRace, raceEvents.repair),
		runningIndex.Missing(),
		runningIndex.Stray(),
		racerIndex.Missing(),
		racerIndex.Stray(),
		ruleOf(ratingsBucket, "A rating", brokenRating, repairRating, nil),
		seasonIndex.Missing(),
		seasonIndex.Stray(),
		// A challenge that cannot be read, or a duel that cannot be, is deleted: nothing else says what its
		// deal was. Its rounds stay in the histories.
		ruleOf(challengesBucket, "A challenge", challengeEvents.broken, challengesBucket.Delete, challengeEvents.repair),
		ruleOf(challengesBucket, "", brokenDuel, challengesBucket.Delete, nil),
		challengedIndex.Missing(),
		challengedIndex.Stray(),
		ruleOf(keptBucket, "What a player calls a variation", brokenKept, repairKept, nil),
		ruleOf(followsBucket, "Whom a player follows", brokenFollow, followsBucket.Delete, nil),
		ruleOf(entriesBucket, "An entry", brokenEntry, entriesBucket.Delete, nil),
		ruleOf(variationsBucket, "The rules of a variation", brokenVariation, nil, repairVariation),
		listedIndex.Missing(),
		listedIndex.Stray(),
		{Bucket: openRoundsBucket, Broken: brokenOpenRound},
		{Bucket: sumsBucket, Broken: orphanOf(sumsBucket), Repair: dropRow(sumsBucket)},
		{Bucket: bestsBucket, Broken: orphanOf(bestsBucket), Repair: dropRow(bestsBucket)},
		ruleOf(codesBucket, "A code", readable, codesBucket.Delete, nil),
		ruleOf(begunBucket, "The mark of a begun daily", readable, begunBucket.Delete, nil),
		ruleOf(dailiesBucket, "The choice of a daily", brokenDaily, dailiesBucket.Delete, nil),
		ruleOf(bansBucket, "A ban", readable, nil, nil),
		boardRule,
	}
}

// ruleOf returns the rule for the rows of a table. broken says what is wrong with one that can be
// read, and repair corrects that. what names one that cannot be read in a sentence; it is "" if
// another rule reports those. lost repairs them, and, if repair is nil, what is broken. What nothing
// repairs stays as it is.
func ruleOf[Row any](
	t store.Table[Row], what string, broken func(tx *store.Tx, key []byte, row Row) string,
	lost func(tx *store.Tx, key []byte) error, repair func(tx *store.Tx, key []byte, row Row) error,
) store.Rule {
	rule := store.Rule{Bucket: t, Broken: func(tx *store.Tx, key, value []byte) string {
		row, err := t.Read(key, value)
		switch {
		case err == nil:
			return broken(tx, key, row)
		case what == "":
			return ""
		}
		return fmt.Sprintf("%s cannot be read: %v.", what, err)
	}}
	if lost != nil || repair != nil {
		rule.Repair = func(tx *store.Tx, key, value []byte) error {
			row, err := t.Read(key, value)
			switch {
			case err == nil && repair != nil:
				return repair(tx, key, row)
			case lost != nil:
				return lost(tx, key)
			}
			return nil
		}
	}
	return rule
}

// readable is the broken of rows that are good if they can be read.
func readable[Row any](*store.Tx, []byte, Row) string { return "" }

// brokenRound reports a round that is missing from the history of the player it was
// stored for.
func brokenRound(tx *store.Tx, key []byte, row roundRow) string {
	if len(key) != len(ulid.ULID{}) || len(row.Player) != len(playerID{}) {
		return fmt.Sprintf("Round %q has no ID or no player.", key)
	}
	id := ulid.ULID(key)
	p, err := ownerOf(tx, row.Player)
	switch {
	case err != nil:
		return fmt.Sprintf("The player of round %s is not known: %v.", id, err)
	case !playersBucket.Has(tx, p[:]):
		return fmt.Sprintf("Round %s belongs to no player.", id)
	case !inHistory(tx, []playerID{row.owner()}, id):
		return fmt.Sprintf("Round %s is missing from the history of player %s.", id, p)
	case row.MadeUp && !isMadeUp(tx, gameOf(row.Record)):
		return fmt.Sprintf("Round %s of player %s is wrong: the rules of its game are missing.", id, p)
	}
	return ""
}

func repairRound(tx *store.Tx, key []byte, row roundRow) error {
	p, err := ownerOf(tx, row.Player)
	if err != nil || len(key) != len(ulid.ULID{}) {
		return nil // it is left as it is
	}
	if !playersBucket.Has(tx, p[:]) {
		if err := rebuildPlayer(tx, p[:]); err != nil {
			return err
		}
	}
	return tx.Bucket(historyBucket).Put(row.owner().history(ulid.ULID(key)), dealtIn(row.Record))
}

// brokenOpenRound reports an open round of no player, or of a made-up game that nobody can play any more. One
// that cannot be read is found with its player.
func brokenOpenRound(tx *store.Tx, key, value []byte) string {
	broken := orphanOf(openRoundsBucket)(tx, key, value)
	row, _ := openRoundsBucket.Read(key, value)
	if broken == "" && row.MadeUp && !isMadeUp(tx, gameOf(row.Record)) {
		id, slot := playerID(key[:len(playerID{})]), afterPlayer(key)
		return fmt.Sprintf("The open game %s of player %s cannot be resumed: the rules of its game are missing.", slot, id)
	}
	return broken
}

// brokenHistory reports a row that names no round of its player, or says another deal.
func brokenHistory(tx *store.Tx, key, value []byte) string {
	id, err := historyID(key)
	if err != nil {
		return fmt.Sprintf("Row %q of the history does not name a player and a round.", key)
	}
	p := playerID(key[:len(playerID{})])
	if !playersBucket.Has(tx, p[:]) {
		return fmt.Sprintf("Row %q of the history belongs to no player.", key)
	}
	row, ok, err := roundsBucket.Get(tx, id[:])
	switch {
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

// boardRule is the rule for rows of boards, which follow from the sums and the bests.
var boardRule = store.Rule{Bucket: boardsBucket, Broken: brokenBoard, Repair: dropRow(boardsBucket)}

// brokenBoard reports a row of a board that does not follow from its player's sums and
// bests.
func brokenBoard(tx *store.Tx, key, value []byte) string {
	board, id, err := rowOfBoard(key)
	var row, best bestRow
	if err == nil {
		row, err = boardsBucket.Read(key, value)
	}
	if err != nil {
		return fmt.Sprintf("The row %.80q of a board cannot be read: %v.", key, err)
	}
	if board.kind != wins && board.kind != streaks {
		best, _, err = bestsBucket.Get(tx, id.best(board.game, board.class, board.kind))
	}
	if err == nil && (!bytes.Equal(board.rowOf(tx, id), key) || row != best) {
		return fmt.Sprintf("The row %.80q of a board is no player's best.", key)
	}
	if player, _, _ := playersBucket.Get(tx, id[:]); player.offBoards() {
		return fmt.Sprintf("The row %.80q of a board belongs to a player who is off the boards.", key)
	}
	return ""
}

// rebuildPlayer rewrites the row of a player from the rows that name it. Settings are
// lost. What the player wanted to hide is unknown, so everything is hidden. The chain is
// tied to the rounds later.
func rebuildPlayer(tx *store.Tx, key []byte) error {
	if len(key) != len(playerID{}) {
		return nil
	}
	row := playerRow{Hidden: true, Private: true, Guest: tx.Bucket(guestsBucket).Get(key) != nil}
	for nick, of := range nicksBucket.Under(tx, nil) {
		if bytes.Equal(of.Player, key) {
			row.Nick = string(nick)
		}
	}
	for _, hash := range keyHashes(tx, playerID(key)) {
		if of, _, err := keysBucket.Get(tx, hash); err == nil {
			row.Level = max(row.Level, of.credential().Level())
		}
	}
	for other, of := range playersBucket.Under(tx, nil) {
		switch {
		case bytes.Equal(of.Into, key):
			row.Joined = append(row.Joined, bytes.Clone(other))
		case store.Contains(of.Joined, key):
			row = playerRow{Into: bytes.Clone(other)}
		}
	}
	return playersBucket.Put(tx, key, row)
}

// brokenSecret reports, at the row of the version, that the secret of the dailies is
// missing or cannot be read.
func brokenSecret(tx *store.Tx, key, _ []byte) string {
	if !bytes.Equal(key, store.VersionKey) {
		return ""
	}
	switch _, ok, err := secretTable.Get(tx, secretKey); {
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
	return secretTable.Put(tx, secretKey, newSecret())
}

// brokenJoins reports a player who was joined into another that does not list it, and the
// other way round.
func brokenJoins(tx *store.Tx, key []byte, row playerRow) string {
	if len(row.Into) > 0 {
		if into, ok, err := playersBucket.Get(tx, row.Into); err == nil && (!ok || !store.Contains(into.Joined, key)) {
			return fmt.Sprintf("Player %x was joined into %x, which does not list it.", short(key), short(row.Into))
		}
	}
	for _, id := range row.Joined {
		if joined, ok, err := playersBucket.Get(tx, id); err == nil && (!ok || !bytes.Equal(joined.Into, key)) {
			return fmt.Sprintf("Player %x lists %x as joined, which does not name it.", short(key), short(id))
		}
	}
	return ""
}

func repairJoins(tx *store.Tx, key []byte, row playerRow) (err error) {
	if into, ok, bad := playersBucket.Get(tx, row.Into); bad == nil && ok && !store.Contains(into.Joined, key) {
		into.Joined = append(into.Joined, key)
		err = playersBucket.Put(tx, row.Into, into)
	}
	for _, id := range row.Joined {
		if joined, _, bad := playersBucket.Get(tx, id); bad == nil && !bytes.Equal(joined.Into, key) {
			joined = playerRow{Rounds: joined.Rounds, Tip: joined.Tip, Gaps: joined.Gaps, Into: key}
			err = errors.Join(err, playersBucket.Put(tx, id, joined))
		}
	}
	return err
}

// repairKey gives the key back to the player who holds it. A key that nobody holds is
// deleted, so that its owner can begin again.
func repairKey(tx *store.Tx, key []byte) error {
	for held := range store.Rows(tx.Bucket(holdersBucket)) {
		if n := len(playerID{}); bytes.Equal(afterPlayer(held), key) {
			return keysBucket.Put(tx, key, keyRow{Player: bytes.Clone(held[:n])})
		}
	}
	return keysBucket.Delete(tx, key)
}

func lostKey(tx *store.Tx, key []byte, row keyRow) string {
	if playersBucket.Has(tx, row.Player) {
		return ""
	}
	return fmt.Sprintf("Key %x belongs to player %x, which does not exist.", short(key), short(row.Player))
}

func repairLostKey(tx *store.Tx, key []byte, row keyRow) error {
	if len(row.Player) != len(playerID{}) {
		return keysBucket.Delete(tx, key)
	}
	return rebuildPlayer(tx, row.Player)
}

func brokenNick(tx *store.Tx, key []byte, row playerRow) string {
	if row.Nick == "" {
		return ""
	}
	if nick, _, _ := nicksBucket.Get(tx, nickKey(row.Nick)); bytes.Equal(nick.Player, key) {
		return ""
	}
	return fmt.Sprintf("The nick %.20q of player %x is not among the nicks.", row.Nick, short(key))
}

// repairNick registers a nick again, or takes it away if another player has it too.
func repairNick(tx *store.Tx, key []byte, row playerRow) error {
	nick := nickKey(row.Nick)
	if there, ok, err := nicksBucket.Get(tx, nick); ok && err == nil && strayNick(tx, nick, there) == "" {
		row.Nick = ""
		return playersBucket.Put(tx, key, row)
	}
	return nicksBucket.Put(tx, nick, nickRow{Player: key})
}

func strayNick(tx *store.Tx, key []byte, row nickRow) string {
	player, _, err := playersBucket.Get(tx, row.Player)
	if err != nil || !bytes.Equal(nickKey(player.Nick), key) {
		return fmt.Sprintf("The nick %.20q is not its player's.", key)
	}
	return ""
}

// brokenGuest reports a guest that is not listed as one and so would never be swept.
func brokenGuest(tx *store.Tx, key []byte, row playerRow) string {
	if !row.Guest || tx.Bucket(guestsBucket).Get(key) != nil {
		return ""
	}
	return fmt.Sprintf("Guest %x is not among the guests.", short(key))
}

func repairGuest(tx *store.Tx, key []byte, _ playerRow) error {
	var own []byte
	if held := keyHashes(tx, playerID(key)); len(held) > 0 {
		own = held[0]
	}
	return tx.Bucket(guestsBucket).Put(key, own)
}

func strayGuest(tx *store.Tx, key, _ []byte) string {
	if row, ok, err := playersBucket.Get(tx, key); err != nil || ok && row.Guest {
		return "" // damaged players are reported with the players
	}
	return fmt.Sprintf("Row %q is not a guest.", key)
}

func unreachable(tx *store.Tx, key []byte, row playerRow) string {
	if len(key) != len(playerID{}) || !row.isAccount() || row.Keyless || len(keyHashes(tx, playerID(key))) > 0 {
		return ""
	}
	return fmt.Sprintf("Player %x has no key, so nobody can log in to it: admin merge '#%[1]x' NICK gives its games to another account.", short(key))
}

// repairUnreachable gives one of the arcade's own players its key again, which follows from its level.
func repairUnreachable(tx *store.Tx, key []byte, row playerRow) error {
	if row.Level == 0 {
		return nil
	}
	own := keyHash(row.Level.Credential())
	if keysBucket.Has(tx, own[:]) { // of a later account
		return nil
	}
	return keysBucket.Put(tx, own[:], keyRow{Player: key, Fingerprint: row.Level.Credential().String(), Added: row.Since})
}

func strayBan(tx *store.Tx, key []byte, row playerRow) string {
	if len(key) != len(playerID{}) || len(row.Into) > 0 || row.Banned == isBanned(tx, playerID(key), row) {
		return ""
	}
	return fmt.Sprintf("Player %x should be off the boards because of a ban: %v.", short(key), !row.Banned)
}

func repairStrayBan(tx *store.Tx, key []byte, row playerRow) error {
	return followBans(tx, accountTx{id: playerID(key), row: row, known: true})
}

func brokenRuling(tx *store.Tx, key []byte, _ rulingRow) string {
	if !roundsBucket.Has(tx, key) {
		return "There is a ruling on a round that does not exist."
	}
	return ""
}

// repairRuling deletes a ruling on a missing round and rewrites one that cannot be read:
// the player it was made against must not profit from the damage.
func repairRuling(tx *store.Tx, key []byte) error {
	if !roundsBucket.Has(tx, key) {
		return rulingsBucket.Delete(tx, key)
	}
	return rulingsBucket.Put(tx, key, rulingRow{
		Class: arcade.Practice, Why: "This game does not count. The reason was lost with a damaged page.",
	})
}

// rebuildRace rewrites a race from the rounds of its racers, as a finished one: when it
// should have ended and who opened it is unknown. A race that nobody has played is
// deleted.
func rebuildRace(tx *store.Tx, key []byte) error {
	row, event := raceRow{}, string(arcade.RaceEvent(string(key)))
	for racer := range store.Rows(tx.Bucket(racersBucket)) {
		if !bytes.Equal(afterPlayer(racer), key) || orphanOf(racersBucket)(tx, racer, nil) != "" {
			continue
		}
		id := playerID(racer[:len(playerID{})])
		row.Racers = append(row.Racers, newPlace(id))
		for _, round := range historyOf(tx, membersOf(tx, id)) {
			played, _, _ := roundsBucket.Get(tx, round[:]) // one that cannot be read is of no event
			record, err := engine.ParseRecord(played.Record)
			if err != nil || played.Event != event {
				continue
			}
			began := played.Ended - played.Millis
			if row.Game == "" || began < row.Started {
				row.Started = max(1, began)
			}
			row.Game, row.Version, row.Deal, row.MadeUp = record.Game, record.Version, record.Code, played.MadeUp
			row.Ended = max(row.Ended, played.Ended)
		}
	}
	if row.Game == "" {
		return racesBucket.Delete(tx, key)
	}
	row.Opened, row.Limit = row.Started, row.Ended-row.Started
	return racesBucket.Put(tx, key, row)
}
