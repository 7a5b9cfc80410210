package server

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

// copied returns backups of a store, in a folder that is not there yet. Each fails while broken is set.
func copied(t *testing.T, broken *atomic.Bool) *backups {
	t.Helper()
	return &backups{
		folder: filepath.Join(t.TempDir(), "backups"), every: time.Hour, keep: 3,
		now: time.Now, log: slog.New(slog.DiscardHandler), failed: newMetrics(nil).backupFailures,
		copy: func(path string, _ ...func(done, total int64)) (int64, error) {
			if broken.Load() {
				return 0, errors.New("no space left")
			}
			err := os.WriteFile(path, []byte("copy"), 0o600)
			return 4, errors.Join(err, os.Chtimes(path, time.Now(), time.Now())) // the disk's clock is not the test's
		},
	}
}

func (b *backups) names() (names []string) {
	for _, f := range b.list() {
		names = append(names, f.name)
	}
	return names
}

func TestBackupsAreMadeWhenTheyAreDue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		b := copied(t, &broken)
		b.schedule()
		synctest.Wait()
		if got, want := b.names(), []string{"auto-20000101-000000.db"}; !slices.Equal(got, want) {
			t.Fatalf("at the start there are %q, want %q", got, want)
		}
		byHand := filepath.Join(b.folder, "before-upgrade.db")
		time.Sleep(30 * time.Minute)
		if _, err := b.copy(byHand); err != nil {
			t.Fatal(err)
		}
		for range 6 {
			time.Sleep(time.Hour)
		}
		want := []string{"before-upgrade.db", "auto-20000101-040000.db", "auto-20000101-050000.db", "auto-20000101-060000.db"}
		if got := b.names(); !slices.Equal(got, want) {
			t.Errorf("there are %q, want %q", got, want)
		}
		b.close()
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
		first := copied(t, &broken)
		first.run()
		time.Sleep(20 * time.Minute)
		next := copied(t, &broken)
		next.folder = first.folder
		if got, want := next.due(), 40*time.Minute; got != want {
			t.Errorf("the next backup is due in %v, want %v", got, want)
		}
	})
}

func TestAFailedBackupIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var broken atomic.Bool
		broken.Store(true)
		b := copied(t, &broken)
		b.schedule()
		synctest.Wait()
		if b.failing() == nil || testutil.ToFloat64(b.failed) != 1 || b.latest() != (backup{}) {
			t.Errorf("failing %v, counted %v, latest %+v", b.failing(), testutil.ToFloat64(b.failed), b.latest())
		}
		broken.Store(false)
		time.Sleep(backupRetry)
		synctest.Wait()
		if b.failing() != nil || b.latest().size != 4 {
			t.Errorf("failing %v, latest %+v", b.failing(), b.latest())
		}
		b.close()
	})
}

// Nothing but the server's own backups is removed, and no draft counts as a backup.
func TestOnlyOwnBackupsAreRemoved(t *testing.T) {
	var broken atomic.Bool
	b := copied(t, &broken)
	if err := os.MkdirAll(filepath.Join(b.folder, "auto-20000101-000003.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"auto-20000101-000000.db", "auto-20000101-000001.db", "auto-20000101-000002.db", "auto-of-mine.db", "auto-20000101-000000.db.clean", "auto-20000101-000004.db.new-12", ".output"} {
		if err := os.WriteFile(filepath.Join(b.folder, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b.keep = 1
	if err := b.prune(); err != nil {
		t.Fatal(err)
	}
	got := b.names()
	slices.Sort(got)
	if want := []string{"auto-20000101-000002.db", "auto-of-mine.db"}; !slices.Equal(got, want) {
		t.Errorf("there are %q, want %q", got, want)
	}
}

// The store's own copy is a data file, and monitoring sees it and its failures.
func TestTheServerBacksUp(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backups")
	a, _ := openData(t, func(c *Config) { c.Backups = folder }) // the test says when
	get := watched(t, a.Server)
	a.dial(t, "ann") // so it is listening
	a.backups.run()
	_, body := get("/metrics")
	if strings.Contains(body, "\nboardwalk_backup_bytes 0\n") || strings.Contains(body, "\nboardwalk_backup_timestamp_seconds 0\n") {
		t.Error("the metrics have no backup")
	}
	if _, body := get("/readyz"); body != "ok\n" {
		t.Errorf("/readyz is %q", body)
	}
	a.backups.folder = filepath.Join(folder, a.backups.latest().name) // a file
	a.backups.run()
	_, body = get("/metrics")
	counts(t, body, "boardwalk_backup_failures_total 1")
	if code, body := get("/readyz"); code != 200 || body != "ok, but the last backup failed: see the log\n" {
		t.Errorf("/readyz is %d %q", code, body)
	}
}
