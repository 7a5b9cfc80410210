package data

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

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

// abandon puts an open game into the history with the points it has. A game without a
// move is dropped, except one of an event: its player has seen the deal.
func (a *accountTx) abandon(tx *bbolt.Tx, db *DB, row openGameRow, now time.Time) error {
	saved, err := row.saved()
	if err != nil {
		return fmt.Errorf("%w: an open game: %w", ErrDamaged, err)
	}
	if saved.Event == "" && len(saved.Record.Moves)+len(saved.Shelved)+len(saved.Undone) == 0 {
		return nil
	}
	r := adjustClass(saved.Result(saved.Score, now.UnixMilli()))
	if final, err := db.final(saved.Record); err == nil {
		r.Score = final
	}
	if err := db.verify(r); err != nil {
		return fmt.Errorf("%w: an open game: %w", ErrDamaged, err)
	}
	stored, id, err := newRoundRow(a.id, r)
	if err != nil {
		return err
	}
	if there, err := a.storedID(tx, id, r); err != nil || there != "" {
		return err
	}
	return a.store(tx, stored, id, r)
}
