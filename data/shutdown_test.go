package data

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
)

// opensUnchecked opens a file, waits for the check beside its use, closes it, and reports
// whether the pages were not read before.
func opensUnchecked(t *testing.T, path string) bool {
	t.Helper()
	checked := false
	db, err := Open(path, MapSize(1), BeforeCheck(func(bytes int64) { checked = bytes > 0 }))
	must(t, err)
	db.Checked()
	must(t, db.Ping())
	must(t, db.Close())
	return !checked
}

// A file counts as closed well only where it was closed, as it was closed.
func TestCleanEnd(t *testing.T) {
	file, want := image(t)
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	must(t, os.WriteFile(path, file, 0o600))
	if opensUnchecked(t, path) {
		t.Error("a file that has no mark was not checked")
	}
	if !opensUnchecked(t, path+".new") {
		t.Error("a file that Open creates counts as one that did not end well")
	}
	if !opensUnchecked(t, path) {
		t.Error("a file that was closed well was checked")
	}
	db, err := Open(path, MapSize(1))
	must(t, err)
	if _, err := os.Stat(path + cleanSuffix); err == nil {
		t.Error("a process that is killed would leave a mark")
	}
	must(t, db.Close())
	for name, change := range map[string]func(t *testing.T, path string){
		"copied with its mark": func(t *testing.T, path string) {
			info, err := os.Stat(path)
			must(t, err)
			file, err := os.ReadFile(path)
			must(t, err)
			must(t, os.WriteFile(path+".copy", file, 0o600))
			must(t, os.Chtimes(path+".copy", info.ModTime(), info.ModTime()))
			must(t, os.Rename(path+".copy", path))
		},
		"touched": func(t *testing.T, path string) { must(t, os.Chtimes(path, time.Time{}, time.Unix(1, 0))) },
		"restored": func(t *testing.T, path string) {
			backup := path + ".backup"
			clone(t, backup, path)
			restore(t, backup, path, Schema)
		},
		"compacted": func(t *testing.T, path string) { _, _, err := store.Compact(path, Schema, nil); must(t, err) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "boardwalk.db")
			must(t, os.WriteFile(path, file, 0o600))
			opensUnchecked(t, path)
			change(t, path)
			if opensUnchecked(t, path) {
				t.Error("it was not checked")
			}
			try(t, path, want)
		})
	}
}

// Damage that comes after a clean end, and that nothing but reading the page can show, is
// found while the file is in use, and nothing is read or written from then on.
func TestDamageAfterACleanEnd(t *testing.T) {
	file, want := image(t)
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	rng := rand.New(rand.NewPCG(5, 6))
	found, files := 0, 20
	if *deep {
		files = 60
	}
	for i := 0; i < files || found == 0 && i < 20*files; i++ { // most damage is of free pages, or of a row
		must(t, os.WriteFile(path, file, 0o600))
		opensUnchecked(t, path)
		info, err := os.Stat(path)
		must(t, err)
		at := int64(rng.IntN(len(file)))&^4095 + int64(rng.IntN(160))
		spoil(t, path, at, byte(1+rng.IntN(255)))
		must(t, os.Chtimes(path, info.ModTime(), info.ModTime()))
		damage := inspect(path)
		db, err := Open(path, MapSize(1))
		if err != nil {
			continue // bbolt needed that page to open the file
		}
		db.Checked()
		_, err = contents(session(t, db, "ann")) // waits until the file has been read back
		switch {
		case damage == nil: // of a row at most
			must(t, db.Ping())
		case err == nil || !strings.Contains(cause(err).Error(), damage.Error()):
			t.Errorf("byte %d: %v, want %v", at, err, damage)
		default:
			found++
			for name := range want {
				if _, err := contents(session(t, db, name)); err == nil {
					t.Errorf("byte %d: %s is still read", at, name)
				}
				if playOn(db, name) == nil {
					t.Errorf("byte %d: %s can still play", at, name)
				}
			}
		}
		must(t, db.Close())
		if _, err := os.Stat(path + cleanSuffix); damage != nil && err == nil {
			t.Errorf("byte %d: a damaged file was closed well", at)
		}
	}
	if found == 0 {
		t.Error("none had damage")
	}
}

// spoil changes a byte of a file.
func spoil(t *testing.T, path string, at int64, bits byte) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	must(t, err)
	b := make([]byte, 1)
	_, err = f.ReadAt(b, at)
	must(t, err)
	b[0] ^= bits
	_, err = f.WriteAt(b, at)
	must(t, err)
	must(t, f.Close())
}
