package data

import (
	"fmt"
	"time"

	"boardwalk/engine/arcade"
)

// Merge makes the account of a player part of another's, as [Player.Join] does with a code of
// the other's, for a host who knows that both are one person, such as one who has lost a key.
// Both are named as in [DB.Lookup]. It returns ErrGuest if one of them has no key, and the
// errors of Join.
func (db *DB) Merge(who, into string, now time.Time) error {
	goes, err := db.holder(who)
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

// holder returns the player of a key of an account.
func (db *DB) holder(who string) (*Player, error) {
	info, err := db.Lookup(who)
	if err != nil {
		return nil, err
	}
	for _, c := range info.Credentials {
		if c != (arcade.Credential{}) { // one that is known only by its hash
			return db.Player(c)
		}
	}
	return nil, ErrGuest
}
