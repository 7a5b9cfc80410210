//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"boardwalk/data"
)

// TestCheckNeedsNoWriting checks a read-only file in a read-only directory, as a user for
// whom these modes hold.
func TestCheckNeedsNoWriting(t *testing.T) {
	t.Parallel()
	dir, err := os.MkdirTemp("", "boardwalk-read-only-") // others cannot even enter the parent of t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = os.Chmod(dir, 0o700)
		_ = os.RemoveAll(dir)
	})
	fresh := filepath.Join(dir, "fresh.db")
	db, err := data.Open(fresh)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, change := range []error{os.Chmod(fresh, 0o444), os.Chmod(dir, 0o555), os.Chmod(binDir, 0o755)} {
		if change != nil {
			t.Fatal(change)
		}
	}
	cmd := exec.Command(programPath(), "check", "--data", fresh)
	if os.Getuid() == 0 { // root may write everything
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		cmd.Env = append(os.Environ(), "HOME=/", "TMPDIR=/tmp")
	}
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), " is sound: ") {
		t.Errorf("check: %v: %s", err, out)
	}
}
