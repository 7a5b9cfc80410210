package data

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// image returns a file with a few pages of everything, and what its players read.
func image(t *testing.T) (file []byte, want map[string]string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := Open(path, MapSize(1))
	must(t, err)
	want = map[string]string{}
	for i := range 20 {
		for _, name := range []string{"ann", "bob", "cid"} {
			p := session(t, db, name)
			finish(t, p, finished(record(hop, fmt.Sprint("D", i), 1, 2, 3, 1, 2), int64(i+1)))
			if i%10 == 9 {
				save(t, p, saved(record(scotsi, "A", 1, 2, 3), int64(i)))
			}
		}
	}
	for range 2 { // so that the file before the last commit reads the same
		must(t, session(t, db, "ann").SetSettings([]byte(`{"theme":"dark"}`)))
	}
	sound(t, db)
	for _, name := range []string{"ann", "bob", "cid"} {
		want[name], err = contents(session(t, db, name))
		must(t, err)
	}
	must(t, db.Close())
	file, err = os.ReadFile(path)
	must(t, err)
	return file, want
}

// try opens a file that may be damaged and uses all of it. It fails the test if anything
// wrong is read without an error.
func try(t *testing.T, path string, want map[string]string) {
	t.Helper()
	named := func(err error) {
		t.Helper()
		if text := cause(err).Error(); !strings.Contains(text, path) || strings.Contains(text, "\n") {
			t.Errorf("%q is not a sentence with the file's name", text)
		}
	}
	db, err := Open(path, MapSize(1))
	if errors.Is(err, store.ErrLocked) {
		t.Fatal("a file that did not open stays locked")
	}
	if err != nil {
		named(err)
		return
	}
	defer db.Close()
	report, err := db.Check(library)
	said := err != nil || len(report.Findings) > 0
	for name, want := range want {
		got, err := contents(session(t, db, name))
		switch {
		case err != nil:
			said = true
			named(err)
		case got != want && !said:
			t.Errorf("nothing was found, yet %s reads\n%swant\n%s", name, got, want)
		}
	}
	var wg sync.WaitGroup
	for name := range want {
		wg.Go(func() {
			if err := playOn(db, name); err != nil && !said {
				t.Errorf("nothing was found, yet %s cannot go on: %v", name, err)
			}
		})
	}
	wg.Wait()
}

// playOn writes to all buckets.
func playOn(db *DB, name string) error {
	p, err := db.Player(credential(name))
	if err != nil {
		return err
	}
	_, rev, err := p.Saved(scotsi)
	if err != nil {
		return err
	}
	if _, err := p.Save(saved(record(scotsi, "NEW", 1), 1), rev); err != nil {
		return err
	}
	_, err = p.Finish(finished(record(hop, "NEW", 1), 999), 0)
	return err
}

//abuse:case 21
func TestTruncated(t *testing.T) {
	file, want := image(t)
	path := filepath.Join(t.TempDir(), "cut.db")
	for i, size := 0, 0; size < len(file); i, size = i+1, size+2039 {
		if spared(i) {
			continue
		}
		must(t, os.WriteFile(path, file[:size], 0o600))
		try(t, path, want)
	}
}

//abuse:case 21
func TestFlippedBytes(t *testing.T) {
	file, want := image(t)
	path := filepath.Join(t.TempDir(), "flipped.db")
	rng := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		if spared(i / 2) {
			continue
		}
		at, bits := rng.IntN(len(file)), byte(1+rng.IntN(255))
		if i%2 == 0 { // pages begin with the bytes that can do the most harm
			at = at&^4095 + rng.IntN(160)
		}
		damaged := append([]byte(nil), file...)
		damaged[at] ^= bits
		must(t, os.WriteFile(path, damaged, 0o600))
		try(t, path, want)
		if t.Failed() {
			t.Fatalf("byte %d was changed by %#x", at, bits)
		}
	}
}

// Pages that overflow: settings larger than a page, and a list of free pages that is.
func TestLongPages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db := openAt(t, path, unsynced)
	ann := player(t, db, fp("ann"))
	must(t, ann.SetSettings([]byte(`"`+strings.Repeat("x", arcade.SettingsMost-2)+`"`)))
	must(t, directly(db, func(tx *store.Tx) error {
		b, err := tx.CreateBucket([]byte("much"))
		for i := range 1000 {
			err = errors.Join(err, b.Put([]byte(fmt.Sprintf("%04d", i)), make([]byte, 3000)))
		}
		return err
	}))
	must(t, directly(db, func(tx *store.Tx) error { return tx.DeleteBucket([]byte("much")) }))
	must(t, ann.SetPrivacy(true, false)) // makes the pages free
	must(t, db.Close())
	must(t, inspect(path))
	again := openAt(t, path)
	if got, err := session(t, again, fp("ann")).Settings(); err != nil || len(got) != arcade.SettingsMost {
		t.Errorf("Settings are %d bytes, %v", len(got), err)
	}
	sound(t, again)
}

//abuse:case 21
func TestNoDataFile(t *testing.T) {
	dir := t.TempDir()
	garbage := make([]byte, 1<<16)
	for i := range garbage {
		garbage[i] = byte(rand.Uint32())
	}
	must(t, os.WriteFile(filepath.Join(dir, "empty"), nil, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "garbage"), garbage, 0o600))
	must(t, os.WriteFile(filepath.Join(dir, "text"), []byte("hello\n"), 0o600))
	for _, c := range []struct {
		path string
		want string
	}{
		{"empty", "it is empty, not a boardwalk data file; restore a backup or name another file"},
		{"garbage", "not a boardwalk data file, or one whose first pages are lost; restore a backup or name another file"},
		{"text", "not a boardwalk data file, or one whose first pages are lost; restore a backup or name another file"},
		{".", "is a directory: name a file in it instead"},
		{"missing/boardwalk.db", "no such file or directory: the file's directory must exist; create it or name another file"},
		{"text/boardwalk.db", "not a directory: the file's directory must exist; create it or name another file"},
	} {
		t.Run(c.path, func(t *testing.T) {
			path := filepath.Join(dir, c.path)
			_, err := Open(path)
			if err == nil {
				t.Fatal("it was opened")
			}
			got := strings.ReplaceAll(err.Error(), "create it: ", "")
			if want := "open " + path + ": " + c.want; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestLocked(t *testing.T) {
	t.Parallel() // it waits for a lock
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	openAt(t, path)
	start := time.Now()
	_, err := Open(path)
	want := "open " + path + ": the data file is in use: another boardwalk has it open, such as serve, play or check; stop that one first or name another file"
	if !errors.Is(err, store.ErrLocked) || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
