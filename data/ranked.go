package data

import (
	"errors"
	"fmt"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// Ranked returns any player's round that is on a board, for others to look at, and the
// nick of its player. It returns ErrNotFound if the round is on no board, or its player
// keeps games private.
func (db *DB) Ranked(id string) (r arcade.Result, nick string, err error) {
	err = ErrNotFound
	if key, bad := ulid.ParseStrict(id); bad == nil {
		err = db.view(func(tx *bbolt.Tx) error {
			r, nick, err = ranked(tx, key)
			return err
		})
	}
	if err != nil {
		return arcade.Result{}, "", fmt.Errorf("read round %.40q: %w", id, err)
	}
	return r, nick, nil
}

func ranked(tx *bbolt.Tx, id ulid.ULID) (r arcade.Result, nick string, err error) {
	var row roundRow
	if ok, err := get(tx.Bucket(roundsBucket), id[:], &row); err != nil || !ok {
		return r, "", ErrNotFound
	}
	owner, err := ownerOf(tx, row)
	if err != nil {
		return r, "", err
	}
	if r, err = decodeRound(ruled(tx, id, row), id); err != nil {
		return r, "", err
	}
	var player playerRow
	if ok, err := get(tx.Bucket(playersBucket), owner[:], &player); err != nil || !ok || player.Private || player.Gone {
		return r, "", errors.Join(ErrNotFound, err)
	}
	for _, kind := range kinds(r) {
		board := Board{r.Record.Game, r.Class, kind}
		if board.exists() && tx.Bucket(boardsBucket).Get(board.key(kind.score(r), owner)) != nil {
			return r, player.Nick, nil
		}
	}
	return r, "", ErrNotFound
}
