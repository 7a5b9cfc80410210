package data

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// A boardKey names a leaderboard in the file, which has one row per player, the best
// first. Only ranked classes have boards, and guests never appear on them.
type boardKey struct {
	game  string // the ID
	class arcade.Class
	kind  boardKind
}

// best returns the key of a player's best round on a kind of board.
func (p playerID) best(game string, class arcade.Class, kind boardKind) []byte {
	return append(append(p.sum(game, class), 0), kind...)
}

// A boardKind is the part of a board's key that says what it ranks: each week and each
// event has a board of its own, where an [arcade.BoardKind] means the one of now.
type boardKind string

// The kinds, apart from those of weeks, and of events, which are the event itself: a player's
// best round ever, fastest perfect round, rounds won, and longest win streak (counted rounds
// only). These and the weeks take fresh deals only: a player of a deal that others play at the same time may
// have seen it, so its rounds appear on the board of that event alone.
const (
	allTime boardKind = ""
	fastest boardKind = "fastest"
	wins    boardKind = "wins"
	streaks boardKind = "streaks"
)

// weekKind returns the kind for a player's best round in the week of t. A round belongs to
// the week it ended in.
func weekKind(t time.Time) boardKind { return boardKind(arcade.WeekOf(t)) }

// boardAt returns the key of a leaderboard as it is called at a time.
func boardAt(b arcade.Leaderboard, now time.Time) boardKey {
	key := boardKey{game: b.Game, class: b.Class, kind: allTime}
	switch b.Kind {
	case arcade.ThisWeek:
		key.kind = cmp.Or(boardKind(b.Week), weekKind(now))
	case arcade.TodaysDaily:
		key.kind = boardKind(arcade.DailyEvent(now.UTC().Format(time.DateOnly)))
	case arcade.Fastest:
		key.kind = fastest
	case arcade.MostWins:
		key.kind = wins
	case arcade.Streaks:
		key.kind = streaks
	}
	if b.Event != "" {
		key.kind = boardKind(b.Event)
	}
	return key
}

// event returns the event that the kind belongs to, and reports whether there is one.
func (k boardKind) event() (e arcade.Event, ok bool) {
	return arcade.Event(k), strings.Contains(string(k), "/")
}

// kinds returns the kinds in which a round can be a player's best. A brief one can be that of
// its event alone.
func kinds(r arcade.Result) []boardKind {
	switch {
	case r.Event != "":
		return []boardKind{boardKind(r.Event)}
	case r.Brief():
		return nil
	}
	kinds := []boardKind{allTime}
	if !r.Class.Ranked() {
		return kinds
	}
	kinds = append(kinds, weekKind(time.UnixMilli(r.Ended)))
	if r.Score.Perfect {
		kinds = append(kinds, fastest)
	}
	return kinds
}

// better reports whether r replaces o as a player's best. Of two rounds of a race the worse one is the
// player's, and of two of another event the one that began first, so a second account improves neither.
func (k boardKind) better(r, o arcade.Result) bool {
	if e, ok := k.event(); ok {
		if _, race := e.Race(); race {
			return o.RaceRank().Compare(r.RaceRank()) < 0
		}
		return r.StartedAt() < o.StartedAt()
	}
	if k != fastest {
		return r.Better(o)
	}
	if r.Span != o.Span {
		return r.Span < o.Span
	}
	return len(r.Record.Moves) < len(o.Record.Moves)
}

// score returns a round's part of a board's key: lower is better. Of equal rounds the
// earlier comes first.
func (k boardKind) score(r arcade.Result) []byte {
	var b []byte
	if k != fastest {
		b = descending(r.Score.Points)
		if r.Score.Won {
			b = append(b, 0)
		} else {
			b = append(b, 1)
		}
	}
	b = binary.BigEndian.AppendUint64(b, uint64(r.Span))
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.Record.Moves)))
	return binary.BigEndian.AppendUint64(b, uint64(r.Ended))
}

// descending encodes n so that greater numbers sort first.
func descending(n int) []byte {
	return binary.BigEndian.AppendUint32(nil, ^uint32(max(n, 0)))
}

// exists reports whether there is such a board.
func (b boardKey) exists() bool {
	return b.class == arcade.Counted || b.class == arcade.Assisted && b.kind != streaks
}

func (b boardKey) prefix() []byte {
	return []byte(b.game + "\x00" + string(b.class) + "\x00" + string(b.kind) + "\x00")
}

func (b boardKey) key(score []byte, id playerID) []byte {
	return append(append(b.prefix(), score...), id[:]...)
}

func boardPlayer(key []byte) (playerID, error) {
	n := len(playerID{})
	if len(key) <= n {
		return playerID{}, fmt.Errorf("%w: a board has a key of %d bytes", store.ErrDamaged, len(key))
	}
	return playerID(key[len(key)-n:]), nil
}

// rowOfBoard returns the board and the player that the key of a row of a board names.
func rowOfBoard(key []byte) (b boardKey, id playerID, err error) {
	part := bytes.SplitN(key, []byte{0}, 4)
	if id, err = boardPlayer(key); err == nil && len(part) < 4 {
		err = fmt.Errorf("%w: it names no board", store.ErrDamaged)
	}
	if err != nil {
		return b, id, err
	}
	return boardKey{string(part[0]), arcade.Class(part[1]), boardKind(part[2])}, id, nil
}

func splitSum(key string) (game string, class arcade.Class) {
	game, rest, _ := strings.Cut(key, "\x00")
	return game, arcade.Class(rest)
}

// tooYoung reports whether the player of a board's row is not old enough to appear there.
func (o *Options) tooYoung(tx *store.Tx, key []byte) bool {
	if o.RankAge == 0 {
		return false
	}
	id, err := boardPlayer(key)
	if err != nil {
		return false
	}
	row, _, _ := playersBucket.Get(tx, id[:])
	return row.Since > o.Now().Add(-o.RankAge).UnixMilli()
}

// Top returns the first n rows of a leaderboard, followed by the player's own row if it is
// further down. This week and today are those of now. Of weeks before the last one, [DB.Sweep]
// keeps the first 100 rows. Rounds of other players who keep
// their games private have a score and no record. Damaged rows are left out.
func (p *Player) Top(b arcade.Leaderboard, n int, now time.Time) ([]arcade.Standing, error) {
	switch b.Kind {
	case arcade.RaceRatings:
		return p.season(cmp.Or(b.Month, monthOf(now.UnixMilli())), n, b.Friends)
	case arcade.Notable:
		return p.notable(b, n, now)
	}
	return p.top(boardAt(b, now), n, b.Friends)
}

// notable returns the first n of the notable games, first the best of each game. Those of players who keep
// their games private are left out.
func (p *Player) notable(b arcade.Leaderboard, n int, now time.Time) (all []arcade.Standing, err error) {
	for _, g := range p.db.games.library.House {
		of := boardAt(arcade.Leaderboard{Game: g.Info().ID, Class: b.Class, Kind: arcade.ThisWeek}, now)
		rows, err := p.top(of, arcade.NotableEach, b.Friends)
		if err != nil {
			return nil, err
		}
		all = append(all, slices.DeleteFunc(rows, func(s arcade.Standing) bool {
			return s.Rank > arcade.NotableEach || !s.Result.Score.Won || s.Result.Record.Code == ""
		})...)
	}
	slices.SortStableFunc(all, func(a, b arcade.Standing) int { return cmp.Compare(a.Rank, b.Rank) })
	return all[:min(n, len(all))], nil
}

func (p *Player) top(board boardKey, n int, friends bool) ([]arcade.Standing, error) {
	return readOwn(p, fmt.Sprintf("read a board of %.60s", board.game), func(tx *store.Tx, me playerID) ([]arcade.Standing, error) {
		rowOf := func(id playerID) []byte { return board.rowOf(tx, id) }
		rows := store.RowsUnder(tx.Bucket(boardsBucket), board.prefix())
		if friends {
			rows = friendsRows(tx, tx.Bucket(boardsBucket), me, rowOf)
		}
		all := func([]byte) bool { return true }
		return p.db.standings(tx, rows, rowOf(me), n, all, func(tx *store.Tx, key, value []byte, mine bool) (arcade.Standing, error) {
			return board.standing(tx, p.db.games, key, value, mine)
		})
	})
}

// friendsRows returns the rows of a board that are of the player and of the players it follows, in the order of the
// board. rowOf returns the key of a player's row, nil for none.
func friendsRows(tx *store.Tx, board store.Bucket, me playerID, rowOf func(playerID) []byte) iter.Seq2[[]byte, []byte] {
	keys := [][]byte{rowOf(me)}
	for id, r := range regardsOf(tx, me) {
		if r.is(false) {
			keys = append(keys, rowOf(id))
		}
	}
	slices.SortFunc(keys, bytes.Compare)
	return func(yield func(key, value []byte) bool) {
		for _, key := range keys {
			if v := board.Get(key); v != nil && !yield(key, v) {
				return
			}
		}
	}
}

// inOrder returns what gives the rows of a board their places, one after the other. Rows that differ only in their
// players share one.
func inOrder() (next func(key []byte) int) {
	var ranking arcade.Ranking
	var last []byte
	return func(key []byte) int {
		score := key[:max(len(key)-len(playerID{}), 0)]
		equal := bytes.Equal(score, last)
		last = score
		return ranking.Next(equal)
	}
}

// standings returns the first n rows of a board, followed by the one with the key own if it is further down. stands
// reports whether a row counts, and read, which is called after it, what it says.
func (db *DB) standings(
	tx *store.Tx, rows iter.Seq2[[]byte, []byte], own []byte, n int, stands func(key []byte) bool,
	read func(tx *store.Tx, key, value []byte, mine bool) (arcade.Standing, error),
) (top []arcade.Standing, err error) {
	placed, place := 0, inOrder()
	for k, v := range rows {
		mine := bytes.Equal(k, own)
		switch {
		case placed >= n && bytes.Compare(k, own) > 0:
			return top, nil
		case !stands(k) || db.options.tooYoung(tx, k):
			continue
		case placed >= n && !mine:
			place(k)
			continue
		}
		s, err := read(tx, k, v, mine)
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		placed++
		s.Rank, s.Mine = place(k), mine
		top = append(top, s)
	}
	return top, nil
}

// Turnout returns the player's place on the board of the counted rounds of a game in an
// event, 0 if the player is not on it, and how many players are on that board and on that of
// the assisted rounds.
func (p *Player) Turnout(game string, e arcade.Event) (own, players int, err error) {
	players, err = readOwn(p, fmt.Sprintf("count the players of %s", e), func(tx *store.Tx, me playerID) (n int, err error) {
		own = 0
		for _, class := range []arcade.Class{arcade.Counted, arcade.Assisted} {
			place := inOrder()
			for k := range store.RowsUnder(tx.Bucket(boardsBucket), boardKey{game: game, class: class, kind: boardKind(e)}.prefix()) {
				if p.db.options.tooYoung(tx, k) {
					continue
				}
				n++
				at := place(k)
				if id, err := boardPlayer(k); err == nil && id == me && class == arcade.Counted {
					own = at
				}
			}
		}
		return n, nil
	})
	return own, players, err
}

// rowOf returns the key of a player's row on a board, or nil if there is none.
func (b boardKey) rowOf(tx *store.Tx, id playerID) []byte {
	if !b.exists() {
		return nil
	}
	if b.kind == wins || b.kind == streaks {
		sum, ok, err := sumsBucket.Get(tx, id.sum(b.game, b.class))
		if err != nil || !ok {
			return nil
		}
		if b.kind == wins {
			return b.key(descending(sum.Fresh), id)
		}
		return b.key(descending(sum.Longest), id)
	}
	row, ok, err := bestsBucket.Get(tx, id.best(b.game, b.class, b.kind))
	if err != nil || !ok {
		return nil
	}
	r, err := readRound(tx, row.ID)
	if err != nil {
		return nil
	}
	return b.key(b.kind.score(r), id)
}

// standing reads a row of the board.
func (b boardKey) standing(tx *store.Tx, games *games, key, value []byte, mine bool) (s arcade.Standing, err error) {
	id, err := boardPlayer(key)
	if err != nil {
		return s, err
	}
	player, ok, err := playersBucket.Get(tx, id[:])
	if err == nil && (!ok || player.Gone) {
		err = ErrNotFound
	}
	if err != nil {
		return s, err
	}
	s.Nick = player.Nick
	if b.kind == wins || b.kind == streaks {
		s.N = int(^binary.BigEndian.Uint32(key[len(b.prefix()):]))
		return s, nil
	}
	row, err := boardsBucket.Read(key, value)
	if err != nil {
		return s, err
	}
	if s.Result, err = readOwnRound(tx, id, row.ID); err == nil && player.Private && !mine {
		games.redact(&s.Result)
	}
	return s, err
}

// redact leaves of a round how many moves were made and how it ended, but neither the moves nor the deal.
func (g *games) redact(r *arcade.Result) {
	r.Stopped = r.Stopped || g.unfinished(*r)
	r.Record = engine.Record{Game: r.Record.Game, Version: r.Record.Version, Moves: make([]engine.Move, len(r.Record.Moves))}
}

// Best returns the player's best round of a game in a class; ok reports whether there is
// one. Of equal rounds it is the one stored first. A brief one is never the best, and a
// damaged one counts as none; the next round of its kind takes its place.
func (p *Player) Best(game string, class arcade.Class) (r arcade.Result, ok bool, err error) {
	r, err = readOwn(p, fmt.Sprintf("read the best of %.60s", game), func(tx *store.Tx, me playerID) (r arcade.Result, err error) {
		var best bestRow
		if best, ok, err = bestsBucket.Get(tx, me.best(game, class, allTime)); err == nil && ok {
			r, err = readOwnRound(tx, me, best.ID)
		}
		if ok = ok && err == nil; errors.Is(err, store.ErrDamaged) {
			err = nil
		}
		return r, err
	})
	return r, ok, err
}

// Ranked returns any player's round that is on a board, for others to look at, and the
// nick of its player, "" for one who is hidden. It also returns a round of the arcade's players in a race. It
// returns ErrNotFound for any other round, and if the player keeps games private.
func (db *DB) Ranked(id string) (r arcade.Result, nick string, err error) {
	r, err = readIn(db.View, fmt.Sprintf("read round %.40q", id), func(tx *store.Tx) (r arcade.Result, err error) {
		key, err := ulid.ParseStrict(id)
		if err != nil {
			return r, ErrNotFound
		}
		row, ok, err := roundsBucket.Get(tx, key[:])
		if err != nil || !ok {
			return r, ErrNotFound
		}
		owner, err := ownerOf(tx, row.Player)
		if err != nil {
			return r, err
		}
		if r, err = decodeRound(withRules(tx, ruled(tx, key, row)), key); err != nil {
			return r, err
		}
		player, ok, err := playersBucket.Get(tx, owner[:])
		if err != nil || !ok || !player.shows(tx, owner, r) {
			return r, errors.Join(ErrNotFound, err)
		}
		if !player.isHidden() {
			nick = player.Nick
		}
		return r, nil
	})
	return r, nick, err
}

// shows reports whether others may look at a round of the player with an ID: one on a board, or one of the
// arcade's players, who stand on no board, in a race.
func (row playerRow) shows(tx *store.Tx, id playerID, r arcade.Result) bool {
	_, race := r.Event.Race()
	return !row.Private && !row.Gone && (race && row.Level > 0 || slices.ContainsFunc(kinds(r), func(kind boardKind) bool {
		board := boardKey{r.Record.Game, r.Class, kind}
		return board.exists() && boardsBucket.Has(tx, board.key(kind.score(r), id))
	}))
}
