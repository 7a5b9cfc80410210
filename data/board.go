package data

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"boardwalk/engine"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// A Board is a leaderboard: one row a player, the best first. Only classes that
// are ranked have one, and guests stand on none.
type Board struct {
	Game  string // the ID
	Class engine.Class
	Kind  Kind
}

// A Kind is what a board is ordered by.
type Kind string

// The kinds: a player's best round ever, fastest perfect round, rounds won, and
// rounds won in a row (of counted ones). A week's board is that of [Week].
const (
	AllTime Kind = ""
	Fastest Kind = "fastest"
	Wins    Kind = "wins"
	Streaks Kind = "streaks"
)

// Week is the kind of a player's best round in the week of a time: ISO 8601's,
// in UTC, such as "2026-W47". A round is of the week it ended in.
func Week(t time.Time) Kind {
	year, week := t.UTC().ISOWeek()
	return Kind(fmt.Sprintf("%04d-W%02d", year, week))
}

// kinds are the kinds on which a round can be a player's best.
func kinds(r engine.Result) []Kind {
	kinds := []Kind{AllTime, Week(time.UnixMilli(r.Ended))}
	if r.Score.Perfect {
		kinds = append(kinds, Fastest)
	}
	return kinds
}

// better tells whether r comes before o on a board.
func (k Kind) better(r, o engine.Result) bool {
	if k != Fastest {
		return r.Better(o)
	}
	if r.Millis != o.Millis {
		return r.Millis < o.Millis
	}
	return len(r.Record.Moves) < len(o.Record.Moves)
}

// score is a round's part of a board's key: the better, the less. Of equal
// rounds the earlier comes first.
func (k Kind) score(r engine.Result) []byte {
	var b []byte
	if k != Fastest {
		b = most(r.Score.Points)
		if r.Score.Won {
			b = append(b, 0)
		} else {
			b = append(b, 1)
		}
	}
	b = binary.BigEndian.AppendUint64(b, uint64(r.Millis))
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.Record.Moves)))
	return binary.BigEndian.AppendUint64(b, uint64(r.Ended))
}

// most puts the greater number first.
func most(n int) []byte {
	return binary.BigEndian.AppendUint32(nil, ^uint32(max(n, 0)))
}

// open tells whether there is such a board.
func (b Board) open() bool {
	return b.Class == engine.Counted || b.Class == engine.Assisted && b.Kind != Streaks
}

// prefix begins the keys of a board.
func (b Board) prefix() []byte {
	return []byte(b.Game + "\x00" + string(b.Class) + "\x00" + string(b.Kind) + "\x00")
}

func (b Board) key(score []byte, id playerID) []byte {
	return append(append(b.prefix(), score...), id[:]...)
}

// boardPlayer is the player at the end of a board's key.
func boardPlayer(key []byte) (playerID, error) {
	n := len(playerID{})
	if len(key) <= n {
		return playerID{}, fmt.Errorf("%w: a board has a key of %d bytes", ErrDamaged, len(key))
	}
	return playerID(key[len(key)-n:]), nil
}

func splitSum(key string) (game string, class engine.Class) {
	game, rest, _ := strings.Cut(key, "\x00")
	return game, engine.Class(rest)
}

// A Standing is a row of a board.
type Standing struct {
	Rank   int    // from 1
	Nick   string // "" of a player who has chosen none
	Mine   bool   // it is the player's who asks
	N      int    // rounds won, or won in a row; 0 on the other boards
	Result engine.Result
}

// Top is the first n rows of a board, and behind them the player's own where it
// stands further down.
func (p *Player) Top(board Board, n int) ([]Standing, error) {
	var top []Standing
	err := p.db.view(func(tx *bbolt.Tx) error {
		top = nil
		me, known, err := p.id(tx)
		if err != nil {
			return err
		}
		prefix := board.prefix()
		c := tx.Bucket(boardsBucket).Cursor()
		rank := 0
		for k, v := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, v = c.Next() {
			rank++
			mine := known && bytes.HasSuffix(k, me[:])
			if rank > n && !mine {
				continue
			}
			s, err := standing(tx, board, k, v)
			if err != nil {
				return err
			}
			s.Rank, s.Mine = rank, mine
			if top = append(top, s); rank > n {
				break
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read a board of %.60s: %w", board.Game, err)
	}
	return top, nil
}

// standing reads a row of a board.
func standing(tx *bbolt.Tx, board Board, key, value []byte) (s Standing, err error) {
	id, err := boardPlayer(key)
	if err != nil {
		return s, err
	}
	var player playerRow
	if _, err := get(tx.Bucket(playersBucket), id[:], &player); err != nil {
		return s, err
	}
	s.Nick = player.Nick
	if board.Kind == Wins || board.Kind == Streaks {
		s.N = int(^binary.BigEndian.Uint32(key[len(board.prefix()):]))
		return s, nil
	}
	var row bestRow
	if err := unseal(key, value, &row); err != nil {
		return s, err
	}
	stored, err := round(tx, id, row.ID)
	if err != nil {
		return s, err
	}
	s.Result, err = decodeRound(stored, row.ID)
	return s, err
}

// Ranked is any player's round that stands on a board, for others to look at,
// and the nick of whose it is. ErrNotFound where it stands on none, or its
// player keeps games private.
func (db *DB) Ranked(id string) (r engine.Result, nick string, err error) {
	err = ErrNotFound
	if key, bad := ulid.ParseStrict(id); bad == nil {
		err = db.view(func(tx *bbolt.Tx) error {
			r, nick, err = ranked(tx, key)
			return err
		})
	}
	if err != nil {
		return engine.Result{}, "", fmt.Errorf("read round %.40q: %w", id, err)
	}
	return r, nick, nil
}

func ranked(tx *bbolt.Tx, id ulid.ULID) (r engine.Result, nick string, err error) {
	var row roundRow
	if ok, err := get(tx.Bucket(roundsBucket), id[:], &row); err != nil || !ok {
		return r, "", ErrNotFound
	}
	owner, err := ownerOf(tx, row)
	if err != nil {
		return r, "", err
	}
	if r, err = decodeRound(row, id); err != nil {
		return r, "", err
	}
	var player playerRow
	if ok, err := get(tx.Bucket(playersBucket), owner[:], &player); err != nil || !ok || player.Private || player.Guest {
		return r, "", errors.Join(ErrNotFound, err)
	}
	for _, kind := range kinds(r) {
		board := Board{r.Record.Game, r.Class, kind}
		if board.open() && tx.Bucket(boardsBucket).Get(board.key(kind.score(r), owner)) != nil {
			return r, player.Nick, nil
		}
	}
	return r, "", ErrNotFound
}

// Best is the player's best round of a game in a class; ok tells whether there
// is one. Of equal rounds it is the one stored first. A damaged one is none; the
// next round of its kind takes its place.
func (p *Player) Best(game string, class engine.Class) (r engine.Result, ok bool, err error) {
	err = p.db.view(func(tx *bbolt.Tx) error {
		owner, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		var best bestRow
		ok, err = get(tx.Bucket(bestsBucket), owner.best(game, class, AllTime), &best)
		if err == nil && ok {
			var row roundRow
			if row, err = round(tx, owner, best.ID); err == nil {
				r, err = decodeRound(row, best.ID)
			}
		}
		if errors.Is(err, ErrDamaged) {
			r, ok, err = engine.Result{}, false, nil
		}
		return err
	})
	if err != nil {
		return engine.Result{}, false, fmt.Errorf("read the best of %.60s: %w", game, err)
	}
	return r, ok, nil
}
