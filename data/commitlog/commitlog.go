// Package commitlog says what a log is that several files share: the one order in which all
// of them make their changes. Package store writes and reads it, and the servers of a cluster
// keep it; neither needs to know the other.
package commitlog

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
)

// A Log is the one order in which several files make their changes. Its entries are numbered
// from 1, and the numbers have no gaps until one is lost. Any number of goroutines, on any number of machines,
// may use it at the same time.
//
// A file alone needs none: its transactions are an order of their own.
type Log interface {
	// Append adds an entry as the one after the given number, and returns once the log keeps
	// it whatever happens to this machine. It returns ErrBehind if another entry has that
	// place, and then nothing was added. After any other error, the entry may have been added
	// or may still be; the same call again finds out, and adds nothing twice. It returns
	// ErrTrimmed when it cannot find out any more.
	Append(ctx context.Context, after uint64, e Entry) error

	// Mark adds an entry without data as the last one, wherever that is. After an error, it may
	// have been added.
	Mark(ctx context.Context, id string) error

	// Follow yields the entries after a number in order, some at a time, and waits for more. An error
	// is the last thing that it yields: that of ctx once ctx ends, ErrTrimmed if the next entry is no
	// longer kept, ErrForged if nobody who shares the log has written it. If the next entry is lost,
	// Follow goes on with the first one with data after it, whose After shows whether an entry with
	// data was lost; while there is none, the error is ErrHole. Follow may end early without an error;
	// the caller then calls it again.
	Follow(ctx context.Context, after uint64) iter.Seq2[[]Entry, error]

	// Last returns the number of the last entry when it is called, or 0 if there is none. What
	// any Append has returned by then is not after it. It may add an entry without data to
	// find out.
	Last(ctx context.Context) (uint64, error)
}

// An Entry of a Log.
type Entry struct {
	Number uint64 // its place; Append takes it from its argument
	ID     string // names the entry among all that are ever appended
	Data   []byte // at most EntryMax bytes; without any, the entry changes nothing
	After  Hash   // of the entries before it; not kept of an entry without data
}

// A Hash names all entries of a log up to one: two logs that have the same Hash at a number have
// had the same entries, so a log that was set back and went on otherwise is told from what it was.
// Entries without data are not in it. The zero Hash is that of no entry.
type Hash [16]byte

// Hash returns the Hash of the entries up to this one.
func (e Entry) Hash() Hash {
	if len(e.Data) == 0 {
		return e.After
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s%d:%s", e.After[:], len(e.ID), e.ID)
	sum.Write(e.Data)
	return Hash(sum.Sum(nil)[:len(Hash{})])
}

// A Position says how far a file has come in the log that it shares with others.
type Position struct {
	Cluster string `json:"cluster"`         // names those who share the log; "" for a file that shares none
	Number  uint64 `json:"number"`          // of the last entry whose changes the file has
	Hash    Hash   `json:"hash,omitzero"`   // of the entries up to that one
	Alone   bool   `json:"alone,omitempty"` // the file was changed without the log since, so it differs from the others
}

// A Digest is a hash of all rows of a file, with the changes up to an entry. Those of all files that
// share the log are the same, unless one was damaged, or has made a change otherwise.
type Digest struct {
	Number uint64 // of the entry
	Sum    string // "" if the rows cannot be read
}

// DigestMark begins the ID of an entry without data at which each file that shares the log makes a
// digest of its rows: those of all are the same.
const DigestMark = "digest "

// EntryMax is how many bytes an Entry of a Log has at most.
const EntryMax = 512 << 10

// String returns the hash in 32 hexadecimal digits.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText implements encoding.TextMarshaler.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err == nil && len(b) != len(h) {
		err = fmt.Errorf("a hash of %d bytes", len(b))
	}
	copy(h[:], b)
	return err
}

// Errors of a Log.
var (
	// ErrBehind: other entries have come first.
	ErrBehind = errors.New("other entries of the log have come first")
	// ErrTrimmed: the log no longer has the entries that a file needs to go on.
	ErrTrimmed = errors.New("the log has been trimmed: the file needs a newer snapshot")
	// ErrParted: an entry follows other entries than the file has.
	ErrParted = errors.New("the log is not the one that this file has followed")
	// ErrHole: an entry is lost that lies between others.
	ErrHole = errors.New("the log has a hole there: the file needs a snapshot of what comes after it")
	// ErrForged: an entry is of nobody who shares the log.
	ErrForged = errors.New("no node of this cluster has written it")
)
