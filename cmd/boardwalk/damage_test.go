package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

// goodFile returns a data file with a game in it, and how much of it is in use: the rest
// is space that bbolt has reserved.
func goodFile(t *testing.T, ann *player) (file []byte, used int) {
	t.Helper()
	a := openProcess(t, t.TempDir())
	r := perfectGame(t)
	s := sit(t, ann.connect(a), r)
	s.typeMove(r.Moves[0])
	s.finishes(1)
	s.press("q")
	s.await("1 game ")
	a.kill()
	path := filepath.Join(a.dir, "boardwalk.db")
	bolt, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer bolt.Close()
	if err := bolt.View(func(tx *bbolt.Tx) error {
		used = int(tx.Size())
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if file, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return file, used
}

// refusedToServe tries to serve a file that cannot be served, and returns the error.
func refusedToServe(t *testing.T, path string) string {
	t.Helper()
	_, said, code := runCommand(t, "serve", "--addr", "127.0.0.1:0", "--data", path)
	if code != 1 {
		t.Errorf("serve ends with exit %d:\n%s", code, said)
	}
	return said
}

// TestDamagedFileIsRefusedWithWhatToDo serves damaged files, then does what the error
// advises.
//
//abuse:case 21
func TestDamagedFileIsRefusedWithWhatToDo(t *testing.T) {
	t.Parallel()
	ann := newPlayer(t, "ann")
	good, used := goodFile(t, ann)
	page := os.Getpagesize()
	flipped := bytes.Clone(good)
	for _, at := range []int{16 + 24, page + 16 + 24} { // in both of the pages that lead to all others
		flipped[at] ^= 0x40
	}
	const damaged, foreign = "the data file is damaged", "not a boardwalk data file"
	advice := map[string]string{
		damaged: "; restore a backup, see with boardwalk salvage what can still be read, or name another file\n",
		foreign: "; restore a backup or name another file\n",
	}
	for _, c := range []struct {
		name string
		file []byte
		want string
	}{
		{"the last page is cut off", good[:used-page], damaged},
		{"it is torn in a page", good[:used-page/2], damaged},
		{"it ends in the first page", good[:100], damaged},
		{"bytes of both first pages are flipped", flipped, damaged},
		{"the first pages are zeros", append(make([]byte, 2*page), good[2*page:]...), foreign},
		{"it is empty", nil, foreign},
		{"it is a text", []byte("Dear diary,\n"), foreign},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path, backup := filepath.Join(dir, "boardwalk.db"), filepath.Join(dir, "backup.db")
			for name, text := range map[string][]byte{path: c.file, backup: good} {
				if err := os.WriteFile(name, text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			said := refusedToServe(t, path)
			if _, after, ok := strings.Cut(said, "\n"); ok && strings.Contains(said, "checking all pages") {
				said = after
			}
			if !strings.HasPrefix(said, "boardwalk: open "+path+": ") || strings.Count(said, "\n") != 1 ||
				!strings.Contains(said, c.want) || !strings.HasSuffix(said, advice[c.want]) {
				t.Errorf("it says\n%s", said)
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, c.file) {
				t.Errorf("the file was changed, %v", err)
			}
			if out, code := runProgram(t, "restore", backup, "--data", path); code != 0 {
				t.Fatalf("restore exits with %d: %s", code, out)
			}
			a := openArcade(t, dir)
			if games := ann.games(a, "history"); len(games) != 1 {
				t.Errorf("the backup has %d games", len(games))
			}
			t.Attr("reached", "refused, unchanged, and well again by the backup")
		})
	}
}
