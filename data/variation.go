package data

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
)

// A variationRow is a game that somebody made up. It is written with the first round, race
// or name of the game, and stays as long as the file mentions the game; see sweepVariations.
type variationRow struct {
	Text   string `json:"text"`         // the rules; see engine.RulesOf
	By     []byte `json:"by,omitempty"` // the player who kept it first, as long as that player keeps it
	Since  int64  `json:"since"`        // Unix milliseconds
	Hidden bool   `json:"hidden,omitempty"`
	// The counts follow from kept and sums.
	Players  int            `json:"players,omitempty"` // who have finished a round of it, here or elsewhere
	Rounds   int            `json:"rounds,omitempty"`  // that they have finished here
	Keepers  int            `json:"keepers,omitempty"`
	Estimate *hint.Estimate `json:"estimate,omitempty"`
	// Idle is when Sweep found that nobody keeps it and no round of it is finished, Unix
	// milliseconds. Whatever mentions the game again makes it 0.
	Idle int64 `json:"idle,omitempty"`
}

// used reports whether anybody keeps the game or has finished a round of it.
func (row variationRow) used() bool { return row.Keepers > 0 || row.Players > 0 }

// A keptRow says that a player keeps a made-up game.
type keptRow struct {
	Name  string `json:"name,omitempty"` // "" if it was lost: then it is the one that the design proposes
	Since int64  `json:"since"`          // Unix milliseconds
}

// kept returns the key of a made-up game among those that a player keeps.
func (p playerID) kept(id string) []byte { return append(p[:], id...) }

// hiddenVariations is the order in which hosts read the games that they have hidden: the
// latest first. Those are in no other order.
const hiddenVariations arcade.VariationOrder = "hidden"

// listed returns the keys of the row in the lists of made-up games: for each order the
// numbers that decide, greater ones first. A game that was only begun is in none.
func (row variationRow) listed(id string) (keys [][]byte) {
	list := func(order arcade.VariationOrder, numbers ...int64) {
		key := listPrefix(order)
		for _, n := range numbers {
			key = binary.BigEndian.AppendUint64(key, math.MaxUint64-uint64(max(n, 0)))
		}
		keys = append(keys, append(key, id...))
	}
	players, rounds, keepers := int64(row.Players), int64(row.Rounds), int64(row.Keepers)
	switch {
	case !row.used():
	case row.Hidden:
		list(hiddenVariations, row.Since, 0)
	default:
		list(arcade.ByPlayers, players, rounds)
		list(arcade.ByRounds, rounds, players)
		list(arcade.ByAge, row.Since, 0)
		list(arcade.ByKeepers, keepers, players)
	}
	return keys
}

// listPrefix returns the beginning of the keys of an order.
func listPrefix(order arcade.VariationOrder) []byte { return append([]byte(order), 0) }

// listNumbers is the size of the numbers in a key of a list, in bytes.
const listNumbers = 2 * 8

// listedID returns the game in a key of a list, nil if it is no such key.
func listedID(key []byte) []byte {
	i := bytes.IndexByte(key, 0) + 1
	if i == 0 || len(key) <= i+listNumbers {
		return nil
	}
	return key[i+listNumbers:]
}

// variationRows is how many rows it takes, about, to change one of them in sums, kept or
// rounds together with the row of its made-up game.
const variationRows = 12

// listedIndex has the lists.
var listedIndex = store.Index{
	Bucket: listedBucket, Of: variationsBucket,
	Keys: func(id, value []byte) ([][]byte, error) {
		row, err := variationsBucket.Read(id, value)
		return row.listed(string(id)), err
	},
	Source: listedID,
}

// bringRules writes the row of a made-up game that a round, a race or a player mentions
// from now on, unless it is there. rules are those that rulesOf returned; for "" it does
// nothing. now is in Unix milliseconds.
func (db *DB) bringRules(tx *store.Tx, id, rules string, now int64) error {
	if rules == "" {
		return nil
	}
	v, known, err := variationsBucket.Get(tx, []byte(id))
	switch {
	case errors.Is(err, store.ErrDamaged): // the rules are here; Repair counts
		known = false
	case err != nil:
		return err
	case known && v.Text != rules:
		return ErrRound.Saying("%.60s is the ID of other rules", id)
	case known && v.Idle == 0:
		return nil
	}
	if !known {
		v = variationRow{Text: rules, Since: now}
	}
	v.Idle = 0
	err = variationsBucket.Put(tx, []byte(id), v)
	db.games.shelf.follow(tx, id)
	return err
}

// mentioned records that a made-up game is mentioned elsewhere than before, so that a sweep
// under way does not overlook it.
func mentioned(tx *store.Tx, id string) error {
	return editVariation(tx, id, func(v *variationRow) bool {
		was := v.Idle
		v.Idle = 0
		return was != 0
	})
}

// editVariation changes the row of a made-up game, if there is one that can be read: Check reports others. fn
// reports whether it has changed the row.
func editVariation(tx *store.Tx, id string, fn func(v *variationRow) bool) error {
	v, known, err := variationsBucket.Get(tx, []byte(id))
	if err != nil || !known || !fn(&v) {
		return nil
	}
	return variationsBucket.Put(tx, []byte(id), v)
}

// countPlays calls write, which changes a row of the sums, and adds what changes in the
// counts of a made-up game.
func countPlays(tx *store.Tx, key string, write func() error) error {
	game, _ := splitSum(string(afterPlayer([]byte(key))))
	if !isMadeUp(tx, game) {
		return write()
	}
	player := playerID([]byte(key[:len(playerID{})]))
	before := playsOf(tx, player, game)
	if err := write(); err != nil {
		return err
	}
	after := playsOf(tx, player, game)
	return editVariation(tx, game, func(v *variationRow) bool {
		v.Players = max(0, v.Players+after.players-before.players)
		v.Rounds = max(0, v.Rounds+after.rounds-before.rounds)
		v.Idle = 0 // a sweep under way may have looked elsewhere
		return before != after
	})
}

// plays counts players who have finished rounds of a game, and the rounds.
type plays struct{ players, rounds int }

func playsOf(tx *store.Tx, player playerID, game string) (p plays) {
	for key, value := range store.RowsUnder(tx.Bucket(sumsBucket), player.sum(game, "")) {
		p.rounds += playedHere(key, value)
		p.players = 1
	}
	return p
}

// playedHere returns how many rounds a row of the sums counts, but for imported ones: making
// thousands of those up costs nothing, and a list would begin with their game.
func playedHere(key, value []byte) int {
	if _, class := splitSum(string(key[len(playerID{}):])); class == arcade.Imported {
		return 0
	}
	sum, _ := sumsBucket.Read(key, value)
	return sum.Played
}

// KeepVariation keeps a made-up game for the player under its name, which nobody else reads;
// one that the player keeps already gets the new name. A player without an account gets one. The error is
// ErrName if the name cannot be used (see [CheckVariationName]), ErrNameTaken if another
// game that the player keeps has that name or one that looks like it, ErrVariations if the
// player keeps arcade.VariationsMax already, ErrRound if there is no such game, and ErrFull
// if the file has no room.
func (p *Player) KeepVariation(g engine.MadeUp, now time.Time) error {
	id, name := g.Info().ID, g.Info().Name
	rules, err := p.db.games.rulesOf(id, engine.RulesOf(g))
	if err != nil {
		return ErrRound.Saying("%v", err)
	}
	if err := CheckVariationName(name, p.db.games.library); err != nil {
		return err
	}
	var of playerID
	err = p.changeOrCreate("keep a variation", now, func(tx *store.Tx, a *accountTx) error {
		of = a.id
		key := a.id.kept(id)
		row, there, err := keptBucket.Get(tx, key)
		if err != nil && !errors.Is(err, store.ErrDamaged) {
			return err
		}
		mine := keptGames(tx, a.id)
		switch {
		case slices.ContainsFunc(mine, func(k keptGame) bool { return k.id != id && sameName(k.name, name) }):
			return ErrNameTaken
		case !there && len(mine) >= arcade.VariationsMax:
			return ErrVariations
		case !there && p.db.Full(tx):
			return ErrFull
		}
		if err := p.db.bringRules(tx, id, rules, now.UnixMilli()); err != nil {
			return err
		}
		v, _, err := variationsBucket.Get(tx, []byte(id))
		if err != nil {
			return err
		}
		if !there {
			row.Since, v.Keepers = now.UnixMilli(), v.Keepers+1
		}
		if len(v.By) == 0 {
			v.By = a.id[:]
		}
		row.Name, v.Idle = name, 0
		err = errors.Join(keptBucket.Put(tx, key, row), variationsBucket.Put(tx, []byte(id), v))
		p.db.games.shelf.followOwn(tx, a.id, a.row.all(a.id))
		return err
	})
	if err == nil {
		p.account.Store(&of)
	}
	return err
}

// DropVariation ends that the player keeps a made-up game. It does nothing if the player
// does not keep it.
func (p *Player) DropVariation(id string) error {
	err := p.change("drop a variation", func(tx *store.Tx, a *accountTx) error {
		err := dropKept(tx, a.id, id)
		p.db.games.shelf.followOwn(tx, a.id, a.row.all(a.id))
		return err
	})
	if errors.Is(err, ErrNoAccount) {
		return nil
	}
	return err
}

// dropKept ends that a player keeps a made-up game.
func dropKept(tx *store.Tx, player playerID, id string) error {
	key := player.kept(id)
	if !keptBucket.Has(tx, key) {
		return nil
	}
	return errors.Join(keptBucket.Delete(tx, key), editVariation(tx, id, func(v *variationRow) bool {
		v.Keepers = max(0, v.Keepers-1)
		if bytes.Equal(v.By, player[:]) {
			v.By = nil
		}
		return true
	}))
}

// dropAllKept ends that a player who is about to be deleted keeps anything, and returns how
// many games that were.
func (db *DB) dropAllKept(tx *store.Tx, id playerID, row playerRow) (n int, err error) {
	kept := keptGames(tx, id)
	for _, game := range kept {
		err = errors.Join(err, dropKept(tx, id, game.id))
	}
	if len(kept) > 0 {
		db.games.shelf.followOwn(tx, id, row.all(id))
	}
	return len(kept), err
}

// Variation returns what is known of a made-up game, which need not be kept or played here.
func (p *Player) Variation(g engine.MadeUp) (arcade.Variation, error) {
	id := g.Info().ID
	v, err := readOwn(p, fmt.Sprintf("read %.60s", id), func(tx *store.Tx, me playerID) (v arcade.Variation, err error) {
		row, known, err := variationsBucket.Get(tx, []byte(id))
		if err == nil && known {
			v, _ = p.db.variation(tx, id, row, me) // the game is g if its rules cannot be used
		}
		return v, err
	})
	if err == nil && v.Game == nil {
		v.Game = g
	}
	return v, err
}

// Variations returns the first n made-up games that were kept or played here, in an order.
// It leaves out those that the host has hidden, and those that cannot be read.
func (p *Player) Variations(order arcade.VariationOrder, n int) ([]arcade.Variation, error) {
	return readOwn(p, "list the variations", func(tx *store.Tx, me playerID) (list []arcade.Variation, err error) {
		for _, v := range p.db.listed(tx, order, me, n) {
			list = append(list, v.Variation)
		}
		return list, nil
	})
}

// Begun returns the made-up games of which the player has an open round that is of no
// event, in the order of their IDs, under the player's own names as far as there are any.
func (p *Player) Begun() ([]engine.MadeUp, error) {
	return readOwn(p, "list the open variations", func(tx *store.Tx, me playerID) (games []engine.MadeUp, err error) {
		for key := range store.RowsUnder(tx.Bucket(openRoundsBucket), me[:]) {
			id, event := arcade.CutSlot(string(key[len(me):]))
			v, known, err := variationsBucket.Get(tx, []byte(id))
			if err != nil || !known || event != "" {
				continue // Check reports one that cannot be read
			}
			if seen, err := p.db.variation(tx, id, v, me); err == nil {
				games = append(games, seen.Game)
			}
		}
		return games, nil
	})
}

// listed returns the first n made-up games of a list as a player knows them.
func (db *DB) listed(tx *store.Tx, order arcade.VariationOrder, me playerID, n int) (list []VariationInfo) {
	for key := range store.RowsUnder(tx.Bucket(listedBucket), listPrefix(order)) {
		if len(list) >= n {
			break
		}
		id := listedID(key)
		row, known, err := variationsBucket.Get(tx, id)
		if err != nil || !known {
			continue // Check reports it
		}
		v, err := db.variation(tx, string(id), row, me)
		if err != nil {
			continue
		}
		info := VariationInfo{Variation: v, Hidden: row.Hidden}
		if len(row.By) == len(playerID{}) {
			info.Owner = idMark + playerID(row.By).String()
		}
		list = append(list, info)
	}
	return list
}

// variation returns a made-up game as a player knows it; the zero ID is nobody.
func (db *DB) variation(tx *store.Tx, id string, row variationRow, me playerID) (arcade.Variation, error) {
	seen := arcade.Variation{Players: row.Players, Rounds: row.Rounds, Keepers: row.Keepers}
	if row.used() {
		seen.Since = fromMillis(row.Since)
	}
	if row.Estimate != nil && row.Estimate.Edition == hint.Edition {
		seen.Estimate = *row.Estimate
	}
	if by, _, _ := playersBucket.Get(tx, row.By); !by.offBoards() {
		seen.By = by.Nick
	}
	own, kept, _ := keptBucket.Get(tx, me.kept(id)) // a lost name is ""
	var err error
	seen.Own = kept
	seen.Game, err = db.games.named(id, row.Text, own.Name)
	return seen, err
}

// SetEstimate stores an estimate of a made-up game, unless it has one of more deals in the
// same edition. It
// returns ErrNoVariation if nothing in the file mentions the game.
func (p *Player) SetEstimate(id string, e hint.Estimate) error {
	return p.Tell(p.db.changeVariation("estimate", id, func(row *variationRow) bool {
		if old := row.Estimate; old != nil && (*old == e || old.Edition == e.Edition && old.Deals > e.Deals) {
			return false
		}
		row.Estimate = &e
		return true
	}))
}

// A VariationInfo is what the host sees of a made-up game.
type VariationInfo struct {
	arcade.Variation
	Hidden bool
	Owner  string // the first keeper's ID, as in a PlayerInfo; "" if that player keeps it no longer
}

// Variations returns the first n made-up games that were kept or played here: those that
// the host has hidden, the latest first, or the others in an order. Those that cannot be
// read are left out.
func (db *DB) Variations(hidden bool, order arcade.VariationOrder, n int) ([]VariationInfo, error) {
	if hidden {
		order = hiddenVariations
	}
	return readIn(db.View, "list the variations", func(tx *store.Tx) ([]VariationInfo, error) {
		return db.listed(tx, order, playerID{}, n), nil
	})
}

// HideVariation leaves a made-up game out of the lists of players, or undoes that. Whoever
// keeps it still finds it, and its rounds stay. It returns ErrNoVariation if nothing in the file mentions the game.
func (db *DB) HideVariation(id string, hidden bool) error {
	return db.changeVariation("hide", id, func(row *variationRow) bool {
		changes := row.Hidden != hidden
		row.Hidden = hidden
		return changes
	})
}

// changeVariation changes the row of a made-up game. fn reports whether it has.
func (db *DB) changeVariation(doing, id string, fn func(row *variationRow) bool) error {
	return db.change(fmt.Sprintf("%s %.60q", doing, id), func(tx *store.Tx) error {
		v, known, err := variationsBucket.Get(tx, []byte(id))
		if err == nil && !known {
			err = ErrNoVariation
		}
		if err != nil || !fn(&v) {
			return err
		}
		return variationsBucket.Put(tx, []byte(id), v)
	})
}

// checkKept returns ErrVariations if two accounts keep more together than one may.
func checkKept(tx *store.Tx, stays, goes playerID) error {
	n := 0
	for _, kept := range keptGames(tx, goes) {
		if !keptBucket.Has(tx, stays.kept(kept.id)) {
			n++
		}
	}
	if n > 0 && n+len(keptGames(tx, stays)) > arcade.VariationsMax {
		return ErrVariations
	}
	return nil
}

// variations gives the games that one account keeps to the account that stays. One that
// both keep has the name of the account that stays, and one whose name would be there twice
// gets a number.
func (m merger) variations() error {
	mine := keptGames(m.tx, m.stays.id)
	var err error
	for _, kept := range keptGames(m.tx, m.goes.id) {
		err = errors.Join(err, m.moveKept(kept, &mine))
	}
	if len(mine) > 0 {
		m.games.shelf.followOwn(m.tx, m.stays.id, m.stays.row.all(m.stays.id))
	}
	return err
}

// moveKept gives one game to the account that stays, which keeps mine.
func (m merger) moveKept(kept keptGame, mine *[]keptGame) error {
	theirs, _, _ := keptBucket.Get(m.tx, m.goes.id.kept(kept.id)) // a lost one has no name
	own, both, _ := keptBucket.Get(m.tx, m.stays.id.kept(kept.id))
	if both {
		own.Since = min(own.Since, theirs.Since)
	} else {
		own = theirs
		own.Name = freeName(theirs.Name, *mine)
		*mine = append(*mine, keptGame{kept.id, own.Name})
	}
	moved := errors.Join(keptBucket.Delete(m.tx, m.goes.id.kept(kept.id)), keptBucket.Put(m.tx, m.stays.id.kept(kept.id), own))
	return errors.Join(moved, editVariation(m.tx, kept.id, func(v *variationRow) bool {
		v.Idle = 0 // as in countPlays
		if both {
			v.Keepers = max(0, v.Keepers-1)
		}
		if bytes.Equal(v.By, m.goes.id[:]) {
			v.By = bytes.Clone(m.stays.id[:])
		}
		return true
	}))
}

// freeName returns a name, with a number if one of the games has it.
func freeName(name string, games []keptGame) string {
	free := name
	for n := 2; name != "" && slices.ContainsFunc(games, func(k keptGame) bool { return sameName(k.name, free) }); n++ {
		suffix := fmt.Sprint(" ", n)
		free = strings.TrimRight(name[:min(len(name), variationNameMax-len(suffix))], " ") + suffix
	}
	return free
}

// variationFor is how long a made-up game stays that nothing mentions.
const variationFor = 24 * time.Hour

// sweepVariations deletes the made-up games that nobody keeps and that no round, open round
// or race mentions. One that is merely unused is marked first. Whatever mentions it again
// takes the mark away, so a marked one is mentioned by what was there before, which can be
// looked for in many short transactions, or by nothing. One that the host has hidden stays,
// or it would come back in sight.
func sweepVariations(db *DB, now time.Time) error {
	unused := func(key, value []byte) (row variationRow, old, ok bool) {
		row, err := variationsBucket.Read(key, value)
		return row, row.Idle != 0 && row.Idle <= now.Add(-variationFor).UnixMilli(), err == nil && !row.used() && !row.Hidden
	}
	look := false
	err := db.Scan(variationsBucket, nil, func(_ *store.Tx, key, value []byte) bool {
		_, old, ok := unused(key, value)
		look = ok && old
		return !look
	})
	var there map[string]bool
	if look && err == nil {
		there, err = mentions(db)
	}
	if err != nil {
		return err
	}
	return db.Change(store.PageRows, variationsBucket, func(_ *store.Tx, key, value []byte) bool {
		row, old, ok := unused(key, value)
		return ok && (row.Idle == 0 || look && old && !there[string(key)])
	}, func(tx *store.Tx, key, value []byte) error {
		row, old, _ := unused(key, value)
		if !old {
			row.Idle = now.UnixMilli()
			return variationsBucket.Put(tx, key, row)
		}
		err := variationsBucket.Delete(tx, key)
		db.games.shelf.follow(tx, string(key))
		return err
	})
}

// mentions returns the games that open rounds, races and challenges are of, and those that are kept or
// have sums: damage can have left their counts too small.
func mentions(db *DB) (map[string]bool, error) {
	games := map[string]bool{}
	scan := func(bucket []byte, game func(key, value []byte) string) error {
		return db.Scan(bucket, nil, func(_ *store.Tx, key, value []byte) bool {
			games[game(key, value)] = true
			return true
		})
	}
	return games, errors.Join(
		scan(openRoundsBucket, func(key, _ []byte) string {
			game, _ := arcade.CutSlot(string(afterPlayer(key)))
			return game
		}),
		scan(keptBucket, func(key, _ []byte) string { return string(afterPlayer(key)) }),
		scan(sumsBucket, func(key, _ []byte) string {
			game, _ := splitSum(string(afterPlayer(key)))
			return game
		}),
		scan(racesBucket, func(key, value []byte) string {
			row, _ := racesBucket.Read(key, value)
			return row.Game
		}),
		scan(challengesBucket, func(key, value []byte) string {
			row, _ := challengesBucket.Read(key, value)
			return row.Game
		}),
	)
}

func brokenKept(tx *store.Tx, key []byte, _ keptRow) string {
	if broken := orphanOf(keptBucket)(tx, key, nil); broken != "" {
		return broken
	}
	if id := string(afterPlayer(key)); !isMadeUp(tx, id) {
		return fmt.Sprintf("Player %x keeps %.60s, whose rules are missing.", short(key), id)
	}
	return ""
}

// repairKept gives back a lost name: the one that the design proposes.
func repairKept(tx *store.Tx, key []byte) error {
	if brokenKept(tx, key, keptRow{}) != "" {
		return keptBucket.Delete(tx, key)
	}
	v, _, _ := variationsBucket.Get(tx, afterPlayer(key)) // nothing else says since when
	return keptBucket.Put(tx, key, keptRow{Since: v.Since})
}

// brokenVariation reports a made-up game that names somebody who does not keep it.
func brokenVariation(tx *store.Tx, key []byte, row variationRow) string {
	if !bytes.Equal(firstKeeper(tx, string(key), row), row.By) {
		return fmt.Sprintf("Player %x does not keep %.60s.", short(row.By), key)
	}
	return ""
}

// firstKeeper returns what a row should say about who kept the game first.
func firstKeeper(tx *store.Tx, id string, row variationRow) []byte {
	if len(row.By) != len(playerID{}) {
		return nil
	}
	if _, ok, err := keptBucket.Get(tx, playerID(row.By).kept(id)); err != nil || !ok {
		return nil
	}
	return row.By
}

func repairVariation(tx *store.Tx, key []byte, row variationRow) error {
	row.By = firstKeeper(tx, string(key), row)
	return variationsBucket.Put(tx, key, row)
}

// A variationCount is what the counts of a made-up game should be.
type variationCount struct {
	plays
	keepers int
}

// miscounted returns what the counts of the readable made-up games should be where they
// differ.
func miscounted(tx *store.Tx) map[string]*variationCount {
	want := map[string]*variationCount{}
	for id := range variationsBucket.Under(tx, nil) {
		want[string(id)] = new(variationCount)
	}
	if len(want) == 0 {
		return nil
	}
	for key := range store.Rows(tx.Bucket(keptBucket)) {
		if count := want[string(afterPlayer(key))]; count != nil {
			count.keepers++
		}
	}
	var last string
	for key, value := range store.Rows(tx.Bucket(sumsBucket)) {
		game, _ := splitSum(string(afterPlayer(key)))
		count := want[game]
		if count == nil {
			continue
		}
		if of := string(key[:len(playerID{})]) + game; of != last {
			last, count.players = of, count.players+1
		}
		count.rounds += playedHere(key, value)
	}
	for id, row := range variationsBucket.Under(tx, nil) {
		if *want[string(id)] == (variationCount{plays{row.Players, row.Rounds}, row.Keepers}) {
			delete(want, string(id))
		}
	}
	return want
}

// recountVariations corrects the counts of made-up games.
func recountVariations(tx *store.Tx) (err error) {
	for id, count := range miscounted(tx) {
		err = errors.Join(err, editVariation(tx, id, func(v *variationRow) bool {
			v.Players, v.Rounds, v.Keepers = count.players, count.rounds, count.keepers
			return true
		}))
	}
	return err
}

// variations checks what the rules for single rows cannot: that each ID is that of its
// rules, and the counts.
func (c *check) variations() error {
	if err := c.db.Scan(variationsBucket, nil, func(_ *store.Tx, key, value []byte) bool {
		row, err := variationsBucket.Read(key, value)
		if len(c.games.library.Families) == 0 || err != nil {
			return true // reported with the rows
		}
		if _, err := c.games.library.Parse(string(key), row.Text); err != nil {
			c.findingf("The rules of %.60s cannot be used: %v.", key, err)
		}
		return true
	}); err != nil {
		return err
	}
	return c.db.View(func(tx *store.Tx) error {
		want := miscounted(tx)
		for _, id := range slices.Sorted(maps.Keys(want)) {
			w := want[id]
			c.findingf("%.60s should have %s, %s and %s.", id, engine.Plural(w.players, "player"), engine.Plural(w.rounds, "round"), engine.Plural(w.keepers, "keeper"))
		}
		return nil
	})
}
