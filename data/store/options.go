package store

import (
	"io/fs"
	"os"
	"reflect"
	"time"

	"boardwalk/data/commitlog"
)

// Options change how a file is opened. The zero value is good.
type Options struct {
	// MapSize is the address space to reserve for the file, in bytes; 0 means 1 GiB. When the
	// file outgrows it, all writers wait once for all readers, and the reservation doubles.
	MapSize int
	// MaxSize is the maximum size of the file in bytes; 0 means no limit. From nine tenths of it on
	// the file is full (see [DB.Full]). Empty pages do not count, because they are reused before
	// the file grows.
	MaxSize int64
	// BatchInterval is the shortest time between two transactions. A change that arrives when
	// nothing was written lately is written at once. Under load a change waits at most that
	// long, and changes share most of the cost of a transaction.
	BatchInterval time.Duration
	// Migrated lets [Open] bring an older file up to the version of the program; without it such
	// a file is ErrOlder. A copy of the file is made first, named path.before-version-N, where
	// N is the new version. An existing file of that name is left alone: if it has the same
	// rows, as after an interrupted migration, it serves as the copy, and otherwise the copy
	// is named path.before-version-N-2, and so on. Migrated is called with both versions and
	// the copy's name once the file is migrated.
	Migrated func(from, to int, kept string)
	// Log, if not nil, is shared with the files of other machines, which have all changes of each
	// other then. Cluster names them. A write returns once the log has it and the file as well;
	// while the log does not answer, writes return ErrNoQuorum, or ErrUnknown as well. [Open]
	// refuses a file that is of another cluster, or that was changed alone.
	Log     commitlog.Log
	Cluster string

	// Load reads what the program has in memory too. It is called when the file was opened, when
	// it was read back after a failure, and in the transaction in which changes of other
	// machines to a bucket of Schema.Cached are made.
	Load func(*Tx) error
	// Progress is told how far the opening is with the pages of the file.
	Progress Progress
	// BeforeCheck is called with the file's size before [Open] reads all its pages, which takes
	// seconds for a large file. It does so unless [DB.Close] was the last to use the file, or
	// Open creates it.
	BeforeCheck func(bytes int64)
	// OnFull is called when the file has become full and when it no longer is. [Open] calls it for
	// a file that is full already. After that it is called from one goroutine, and all writes
	// wait until it returns.
	OnFull func(Space)
	// OnWriteError is called with the reason when the file can no longer be written, and with nil
	// once it can again. It is called from one goroutine, and all writes wait until it returns;
	// only of a disk that does not answer it is told by another, while a write waits.
	OnWriteError func(error)
	// OnCommon is called after another machine has set a common text. It is called from the one
	// goroutine that writes, so it must not wait for a write.
	OnCommon func()
	// OnDigest is called with a digest of the file for each [commitlog.DigestMark] in the log that
	// comes while no other digest is being made, and with why it could not be made. It is called
	// from a goroutine of its own, some time later.
	OnDigest func(commitlog.Digest, error)
	// OnSlowRead is called for each read that takes longer than SlowRead, with the time it took. A
	// long read matters because freed pages are not reused meanwhile, and all writers wait if
	// the file outgrows its map. It may be called from any goroutine.
	OnSlowRead func(took time.Duration)
	SlowRead   time.Duration

	// OpenFile replaces os.OpenFile for opening the file. Tests use it to get at the descriptor
	// and to make the disk fail underneath.
	OpenFile func(name string, flag int, perm fs.FileMode) (*os.File, error)
	// Only tests set these.
	Commit   func(*Tx) error                        // commits a transaction
	OnCommit func(took time.Duration)               // called after each commit
	After    func(d time.Duration) <-chan time.Time // time.After
}

// newOptions returns the options with defaults for those that are zero.
func newOptions(o Options) *Options {
	defaults, options := reflect.ValueOf(Options{
		MapSize: 1 << 30, Load: func(*Tx) error { return nil }, Progress: noProgress, BeforeCheck: func(int64) {},
		OnFull: func(Space) {}, OnWriteError: func(error) {}, OnCommon: func() {}, OpenFile: os.OpenFile,
		Commit: commit, OnCommit: func(time.Duration) {}, After: time.After,
	}), reflect.ValueOf(&o).Elem()
	for i := range options.NumField() {
		if options.Field(i).IsZero() {
			options.Field(i).Set(defaults.Field(i))
		}
	}
	return &o
}
