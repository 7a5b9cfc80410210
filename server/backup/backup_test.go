package backup

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// copied returns backups of a store, in a folder that is not there yet. Each fails while broken is set, and is counted then.
func copied(t *testing.T, broken *atomic.Bool, failures *int) *Folder {
	t.Helper()
	return &Folder{
		Path: filepath.Join(t.TempDir(), "backups"), Every: time.Hour, Keep: 3,
		Now: time.Now, Log: slog.New(slog.DiscardHandler), Failed: func() { *failures++ }, Life: context.Background(),
		Copy: func(_ context.Context, path string, _ ...func(done, total int64)) (int64, error) {
			if broken.Load() {
				return 0, errors.New("no space left")
			}
			err := os.WriteFile(path, []byte("copy"), 0o600)
			return 4, errors.Join(err, os.Chtimes(path, time.Now(), time.Now())) // the disk's clock is not the test's
		},
	}
}

func (b *Folder) names() (names []string) {
	for _, f := range b.list() {
		names = append(names, f.Name)
	}
	return names
}

func TestBackupsAreMadeWhenTheyAreDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		failures := 0
		b := copied(t, &broken, &failures)
		b.Schedule()
		synctest.Wait()
		if got, want := b.names(), []string{"auto-20000101-000000.db"}; !slices.Equal(got, want) {
			t.Fatalf("at the start there are %q, want %q", got, want)
		}
		byHand := filepath.Join(b.Path, "before-upgrade.db")
		time.Sleep(30 * time.Minute)
		if _, err := b.Copy(t.Context(), byHand); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			time.Sleep(time.Hour)
		}
		want := []string{"before-upgrade.db", "auto-20000101-040000.db", "auto-20000101-050000.db", "auto-20000101-060000.db"}
		if got := b.names(); !slices.Equal(got, want) {
			t.Errorf("there are %q, want %q", got, want)
		}
		b.Close()
		time.Sleep(5 * time.Hour)
		if got := b.names(); !slices.Equal(got, want) {
			t.Errorf("after close there are %q", got)
		}
	})
}

// A server that is started again and again does not back up each time.
func TestABackupIsNotDueBecauseTheServerStarts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		failures := 0
		first := copied(t, &broken, &failures)
		first.Run()
		time.Sleep(20 * time.Minute)
		next := copied(t, &broken, &failures)
		next.Path = first.Path
		if got, want := next.due(), 40*time.Minute; got != want {
			t.Errorf("the next backup is due in %v, want %v", got, want)
		}
	})
}

func TestAFailedBackupIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		failures := 0
		broken.Store(true)
		b := copied(t, &broken, &failures)
		b.Schedule()
		synctest.Wait()
		if b.Failing() == nil || failures != 1 || b.Latest() != (File{}) {
			t.Errorf("failing %v, counted %v, latest %+v", b.Failing(), failures, b.Latest())
		}
		broken.Store(false)
		time.Sleep(retry)
		synctest.Wait()
		if b.Failing() != nil || b.Latest().Size != 4 {
			t.Errorf("failing %v, latest %+v", b.Failing(), b.Latest())
		}
		b.Close()
	})
}

// A backup that a wrong clock wrote is no latest one, is the first to go, and never the cause of a crowd of backups.
func TestBackupsOfTheFuture(t *testing.T) {
	for _, at := range []time.Duration{-24 * time.Hour, 1000 * 24 * time.Hour} {
		synctest.Test(t, func(t *testing.T) {
			var broken atomic.Bool
			failures := 0
			b := copied(t, &broken, &failures)
			b.Keep = 1
			future := filepath.Join(b.Path, "auto-29990101-000000.db")
			written := time.Now().Add(at)
			if err := errors.Join(os.MkdirAll(b.Path, 0o700), os.WriteFile(future, nil, 0o600), os.Chtimes(future, written, written)); err != nil {
				t.Fatal(err)
			}
			made := 0
			copy := b.Copy
			b.Copy = func(ctx context.Context, path string, progress ...func(done, total int64)) (int64, error) {
				made++
				return copy(ctx, path, progress...)
			}
			b.Schedule()
			time.Sleep(150 * time.Minute)
			b.Close()
			if got, want := b.names(), []string{"auto-20000101-020000.db"}; made != 3 || !slices.Equal(got, want) {
				t.Errorf("written at %v: %d were made and there are %q, want %q", written, made, got, want)
			}
		})
	}
}

// Where the disk's clock is ahead of the server's, no backup is made without a pause.
func TestBackupsOnADiskWithAnotherClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		made := 0
		b := copied(t, new(atomic.Bool), new(int))
		b.Copy = func(_ context.Context, path string, _ ...func(done, total int64)) (int64, error) {
			made++
			return 4, os.WriteFile(path, []byte("copy"), 0o600) // it is of today, and today is not the year 2000
		}
		b.Schedule()
		time.Sleep(55 * time.Minute)
		b.Close()
		if made != 6 {
			t.Errorf("%d backups were made in an hour", made)
		}
	})
}

// A copy that is gone again at once, with its folder, stops nothing.
func TestABackupThatVanishes(t *testing.T) {
	b := copied(t, new(atomic.Bool), new(int))
	b.Copy = func(_ context.Context, path string, _ ...func(done, total int64)) (int64, error) {
		return 4, os.RemoveAll(b.Path)
	}
	b.Run()
	if b.Failing() != nil || b.Latest() != (File{}) {
		t.Errorf("failing %v, latest %+v", b.Failing(), b.Latest())
	}
}

// Nothing but the server's own backups is removed, and no draft counts as a backup.
func TestOnlyOwnBackupsAreRemoved(t *testing.T) {
	var broken atomic.Bool
	failures := 0
	b := copied(t, &broken, &failures)
	if err := os.MkdirAll(filepath.Join(b.Path, "auto-20000101-000003.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"auto-20000101-000000.db", "auto-20000101-000001.db", "auto-20000101-000002.db", "auto-of-mine.db", "auto-20000101-000000.db.clean", "auto-20000101-000004.db.new-12", ".output"} {
		if err := os.WriteFile(filepath.Join(b.Path, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.Keep = 1
	if err := b.prune(); err != nil {
		t.Fatal(err)
	}
	got := b.names()
	slices.Sort(got)
	if want := []string{"auto-20000101-000002.db", "auto-of-mine.db"}; !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}
