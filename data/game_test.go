package data

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"

	"boardwalk/data/boltpages"
	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

var update = flag.Bool("update", false, "write the fixture of this version again")

// TestMain makes the test binary a victim, of TestKill or of the tests in crash_test.go,
// if asked to.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // there is little to keep, and much to throw away
	if path := os.Getenv(victimEnv); path != "" {
		victim(path)
		os.Exit(0)
	}
	if spec := os.Getenv(stepEnv); spec != "" {
		if err := stopped(spec); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// steps is a game of nine moves, each of one, two or three points by its column.
type steps struct{ id string }

type stepsState struct{ moves, points int }

func (g steps) Rules() string { return "# Steps" }

func (g steps) Info() engine.Info { return engine.Info{ID: g.id, Version: 1, Name: "Steps", Max: 27} }

func (g steps) Deal(engine.Code) engine.State { return stepsState{} }

func (g steps) Set(map[engine.Place]engine.Pile) (engine.State, error) { return stepsState{}, nil }

func (s stepsState) Moves() []engine.Move {
	if s.moves == 9 {
		return nil
	}
	return []engine.Move{step(1), step(2), step(3)}
}

func (s stepsState) Over() bool { return s.moves == 9 }

func (s stepsState) Play(m engine.Move) (engine.State, error) {
	if s.moves == 9 || m.Len() != 1 || m.From.Row() != 1 || m.From.Col() > 3 {
		return nil, &engine.IllegalMove{Move: m, Code: "no-step", Why: "That is no step."}
	}
	return stepsState{s.moves + 1, s.points + m.From.Col()}, nil
}

func (s stepsState) Describe(m engine.Move) string { return m.String() }

func (s stepsState) Score() engine.Score {
	return engine.Score{Points: s.points, Max: 27, Won: s.points >= 20, Perfect: s.points == 27}
}

// End gives a point more for stopping after exactly six moves.
func (s stepsState) End() engine.Score {
	score := s.Score()
	if s.moves == 6 {
		score.Points++
	}
	return score
}

func (s stepsState) EndNote() string { return "" }

func (s stepsState) Board() engine.Board { return engine.Board{} }

func (s stepsState) Position() map[engine.Place]engine.Pile { return nil }

func step(n int) engine.Move { return engine.Move{From: engine.At(n, 1)} }

// The games of the tests.
const (
	hop    = "test/hop"
	scotsi = "test/scotsi"
)

// library has the games of the tests.
var library = engine.Library{House: engine.Catalog{steps{hop}, steps{scotsi}}, Families: []engine.Family{family{}}}

// record returns a record of steps, given by their points.
func record(game, code string, points ...int) engine.Record {
	r := engine.Record{Game: game, Version: 1, Code: engine.Code(code)}
	for _, n := range points {
		r.Moves = append(r.Moves, step(n))
	}
	return r
}

// at returns the state that a record of steps leads to.
func at(r engine.Record) stepsState {
	s := stepsState{}
	for _, m := range r.Moves {
		s = stepsState{s.moves + 1, s.points + m.From.Col()}
	}
	return s
}

// finished returns a counted result of a record; millis is both its time and its end.
func finished(r engine.Record, millis int64) arcade.Result {
	return arcade.Result{Record: r, Rules: rulesOfKind[r.Game], Score: at(r).End(), Class: arcade.Counted, Millis: millis, Span: millis, Ended: 1_790_000_000_000 + millis}
}

// saved returns an open round with its time at the table.
func saved(r engine.Record, millis int64) arcade.Saved {
	return arcade.Saved{Record: r, Rules: rulesOfKind[r.Game], Score: at(r).Score(), Millis: millis, Span: millis, Started: 1_780_000_000_000}
}

func openTemp(t testing.TB) *DB {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"))
}

func openAt(t testing.TB, path string, opts ...Option) *DB {
	t.Helper()
	db, err := Open(path, append([]Option{migrating}, opts...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func session(t testing.TB, db *DB, fingerprint string) *Player {
	t.Helper()
	p, err := db.Player(credential(fingerprint))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// save stores an open round over whatever is open, and returns its Rev.
func save(t testing.TB, p *Player, s arcade.Saved) arcade.Rev {
	t.Helper()
	_, rev, err := p.Saved(s.Slot())
	must(t, err)
	if rev == 0 {
		rev, err = beginAndSave(p, s)
	} else {
		rev, err = p.Save(s, rev)
	}
	must(t, err)
	return rev
}

// beginAndSave begins a game and saves it as it is then; one of an event begins with its
// deal.
func beginAndSave(p *Player, s arcade.Saved) (rev arcade.Rev, err error) {
	if s.Event != "" {
		if rev, err = begin(p, s.Record, s.Event); err != nil {
			return 0, err
		}
	}
	return p.Save(s, rev)
}

// playOut begins a game and ends it.
func playOut(p *Player, r arcade.Result) (_ arcade.Result, err error) {
	rev := arcade.Rev(0)
	if r.Event != "" {
		if rev, err = begin(p, r.Record, r.Event); err != nil {
			return r, err
		}
	}
	return p.Finish(r, rev)
}

// beginEvent begins a game on an event whose deal the player has not seen.
func beginEvent(p *Player, g engine.Game, e arcade.Event, now time.Time) (arcade.Saved, arcade.Rev, error) {
	return p.Begin(g, e, now, nil)
}

// gameWith returns a game of the tests.
func gameWith(id string) engine.Game {
	if rules := rulesOfKind[id]; rules != "" {
		made, err := newGames(library, newShelf()).named(id, rules, "")
		if err != nil {
			panic(err)
		}
		return made
	}
	return steps{id}
}

// begin begins a round of an event: one of a daily at noon.
func begin(p *Player, r engine.Record, e arcade.Event) (arcade.Rev, error) {
	at := day(0)
	if date, ok := e.Day(); ok {
		at = noon(date)
	}
	_, rev, err := beginEvent(p, gameWith(r.Game), e, at)
	return rev, err
}

// noon is the middle of a day such as "2026-11-22".
func noon(date string) time.Time {
	at, err := time.Parse(time.DateOnly, date)
	if err != nil {
		panic(err)
	}
	return at.Add(12 * time.Hour)
}

// finish ends whatever is open with a result, and returns that with its ID.
func finish(t testing.TB, p *Player, r arcade.Result) arcade.Result {
	t.Helper()
	_, rev, err := p.Saved(r.Slot())
	must(t, err)
	if _, there, _ := p.EventRound(r.Record.Game, r.Event); rev != 0 || r.Event != "" && there {
		r, err = p.Finish(r, rev)
	} else {
		r, err = playOut(p, r)
	}
	must(t, err)
	return r
}

// contents returns everything a player can read, as text.
func contents(p *Player) (string, error) {
	history, err := p.History("", 1000)
	if err != nil {
		return "", err
	}
	stats, err := p.Stats()
	if err != nil {
		return "", err
	}
	settings, err := p.Settings()
	if err != nil {
		return "", err
	}
	text := fmt.Sprintf("history %+v\nstats %+v\nsettings %s\n", history, stats, settings)
	for _, own := range p.Own() {
		v, err := p.Variation(kind(1, own.Info().Name))
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf("keeps %+v\n", v)
	}
	for _, game := range []string{hop, scotsi} {
		s, rev, err := p.Saved(game)
		if err != nil {
			return "", err
		}
		text += fmt.Sprintf("saved %s %v %+v\n", game, rev != 0, s)
		for _, class := range []arcade.Class{arcade.Counted, arcade.Assisted, arcade.Practice} {
			r, ok, err := p.Best(game, class)
			if err != nil {
				return "", err
			}
			text += fmt.Sprintf("best %s %s %v %+v\n", game, class, ok, r)
		}
	}
	return text, nil
}

// sound fails the test unless Check finds nothing. The games are those of the tests unless
// others are given.
func sound(t testing.TB, db *DB, games ...engine.Library) Report {
	t.Helper()
	report, err := db.Check(append(games, library)[0])
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Findings) > 0 {
		t.Fatalf("check found %q", report.Findings)
	}
	totals, err := db.Totals()
	must(t, err)
	if report.Players != totals.Players || report.Guests != totals.Guests {
		t.Errorf("check has counted %d players and %d guests, and the log says %+v", report.Players, report.Guests, totals)
	}
	return report
}

// bolt returns the bbolt file under an open one.
func bolt(db *DB) (bolt *bbolt.DB) {
	_ = db.View(func(tx *store.Tx) error {
		bolt = tx.DB()
		return nil
	})
	return bolt
}

// directly changes rows as nobody does, past the writer.
func directly(db *DB, change func(*store.Tx) error) error {
	return bolt(db).Update(func(tx *bbolt.Tx) error { return change(&store.Tx{Tx: tx}) })
}

// cleanSuffix is appended to the name of a file for the mark that it was closed well.
const cleanSuffix = ".clean"

// probeKey is the row of meta that the writer uses to test for room.
var probeKey = []byte("room")

// inspect returns what is wrong with the pages of a file.
func inspect(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	_, err = boltpages.Check(file, info.Size())
	return err
}

// Rounds are stored packed, and those of older files are read as they are.
func TestRoundsArePacked(t *testing.T) {
	db := quick(t)
	r := finish(t, session(t, db, fp("ann")), finished(record(hop, "A", 1, 2, 3), 5))
	row, id, err := newRoundRow(playerID{1}, r)
	must(t, err)
	value, err := store.Seal(id[:], row)
	must(t, err)
	text, err := json.Marshal(row)
	if err != nil || value[0] != 2 || len(value) >= len(text) {
		t.Errorf("a round has format %d and %d bytes for %d, %v", value[0], len(value), len(text), err)
	}
}
