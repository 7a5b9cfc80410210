package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A file that came in between is left alone.
func TestCreateOverAFile(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other.db")
	must(t, os.WriteFile(other, []byte("other"), 0o600))
	must(t, create(other, schema))
	if got, err := os.ReadFile(other); err != nil || string(got) != "other" {
		t.Errorf("it reads %q, %v", got, err)
	}
}

func TestExplain(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{&fs.PathError{Op: "open", Path: "a.db", Err: syscall.EACCES}, "open a.db: permission denied: this user must be able to read and write the file and to create files in its directory"},
		{&fs.PathError{Op: "open", Path: "a.db", Err: syscall.EROFS}, "open a.db: read-only file system: this user must be able to read and write the file and to create files in its directory"},
		{syscall.ENOSPC, "open a.db: no space left on device: make room on its disk, then try again"},
		{syscall.EIO, "open a.db: input/output error: check the disk, then try again or restore a backup or name another file"},
	} {
		got := explain("a.db", c.err)
		if got.Error() != c.want || !errors.Is(got, errors.Unwrap(got)) {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}
