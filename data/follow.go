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

// Follow has the player follow the one with a nick, whether that one is on, away or hidden.
// Nobody else learns of it. Following somebody again changes nothing. It returns an
// ErrNotFound if nobody has the nick, ErrOneself if the player has it, ErrFollows if the player follows
// arcade.FollowsMax others already, and ErrNoAccount before the first game.
func (p *Player) Follow(nick string, now time.Time) error { return p.regard(nick, false, now) }

// Ignore has the player ignore the one with a nick, and no longer follow that one. What it
// returns is that of [Player.Follow]; as many can be ignored as followed.
func (p *Player) Ignore(nick string, now time.Time) error { return p.regard(nick, true, now) }

// regard has the player follow or ignore the one with a nick, and not both.
func (p *Player) regard(nick string, ignores bool, now time.Time) error {
	return p.change("follow or ignore a player", func(tx *store.Tx, a *accountTx) error {
		other, err := nickHolder(tx, nick)
		if err != nil {
			return err
		}
		if other == a.id {
			return ErrOneself
		}
		regarded := regardedBy(tx, a.id)
		into, from := regarded[ignores], regarded[!ignores]
		if _, already := into[other]; already {
			return nil
		}
		if len(into) >= arcade.FollowsMax {
			return ErrFollows
		}
		row := followRow{Since: now.UnixMilli(), Ignores: ignores, Note: notesOf(tx, a.id)[other]}
		return errors.Join(from[other].remove(tx), followsBucket.Put(tx, a.id.follow(other), row))
	})
}

// Note keeps a text about the one with a nick, which nobody but the player reads; "" ends that. It returns an
// ErrNotFound if nobody has the nick, ErrOneself if the player has it, ErrFollows if there are notes about
// arcade.FollowsMax others already, and ErrNoAccount before the first game.
func (p *Player) Note(nick, text string) error {
	return p.change("note something about a player", func(tx *store.Tx, a *accountTx) error {
		other, err := nickHolder(tx, nick)
		if err != nil {
			return err
		}
		if other == a.id {
			return ErrOneself
		}
		return note(tx, a.id, other, text)
	})
}

// note keeps what an account notes about another.
func note(tx *store.Tx, id, other playerID, text string) error {
	var keys [][]byte
	notes := 0
	for key, row := range followsBucket.Under(tx, id[:]) {
		if to, _, ok := followed(tx, key); ok && to == other {
			keys = append(keys, bytes.Clone(key))
		} else if row.Note != "" {
			notes++
		}
	}
	if text != "" && notes >= arcade.FollowsMax {
		return ErrFollows
	}
	return putNote(tx, keys, id.follow(other), text)
}

// putNote puts a text into the rows about somebody or, if there are none, into a new one.
func putNote(tx *store.Tx, keys [][]byte, fresh []byte, text string) (err error) {
	if len(keys) == 0 {
		keys = [][]byte{fresh}
	}
	for _, key := range keys {
		row, ok, bad := followsBucket.Get(tx, key)
		row.Note, row.Neither = text, row.Neither || !ok
		err = errors.Join(err, bad, row.put(tx, key))
	}
	return err
}

// put stores the row, or deletes one that says nothing.
func (row followRow) put(tx *store.Tx, key []byte) error {
	if row.Neither && row.Note == "" {
		return followsBucket.Delete(tx, key)
	}
	return followsBucket.Put(tx, key, row)
}

// notesOf returns what an account has noted about others.
func notesOf(tx *store.Tx, id playerID) map[playerID]string {
	notes := map[playerID]string{}
	for key, row := range followsBucket.Under(tx, id[:]) {
		if other, _, ok := followed(tx, key); ok && row.Note != "" {
			notes[other] = cmp.Or(notes[other], row.Note)
		}
	}
	return notes
}

// Unfollow has the player no longer follow the one with a nick; arcade.Nameless stands for
// all who have none. It returns an ErrNotFound if the player follows nobody of that nick.
func (p *Player) Unfollow(nick string) error { return p.disregard(nick, false) }

// Unignore is to Ignore what Unfollow is to Follow.
func (p *Player) Unignore(nick string) error { return p.disregard(nick, true) }

// disregard has the player no longer follow or ignore the one with a nick.
func (p *Player) disregard(nick string, ignores bool) error {
	return p.change("no longer follow or ignore a player", func(tx *store.Tx, a *accountTx) error {
		found, notes := false, notesOf(tx, a.id)
		var err error
		for other, f := range regardedBy(tx, a.id)[ignores] {
			if strings.EqualFold(cmp.Or(f.nick, arcade.Nameless), nick) {
				row := followRow{Neither: true, Note: notes[other]}
				found, err = true, errors.Join(err, f.remove(tx), row.put(tx, a.id.follow(other)))
			}
		}
		switch {
		case found:
			return err
		case ignores:
			return ErrNotFound.Saying("you ignore nobody of that nick")
		}
		return ErrNotFound.Saying("you follow nobody of that nick")
	})
}

// Following returns those whom the player follows, by nick.
func (p *Player) Following() ([]arcade.Followed, error) { return p.regarded(false) }

// Ignored returns those whom the player ignores, by nick.
func (p *Player) Ignored() ([]arcade.Followed, error) { return p.regarded(true) }

// regarded returns those whom the player follows or ignores, by nick.
func (p *Player) regarded(ignores bool) ([]arcade.Followed, error) {
	return readOwn(p, "read whom a player follows or ignores", func(tx *store.Tx, me playerID) (list []arcade.Followed, err error) {
		for other, f := range regardedBy(tx, me)[ignores] {
			list = append(list, arcade.Followed{ID: other.name(), Nick: f.nick})
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
		regarded := regardedBy(tx, me)
		o.Nick, o.Level, o.Note = row.Nick, row.Level, notesOf(tx, me)[id]
		_, o.Follows = regarded[false][id]
		_, o.Ignores = regarded[true][id]
		if !row.offBoards() {
			p.readBoards(tx, id, &o, now)
		}
		switch hidden := row.isHidden(); {
		case hidden && id != me && !o.Follows && len(o.Games) == 0 && !o.Rating.Exists():
			return arcade.Other{}, errNoNick
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

// errNoNick says that nobody has a nick.
var errNoNick = ErrNotFound.Saying("nobody here has that nick")

// Regards reports whether a player follows another, and whether the player ignores that one.
func (db *DB) Regards(player, other arcade.PlayerID) (follows, ignores bool, err error) {
	id, bad := hex.DecodeString(string(player))
	to, badToo := hex.DecodeString(string(other))
	if bad != nil || badToo != nil || len(id) != len(playerID{}) || len(to) != len(playerID{}) {
		return false, false, nil
	}
	err = db.View(func(tx *store.Tx) error {
		regarded := regardedBy(tx, playerID(id))
		_, follows = regarded[false][playerID(to)]
		_, ignores = regarded[true][playerID(to)]
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
		return id, errNoNick
	}
	return playerID(row.Player), nil
}

// A follow is a player whom another follows or ignores.
type follow struct {
	nick string
	keys [][]byte // of the rows; several if accounts were joined since
}

// remove deletes the rows.
func (f follow) remove(tx *store.Tx) (err error) {
	for _, key := range f.keys {
		err = errors.Join(err, followsBucket.Delete(tx, key))
	}
	return err
}

// regardedBy returns those whom an account follows, under false, and those whom it ignores, under
// true. A player who is both, because accounts were joined, counts as ignored.
func regardedBy(tx *store.Tx, id playerID) map[bool]map[playerID]follow {
	regarded := map[bool]map[playerID]follow{false: {}, true: {}}
	for key, how := range followsBucket.Under(tx, id[:]) {
		other, row, ok := followed(tx, key)
		if !ok || how.Neither || other == id { // both became one account
			continue
		}
		f := regarded[how.Ignores][other]
		f.nick, f.keys = row.Nick, append(f.keys, bytes.Clone(key))
		regarded[how.Ignores][other] = f
	}
	for other, f := range regarded[false] {
		if both, ok := regarded[true][other]; ok {
			both.keys = append(both.keys, f.keys...)
			regarded[true][other] = both
			delete(regarded[false], other)
		}
	}
	return regarded
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

// follows moves the rows of those whom the player follows or ignores to the account that stays,
// as far as there is room: the oldest first. A player whom one of them follows and the other ignores
// is ignored. Notes follow where the account that stays has none.
func (m merger) follows() error {
	rows := map[string]followRow{}
	for key, row := range followsBucket.Under(m.tx, m.goes.id[:]) {
		rows[string(key)] = row
	}
	err := dropUnder(m.tx, followsBucket, m.goes.id)
	regarded, notes := regardedBy(m.tx, m.stays.id), notesOf(m.tx, m.stays.id)
	oldest := slices.SortedFunc(maps.Keys(rows), func(a, b string) int {
		return cmp.Or(cmp.Compare(rows[a].Since, rows[b].Since), strings.Compare(a, b))
	})
	for _, key := range oldest {
		other, _, ok := followed(m.tx, []byte(key))
		f, isFollowed := regarded[false][other]
		ignored, isIgnored := regarded[true][other]
		row, into := rows[key], regarded[rows[key].Ignores]
		if !ok || other == m.stays.id {
			continue
		}
		fresh := row.Note != "" && notes[other] == ""
		row.Note = cmp.Or(notes[other], row.Note)
		if row.Neither || isIgnored || isFollowed && !row.Ignores || len(into) >= arcade.FollowsMax {
			if fresh && len(notes) < arcade.FollowsMax {
				notes[other] = row.Note
				err = errors.Join(err, putNote(m.tx, slices.Concat(ignored.keys, f.keys), m.stays.id.follow(other), row.Note))
			}
			continue
		}
		if fresh {
			notes[other] = row.Note
		}
		own := m.stays.id.follow(other)
		delete(regarded[false], other)
		into[other] = follow{keys: [][]byte{own}}
		err = errors.Join(err, f.remove(m.tx), followsBucket.Put(m.tx, own, row))
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
