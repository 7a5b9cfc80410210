package data

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"
)

// The least and the most characters of a nick.
const nickMin, nickMax = 3, 20

// reserved are nicks that nobody may choose: the login names of many, and what the
// arcade calls itself and people without a nick.
var reserved = []string{
	"administrator", "anonymous", "anybody", "anyone", "arcade", "boardwalk", "debian", "ec2-user", "everybody", "everyone",
	"git", "host", "local", "me", "moderator", "nobody", "no-one", "operator", "pi", "root", "server", "somebody", "someone",
	"staff", "system", "ubuntu", "user", "vagrant", "you",
}

// reservedPrefixes begin nicks that nobody may choose: people without a nick are
// numbered behind them.
var reservedPrefixes = []string{"admin", "guest", "player", "racer"}

// CheckNick returns nil where a nick may be chosen, and else an ErrName with a
// sentence that says what may. Forbidden are words of the host: no nick may
// contain one. Case, - and _, and digits that look like letters make no
// difference to words that are reserved or forbidden, and digits at the end make
// none to those that are reserved.
func CheckNick(nick string, forbidden ...string) error {
	if len(nick) < nickMin || len(nick) > nickMax {
		return fmt.Errorf("%w: a nick has %d to %d characters", ErrName, nickMin, nickMax)
	}
	letters := 0
	for _, r := range nick {
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
			letters++
		case r >= '0' && r <= '9' || r == '_' || r == '-':
		default:
			return fmt.Errorf("%w: a nick has the letters a to z, digits, _ and - only", ErrName)
		}
	}
	switch look := lookOf(nick); {
	case strings.ContainsRune("-_", rune(nick[0])):
		return fmt.Errorf("%w: a nick begins with a letter or a digit", ErrName)
	case letters == 0:
		return fmt.Errorf("%w: a nick has at least one letter", ErrName)
	case isReserved(look) || isReserved(lookOf(strings.TrimRight(nick, "0123456789-_"))):
		return fmt.Errorf("%w: %s is too much like a name that the arcade itself uses; choose another", ErrName, nick)
	case slices.ContainsFunc(forbidden, func(word string) bool { return lookOf(word) != "" && strings.Contains(look, lookOf(word)) }):
		return fmt.Errorf("%w: %s is not allowed here; choose another", ErrName, nick)
	}
	return nil
}

func isReserved(look string) bool {
	return slices.ContainsFunc(reserved, func(name string) bool { return look == lookOf(name) }) ||
		slices.ContainsFunc(reservedPrefixes, func(name string) bool { return strings.HasPrefix(look, lookOf(name)) })
}

// looks maps each sign of a nick to one that it can be taken for.
var looks = strings.NewReplacer("-", "", "_", "", "0", "o", "1", "l", "i", "l", "3", "e", "4", "a", "5", "s", "7", "t", "8", "b")

// lookOf returns a text that is the same for names that look alike.
func lookOf(nick string) string { return looks.Replace(strings.ToLower(nick)) }

// nickKey is what a nick is stored under: nicks differ in more than case.
func nickKey(nick string) []byte { return []byte(strings.ToLower(nick)) }

// SetNick gives the account a nick, over the one before. ErrName where it may not
// be chosen (see [CheckNick]) and the account does not have it already, ErrTaken
// where another account has it, ErrGuest where there is no key, ErrNoAccount
// before the first game.
func (p *Player) SetNick(nick string) error {
	if bad := CheckNick(nick, p.db.options.forbidden...); bad != nil {
		a, err := p.Account()
		if err != nil || a.Nick == "" || len(nick) != len(a.Nick) || !strings.EqualFold(a.Nick, nick) { // a letter that only folds to ASCII is longer
			return errors.Join(err, bad)
		}
	}
	return p.change("set the nick", func(tx *bbolt.Tx, s *seat) error {
		if s.row.Guest {
			return ErrGuest
		}
		return s.call(tx, nick)
	})
}

// call gives the account a nick and writes its row.
func (s *seat) call(tx *bbolt.Tx, nick string) error {
	nicks := tx.Bucket(nicksBucket)
	var row nickRow
	taken, err := get(nicks, nickKey(nick), &row)
	if err != nil {
		return err
	}
	if taken && !bytes.Equal(row.Player, s.id[:]) {
		return ErrTaken
	}
	if s.row.Nick != "" {
		if err := nicks.Delete(nickKey(s.row.Nick)); err != nil {
			return err
		}
	}
	if err := put(nicks, nickKey(nick), nickRow{Player: s.id[:]}); err != nil {
		return err
	}
	s.row.Nick = nick
	return s.keep(tx, 0)
}

// Holds tells whether there is a player with a nick, and whether a fingerprint
// is one of that player's keys.
func (db *DB) Holds(nick, fingerprint string) (exists, holds bool, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		exists, holds = false, false
		var row nickRow
		if exists, err = get(tx.Bucket(nicksBucket), nickKey(nick), &row); err != nil || !exists {
			return err
		}
		id, known, err := holder(tx, sha256.Sum256([]byte(fingerprint)))
		holds = known && bytes.Equal(row.Player, id[:])
		return err
	})
	return exists, holds, err
}
