package data

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"
)

// The least and the most letters of a nick (product.md, section 6).
const nickMin, nickMax = 3, 20

// reserved are nicks that nobody may have: they are the login names of many, or
// would be taken for the arcade's own.
var reserved = []string{
	"admin", "administrator", "anonymous", "arcade", "boardwalk", "debian", "ec2-user", "git", "guest", "host",
	"local", "nobody", "operator", "pi", "player", "root", "server", "system", "ubuntu", "user", "vagrant",
}

// CheckNick tells what keeps a nick from being one: an ErrName with a sentence
// about it.
func CheckNick(nick string) error {
	if len(nick) < nickMin || len(nick) > nickMax {
		return fmt.Errorf("%w: a nick has %d to %d letters", ErrName, nickMin, nickMax)
	}
	for _, r := range nick {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-') {
			return fmt.Errorf("%w: a nick has letters, digits, _ and - only", ErrName)
		}
	}
	if slices.Contains(reserved, strings.ToLower(nick)) {
		return fmt.Errorf("%w: %s is a name that nobody may have", ErrName, nick)
	}
	return nil
}

// nickKey is what a nick is stored under: nicks differ in more than case.
func nickKey(nick string) []byte { return []byte(strings.ToLower(nick)) }

// SetNick gives the account a nick, over the one before. ErrName where it is
// none, ErrTaken where another account has it, ErrGuest where there is no key,
// ErrNoAccount before the first game.
func (p *Player) SetNick(nick string) error {
	if err := CheckNick(nick); err != nil {
		return err
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
