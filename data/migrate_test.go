package data

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"boardwalk/data/store"

	"go.etcd.io/bbolt"
)

func init() { Schema.Migrations = append(Schema.Migrations, rewritePlayers) }

// rewritePlayers is a migration to a version that only tests know: it writes the rows of the players again.
func rewritePlayers(tx *store.Tx) error {
	players := tx.Bucket(playersBucket)
	all := map[string][]byte{}
	for key, value := range store.Rows(players) {
		all[string(key)] = bytes.Clone(value)
	}
	for key, value := range all {
		if err := players.Put([]byte(key), value); err != nil {
			return err
		}
	}
	return nil
}

// oldFile returns a copy of the file that the version before has written.
func oldFile(t testing.TB) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "boardwalk.db")
	clone(t, path, fixture)
	return path
}

// The file of the first version reads as one in which the same was done today.
func TestOlderVersion(t *testing.T) {
	if *update {
		Schema.Migrations = nil
		must(t, os.RemoveAll(fixture))
		db, err := Open(fixture, MapSize(1))
		must(t, err)
		play(t, db)
		makeUp(t, db)
		must(t, db.Close())
		must(t, os.Remove(fixture+cleanSuffix))
		Schema.Migrations = []func(*store.Tx) error{rewritePlayers}
	}
	old, fresh := openAt(t, oldFile(t), Games(library)), openGames(t)
	play(t, fresh)
	makeUp(t, fresh)
	for _, name := range []string{"SHA256:ann", "SHA256:bob"} {
		got, err := contents(session(t, old, name))
		must(t, err)
		want, err := contents(session(t, fresh, name))
		must(t, err)
		// An estimate of then is of another edition, and reads as none.
		got, want = estimates.ReplaceAllString(got, ""), estimates.ReplaceAllString(want, "")
		if ids.ReplaceAllString(got, "") != ids.ReplaceAllString(want, "") {
			t.Errorf("%s reads\n%swant\n%s", name, got, want)
		}
	}
	sound(t, fresh)
	report := sound(t, old)
	if !reflect.DeepEqual(report, fixtureReport) {
		t.Errorf("Check = %+v, want %+v", report, fixtureReport)
	}
	finish(t, session(t, old, "SHA256:ann"), finished(record(hop, "FIRST", 1, 2, 3), 2500))
	if again := sound(t, old); again.Rounds != report.Rounds {
		t.Errorf("a round of that version is stored twice: %+v", again)
	}
}

// fixtureReport is what Check finds in the fixture.
var fixtureReport = Report{Players: 2, Open: 2, Rounds: 4}

// A file from before the first release is refused, and nothing is changed in it.
func TestFilesFromBeforeTheRelease(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	clone(t, path, "testdata/unreleased.bbolt")
	before := read(t, path)
	_, err := Open(path, migrating)
	wantErr(t, "Open", err, store.ErrUnreleased)
	_, _, err = OpenReadOnly(path)
	wantErr(t, "OpenReadOnly", err, store.ErrUnreleased)
	if !strings.Contains(err.Error(), "export the players' games") {
		t.Errorf("it says %v", err)
	}
	if !bytes.Equal(read(t, path), before) {
		t.Error("it has changed the file")
	}
}

func TestMigrate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	must(t, openAt(t, path).Close())
	add := func(name string, fail error) func(*store.Tx) error {
		return func(tx *store.Tx) error {
			_, err := tx.CreateBucket([]byte(name))
			return errors.Join(err, fail)
		}
	}
	has := func(name string) (ok bool) {
		bolt, err := bbolt.Open(path, 0o600, nil)
		must(t, err)
		must(t, errors.Join(bolt.View(func(tx *bbolt.Tx) error {
			ok = tx.Bucket([]byte(name)) != nil
			return nil
		}), bolt.Close()))
		return ok
	}
	migrate := func(steps ...func(*store.Tx) error) error {
		longer := *Schema
		longer.Migrations = slices.Concat(Schema.Migrations, steps)
		db, err := store.Open(path, &longer, store.Options{Migrated: func(int, int, string) {}})
		if err == nil {
			err = db.Close()
		}
		return err
	}
	newest := Schema.Version()
	one, two := add("one", nil), add("two", nil)
	t.Run("a step that fails leaves the file as it was", func(t *testing.T) {
		err := migrate(one, add("two", errors.New("no")))
		if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("from version %d to %d", newest+1, newest+2)) || has("one") || versionAt(t, path) != newest {
			t.Errorf("migrate = %v, one %v, version %d", err, has("one"), versionAt(t, path))
		}
	})
	t.Run("each step runs once", func(t *testing.T) {
		must(t, migrate(one))
		must(t, migrate(one))
		must(t, migrate(one, two))
		if !has("one") || !has("two") || versionAt(t, path) != newest+2 {
			t.Errorf("one %v, two %v, version %d", has("one"), has("two"), versionAt(t, path))
		}
	})
	t.Run("a newer file is refused", func(t *testing.T) {
		_, err := Open(path)
		want := fmt.Sprintf("open %s: the data file belongs to a newer version of boardwalk: it has version %d, and this program knows versions up to %d; "+
			"run the newer boardwalk, or restore a backup or name another file", path, newest+2, newest)
		if !errors.Is(err, store.ErrNewer) || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	})
}

// migrating is Migrate with a callback that does nothing.
var migrating = Migrate(func(int, int, string) {})

func read(t testing.TB, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	return text
}

// versionAt returns the version of a file that nobody has open.
func versionAt(t testing.TB, path string) int {
	t.Helper()
	bolt, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	must(t, err)
	var row struct{ Version int }
	must(t, errors.Join(bolt.View(func(tx *bbolt.Tx) error {
		return store.Unseal(store.VersionKey, tx.Bucket(store.Meta).Get(store.VersionKey), &row)
	}), bolt.Close()))
	return row.Version
}

func TestOpenRefusesAnOlderFile(t *testing.T) {
	path := oldFile(t)
	before := read(t, path)
	_, err := Open(path)
	wantErr(t, "Open", err, store.ErrOlder)
	if want := fmt.Sprintf("open %s: the data file belongs to an older version of boardwalk: it has version %d, and this program writes version %d; ", path, Schema.First, Schema.Version()); !strings.HasPrefix(err.Error(), want) {
		t.Errorf("it says %v", err)
	}
	if !bytes.Equal(read(t, path), before) || len(names(t, filepath.Dir(path))) != 1 {
		t.Error("it has changed the file, or made another")
	}
}

func TestMigrateKeepsTheFileAsItWas(t *testing.T) {
	version, newest := Schema.First, Schema.Version()
	path := oldFile(t)
	want := fmt.Sprintf("%s.before-version-%d", path, newest)
	migrated := func() (got string) {
		db, err := Open(path, Migrate(func(from, to int, kept string) { got = fmt.Sprintf("%d to %d, %s", from, to, kept) }))
		must(t, err)
		must(t, db.Close())
		return got
	}
	if got := migrated(); got != fmt.Sprintf("%d to %d, %s", version, newest, want) {
		t.Errorf("version %d: called with %q", version, got)
	}
	if kept, now := versionAt(t, want), versionAt(t, path); kept != version || now != newest {
		t.Errorf("version %d: the copy has version %d, the file %d", version, kept, now)
	}
	if got := migrated(); got != "" {
		t.Errorf("a file that is up to date is migrated: %s", got)
	}

	// As after an interrupted migration: the copy exists already.
	must(t, os.Remove(path))
	clone(t, path, fixture)
	if migrated(); len(names(t, filepath.Dir(path))) != 2 {
		t.Errorf("version %d: a second copy of the same rows: %v", version, names(t, filepath.Dir(path)))
	}

	// A copy of another file, and a dangling link, are left alone.
	must(t, os.WriteFile(want, []byte("another"), 0o600))
	must(t, os.Symlink("nowhere", want+"-2"))
	must(t, os.Remove(path))
	clone(t, path, fixture)
	if got := migrated(); !strings.HasSuffix(got, want+"-3") || string(read(t, want)) != "another" || versionAt(t, want+"-3") != version {
		t.Errorf("version %d: called with %q; the folder has %v", version, got, names(t, filepath.Dir(path)))
	}
}

// If no copy can be kept, nothing is migrated.
func TestMigrateNeedsItsCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 240)) // its copy's name would be too long
	clone(t, path, fixture)
	before := read(t, path)
	_, err := Open(path, migrating)
	if err == nil || !strings.Contains(err.Error(), "keep a copy before the file is migrated from version 11 to ") || !strings.Contains(err.Error(), "file name too long") {
		t.Errorf("Open = %v", err)
	}
	if !bytes.Equal(read(t, path), before) {
		t.Error("the file has changed")
	}
}

func TestCreated(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	for _, want := range []bool{true, false} {
		db, err := Open(path)
		must(t, err)
		if db.Created() != want {
			t.Errorf("Created = %v", !want)
		}
		must(t, db.Close())
	}
}

// TestReadOnly opens every version through descriptors that cannot write.
func TestReadOnly(t *testing.T) {
	for _, version := range []int{Schema.First, Schema.Version()} {
		path := oldFile(t)
		if version != Schema.First {
			must(t, openAt(t, path).Close())
			must(t, os.Remove(fmt.Sprintf("%s.before-version-%d", path, version)))
		}
		before, temp := read(t, path), t.TempDir()
		t.Setenv("TMPDIR", temp)
		db, got, err := OpenReadOnly(path, Games(library), OpenFile(func(name string, flag int, perm fs.FileMode) (*os.File, error) {
			if flag&(os.O_RDWR|os.O_WRONLY) != 0 {
				t.Errorf("%s is opened to be written", name)
			}
			return os.OpenFile(name, flag, perm)
		}))
		must(t, err)
		if report := sound(t, db); got != version || !reflect.DeepEqual(report, fixtureReport) {
			t.Errorf("version %d: OpenReadOnly = %d; Check = %+v", version, got, report)
		}
		wantErr(t, "SetSettings", session(t, db, "SHA256:ann").SetSettings([]byte(`{}`)), store.ErrReadOnly)
		must(t, db.Close())
		if !bytes.Equal(read(t, path), before) || len(names(t, filepath.Dir(path))) != 1 || len(names(t, temp)) != 0 {
			t.Errorf("version %d: the file has changed, or something is left: %v, %v", version, names(t, filepath.Dir(path)), names(t, temp))
		}
	}
	t.Run("without room for a copy", func(t *testing.T) {
		t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "none"))
		_, _, err := OpenReadOnly(oldFile(t))
		if !errors.Is(err, syscall.ENOENT) || !strings.Contains(err.Error(), "has version 11, so it is read through a copy") || !strings.Contains(err.Error(), "TMPDIR") {
			t.Errorf("OpenReadOnly = %v", err)
		}
	})
	t.Run("no file", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "none")
		_, _, err := OpenReadOnly(path)
		wantErr(t, "OpenReadOnly", err, fs.ErrNotExist)
	})
	t.Run("a file in use", func(t *testing.T) {
		path := oldFile(t)
		openAt(t, path)
		_, _, err := OpenReadOnly(path)
		wantErr(t, "OpenReadOnly", err, store.ErrLocked)
	})
}
