package store

import (
	"fmt"
)

// A Schema is what a program keeps in its files.
type Schema struct {
	// Buckets are the names of all buckets, [Meta] among them, in the order in which a [Digest]
	// reads them.
	Buckets [][]byte
	// Create writes the rows that every file contains from the start.
	Create func(*Tx) error
	// First is the version of the first files. Migrations bring a file up to date: the first takes
	// First to the next, and so on. Those that a file needs run once, all in one transaction. A
	// migration never changes after its release.
	First      int
	Migrations []func(*Tx) error
	// Indexes are the buckets that follow from others.
	Indexes []Index
	// Fill says how full the pages of a bucket are when they are split, by its name, if rows are
	// added to it in order.
	Fill map[string]float64
	// Cached are the buckets whose rows the program has in memory too; see Options.Load.
	Cached [][]byte
	// Counted are the buckets whose changes [DB.Changes] counts.
	Counted [][]byte
	// Bare reports whether a value is one that is not sealed. Empty ones never are.
	Bare func(bucket, key, value []byte) bool
	// Step, if not nil, is called with the name of each step of a change to files, before the step.
	// Tests kill the process there.
	Step func(step string)
}

// Meta is the bucket of what a file says about itself: its version, under [VersionKey], and its
// place in a log. A program may keep rows of its own there.
var (
	Meta       = []byte("meta")
	VersionKey = []byte("version")
)

type metaRow struct {
	Version int `json:"version"`
}

// Version returns the version of the files that the program writes.
func (s *Schema) Version() int { return s.First + len(s.Migrations) }

func (s *Schema) step(name string) {
	if s.Step != nil {
		s.Step(name)
	}
}

func (s *Schema) createBuckets(tx *Tx) error {
	for _, name := range s.Buckets {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return fmt.Errorf("create bucket %s: %w", name, err)
		}
	}
	return nil
}

// PutVersion writes the version of a file. Only tests of other versions need it.
func PutVersion(tx *Tx, version int) error {
	return Put(tx.Bucket(Meta), VersionKey, metaRow{Version: version})
}
