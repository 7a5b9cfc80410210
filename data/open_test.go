package data

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

const fixture = "testdata/version%d.bbolt"

// play is what the players of the fixture did. It never changes, nor does the fixture; a
// new version gets its own.
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

// ids matches the IDs of rounds in a text. They contain the player's ID, which is random.
var ids = regexp.MustCompile(`ID:\w{26}`)

// oldFile returns a copy of the file that an older version wrote.
func oldFile(t testing.TB, version int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "boardwalk.db")
	clone(t, path, fmt.Sprintf(fixture, version))
	return path
}

func TestOlderVersions(t *testing.T) {
	newest := fmt.Sprintf(fixture, 1+len(migrations))
	if *update {
		must(t, os.RemoveAll(newest))
		db, err := Open(newest, MapSize(0))
		must(t, err)
		play(t, db)
		must(t, db.Close())
	}
	for version := range 1 + len(migrations) {
		t.Run(fmt.Sprint("version ", version+1), func(t *testing.T) {
			old, fresh := openAt(t, oldFile(t, version+1)), openTemp(t)
			play(t, fresh)
			for _, name := range []string{"SHA256:ann", "SHA256:bob"} {
				got, err := contents(session(t, old, name))
				must(t, err)
				want, err := contents(session(t, fresh, name))
				must(t, err)
				if ids.ReplaceAllString(got, "") != ids.ReplaceAllString(want, "") {
					t.Errorf("%s reads\n%swant\n%s", name, got, want)
				}
			}
			sound(t, fresh)
			report := sound(t, old)
			if want := (Report{Players: 2, Open: 1, Rounds: 3}); !reflect.DeepEqual(report, want) {
				t.Errorf("Check = %+v, want %+v", report, want)
			}
			finish(t, session(t, old, "SHA256:ann"), finished(record(hop, "FIRST", 1, 2, 3), 2500))
			if again := sound(t, old); again.Rounds != 3 {
				t.Errorf("a round of that version is stored twice: %+v", again)
			}
		})
	}
}

func TestMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	open := func() *bbolt.DB {
		bolt, err := bbolt.Open(path, 0o600, nil)
		must(t, err)
		t.Cleanup(func() { must(t, bolt.Close()) })
		return bolt
	}
	must(t, openAt(t, path).Close())
	bolt := open()
	version := func() (v int) {
		must(t, bolt.View(func(tx *bbolt.Tx) error {
			var row metaRow
			_, err := get(tx.Bucket(metaBucket), versionKey, &row)
			v = row.Version
			return err
		}))
		return v
	}
	add := func(name string, fail error) func(*bbolt.Tx) error {
		return func(tx *bbolt.Tx) error {
			_, err := tx.CreateBucket([]byte(name))
			return errors.Join(err, fail)
		}
	}
	has := func(name string) (ok bool) {
		must(t, bolt.View(func(tx *bbolt.Tx) error {
			ok = tx.Bucket([]byte(name)) != nil
			return nil
		}))
		return ok
	}
	t.Run("a step that fails leaves the file as it was", func(t *testing.T) {
		err := migrate(bolt, []func(*bbolt.Tx) error{accounts, events, boardsByKind, add("third", nil), add("fourth", errors.New("no"))}, (*bbolt.Tx).Commit)
		if err == nil || !strings.Contains(err.Error(), "from version 5 to 6") || has("third") || version() != 4 {
			t.Errorf("migrate = %v, third %v, version %d", err, has("third"), version())
		}
	})
	t.Run("each step runs once", func(t *testing.T) {
		steps := []func(*bbolt.Tx) error{accounts, events, boardsByKind, add("third", nil)}
		must(t, migrate(bolt, steps, (*bbolt.Tx).Commit))
		must(t, migrate(bolt, steps, (*bbolt.Tx).Commit))
		steps = append(steps, add("fourth", nil))
		must(t, migrate(bolt, steps, (*bbolt.Tx).Commit))
		if !has("third") || !has("fourth") || version() != 6 {
			t.Errorf("third %v, fourth %v, version %d", has("third"), has("fourth"), version())
		}
	})
	t.Run("a newer file is refused", func(t *testing.T) {
		must(t, bolt.Close())
		_, err := Open(path)
		want := "open " + path + ": the data file belongs to a newer version of boardwalk: it has version 6, and this program knows versions up to 4; " +
			"run the newer boardwalk, or restore a backup or name another file"
		if !errors.Is(err, ErrNewer) || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	})
}

// One damaged player must not keep all others out of a file that is migrated.
func TestMigrateDamage(t *testing.T) {
	path := oldFile(t, 1)
	bolt, err := bbolt.Open(path, 0o600, nil)
	must(t, err)
	bob := sha256.Sum256([]byte("SHA256:bob"))
	must(t, bolt.Update(func(tx *bbolt.Tx) error { return tx.Bucket(playersBucket).Put(bob[:], []byte("damaged")) }))
	must(t, bolt.Close())
	db := openAt(t, path)
	wantDeals(t, session(t, db, "SHA256:ann"), "THIRD", "SECOND", "FIRST")
	_, err = session(t, db, "SHA256:bob").History("", 1)
	must(t, err)
	_, err = session(t, db, "SHA256:bob").Account()
	wantErr(t, "Account", err, ErrDamaged)
	must(t, db.Repair())
	sound(t, db)
	if s, _, err := session(t, db, "SHA256:bob").Saved(hop); err != nil || s.Record.Code != "OPEN" {
		t.Errorf("Saved = %+v, %v", s, err)
	}
}

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
	if _, err := Open(path); !errors.Is(err, ErrForeign) || !strings.Contains(err.Error(), path) {
		t.Errorf("Open = %v, want ErrForeign", err)
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
	t.Run("leaves a file alone that came in between", func(t *testing.T) {
		other := filepath.Join(dir, "other.db")
		must(t, os.WriteFile(other, []byte("other"), 0o600))
		must(t, create(other))
		if got, err := os.ReadFile(other); err != nil || string(got) != "other" {
			t.Errorf("it reads %q, %v", got, err)
		}
	})
}

// A file that vanishes while it is opened does not come back as an empty one.
func TestOpenMakesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	o := defaults()
	o.openFile = func(name string, flag int, mode fs.FileMode) (*os.File, error) {
		must(t, os.Remove(name))
		return os.OpenFile(name, flag, mode)
	}
	must(t, create(path))
	if bolt, err := open(path, o); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("open = %v, %v, want fs.ErrNotExist", bolt, err)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there again: %v", err)
	}
}

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "a.db", Err: syscall.EACCES}, "open a.db: permission denied: this user must be able to read and write the file and to create files in its directory"},
		{&fs.PathError{Op: "open", Path: "a.db", Err: syscall.EROFS}, "open a.db: read-only file system: this user must be able to read and write the file and to create files in its directory"},
		{syscall.EIO, "open a.db: input/output error: check the disk, then try again or restore a backup or name another file"},
	} {
		got := explain("a.db", c.err)
		if got.Error() != c.want || !errors.Is(got, errors.Unwrap(got)) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
