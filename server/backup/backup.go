// Package backup keeps copies of the store in a folder: it makes one each time the latest is old enough, and
// removes old ones.
package backup

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Copies that the folder makes by itself have names of this form, in UTC. It removes no others.
const (
	prefix = "auto-"
	suffix = ".db"
	stamp  = "20060102-150405"
)

// retry is how long the folder waits after a copy that failed, unless Every is
// shorter.
const retry = 10 * time.Minute

// ahead is how far the clock that wrote a copy may be ahead of the server's. What is later than that was
// written by a wrong clock, and its age is unknown.
const ahead = time.Hour

// IsOwn reports whether a name has the form of the copies that a folder makes by itself.
func IsOwn(name string) bool {
	at, ok := strings.CutPrefix(strings.TrimSuffix(name, suffix), prefix)
	_, bad := time.Parse(stamp, at)
	return ok && bad == nil
}

// A Folder has the copies of a store. A copy is made each time the latest is old enough, whoever made
// that. Its methods are safe for concurrent use; its fields are set before the first.
type Folder struct {
	Path   string        // "" for none
	Every  time.Duration // 0: none is made
	Keep   int           // how many of its own copies stay
	Copy   func(ctx context.Context, path string, progress ...func(done, total int64)) (bytes int64, err error)
	Now    func() time.Time
	Log    *slog.Logger
	Failed func() // is called once a copy could not be made
	// Life ends when Copy must stop. Run logs its cause.
	Life context.Context

	running sync.WaitGroup

	mu     sync.Mutex
	err    error // of the last attempt
	timer  *time.Timer
	closed bool
}

// A File is one copy. The zero File is none.
type File struct {
	Name string
	At   time.Time // when it was written; zero if that is unknown
	Size int64     // in bytes
}

// list returns the backups in the folder, the oldest first, and before them those of unknown age: what is
// called .db. Files that are not whole yet have another ending.
func (b *Folder) list() (list []File) {
	entries, err := os.ReadDir(b.Path)
	if b.Path == "" || err != nil { // there is no folder before the first backup
		return nil
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || strings.HasPrefix(e.Name(), ".") || filepath.Ext(e.Name()) != suffix {
			continue
		}
		at := info.ModTime()
		if at.After(b.Now().Add(ahead)) {
			at = time.Time{}
		}
		list = append(list, File{e.Name(), at, info.Size()})
	}
	slices.SortFunc(list, func(x, y File) int { return cmp.Or(x.At.Compare(y.At), cmp.Compare(x.Name, y.Name)) })
	return list
}

// Latest returns the newest copy.
func (b *Folder) Latest() (last File) {
	if list := b.list(); len(list) > 0 {
		last = list[len(list)-1]
	}
	return last
}

// Failing returns why there is no copy although one is due, or nil.
func (b *Folder) Failing() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.err
}

// due returns how long it is until the next backup.
func (b *Folder) due() time.Duration { return max(0, b.Latest().At.Add(b.Every).Sub(b.Now())) }

// Schedule makes each copy when it is due, until Close.
func (b *Folder) Schedule() {
	if b.Every > 0 && b.Path != "" {
		b.schedule(b.due())
	}
}

// schedule makes the next copy after a while. After that, not even a folder whose clock is wrong gets
// them without a pause.
func (b *Folder) schedule(wait time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.timer = time.AfterFunc(wait, func() {
			b.Run()
			next := min(retry, b.Every)
			if b.Failing() == nil {
				next = max(next, b.due())
			}
			b.schedule(next)
		})
	}
}

// Close makes no more copies. One that is being made ends with Life.
func (b *Folder) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if b.timer != nil {
		b.timer.Stop()
	}
}

// Wait returns once no copy is being made, after Close.
func (b *Folder) Wait() { b.running.Wait() }

// Run makes a copy now, which the store reads back, and then removes old ones. The outcome is logged.
func (b *Folder) Run() {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return
	}
	b.running.Add(1)
	b.mu.Unlock()
	defer b.running.Done()
	path, size, err := b.make()
	if err != nil && b.Life.Err() != nil {
		b.Log.Info("a backup ended before it was whole", "folder", b.Path, "cause", context.Cause(b.Life))
		return
	}
	b.mu.Lock()
	b.err = err
	b.mu.Unlock()
	if err != nil {
		b.Failed()
		b.Log.Error("backup failed; it will be tried again", "folder", b.Path, "err", err)
		return
	}
	b.Log.Info("backed up", "path", path, "bytes", size)
	if list := b.list(); len(list) > 0 && list[0].At.IsZero() { // there is none if the folder cannot be read
		b.Log.Warn("a backup is of the future, so its age is unknown", "name", list[0].Name)
	}
	if err := b.prune(); err != nil {
		b.Log.Error("could not remove old backups", "folder", b.Path, "err", err)
	}
}

func (b *Folder) make() (path string, size int64, err error) {
	path = filepath.Join(b.Path, prefix+b.Now().UTC().Format(stamp)+suffix)
	if err = os.MkdirAll(b.Path, 0o700); err == nil {
		size, err = b.Copy(b.Life, path)
	}
	return path, size, err
}

// prune removes the oldest of the server's own backups until keep of them are left.
func (b *Folder) prune() (err error) {
	own := slices.DeleteFunc(b.list(), func(f File) bool { return !IsOwn(f.Name) })
	for _, f := range own[:max(0, len(own)-b.Keep)] {
		if gone := os.Remove(filepath.Join(b.Path, f.Name)); gone != nil {
			err = errors.Join(err, gone)
		}
	}
	return err
}
