package server

import (
	"cmp"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Backups that the server makes by itself have names of this form, in UTC, so that they sort
// by age. It removes no others.
const (
	ownBackup     = "auto-"
	backupSuffix  = ".db"
	ownBackupTime = "20060102-150405"
)

// backupRetry is how long the server waits after a backup that failed, unless BackupEvery is
// shorter.
const backupRetry = 10 * time.Minute

// backups are the copies of the store in a folder. The server makes one each time the latest
// is old enough, whoever made that, and keeps as many of its own as it should.
type backups struct {
	folder string
	every  time.Duration // 0: the server makes none
	keep   int
	copy   func(path string, progress ...func(done, total int64)) (bytes int64, err error)
	now    func() time.Time
	log    *slog.Logger
	failed prometheus.Counter

	mu     sync.Mutex
	err    error // of the last attempt
	timer  *time.Timer
	closed bool
}

// A backup is one file of the folder. The zero backup is none.
type backup struct {
	name string
	at   time.Time
	size int64
}

// list returns the backups in the folder, the oldest first: what is called .db. Files that are
// not whole yet have another ending.
func (b *backups) list() (list []backup) {
	entries, err := os.ReadDir(b.folder)
	if b.folder == "" || err != nil { // there is no folder before the first backup
		return nil
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(e.Name(), ".") || filepath.Ext(e.Name()) != backupSuffix {
			continue
		}
		list = append(list, backup{e.Name(), info.ModTime(), info.Size()})
	}
	slices.SortFunc(list, func(x, y backup) int { return cmp.Or(x.at.Compare(y.at), cmp.Compare(x.name, y.name)) })
	return list
}

// latest returns the newest backup.
func (b *backups) latest() (last backup) {
	if list := b.list(); len(list) > 0 {
		last = list[len(list)-1]
	}
	return last
}

// failing returns why there is no backup although one is due, or nil.
func (b *backups) failing() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// due returns how long it is until the next backup.
func (b *backups) due() time.Duration {
	if b.failing() != nil {
		return min(backupRetry, b.every)
	}
	return max(0, b.latest().at.Add(b.every).Sub(b.now()))
}

// schedule makes each backup when it is due, until close.
func (b *backups) schedule() {
	if b.every == 0 || b.folder == "" {
		return
	}
	wait := b.due()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.timer = time.AfterFunc(wait, func() {
			b.run()
			b.schedule()
		})
	}
}

// close makes no more backups. One that is being made is finished or leaves nothing under its
// name.
func (b *backups) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if b.timer != nil {
		b.timer.Stop()
	}
}

// run makes a backup, which the store reads back, and then removes old ones. The outcome is
// logged.
func (b *backups) run() {
	size, err := b.make()
	b.mu.Lock()
	b.err = err
	b.mu.Unlock()
	if err != nil {
		b.failed.Inc()
		b.log.Error("no backup; the next attempt follows by itself", "folder", b.folder, "err", err)
		return
	}
	b.log.Info("backed up", "folder", b.folder, "bytes", size)
	if err := b.prune(); err != nil {
		b.log.Error("old backups stay", "folder", b.folder, "err", err)
	}
}

func (b *backups) make() (size int64, err error) {
	if err := os.MkdirAll(b.folder, 0o700); err != nil {
		return 0, err
	}
	return b.copy(filepath.Join(b.folder, ownBackup+b.now().UTC().Format(ownBackupTime)+backupSuffix))
}

// prune removes the oldest of the server's own backups until keep of them are left.
func (b *backups) prune() (err error) {
	var own []string
	for _, f := range b.list() {
		at, ok := strings.CutPrefix(strings.TrimSuffix(f.name, backupSuffix), ownBackup)
		if _, bad := time.Parse(ownBackupTime, at); ok && bad == nil {
			own = append(own, f.name)
		}
	}
	slices.Sort(own)
	for _, name := range own[:max(0, len(own)-b.keep)] {
		if gone := os.Remove(filepath.Join(b.folder, name)); gone != nil {
			err = errors.Join(err, gone)
		}
	}
	return err
}
