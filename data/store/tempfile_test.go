package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// noLinks stands for a file system without links.
func noLinks(string, string) error { return errors.New("operation not supported") }

func TestPublish(t *testing.T) {
	for name, link := range map[string]func(old, fresh string) error{"links": os.Link, "none": noLinks} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			write := func(text string) (temp string) {
				temp, err := tempFile(path)
				must(t, err)
				size, err := fillTemp(temp, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
				if err != nil || size != int64(len(text)) {
					t.Fatalf("fillTemp = %d, %v", size, err)
				}
				return temp
			}
			must(t, publishBy(link, write("first"), path))
			second := write("second")
			wantErr(t, "publish over a file", publishBy(link, second, path), fs.ErrExist)
			if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
				t.Errorf("the file has %q, %v", got, err)
			}
			if got := fmt.Sprint(names(t, dir)); got != fmt.Sprintf("[x %s]", filepath.Base(second)) {
				t.Errorf("the directory has %s", got)
			}
		})
	}
}

func TestKeepReplaced(t *testing.T) {
	for name, link := range map[string]func(old, fresh string) error{"links": os.Link, "none": noLinks} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			for _, text := range []string{"first", "second"} {
				must(t, os.WriteFile(path, []byte(text), 0o600))
				_, err := keepReplaced(link, path)
				must(t, err)
				must(t, os.Remove(path)) // what is kept is a file of its own
			}
			for file, want := range map[string]string{"x.before-restore": "first", "x.before-restore-2": "second"} {
				if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(got) != want {
					t.Errorf("%s has %q, %v, want %q", file, got, err, want)
				}
			}
			if got := names(t, dir); len(got) != 2 {
				t.Errorf("the directory has %v", got)
			}
		})
	}
}

// What a killed process has left goes once the file is opened: only temporary files of that
// file.
func TestOpenSweepsTemporaryFiles(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "boardwalk.db")
	must(t, openAt(t, path, Options{}).Close())
	stay := []string{"boardwalk.db", "boardwalk.db.before-restore", "boardwalk.db.new-", "boardwalk.db.new-1.txt", "boardwalk.toml.new-7", "other.db.new-77", "xboardwalk.db.new-5"}
	for _, name := range append(stay[1:], "boardwalk.db.new-1234", "boardwalk.db.before-version-9.new-5", "boardwalk.db.before-restore.new-0") {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("x"), 0o600))
	}
	must(t, os.Mkdir(filepath.Join(dir, "boardwalk.db.new-9"), 0o700))
	must(t, openAt(t, path, Options{}).Close())
	if got, want := names(t, dir), append(stay, "boardwalk.db.new-9"); !sameSet(got, want) {
		t.Errorf("the directory has %q, want %q", got, want)
	}
	db, _, err := OpenReadOnly(path, schema, Options{})
	must(t, err)
	must(t, os.WriteFile(path+".new-1", nil, 0o600))
	must(t, db.Close())
	if got := names(t, dir); !slices.Contains(got, "boardwalk.db.new-1") {
		t.Error("a file that is only read loses what is beside it")
	}
}

func sameSet(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

func TestSweepBackups(t *testing.T) {
	dir := t.TempDir()
	old := time.Date(2026, 9, 21, 0, 0, 0, 0, time.UTC)
	for name, at := range map[string]time.Time{
		"monday.db": old, "monday.db.new-12": old, "fresh.db.new-13": old.Add(2 * time.Hour), ".output-1": old, ".output-2": old.Add(2 * time.Hour), "notes.new-x": old,
	} {
		path := filepath.Join(dir, name)
		if strings.HasPrefix(name, ".") {
			must(t, os.Mkdir(path, 0o700))
			must(t, os.WriteFile(filepath.Join(path, "boardwalk.db.new-1"), nil, 0o600))
		} else {
			must(t, os.WriteFile(path, nil, 0o600))
		}
		must(t, os.Chtimes(path, at, at))
	}
	n, err := SweepBackups(dir, old.Add(time.Hour))
	if got, want := names(t, dir), []string{"monday.db", "fresh.db.new-13", ".output-2", "notes.new-x"}; err != nil || n != 2 || !sameSet(got, want) {
		t.Errorf("SweepBackups = %d, %v; the directory has %q, want %q", n, err, got, want)
	}
	if n, err := SweepBackups(filepath.Join(dir, "none"), old); n != 0 || err != nil {
		t.Errorf("of no directory, SweepBackups = %d, %v", n, err)
	}
}
