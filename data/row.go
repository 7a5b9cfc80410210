package data

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"

	"github.com/oklog/ulid/v2"
)

// The buckets; the package documentation lists their keys and values. Their names in the
// file are part of its format.
var (
	playersBucket    = store.Table[playerRow]("players")
	openRoundsBucket = store.Table[openRoundRow]("openrounds")
	roundsBucket     = store.Table[roundRow]("rounds")
	historyBucket    = []byte("history")
	bestsBucket      = store.Table[bestRow]("bests")
	keysBucket       = store.Table[keyRow]("keys")
	holdersBucket    = []byte("holders")
	nicksBucket      = store.Table[nickRow]("nicks")
	alikeBucket      = []byte("alike")
	guestsBucket     = []byte("guests")
	codesBucket      = store.Table[codeRow]("codes")
	sumsBucket       = store.Table[arcade.Stat]("sums")
	boardsBucket     = store.Table[bestRow]("boards")
	bansBucket       = store.Table[banRow]("bans")
	racesBucket      = store.Table[raceRow]("races")
	runningBucket    = []byte("running")
	racersBucket     = []byte("racers")
	variationsBucket = store.Table[variationRow]("variations")
	keptBucket       = store.Table[keptRow]("collected")
	listedBucket     = []byte("listed")
	rulingsBucket    = store.Table[rulingRow]("rulings")
	analysesBucket   = store.Table[analysis.Report]("analyses")
	begunBucket      = store.Table[begunRow]("begun")
	dailiesBucket    = store.Table[dailyRow]("dailies")
	ratingsBucket    = store.Table[ratingRow]("ratings")
	seasonsBucket    = []byte("seasons")
	followsBucket    = store.Table[followRow]("follows")
	challengesBucket = store.Table[challengeRow]("challenges")
	challengedBucket = []byte("challenged")
	entriesBucket    = store.Table[entryRow]("entries")

	secretKey = []byte("secret") // in store.Meta
)

// A playerID names an account inside the file and nowhere else. It is random.
type playerID [sha256.Size]byte

func newPlayerID() (id playerID) {
	_, _ = rand.Read(id[:]) // it never fails
	return id
}

// String returns enough of the ID to find a player by in a report.
func (p playerID) String() string { return fmt.Sprintf("%x", p[:6]) }

func (p playerID) compare(o playerID) int { return bytes.Compare(p[:], o[:]) }

// afterPlayer returns what follows the player in the key of a player's row, or nil.
func afterPlayer(key []byte) []byte {
	if n := len(playerID{}); len(key) > n {
		return key[n:]
	}
	return nil
}

// The keys of a player's rows begin with its ID. p is a copy without room to spare, so
// append never writes into another ID.

func (p playerID) openRound(slot string) []byte { return append(p[:], slot...) }

func (p playerID) history(id ulid.ULID) []byte { return append(p[:], id[:]...) }

// sum returns the key of a player's sums for a game and class.
func (p playerID) sum(game string, class arcade.Class) []byte {
	return append(append(append(p[:], game...), 0), class...)
}

type playerRow struct {
	Rounds   int             `json:"rounds"`         // in its chain of hashes
	Tip      []byte          `json:"tip,omitempty"`  // hash of the last round stored
	Gaps     []gapRow        `json:"gaps,omitempty"` // in that chain
	Settings json.RawMessage `json:"settings,omitempty"`
	Nick     string          `json:"nick,omitempty"`
	Guest    bool            `json:"guest,omitempty"`
	Level    arcade.Level    `json:"level,omitempty"` // of the arcade's player; 0: a person
	Arcade   poolRating      `json:"arcade,omitzero"` // against the arcade's players
	Duels    poolRating      `json:"duels,omitzero"`
	Hidden   bool            `json:"hidden,omitempty"`
	Private  bool            `json:"private,omitempty"`
	// The host's decisions.
	Concealed bool   `json:"concealed,omitempty"` // not listed among the players who are on
	Unranked  bool   `json:"unranked,omitempty"`  // off the boards
	Banned    bool   `json:"banned,omitempty"`    // off the boards because of a ban; derived from the bans, see isBanned
	Keyless   bool   `json:"keyless,omitempty"`   // that it has lost its keys is accepted
	Note      string `json:"note,omitempty"`      // for other hosts
	Since     int64  `json:"since,omitempty"`     // Unix milliseconds
	// ImportedBytes is the size in bytes of the imported rounds of all members of the
	// account, as roundRow.size counts them.
	ImportedBytes int64    `json:"importedBytes,omitempty"`
	Looks         dayLooks `json:"looks,omitzero"`
	// Into is the player that this one was joined into: its rounds now belong to that
	// player, and only their chain is left here. Joined is the other end of that
	// relation.
	Into   []byte   `json:"into,omitempty"`
	Joined [][]byte `json:"joined,omitempty"`
	// LastJoin is when the last of those was joined, Unix milliseconds: what began earlier lifts no rating of
	// the account.
	LastJoin int64 `json:"lastJoin,omitempty"`
	// Winless says until when the rounds of some members bring no wins to the board of wins,
	// by member, Unix milliseconds: those that were a guest's, or a young account's, when
	// they were joined.
	Winless map[string]int64 `json:"winless,omitempty"`
	// JoinPending says that work is left after another account was joined into this one:
	// imported rounds may be in the history twice, and finished races may still list the
	// other player. Gone says that the account was deleted and nothing leads to it, but
	// some of its rows are left. Sweep continues both if the process stopped.
	JoinPending bool `json:"joinPending,omitempty"`
	Gone        bool `json:"gone,omitempty"`
}

// A gapRow ties a player's chain where rounds are lost that the host has let go of.
type gapRow struct {
	Lost []byte `json:"lost"`           // the hash of the round that is not there
	Prev []byte `json:"prev,omitempty"` // the hash of the newest one before it; none if there is none
}

// dayLooks are the fresh deals that a player has looked at on a day and left without a move.
type dayLooks struct {
	Day int64 `json:"day"` // days since 1970-01-01 UTC
	N   int   `json:"n"`
}

func (l dayLooks) on(day int64) int {
	if l.Day == day {
		return l.N
	}
	return 0
}

// plus returns the looks of both on the later of their days.
func (l dayLooks) plus(o dayLooks) dayLooks {
	day := max(l.Day, o.Day)
	return dayLooks{day, l.on(day) + o.on(day)}
}

// isAccount reports whether the player is neither joined into another nor deleted.
func (row playerRow) isAccount() bool { return len(row.Into) == 0 && !row.Gone }

// isHidden reports whether the player or the host has hidden the player.
func (row playerRow) isHidden() bool { return row.Hidden || row.Concealed }

// all returns the player itself and those joined into it, which come first. What is no player's ID
// is left out; Check reports it.
func (row playerRow) all(id playerID) (members []playerID) {
	for _, joined := range row.Joined {
		if len(joined) == len(id) {
			members = append(members, playerID(joined))
		}
	}
	return append(members, id)
}

type keyRow struct {
	Player      []byte `json:"player"`
	Fingerprint string `json:"fingerprint,omitempty"`
	Name        string `json:"name,omitempty"`
	Added       int64  `json:"added,omitempty"` // Unix milliseconds
}

// credential returns the credential of the key, or the zero Credential if it is not known.
func (row keyRow) credential() arcade.Credential {
	c, _ := arcade.ParseCredential(row.Fingerprint)
	return c
}

type nickRow struct {
	Player []byte `json:"player"`
}

type bestRow struct {
	ID ulid.ULID `json:"id"`
}

// A scoreRow is an engine.Score as stored.
type scoreRow struct {
	Points  int  `json:"points"`
	Max     int  `json:"max"`
	Won     bool `json:"won,omitempty"`
	Perfect bool `json:"perfect,omitempty"`
}

// A tallyRow is an engine.Tally as stored, but for the warnings, which stand elsewhere.
type tallyRow struct {
	Undos int `json:"undos,omitempty"`
	Peeks int `json:"peeks,omitempty"`
	Hints int `json:"hints,omitempty"`
	Timed int `json:"timed,omitempty"`
	Quick int `json:"quick,omitempty"`
}

func newTallyRow(t engine.Tally) tallyRow {
	return tallyRow{t.Undos, t.Peeks, t.Hints, t.Timed, t.Quick}
}

func (row tallyRow) tally(warnings int) engine.Tally {
	return engine.Tally{Undos: row.Undos, Peeks: row.Peeks, Hints: row.Hints, Warnings: warnings, Timed: row.Timed, Quick: row.Quick}
}

type openRoundRow struct {
	Rev    arcade.Rev `json:"rev"`
	Record string     `json:"record"`
	Event  string     `json:"event,omitempty"`
	scoreRow
	Undone  string   `json:"undone,omitempty"`
	Shelved []string `json:"shelved,omitempty"`
	tallyRow
	Chosen  bool   `json:"chosen,omitempty"`
	Millis  int64  `json:"millis"`
	Span    int64  `json:"span,omitempty"` // 0: no longer than Millis
	Started int64  `json:"started"`
	SavedAt int64  `json:"savedAt,omitempty"`
	Run     string `json:"run,omitempty"`
	MadeUp  bool   `json:"made,omitempty"` // its rules are in variations

	Warnings int    `json:"warnings,omitempty"`
	Grade    string `json:"grade,omitempty"`   // as grade.ParseMark takes it
	Brought  bool   `json:"brought,omitempty"` // see arcade.Result

	rules string // those, once they were read
}

type roundRow struct {
	Player []byte `json:"player"`
	Record string `json:"record"`
	Event  string `json:"event,omitempty"`
	scoreRow
	Class arcade.Class `json:"class"`
	tallyRow
	Millis int64  `json:"millis"`
	Span   int64  `json:"span,omitempty"` // 0: no longer than Millis
	Began  int64  `json:"began,omitempty"`
	Ended  int64  `json:"ended"`
	Prev   []byte `json:"prev,omitempty"` // hash of the round stored before
	MadeUp bool   `json:"made,omitempty"` // its rules are in variations

	Warnings int    `json:"warnings,omitempty"`
	Grade    string `json:"grade,omitempty"`   // as grade.ParseMark takes it
	Stopped  bool   `json:"stopped,omitempty"` // see arcade.Result
	Brought  bool   `json:"brought,omitempty"` // see arcade.Result

	rules  string // those, once they were read
	ruling string // why the class differs from the stored one
}

// longer returns a span as stored: 0 if it is no longer than the time at the table, as
// most are not.
func longer(span, millis int64) int64 {
	if span <= millis {
		return 0
	}
	return span
}

// parsed returns what the texts of a row say, or the first error.
func parsed(record, event, mark string) (r engine.Record, e arcade.Event, m grade.Mark, err error) {
	if r, err = engine.ParseRecord(record); err == nil {
		e, err = arcade.ParseEvent(event)
	}
	if err == nil {
		m, err = grade.ParseMark(mark)
	}
	return r, e, m, err
}

// newOpenRoundRow returns the row of an open round. It returns an error if the game could not
// be read back.
func newOpenRoundRow(s arcade.Saved, rev arcade.Rev) (openRoundRow, error) {
	row := openRoundRow{
		Rev: rev, Record: s.Record.String(), Event: string(s.Event), Undone: engine.FormatMoves(s.Undone),
		scoreRow: scoreRow(s.Score), tallyRow: newTallyRow(s.Tally),
		Chosen: s.Chosen, Millis: max(0, s.Millis), Span: longer(s.Span, max(0, s.Millis)), Started: s.Started,
		SavedAt: s.SavedAt, Run: s.Run, MadeUp: s.Rules != "",
		Warnings: s.Tally.Warnings, Grade: s.Grade.String(),
	}
	for _, moves := range s.Shelved {
		row.Shelved = append(row.Shelved, engine.FormatMoves(moves))
	}
	_, err := row.saved()
	return row, err
}

func (row openRoundRow) saved() (arcade.Saved, error) {
	s := arcade.Saved{
		Score:  engine.Score(row.scoreRow),
		Tally:  row.tally(row.Warnings),
		Chosen: row.Chosen, Millis: row.Millis, Span: max(row.Span, row.Millis), Started: row.Started,
		SavedAt: row.SavedAt, Run: row.Run, Rules: row.rules,
	}
	var err error
	if s.Record, s.Event, s.Grade, err = parsed(row.Record, row.Event, row.Grade); err != nil {
		return arcade.Saved{}, err
	}
	if s.Undone, err = engine.ParseMoves(row.Undone); err != nil {
		return arcade.Saved{}, err
	}
	for _, text := range row.Shelved {
		moves, err := engine.ParseMoves(text)
		if err != nil {
			return arcade.Saved{}, err
		}
		s.Shelved = append(s.Shelved, moves)
	}
	return s, nil
}

// newRoundRow returns the row of a finished round and its ID. It returns an error if the
// round could not be read back.
func newRoundRow(p playerID, r arcade.Result) (roundRow, ulid.ULID, error) {
	row := roundRow{
		Player: p[:], Record: r.Record.String(), Event: string(r.Event), Class: r.Class,
		scoreRow: scoreRow(r.Score), tallyRow: newTallyRow(r.Tally),
		Millis: r.Millis, Span: longer(r.Span, r.Millis), Began: r.Began, Ended: r.Ended,
		MadeUp: r.Rules != "", Warnings: r.Tally.Warnings, Grade: r.Grade.String(),
		Stopped: r.Stopped, Brought: r.Brought,
	}
	id, err := row.id()
	if err != nil {
		return roundRow{}, ulid.ULID{}, err
	}
	_, err = row.result(id)
	return row, id, err
}

// Packed makes it a store.Packed: finished rounds are most of a file.
func (roundRow) Packed() {}

func (row roundRow) owner() (id playerID) {
	copy(id[:], row.Player)
	return id
}

// id returns the round's ID. It depends only on the row without Prev, MadeUp, Stopped and Brought, so
// that storing a round again finds it. It is a hash of the row's JSON: a new field must be
// omitted when empty and stand last, and the order of the others must not change, or every
// round would have another ID.
func (row roundRow) id() (ulid.ULID, error) {
	row.Prev, row.MadeUp, row.Stopped, row.Brought = nil, false, false, false
	text, err := json.Marshal(row)
	if err != nil {
		return ulid.ULID{}, fmt.Errorf("write a round: %w", err)
	}
	var id ulid.ULID
	if row.Ended <= 0 || id.SetTime(uint64(row.Ended)) != nil {
		return ulid.ULID{}, fmt.Errorf("a round cannot have ended at %d ms", row.Ended)
	}
	hash := sha256.Sum256(text)
	copy(id[6:], hash[:])
	return id, nil
}

func (row roundRow) result(id ulid.ULID) (arcade.Result, error) {
	if !slices.Contains(arcade.Classes(), row.Class) {
		return arcade.Result{}, fmt.Errorf("%.20q is not a class of rounds", row.Class)
	}
	record, event, mark, err := parsed(row.Record, row.Event, row.Grade)
	if err != nil {
		return arcade.Result{}, err
	}
	return arcade.Result{
		ID: id.String(), Record: record, Rules: row.rules, Event: event, Class: row.Class, Grade: mark,
		Score:  engine.Score(row.scoreRow),
		Tally:  row.tally(row.Warnings),
		Millis: row.Millis, Span: max(row.Span, row.Millis), Began: row.Began, Ended: row.Ended,
		Stopped: row.Stopped, Brought: row.Brought, Ruling: row.ruling,
	}, nil
}

// hash returns what a player's next round stores about this one.
func hash(key, value []byte) []byte {
	h := sha256.New()
	h.Write(key)
	h.Write(value)
	return h.Sum(nil)
}

// prefixRows returns a copy of a player's rows in a bucket.
func prefixRows(tx *store.Tx, bucket []byte, id playerID) map[string][]byte {
	return firstPrefixRows(tx, bucket, id, math.MaxInt)
}

// firstPrefixRows returns a copy of the first n of a player's rows in a bucket.
func firstPrefixRows(tx *store.Tx, bucket []byte, id playerID, n int) map[string][]byte {
	rows := map[string][]byte{}
	for k, v := range store.RowsUnder(tx.Bucket(bucket), id[:]) {
		if len(rows) >= n {
			break
		}
		rows[string(k)] = bytes.Clone(v)
	}
	return rows
}

// ownKeys returns what follows the player in the keys of a player's rows in a bucket.
func ownKeys(tx *store.Tx, bucket []byte, id playerID) [][]byte {
	keys := store.KeysUnder(tx.Bucket(bucket), id[:])
	for i := range keys {
		keys[i] = keys[i][len(id):]
	}
	return keys
}

func dropUnder(tx *store.Tx, bucket []byte, id playerID) (err error) {
	for _, key := range store.KeysUnder(tx.Bucket(bucket), id[:]) {
		err = errors.Join(err, tx.Bucket(bucket).Delete(key))
	}
	return err
}

// dropRow returns a repair that deletes a row of a bucket.
func dropRow(bucket []byte) func(tx *store.Tx, key, value []byte) error {
	return func(tx *store.Tx, key, _ []byte) error { return tx.Bucket(bucket).Delete(key) }
}

// orphanOf returns a broken for rows of a bucket that begin with a player. It reports a row
// whose player does not exist or was joined into another. Other rows are checked with
// their player.
func orphanOf(bucket []byte) func(tx *store.Tx, key, value []byte) string {
	return func(tx *store.Tx, key, _ []byte) string {
		player, ok, _ := playersBucket.Get(tx, key[:min(len(key), len(playerID{}))])
		if !ok || len(key) < len(playerID{}) || len(player.Into) > 0 {
			return fmt.Sprintf("Row %q of %s belongs to no player.", key, bucket)
		}
		return ""
	}
}

// short returns enough of a player's ID or of a key to find it by.
func short(id []byte) []byte { return id[:min(6, len(id))] }
