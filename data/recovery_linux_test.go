package data

import (
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"boardwalk/data/datatest"
	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A faulty is a file on a disk that fails, with players who save one after another. The
// test decides when its pauses end.
type faulty struct {
	*testing.T
	disk     *datatest.Disk
	timer    *disk
	db       *DB
	path     string
	errs     []error
	sessions []*faultySession
}

// A faultySession is a session that knows the results of its saves.
type faultySession struct {
	name    string
	p       *Player
	rev     arcade.Rev
	acked   int // moves that are stored for sure
	inDoubt int // moves of the save that returned store.ErrUnknown; 0 if there is none
}

func newFaulty(t *testing.T) *faulty {
	f := &faulty{T: t, disk: new(datatest.Disk), timer: &disk{timer: make(chan time.Time)}}
	f.path = filepath.Join(t.TempDir(), "boardwalk.db")
	f.db = openAt(t, f.path, OpenFile(f.disk.OpenFile), OnWriteError(func(err error) { f.errs = append(f.errs, err) }),
		func(o *Options) { o.After = func(time.Duration) <-chan time.Time { return f.timer.timer } })
	for i := range 5 {
		name := fmt.Sprint("player", i)
		f.sessions = append(f.sessions, &faultySession{name: name, p: session(t, f.db, name)})
	}
	return f
}

// save has every session save its next move at once, and returns the errors in the order
// of the sessions.
func (f *faulty) save() []error {
	errs := make([]error, len(f.sessions))
	var wg sync.WaitGroup
	for i, s := range f.sessions {
		wg.Go(func() {
			rev, err := s.p.Save(saved(record(hop, s.name, slices.Repeat([]int{1}, s.acked+1)...), int64(s.acked+1)), s.rev)
			switch {
			case err == nil:
				s.rev, s.acked, s.inDoubt = rev, s.acked+1, 0
			case errors.Is(err, store.ErrUnknown):
				s.inDoubt = s.acked + 1
			}
			errs[i] = err
		})
	}
	wg.Wait()
	return errs
}

// reads fails the test unless a file has what was acknowledged, or what is in doubt, and
// never what was refused.
func (f *faulty) reads(db *DB) {
	f.Helper()
	for _, s := range f.sessions {
		got, _, err := session(f.T, db, s.name).Saved(hop)
		n := len(got.Record.Moves)
		if err != nil || n != s.acked && (s.inDoubt == 0 || n != s.inDoubt) {
			f.Errorf("%s reads %d moves, %v; %d are stored for sure, %d are in doubt", s.name, n, err, s.acked, s.inDoubt)
		}
	}
}

// TestDiskFull makes the disk under an open file really fail, and work again.
//
//abuse:case 21
func TestDiskFull(t *testing.T) {
	for _, c := range []struct {
		fault datatest.Fault
		want  error
	}{
		{datatest.Full, syscall.ENOSPC},
		{datatest.ReadOnly, syscall.EBADF},
		{datatest.Losing, syscall.EINVAL}, // of fdatasync
	} {
		t.Run(string(c.fault), func(t *testing.T) {
			f := newFaulty(t)
			for range 3 { // so that there are free pages, and the file need not grow
				if errs := f.save(); errors.Join(errs...) != nil {
					t.Fatal(errs)
				}
			}
			for range 2 {
				f.outage(c.fault, c.want)
				for range 3 {
					if errs := f.save(); errors.Join(errs...) != nil {
						t.Fatalf("on a disk that works again: %v", errs)
					}
				}
				f.reads(f.db)
			}
			sound(t, f.db)
			must(t, f.db.Close())
			again := openAt(t, f.path)
			sound(t, again)
			f.reads(again)
			if len(f.errs) != 4 {
				t.Fatalf("it reported %d changes, want 4: %v", len(f.errs), f.errs)
			}
			for i, err := range f.errs {
				if (i%2 == 0) != errors.Is(err, store.ErrDown) || i%2 == 1 && err != nil {
					t.Errorf("change %d was reported as %v", i, err)
				}
			}
		})
	}
}

// outage makes the disk fail until the writer has retried in vain.
func (f *faulty) outage(fault datatest.Fault, want error) {
	f.Helper()
	must(f.T, f.disk.Fail(fault))
	unknown := 0
	for i, err := range f.save() {
		switch {
		case errors.Is(err, store.ErrUnknown):
			unknown++
			if !errors.Is(err, want) {
				f.Errorf("player %d gets %v, want %v", i, err, want)
			}
		case !errors.Is(err, store.ErrDown):
			f.Errorf("player %d gets %v, want store.ErrUnknown or store.ErrDown", i, err)
		}
	}
	if unknown == 0 {
		f.Error("nobody's save was tried")
	}
	for range 2 {
		if f.db.Ping() == nil {
			f.Error("Ping says that all is well")
		}
		f.reads(f.db)
		for i, err := range f.save() {
			if !errors.Is(err, store.ErrDown) || errors.Is(err, store.ErrUnknown) {
				f.Errorf("player %d gets %v, want store.ErrDown", i, err)
			}
		}
		f.timer.fire(f.T, f.db)
	}
	must(f.T, f.disk.Fail(datatest.Well))
	if f.db.Ping() == nil {
		f.Error("Ping says that all is well before the disk was tried")
	}
	f.timer.fire(f.T, f.db)
	must(f.T, f.db.Ping())
	f.reads(f.db)
}

// A save that was refused and not repeated is not in the file.
func TestDiskFullKeepsNothingThatWasRefused(t *testing.T) {
	f := newFaulty(t)
	must(t, errors.Join(f.save()...))
	must(t, f.disk.Fail(datatest.Full))
	f.save()
	late := session(t, f.db, "late")
	_, err := late.Save(saved(record(hop, "LATE", 1), 1), 0)
	wantErr(t, "Save", err, store.ErrDown)
	wantErr(t, "SetNick", f.sessions[0].p.SetNick("refused"), store.ErrDown)
	must(t, f.disk.Fail(datatest.Well))
	f.timer.fire(t, f.db)
	must(t, f.db.Ping())
	if _, rev, err := late.Saved(hop); rev != 0 || err != nil {
		t.Errorf("Saved = %d, %v of a game that was refused", rev, err)
	}
	if a, err := f.sessions[0].p.Account(); err != nil || a.Nick != "" {
		t.Errorf("Account = %+v, %v with a nick that was refused", a, err)
	}
	f.reads(f.db)
	sound(t, f.db)
}

// On a full disk existing pages can be overwritten, but nothing new finds room: the file
// does not count as working.
func TestDiskFullLooksForRoom(t *testing.T) {
	full := false
	d := &disk{timer: make(chan time.Time)}
	db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), func(o *Options) {
		o.After = func(time.Duration) <-chan time.Time { return d.timer }
		o.Commit = func(tx *store.Tx) error {
			if full && tx.Bucket(store.Meta).Get(probeKey) != nil || d.fails {
				return syscall.ENOSPC
			}
			return tx.Commit()
		}
	})
	p := session(t, db, "ann")
	full, d.fails = true, true
	_, err := p.Save(saved(record(hop, "A", 1), 1), 0)
	wantErr(t, "Save", err, store.ErrUnknown)
	d.fails = false
	for range 3 {
		d.fire(t, db)
		wantErr(t, "Ping", db.Ping(), store.ErrDown)
	}
	full = false
	d.fire(t, db)
	must(t, db.Ping())
	must(t, db.View(func(tx *store.Tx) error {
		if tx.Bucket(store.Meta).Get(probeKey) != nil {
			t.Error("what was written to look for room is still there")
		}
		return nil
	}))
	save(t, p, saved(record(hop, "A", 1), 1))
	sound(t, db)
}

// The state that reads as the newest is made the newest on the disk before anything else
// is written; see rewriteMetas.
func TestDiskFullSettlesFirst(t *testing.T) {
	var fails, rewritten bool
	commits := 0
	d := &disk{timer: make(chan time.Time)}
	db := openAt(t, filepath.Join(t.TempDir(), "boardwalk.db"), func(o *Options) {
		o.After = func(time.Duration) <-chan time.Time { return d.timer }
		o.OpenFile = func(name string, flag int, perm fs.FileMode) (*os.File, error) {
			if flag == os.O_RDWR && perm == 0 { // bbolt's own has a mode
				if rewritten = true; fails {
					flag = os.O_RDONLY
				}
			}
			return os.OpenFile(name, flag, perm)
		}
		o.Commit = func(tx *store.Tx) error {
			if commits++; !rewritten {
				t.Error("it writes before it has rewritten the metas")
			}
			return errors.Join(tx.Commit(), map[bool]error{true: syscall.EIO}[d.fails])
		}
	})
	p := session(t, db, "ann")
	d.fails = true
	_, err := p.Save(saved(record(hop, "A", 1), 1), 0)
	wantErr(t, "Save", err, store.ErrUnknown)
	d.fails, fails, rewritten, commits = false, true, false, 0
	for range 2 {
		d.fire(t, db)
		wantErr(t, "Ping", db.Ping(), syscall.EBADF)
	}
	if commits > 0 {
		t.Errorf("%d commits before it has rewritten the metas", commits)
	}
	fails = false
	d.fire(t, db)
	must(t, db.Ping())
	save(t, p, saved(record(hop, "A", 1, 2), 2))
	sound(t, db)
}

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
		func(o *Options) { o.After = func(time.Duration) <-chan time.Time { return c.timer.timer } })
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
	wantErr(t, "SetSettings", err, store.ErrUnknown)
	wantErr(t, "write", db.Update(func(*store.Tx) error { return nil }), store.ErrDown) // it was read back
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
				wantErr(t, "Ping", db.Ping(), store.ErrDown)
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
		if err := db.View(func(*store.Tx) error { close(copying); <-copied; return nil }); err != nil {
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
		wantErr(t, "write", db.Update(func(*store.Tx) error { return nil }), store.ErrDown) // it is over
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
		refuses(t, db, false) // only the open file has what was stored
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
