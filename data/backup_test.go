package data

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"boardwalk/engine/arcade"
)

// names returns the files of a directory.
func names(t testing.TB, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestBackup(t *testing.T) {
	c := newCrowd(t)
	want := c.read(t)
	dir := t.TempDir()
	path := filepath.Join(dir, "monday.backup")
	size, err := c.db.Backup(path)
	if info, bad := os.Stat(path); err != nil || bad != nil || info.Size() != size || info.Mode().Perm() != 0o600 {
		t.Fatalf("Backup = %d, %v; the file is %v, %v", size, err, info, bad)
	}
	finish(t, c.players["eve"], finished(record(hop, "LATER", 3), 999))
	t.Run("it opens and has all there was", func(t *testing.T) {
		copied := c.on(t, openAt(t, path, Games(find)))
		if got := copied.read(t); got != want {
			t.Errorf("it reads otherwise: %s", differ(got, want))
		}
		sound(t, copied.db)
	})
	t.Run("a file that is there stays as it is", func(t *testing.T) {
		before, err := os.ReadFile(path)
		must(t, err)
		_, err = c.db.Backup(path)
		wantErr(t, "Backup", err, fs.ErrExist)
		if got := err.Error(); got != "back up to "+path+": file already exists: name another file" {
			t.Errorf("it says %q", got)
		}
		_, err = c.db.Backup(c.db.path)
		wantErr(t, "Backup over the file itself", err, fs.ErrExist)
		after, err := os.ReadFile(path)
		if err != nil || string(after) != string(before) {
			t.Errorf("the file changed: %v", err)
		}
		dangling := filepath.Join(dir, "dangling")
		must(t, os.Symlink(filepath.Join(dir, "nowhere"), dangling))
		_, err = c.db.Backup(dangling)
		wantErr(t, "Backup over a link to nowhere", err, fs.ErrExist)
		must(t, os.Remove(dangling))
	})
	t.Run("a directory that is not there", func(t *testing.T) {
		_, err := c.db.Backup(filepath.Join(dir, "none", "x"))
		wantErr(t, "Backup", err, fs.ErrNotExist)
	})
	t.Run("a file that was closed", func(t *testing.T) {
		must(t, c.db.Close())
		_, err := c.db.Backup(filepath.Join(dir, "closed"))
		wantErr(t, "Backup", err, ErrClosed)
	})
	if got := names(t, dir); fmt.Sprint(got) != "[monday.backup]" {
		t.Errorf("the directory has %v", got)
	}
}

// A damaged page is found in the copy, which gets no name.
func TestBackupOfDamage(t *testing.T) {
	c := newCrowd(t)
	must(t, c.db.Close())
	file, err := os.OpenFile(c.db.path, os.O_RDWR, 0)
	must(t, err)
	defer file.Close()
	m, _ := newestMeta(file)
	db, err := Open(c.db.path)
	must(t, err)
	defer db.Close()
	_, err = file.WriteAt(make([]byte, 64), int64(m.root)*m.pageSize)
	must(t, err)
	dir := t.TempDir()
	_, err = db.Backup(filepath.Join(dir, "b"))
	wantErr(t, "Backup", err, ErrDamaged)
	if got := names(t, dir); len(got) != 0 {
		t.Errorf("the directory has %v", got)
	}
}

// Every save acknowledged before the backup began is in it, and it is sound, while many
// sessions continue to save.
func TestBackupUnderLoad(t *testing.T) {
	const sessions, backups = 50, 5
	db := quick(t)
	var saves [sessions]atomic.Int64 // acknowledged
	var stop atomic.Bool
	var wg sync.WaitGroup
	going := make(chan struct{}, sessions)
	for i := range sessions {
		p := session(t, db, fp(fmt.Sprint(i)))
		wg.Go(func() {
			n, rev := 0, arcade.Rev(0)
			for !stop.Load() {
				n++
				var err error
				if rev, err = victimStep(p, n, rev); err != nil {
					t.Error(err)
					return
				}
				saves[i].Store(int64(n))
				if n == 10 {
					going <- struct{}{}
				}
			}
		})
	}
	for range sessions {
		<-going
	}
	dir := t.TempDir()
	for b := range backups {
		var before [sessions]int64
		for i := range saves {
			before[i] = saves[i].Load()
		}
		path := filepath.Join(dir, fmt.Sprint("backup", b))
		if _, err := db.Backup(path); err != nil {
			t.Fatal(err)
		}
		restored := filepath.Join(dir, fmt.Sprint("restored", b))
		must(t, Restore(path, restored))
		copied, err := Open(restored, Games(find))
		must(t, err)
		for i, want := range before {
			got, _, err := progress(session(t, copied, fp(fmt.Sprint(i))))
			if err != nil || int64(got) < want {
				t.Errorf("backup %d: session %d has %d saves, %v, and had %d before", b, i, got, err, want)
			}
		}
		sound(t, copied)
		must(t, copied.Close())
	}
	stop.Store(true)
	wg.Wait()
	sound(t, db)
}
