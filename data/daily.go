package data

import (
	"bytes"
	"cmp"
	"fmt"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

// DailyCandidates is how many deals a daily can be chosen from.
const DailyCandidates = 20

// A DailyChoice says which of its candidates a daily's deal is, and what is known of it.
type DailyChoice struct {
	Attempt  int        // of the candidate, from 0 on
	Winnable bool       // a search has found that it can be won
	Grade    grade.Mark // zero if it has none, or none yet
}

// A dailyRow is a choice as stored. It never changes but for a grade that comes later, so
// that everybody who plays a daily has the same deal. A daily without a row has its first
// candidate.
type dailyRow struct {
	Attempt  int    `json:"attempt"`
	Winnable bool   `json:"winnable,omitempty"`
	Grade    string `json:"grade,omitempty"`
}

func (c DailyChoice) row() dailyRow { return dailyRow{c.Attempt, c.Winnable, c.Grade.String()} }

func (row dailyRow) choice() (DailyChoice, error) {
	mark, err := grade.ParseMark(row.Grade)
	if err == nil && (row.Attempt < 0 || row.Attempt >= DailyCandidates) {
		err = fmt.Errorf("there is no candidate %d", row.Attempt)
	}
	return DailyChoice{row.Attempt, row.Winnable, mark}, err
}

// dailyKey returns what the choice of a game's daily is stored under: its slot.
func dailyKey(game, day string) []byte { return []byte(arcade.Slot(game, arcade.DailyEvent(day))) }

// dailyChoice returns the choice of a daily, and whether it was made. A daily of which none
// was made has its first candidate.
func dailyChoice(tx *store.Tx, game, day string) (c DailyChoice, ok bool, err error) {
	key := dailyKey(game, day)
	row, ok, err := dailiesBucket.Get(tx, key)
	if err != nil || !ok {
		return DailyChoice{}, false, err
	}
	if c, err = row.choice(); err != nil {
		err = fmt.Errorf("%w: the choice of %s: %w", store.ErrDamaged, key, err)
	}
	return c, err == nil, err
}

// candidate returns one of the deals that a daily can have. They depend on the secret of the
// file, the game and the day alone. The first is what a daily was before there was a choice.
func candidate(tx *store.Tx, game, day string, attempt int) (engine.Code, error) {
	text := fmt.Sprintf("daily %s %s", game, day)
	if attempt > 0 {
		text += fmt.Sprintf(" %d", attempt)
	}
	return secretCode(tx, text)
}

// secretCode returns the code of a deal that a text names, which nobody without the file can compute.
func secretCode(tx *store.Tx, text string) (engine.Code, error) {
	sum, err := secretHash(tx, text)
	if err != nil {
		return "", err
	}
	return engine.NewCode(bytes.NewReader(sum))
}

func daily(tx *store.Tx, game, day string) (engine.Code, error) {
	c, _, err := dailyChoice(tx, game, day)
	if err != nil {
		return "", err
	}
	return candidate(tx, game, day, c.Attempt)
}

// settleDaily returns the deal of a daily that somebody begins. From here on it does not
// change: if no choice was made before, none is made any more.
func settleDaily(tx *store.Tx, game, day string) (engine.Code, error) {
	_, ok, err := dailyChoice(tx, game, day)
	if err == nil && !ok {
		err = dailiesBucket.Put(tx, dailyKey(game, day), dailyRow{})
	}
	if err != nil {
		return "", err
	}
	return daily(tx, game, day)
}

// DailyDeals returns all deals that a game's daily can have on a day such as "2026-11-22",
// in the order in which they are to be tried. Nobody may see them.
func (db *DB) DailyDeals(game, day string) ([]engine.Code, error) {
	return readIn(db.View, fmt.Sprintf("deal for the daily of %.60s", game), func(tx *store.Tx) (codes []engine.Code, err error) {
		for attempt := range DailyCandidates {
			code, err := candidate(tx, game, day, attempt)
			if err != nil {
				return nil, err
			}
			codes = append(codes, code)
		}
		return codes, nil
	})
}

// DailyChoice returns which candidate a daily's deal is, and whether that is settled. Before
// that it is the first.
func (db *DB) DailyChoice(game, day string) (c DailyChoice, ok bool, err error) {
	c, err = readIn(db.View, fmt.Sprintf("read the choice of the daily of %.60s", game), func(tx *store.Tx) (c DailyChoice, err error) {
		c, ok, err = dailyChoice(tx, game, day)
		return c, err
	})
	return c, ok, err
}

// ChooseDaily settles which candidate the deal of a daily is, and returns it. If that is
// settled already, because somebody has begun it or another server was first, ChooseDaily
// only adds what c knows more of the same candidate.
func (db *DB) ChooseDaily(game, day string, c DailyChoice) (settled DailyChoice, err error) {
	if _, err = time.Parse(time.DateOnly, day); err == nil {
		_, err = c.row().choice()
	}
	if err != nil {
		return DailyChoice{}, ErrRound.Saying("%v", err)
	}
	err = db.change(fmt.Sprintf("choose the daily of %.60s", game), func(tx *store.Tx) error {
		was, ok, err := dailyChoice(tx, game, day)
		if err != nil {
			return err
		}
		settled = c
		if ok {
			settled = was
		}
		if settled.Attempt == c.Attempt {
			settled.Winnable, settled.Grade = settled.Winnable || c.Winnable, cmp.Or(settled.Grade, c.Grade)
		}
		switch {
		case ok && settled == was:
			return nil
		case db.Full(tx):
			return ErrFull
		}
		return dailiesBucket.Put(tx, dailyKey(game, day), settled.row())
	})
	return settled, err
}

// brokenDaily reports a choice that says nothing or is of no daily.
func brokenDaily(_ *store.Tx, key []byte, row dailyRow) string {
	_, e := arcade.CutSlot(string(key))
	_, daily := e.Day()
	if _, _, _, ok := timesOf(e); !ok || !daily {
		return fmt.Sprintf("Row %q of the dailies is of no day.", key)
	}
	if _, err := row.choice(); err != nil {
		return fmt.Sprintf("The choice of %s cannot be read, so it has its first candidate: %v.", key, err)
	}
	return ""
}
