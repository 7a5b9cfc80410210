package data

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// joinsMax is how many accounts can be joined into one, and keysMax how many keys one can have.
const (
	joinsMax = 256
	keysMax  = 256
)

// Join joins the session's account with that of a link code: all keys, games, rounds and
// races of both belong to one account, with the better bests; events are decided as
// decideEvents says. The code's account stays, or the session's if the code is a guest's.
// The account that stays keeps its nick, or gets the other's if it has none; its settings are as
// [Options] says.
// Of two open rounds of the same slot, its own continues, and the other goes into the
// history with the points it has. All of this happens or nothing does.
//
// Both histories stay where they are and are read as one. The joined index is computed
// beforehand, so that others can play meanwhile. A round that one of them imported and
// the other played here is kept once, as played. If the process stops before the last
// such duplicate was removed, or before the last place in a finished race was reassigned,
// Sweep continues.
//
// It returns ErrCode if the code is not valid; ErrSame if both are one account already;
// ErrMachine if one is that of one of the arcade's own players;
// ErrGuest if neither has a key, or a guest without a game passes a code;
// ErrJoins if the account has too many keys or joined accounts; ErrImports if both have
// imported too much; ErrVariations if they keep too many made-up games; ErrRacing if both
// are in the same unfinished race; and ErrBusy if they are in use elsewhere. The sessions
// of a guest who was joined get ErrRevoked.
func (p *Player) Join(code string, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var u union
	err := retryBusy(func() (err error) {
		if u, err = p.union(code, now); err != nil {
			return err
		}
		return p.db.Update(func(tx *store.Tx) error { return p.join(tx, code, u, now) })
	})
	if err != nil {
		return p.Tell(fmt.Errorf("join accounts: %w", err))
	}
	p.hadAccount.Store(true)
	if u.pending {
		_ = finishJoin(p.db, u.id) // the accounts are joined even if this fails; Sweep continues
	}
	return nil
}

// CanJoin returns the nick of the account that would stay, or the error with which Join would fail, as things stand.
func (p *Player) CanJoin(code string, now time.Time) (into string, err error) {
	err = p.view(func(tx *store.Tx) error {
		stays, goes, err := p.accountsToJoin(tx, code, now)
		if into = stays.row.Nick; err != nil || !goes.known {
			return err
		}
		return checkJoin(tx, stays, goes, p.db.options.Imports)
	})
	if err != nil {
		return "", p.Tell(err)
	}
	return into, nil
}

// Merge makes the account of a player part of another's, as [Player.Join] does with a code of
// the other's, for a host who knows that both are one person, such as one who has lost a key.
// Both are named as in [DB.Lookup]. It returns ErrGuest if one of them is a guest or the account that stays
// has no key, and the errors of Join.
func (db *DB) Merge(who, into string, now time.Time) error {
	goes, err := db.vouched(who)
	if err != nil {
		return fmt.Errorf("merge %.60q: %w", who, err)
	}
	stays, err := db.holder(into)
	if err != nil {
		return fmt.Errorf("merge into %.60q: %w", into, err)
	}
	code, _, err := stays.Link(now)
	if err != nil {
		return err
	}
	return goes.Join(code, now)
}

// vouched returns the player of an account that need not have a key any more.
func (db *DB) vouched(who string) (*Player, error) {
	return readIn(db.View, fmt.Sprintf("look up %.60q", who), func(tx *store.Tx) (*Player, error) {
		a, err := lookup(tx, who)
		if err == nil && a.row.Guest {
			err = errGuestMerged
		}
		return &Player{db: db, vouched: &a.id, inDoubt: map[string]inDoubtRevs{}}, err
	})
}

// What a host reads who merges accounts of which one cannot be merged.
var (
	errGuestMerged = ErrGuest.Saying("a guest is not merged: who is a guest can give the games to an account by a code, as link makes one")
	errNoKey       = ErrGuest.Saying("the account that would stay has no key, so nobody could log in to it: merge it into one that has")
)

// holder returns the player of a key of an account.
func (db *DB) holder(who string) (*Player, error) {
	info, err := db.Lookup(who)
	switch {
	case err != nil:
		return nil, err
	case info.Guest:
		return nil, errGuestMerged
	}
	for _, c := range info.Credentials {
		if c != (arcade.Credential{}) { // one that is known only by its hash
			return db.Player(c)
		}
	}
	return nil, errNoKey
}

// accountsToJoin returns the account of a link code that stays, and the account that
// becomes part of it. The latter is not known if the session's key has no account.
func (p *Player) accountsToJoin(tx *store.Tx, code string, now time.Time) (stays, goes accountTx, err error) {
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
	case stays.row.Level > 0 || goes.row.Level > 0:
		err = ErrMachine
	case stays.row.Guest && goes.row.Guest:
		err = ErrGuest
	case !goes.known && goes.row.Guest:
		err = ErrGuest.Saying("you came as a guest, who has no key to join: come back with your key, by ssh %s if your login name is a nick (%s)",
			arcade.NewKey, arcade.KeepNewKey)
	case stays.row.Guest:
		stays, goes = goes, stays
	}
	return stays, goes, err
}

// join joins two accounts as the union was computed.
func (p *Player) join(tx *store.Tx, code string, u union, now time.Time) error {
	stays, goes, err := p.accountsToJoin(tx, code, now)
	if err != nil {
		return err
	}
	if joinTag(tx, stays) != u.stays || joinTag(tx, goes) != u.goes {
		return ErrBusy
	}
	err = codesBucket.Delete(tx, codeKey(code))
	if !goes.known { // the session's key becomes one of the account
		if len(keyHashes(tx, stays.id)) >= keysMax {
			return ErrJoins
		}
		key := keyRow{Player: stays.id[:], Fingerprint: p.credential.String(), Added: now.UnixMilli()}
		return errors.Join(err, keysBucket.Put(tx, p.key[:], key), stays.save(tx, 0))
	}
	if !stays.known { // a key without an account claims a guest's
		stays.id = u.id
		err = errors.Join(err, stays.save(tx, now.UnixMilli()))
	}
	return errors.Join(err, merger{tx, &stays, &goes, u, p.db.games, p.db.options, now}.merge())
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
	var members []playerID
	err = p.view(func(tx *store.Tx) error {
		stays, goes, err := p.accountsToJoin(tx, code, now)
		if err != nil {
			return err
		}
		u = union{id: stays.id, stays: joinTag(tx, stays), goes: joinTag(tx, goes)}
		if members = nil; !goes.known {
			return nil
		}
		if err := checkJoin(tx, stays, goes, p.db.options.Imports); err != nil {
			return err
		}
		u.decisions = decideEvents(tx, stays, goes)
		var more []rowChange
		mine, broken = loadIndex(tx, stays.id, stays.row)
		theirs, more = loadIndex(tx, goes.id, goes.row)
		broken = append(broken, more...)
		both := stays.row // as addMarks leaves it
		both.addMarks(goes.row)
		both.noteWinless(goes, stays.id, now)
		u.pending = stays.row.JoinPending || goes.row.JoinPending || len(raceEvents.codesOf(tx, goes.id)) > p.db.options.races()
		all, members = newIndex(stays.id, both), slices.Concat(stays.row.all(stays.id), goes.row.all(goes.id))
		return nil
	})
	if err != nil || members == nil {
		return u, err
	}
	if len(broken) == 0 {
		all.addImported(mine)
		all.addImported(theirs)
	}
	if err := indexRounds(p.db, all, members, u.decisions.ruled, func(_ ulid.ULID, imported bool) bool { return !imported || len(broken) > 0 }); err != nil {
		return u, err
	}
	u.index = slices.Concat(broken, changes(theirs, newIndex(theirs.id, playerRow{})), changes(mine, all))
	duplicates, err := duplicatesOf(p.db, members)
	u.pending = u.pending || len(duplicates) > 0
	return u, err
}

// joinTag returns the stateTag and the events that the account has open.
func joinTag(tx *store.Tx, a accountTx) string {
	var open []string
	if a.known {
		for slot, row := range openEvents(tx, a.id) {
			open = append(open, fmt.Sprintf(" %q %d", slot, row.Started))
		}
		slices.Sort(open)
	}
	return a.stateTag(tx) + fmt.Sprint(open)
}

// checkJoin returns an error if one account cannot become part of the other. imports is the
// most bytes of rounds that both may have imported together.
func checkJoin(tx *store.Tx, stays, goes accountTx, imports int64) error {
	switch {
	case len(stays.row.Joined)+1+len(goes.row.Joined) > joinsMax, len(keyHashes(tx, stays.id))+len(keyHashes(tx, goes.id)) > keysMax:
		return ErrJoins
	case stays.row.ImportedBytes+goes.row.ImportedBytes > imports:
		return ErrImports
	}
	played := map[string]bool{}
	playedMadeUp(tx, stays.id, played)
	playedMadeUp(tx, goes.id, played)
	if len(played) > 2*madeUpMax {
		return ErrPlayedVariations
	}
	if len(challengeEvents.codesOf(tx, stays.id))+len(challengeEvents.codesOf(tx, goes.id)) > 2*challengesMax {
		return ErrChallenges
	}
	if err := checkKept(tx, stays.id, goes.id); err != nil {
		return err
	}
	for _, code := range raceEvents.codesOf(tx, goes.id) {
		if isOver(tx.Bucket(racesBucket).Get(code)) {
			continue
		}
		if row, err := raceEvents.own(tx, code, goes.id); err == nil && row.Racers.of(stays.id) >= 0 {
			return ErrRacing
		}
	}
	return nil
}

// issuer returns the account that made a link code.
func (p *Player) issuer(tx *store.Tx, code codeRow) (a accountTx, err error) {
	id, known, err := keyOwner(tx, [sha256.Size]byte(code.Key))
	if err == nil && known {
		a, err = accountTxOf(tx, id)
	}
	if err == nil && !a.known {
		err = ErrCode
	}
	a.by = p
	return a, err
}

// A merger makes everything of one account another's, in one transaction.
type merger struct {
	tx          *store.Tx
	stays, goes *accountTx
	u           union
	games       *games
	options     *Options
	now         time.Time
}

// winsAfter is how old an account must be to bring its wins to another.
const winsAfter = 24 * time.Hour

// noteWinless notes that one of two accounts that become one brings no wins to the board of wins: one
// that is a guest's or young, and if both are, the one that goes. Accounts cost nothing to make, and could be
// joined if they have won, and forgotten if they have lost.
func (row *playerRow) noteWinless(goes accountTx, stays playerID, now time.Time) {
	young := func(row playerRow) bool { return row.Guest || row.Since > now.Add(-winsAfter).UnixMilli() }
	winless := maps.Clone(row.Winless)
	if winless == nil {
		winless = map[string]int64{}
	}
	maps.Copy(winless, goes.row.Winless)
	switch {
	case young(goes.row):
		winless[goes.id.String()] = now.UnixMilli()
	case young(*row):
		winless[stays.String()] = now.UnixMilli()
	}
	row.Winless = winless
}

// merge joins the accounts.
func (m merger) merge() error {
	if err := checkJoin(m.tx, *m.stays, *m.goes, m.options.Imports); err != nil {
		return err
	}
	err := apply(m.tx, m.u.index)
	for id, why := range m.u.decisions.rulings {
		err = errors.Join(err, rulingsBucket.Put(m.tx, id[:], rulingRow{Class: arcade.Practice, Why: why, At: m.now.UnixMilli()}))
	}
	if err != nil {
		return err
	}
	m.stays.row.addMarks(m.goes.row)
	m.stays.row.noteWinless(*m.goes, m.stays.id, m.now)
	m.stays.row.ImportedBytes += m.goes.row.ImportedBytes
	m.stays.row.Looks = m.stays.row.Looks.plus(m.goes.row.Looks)
	m.stays.row.Arcade = m.stays.row.Arcade.joined(m.goes.row.Arcade)
	m.stays.row.Duels = m.stays.row.Duels.joined(m.goes.row.Duels)
	m.stays.row.JoinPending = m.u.pending
	m.stays.row.LastJoin = m.now.UnixMilli()
	for _, part := range []func() error{m.profile, m.keys, m.forward, m.openGames, m.places, m.ratings, m.variations, m.follows} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// profile gives the account the nick that it lacks and the settings of both, and makes it hidden or private if
// one of the two was.
func (m merger) profile() error {
	nick := m.goes.row.Nick
	err := dropNick(m.tx, nick)
	m.goes.row.Nick = ""
	if join := m.options.JoinSettings; m.stays.row.Settings == nil {
		m.stays.row.Settings = m.goes.row.Settings
	} else if join != nil && m.goes.row.Settings != nil {
		if both := join(m.stays.row.Settings, m.goes.row.Settings); len(both) <= arcade.SettingsMost {
			m.stays.row.Settings = both
		}
	}
	m.stays.row.Hidden = m.stays.row.Hidden || m.goes.row.Hidden
	m.stays.row.Private = m.stays.row.Private || m.goes.row.Private
	if m.goes.row.Since > 0 && (m.stays.row.Since == 0 || m.goes.row.Since < m.stays.row.Since) {
		m.stays.row.Since = m.goes.row.Since
	}
	if m.stays.row.Nick == "" && nick != "" {
		err = errors.Join(err, m.stays.replaceNick(m.tx, nick, 0))
	}
	return err
}

// keys moves the keys to the account that stays. A guest's is dropped: nobody ever proved
// to hold it.
func (m merger) keys() error {
	hashes := keyHashes(m.tx, m.goes.id)
	if m.goes.row.Guest {
		return dropKeys(m.tx, m.goes.id, hashes)
	}
	for _, hash := range hashes {
		row, _, err := keysBucket.Get(m.tx, hash)
		if err != nil {
			return err
		}
		row.Player = m.stays.id[:]
		if bytes.Equal(hash, m.goes.by.key[:]) {
			row.Fingerprint = m.goes.by.credential.String()
		}
		if err := keysBucket.Put(m.tx, hash, row); err != nil {
			return err
		}
	}
	return nil
}

// forward reduces the rows of the account that goes, and of the players joined into it, to
// what is needed to follow their rounds: the chain, and the account it belongs to now.
func (m merger) forward() error {
	chain := playerRow{Rounds: m.goes.row.Rounds, Tip: m.goes.row.Tip, Gaps: m.goes.row.Gaps, Into: m.stays.id[:]}
	err := playersBucket.Put(m.tx, m.goes.id[:], chain)
	for _, id := range m.goes.row.Joined {
		row, _, bad := playersBucket.Get(m.tx, id)
		if bad != nil {
			return bad
		}
		row.Into = m.stays.id[:]
		err = errors.Join(err, playersBucket.Put(m.tx, id, row))
	}
	m.stays.row.Joined = slices.Concat(m.stays.row.Joined, [][]byte{bytes.Clone(m.goes.id[:])}, m.goes.row.Joined)
	return errors.Join(err, m.tx.Bucket(guestsBucket).Delete(m.goes.id[:]), countAccount(m.tx, -1), m.stays.save(m.tx, 0))
}

// openGames moves the open rounds to the account that stays, following the decisions.
func (m merger) openGames() error {
	for slot, outcome := range m.u.decisions.mine {
		key := m.stays.id.openRound(slot)
		row, open, err := openRoundsBucket.Get(m.tx, key)
		if err != nil {
			return err
		}
		if row.turn(outcome); open && outcome.ends {
			err = errors.Join(m.stays.abandon(m.tx, m.games, row, m.now), openRoundsBucket.Delete(m.tx, key))
		} else if open {
			err = openRoundsBucket.Put(m.tx, key, row)
		}
		if err != nil {
			return err
		}
	}
	open := prefixRows(m.tx, openRoundsBucket, m.goes.id)
	for _, key := range slices.Sorted(maps.Keys(open)) {
		slot := key[len(m.goes.id):]
		row, err := openRoundsBucket.Read([]byte(key), open[key])
		if err != nil {
			return err
		}
		err = openRoundsBucket.Delete(m.tx, []byte(key))
		row.Brought = true
		outcome := m.u.decisions.theirs[slot]
		row.turn(outcome)
		if !outcome.ends && !openRoundsBucket.Has(m.tx, m.stays.id.openRound(slot)) {
			game, _ := arcade.CutSlot(slot)
			err = errors.Join(err, mentioned(m.tx, game), openRoundsBucket.Put(m.tx, m.stays.id.openRound(slot), row))
		} else {
			err = errors.Join(err, m.stays.abandon(m.tx, m.games, row, m.now))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// turn makes an open round practice if that is its outcome. A session that plays it must not store it with its
// old class.
func (row *openRoundRow) turn(o outcome) {
	if o.practice && !row.Chosen {
		row.Chosen, row.Rev = true, row.Rev+1
	}
}

// places moves the places in races and challenges to the account that stays. If finishJoin has work
// to do anyway, places in finished races are left to it.
func (m merger) places() (err error) {
	for _, code := range raceEvents.codesOf(m.tx, m.goes.id) {
		if !m.u.pending || !isOver(m.tx.Bucket(racesBucket).Get(code)) {
			err = errors.Join(err, raceEvents.move(m.tx, m.goes.id, m.stays.id, code))
		}
	}
	for _, code := range challengeEvents.codesOf(m.tx, m.goes.id) {
		err = errors.Join(err, challengeEvents.move(m.tx, m.goes.id, m.stays.id, code))
	}
	return err
}

// An account has one attempt at an event: the round that began first, or the worse of two
// for a race. A sprint is one event, with all of its deals. Accounts cost nothing to make and to join,
// so what a second account played must never be worth more than what the first one did.

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
	first := int64(math.MaxInt64)
	if e.open {
		first = e.began
	}
	for _, r := range e.played {
		first = min(first, r.StartedAt())
	}
	return first
}

// entriesOf returns an account's entries for events, by slot. It skips rows that cannot
// be read.
func entriesOf(tx *store.Tx, id playerID) map[string]entry {
	entries := map[string]entry{}
	for key, row := range bestsBucket.Under(tx, id[:]) {
		slot, ok := slotOfBest(key[len(id):])
		if !ok {
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

// attempts returns when an account began each event of its entries, by the slot that stands for it.
func attempts(entries map[string]entry) map[string]int64 {
	first := map[string]int64{}
	for slot, e := range entries {
		slot, _ = attempt(slot)
		if since, ok := first[slot]; !ok || e.since() < since {
			first[slot] = e.since()
		}
	}
	return first
}

// attempt returns the slot that stands for the whole event of a slot, that of the first deal for a sprint, and why
// another attempt at it is practice.
func attempt(slot string) (first, why string) {
	game, event := arcade.CutSlot(slot)
	if begins, _, sprint := event.Sprint(); sprint {
		return arcade.Slot(game, arcade.Sprint{Game: game, Begins: begins}.Event(1)), whySprint
	}
	return slot, whyAgain
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
	whySprint  = "The same sprint was begun with another of your accounts before."
	whyWorse   = "You were in this race twice: the worse game counts."
	whyOwn     = "The deal was passed on by another of your accounts."
	whyYounger = "It was played by an account younger than the deal, which was joined with another."
)

// decideEvents decides about the events that two accounts have begun. If both have begun an event, the first
// attempt counts, and of a deal that both have begun what is still open ends with the points it has,
// because its player has seen the deal twice. A daily or a deal of a sprint of the
// account that goes counts only if that account is older than the day or the sprint, and so does one of
// the account that stays if the other is older than it.
func decideEvents(tx *store.Tx, stays, goes accountTx) eventDecisions {
	d := eventDecisions{map[ulid.ULID]string{}, map[string]outcome{}, map[string]outcome{}}
	mine, theirs := entriesOf(tx, stays.id), entriesOf(tx, goes.id)
	myAttempts, theirAttempts := attempts(mine), attempts(theirs)
	either := maps.Clone(mine)
	maps.Copy(either, theirs)
	for slot := range either {
		own, have := mine[slot]
		other, has := theirs[slot]
		both := have && has
		_, event := arcade.CutSlot(slot)
		if _, race := event.Race(); race {
			if both && len(own.played)+len(other.played) > 0 {
				d.countOnlyWorst(append(own.played, other.played...))
			}
			continue
		}
		first, why := attempt(slot)
		decide := func(e entry, outcomes map[string]outcome, again, younger bool) { // what happens to it
			if again {
				d.makePractice(e, why)
			}
			if younger {
				d.makePractice(e, whyYounger)
			}
			if e.open {
				outcomes[slot] = outcome{ends: both, practice: again || younger}
			}
		}
		my, begun := myAttempts[first]
		their, again := theirAttempts[first]
		again = again && begun
		younger := begunBefore(event, goes)
		decide(own, d.mine, again && their < my, begunBefore(event, stays) && !younger)
		decide(other, d.theirs, again && their >= my, younger)
	}
	// The account that challenged the other knew the deal.
	for _, side := range []struct {
		entries  map[string]entry
		outcomes map[string]outcome
	}{{mine, d.mine}, {theirs, d.theirs}} {
		for slot, e := range side.entries {
			if _, event := arcade.CutSlot(slot); passedOnBy(tx, event, stays.id, goes.id) {
				d.makePractice(e, whyOwn)
				side.outcomes[slot] = outcome{ends: true, practice: true}
			}
		}
	}
	return d
}

// begunBefore reports whether an event, a daily or a deal of a sprint, had begun before an account was created.
func begunBefore(e arcade.Event, a accountTx) bool {
	begins, _, _, timed := timesOf(e)
	return timed && a.row.Since >= begins.UnixMilli()
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
	worst := slices.MinFunc(rounds, func(a, b arcade.Result) int {
		return cmp.Or(b.RaceRank().Compare(a.RaceRank()), strings.Compare(a.ID, b.ID))
	})
	for _, r := range rounds {
		if r.ID != worst.ID {
			d.makePractice(entry{played: []arcade.Result{r}}, whyWorse)
		}
	}
}

// ruled returns a round with the class it will have once the rulings are stored.
func (d eventDecisions) ruled(tx *store.Tx, id ulid.ULID, row roundRow) roundRow {
	row = ruled(tx, id, row)
	if _, ok := d.rulings[id]; ok {
		row.Class = arcade.Practice
	}
	return row
}

// finishJoin does the work left after an account was joined into another, in parts.
func finishJoin(db *DB, id playerID) error {
	for more := true; more; {
		if err := db.Update(func(tx *store.Tx) error {
			a, err := accountTxOf(tx, id)
			if err == nil {
				more, err = moveMoreRaces(tx, a, db.options.races())
			}
			return err
		}); err != nil {
			return err
		}
	}
	return retryBusy(func() error { return dropDuplicates(db, id) })
}

// moveMoreRaces gives an account up to n of the places that players joined into it still
// have, and reports whether there are more.
func moveMoreRaces(tx *store.Tx, a accountTx, n int) (more bool, err error) {
	if !a.row.JoinPending {
		return false, nil
	}
	for _, member := range a.row.all(a.id) {
		if member == a.id {
			continue
		}
		for _, code := range raceEvents.codesOf(tx, member) {
			if n--; n < 0 {
				return true, nil
			}
			if err := raceEvents.move(tx, member, a.id, code); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// dropDuplicates deletes the rounds that an account's history has twice since a join, and
// records that no work is left.
func dropDuplicates(db *DB, id playerID) error {
	var a accountTx
	var tag string
	if err := db.View(func(tx *store.Tx) (err error) {
		a, err = accountTxOf(tx, id)
		tag = a.stateTag(tx)
		return err
	}); err != nil || !a.row.JoinPending {
		return err
	}
	duplicates, err := duplicatesOf(db, a.row.all(id))
	if err != nil {
		return err
	}
	parts := slices.Collect(slices.Chunk(duplicates, db.options.rows))
	if len(parts) == 0 {
		parts = [][]ulid.ULID{nil}
	}
	steps, err := withoutDuplicates(db, a, parts)
	for i, part := range parts {
		if err == nil {
			err = db.Update(func(tx *store.Tx) (err error) {
				tag, err = dropBatch(tx, id, part, i+1 < len(parts), tag, changes(steps[i], steps[i+1]))
				return err
			})
		}
	}
	return err
}

// duplicatesOf returns the imported rounds of members that the history has more than once,
// leaving one of each. Rounds played here stay.
func duplicatesOf(db *DB, members []playerID) (duplicates []ulid.ULID, err error) {
	var same, all []ulid.ULID // rounds of the same millisecond, so that few have to be read
	err = eachRound(db, members, func(_ *store.Tx, id ulid.ULID, _ []byte) {
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
	for some := range slices.Chunk(all, store.PageRows) {
		if err != nil {
			return nil, err
		}
		err = db.View(func(tx *store.Tx) error {
			for _, id := range some {
				value := tx.Bucket(roundsBucket).Get(id[:])
				row, err := roundsBucket.Read(id[:], value)
				if err != nil {
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
func withoutDuplicates(db *DB, a accountTx, parts [][]ulid.ULID) ([]*index, error) {
	gone := map[ulid.ULID]bool{}
	for _, part := range parts {
		for _, id := range part {
			gone[id] = true
		}
	}
	last := len(parts)
	steps := make([]*index, last+1)
	steps[last] = newIndex(a.id, a.row)
	err := indexRounds(db, steps[last], a.row.all(a.id), ruled, func(id ulid.ULID, imported bool) bool { return imported && !gone[id] })
	for i := last - 1; i >= 0 && err == nil; i-- {
		steps[i] = steps[i+1].clone()
		err = db.View(func(tx *store.Tx) error {
			for _, id := range parts[i] {
				r, err := readRound(tx, id)
				if err != nil {
					return err
				}
				steps[i].add(best{id: id, result: r}) // whose member does not matter: it was imported
			}
			return nil
		})
	}
	return steps, err
}

// dropBatch deletes some duplicates and records whether work is left: more duplicates, or
// races. It returns the account's next stateTag.
func dropBatch(tx *store.Tx, id playerID, some []ulid.ULID, more bool, tag string, index []rowChange) (string, error) {
	a, err := unchanged(tx, id, tag)
	if err != nil {
		return "", err
	}
	for _, duplicate := range some {
		row, _, err := roundsBucket.Get(tx, duplicate[:])
		if err != nil {
			return "", err
		}
		a.row.ImportedBytes -= row.size()
		if err := dropRound(tx, row.owner().history(duplicate)); err != nil {
			return "", err
		}
	}
	races, err := moveMoreRaces(tx, a, 0) // of another player joined in the meantime
	if err != nil {
		return "", err
	}
	a.row.JoinPending = more || races
	if err := errors.Join(a.save(tx, 0), apply(tx, index)); err != nil {
		return "", err
	}
	return a.stateTag(tx), nil
}
