package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardwalk/data/store"
)

// A mapped file is open while a test spoils it.
type mapped struct {
	*disk
	db    *DB
	p     *Player
	path  string
	whole []byte // the file's original content
	errs  []error
}

func openMapped(t *testing.T, opts ...Option) *mapped {
	t.Helper()
	m := &mapped{disk: &disk{timer: make(chan time.Time)}, path: filepath.Join(t.TempDir(), "boardwalk.db")}
	m.db = openAt(t, m.path, append(opts, OnWriteError(func(err error) { m.errs = append(m.errs, err) }),
		func(o *Options) { o.After = func(time.Duration) <-chan time.Time { return m.timer } })...)
	m.p = session(t, m.db, "ann")
	save(t, m.p, saved(record(hop, "A", 1), 1))
	var err error
	m.whole, err = os.ReadFile(m.path)
	must(t, err)
	return m
}

func (m *mapped) read() error {
	_, _, err := m.p.Saved(hop)
	return err
}

func (m *mapped) write() error { return m.p.SetSettings([]byte(`{"a":1}`)) }

// isTruncated fails the test unless every call is refused at once with advice on what to
// do.
func (m *mapped) isTruncated(t *testing.T) {
	t.Helper()
	var calls sync.WaitGroup
	for range 20 {
		calls.Go(func() {
			wantErr(t, "read", m.read(), store.ErrDown)
			wantErr(t, "write", m.write(), store.ErrDown)
		})
	}
	calls.Wait()
	refuses(t, m.db, true)
	m.fire(t, m.db)
	refuses(t, m.db, true)
	if len(m.errs) != 1 || !errors.Is(m.errs[0], store.ErrDown) {
		t.Errorf("the host was told %v, want once that it is down", m.errs)
	}
}

// isRestored fails the test unless everything works again without a restart.
func (m *mapped) isRestored(t *testing.T) {
	t.Helper()
	m.fire(t, m.db)
	must(t, m.db.Ping())
	s, rev, err := m.p.Saved(hop)
	if err != nil || len(s.Record.Moves) != 1 {
		t.Errorf("Saved = %+v, %v, want what was stored", s, err)
	}
	_, err = m.p.Save(saved(record(hop, "A", 1, 2), 2), rev)
	must(t, err)
	sound(t, m.db)
	if len(m.errs) != 2 || m.errs[1] != nil {
		t.Errorf("the host was told %v, want at last that all is well", m.errs)
	}
}

// A panic of bbolt while it opens a file leaves no lock on it.
func TestTruncatedInOpen(t *testing.T) {
	m := openMapped(t)
	must(t, m.db.Close())
	_, err := Open(m.path, OpenFile(func(name string, flag int, mode fs.FileMode) (*os.File, error) {
		f, err := os.OpenFile(name, flag, mode)
		return f, errors.Join(err, os.Truncate(name, int64(2*os.Getpagesize()))) // what follows is mapped and missing
	}))
	wantErr(t, "open", err, store.ErrDamaged)
	must(t, os.WriteFile(m.path, m.whole, 0o600))
	must(t, openAt(t, m.path).Close())
}

// Truncating a file under a running server is a memory fault that would end the process.
// The file is given up instead, and works again with a backup.
//
//abuse:case 21
func TestTruncatedWhileOpen(t *testing.T) {
	for _, size := range []int64{0, 100, 4096, 5000, 8192} {
		for first, call := range map[string]func(*mapped) error{"read": (*mapped).read, "write": (*mapped).write} {
			t.Run(fmt.Sprint(size, first), func(t *testing.T) {
				m := openMapped(t)
				must(t, os.Truncate(m.path, size))
				err := call(m)
				wantErr(t, first, err, store.ErrDown)
				wantErr(t, first, err, store.ErrDamaged)
				m.isTruncated(t)
				if ping := m.db.Ping().Error(); !strings.Contains(ping, m.path) || !strings.Contains(ping, "restore a backup") {
					t.Errorf("Ping = %q, want what to do", ping)
				}
				must(t, os.WriteFile(m.path, m.whole, 0o600))
				m.isRestored(t)
			})
		}
	}
}

// It can be truncated while bbolt is reading it.
func TestTruncatedUnderACall(t *testing.T) {
	for _, size := range []int64{0, 8192} {
		for _, c := range []struct {
			name string
			want error
		}{{"read", store.ErrDamaged}, {"write", store.ErrDamaged}, {"commit", store.ErrUnknown}} {
			t.Run(fmt.Sprint(c.name, size), func(t *testing.T) {
				committing := false
				var m *mapped
				m = openMapped(t, func(o *Options) {
					o.Commit = func(tx *store.Tx) error {
						if committing {
							must(t, os.Truncate(m.path, size))
						}
						return tx.Commit()
					}
				})
				buckets := func(tx *store.Tx) error {
					must(t, os.Truncate(m.path, size))
					tx.Bucket(playersBucket)
					return nil
				}
				var err error
				switch c.name {
				case "read":
					err = m.db.View(buckets)
				case "write":
					err = m.db.Update(buckets)
				case "commit":
					committing = true
					err = m.write()
					committing = false
				}
				wantErr(t, c.name, err, c.want)
				m.isTruncated(t)
				must(t, os.WriteFile(m.path, m.whole, 0o600))
				m.isRestored(t)
			})
		}
	}
}

// If both first pages are overwritten, bbolt panics holding its own lock, which nobody
// may wait for.
//
//abuse:case 21
func TestWrittenOver(t *testing.T) {
	for first, call := range map[string]func(*mapped) error{"read": (*mapped).read, "write": (*mapped).write} {
		for _, back := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, a backup %v", first, back), func(t *testing.T) {
				t.Parallel() // each waits for the lock of a file
				m := openMapped(t)
				f, err := os.OpenFile(m.path, os.O_WRONLY, 0)
				must(t, err)
				_, err = f.Write(make([]byte, 2*os.Getpagesize()))
				must(t, errors.Join(err, f.Close()))
				wantErr(t, first, call(m), store.ErrDamaged)
				m.isTruncated(t)
				if !strings.Contains(m.errs[0].Error(), "restore a backup") {
					t.Errorf("the host was told %v, want what to do", m.errs[0])
				}
				if back {
					must(t, os.WriteFile(m.path+".backup", m.whole, 0o600))
					must(t, os.Rename(m.path+".backup", m.path))
					m.isRestored(t)
				}
				must(t, m.db.Close())
				wantErr(t, "read", m.read(), store.ErrClosed)
				if back { // and its lock is gone
					must(t, openAt(t, m.path).Close())
				}
			})
		}
	}
}

// A truncated file that nobody has used since can be closed.
func TestTruncatedAndClosed(t *testing.T) {
	m := openMapped(t)
	must(t, os.Truncate(m.path, 0))
	must(t, m.db.Close())
	wantErr(t, "read", m.read(), store.ErrClosed)
}

// A file that grows, or has lost its name to another, is not truncated: it can be read, and once it has its name
// again, written.
func TestGrownIsNotTruncated(t *testing.T) {
	m := openMapped(t)
	must(t, os.Truncate(m.path, 1<<20))
	must(t, errors.Join(m.read(), m.write()))
	must(t, os.Link(m.path, m.path+".aside"))
	must(t, os.WriteFile(m.path+".other", nil, 0o600))
	must(t, os.Rename(m.path+".other", m.path))
	for range 2 { // the other one cannot be read
		must(t, m.read())
		wantErr(t, "write", m.write(), store.ErrDown)
		m.fire(t, m.db)
		refuses(t, m.db, false)
	}
	must(t, os.Rename(m.path+".aside", m.path))
	m.fire(t, m.db)
	must(t, errors.Join(m.read(), m.write()))
	must(t, os.Truncate(m.path, 1<<19)) // once longer than that
	wantErr(t, "read", m.read(), store.ErrDown)
}

// A disk without room for the copy keeps compact and restore from their work: the file is sound, and no backup helps.
func TestCompactAndRestoreOnAFullDisk(t *testing.T) {
	dir := t.TempDir()
	path := fileWith(t, dir, "boardwalk.db", "OLD")
	full := *Schema
	full.Step = func(step string) {
		temps, err := filepath.Glob(path + ".new-*")
		must(t, err)
		for _, temp := range temps {
			if step == "copy" {
				must(t, os.Remove(temp))
				must(t, os.Symlink("/dev/full", temp))
			}
		}
	}
	_, _, err := store.Compact(path, &full, nil)
	wantErr(t, "Compact", err, syscall.ENOSPC)
	if says := fmt.Sprint(err); !strings.Contains(says, "no room beside "+path) || strings.Contains(says, "backup") {
		t.Errorf("it says %s", says)
	}
	_, err = store.Restore(fileWith(t, t.TempDir(), "backup.db", "NEW"), path, &full)
	wantErr(t, "Restore", err, syscall.ENOSPC)
	if says := fmt.Sprint(err); !strings.Contains(says, "no room beside "+path) {
		t.Errorf("restore says %s", says)
	}
	holdsDeal(t, path, "OLD")
	if got := fmt.Sprint(names(t, dir)); got != "[boardwalk.db]" {
		t.Errorf("the directory has %s", got)
	}
}
