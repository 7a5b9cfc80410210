package data

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A followRow says that a player follows another, or ignores that one. It names the account that
// had the nick, so a new nick changes nothing. If that account was joined into another, its player is now
// the other one; if it was deleted, the row means nothing until Sweep deletes it.
type followRow struct {
	Since   int64  `json:"since,omitempty"` // Unix milliseconds
	Ignores bool   `json:"ignores,omitempty"`
	Neither bool   `json:"neither,omitempty"` // follows nor ignores: there is only the note
	Note    string `json:"note,omitempty"`    // for the player alone
}

// follow returns the key of a player among those whom a player follows.
func (p playerID) follow(other playerID) []byte { return append(p[:], other[:]...) }

// name returns the name of the account outside the file.
func (p playerID) name() arcade.PlayerID { return arcade.PlayerID(hex.EncodeToString(p[:])) }

// idNamed returns the account of a name outside the file. ok is false if that names none.
func idNamed(name arcade.PlayerID) (id playerID, ok bool) {
	b, err := hex.DecodeString(string(name))
	if ok = err == nil && len(b) == len(id); ok {
		id = playerID(b)
	}
	return id, ok
}

// Regard has the player follow or ignore the one with a nick, whether that one is on, away or hidden, or no
// longer do so. Nobody else learns of it. A player whom one ignores one follows no more, and the other way
// round; the same again changes nothing. It returns an ErrNotFound if nobody has the nick, ErrOneself if the
// player has it, ErrFollows if the player follows or ignores arcade.FollowsMax others already, and ErrNoAccount
// before the first game. To end it, arcade.Nameless stands for all who have no nick, and it is an ErrNotFound
// if the player regards nobody of that nick so.
func (p *Player) Regard(how arcade.Regard, nick string, now time.Time) error {
	ignores := how == arcade.Ignore || how == arcade.Unignore
	return p.change("follow or ignore a player", func(tx *store.Tx, a *accountTx) error {
		if how == arcade.Unfollow || how == arcade.Unignore {
			return a.disregard(tx, nick, ignores)
		}
		other, err := a.other(tx, nick)
		if err != nil {
			return err
		}
		all := regardsOf(tx, a.id)
		r := all.of(other)
		switch {
		case r.is(ignores):
			return nil
		case all.count(func(r regard) bool { return r.is(ignores) }) >= arcade.FollowsMax:
			return ErrFollows
		}
		r.followRow = followRow{Since: now.UnixMilli(), Ignores: ignores, Note: r.Note}
		return r.put(tx, a.id, other)
	})
}

// disregard ends that the account follows or ignores those with a nick.
func (a *accountTx) disregard(tx *store.Tx, nick string, ignores bool) (err error) {
	found := false
	for other, r := range regardsOf(tx, a.id) {
		if r.is(ignores) && strings.EqualFold(cmp.Or(r.nick, arcade.Nameless), nick) {
			r.followRow = followRow{Neither: true, Note: r.Note}
			found, err = true, errors.Join(err, r.put(tx, a.id, other))
		}
	}
	switch {
	case found:
		return err
	case ignores:
		return ErrNotFound.Saying("you ignore nobody of that nick")
	}
	return ErrNotFound.Saying("you follow nobody of that nick")
}

// other returns the account that has a nick and is not this one, or an ErrNotFound or ErrOneself.
func (a *accountTx) other(tx *store.Tx, nick string) (id playerID, err error) {
	if id, err = nickHolder(tx, nick); err == nil && id == a.id {
		err = ErrOneself
	}
	return id, err
}

// Note keeps a text about the one with a nick, which nobody but the player reads; "" ends that. It returns an
// ErrNotFound if nobody has the nick, ErrOneself if the player has it, ErrFollows if there are notes about
// arcade.FollowsMax others already, and ErrNoAccount before the first game.
func (p *Player) Note(nick, text string) error {
	return p.change("note something about a player", func(tx *store.Tx, a *accountTx) error {
		other, err := a.other(tx, nick)
		if err != nil {
			return err
		}
		all := regardsOf(tx, a.id)
		r := all.of(other)
		delete(all, other)
		if text != "" && all.count(regard.isNoted) >= arcade.FollowsMax {
			return ErrFollows
		}
		r.Note = text
		return r.put(tx, a.id, other)
	})
}

// RegardChanges counts the changes, made on any machine, to whom the player follows and ignores; it may count more.
// What was read stays true as long as the count does not change, unless one of those players joins accounts.
func (p *Player) RegardChanges() uint64 {
	if id := p.account.Load(); id != nil {
		return p.db.Changes(id[:])
	}
	return 0
}

// Following returns those whom the player follows, by nick.
func (p *Player) Following() ([]arcade.Followed, error) { return p.regarded(false) }

// Ignored returns those whom the player ignores, by nick.
func (p *Player) Ignored() ([]arcade.Followed, error) { return p.regarded(true) }

// regarded returns those whom the player follows or ignores, by nick.
func (p *Player) regarded(ignores bool) ([]arcade.Followed, error) {
	return readOwn(p, "read whom a player follows or ignores", func(tx *store.Tx, me playerID) (list []arcade.Followed, err error) {
		for other, r := range regardsOf(tx, me) {
			if r.is(ignores) {
				list = append(list, arcade.Followed{ID: other.name(), Nick: r.nick})
			}
		}
		slices.SortFunc(list, func(a, b arcade.Followed) int {
			return cmp.Or(cmp.Compare(strings.ToLower(a.Nick), strings.ToLower(b.Nick)), cmp.Compare(a.ID, b.ID))
		})
		return list, nil
	})
}

// Other returns what the player may know of the one with a nick. It returns an ErrNotFound if nobody has it, and
// for a hidden player who is on no board and whom the player doesn't follow.
func (p *Player) Other(nick string, now time.Time) (arcade.Other, error) {
	return readOwn(p, "read what is known of a player", func(tx *store.Tx, me playerID) (o arcade.Other, err error) {
		id, err := nickHolder(tx, nick)
		if err != nil {
			return o, err
		}
		row, _, err := playersBucket.Get(tx, id[:])
		if err != nil {
			return o, err
		}
		r := regardOf(tx, me, id)
		o.Nick, o.Level, o.Note, o.Follows, o.Ignores = row.Nick, row.Level, r.Note, r.is(false), r.is(true)
		if !row.offBoards() {
			p.readBoards(tx, id, &o, now)
			p.readLast(tx, id, row, &o)
		}
		switch hidden := row.isHidden(); {
		case hidden && id != me && !o.Follows && len(o.Games) == 0 && !o.Rating.Exists():
			return arcade.Other{}, errNoNick(nick)
		case !hidden && !row.Private:
			o.Since = fromMillis(row.Since)
		}
		return o, nil
	})
}

// readBoards reads how a player stands on the boards. What cannot be read is left out, as there.
func (p *Player) readBoards(tx *store.Tx, id playerID, o *arcade.Other, now time.Time) {
	month := monthOf(now.UnixMilli())
	if row, _, err := ratingsBucket.Get(tx, id.rating(month)); err == nil {
		if key := row.seasonKey(month, id); key != nil && !p.db.options.tooYoung(tx, key) {
			o.Rating = row.seen()
		}
	}
	for _, g := range p.db.games.library.House {
		on := arcade.OtherGame{Game: g.Info().ID}
		for _, kind := range []boardKind{wins, allTime} {
			board := boardKey{on.Game, arcade.Counted, kind}
			key := board.rowOf(tx, id)
			value := tx.Bucket(boardsBucket).Get(key)
			if value == nil || p.db.options.tooYoung(tx, key) {
				continue
			}
			if s, err := board.standing(tx, p.db.games, key, value, false); err == nil {
				on.Won, on.Best = max(on.Won, s.N), s.Result.Score
			}
		}
		if on.Won > 0 || on.Best.Max > 0 {
			o.Games = append(o.Games, on)
		}
	}
}

// lastAmong is how many of a player's newest rounds others may find the last one of a game among.
const lastAmong = 30

// readLast reads the last round of each game that stands on a board, which all may see, apart from races and the like.
func (p *Player) readLast(tx *store.Tx, id playerID, row playerRow, o *arcade.Other) {
	left := lastAmong
	for round := range newestFirst(tx, membersOf(tx, id), ulid.ULID{}) {
		if left--; left < 0 {
			return
		}
		r, err := readOwnRound(tx, id, round)
		i := slices.IndexFunc(o.Games, func(g arcade.OtherGame) bool { return g.Game == r.Record.Game && g.Last.ID == "" })
		_, daily := r.Event.Day()
		if err == nil && i >= 0 && (daily || r.Event == "") && row.shows(tx, id, r) {
			p.db.games.redact(&r)
			o.Games[i].Last = r
		}
	}
}

// errNoNick says that nobody has a nick.
func errNoNick(nick string) error { return ErrNotFound.Saying("nobody here has the nick %.40s", nick) }

// Regards reports whether a player follows another, and whether the player ignores that one.
func (db *DB) Regards(player, other arcade.PlayerID) (follows, ignores bool, err error) {
	id, known := idNamed(player)
	to, knownToo := idNamed(other)
	if !known || !knownToo {
		return false, false, nil
	}
	err = db.View(func(tx *store.Tx) error {
		r := regardOf(tx, id, to)
		follows, ignores = r.is(false), r.is(true)
		return nil
	})
	return follows, ignores, err
}

// nickHolder returns the account that has a nick, or an ErrNotFound.
func nickHolder(tx *store.Tx, nick string) (id playerID, err error) {
	row, ok, err := nicksBucket.Get(tx, nickKey(nick))
	switch {
	case err != nil:
		return id, err
	case !ok || len(row.Player) != len(id):
		return id, errNoNick(nick)
	}
	return playerID(row.Player), nil
}

// A regard is what an account has to do with another.
type regard struct {
	followRow
	nick string   // of the other
	keys [][]byte // of the rows that say so; several if accounts were joined since
}

// is reports whether the account ignores the other or, for false, follows that one.
func (r regard) is(ignores bool) bool { return !r.Neither && r.Ignores == ignores }

func (r regard) isNoted() bool { return r.Note != "" }

// put stores it as one row, or none if that would say nothing.
func (r regard) put(tx *store.Tx, id, other playerID) (err error) {
	for _, key := range r.keys {
		err = errors.Join(err, followsBucket.Delete(tx, key))
	}
	if !r.Neither || r.Note != "" {
		err = errors.Join(err, followsBucket.Put(tx, id.follow(other), r.followRow))
	}
	return err
}

// regards are what an account has to do with others.
type regards map[playerID]regard

// regardsOf returns the regards of an account. Whom it both follows and ignores, because accounts were joined,
// it ignores.
func regardsOf(tx *store.Tx, id playerID) regards {
	all := regards{}
	for key, row := range followsBucket.Under(tx, id[:]) {
		other, player, ok := followed(tx, key)
		if !ok {
			continue
		}
		r := all.of(other).with(key, row)
		r.nick, r.Neither = player.Nick, r.Neither || other == id // both became one account
		all[other] = r
	}
	return all
}

// regardOf returns the regard of an account for another, without its nick, and reads no others.
func regardOf(tx *store.Tx, id, other playerID) regard {
	r := regards{}.of(other)
	player, _, _ := playersBucket.Get(tx, other[:])
	for _, member := range player.all(other) {
		key := id.follow(member)
		if row, ok, err := followsBucket.Get(tx, key); ok && err == nil {
			r = r.with(key, row)
		}
	}
	return r
}

// with returns the regard with what one more row says.
func (r regard) with(key []byte, row followRow) regard {
	r.keys, r.Neither = append(r.keys, bytes.Clone(key)), r.Neither && row.Neither
	r.Ignores, r.Since, r.Note = r.Ignores || row.Ignores, cmp.Or(r.Since, row.Since), cmp.Or(r.Note, row.Note)
	return r
}

// of returns what the account has to do with another, who may be none of those.
func (rs regards) of(other playerID) regard {
	if r, ok := rs[other]; ok {
		return r
	}
	return regard{followRow: followRow{Neither: true}}
}

// count returns how many regards are of a kind.
func (rs regards) count(kind func(regard) bool) (n int) {
	for _, r := range rs {
		if kind(r) {
			n++
		}
	}
	return n
}

// followed returns the account that a key in follows leads to now. ok is false if it leads
// to none.
func followed(tx *store.Tx, key []byte) (id playerID, row playerRow, ok bool) {
	n := len(id)
	if len(key) != 2*n {
		return id, row, false
	}
	id = playerID(key[n:])
	row, ok, err := playersBucket.Get(tx, id[:])
	if len(row.Into) == n { // an account that was joined names the one that stays
		id = playerID(row.Into)
		row, ok, err = playersBucket.Get(tx, id[:])
	}
	return id, row, ok && err == nil && !row.Gone
}

// follows moves the regards to the account that stays, as far as there is room: the oldest first. A player
// whom one of the two follows and the other ignores is ignored. Notes follow where the account that stays has none.
func (m merger) follows() error {
	mine, theirs := regardsOf(m.tx, m.stays.id), regardsOf(m.tx, m.goes.id)
	err := dropUnder(m.tx, followsBucket, m.goes.id)
	delete(theirs, m.stays.id)
	for _, other := range slices.SortedFunc(maps.Keys(theirs), func(a, b playerID) int {
		return cmp.Or(cmp.Compare(theirs[a].Since, theirs[b].Since), a.compare(b))
	}) {
		r, their := mine.of(other), theirs[other]
		has := r.Neither || !r.Ignores && their.Ignores
		room := mine.count(func(r regard) bool { return r.is(their.Ignores) }) < arcade.FollowsMax
		switch noted := r.isNoted(); {
		case !their.Neither && has && room:
			r.followRow = followRow{Since: their.Since, Ignores: their.Ignores, Note: cmp.Or(r.Note, their.Note)}
		case their.isNoted() && !noted && mine.count(regard.isNoted) < arcade.FollowsMax:
			r.Note = their.Note
		default:
			continue
		}
		mine[other] = r
		err = errors.Join(err, r.put(m.tx, m.stays.id, other))
	}
	return err
}

// sweepFollows deletes the rows that lead to deleted accounts.
func sweepFollows(db *DB, _ time.Time) error {
	return remove(db, followsBucket, func(tx *store.Tx, key []byte, _ followRow) bool {
		n := len(playerID{})
		return len(key) == 2*n && !playersBucket.Has(tx, key[n:]) // Check reports others
	})
}

// brokenFollow reports a row that does not name two players, or belongs to none.
func brokenFollow(tx *store.Tx, key []byte, _ followRow) string {
	if len(key) != 2*len(playerID{}) {
		return fmt.Sprintf("Row %q does not name a player and one to follow.", key)
	}
	return orphanOf(followsBucket)(tx, key, nil)
}
