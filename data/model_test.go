package data

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A modelSession is a session, and what it knows.
type modelSession struct {
	p          *Player
	fp         string
	hadAccount bool
	rev        map[string]arcade.Rev
}

// A model compares a file with a world.
type model struct {
	world
	t        *testing.T
	rng      *rand.Rand
	now      int64
	db       *DB
	path     string
	sessions []*modelSession
	commit   func(*store.Tx) error
	ops      int
	classes  map[string]arcade.Class // of rounds that a host has ruled on, by ID
	rows     int                     // see rowsAtOnce: few, so that changes have several parts
	log      commitlog.Log           // that the nodes share; nil for a file alone
	nodes    []*DB                   // db is any of them
	resume   func()                  // does the rest of an operation whose first part is kept; nil: there is only one part
}

// worldOps returns how many operations TestAgainstModel makes in each world.
func worldOps() int {
	if *deep {
		return 3_500
	}
	return 1_000
}

var modelWorlds = flag.Int("model-worlds", 3, "how many worlds TestAgainstModel makes operations in; every third is from an old file")

// TestAgainstModel makes random operations of several players, keys and guests, while the
// file is closed, interrupted by crashes, compacted, repaired, backed up and restored,
// and compares all results.
//
//abuse:case 19
func TestAgainstModel(t *testing.T) {
	worlds := *modelWorlds
	if raceEnabled {
		worlds = (worlds + 2) / 3 // it is sequential but for the writer
	}
	for n := range worlds {
		t.Run(fmt.Sprint("world ", n), func(t *testing.T) {
			m := newModel(t, uint64(n))
			for m.ops = range worldOps() {
				m.now += 1 + m.rng.Int64N(2000)
				if m.rng.IntN(100) == 0 {
					m.now += m.rng.Int64N(40 * 3600 * 1000)
				}
				m.operate()
				if m.rng.IntN(150) == 0 {
					m.between()
				}
				if t.Failed() {
					t.Fatalf("operation %d of world %d", m.ops, n)
				}
			}
			m.compare()
			must(t, m.db.Close())
		})
	}
}

func newModel(t *testing.T, seed uint64) *model {
	m := &model{
		t: t, rng: rand.New(rand.NewPCG(1, seed)), now: day(100).UnixMilli(),
		world:   world{map[int]*modelAccount{}, map[string]modelKey{}, map[string]modelCode{}, map[string]Ban{}, map[string]modelRace{}, map[string]int64{}, map[string]modelVariation{}, map[string]engine.Code{}, nil, 0},
		classes: map[string]arcade.Class{}, rows: []int{1, 3, rowsAtOnce}[seed%3],
	}
	m.path = filepath.Join(t.TempDir(), "boardwalk.db")
	m.open()
	return m
}

// open opens the file and new sessions on it.
func (m *model) open() {
	m.t.Helper()
	db, err := Open(m.path, migrating, m.options())
	must(m.t, err)
	m.db, m.sessions = db, m.newSessions(db)
}

// options returns the options with which the model opens files.
func (m *model) options() Option {
	return func(o *Options) {
		Games(library)(o)
		MapSize(1)(o)
		o.Commit = func(tx *store.Tx) error {
			tx.DB().NoSync = true
			if m.commit != nil {
				return m.commit(tx)
			}
			return tx.Commit()
		}
		o.rows, o.Now = m.rows, m.time
	}
}

// newSessions returns sessions on a file, two of each key.
func (m *model) newSessions(db *DB) (sessions []*modelSession) {
	fingerprints := []string{fp("ann"), fp("bob"), fp("k0"), fp("k1"), fp("k2"), fp("k3"), "guest:0", "guest:1", "guest:2"}
	for _, fingerprint := range slices.Concat(fingerprints, fingerprints) {
		sessions = append(sessions, &modelSession{
			p: session(m.t, db, fingerprint), fp: fingerprint, rev: map[string]arcade.Rev{},
		})
	}
	return sessions
}

// found records a new account of a key.
func (m *model) found(fingerprint string, p *Player, now int64) *modelAccount {
	a := &modelAccount{id: accountOf(m.t, p), guest: p.credential.IsGuest(), since: now, live: map[string]modelLive{}, kept: map[string]modelKept{}, follows: map[int]bool{}, owner: map[string]playerID{}, winless: map[playerID]int64{}}
	m.accounts[m.next] = a
	m.keys[fingerprint] = modelKey{account: m.next, added: now}
	m.next++
	return a
}

// at returns the account of a session's key, or nil if it has none. gone reports whether
// it had one.
func (m *model) at(s *modelSession) (a *modelAccount, gone bool) {
	key, ok := m.keys[s.fp]
	if !ok {
		return nil, s.hadAccount
	}
	return m.accounts[key.account], false
}

// wants compares an error; it reports whether there is none and should be none.
func (m *model) wants(what string, got, want error) bool {
	m.t.Helper()
	if !errors.Is(got, want) {
		m.t.Errorf("%s = %v, want %v", what, got, want)
	}
	return got == nil && want == nil
}

// reads compares the error of a call that reads, and records what the session saw.
func (m *model) reads(s *modelSession, what string, err error) (a *modelAccount, ok bool) {
	m.t.Helper()
	a, gone := m.at(s)
	if gone {
		return nil, m.wants(what, err, ErrRevoked)
	}
	s.hadAccount = s.hadAccount || a != nil
	return a, m.wants(what, err, nil)
}

// between is what happens to the file between operations.
func (m *model) between() {
	m.t.Helper()
	switch m.rng.IntN(8) {
	case 0:
		m.compare()
	case 1:
		must(m.t, m.db.Repair()) // changes nothing
	case 2:
		must(m.t, m.db.Close())
		_, _, err := store.Compact(m.path, Schema, nil)
		must(m.t, err)
		m.open()
	case 3:
		backup := filepath.Join(m.t.TempDir(), "backup")
		_, err := m.db.Backup(context.Background(), backup)
		must(m.t, err)
		before := m.world.clone()
		m.operate() // this write is lost
		m.world = before
		must(m.t, m.db.Close())
		restore(m.t, backup, m.path, Schema)
		m.open()
	case 4, 5:
		m.crash()
	default:
		must(m.t, m.db.Close())
		m.open()
	}
	sound(m.t, m.db)
}

// crash makes an operation and continues with what a power cut left of it.
func (m *model) crash() {
	before := m.world.clone()
	var images [][][]byte // of each commit
	m.commit = func(tx *store.Tx) error {
		images = append(images, cut(m.t, tx, m.rng))
		return nil
	}
	m.resume = nil
	[]func(){m.operate, m.operate, m.join, m.importRounds, m.delete}[m.rng.IntN(5)]()
	m.commit = nil
	must(m.t, m.db.Close())
	resume := m.resume
	if len(images) == 1 || len(images) > 1 && resume != nil { // EndDailies makes several commits, and the model does not know enough about each
		part := m.rng.IntN(len(images))
		of := images[part]
		i := m.rng.IntN(len(of) + 5)
		if part == 0 && i < len(of)-1 {
			m.world, resume = before, nil
		}
		must(m.t, os.WriteFile(m.path, of[min(i, len(of)-1)], 0o600))
	}
	m.open()
	if resume != nil {
		sound(m.t, m.db)
		resume()
	}
}

// game returns the ID of a game, mostly of a built-in one.
func (m *model) game() string {
	if m.rng.IntN(3) == 0 {
		return modelGames[m.rng.IntN(len(modelGames))]
	}
	return []string{hop, scotsi}[m.rng.IntN(2)]
}

// record is a record of random steps.
func (m *model) record() engine.Record {
	r := record(m.game(), fmt.Sprint("D", m.rng.IntN(50)))
	least := m.rng.IntN(3) // so that some are won
	for range m.rng.IntN(10) {
		r.Moves = append(r.Moves, step(1+max(least, m.rng.IntN(3))))
	}
	return r
}

func (m *model) time() time.Time { return time.UnixMilli(m.now) }

func (m *model) session() *modelSession { return m.sessions[m.rng.IntN(len(m.sessions))] }

// operate makes a random operation.
func (m *model) operate() {
	m.t.Helper()
	ops := []struct {
		weight int
		op     func()
	}{
		{20, m.save}, {10, m.begin}, {2, m.endDailies}, {14, m.finish}, {8, m.saved}, {6, m.history}, {3, m.result}, {3, m.setSettings}, {2, m.settings},
		{2, m.account}, {3, m.setNick}, {1, m.setPrivacy}, {2, m.keysOf}, {1, m.nameKey}, {1, m.removeKey}, {3, m.link},
		{4, m.join}, {1, m.delete}, {3, m.importRounds}, {6, m.top}, {3, m.ranked}, {1, m.sweep}, {1, m.ban}, {1, m.unban},
		{3, m.banned}, {1, m.invite}, {1, m.redeem}, {1, m.holds}, {1, m.list}, {3, m.moderate},
		{2, m.eventRound}, {2, m.streak}, {2, m.chooseDaily}, {8, m.playSprint}, {4, m.sprintBoard}, {3, m.openRace}, {6, m.joinRace}, {1, m.leaveRace}, {1, m.takeOut}, {4, m.startRace}, {2, m.endRace},
		{3, m.race}, {1, m.listRaces}, {1, m.openRaces}, {1, m.rivals}, {4, m.rematch}, {3, m.ratings},
		{4, m.keepVariation}, {2, m.dropVariation}, {1, m.setEstimate}, {1, m.hideVariation}, {3, m.variation}, {2, m.ownVariations}, {3, m.listVariations},
		{4, m.follow}, {1, m.unfollow}, {2, m.following},
		{3, m.report}, {1, m.closeReport}, {2, m.reports},
	}
	total := 0
	for _, o := range ops {
		total += o.weight
	}
	n := m.rng.IntN(total)
	for _, o := range ops {
		if n -= o.weight; n < 0 {
			o.op()
			return
		}
	}
}

// A world is what the file should contain, as plain maps.
type world struct {
	accounts   map[int]*modelAccount
	keys       map[string]modelKey // by fingerprint, those of accounts only
	codes      map[string]modelCode
	bans       map[string]Ban // by what the file stores them under
	races      map[string]modelRace
	begunMarks map[string]int64          // until when, by fingerprint, a space and the slot
	variations map[string]modelVariation // by ID
	dealt      map[string]engine.Code    // of dailies
	reported   []modelReport             // the oldest first
	next       int                       // account
}

type modelAccount struct {
	id                     playerID // what the file calls it
	guest, hidden, private bool
	concealed, unranked    bool
	note                   string
	nick, settings         string
	since                  int64
	live                   map[string]modelLive // by slot
	rounds                 []arcade.Result      // in order of IDs
	joined                 []playerID
	lastJoin               int64
	kept                   map[string]modelKept         // by ID
	ratings                map[arcade.Month]modelRating // never changed in place
	follows                map[int]bool                 // accounts
	owner                  map[string]playerID          // of rounds of accounts that were joined into it, by ID
	winless                map[playerID]int64           // until when rounds bring no wins to the board
}

type modelLive struct {
	saved   arcade.Saved
	rev     arcade.Rev
	brought bool // by a join
}

type modelKey struct {
	account int
	name    string
	added   int64
}

type modelCode struct {
	key   string // "": an invitation
	until int64
}

type modelRace struct {
	game                   string
	deal                   engine.Code
	limit                  time.Duration
	opened, started, ended int64
	racers                 []modelRacer
	open                   bool
	next, of               string // the codes of the latest rematch, and of what it is a rematch of
}

type modelRacer struct {
	id      string
	account int // -1: it was deleted

	abandoned bool
	rated     *modelRated
}

func (w world) clone() world {
	w.keys, w.codes, w.bans = maps.Clone(w.keys), maps.Clone(w.codes), maps.Clone(w.bans)
	w.begunMarks, w.variations, w.dealt = maps.Clone(w.begunMarks), maps.Clone(w.variations), maps.Clone(w.dealt)
	w.reported = slices.Clone(w.reported)
	w.races = maps.Clone(w.races) // whose racers are never changed in place
	accounts := map[int]*modelAccount{}
	for i, a := range w.accounts {
		b := *a
		b.live, b.rounds, b.joined = maps.Clone(a.live), slices.Clone(a.rounds), slices.Clone(a.joined)
		b.kept, b.follows = maps.Clone(a.kept), maps.Clone(a.follows)
		b.owner, b.winless = maps.Clone(a.owner), maps.Clone(a.winless)
		accounts[i] = &b
	}
	w.accounts = accounts
	return w
}
