package server

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sync/atomic"
	"time"

	"charm.land/ssh"
)

// backupForm is what a backup may be called: nothing that leads out of the
// folder, or hides in it.
var backupForm = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$`)

// outputs are where a command writes before it ends. Each write waits for the client,
// which is cut off once it has taken nothing for Limits.Idle: the program that reads
// there may wait for a passphrase or a slow disk first.
type outputs struct {
	out, err io.Writer
	terminal bool // out is a terminal of any kind
}

func (s *Server) outputsOf(sess ssh.Session, cut func()) outputs {
	_, _, terminal := sess.Pty()
	limit := s.config.Limits.Idle
	return outputs{newWriter(sess, limit, cut), newWriter(sess.Stderr(), limit, cut), terminal}
}

// toOutput is the name of a backup that goes to standard output.
const toOutput = "-"

// backup takes as long as it takes, and tells how far it is.
func (a *admin) backup(args []string) error {
	name := a.config.Now().UTC().Format("boardwalk-20060102-150405.db")
	if len(args) > 0 {
		name = args[0]
	}
	switch {
	case name == toOutput && a.json:
		return errors.New("backup - prints the backup itself, and no JSON")
	case name == toOutput && a.now.terminal:
		return no("A backup is nothing for a terminal to show. Send it to a file: %s admin backup - > FILE", a.program())
	case name != toOutput && !backupForm.MatchString(name):
		return fmt.Errorf("a backup's name has at most 64 letters, digits, dots, _ and -, and no dot first")
	case a.config.Backups == "":
		return no("This arcade has no folder for backups.")
	}
	a.free()
	if err := os.MkdirAll(a.config.Backups, 0o700); err != nil {
		return asAdmin(err)
	}
	if name == toOutput {
		return asAdmin(a.backupOut())
	}
	path := filepath.Join(a.config.Backups, name)
	size, err := a.copyStore(path)
	if err != nil {
		return asAdmin(err)
	}
	return a.print(BackedUp{path, size}, func(out io.Writer) { fmt.Fprintf(out, "%s, %d bytes\n", path, size) })
}

// backupOut writes a backup to standard output. The client takes it from a file that
// has no name any more: so the store waits for no client, and nothing is left over,
// however this ends.
func (a *admin) backupOut() error {
	dir, err := os.MkdirTemp(a.config.Backups, ".output-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // where an open file keeps its name
	path := filepath.Join(dir, "boardwalk.db")
	size, err := a.copyStore(path)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_ = os.RemoveAll(dir)
	var sent atomic.Int64
	a.telling(func() string { return fmt.Sprintf("%d of %d bytes sent", sent.Load(), size) }, func() {
		_, err = io.Copy(a.now.out, io.TeeReader(f, counter{&sent}))
	})
	return err
}

// copyStore copies the store into a file.
func (a *admin) copyStore(path string) (size int64, err error) {
	var done, total atomic.Int64
	a.telling(func() string {
		if n := total.Load(); n > 0 && done.Load() >= n {
			return fmt.Sprintf("all %d bytes copied, reading them back", n)
		}
		return fmt.Sprintf("%d of %d bytes copied", done.Load(), total.Load())
	}, func() {
		size, err = a.config.Store.Backup(path, func(d, t int64) {
			done.Store(d)
			total.Store(t)
		})
	})
	return size, err
}

// telling does something, and from time to time writes a line about it to standard
// error.
func (a *admin) telling(line func() string, do func()) {
	done, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(a.config.Limits.Progress)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintln(a.now.err, line())
			case <-done:
				return
			}
		}
	}()
	defer func() {
		close(done)
		<-over
	}()
	do()
}

// A counter counts what is written to it.
type counter struct{ bytes *atomic.Int64 }

func (c counter) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	return len(p), nil
}
