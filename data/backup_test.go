package data

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"boardwalk/data/boltpages"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// names returns the files of a directory.
func names(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), cleanSuffix) {
			names = append(names, e.Name())
		}
	}
	return names
}

func TestBackup(t *testing.T) {
	c := newCrowd(t)
	want := c.read(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "monday.backup")
	size, err := c.db.Backup(context.Background(), path)
	if info, bad := os.Stat(path); err != nil || bad != nil || info.Size() != size || info.Mode().Perm() != 0o600 {
		t.Fatalf("Backup = %d, %v; the file is %v, %v", size, err, info, bad)
	}
	finish(t, c.players["eve"], finished(record(hop, "LATER", 3), 999))
	t.Run("it opens and has all there was", func(t *testing.T) {
		copied := c.on(t, openAt(t, path, Games(library)))
		if got := copied.read(t); got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
		sound(t, copied.db)
	})
	t.Run("a file that is there stays as it is", func(t *testing.T) {
		before, err := os.ReadFile(path)
		must(t, err)
		_, err = c.db.Backup(context.Background(), path)
		wantErr(t, "Backup", err, fs.ErrExist)
		if got := err.Error(); got != "back up to "+path+": file already exists: name another file" {
			t.Errorf("it says %q", got)
		}
		_, err = c.db.Backup(context.Background(), c.db.Path())
		wantErr(t, "Backup over the file itself", err, fs.ErrExist)
		after, err := os.ReadFile(path)
		if err != nil || string(after) != string(before) {
			t.Errorf("the file changed: %v", err)
		}
		dangling := filepath.Join(dir, "dangling")
		must(t, os.Symlink(filepath.Join(dir, "nowhere"), dangling))
		_, err = c.db.Backup(context.Background(), dangling)
		wantErr(t, "Backup over a link to nowhere", err, fs.ErrExist)
		must(t, os.Remove(dangling))
	})
	t.Run("a directory that is not there", func(t *testing.T) {
		_, err := c.db.Backup(context.Background(), filepath.Join(dir, "none", "x"))
		wantErr(t, "Backup", err, fs.ErrNotExist)
	})
	t.Run("a file that was closed", func(t *testing.T) {
		must(t, c.db.Close())
		_, err := c.db.Backup(context.Background(), filepath.Join(dir, "closed"))
		wantErr(t, "Backup", err, store.ErrClosed)
	})
	if got := names(t, dir); fmt.Sprint(got) != "[monday.backup]" {
		t.Errorf("the directory has %v", got)
	}
}

// A damaged page is found in the copy, which gets no name.
func TestBackupOfDamage(t *testing.T) {
	c := newCrowd(t)
	must(t, c.db.Close())
	file, err := os.OpenFile(c.db.Path(), os.O_RDWR, 0)
	must(t, err)
	defer file.Close()
	m, err := boltpages.ReadMeta(file)
	must(t, err)
	db, err := Open(c.db.Path())
	must(t, err)
	defer db.Close()
	_, err = file.WriteAt(make([]byte, 64), int64(m.Root)*m.PageSize)
	must(t, err)
	dir := t.TempDir()
	_, err = db.Backup(context.Background(), filepath.Join(dir, "b"))
	wantErr(t, "Backup", err, store.ErrDamaged)
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("the directory has %v", got)
	}
}

// Every save acknowledged before the backup began is in it, and it is sound, while many
// sessions continue to save.
func TestBackupUnderLoad(t *testing.T) {
	const sessions = 50
	backups := 2
	if *deep {
		backups = 5
	}
	db := quick(t)
	var saves [sessions]atomic.Int64 // acknowledged
	var stop atomic.Bool
	var wg sync.WaitGroup
	going := make(chan struct{}, sessions)
	for i := range sessions {
		p := session(t, db, fp(fmt.Sprint(i)))
		wg.Go(func() {
			n, rev := 0, arcade.Rev(0)
			for !stop.Load() {
				n++
				var err error
				if rev, err = victimStep(p, n, rev); err != nil {
					t.Error(err)
					return
				}
				saves[i].Store(int64(n))
				if n == 10 {
					going <- struct{}{}
				}
			}
		})
	}
	for range sessions {
		<-going
	}
	dir := t.TempDir()
	for b := range backups {
		var before [sessions]int64
		for i := range saves {
			before[i] = saves[i].Load()
		}
		path := filepath.Join(dir, fmt.Sprint("backup", b))
		if _, err := db.Backup(context.Background(), path); err != nil {
			t.Fatal(err)
		}
		restored := filepath.Join(dir, fmt.Sprint("restored", b))
		restore(t, path, restored, Schema)
		copied, err := Open(restored, Games(library))
		must(t, err)
		for i, want := range before {
			got, _, err := progress(session(t, copied, fp(fmt.Sprint(i))))
			if err != nil || int64(got) < want {
				t.Errorf("backup %d: session %d has %d saves, %v, and had %d before", b, i, got, err, want)
			}
		}
		sound(t, copied)
		must(t, copied.Close())
	}
	stop.Store(true)
	wg.Wait()
	sound(t, db)
}

// fileWith returns a closed file with one round of a deal.
func fileWith(t testing.TB, dir, name, deal string) (path string) {
	t.Helper()
	path = filepath.Join(dir, name)
	db, err := Open(path)
	must(t, err)
	finish(t, session(t, db, fp("ann")), finished(record(hop, deal, 1), 1))
	must(t, db.Close())
	return path
}

// holdsDeal fails the test unless a file is whole and has a round of the deal.
func holdsDeal(t testing.TB, path, deal string) {
	t.Helper()
	db, err := Open(path)
	must(t, err)
	defer db.Close()
	wantDeals(t, session(t, db, fp("ann")), deal)
	sound(t, db)
}

// restore restores a data file and returns under which name the one before it is kept.
func restore(t testing.TB, from, path string, schema *store.Schema) string {
	t.Helper()
	kept, err := store.Restore(from, path, schema)
	must(t, err)
	return kept
}

func TestRestore(t *testing.T) {
	t.Run("where there is no file", func(t *testing.T) {
		dir := t.TempDir()
		from, path := fileWith(t, dir, "backup", "OLD"), filepath.Join(dir, "boardwalk.db")
		restore(t, from, path, Schema)
		holdsDeal(t, path, "OLD")
		holdsDeal(t, from, "OLD")
		if got := fmt.Sprint(names(t, dir)); got != "[backup boardwalk.db]" {
			t.Errorf("the directory has %s", got)
		}
	})
	t.Run("the file that was there is kept, each time", func(t *testing.T) {
		dir := t.TempDir()
		from, path := fileWith(t, dir, "backup", "OLD"), fileWith(t, dir, "boardwalk.db", "NEW")
		must(t, os.Chmod(path, 0o640))
		restore(t, from, path, Schema)
		holdsDeal(t, path, "OLD")
		holdsDeal(t, path+".before-restore", "NEW")
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("the file is %v, %v, and was readable by the group", info.Mode(), err)
		}
		restore(t, path+".before-restore", path, Schema)
		holdsDeal(t, path, "NEW")
		holdsDeal(t, path+".before-restore-2", "OLD")
		restore(t, from, path, Schema)
		holdsDeal(t, path+".before-restore-3", "NEW")
		holdsDeal(t, path+".before-restore", "NEW")
	})
	t.Run("through a link", func(t *testing.T) {
		dir, far := t.TempDir(), t.TempDir()
		from, path := fileWith(t, dir, "backup", "OLD"), fileWith(t, far, "real.db", "NEW")
		link := filepath.Join(dir, "boardwalk.db")
		must(t, os.Symlink(path, link))
		restore(t, from, link, Schema)
		holdsDeal(t, link, "OLD")
		holdsDeal(t, path, "OLD")
		holdsDeal(t, path+".before-restore", "NEW")
	})
	t.Run("the file itself", func(t *testing.T) {
		dir := t.TempDir()
		path, link := fileWith(t, dir, "boardwalk.db", "NEW"), filepath.Join(dir, "link")
		must(t, os.Symlink(path, link))
		for _, from := range []string{path, link} {
			if _, err := store.Restore(from, path, Schema); err == nil || !strings.HasSuffix(err.Error(), ": that is the data file itself") {
				t.Errorf("Restore = %v", err)
			}
		}
		if got := names(t, dir); len(got) != 2 {
			t.Errorf("the directory has %s", got)
		}
	})
	t.Run("a backup of an older version", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "boardwalk.db")
		restore(t, oldFile(t), path, Schema)
		sound(t, openAt(t, path))
	})
}

func TestRestoreOverDamage(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"empty":    func(path string) error { return os.Truncate(path, 0) },
		"cut off":  func(path string) error { return os.Truncate(path, 9000) },
		"no store": func(path string) error { return os.WriteFile(path, []byte("hello"), 0o600) },
		"flipped": func(path string) error {
			f, err := os.OpenFile(path, os.O_RDWR, 0)
			must(t, err)
			defer f.Close()
			for page := range int64(8) {
				_, err = f.WriteAt([]byte{0xFF, 0xFF, 0xFF}, page*int64(os.Getpagesize())+8)
				must(t, err)
			}
			return nil
		},
	} {
		dir := t.TempDir()
		from, path := fileWith(t, dir, "backup", "OLD"), fileWith(t, dir, "boardwalk.db", "NEW")
		must(t, damage(path))
		before, err := os.ReadFile(path)
		must(t, err)
		if _, err := store.Restore(from, path, Schema); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		holdsDeal(t, path, "OLD")
		if kept, err := os.ReadFile(path + ".before-restore"); err != nil || string(kept) != string(before) {
			t.Errorf("%s: what was kept is not what was there: %v", name, err)
		}
	}
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel() // it waits for locks
	dir := t.TempDir()
	path := fileWith(t, dir, "boardwalk.db", "NEW")
	good := fileWith(t, dir, "good", "OLD")
	newer := fileWith(t, dir, "newer", "OLD")
	bolt, err := bbolt.Open(newer, 0o600, nil)
	must(t, err)
	must(t, bolt.Update(func(tx *bbolt.Tx) error { return store.PutVersion(&store.Tx{Tx: tx}, 99) }))
	must(t, bolt.Close())
	cut := fileWith(t, dir, "cut", "OLD")
	must(t, os.Truncate(cut, 20_000))
	must(t, os.WriteFile(filepath.Join(dir, "text"), []byte("hello"), 0o600))
	served := fileWith(t, dir, "served", "OLD")
	openAt(t, served)
	astray := filepath.Join(dir, "astray")
	must(t, os.Symlink("none", astray))
	before := fmt.Sprint(names(t, dir))
	for _, c := range []struct {
		name, from, path string
		want             error
		says             string
	}{
		{"a newer version", newer, path, store.ErrNewer, newer},
		{"a part of one", cut, path, store.ErrDamaged, cut},
		{"no backup", filepath.Join(dir, "text"), path, store.ErrForeign, "text"},
		{"none there", filepath.Join(dir, "none"), path, os.ErrNotExist, "none: stat " + filepath.Join(dir, "none") + ": no such file or directory"},
		{"a directory", dir, path, syscall.EISDIR, dir},
		{"a file that is served", served, path, store.ErrLocked, served},
		{"over a file that is served", good, served, store.ErrLocked, "stop that one first"},
		{"over a directory", good, dir, store.ErrForeign, dir},
		{"over a link to no file", good, astray, store.ErrForeign, "the link points to no file"},
		{"into no directory", good, filepath.Join(dir, "none", "x"), os.ErrNotExist, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := store.Restore(c.from, c.path, Schema)
			wantErr(t, "Restore", err, c.want)
			if err != nil && (!strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("it says %q, which has no %q", err, c.says)
			}
		})
	}
	holdsDeal(t, path, "NEW")
	if got := fmt.Sprint(names(t, dir)); got != before {
		t.Errorf("the directory has %s, want %s", got, before)
	}
}

// A bad copy gets no name.
func TestRestoreChecksTheCopy(t *testing.T) {
	dir := t.TempDir()
	from, path := fileWith(t, dir, "backup", "OLD"), fileWith(t, dir, "boardwalk.db", "NEW")
	steps := *Schema
	steps.Step = func(step string) {
		temps, err := filepath.Glob(path + ".new-*")
		must(t, err)
		for _, temp := range temps {
			if step == "check the copy" {
				must(t, os.Truncate(temp, 9000))
			}
		}
	}
	_, err := store.Restore(from, path, &steps)
	wantErr(t, "Restore", err, store.ErrDamaged)
	holdsDeal(t, path, "NEW")
	if got := fmt.Sprint(names(t, dir)); got != "[backup boardwalk.db]" {
		t.Errorf("the directory has %s", got)
	}
}

// An Open that waits for a file while another replaces it must not get the old one.
func TestReplacedWhileOpening(t *testing.T) {
	for name, meanwhile := range map[string]func(path, other string) error{
		"replaced": func(path, other string) error { return os.Rename(other, path) },
		"removed":  func(path, _ string) error { return os.Remove(path) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path, other := fileWith(t, dir, "boardwalk.db", "OLD"), fileWith(t, dir, "other", "NEW")
			db, err := Open(path, OpenFile(func(name string, flag int, mode fs.FileMode) (*os.File, error) {
				file, err := os.OpenFile(name, flag, mode)
				return file, errors.Join(err, meanwhile(path, other))
			}))
			if err == nil || db != nil {
				t.Errorf("it was opened: %v", err)
			}
			if name == "replaced" && !errors.Is(err, store.ErrLocked) {
				t.Errorf("it says %v, want ErrLocked", err)
			}
			if name == "replaced" {
				holdsDeal(t, path, "NEW")
			}
		})
	}
}

func TestCompact(t *testing.T) {
	c := newCrowd(t)
	gone := session(t, c.db, fp("gone"))
	for i := range 300 {
		finish(t, gone, finished(record(hop, fmt.Sprint("D", i), 1, 2, 3, 1, 2, 3), int64(1000+i)))
	}
	must(t, gone.Delete(day(0)))
	want, counts := c.read(t), fmt.Sprint(rows(t, c.db))
	path := c.db.Path()
	t.Run("a file that is open is left alone", func(t *testing.T) {
		_, _, err := store.Compact(path, Schema, nil)
		wantErr(t, "Compact", err, store.ErrLocked)
	})
	must(t, c.db.Close())
	must(t, os.Chmod(path, 0o640))
	old, err := os.Stat(path)
	must(t, err)

	before, after, err := store.Compact(path, Schema, nil)
	now, bad := os.Stat(path)
	if err != nil || bad != nil || before != old.Size() || after != now.Size() || after >= before || now.Mode() != old.Mode() {
		t.Fatalf("Compact = %d, %d, %v; the file had %d and has %d bytes, %v", before, after, err, old.Size(), now.Size(), now.Mode())
	}
	fresh := c.on(t, openAt(t, path, Games(library)))
	if got := fresh.read(t); got != want {
		t.Errorf("it reads otherwise: %s", differ(got, want))
	}
	if got := fmt.Sprint(rows(t, fresh.db)); got != counts {
		t.Errorf("it has %s, want %s", got, counts)
	}
	finish(t, fresh.players["eve"], finished(record(hop, "ON", 1), 5000))
	sound(t, fresh.db)
	if got := names(t, filepath.Dir(path)); len(got) != 1 {
		t.Errorf("the directory has %v", got)
	}
}

func TestCompactRefuses(t *testing.T) {
	dir := t.TempDir()
	cut := fileWith(t, dir, "cut", "OLD")
	must(t, os.Truncate(cut, 20_000))
	newer := fileWith(t, dir, "newer", "OLD")
	bolt, err := bbolt.Open(newer, 0o600, nil)
	must(t, err)
	must(t, bolt.Update(func(tx *bbolt.Tx) error { return store.PutVersion(&store.Tx{Tx: tx}, 99) }))
	must(t, bolt.Close())
	before := fmt.Sprint(names(t, dir))
	for path, want := range map[string]error{cut: store.ErrDamaged, newer: store.ErrNewer, filepath.Join(dir, "none"): os.ErrNotExist} {
		_, _, err := store.Compact(path, Schema, nil)
		wantErr(t, "Compact", err, want)
		if err != nil && (!strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("it says %q", err)
		}
	}
	if got := fmt.Sprint(names(t, dir)); got != before {
		t.Errorf("the directory has %s, want %s", got, before)
	}
}
