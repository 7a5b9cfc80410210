package data

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"

	"go.etcd.io/bbolt"
)

// fixture is a file that the first version has written.
const fixture = "testdata/version11.bbolt"

// play is what the players of the fixture did. It never changes, nor does the fixture.
func play(t *testing.T, db *DB) {
	t.Helper()
	ann, bob := session(t, db, "SHA256:ann"), session(t, db, "SHA256:bob")
	must(t, ann.SetSettings([]byte(`{"theme":"dark"}`)))
	save(t, ann, saved(record(hop, "FIRST", 1, 2), 1500))
	finish(t, ann, finished(record(hop, "FIRST", 1, 2, 3), 2500))
	finish(t, ann, finished(record(hop, "SECOND", 3, 3, 3), 3500))
	assisted := finished(record(scotsi, "THIRD", 3), 4500)
	assisted.Class, assisted.Tally = arcade.Assisted, engine.Tally{Undos: 3, Peeks: 2, Hints: 1}
	finish(t, ann, assisted)
	open := record(hop, "OPEN", 3, 2, 1)
	save(t, bob, arcade.Saved{
		Record: open, Score: at(open).Score(), Undone: []engine.Move{step(1), step(2)},
		Shelved: [][]engine.Move{{step(3), step(3)}, {step(2)}}, Tally: engine.Tally{Undos: 5, Peeks: 1},
		Chosen: true, Millis: 61_000, Started: 1_790_000_000_000,
	})
}

// makeUp is what the players of the fixture made up. It never changes either.
func makeUp(t *testing.T, db *DB) {
	t.Helper()
	ann, bob := session(t, db, "SHA256:ann"), session(t, db, "SHA256:bob")
	keep(t, ann, kind(1, "Ann's own"), 0)
	keep(t, bob, kind(1, "Bob's own"), 1)
	finish(t, ann, finished(record(kindID(1), "FIRST", 1, 2, 3), 5500))
	save(t, bob, saved(record(kindID(2), "OPEN", 3), 1500))
	must(t, bob.SetEstimate(kindID(1), hint.Estimate{Edition: hint.Edition, Deals: 50, Won: 17, Points: 900, Moves: 3000}))
	must(t, db.HideVariation(kindID(2), true))
}

// ids matches the IDs of rounds in a text. They contain the player's ID, which is random.
var ids = regexp.MustCompile(`ID:\w{26}`)

// estimates matches how the arcade's player fared in sample deals of a game.
var estimates = regexp.MustCompile(`Estimate:[^}]*`)

func TestForeignBoltFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "other.db")
	bolt, err := bbolt.Open(path, 0o600, nil)
	must(t, err)
	must(t, bolt.Update(func(tx *bbolt.Tx) error {
		_, err := tx.CreateBucket([]byte("theirs"))
		return err
	}))
	must(t, bolt.Close())
	before, err := os.ReadFile(path)
	must(t, err)
	if _, err := Open(path); !errors.Is(err, store.ErrForeign) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open = %v, want store.ErrForeign", err)
	}
	after, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("the file was changed: %v", err)
	}
}

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "boardwalk.db")
	openAt(t, path)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "boardwalk.db" {
		t.Errorf("the directory has %v, %v", entries, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v; others must not read it", info.Mode(), err)
	}
}

// A file that vanishes while it is opened does not come back as an empty one.
func TestOpenMakesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	must(t, openAt(t, path).Close())
	if db, err := Open(path, OpenFile(func(name string, flag int, mode fs.FileMode) (*os.File, error) {
		must(t, os.Remove(name))
		return os.OpenFile(name, flag, mode)
	})); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open = %v, %v, want fs.ErrNotExist", db, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there again: %v", err)
	}
}
