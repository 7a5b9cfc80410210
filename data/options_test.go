package data

import (
	"io/fs"
	"os"
	"time"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"
)

// Options that many tests set.

func ForbiddenNicks(words ...string) Option {
	return func(o *Options) { o.Forbidden = words }
}

func ImportedMax(bytes int64) Option { return func(o *Options) { o.Imports = bytes } }

func RankAge(age time.Duration, now func() time.Time) Option {
	return func(o *Options) { o.RankAge, o.Now = age, now }
}

func MapSize(bytes int) Option { return func(o *Options) { o.MapSize = bytes } }

func MaxSize(bytes int64) Option { return func(o *Options) { o.MaxSize = bytes } }

func BatchInterval(interval time.Duration) Option {
	return func(o *Options) { o.BatchInterval = interval }
}

func Migrate(fn func(from, to int, kept string)) Option { return func(o *Options) { o.Migrated = fn } }

func OnProgress(fn store.Progress) Option { return func(o *Options) { o.Progress = fn } }

func BeforeCheck(fn func(bytes int64)) Option { return func(o *Options) { o.BeforeCheck = fn } }

func OnFull(fn func(store.Space)) Option { return func(o *Options) { o.OnFull = fn } }

func OnWriteError(fn func(error)) Option { return func(o *Options) { o.OnWriteError = fn } }

func OnCommon(fn func()) Option { return func(o *Options) { o.OnCommon = fn } }

func OnDigest(fn func(commitlog.Digest, error)) Option { return func(o *Options) { o.OnDigest = fn } }

func OpenFile(open func(name string, flag int, perm fs.FileMode) (*os.File, error)) Option {
	return func(o *Options) { o.OpenFile = open }
}

func Shared(log commitlog.Log, cluster string) Option {
	return func(o *Options) { o.Log, o.Cluster = log, cluster }
}

func OnSlowRead(than time.Duration, fn func(took time.Duration)) Option {
	return func(o *Options) { o.SlowRead, o.OnSlowRead = than, fn }
}
