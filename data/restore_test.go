package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"go.etcd.io/bbolt"
)

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

func TestRestore(t *testing.T) {
	t.Run("where there is no file", func(t *testing.T) {
		dir := t.TempDir()
		from, path := fileWith(t, dir, "backup", "OLD"), filepath.Join(dir, "boardwalk.db")
		must(t, Restore(from, path))
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
		must(t, Restore(from, path))
		holdsDeal(t, path, "OLD")
		holdsDeal(t, path+".before-restore", "NEW")
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("the file is %v, %v, and was readable by the group", info.Mode(), err)
		}
		must(t, Restore(path+".before-restore", path))
		holdsDeal(t, path, "NEW")
		holdsDeal(t, path+".before-restore-2", "OLD")
		must(t, Restore(from, path))
		holdsDeal(t, path+".before-restore-3", "NEW")
		holdsDeal(t, path+".before-restore", "NEW")
	})
	t.Run("through a link", func(t *testing.T) {
		dir, far := t.TempDir(), t.TempDir()
		from, path := fileWith(t, dir, "backup", "OLD"), fileWith(t, far, "real.db", "NEW")
		link := filepath.Join(dir, "boardwalk.db")
		must(t, os.Symlink(path, link))
		must(t, Restore(from, link))
		holdsDeal(t, link, "OLD")
		holdsDeal(t, path, "OLD")
		holdsDeal(t, path+".before-restore", "NEW")
	})
	t.Run("a backup of an older version", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "boardwalk.db")
		must(t, Restore(oldFile(t, 1), path))
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
		if err := Restore(from, path); err != nil {
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
	dir := t.TempDir()
	path := fileWith(t, dir, "boardwalk.db", "NEW")
	good := fileWith(t, dir, "good", "OLD")
	newer := fileWith(t, dir, "newer", "OLD")
	bolt, err := bbolt.Open(newer, 0o600, nil)
	must(t, err)
	must(t, bolt.Update(func(tx *bbolt.Tx) error { return putVersion(tx, 99) }))
	must(t, bolt.Close())
	cut := fileWith(t, dir, "cut", "OLD")
	must(t, os.Truncate(cut, 20_000))
	must(t, os.WriteFile(filepath.Join(dir, "text"), []byte("hello"), 0o600))
	served := fileWith(t, dir, "served", "OLD")
	openAt(t, served)
	before := fmt.Sprint(names(t, dir))
	for _, c := range []struct {
		name, from, path string
		want             error
		says             string
	}{
		{"a newer version", newer, path, ErrNewer, newer},
		{"a part of one", cut, path, ErrDamaged, cut},
		{"no backup", filepath.Join(dir, "text"), path, ErrForeign, "text"},
		{"none there", filepath.Join(dir, "none"), path, os.ErrNotExist, "none"},
		{"a directory", dir, path, syscall.EISDIR, dir},
		{"a file that is served", served, path, ErrLocked, served},
		{"over a file that is served", good, served, ErrLocked, "stop that one first"},
		{"over a directory", good, dir, ErrForeign, dir},
		{"into no directory", good, filepath.Join(dir, "none", "x"), os.ErrNotExist, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := Restore(c.from, c.path)
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
	err := restoreFile(from, path, func(step string) {
		temps, err := filepath.Glob(path + ".new-*")
		must(t, err)
		for _, temp := range temps {
			if step == "check the copy" {
				must(t, os.Truncate(temp, 9000))
			}
		}
	})
	wantErr(t, "Restore", err, ErrDamaged)
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
			bolt, err := openBolt(path, bbolt.Options{OpenFile: func(name string, flag int, mode fs.FileMode) (*os.File, error) {
				file, err := os.OpenFile(name, flag, mode)
				return file, errors.Join(err, meanwhile(path, other))
			}})
			if err == nil || bolt != nil {
				t.Errorf("it was opened: %v", err)
			}
			if got := explain(path, err); name == "replaced" && !errors.Is(got, ErrLocked) {
				t.Errorf("it says %v, want ErrLocked", got)
			}
			if name == "replaced" {
				holdsDeal(t, path, "NEW")
			}
		})
	}
}
