package data

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// joinsMax is how many accounts can be joined into one, and keysMax how many keys one can
// have. historyBytes limits what all of them have imported together.
const (
	joinsMax = 256
	keysMax  = 256
)

// Join joins the session's account with that of a link code: all keys, games, rounds and
// races of both belong to one account, with the better bests; events are decided as
// decideEvents says. The code's account stays, or the session's if the code is a guest's.
// The account that stays keeps its nick and settings, or gets the other's if it has none.
// Of two open games of the same slot, its own continues, and the other goes into the
// history with the points it has. All of this happens or nothing does.
//
// Both histories stay where they are and are read as one. The joined index is computed
// beforehand, so that others can play meanwhile. A round that one of them imported and
// the other played here is kept once, as played. If the process stops before the last
// such duplicate was removed, or before the last place in a finished race was reassigned,
// Sweep continues.
//
// It returns ErrCode if the code is not valid; ErrSame if both are one account already;
// ErrGuest if neither has a key; ErrNoAccount if a guest without a game passes a code;
// ErrJoins if the account has too many keys or joined accounts; ErrBrought if both have
// imported too much; ErrRacing if both are in the same unfinished race; and ErrBusy if
// they are in use elsewhere. The sessions of a guest who was joined get ErrRevoked.
func (p *Player) Join(code string, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var u union
	err := retryBusy(func() (err error) {
		if u, err = p.union(code, now); err != nil {
			return err
		}
		return p.db.write(func(tx *bbolt.Tx) error { return p.join(tx, code, u, now) })
	})
	if err != nil {
		return fmt.Errorf("join accounts: %w", err)
	}
	p.markStored()
	if u.pending {
		_ = p.db.finishJoin(u.id) // the accounts are joined even if this fails; Sweep continues
	}
	return nil
}

// accountsToJoin returns the account of a link code that stays, and the account that
// becomes part of it. The latter is not known if the session's key has no account.
func (p *Player) accountsToJoin(tx *bbolt.Tx, code string, now time.Time) (stays, goes accountTx, err error) {
	row, err := codeOf(tx, code, false, now)
	if err != nil {
		return stays, goes, err
	}
	if stays, err = p.issuer(tx, row); err != nil {
		return stays, goes, err
	}
	if goes, err = p.loadAccount(tx); err != nil {
		return stays, goes, err
	}
	switch {
	case goes.known && goes.id == stays.id:
		err = ErrSame
	case stays.row.Guest && goes.row.Guest:
		err = ErrGuest
	case !goes.known && goes.row.Guest:
		err = ErrNoAccount
	case stays.row.Guest:
		stays, goes = goes, stays
	}
	return stays, goes, err
}

// join joins two accounts as the union was computed.
func (p *Player) join(tx *bbolt.Tx, code string, u union, now time.Time) error {
	stays, goes, err := p.accountsToJoin(tx, code, now)
	if err != nil {
		return err
	}
	if stays.joinTag(tx) != u.stays || goes.joinTag(tx) != u.goes {
		return ErrBusy
	}
	if _, err := redeemCode(tx, code, false, now); err != nil {
		return err
	}
	if !goes.known {
		return stays.addSessionKey(tx, goes.row.Settings, now)
	}
	if !stays.known { // a key without an account claims a guest's
		stays.id = u.id
		if err := stays.save(tx, now.UnixMilli()); err != nil {
			return err
		}
	}
	return stays.absorb(tx, &goes, u, now)
}

// A union is what two accounts become as one. It is valid as long as both have the tags
// recorded in it.
type union struct {
	id          playerID // of the account that stays
	stays, goes string   // joinTags
	decisions   eventDecisions
	index       []rowChange // the changes to both indexes
	pending     bool        // finishJoin has something to do
}

// union computes the union of the accounts that a code joins.
func (p *Player) union(code string, now time.Time) (u union, err error) {
	var mine, theirs, all *index
	var broken []rowChange
	var members [][]byte
	err = p.view(func(tx *bbolt.Tx) error {
		stays, goes, err := p.accountsToJoin(tx, code, now)
		if err != nil {
			return err
		}
		u = union{id: stays.id, stays: stays.joinTag(tx), goes: goes.joinTag(tx)}
		if members = nil; !goes.known {
			return nil
		}
		if err := stays.checkAbsorb(tx, &goes); err != nil {
			return err
		}
		u.decisions = stays.decideEvents(tx, &goes)
		var more []rowChange
		mine, broken = loadIndex(tx, stays.id, stays.row)
		theirs, more = loadIndex(tx, goes.id, goes.row)
		broken = append(broken, more...)
		both := stays // as absorb leaves it
		both.absorbMarks(&goes)
		u.pending = stays.row.JoinPending || goes.row.JoinPending || len(racesOf(tx, goes.id)) > p.db.options.rows
		all, members = newIndex(stays.id, both.row), slices.Concat(stays.row.all(stays.id), goes.row.all(goes.id))
		return nil
	})
	if err != nil || members == nil {
		return u, err
	}
	if len(broken) == 0 {
		all.addImported(mine)
		all.addImported(theirs)
	}
	if err := p.db.indexRounds(all, members, u.decisions.ruled, func(_ ulid.ULID, imported bool) bool { return !imported || len(broken) > 0 }); err != nil {
		return u, err
	}
	u.index = slices.Concat(broken, changes(theirs, newIndex(theirs.id, playerRow{})), changes(mine, all))
	duplicates, err := p.db.duplicatesOf(members)
	u.pending = u.pending || len(duplicates) > 0
	return u, err
}

// joinTag returns the stateTag and the events that the account has open.
func (a *accountTx) joinTag(tx *bbolt.Tx) string {
	var open []string
	if a.known {
		for slot, row := range openEvents(tx, a.id) {
			open = append(open, fmt.Sprintf(" %q %d", slot, row.Started))
		}
		slices.Sort(open)
	}
	return a.stateTag(tx) + fmt.Sprint(open)
}

// checkAbsorb returns an error if other cannot become part of the account.
func (a *accountTx) checkAbsorb(tx *bbolt.Tx, other *accountTx) error {
	switch {
	case len(a.row.Joined)+1+len(other.row.Joined) > joinsMax, len(keyHashes(tx, a.id))+len(keyHashes(tx, other.id)) > keysMax:
		return ErrJoins
	case a.row.ImportedBytes+other.row.ImportedBytes > historyBytes:
		return ErrImports
	}
	for _, key := range racesOf(tx, other.id) {
		if isOver(tx.Bucket(racesBucket).Get(key)) {
			continue
		}
		if row, err := raceOf(tx, key); err == nil && row.place(a.id) >= 0 && row.place(other.id) >= 0 {
			return ErrRacing
		}
	}
	return nil
}

// issuer returns the account that made a link code.
func (p *Player) issuer(tx *bbolt.Tx, code codeRow) (a accountTx, err error) {
	a = accountTx{known: true, by: p}
	if a.id, a.known, err = keyOwner(tx, [sha256.Size]byte(code.Key)); err != nil {
		return a, err
	}
	if a.known {
		a.known, err = get(tx.Bucket(playersBucket), a.id[:], &a.row)
	}
	if err == nil && !a.known {
		err = ErrCode
	}
	return a, err
}

// addSessionKey adds the session's key, which has no account, to the account.
func (a *accountTx) addSessionKey(tx *bbolt.Tx, settings []byte, now time.Time) error {
	if len(keyHashes(tx, a.id)) >= keysMax {
		return ErrJoins
	}
	if a.row.Settings == nil {
		a.row.Settings = settings
	}
	key := keyRow{Player: a.id[:], Fingerprint: a.by.credential.String(), Added: now.UnixMilli()}
	return errors.Join(assignKey(tx, a.by.key[:], key), a.save(tx, 0))
}

// absorb makes everything of other's the account's.
func (a *accountTx) absorb(tx *bbolt.Tx, other *accountTx, u union, now time.Time) error {
	if err := a.checkAbsorb(tx, other); err != nil {
		return err
	}
	if err := errors.Join(u.decisions.storeRulings(tx, now), apply(tx, u.index)); err != nil {
		return err
	}
	a.absorbMarks(other)
	if err := a.absorbProfile(tx, other); err != nil {
		return err
	}
	if err := a.absorbKeys(tx, other); err != nil {
		return err
	}
	a.row.ImportedBytes += other.row.ImportedBytes
	a.row.JoinPending = u.pending
	if err := a.leaveForwarding(tx, other); err != nil {
		return err
	}
	if err := a.absorbOpenGames(tx, other, u.decisions, now); err != nil {
		return err
	}
	return a.absorbRaces(tx, other.id, u.pending)
}

// leaveForwarding reduces the rows of other, and of the players joined into it, to what
// is needed to follow their rounds: the chain, and the account it belongs to now.
func (a *accountTx) leaveForwarding(tx *bbolt.Tx, other *accountTx) error {
	forwarded := [][]byte{bytes.Clone(other.id[:])}
	players := tx.Bucket(playersBucket)
	err := put(players, other.id[:], playerRow{Rounds: other.row.Rounds, Tip: other.row.Tip, Into: a.id[:]})
	for _, id := range other.row.Joined {
		var row playerRow
		if _, err := get(players, id, &row); err != nil {
			return err
		}
		row.Into = a.id[:]
		err = errors.Join(err, put(players, id, row))
		forwarded = append(forwarded, id)
	}
	a.row.Joined = slices.Concat(a.row.Joined, forwarded)
	return errors.Join(err, tx.Bucket(guestsBucket).Delete(other.id[:]), a.save(tx, 0))
}

func (a *accountTx) absorbProfile(tx *bbolt.Tx, other *accountTx) error {
	nick := other.row.Nick
	if nick != "" {
		if err := tx.Bucket(nicksBucket).Delete(nickKey(nick)); err != nil {
			return err
		}
		other.row.Nick = ""
	}
	if a.row.Settings == nil {
		a.row.Settings = other.row.Settings
	}
	a.row.Hidden = a.row.Hidden || other.row.Hidden
	a.row.Private = a.row.Private || other.row.Private
	if other.row.Since > 0 && (a.row.Since == 0 || other.row.Since < a.row.Since) {
		a.row.Since = other.row.Since
	}
	if a.row.Nick == "" && nick != "" {
		return a.setNick(tx, nick)
	}
	return nil
}

// absorbKeys moves the other's keys to the account. A guest's is dropped: nobody ever
// proved to hold it.
func (a *accountTx) absorbKeys(tx *bbolt.Tx, other *accountTx) error {
	hashes := keyHashes(tx, other.id)
	if other.row.Guest {
		return dropKeys(tx, other.id, hashes)
	}
	for _, hash := range hashes {
		var row keyRow
		if _, err := get(tx.Bucket(keysBucket), hash, &row); err != nil {
			return err
		}
		row.Player = bytes.Clone(a.id[:])
		if bytes.Equal(hash, other.by.key[:]) {
			row.Fingerprint = other.by.credential.String()
		}
		if err := assignKey(tx, hash, row); err != nil {
			return err
		}
	}
	return nil
}

// absorbOpenGames moves the other's open games to the account, following the decisions.
func (a *accountTx) absorbOpenGames(tx *bbolt.Tx, other *accountTx, decisions eventDecisions, now time.Time) error {
	for slot, outcome := range decisions.mine {
		var row openGameRow
		open, err := get(tx.Bucket(openGamesBucket), a.id.openGame(slot), &row)
		if err != nil {
			return err
		}
		if !open || !outcome.ends {
			continue
		}
		row.Chosen = row.Chosen || outcome.practice
		if err := errors.Join(a.abandon(tx, a.by.db, row, now), tx.Bucket(openGamesBucket).Delete(a.id.openGame(slot))); err != nil {
			return err
		}
	}
	open := prefixRows(tx, openGamesBucket, other.id)
	for _, key := range slices.Sorted(maps.Keys(open)) {
		slot := key[len(other.id):]
		var row openGameRow
		if err := unseal([]byte(key), open[key], &row); err != nil {
			return err
		}
		if err := tx.Bucket(openGamesBucket).Delete([]byte(key)); err != nil {
			return err
		}
		outcome := decisions.theirs[slot]
		if outcome.practice && !row.Chosen { // a session that plays it must not store it with its old class
			row.Chosen, row.Rev = true, row.Rev+1
		}
		if !outcome.ends && tx.Bucket(openGamesBucket).Get(a.id.openGame(slot)) == nil {
			if err := put(tx.Bucket(openGamesBucket), a.id.openGame(slot), row); err != nil {
				return err
			}
			continue
		}
		if err := a.abandon(tx, a.by.db, row, now); err != nil {
			return err
		}
	}
	return nil
}

// absorbRaces gives the account another player's places in races. If both are in a race,
// the account keeps the earlier place. If there are too many for one transaction, places
// in finished races are left to moveMoreRaces.
func (a *accountTx) absorbRaces(tx *bbolt.Tx, other playerID, tooMany bool) error {
	for _, key := range racesOf(tx, other) {
		if tooMany && isOver(tx.Bucket(racesBucket).Get(key)) {
			continue
		}
		if err := a.absorbRace(tx, other, key); err != nil {
			return err
		}
	}
	return nil
}

// absorbRace gives the account another player's place in a race.
func (a *accountTx) absorbRace(tx *bbolt.Tx, other playerID, key []byte) error {
	racers := tx.Bucket(racersBucket)
	if err := errors.Join(racers.Delete(other.race(key)), racers.Put(a.id.race(key), []byte{})); err != nil {
		return err
	}
	row, err := raceOf(tx, key)
	if err != nil || row.place(other) < 0 {
		return nil // a damaged race is left as it is
	}
	row.reassign(other, a.id)
	return put(tx.Bucket(racesBucket), key, row)
}

// An account has one attempt at an event: the round that began first, or the worse of two
// for a race. Accounts cost nothing to make and to join, so what a second account played
// must never be worth more than what the first one did.

// An entry is what an account has played of one event.
type entry struct {
	open  bool  // a round of it is open
	began int64 // when that round began, Unix milliseconds
	// played holds the finished rounds with their current class. There is one, or several
	// if accounts were joined.
	played []arcade.Result
}

// since returns when the entry's first round began, in Unix milliseconds.
func (e entry) since() int64 {
	first := int64(0)
	if e.open {
		first = e.began
	}
	for _, r := range e.played {
		if first == 0 || r.StartedAt() < first {
			first = r.StartedAt()
		}
	}
	return first
}

// entriesOf returns an account's entries for events, by slot. It skips rows that cannot
// be read.
func entriesOf(tx *bbolt.Tx, id playerID) map[string]entry {
	entries := map[string]entry{}
	for key := range prefixRows(tx, bestsBucket, id) {
		slot, ok := slotOfBest([]byte(key[len(id):]))
		if !ok {
			continue
		}
		var row bestRow
		if ok, err := get(tx.Bucket(bestsBucket), []byte(key), &row); err != nil || !ok {
			continue
		}
		if r, err := readRound(tx, row.ID); err == nil {
			e := entries[slot]
			e.played = append(e.played, r)
			entries[slot] = e
		}
	}
	for slot, row := range openEvents(tx, id) {
		e := entries[slot]
		e.open, e.began = true, row.Started
		entries[slot] = e
	}
	return entries
}

// eventDecisions says what happens to the rounds of events when an account is joined into
// another: which become practice, and which open rounds end.
type eventDecisions struct {
	rulings map[ulid.ULID]string // why a round becomes practice
	mine    map[string]outcome   // for open rounds of the account that stays, by slot
	theirs  map[string]outcome   // for open rounds of the account joined into it, by slot
}

// An outcome says what happens to an open round.
type outcome struct{ ends, practice bool }

const (
	whyAgain   = "The same deal was begun with another of your accounts before."
	whyWorse   = "You were in this race twice: the worse game counts."
	whyYounger = "It was played with an account that is younger than the deal."
)

// decideEvents decides about the events that other has begun, an account that is about to
// be joined into this one. If both have begun a deal, the first attempt counts, and if it
// is still open it ends with the points it has, because its player has seen the deal
// twice. A daily that other has begun counts only if that account is older than the day.
func (a *accountTx) decideEvents(tx *bbolt.Tx, other *accountTx) eventDecisions {
	d := eventDecisions{map[ulid.ULID]string{}, map[string]outcome{}, map[string]outcome{}}
	mine := entriesOf(tx, a.id)
	for slot, theirs := range entriesOf(tx, other.id) {
		_, event := arcade.CutSlot(slot)
		own, both := mine[slot]
		if _, race := event.Race(); race {
			if both && len(own.played)+len(theirs.played) > 0 {
				d.countOnlyWorst(append(own.played, theirs.played...))
			}
			continue
		}
		younger := other.younger(event)
		theirsFirst := both && theirs.since() < own.since()
		if theirsFirst {
			d.makePractice(own, whyAgain)
		} else if both {
			d.makePractice(theirs, whyAgain)
		}
		if younger {
			d.makePractice(theirs, whyYounger)
		}
		d.mine[slot] = outcome{ends: both, practice: theirsFirst}
		d.theirs[slot] = outcome{ends: both, practice: younger || both && !theirsFirst}
	}
	return d
}

// makePractice turns the entry's rounds into practice.
func (d *eventDecisions) makePractice(e entry, why string) {
	for _, r := range e.played {
		if id, err := ulid.ParseStrict(r.ID); err == nil && r.Class != arcade.Practice {
			d.rulings[id] = why
		}
	}
}

// countOnlyWorst turns all rounds of a race but the worst into practice. Of equal rounds
// the oldest counts as the worst.
func (d *eventDecisions) countOnlyWorst(rounds []arcade.Result) {
	worst := rounds[0]
	for _, r := range rounds[1:] {
		if by := worst.RaceRank().Compare(r.RaceRank()); by < 0 || by == 0 && r.ID < worst.ID {
			worst = r
		}
	}
	for _, r := range rounds {
		if r.ID != worst.ID {
			d.makePractice(entry{played: []arcade.Result{r}}, whyWorse)
		}
	}
}

// younger reports whether the account was created after the day of a daily had begun.
func (a *accountTx) younger(e arcade.Event) bool {
	day, ok := e.Day()
	begins, _, err := dayBounds(day)
	return ok && err == nil && a.row.Since >= begins.UnixMilli()
}

// ruled returns a round with the class it will have once the rulings are stored.
func (d eventDecisions) ruled(tx *bbolt.Tx, id ulid.ULID, row roundRow) roundRow {
	row = ruled(tx, id, row)
	if _, ok := d.rulings[id]; ok {
		row.Class = arcade.Practice
	}
	return row
}

// storeRulings stores the rulings. The caller must update the index to match.
func (d eventDecisions) storeRulings(tx *bbolt.Tx, now time.Time) error {
	for id, why := range d.rulings {
		ruling := rulingRow{Class: arcade.Practice, Why: why, At: now.UnixMilli()}
		if err := put(tx.Bucket(rulingsBucket), id[:], ruling); err != nil {
			return err
		}
	}
	return nil
}

// finishJoin does the work left after an account was joined into another, in parts.
func (db *DB) finishJoin(id playerID) error {
	for more := true; more; {
		if err := db.write(func(tx *bbolt.Tx) error {
			a, err := accountTxOf(tx, id)
			if err == nil {
				more, err = a.moveMoreRaces(tx, db.options.rows)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return retryBusy(func() error { return db.dropDuplicates(id) })
}

// moveMoreRaces gives the account up to n of the places that players joined into it still
// have, and reports whether there are more.
func (a *accountTx) moveMoreRaces(tx *bbolt.Tx, n int) (more bool, err error) {
	if !a.row.JoinPending {
		return false, nil
	}
	for _, member := range a.row.Joined {
		if len(member) != len(playerID{}) {
			continue
		}
		for _, key := range racesOf(tx, playerID(member)) {
			if n--; n < 0 {
				return true, nil
			}
			if err := a.absorbRace(tx, playerID(member), key); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// joinPending reports whether a player's places in races are still to be given to the
// account that the player was joined into.
func joinPending(tx *bbolt.Tx, player []byte) bool {
	var row, into playerRow
	ok, err := get(tx.Bucket(playersBucket), player, &row)
	if err != nil || !ok || len(row.Into) == 0 {
		return false
	}
	_, err = get(tx.Bucket(playersBucket), row.Into, &into)
	return err == nil && (into.JoinPending || into.Gone)
}

// dropDuplicates deletes the rounds that an account's history has twice since a join, and
// records that no work is left.
func (db *DB) dropDuplicates(id playerID) error {
	var a accountTx
	var tag string
	if err := db.view(func(tx *bbolt.Tx) (err error) {
		a, err = accountTxOf(tx, id)
		tag = a.stateTag(tx)
		return err
	}); err != nil || !a.row.JoinPending {
		return err
	}
	duplicates, err := db.duplicatesOf(a.row.all(id))
	if err != nil {
		return err
	}
	parts := slices.Collect(slices.Chunk(duplicates, db.options.rows))
	if len(parts) == 0 {
		parts = [][]ulid.ULID{nil}
	}
	steps, err := db.withoutDuplicates(a, parts)
	for i, part := range parts {
		if err == nil {
			err = db.write(func(tx *bbolt.Tx) (err error) {
				tag, err = dropBatch(tx, id, part, i+1 < len(parts), tag, changes(steps[i], steps[i+1]))
				return err
			})
		}
	}
	return err
}

// duplicatesOf returns the imported rounds of members that the history has more than once,
// leaving one of each. Rounds played here stay.
func (db *DB) duplicatesOf(members [][]byte) (duplicates []ulid.ULID, err error) {
	var same, all []ulid.ULID // rounds of the same millisecond, so that few have to be read
	err = db.eachRound(members, func(_ *bbolt.Tx, id ulid.ULID) {
		if len(same) > 0 && same[0].Time() != id.Time() {
			same = same[:0]
		}
		if same = append(same, id); len(same) == 2 {
			all = append(all, same[0])
		}
		if len(same) > 1 {
			all = append(all, id)
		}
	})
	type stored struct {
		id       ulid.ULID
		imported bool
	}
	seen := map[roundIdentity]stored{}
	for some := range slices.Chunk(all, pageRows) {
		if err != nil {
			return nil, err
		}
		err = db.view(func(tx *bbolt.Tx) error {
			for _, id := range some {
				value := tx.Bucket(roundsBucket).Get(id[:])
				var row roundRow
				if unseal(id[:], value, &row) != nil {
					continue
				}
				this := stored{id, isImported(tx, id, value)}
				other, twice := seen[row.identity()]
				switch {
				case !twice:
					seen[row.identity()] = this
				case this.imported:
					duplicates = append(duplicates, id)
				case other.imported:
					duplicates = append(duplicates, other.id)
					seen[row.identity()] = this
				}
			}
			return nil
		})
	}
	return duplicates, err
}

// withoutDuplicates returns the index of the imported rounds: first with all duplicates,
// then after removing each part in turn.
func (db *DB) withoutDuplicates(a accountTx, parts [][]ulid.ULID) ([]*index, error) {
	gone := map[ulid.ULID]bool{}
	for _, part := range parts {
		for _, id := range part {
			gone[id] = true
		}
	}
	last := len(parts)
	steps := make([]*index, last+1)
	steps[last] = newIndex(a.id, a.row)
	err := db.indexRounds(steps[last], a.row.all(a.id), ruled, func(id ulid.ULID, imported bool) bool { return imported && !gone[id] })
	for i := last - 1; i >= 0 && err == nil; i-- {
		steps[i] = steps[i+1].clone()
		err = db.view(func(tx *bbolt.Tx) error {
			for _, id := range parts[i] {
				r, err := readRound(tx, id)
				if err != nil {
					return err
				}
				steps[i].add(id, r)
			}
			return nil
		})
	}
	return steps, err
}

// dropBatch deletes some duplicates and records whether work is left: more duplicates, or
// races. It returns the account's next stateTag.
func dropBatch(tx *bbolt.Tx, id playerID, some []ulid.ULID, more bool, tag string, index []rowChange) (string, error) {
	a, err := accountTxOf(tx, id)
	if err != nil {
		return "", err
	}
	if a.stateTag(tx) != tag {
		return "", ErrBusy
	}
	for _, duplicate := range some {
		if err := a.drop(tx, duplicate); err != nil {
			return "", err
		}
	}
	races, err := a.moveMoreRaces(tx, 0) // of another player joined in the meantime
	if err != nil {
		return "", err
	}
	a.row.JoinPending = more || races
	if err := errors.Join(a.save(tx, 0), apply(tx, index)); err != nil {
		return "", err
	}
	return a.stateTag(tx), nil
}

// drop deletes an imported round.
func (a *accountTx) drop(tx *bbolt.Tx, id ulid.ULID) error {
	var row roundRow
	if _, err := get(tx.Bucket(roundsBucket), id[:], &row); err != nil {
		return err
	}
	a.row.ImportedBytes -= row.size()
	return errors.Join(tx.Bucket(roundsBucket).Delete(id[:]), tx.Bucket(historyBucket).Delete(append(row.Player, id[:]...)))
}

// absorbMarks adds the host's decisions about other to the account. Its rows on boards must
// be updated to match.
func (a *accountTx) absorbMarks(other *accountTx) {
	a.row.Concealed = a.row.Concealed || other.row.Concealed
	a.row.Unranked = a.row.Unranked || other.row.Unranked
	a.row.Banned = a.row.Banned || other.row.Banned
	if a.row.Note != "" && other.row.Note != "" {
		a.row.Note += "; "
	}
	a.row.Note += other.row.Note
}
