package data

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A disk holds a test's file. Its fields change only between calls, which the writer
// waits for.
type disk struct {
	fails  bool
	kept   bool        // a failed commit was written nevertheless
	sealed atomic.Bool // the disk has become read-only
	pause  []time.Duration
	timer  chan time.Time
}

func openOn(t *testing.T, d *disk, path string) *DB {
	t.Helper()
	d.timer = make(chan time.Time)
	return openAt(t, path, func(o *Options) {
		o.Commit = func(tx *store.Tx) error {
			switch {
			case d.sealed.Load():
				return syscall.EROFS
			case !d.fails:
				return tx.Commit()
			case d.kept:
				return errors.Join(tx.Commit(), errors.New("input/output error"))
			}
			return errors.New("input/output error")
		}
		o.OpenFile = func(name string, flag int, mode fs.FileMode) (*os.File, error) {
			if d.sealed.Load() && flag&(os.O_RDWR|os.O_WRONLY) != 0 {
				return nil, &fs.PathError{Op: "open", Path: name, Err: syscall.EROFS}
			}
			return os.OpenFile(name, flag, mode)
		}
		o.After = func(pause time.Duration) <-chan time.Time {
			d.pause = append(d.pause, pause)
			return d.timer
		}
	})
}

// fire ends the pause, and returns when the writer has tried the file.
func (d *disk) fire(t *testing.T, db *DB) {
	t.Helper()
	if db.Ping() == nil {
		t.Fatal("the writer waits for nothing")
	}
	d.timer <- time.Time{}
	_ = db.Update(func(*store.Tx) error { return errors.New("nothing to write") })
}

// refuses fails the test unless writes return what Ping does, and reads do if the file is
// unreadable.
func refuses(t *testing.T, db *DB, unreadable bool) {
	t.Helper()
	p := session(t, db, "another")
	_, want := p.Save(saved(record(hop, "A", 1), 1), 0)
	want = cause(want)
	if !errors.Is(want, store.ErrDown) || errors.Is(want, store.ErrUnknown) || !strings.Contains(want.Error(), db.Path()) || strings.Contains(want.Error(), "\n") {
		t.Errorf("Save = %v, want store.ErrDown with the file's name", want)
	}
	if len(p.inDoubt) > 0 {
		t.Error("a save that was refused at once is treated as one that may have been kept")
	}
	_, _, savedErr := p.Saved(hop)
	_, historyErr := p.History("", 1)
	_, _, bestErr := p.Best(hop, arcade.Counted)
	_, checkErr := db.Check(library)
	ping := db.Ping()
	if ping == nil || !strings.HasSuffix(want.Error(), ping.Error()) {
		t.Errorf("Ping = %v, want what writes say: %v", ping, want)
	}
	for i, err := range []error{savedErr, historyErr, bestErr, checkErr} {
		if errors.Is(err, store.ErrDown) != unreadable || !unreadable && err != nil {
			t.Errorf("read %d = %v; the file is unreadable: %v", i, err, unreadable)
		}
	}
}

// Each failed commit turns out to be kept or not.
func TestUnknown(t *testing.T) {
	for _, kept := range []bool{false, true} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			d := &disk{kept: kept}
			db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
			p := session(t, db, "ann")
			first := save(t, p, saved(record(hop, "A", 1), 1))

			for i := range 3 {
				d.fails = true
				_, err := p.Save(saved(record(hop, "A", 1, 2), int64(2+i)), first)
				if !errors.Is(err, store.ErrUnknown) || !strings.Contains(cause(err).Error(), db.Path()) {
					t.Errorf("Save = %v, want store.ErrUnknown", err)
				}
				refuses(t, db, false)
				d.fire(t, db)
				refuses(t, db, false)
				d.fails = false
				d.fire(t, db)
			}
			if s, _, err := session(t, db, "ann").Saved(hop); err != nil || (len(s.Record.Moves) == 2) != kept {
				t.Errorf("Saved = %+v, %v; want what was kept", s, err)
			}
			if _, err := p.Save(saved(record(hop, "A", 1, 3), 8), first+1); !errors.Is(err, arcade.ErrConflict) {
				t.Errorf("Save over a state that never was = %v, want ErrConflict", err)
			}
			rev, err := p.Save(saved(record(hop, "A", 1, 2, 3), 9), first)
			must(t, err)
			if s, got, err := session(t, db, "ann").Saved(hop); err != nil || got != rev || len(s.Record.Moves) != 3 {
				t.Errorf("Saved = %+v, %v, want three moves", s, err)
			}
			if len(p.inDoubt) > 0 {
				t.Errorf("still in doubt of %v", p.inDoubt)
			}

			d.fails = true
			result := finished(record(hop, "A", 1, 2, 3), 10)
			if _, err := p.Finish(result, rev); !errors.Is(err, store.ErrUnknown) {
				t.Errorf("Finish = %v, want store.ErrUnknown", err)
			}
			refuses(t, db, false)
			d.fails = false
			d.fire(t, db)
			_, err = p.Finish(result, rev)
			must(t, err)
			_, err = p.Save(saved(record(hop, "B", 1), 1), 0)
			must(t, err)
			history, err := p.History("", 10)
			if err != nil || len(history) != 1 {
				t.Errorf("History = %+v, %v, want one round", history, err)
			}
			sound(t, db)
		})
	}
}

// An account is what the file has of it once a commit has failed.
func TestAnAccountInDoubt(t *testing.T) {
	for _, kept := range []bool{false, true} {
		d := &disk{kept: kept}
		db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
		p := session(t, db, "ann")
		save(t, p, saved(record(hop, "A", 1), 1))
		_, err := p.Account()
		must(t, err)
		before := db.Changes(p.key[:])
		d.fails = true
		wantErr(t, "SetPrivacy", p.SetPrivacy(true, false), store.ErrUnknown)
		if db.Changes(p.key[:]) == before {
			t.Error("what was read before the failure counts as unchanged")
		}
		if got, err := p.Account(); err != nil || got.Hidden != kept {
			t.Errorf("Account = %+v, %v, want what was kept: %t", got, err, kept)
		}
	}
}

func TestInDoubtDoesNotLetStrangersIn(t *testing.T) {
	for _, kept := range []bool{false, true} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			d := &disk{fails: true, kept: kept}
			db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
			left, right := session(t, db, "ann"), session(t, db, "ann")
			if _, err := left.Save(saved(record(hop, "A", 1), 1), 0); !errors.Is(err, store.ErrUnknown) {
				t.Fatalf("Save = %v, want store.ErrUnknown", err)
			}
			d.fails = false
			d.fire(t, db)
			if _, err := right.Save(saved(record(hop, "B", 1), 1), 0); kept != errors.Is(err, arcade.ErrConflict) {
				t.Errorf("Save of the other session = %v; the first save was kept: %v", err, kept)
			}
			save(t, right, saved(record(hop, "B", 1), 1))
			if _, err := left.Save(saved(record(hop, "A", 1, 2), 2), 0); !errors.Is(err, arcade.ErrConflict) {
				t.Errorf("Save = %v, want ErrConflict", err)
			}
		})
	}
}

func TestFileLost(t *testing.T) {
	for _, c := range []struct {
		name       string
		lose       func(path string) error
		want       error
		unreadable bool
	}{
		{"cut off", func(path string) error { return os.Truncate(path, 5000) }, store.ErrDamaged, true},
		{"gone", os.Remove, os.ErrNotExist, false}, // it is still open
	} {
		t.Run(c.name, func(t *testing.T) {
			d := &disk{}
			path := filepath.Join(t.TempDir(), "boardwalk.db")
			db := openOn(t, d, path)
			p := session(t, db, "ann")
			rev := save(t, p, saved(record(hop, "A", 1), 1))
			d.fails = true
			if _, err := p.Save(saved(record(hop, "A", 1, 2), 2), rev); !errors.Is(err, store.ErrUnknown) {
				t.Errorf("Save = %v, want store.ErrUnknown", err)
			}
			_, _, err := p.Saved(hop) // waits until it is read back
			must(t, err)
			d.fails = false
			file, err := os.ReadFile(path)
			must(t, err)
			must(t, c.lose(path))
			for range 7 {
				d.fire(t, db)
				refuses(t, db, c.unreadable)
			}
			if _, err := p.Save(saved(record(hop, "A", 1, 2), 3), rev); !errors.Is(err, c.want) {
				t.Errorf("Save = %v, want %v", err, c.want)
			}
			want := []time.Duration{250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000}
			for i := range want {
				want[i] *= time.Millisecond
			}
			if !slices.Equal(d.pause, want) {
				t.Errorf("it waited %v, want %v", d.pause, want)
			}

			must(t, os.WriteFile(path, file, 0o600))
			d.fire(t, db)
			if s, got, err := p.Saved(hop); err != nil || got != rev || len(s.Record.Moves) != 1 {
				t.Errorf("Saved = %+v, %v, %v, want what was stored", s, got, err)
			}
			_, err = p.Save(saved(record(hop, "A", 1, 2), 4), rev)
			must(t, err)
			sound(t, db)
		})
	}
}

// A file that another one replaces while it is open takes no more writes, which would be gone at the stop: the one
// in its place is played on with.
func TestReplacedWhileOpen(t *testing.T) {
	d := &disk{}
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db := openOn(t, d, path)
	p := session(t, db, "ann")
	rev := save(t, p, saved(record(hop, "A", 1), 1))
	_, err := db.Backup(context.Background(), path+".backup")
	must(t, err)
	_, err = p.Save(saved(record(hop, "A", 1, 2), 2), rev)
	must(t, err)
	must(t, os.Rename(path+".backup", path))
	_, err = p.Save(saved(record(hop, "A", 1, 2, 3), 3), rev)
	wantErr(t, "Save", err, store.ErrDown)
	d.fire(t, db)
	s, rev, err := p.Saved(hop)
	must(t, err)
	if len(s.Record.Moves) != 1 {
		t.Errorf("the game has %d moves, want 1, as the file in its place has it", len(s.Record.Moves))
	}
	_, err = p.Save(saved(record(hop, "A", 1, 2), 4), rev)
	must(t, err)
	sound(t, db)
}

// Of a file that is removed while it is open nothing is lost: it takes no more writes, can be backed up, and the
// backup in its place is played on with.
func TestRemovedWhileOpen(t *testing.T) {
	d := &disk{}
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db := openOn(t, d, path)
	p := session(t, db, "ann")
	rev := save(t, p, saved(record(hop, "A", 1), 1))
	must(t, os.Remove(path))
	_, err := p.Save(saved(record(hop, "A", 1, 2), 2), rev)
	wantErr(t, "Save", err, store.ErrDown)
	wantErr(t, "Ping", db.Ping(), os.ErrNotExist)
	for range 2 {
		d.fire(t, db)
		refuses(t, db, false)
	}
	_, err = db.Backup(context.Background(), path+".backup")
	must(t, err)
	must(t, os.Rename(path+".backup", path))
	d.fire(t, db)
	_, err = p.Save(saved(record(hop, "A", 1, 2), 3), rev)
	must(t, err)
	sound(t, db)
}

// A file on a disk that has become read-only is read on, and can be backed up to another.
func TestReadOnlyDisk(t *testing.T) {
	d := &disk{}
	db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
	p := session(t, db, "ann")
	rev := save(t, p, saved(record(hop, "A", 1), 1))
	d.sealed.Store(true)
	_, err := p.Save(saved(record(hop, "A", 1, 2), 2), rev)
	wantErr(t, "Save", err, syscall.EROFS)
	for range 2 {
		refuses(t, db, false)
		d.fire(t, db)
	}
	refuses(t, db, false)
	_, err = db.Backup(context.Background(), filepath.Join(t.TempDir(), "backup.db"))
	must(t, err)
	d.sealed.Store(false)
	d.fire(t, db)
	_, err = p.Save(saved(record(hop, "A", 1, 2), 3), rev)
	must(t, err)
	sound(t, db)
}

// A backup may take long. Ping answers meanwhile, even after the disk has failed and
// while the writer waits for the end of the backup.
func TestPingWaitsForNobody(t *testing.T) {
	d := &disk{fails: true}
	db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
	reading, read := make(chan struct{}), make(chan struct{})
	var calls sync.WaitGroup
	calls.Go(func() {
		if err := db.View(func(*store.Tx) error { close(reading); <-read; return nil }); err != nil {
			t.Error(err)
		}
	})
	<-reading
	calls.Go(func() {
		if err := db.Update(func(*store.Tx) error { return nil }); !errors.Is(err, store.ErrUnknown) {
			t.Errorf("write = %v, want store.ErrUnknown", err)
		}
	})
	for !errors.Is(db.Ping(), store.ErrDown) {
		runtime.Gosched()
	}
	close(read)
	calls.Wait()
}

// A session that ends while the disk fails does not wait for it.
func TestCloseInDoubt(t *testing.T) {
	d := &disk{fails: true}
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	db := openOn(t, d, path)
	p := session(t, db, "ann")
	if _, err := p.Save(saved(record(hop, "A", 1), 1), 0); !errors.Is(err, store.ErrUnknown) {
		t.Errorf("Save = %v, want store.ErrUnknown", err)
	}
	must(t, db.Close())
	if _, _, err := p.Saved(hop); !errors.Is(err, store.ErrClosed) {
		t.Errorf("Saved = %v, want store.ErrClosed", err)
	}
	sound(t, openAt(t, path))
}
