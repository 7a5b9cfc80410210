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
	must(t, Replace(path, []byte("new")))
	fresh, link := filepath.Join(dir, "fresh"), filepath.Join(dir, "link")
	must(t, os.WriteFile(fresh, nil, 0o600))
	other := filepath.Join(dir, "other")
	must(t, os.WriteFile(other, nil, 0o600))
	must(t, os.Symlink(other, link))
	for _, name := range []string{fresh, link, filepath.Join(dir, "missing")} {
		must(t, GiveToOwner(path, name))
	}
	for name, want := range map[string]int{path: want, fresh: want, link: want, other: os.Getuid()} {
		info, err := os.Lstat(name)
		must(t, err)
		if got := info.Sys().(*syscall.Stat_t); int(got.Uid) != want {
			t.Errorf("%s is of user %d, want %d", name, got.Uid, want)
		}
	}
}

// TestReplace: a file keeps its mode and the link that leads to it, and a new one is its owner's alone.
func TestReplace(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	must(t, os.Symlink(path, link))
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	must(t, os.Chmod(path, 0o644))
	must(t, Replace(link, []byte("new")))
	must(t, Replace(filepath.Join(dir, "fresh"), nil))
	for name, mode := range map[string]os.FileMode{"file": 0o644, "fresh": 0o600} {
		if info, err := os.Stat(filepath.Join(dir, name)); err != nil || info.Mode() != mode {
			t.Errorf("%s is %v: %v", name, info, err)
		}
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "new" {
		t.Errorf("behind the link is %q: %v", text, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("%v are left: %v", entries, err)
	}
}
