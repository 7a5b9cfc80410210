package data

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// noLinks stands for a file system without links.
func noLinks(string, string) error { return errors.New("operation not supported") }

func TestPublish(t *testing.T) {
	for name, link := range map[string]func(old, fresh string) error{"links": os.Link, "none": noLinks} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			write := func(text string) (temp string) {
				temp, err := tempFile(path)
				must(t, err)
				size, err := fillTemp(temp, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
				if err != nil || size != int64(len(text)) {
					t.Fatalf("fillTemp = %d, %v", size, err)
				}
				return temp
			}
			must(t, publishBy(link, write("first"), path))
			second := write("second")
			wantErr(t, "publish over a file", publishBy(link, second, path), fs.ErrExist)
			if got, err := os.ReadFile(path); err != nil || string(got) != "first" {
				t.Errorf("the file has %q, %v", got, err)
			}
			if got := fmt.Sprint(names(t, dir)); got != fmt.Sprintf("[x %s]", filepath.Base(second)) {
				t.Errorf("the directory has %s", got)
			}
		})
	}
}

func TestKeepReplaced(t *testing.T) {
	for name, link := range map[string]func(old, fresh string) error{"links": os.Link, "none": noLinks} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "x")
			for _, text := range []string{"first", "second"} {
				must(t, os.WriteFile(path, []byte(text), 0o600))
				must(t, keepReplaced(link, path))
				must(t, os.Remove(path)) // what is kept is a file of its own
			}
			for file, want := range map[string]string{"x.before-restore": "first", "x.before-restore-2": "second"} {
				if got, err := os.ReadFile(filepath.Join(dir, file)); err != nil || string(got) != want {
					t.Errorf("%s has %q, %v, want %q", file, got, err, want)
				}
			}
			if got := names(t, dir); len(got) != 2 {
				t.Errorf("the directory has %v", got)
			}
		})
	}
}
