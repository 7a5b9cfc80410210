package server

import (
	"path/filepath"
	"strings"
	"testing"
)

// The store's own copy is a data file, and monitoring sees it and its failures.
func TestTheServerBacksUp(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "backups")
	a, _ := openData(t, func(c *Config) { c.Backups = folder }) // the test says when
	get := watched(t, a.Server)
	a.dial(t, "ann") // so it is listening
	a.backups.Run()
	_, body := get("/metrics")
	if strings.Contains(body, "\nboardwalk_backup_bytes 0\n") || strings.Contains(body, "\nboardwalk_backup_timestamp_seconds 0\n") {
		t.Error("the metrics have no backup")
	}
	if _, body := get("/readyz"); body != "ok\n" {
		t.Errorf("/readyz is %q", body)
	}
	a.backups.Path = filepath.Join(folder, a.backups.Latest().Name) // a file
	a.backups.Run()
	_, body = get("/metrics")
	counts(t, body, "boardwalk_backup_failures_total 1")
	if code, body := get("/readyz"); code != 200 || body != "ok, but the last backup failed: see the log\n" {
		t.Errorf("/readyz is %d %q", code, body)
	}
}
