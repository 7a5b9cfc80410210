package data

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// ImportMax is the most rounds that one Import accepts, of which it checks checkedAtOnce without
// a pause.
const (
	ImportMax     = 10_000
	checkedAtOnce = 100
)

// The rounds that an account imports from elsewhere have at most historyBytes in all,
// where a round counts roundBytes plus the bytes of its record: making them up costs
// nothing. Rounds played here are not limited.
const (
	historyBytes = 12 << 20
	roundBytes   = 300
)

// size returns how much a round counts towards historyBytes.
func (row roundRow) size() int64 { return int64(roundBytes + len(row.Record)) }

// Import puts rounds that were played elsewhere into the history and returns how many of
// them were new. They become arcade.Imported whatever they were, so they appear on no
// board; their scores are computed from their records. A round that is already in the
// history, played here or imported, is left alone. A round of a made-up game that is not
// known here brings its rules. The error is an ErrRound if a record does not replay or did
// not end in the past, if rules are not those of the game, or if the account has imported
// too much; ErrFull if there is no room; and ErrBusy if the account is in use elsewhere.
//
// All rounds are checked before the first is stored, so one bad round keeps all of them
// out. They are stored in several transactions, so that others can play meanwhile. If the
// disk fails in between, the first added rounds are stored, and repeating the Import adds
// the rest. Import calls pause, if that is not nil, between parts of its work, so that it can
// give way to others.
func (p *Player) Import(rounds []arcade.Result, now time.Time, pause func()) (added int, err error) {
	if pause == nil {
		pause = func() {}
	}
	if len(rounds) > ImportMax {
		return 0, ErrRound.Saying("at most %d rounds can be imported at once, not %d", ImportMax, len(rounds))
	}
	imported := make([]arcade.Result, len(rounds))
	for i, r := range rounds {
		if i%checkedAtOnce == checkedAtOnce-1 {
			pause()
		}
		rules, err := p.db.games.rulesOf(r.Record.Game, r.Rules)
		var score engine.Score
		if err == nil {
			score, err = p.db.games.final(r.Record, rules)
		}
		imported[i] = arcade.Result{Record: r.Record, Rules: rules, Score: score, Class: arcade.Imported, Millis: max(0, r.Millis), Span: max(0, r.Millis), Ended: r.Ended}
		if err == nil && (r.Ended <= 0 || r.Ended > now.UnixMilli()) {
			err = errors.New("it ended at no time between 1970 and now")
		}
		if err == nil {
			_, _, err = newRoundRow(playerID{}, imported[i])
		}
		if err != nil {
			return 0, ErrRound.Saying("round %d: %v", i+1, err)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	slices.SortStableFunc(imported, func(a, b arcade.Result) int { return cmp.Compare(a.Ended, b.Ended) }) // in the order of the keys
	err = retryBusy(func() error {
		n, err := p.importMissing(imported, now, pause)
		added += n
		return err
	})
	return added, p.Tell(store.During(err, "import"))
}

// importMissing stores the rounds that are not there yet, unless the account changes
// meanwhile.
func (p *Player) importMissing(rounds []arcade.Result, now time.Time, pause func()) (added int, err error) {
	left, tag, err := p.missing(rounds)
	size, madeUp := int64(0), map[string]bool{}
	for _, r := range left {
		size += roundRow{Record: r.Record.String()}.size()
		if r.Rules != "" {
			madeUp[r.Record.Game] = true
		}
	}
	for len(left) > 0 && err == nil {
		pause()
		var stored int64
		var next string
		some := left[:partOf(left, p.db.options.rows)]
		if err = p.db.Update(func(tx *store.Tx) (err error) {
			stored, next, err = p.importBatch(tx, some, madeUp, size, tag, now)
			return err
		}); err == nil {
			added, left = added+len(some), left[len(some):]
			size, tag = size-stored, next
			p.hadAccount.Store(true)
		}
	}
	return added, err
}

// missing returns the rounds that the account does not have, each once, and the account's
// stateTag.
func (p *Player) missing(rounds []arcade.Result) (missing []arcade.Result, tag string, err error) {
	var members []playerID
	if err := p.view(func(tx *store.Tx) error {
		a, err := p.loadAccount(tx)
		members, tag = nil, a.stateTag(tx)
		if a.known {
			members = a.row.all(a.id)
		}
		return err
	}); err != nil {
		return nil, "", err
	}
	times, here := map[uint64]bool{}, map[roundIdentity]bool{}
	for _, r := range rounds {
		times[uint64(r.Ended)] = true
	}
	if err := eachRound(p.db, members, func(tx *store.Tx, id ulid.ULID, _ []byte) {
		if !times[id.Time()] {
			return // so few rounds have to be read
		}
		if row, ok, err := roundsBucket.Get(tx, id[:]); err == nil && ok {
			here[row.identity()] = true
		}
	}); err != nil {
		return nil, "", err
	}
	for _, r := range rounds {
		key := roundIdentity{r.Ended, r.Record.String()}
		if !here[key] {
			here[key] = true
			missing = append(missing, r)
		}
	}
	return missing, tag, nil
}

// partOf returns how many of the rounds, at least one, a transaction of so many rows
// stores.
func partOf(rounds []arcade.Result, rows int) int {
	madeUp := map[string]bool{}
	for i, r := range rounds {
		if r.Rules != "" && !madeUp[r.Record.Game] {
			madeUp[r.Record.Game] = true
			rows -= variationRows
		}
		if rows--; rows <= 0 {
			return i + 1
		}
	}
	return len(rounds)
}

// importBatch stores some of the remaining rounds; left is the size of all that remain, and
// madeUp has the made-up games of all that were missing. There must be room for all of
// them, so that either all are refused or none. It returns the size of what it stored, and the
// account's next stateTag.
func (p *Player) importBatch(tx *store.Tx, some []arcade.Result, madeUp map[string]bool, left int64, tag string, now time.Time) (stored int64, next string, err error) {
	a, err := p.loadAccount(tx)
	if err != nil {
		return 0, "", err
	}
	if a.stateTag(tx) != tag {
		return 0, "", ErrBusy
	}
	if p.db.Full(tx) {
		return 0, "", ErrFull
	}
	if a.row.ImportedBytes+left > p.db.options.Imports {
		return 0, "", ErrRound.Saying("you have imported as many games as an account can hold")
	}
	games := maps.Clone(madeUp)
	playedMadeUp(tx, a.id, games)
	if len(games) > madeUpMax {
		return 0, "", ErrRound.Saying("an account holds games of %d variations at most", madeUpMax)
	}
	before, broken := newIndex(a.id, a.row), error(nil)
	type kind struct { // of rounds that load the same rows: a brief one loads no best
		game  string
		brief bool
	}
	loaded := map[kind]bool{}
	for _, r := range some {
		if k := (kind{r.Record.Game, r.Brief()}); !loaded[k] {
			loaded[k] = true
			broken = errors.Join(broken, before.load(tx, r))
		}
	}
	after := before.clone()
	for _, r := range some {
		row, id, err := newRoundRow(a.id, r)
		if err != nil {
			return 0, "", ErrRound.Saying("%v", err)
		}
		if err := errors.Join(
			p.db.bringRules(tx, r.Record.Game, r.Rules, now.UnixMilli()),
			roundsBucket.Put(tx, id[:], row), putHistory(tx, a.id.history(id), row.Record),
		); err != nil {
			return 0, "", err
		}
		stored += row.size()
		after.add(best{id, a.id, r})
	}
	a.row.ImportedBytes += stored
	if err := a.save(tx, now.UnixMilli()); err != nil {
		return 0, "", err
	}
	if broken != nil { // the index is damaged
		err = a.reindex(tx)
	} else {
		err = replace(tx, before, after)
	}
	return stored, a.stateTag(tx), err
}
