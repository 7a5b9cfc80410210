package data

import (
	"io/fs"
	"os"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"
	"boardwalk/engine"
)

type options struct {
	store.Options

	library   engine.Library
	forbidden []string // no new nick may contain these
	imports   int64    // see historyBytes
	rankAge   time.Duration
	now       func() time.Time // used only with rankAge

	// Only tests change these.
	rows     int // see rowsAtOnce
	weekRows int // see keptOfWeek
}

// rowsAtOnce bounds how many rounds one transaction adds or removes when a change has
// many, because all other writes wait for it.
const rowsAtOnce = 250

// races returns how many places in races one transaction moves: each changes a race, and an index.
func (o *options) races() int { return max(o.rows/2, 1) }

// An Option changes how [Open] opens a file.
type Option func(*options)

// newOptions returns the default options as changed by opts.
func newOptions(opts ...Option) *options {
	o := &options{Options: store.Options{Progress: func(string, int64, int64) {}}, rows: rowsAtOnce, weekRows: keptOfWeek, imports: historyBytes}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

// Games sets the games whose rounds the file keeps: those of the house, and the families
// of which people can make up games. Each record is replayed with its game before it is
// ranked; without this option records and rules are trusted as they are. The library's
// Shelf is not used: the file is one, and a [Player] is that of its player.
func Games(library engine.Library) Option {
	return func(o *options) { o.library = library }
}

// ForbiddenNicks sets words that no newly chosen nick or name of a made-up game may
// contain, compared as [CheckNick] does.
func ForbiddenNicks(words ...string) Option {
	return func(o *options) { o.forbidden = words }
}

// RankAge sets how old an account must be to appear on a board, by the clock now; the
// default is no limit. A younger account appears once it is old enough.
func RankAge(age time.Duration, now func() time.Time) Option {
	return func(o *options) { o.rankAge, o.now = age, now }
}

// MapSize sets MapSize of [store.Options].
func MapSize(bytes int) Option { return func(o *options) { o.MapSize = bytes } }

// MaxSize sets MaxSize of [store.Options].
func MaxSize(bytes int64) Option { return func(o *options) { o.MaxSize = bytes } }

// BatchInterval sets BatchInterval of [store.Options].
func BatchInterval(interval time.Duration) Option {
	return func(o *options) { o.BatchInterval = interval }
}

// Migrate sets Migrated of [store.Options].
func Migrate(fn func(from, to int, kept string)) Option { return func(o *options) { o.Migrated = fn } }

// OnProgress sets Progress of [store.Options].
func OnProgress(fn store.Progress) Option { return func(o *options) { o.Progress = fn } }

// BeforeCheck sets BeforeCheck of [store.Options].
func BeforeCheck(fn func(bytes int64)) Option { return func(o *options) { o.BeforeCheck = fn } }

// OnFull sets OnFull of [store.Options].
func OnFull(fn func(store.Space)) Option { return func(o *options) { o.OnFull = fn } }

// OnWriteError sets OnWriteError of [store.Options].
func OnWriteError(fn func(error)) Option { return func(o *options) { o.OnWriteError = fn } }

// OnCommon sets OnCommon of [store.Options].
func OnCommon(fn func()) Option { return func(o *options) { o.OnCommon = fn } }

// OnDigest sets OnDigest of [store.Options].
func OnDigest(fn func(commitlog.Digest, error)) Option { return func(o *options) { o.OnDigest = fn } }

// OpenFile sets OpenFile of [store.Options].
func OpenFile(open func(name string, flag int, perm fs.FileMode) (*os.File, error)) Option {
	return func(o *options) { o.OpenFile = open }
}

// Shared sets Log and Cluster of [store.Options].
func Shared(log commitlog.Log, cluster string) Option {
	return func(o *options) { o.Log, o.Cluster = log, cluster }
}

// OnSlowRead sets SlowRead and OnSlowRead of [store.Options].
func OnSlowRead(than time.Duration, fn func(took time.Duration)) Option {
	return func(o *options) { o.SlowRead, o.OnSlowRead = than, fn }
}
