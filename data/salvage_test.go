package data

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"boardwalk/data/boltpages"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// deepImage is what a file of several levels of pages has in it, with deepRounds rounds. It is made
// once.
var (
	deepOnce   sync.Once
	deepImage  []byte
	deepRounds int
)

// makeDeep sets deepImage.
func makeDeep(t *testing.T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db, err := Open(path, unsynced, MapSize(1), Games(library))
	must(t, err)
	for _, name := range []string{"ann", "bob", "cid"} {
		p := session(t, db, fp(name))
		must(t, db.Update(func(tx *store.Tx) error {
			for i := range 700 {
				r := finished(record(hop, "A", 1, 2, 3), int64(i+1))
				must(t, insertRound(tx, p, r))
				deepRounds++
			}
			return nil
		}))
	}
	for range 2 { // so that the file before the last commit reads the same
		must(t, session(t, db, fp("ann")).SetSettings([]byte(`{"theme":"dark"}`)))
	}
	sound(t, db)
	must(t, db.Close())
	deepImage, err = os.ReadFile(path)
	must(t, err)
}

func TestSalvageOfASoundFile(t *testing.T) {
	c := newCrowd(t)
	want, counts := c.read(t), rows(t, c.db)
	path := c.db.Path()
	must(t, c.db.Close())
	to := filepath.Join(t.TempDir(), "salvaged.db")
	s, err := Salvage(path, to, library, func(string, int64, int64) {})
	if err != nil || s.Lost != 0 || s.Broken != 0 || len(s.Report.Findings) > 0 {
		t.Fatalf("Salvage = %+v, %v", s, err)
	}
	fresh := c.on(t, openAt(t, to, Games(library)))
	if got := fresh.read(t); got != want {
		t.Errorf("it reads otherwise: %s", differ(got, want))
	}
	for name, n := range rows(t, fresh.db) {
		if n != counts[name] {
			t.Errorf("%s has %d rows, want %d", name, n, counts[name])
		}
	}
	if _, err := Salvage(path, to, library, func(string, int64, int64) {}); !errors.Is(err, fs.ErrExist) {
		t.Errorf("over an existing file the error is %v", err)
	}
	must(t, os.WriteFile(path, []byte("no data file"), 0o600))
	if _, err := Salvage(path, to+"2", library, func(string, int64, int64) {}); !errors.Is(err, store.ErrForeign) {
		t.Errorf("of another file the error is %v", err)
	}
	if got := names(t, filepath.Dir(to)); len(got) != 1 {
		t.Errorf("the directory has %v", got)
	}
}

func TestSalvageOfAnOlderVersion(t *testing.T) {
	path := oldFile(t)
	s, err := Salvage(path, path+".saved", library, func(string, int64, int64) {})
	if err != nil || s.Lost+s.Broken > 0 || !reflect.DeepEqual(s.Report, fixtureReport) {
		t.Errorf("Salvage = %+v, %v, want %+v", s, err, fixtureReport)
	}
}

// oneIn says of how many pages TestSalvage loses one.
func oneIn(branch bool) int {
	switch {
	case *deep && branch:
		return 1
	case *deep:
		return 20
	case branch:
		return 12
	}
	return 300
}

// Whatever page is lost, the rest comes back as a sound file.
func TestSalvage(t *testing.T) {
	deepOnce.Do(func() { makeDeep(t) })
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	must(t, os.WriteFile(path, deepImage, 0o600))
	meta, err := boltpages.ReadMeta(openForTest(t, path))
	must(t, err)
	rng := rand.New(rand.NewPCG(3, 4))
	for page := uint64(2); page < meta.Pages; page++ {
		branch := deepImage[int64(page)*meta.PageSize+8] == 1 // what it leads to must be found without it
		if page != meta.Root && rng.IntN(oneIn(branch)) > 0 {
			continue
		}
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		file := slices.Clone(deepImage)
		for i := range meta.PageSize {
			file[int64(page)*meta.PageSize+i] = byte(rng.Uint32())
		}
		must(t, os.WriteFile(damaged, file, 0o600))
		s, err := Salvage(damaged, damaged+".saved", library, func(string, int64, int64) {})
		if err != nil {
			t.Fatalf("page %d: %v", page, err)
		}
		if len(s.Report.Findings) > 0 {
			t.Errorf("page %d: the new file has %q", page, s.Report.Findings)
		}
		if lost := deepRounds - s.Report.Rounds; lost > 30 {
			t.Errorf("page %d: %d rounds are lost", page, lost)
		}
		db := openAt(t, damaged+".saved", Games(library), unsynced)
		if _, err := session(t, db, fp("dan")).Finish(finished(record(hop, "NEW", 1), time.Hour.Milliseconds()), 0); err != nil {
			t.Errorf("page %d: nobody can play: %v", page, err)
		}
		if s, err := session(t, db, fp("ann")).Stats(); err == nil && len(s) > 0 && s[0].Class != arcade.Counted {
			t.Errorf("page %d: Stats = %+v", page, s)
		}
		must(t, db.Close())
	}
}

// Of a file that has one state left, the buckets are named to which a damaged list of them leads no more.
func TestSalvageNamesTheBucketsThatAreNotFound(t *testing.T) {
	c := newCrowd(t)
	path := c.db.Path()
	must(t, c.db.Close())
	_, _, err := store.Compact(path, Schema, func(string, int64, int64) {})
	must(t, err)
	file, err := os.ReadFile(path)
	must(t, err)
	meta, err := boltpages.ReadMeta(openForTest(t, path))
	must(t, err)
	for at := range int64(2) { // the state before has a list of its own
		one := slices.Clone(file)
		clear(one[at*meta.PageSize:][:meta.PageSize])
		if m, err := boltpages.ReadMeta(bytes.NewReader(one)); err == nil && m == meta {
			copy(file, one)
		}
	}
	root := file[int64(meta.Root)*meta.PageSize:]
	if root[8] != 1 {
		t.Fatal("the list of buckets has one page alone")
	}
	first := binary.NativeEndian.Uint64(root[16+8:])
	clear(file[int64(first)*meta.PageSize+8:][:meta.PageSize-8])
	must(t, os.WriteFile(path, file, 0o600))
	s, err := Salvage(path, path+".saved", library, func(string, int64, int64) {})
	if err != nil || !slices.Contains(s.Missing, "alike") || slices.Contains(s.Missing, "variations") {
		t.Errorf("without the first page of the list %q are not found, %v", s.Missing, err)
	}
	if whole, err := Salvage(path+".saved", path+".again", library, func(string, int64, int64) {}); err != nil || whole.Missing != nil {
		t.Errorf("of a sound file %q are not found, %v", whole.Missing, err)
	}
	clear(root[16:meta.PageSize])
	must(t, os.WriteFile(path, file, 0o600))
	_, err = Salvage(path, path+".none", library, func(string, int64, int64) {})
	if !errors.Is(err, store.ErrForeign) || !strings.Contains(err.Error(), "has lost what leads to its rows") {
		t.Errorf("without the list the error is %v", err)
	}
}

// Random damage never ends the process, and what comes of it is sound or refused.
func TestSalvageAtRandom(t *testing.T) {
	deepOnce.Do(func() { makeDeep(t) })
	seeds := uint64(2)
	if *deep {
		seeds = 10
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 5))
		file := slices.Clone(deepImage)
		for range 1 + rng.IntN(40) {
			file[rng.IntN(len(file))] = byte(rng.Uint32())
		}
		if seed%4 == 0 {
			file = file[:len(file)-rng.IntN(len(file)/2)]
		}
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		must(t, os.WriteFile(damaged, file, 0o600))
		s, err := Salvage(damaged, damaged+".saved", library, func(string, int64, int64) {})
		if err != nil {
			continue
		}
		db, err := Open(damaged+".saved", Games(library), unsynced)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if report, err := db.Check(library); err != nil || len(report.Findings) != len(s.Report.Findings) {
			t.Errorf("seed %d: Check found %q, and Salvage said %q, %v", seed, report.Findings, s.Report.Findings, err)
		}
		must(t, db.Close())
	}
}

func openForTest(t *testing.T, path string) *os.File {
	t.Helper()
	file, err := os.Open(path)
	must(t, err)
	t.Cleanup(func() { must(t, file.Close()) })
	return file
}
