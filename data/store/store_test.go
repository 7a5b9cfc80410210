package store

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// words and numbers are the buckets of these tests.
var (
	words   = []byte("words")
	numbers = []byte("numbers")
)

var schema = &Schema{
	Buckets: [][]byte{Meta, words, numbers},
	Create:  func(*Tx) error { return nil },
	First:   1,
	Fill:    map[string]float64{"numbers": 0.95},
	Cached:  [][]byte{words},
	Counted: [][]byte{words},
	Bare:    func(_, _, _ []byte) bool { return false },
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s = %v, want %v", what, err, want)
	}
}

// openAt opens a file until the test ends.
func openAt(t testing.TB, path string, o Options) *DB {
	t.Helper()
	db, err := Open(path, schema, o)
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func openTemp(t testing.TB) *DB {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "words.db"), Options{})
}

// names returns the files of a directory, but for marks.
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
