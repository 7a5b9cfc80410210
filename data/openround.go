package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// Saved returns the player's open round of a slot and the Rev to pass when replacing it.
// The Rev is 0 if no game is open.
func (p *Player) Saved(slot string) (s arcade.Saved, rev arcade.Rev, err error) {
	err = p.view(func(tx *store.Tx) error {
		me, err := p.id(tx)
		if err == nil {
			s, rev, err = openRound(tx, me, slot)
		}
		return err
	})
	return s, rev, p.Tell(err)
}

// openRound returns an account's open round in a slot. Its Rev is 0 if there is none.
func openRound(tx *store.Tx, id playerID, slot string) (arcade.Saved, arcade.Rev, error) {
	row, ok, err := openRoundsBucket.Get(tx, id.openRound(slot))
	if err != nil || !ok {
		return arcade.Saved{}, 0, err
	}
	if row.MadeUp {
		row.rules = rulesIn(tx, gameOf(row.Record))
	}
	s, err := row.saved()
	if err != nil {
		return arcade.Saved{}, 0, fmt.Errorf("%w: an open game: %w", store.ErrDamaged, err)
	}
	return s, row.Rev, nil
}

// Save stores an open round, one per slot, and returns its new Rev once it is on the disk.
// prev is the Rev of the state it replaces, or 0 if no game may be open. If the stored
// Rev differs, nothing is written and the error is arcade.ErrConflict. Saving a state
// unchanged claims the game: the session that held it until then can no longer write.
// After ErrUnknown the same prev is right whether or not the save was kept. A negative
// time is stored as 0. A round of an event can only begin with [Player.Begin]; saving one
// with prev 0 is an ErrRound, and so are rules that are not those of the game. The error is
// ErrOpenVariations if the player would have more than arcade.VariationsMax open rounds of
// made-up games, ErrPlayedVariations if the account has rounds of as many others as it may,
// and ErrFull if the file has no room for a new one.
func (p *Player) Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	slot, rev := s.Slot(), newRev()
	rules, err := p.db.games.rulesOf(s.Record.Game, s.Rules)
	if err != nil {
		return 0, ErrRound.Saying("%v", err)
	}
	s.Rules = rules
	row, err := newOpenRoundRow(s, rev)
	if err != nil {
		return 0, p.Tell(fmt.Errorf("save %.60s: %w", slot, err))
	}
	err = p.saving(slot, rev, prev, func(tx *store.Tx, a *accountTx, was openRoundRow) (err error) {
		switch {
		case prev == 0 && s.Event != "":
			return errUnbegun
		case prev == 0 && p.db.Full(tx):
			return ErrFull
		}
		if prev == 0 && s.Rules != "" {
			if err := mayBeginMadeUp(tx, a.id, s.Record.Game); err != nil {
				return err
			}
		}
		if prev == 0 || !isMadeUp(tx, s.Record.Game) {
			err = p.db.bringRules(tx, s.Record.Game, s.Rules, s.Started+s.Millis)
		}
		if !a.known {
			err = errors.Join(err, a.save(tx, s.Started+s.Millis))
		}
		row.Brought = was.Brought
		return errors.Join(err, openRoundsBucket.Put(tx, a.id.openRound(slot), row))
	})
	if err != nil {
		return 0, p.Tell(fmt.Errorf("save %s: %w", slot, err))
	}
	return rev, nil
}

// errUnbegun is returned by a first save of an event's round.
var errUnbegun = ErrRound.Saying("a round of an event begins with Begin")

// saving calls fn to replace the state prev of a slot's open round, was, with the state rev,
// and records the outcome.
func (p *Player) saving(slot string, rev, prev arcade.Rev, fn func(tx *store.Tx, a *accountTx, was openRoundRow) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	tried, id := false, playerID{}
	err := p.write(func(tx *store.Tx, a *accountTx) error {
		id = a.id
		was, err := p.checkRev(tx, a.id, slot, prev)
		if err != nil {
			return err
		}
		err = fn(tx, a, was)
		tried = err == nil
		return err
	})
	if tried && errors.Is(err, store.ErrUnknown) {
		if p.inDoubt[slot] == nil {
			p.inDoubt[slot] = inDoubtRevs{}
		}
		p.inDoubt[slot][rev] = prev
	}
	if err == nil {
		p.last.Store(&id)
		p.markGameStored(slot)
	}
	return err
}

// newRev returns a Rev that no state of any game has had. With a counter, a new game
// could be mistaken for the one that was finished before it.
func newRev() arcade.Rev { return arcade.Rev(1 + rand.Uint64N(1<<63)) }

// markGameStored records that the session wrote a game.
func (p *Player) markGameStored(slot string) {
	p.hadAccount.Store(true)
	delete(p.inDoubt, slot)
}

// checkRev returns the stored state of a slot's open round. It returns arcade.ErrConflict
// unless that is prev, or one that this session wrote in place of prev without learning
// whether it was kept.
func (p *Player) checkRev(tx *store.Tx, id playerID, slot string, prev arcade.Rev) (openRoundRow, error) {
	row, _, err := openRoundsBucket.Get(tx, id.openRound(slot))
	if err != nil {
		return row, err
	}
	replaced, ok := p.inDoubt[slot][row.Rev]
	if row.Rev == prev || ok && replaced == prev {
		return row, nil
	}
	return row, arcade.ErrConflict
}

// Settings returns what SetSettings stored last, or nil if nothing was stored.
func (p *Player) Settings() ([]byte, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	settings, err := readIn(p.view, "read settings", func(tx *store.Tx) ([]byte, error) {
		a, err := p.loadAccount(tx)
		return bytes.Clone(a.row.Settings), err
	})
	return settings, p.Tell(err)
}

// SetSettings stores the player's preferences, JSON of up to arcade.SettingsMost bytes that this
// package does not interpret. The error is ErrFull if the player has no row yet and the file has no room for one.
func (p *Player) SetSettings(settings []byte) error {
	if len(settings) > arcade.SettingsMost || !json.Valid(settings) {
		return p.Tell(fmt.Errorf("settings must be JSON of up to %d bytes", arcade.SettingsMost))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, settings); err != nil {
		return p.Tell(fmt.Errorf("store settings: %w", err))
	}
	now := p.db.options.Now()
	return p.changeOrCreate("store settings", now, func(tx *store.Tx, a *accountTx) error {
		if !a.known && p.db.Full(tx) {
			return ErrFull
		}
		a.row.Settings = compact.Bytes()
		return a.save(tx, now.UnixMilli())
	})
}

// Looks implements arcade.Store.
func (p *Player) Looks(day int64, more int) (n int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	count := func(tx *store.Tx) (int, error) {
		a, err := p.loadAccount(tx)
		n := a.row.Looks.on(day)
		if err != nil || !a.known || more <= 0 || a.row.Looks.Day > day { // a clock that was set back counts nothing
			return n, err
		}
		a.row.Looks = dayLooks{day, n + more}
		return n + more, a.save(tx, 0)
	}
	in := p.db.Update
	if more <= 0 {
		in = p.view
	}
	n, err = readIn(in, "count looks at deals", count)
	return n, p.Tell(err)
}

// Stats returns the sums of all the player's rounds, ordered by game and then by class.
func (p *Player) Stats() ([]arcade.GameStat, error) {
	return readOwn(p, "sum up rounds", func(tx *store.Tx, me playerID) ([]arcade.GameStat, error) {
		stats := []arcade.GameStat{}
		err := eachOwn(tx, sumsBucket, me, func(key string, sum arcade.Stat) {
			game, class := splitSum(key)
			stats = append(stats, arcade.GameStat{Game: game, Class: class, Stat: sum})
		})
		return stats, err
	})
}
