package data

import (
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardwalk/data/datatest"

	"go.etcd.io/bbolt"
)

// A cramped file is on a disk with the system's own faults, also for a temporary file
// beside it. It counts what the writer opens. Its fields change only between calls, which
// the writer waits for.
type cramped struct {
	disk      datatest.Disk
	timer     *disk
	tempFiles []string // the names
	opened    int      // how often the file was read back
	openTemp  func(name string, flag int) (*os.File, error)
}

func openCramped(t *testing.T, path string) (*cramped, *DB) {
	t.Helper()
	c := &cramped{timer: &disk{timer: make(chan time.Time)}}
	db := openAt(t, path, OpenFile(c.openFile),
		func(o *options) { o.after = func(time.Duration) <-chan time.Time { return c.timer.timer } })
	return c, db
}

func (c *cramped) openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	if strings.HasSuffix(name, ".new-room") {
		c.tempFiles = append(c.tempFiles, name)
		if c.openTemp != nil {
			return c.openTemp(name, flag)
		}
		return os.OpenFile(name, flag, perm)
	}
	if perm != 0 { // rewriteMetas opens it with none
		c.opened++
	}
	return c.disk.OpenFile(name, flag, perm)
}

// over returns a function that makes a temporary file whose content goes to another file.
func over(to string) func(string, int) (*os.File, error) {
	return func(name string, flag int) (*os.File, error) {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			return nil, err
		}
		return os.OpenFile(to, flag, 0)
	}
}

func refused(err error) func(string, int) (*os.File, error) {
	return func(name string, _ int) (*os.File, error) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
}

// fill makes the disk fail, and returns once the DB has noticed.
func (c *cramped) fill(t *testing.T, db *DB, openTemp func(string, int) (*os.File, error)) {
	t.Helper()
	must(t, c.disk.Fail(datatest.Full))
	c.openTemp = openTemp
	err := session(t, db, "ann").SetSettings([]byte(`{"a":1}`))
	wantErr(t, "SetSettings", err, ErrUnknown)
	wantErr(t, "write", db.write(func(*bbolt.Tx) error { return nil }), ErrDown) // it was read back
	c.opened, c.tempFiles = 0, nil
}

// As long as the disk accepts no temporary file, the file is not read back: that reads
// all of it while everybody waits.
func TestFullDiskIsFoundOutBesideTheFile(t *testing.T) {
	for _, c := range []struct {
		name     string
		openTemp func(string, int) (*os.File, error)
		want     error
		each     int // times the file is read back by a retry that fails
	}{
		{"it cannot be made", refused(syscall.ENOSPC), syscall.ENOSPC, 0},
		{"it cannot be written", over("/dev/full"), syscall.ENOSPC, 0},
		{"it cannot be synced", over("/dev/null"), syscall.EINVAL, 0},
		{"it may not be made", refused(syscall.EACCES), syscall.EBADF, 2}, // only the file can tell
		{"the directory is read-only", refused(syscall.EROFS), syscall.EBADF, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path, link := filepath.Join(t.TempDir(), "big.db"), filepath.Join(dir, "boardwalk.db")
			must(t, openAt(t, path).Close())
			must(t, os.Symlink(path, link))
			cramped, db := openCramped(t, link)
			save(t, session(t, db, "ann"), saved(record(hop, "A", 1), 1))
			cramped.fill(t, db, c.openTemp)
			const retries = 4
			for range retries {
				cramped.timer.fire(t, db)
				wantErr(t, "Ping", db.Ping(), ErrDown)
				wantErr(t, "Ping", db.Ping(), c.want)
				if s, _, err := session(t, db, "ann").Saved(hop); err != nil || len(s.Record.Moves) != 1 {
					t.Errorf("Saved = %+v, %v", s, err)
				}
			}
			if cramped.opened != retries*c.each {
				t.Errorf("the file was read back %d times in %d retries, want %d in each", cramped.opened, retries, c.each)
			}
			if len(cramped.tempFiles) != retries || cramped.tempFiles[0] != path+".new-room" { // on the disk of the file, not of the link
				t.Errorf("the temporary files are %q, want %d beside %s", cramped.tempFiles, retries, path)
			}

			must(t, cramped.disk.Fail(datatest.Well))
			cramped.opened, cramped.openTemp = 0, nil
			cramped.timer.fire(t, db)
			must(t, db.Ping())
			if cramped.opened != 1 {
				t.Errorf("on a disk that works again it was read back %d times, want once", cramped.opened)
			}
			if _, err := os.Stat(path + ".new-room"); !os.IsNotExist(err) {
				t.Errorf("a temporary file is left: %v", err)
			}
			save(t, session(t, db, "ann"), saved(record(hop, "A", 1, 2), 2))
			sound(t, db)
		})
	}
}

// Reads during a retry are answered, even during a long backup.
//
//abuse:case 21
func TestRetryKeepsNoReaderWaiting(t *testing.T) {
	c, db := openCramped(t, filepath.Join(t.TempDir(), "boardwalk.db"))
	p := session(t, db, "ann")
	save(t, p, saved(record(hop, "A", 1), 1))
	trying, tried := make(chan struct{}), make(chan struct{})
	c.fill(t, db, func(name string, flag int) (*os.File, error) {
		trying <- struct{}{}
		<-tried
		return over("/dev/full")(name, flag)
	})
	copying, copied := make(chan struct{}), make(chan struct{})
	var calls sync.WaitGroup
	calls.Go(func() {
		if err := db.view(func(*bbolt.Tx) error { close(copying); <-copied; return nil }); err != nil {
			t.Error(err)
		}
	})
	<-copying
	reads := func() {
		if s, _, err := p.Saved(hop); err != nil || len(s.Record.Moves) != 1 {
			t.Errorf("Saved = %+v, %v", s, err)
		}
		if _, _, err := db.Banned(credential("ann"), netip.Addr{}, time.Now()); err != nil { // as in a handshake
			t.Errorf("Banned: %v", err)
		}
	}
	for range 3 {
		c.timer.timer <- time.Time{}
		<-trying
		reads()
		tried <- struct{}{}
		wantErr(t, "write", db.write(func(*bbolt.Tx) error { return nil }), ErrDown) // it is over
		reads()
	}
	close(copied)
	calls.Wait()
	if c.opened > 0 {
		t.Errorf("it was read back %d times", c.opened)
	}
}

// A file that is no longer the one that was opened is noticed, however full the disk is.
func TestFullDiskFileLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	c, db := openCramped(t, path)
	p := session(t, db, "ann")
	rev := save(t, p, saved(record(hop, "A", 1), 1))
	c.fill(t, db, over("/dev/full"))
	must(t, os.Rename(path, path+".aside"))
	for range 2 {
		c.timer.fire(t, db)
		refuses(t, db, true)
		wantErr(t, "Ping", db.Ping(), os.ErrNotExist)
	}
	file, err := os.ReadFile(path + ".aside")
	must(t, err)
	must(t, os.WriteFile(path, file, 0o600)) // another file
	for range 2 {
		c.timer.fire(t, db)
		refuses(t, db, false)
	}
	must(t, c.disk.Fail(datatest.Well))
	c.openTemp = nil
	c.timer.fire(t, db)
	must(t, db.Ping())
	_, err = p.Save(saved(record(hop, "A", 1, 2), 2), rev)
	must(t, err)
	sound(t, db)
}
