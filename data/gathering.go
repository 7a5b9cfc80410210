package data

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// What races and challenges have in common: players enter them by a code, and have places in them.

// A placeRow is a player's place in a race or a challenge.
type placeRow struct {
	ID        string    `json:"id"`                  // unique there
	Player    []byte    `json:"player,omitempty"`    // nil: the account was deleted
	Abandoned bool      `json:"abandoned,omitempty"` // the race or duel ended the round, while its player was away
	Rated     *ratedRow `json:"rated,omitempty"`     // nil: it does not count for the player's rating
	Network   []byte    `json:"network,omitempty"`   // in a duel that goes on, a hash of that of the player; nil: unknown
}

// placeIDLen is the length of a place's ID, in characters.
const placeIDLen = 8

func newPlace(id playerID) placeRow {
	return placeRow{ID: rand.Text()[:placeIDLen], Player: bytes.Clone(id[:])}
}

// places are those of one race or challenge, in the order of entering.
type places []placeRow

// of returns the index of a player's place, or -1.
func (ps places) of(id playerID) int {
	return slices.IndexFunc(ps, func(p placeRow) bool { return bytes.Equal(p.Player, id[:]) })
}

// players iterates over the places of players whose accounts were not deleted.
func (ps places) players() iter.Seq2[int, playerID] {
	return func(yield func(int, playerID) bool) {
		for i, p := range ps {
			if len(p.Player) == len(playerID{}) && !yield(i, playerID(p.Player)) {
				return
			}
		}
	}
}

// abandoned reports whether nobody who has a place has an account any more.
func (ps places) abandoned() bool {
	return !slices.ContainsFunc(ps, func(p placeRow) bool { return len(p.Player) > 0 })
}

// reassigned returns a copy with the place of one player given to another, who keeps only the
// earlier one of two.
func (ps places) reassigned(from, to playerID) (moved places) {
	given := false
	for _, p := range ps {
		if bytes.Equal(p.Player, from[:]) || bytes.Equal(p.Player, to[:]) {
			if given {
				continue
			}
			p.Player, given = bytes.Clone(to[:]), true
		}
		moved = append(moved, p)
	}
	return moved
}

// A gathering is a kind of event that players enter by a code.
type gathering[Row any] struct {
	what    string // "Race"
	rows    store.Table[Row]
	entered []byte // the bucket with each player's codes
	places  func(*Row) *places
	game    func(Row) (id string, madeUp bool) // the rules of one that was made up are in variations
	open    func(Row) bool                     // a player who leaves leaves no place
	goesOn  func(Row) bool                     // it is found among the codes of nobody

	missing, outside *arcade.Refusal // if there is none, and if the player is not in it
}

// gatheringKey returns what is stored under a code, however it was typed.
func gatheringKey(code string) []byte {
	code = strings.ToUpper(code)
	return []byte(strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(code))
}

// get returns the row of a code, or missing, which is an ErrNotFound.
func (g gathering[Row]) get(tx *store.Tx, code []byte) (Row, error) {
	row, ok, err := g.rows.Get(tx, code)
	if err == nil && !ok {
		err = g.missing
	}
	return row, err
}

// own returns the row of a code if a player has a place there, or else outside, which is an
// ErrNotFound.
func (g gathering[Row]) own(tx *store.Tx, code []byte, id playerID) (Row, error) {
	row, err := g.get(tx, code)
	if errors.Is(err, g.missing) || err == nil && g.places(&row).of(id) < 0 {
		err = g.outside
	}
	return row, err
}

func (g gathering[Row]) codesOf(tx *store.Tx, id playerID) [][]byte {
	return ownKeys(tx, g.entered, id)
}

// newCode returns a code of n characters that is not in use: a prefix, and then five random bits each.
func (g gathering[Row]) newCode(tx *store.Tx, prefix string, n int) ([]byte, error) {
	for {
		code, err := engine.NewCode(rand.Reader)
		if err != nil {
			return nil, err
		}
		if key := []byte(prefix + string(code[len(prefix):n])); !g.rows.Has(tx, key) {
			return key, nil
		}
	}
}

// keep stores a row, or deletes it if nobody can come back to it.
func (g gathering[Row]) keep(tx *store.Tx, code []byte, row Row) error {
	if g.places(&row).abandoned() {
		return g.rows.Delete(tx, code)
	}
	return g.rows.Put(tx, code, row)
}

// leave takes a player out. The place goes if the event is open, and stays without the player otherwise.
func (g gathering[Row]) leave(tx *store.Tx, code []byte, row Row, id playerID) error {
	ps := g.places(&row)
	place := ps.of(id)
	*ps = slices.Clone(*ps)
	if g.open(row) {
		*ps = slices.Delete(*ps, place, place+1)
	} else {
		(*ps)[place].Player, (*ps)[place].Rated, (*ps)[place].Network = nil, nil, nil
	}
	return g.keep(tx, code, row)
}

// drop takes out a player whose account is deleted.
func (g gathering[Row]) drop(tx *store.Tx, id playerID, code []byte) error {
	row, err := g.own(tx, code, id)
	if err != nil {
		return tx.Bucket(g.entered).Delete(slices.Concat(id[:], code))
	}
	return g.leave(tx, code, row, id)
}

// move gives a player's place to another, who keeps the earlier one if both have one. A damaged row
// is left as it is.
func (g gathering[Row]) move(tx *store.Tx, from, to playerID, code []byte) error {
	row, err := g.own(tx, code, from)
	if err != nil {
		b := tx.Bucket(g.entered)
		return errors.Join(b.Delete(slices.Concat(from[:], code)), b.Put(slices.Concat(to[:], code), []byte{}))
	}
	*g.places(&row) = g.places(&row).reassigned(from, to)
	return g.rows.Put(tx, code, row)
}

// index has each player's codes.
func (g gathering[Row]) index(lost func(tx *store.Tx, code []byte) error) store.Index {
	ix := store.Index{
		Bucket: g.entered, Of: g.rows,
		Keys: func(code, value []byte) (keys [][]byte, err error) {
			row, err := g.rows.Read(code, value)
			for _, p := range *g.places(&row) {
				if len(p.Player) > 0 {
					keys = append(keys, slices.Concat(p.Player, code))
				}
			}
			if g.goesOn(row) {
				keys = append(keys, slices.Concat(nobody[:], code))
			}
			return keys, err
		},
		Source: afterPlayer,
	}
	if lost != nil {
		ix.Lost = func(tx *store.Tx, key []byte) error { return lost(tx, afterPlayer(key)) }
	}
	return ix
}

// broken reports a row that nobody can come back to, whose rules are missing, or whose players do not
// all exist.
func (g gathering[Row]) broken(tx *store.Tx, code []byte, row Row) string {
	ps := *g.places(&row)
	if ps.abandoned() {
		return fmt.Sprintf("%s %.20q has no players.", g.what, code)
	}
	if game, madeUp := g.game(row); madeUp && !isMadeUp(tx, game) {
		return fmt.Sprintf("%s %.20q is of %.60s, whose rules are missing.", g.what, code, game)
	}
	for i, p := range ps {
		if len(p.Player) == 0 || joinPending(tx, p.Player) {
			continue
		}
		id, ok := holderOf(tx, p)
		switch {
		case !ok || !bytes.Equal(id[:], p.Player):
			return fmt.Sprintf("%s %.20q has somebody, %x, who is not a player.", g.what, code, short(p.Player))
		case ps.of(id) != i:
			return fmt.Sprintf("%s %.20q has player %s twice.", g.what, code, id)
		}
	}
	return ""
}

// repair corrects the places of a row to those of accounts that exist.
func (g gathering[Row]) repair(tx *store.Tx, code []byte, row Row) error {
	ps := g.places(&row)
	for i, p := range *ps {
		(*ps)[i].Player = nil
		if id, ok := holderOf(tx, p); ok {
			(*ps)[i].Player = bytes.Clone(id[:])
		}
	}
	for _, id := range slices.Clone(*ps).players() {
		*ps = ps.reassigned(id, id)
	}
	if g.open(row) { // a missing player could never start it
		*ps = slices.DeleteFunc(*ps, func(p placeRow) bool { return len(p.Player) == 0 })
	}
	return g.keep(tx, code, row)
}

// holderOf returns the player to whom a place belongs now, and reports whether that player exists.
func holderOf(tx *store.Tx, p placeRow) (id playerID, ok bool) {
	id, err := ownerOf(tx, p.Player)
	return id, err == nil && playersBucket.Has(tx, id[:])
}

// joinPending reports whether a player's places are still to be given to the
// account that the player was joined into.
func joinPending(tx *store.Tx, player []byte) bool {
	row, _, _ := playersBucket.Get(tx, player)
	if len(row.Into) == 0 {
		return false
	}
	into, _, _ := playersBucket.Get(tx, row.Into)
	return into.JoinPending || into.Gone
}

// each calls fn for those that a player has entered and that can be read, in transactions of n at
// most.
func (g gathering[Row]) each(
	p *Player, doing string, n int, fn func(tx *store.Tx, me playerID, code []byte, row Row) error,
) error {
	codes, err := readOwn(p, doing, func(tx *store.Tx, me playerID) ([][]byte, error) { return g.codesOf(tx, me), nil })
	for some := range slices.Chunk(codes, n) {
		if err != nil {
			break
		}
		_, err = readOwn(p, doing, func(tx *store.Tx, me playerID) (none struct{}, err error) {
			for _, code := range some {
				if row, bad := g.own(tx, code, me); bad == nil && err == nil {
					err = fn(tx, me, code, row)
				}
			}
			return none, err
		})
	}
	return err
}

// latest returns the first n of what read returns for those that a player has entered, the latest
// by at first. Damaged ones are left out.
func latest[Row, T any](
	p *Player, g gathering[Row], n int, at func(Row) int64, read func(code string) (T, error),
) (list []T, err error) {
	type dated struct {
		code string
		at   int64
	}
	var all []dated
	doing := fmt.Sprintf("list the %ss", strings.ToLower(g.what))
	if err := g.each(p, doing, store.PageRows, func(_ *store.Tx, _ playerID, code []byte, row Row) error {
		all = append(all, dated{string(code), at(row)})
		return nil
	}); err != nil {
		return nil, err
	}
	slices.SortFunc(all, func(a, b dated) int { return cmp.Or(cmp.Compare(b.at, a.at), strings.Compare(a.code, b.code)) })
	for _, d := range all[:min(n, len(all))] {
		switch one, err := read(d.code); {
		case errors.Is(err, ErrNotFound): // deleted in the meantime
		case err != nil:
			return nil, err
		default:
			list = append(list, one)
		}
	}
	return list, nil
}
