package server

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Who can read the host key is the arcade, and who can read the data has the players' games; of
// files that everybody on the machine could read nothing was said.
//
//abuse:case 65
func TestFilesThatOthersCanReadAreToldOf(t *testing.T) {
	dir := t.TempDir()
	data, backups, key, creds := filepath.Join(dir, "db"), filepath.Join(dir, "backups"), filepath.Join(dir, "key"), filepath.Join(dir, "creds")
	if err := os.Mkdir(backups, 0o700); err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(backups, "a.db")
	for _, path := range []string{data, backup, key, creds} {
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	check := func() (string, error) {
		var log bytes.Buffer
		err := CheckSecrets(slog.New(slog.NewTextHandler(&log, nil)), data, backups, []string{key}, []string{creds})
		return log.String(), err
	}
	if log, err := check(); log != "" || err != nil {
		t.Errorf("of files of their owner: %v, %s", err, log)
	}
	for _, c := range []struct {
		path string
		mode fs.FileMode
		want string
	}{
		{data, 0o644, "path=" + data},
		{backup, 0o604, "path=" + backup},
		{creds, 0o646, "path=" + creds},
		{dir, 0o777, "can replace the data file"},
	} {
		before, err := os.Stat(c.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(c.path, c.mode); err != nil {
			t.Fatal(err)
		}
		if log, err := check(); err != nil || strings.Count(log, "WARN") != 1 || !strings.Contains(log, c.want) {
			t.Errorf("of %s with mode %v: %v, %s", c.path, c.mode, err, log)
		}
		if err := os.Chmod(c.path, before.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	for _, mode := range []fs.FileMode{0o640, 0o604, 0o620} {
		if err := os.Chmod(key, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := check(); err == nil || !strings.Contains(err.Error(), "chmod 600 "+key) {
			t.Errorf("a key of a cluster with mode %v: %v", mode, err)
		}
		host := filepath.Join(t.TempDir(), "key")
		if err := makeHostKey(host); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(host, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := New(quiet(host)); err == nil || !strings.Contains(err.Error(), "chmod 600 "+host) {
			t.Errorf("a host key with mode %v: %v", mode, err)
		}
	}
}
