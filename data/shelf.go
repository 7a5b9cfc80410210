package data

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A shelf has in memory what the file says about made-up games, so that finding one never
// waits for the disk: the rules of each, and the names by which players know them. It is
// read with the file, follows each commit that changes those rows, and is read again when
// the disk has failed.
type shelf struct {
	mu    sync.RWMutex
	known map[string]string // the rules of each game, by its ID
	// own has the games that each account keeps, by every player ID of the account: a
	// session may still hold the ID of one that was joined.
	own map[playerID][]keptGame
}

// A keptGame is a made-up game that a player keeps.
type keptGame struct{ id, name string }

func newShelf() *shelf { return &shelf{known: map[string]string{}, own: map[playerID][]keptGame{}} }

// load reads the shelf from the file, in a write once that is committed.
func (s *shelf) load(tx *store.Tx) error {
	known, own := map[string]string{}, map[playerID][]keptGame{}
	for key, row := range variationsBucket.Under(tx, nil) { // Check reports those that cannot be read
		known[string(key)] = row.Text
	}
	for key := range store.Rows(tx.Bucket(keptBucket)) {
		n := len(playerID{})
		if len(key) <= n || own[playerID(key[:n])] != nil {
			continue
		}
		id := playerID(key[:n])
		games := keptGames(tx, id)
		for _, member := range membersOf(tx, id) {
			own[member] = games
		}
	}
	set := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.known, s.own = known, own
	}
	if tx.Writable() {
		tx.OnCommit(set)
	} else {
		set()
	}
	return nil
}

// follow brings the shelf up to date, once tx is committed, with what tx says at this
// moment of a made-up game.
func (s *shelf) follow(tx *store.Tx, id string) {
	row, ok, err := variationsBucket.Get(tx, []byte(id))
	tx.OnCommit(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if delete(s.known, id); ok && err == nil {
			s.known[id] = row.Text
		}
	})
}

// followOwn does so with what an account keeps. The members are those of the account, with
// one that was joined into it in tx, or of one that was deleted.
func (s *shelf) followOwn(tx *store.Tx, id playerID, members []playerID) {
	games := keptGames(tx, id)
	tx.OnCommit(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, member := range members {
			if len(games) == 0 {
				delete(s.own, member)
			} else {
				s.own[member] = games
			}
		}
	})
}

// find returns the rules of a made-up game of the file, or "".
func (s *shelf) find(id string) (rules string) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.known[id]
}

// ownOf returns what the account of a player keeps, in the order of names. Nobody changes
// the slice.
func (s *shelf) ownOf(id playerID) []keptGame {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.own[id]
}

// anyOwn reports whether anybody keeps a game.
func (s *shelf) anyOwn() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.own) > 0
}

// keptGames returns what a player keeps, in the order of names.
func keptGames(tx *store.Tx, id playerID) (games []keptGame) {
	for key, value := range store.RowsUnder(tx.Bucket(keptBucket), id[:]) {
		row, _ := keptBucket.Read(key, value) // Repair gives a lost one the name that its design proposes, too
		games = append(games, keptGame{string(key[len(id):]), row.Name})
	}
	slices.SortFunc(games, func(a, b keptGame) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), cmp.Compare(a.id, b.id))
	})
	return games
}

// games finds the built-in games by ID, and those that people made up by the rules
// that the shelf has.
type games struct {
	library engine.Library // without a Shelf
	shelf   *shelf

	mu     sync.Mutex
	parsed map[parsedKey]engine.MadeUp
}

// A parsedKey names a made-up game under one of its names, or under the proposed one. The
// rules are in it because two games can have the same ID, and one must not stand for the
// other.
type parsedKey struct{ id, rules, name string }

// parsedMax bounds how many made-up games are kept parsed. The others are parsed again when
// they are needed.
const parsedMax = 2048

func newGames(library engine.Library, shelf *shelf) *games {
	library.Shelf = nil
	return &games{library: library, shelf: shelf, parsed: map[parsedKey]engine.MadeUp{}}
}

// none reports whether no game can be found at all, so that records and rules are trusted
// as they are.
func (g *games) none() bool { return len(g.library.House)+len(g.library.Families) == 0 }

// find returns the game with an ID. rules are what a round brings along; they may be "".
func (g *games) find(id, rules string) (engine.Game, bool) {
	if house, ok := g.library.House.Find(id); ok {
		return house, true
	}
	made, err := g.named(id, cmp.Or(g.shelf.find(id), rules), "")
	return made, err == nil
}

// named returns the made-up game of an ID and rules, under a name or, if that is "", under
// the one that its design proposes. The error says why there is none.
func (g *games) named(id, rules, name string) (made engine.MadeUp, err error) {
	if rules == "" {
		return nil, errors.New("nobody has made that game up")
	}
	key := parsedKey{id, rules, name}
	g.mu.Lock()
	made, ok := g.parsed[key]
	g.mu.Unlock()
	if ok {
		return made, nil
	}
	if name == "" {
		made, err = g.library.Parse(id, rules)
	} else {
		if made, err = g.named(id, rules, ""); err != nil {
			return nil, err
		}
		made = made.Named(name)
	}
	if err != nil {
		return nil, fmt.Errorf("the rules of %.60s cannot be used: %w", id, err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.parsed) >= parsedMax {
		clear(g.parsed)
	}
	g.parsed[key] = made
	return made, nil
}

// rulesOf returns the rules to store beside a round of a game, or "" for one that nobody
// made up. They are those that the round brings along, or else those that are known here.
// The error says why they are not those of the game.
func (g *games) rulesOf(id, rules string) (string, error) {
	if rules == "" {
		return g.shelf.find(id), nil
	}
	if _, house := g.library.House.Find(id); house {
		return "", fmt.Errorf("nobody made %.60s up", id)
	}
	if len(rules) > rulesMax {
		return "", fmt.Errorf("the rules of %.60s are longer than %d bytes", id, rulesMax)
	}
	if g.none() {
		return rules, nil
	}
	_, err := g.named(id, rules, "")
	return rules, err
}

// rulesMax is the size that the rules of a game can have, in bytes.
const rulesMax = 4 << 10

// of returns the game that a record can be replayed with: the rules may be gone, or have
// another version by now. rules are what the round brings along, if anything.
func (g *games) of(r engine.Record, rules string) (engine.Game, bool) {
	game, ok := g.find(r.Game, rules)
	return game, ok && game.Info().Version == r.Version
}

// last returns the state to which a record comes.
func (g *games) last(r engine.Record, rules string) (engine.State, error) {
	game, ok := g.of(r, rules)
	switch {
	case g.none():
		return nil, errors.New("the file was opened without games")
	case !ok:
		return nil, fmt.Errorf("there is no game %.60s with version %d of its rules here", r.Game, r.Version)
	}
	states, err := r.Replay(game)
	if err != nil {
		return nil, err
	}
	return states[len(states)-1], nil
}

// final returns the score of a record if the round ends there.
func (g *games) final(r engine.Record, rules string) (engine.Score, error) {
	last, err := g.last(r, rules)
	if err != nil {
		return engine.Score{}, err
	}
	return engine.Final(last), nil
}

// stopped reports whether a round is of an event and unfinished.
func (g *games) stopped(r arcade.Result) bool { return r.Event != "" && g.unfinished(r) }

// unfinished reports whether a round ended before its game was won or over, as far as it can be
// replayed.
func (g *games) unfinished(r arcade.Result) bool {
	if r.Score.Won {
		return false
	}
	last, err := g.last(r.Record, r.Rules)
	return err == nil && !last.Over()
}

// verify replays a round that would be ranked. A round that cannot be replayed any more is
// trusted: it could be when the round was opened.
func (g *games) verify(r arcade.Result) error {
	if _, ok := g.of(r.Record, r.Rules); !ok || !r.Class.Ranked() {
		return nil
	}
	score, err := g.final(r.Record, r.Rules)
	if err == nil && score != r.Score {
		err = fmt.Errorf("its record comes to %+v and not to %+v", score, r.Score)
	}
	if err != nil {
		return ErrRound.Saying("%v", err)
	}
	return nil
}

// Find implements [engine.Shelf]: the game has the name under which the player keeps it, or
// else the one that its design proposes, as a name is read by its player only.
func (p *Player) Find(id string) (engine.Game, bool) {
	rules, name := p.db.games.shelf.find(id), ""
	if own := p.account.Load(); own != nil {
		list := p.db.games.shelf.ownOf(*own)
		if i := slices.IndexFunc(list, func(k keptGame) bool { return k.id == id }); i >= 0 {
			name = list[i].name
		}
	}
	made, err := p.db.games.named(id, rules, name)
	return made, err == nil
}

// Own implements [engine.Shelf].
func (p *Player) Own() engine.Catalog {
	account := p.account.Load()
	if account == nil {
		return nil
	}
	var own engine.Catalog
	for _, kept := range p.db.games.shelf.ownOf(*account) {
		if made, err := p.db.games.named(kept.id, p.db.games.shelf.find(kept.id), kept.name); err == nil {
			own = append(own, made)
		}
	}
	return own
}

// rulesIn returns the rules of a made-up game as the file has them, or "" if it does not.
func rulesIn(tx *store.Tx, game string) string {
	row, _, _ := variationsBucket.Get(tx, []byte(game)) // Check reports a damaged one
	return row.Text
}

// gameOf returns the ID of the game of a stored record, without parsing it.
func gameOf(record string) string {
	id, _, _ := strings.Cut(record, "@")
	return id
}

// dealtIn returns what the history says of a round with a record: the game and the code of
// the deal, as "boardwalk/hop-45 K7Q2".
func dealtIn(record string) []byte {
	game, rest, _ := strings.Cut(record, "@")
	_, rest, _ = strings.Cut(rest, " ")
	code, _, _ := strings.Cut(rest, " ")
	return []byte(game + " " + code)
}

// isMadeUp reports whether the file has the rules of a game, which somebody made up then.
func isMadeUp(tx *store.Tx, game string) bool {
	return variationsBucket.Has(tx, []byte(game))
}

// An account begins no round of one more made-up game once it has finished rounds of
// madeUpMax, because a join and a deletion change sums and counts of each, and because their
// rules are kept for good. Two accounts with twice as many cannot be joined.
const madeUpMax = 400

// mayBeginMadeUp returns why an account may not begin a round of a made-up game, or nil.
func mayBeginMadeUp(tx *store.Tx, id playerID, game string) error {
	open := 0
	for key := range store.RowsUnder(tx.Bucket(openRoundsBucket), id[:]) {
		if game, _ := arcade.CutSlot(string(key[len(id):])); isMadeUp(tx, game) {
			open++
		}
	}
	if open >= arcade.VariationsMax {
		return ErrOpenVariations
	}
	played := map[string]bool{}
	if playedMadeUp(tx, id, played); len(played) >= madeUpMax && !played[game] {
		return ErrPlayedVariations
	}
	return nil
}

// playedMadeUp adds the made-up games of which an account has finished rounds.
func playedMadeUp(tx *store.Tx, id playerID, games map[string]bool) {
	for key := range store.RowsUnder(tx.Bucket(sumsBucket), id[:]) {
		if game, _ := splitSum(string(key[len(id):])); isMadeUp(tx, game) {
			games[game] = true
		}
	}
}
