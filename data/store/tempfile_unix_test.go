//go:build unix

package store

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// When root replaces the server's file, the server still owns it.
func TestReplaceFileKeepsTheOwner(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	want := os.Getuid()
	if want == 0 {
		want = 12345
		must(t, os.Chown(path, want, want))
	}
	must(t, os.Chmod(path, 0o640))
	temp, err := tempFile(path)
	must(t, err)
	must(t, replaceFile(temp, path))
	info, err := os.Stat(path)
	must(t, err)
	if got := info.Sys().(*syscall.Stat_t); int(got.Uid) != want || info.Mode().Perm() != 0o640 || info.Size() != 0 {
		t.Errorf("the file is %v, of user %d, want %d", info.Mode(), got.Uid, want)
	}
}
