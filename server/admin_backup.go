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
	"github.com/spf13/cobra"
)

// backupPattern matches the names that a backup may have. None of them leads out of the
// folder or is hidden in it.
var backupPattern = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$`)

// liveOutput is where a command writes before it ends. Each write waits for the client,
// which is cut off once it has taken nothing for Limits.Idle: the program that reads
// there may wait for a passphrase or a slow disk first.
type liveOutput struct {
	out, err io.Writer
	terminal bool // out is a terminal of any kind
}

func (s *Server) liveOutputOf(sess ssh.Session, cut func()) liveOutput {
	_, _, terminal := sess.Pty()
	limit := s.config.Limits.Idle
	return liveOutput{newWriter(sess, limit, cut), newWriter(sess.Stderr(), limit, cut), terminal}
}

// toOutput is the name of a backup that goes to standard output.
const toOutput = "-"

// backup has no time limit, and reports its progress.
func (a *admin) backup(cmd *cobra.Command, args []string) error {
	name := a.Now().UTC().Format("boardwalk-20060102-150405.db")
	if len(args) > 0 {
		name = args[0]
	}
	switch {
	case name == toOutput && a.JSON:
		return errors.New("backup - prints the backup itself, and no JSON")
	case name == toOutput && a.live.terminal:
		return refusalf("A terminal cannot show a backup. Send it to a file: %s admin backup - > FILE", cmd.Root().DisplayName())
	case name != toOutput && !backupPattern.MatchString(name):
		return fmt.Errorf("a backup's name has at most 64 letters, digits, dots, _ and -, and no dot first")
	case a.server.config.Backups == "":
		return refusalf("This arcade has no folder for backups.")
	}
	a.noTimeLimit()
	if err := os.MkdirAll(a.server.config.Backups, 0o700); err != nil {
		return adminFailure(err)
	}
	if name == toOutput {
		return adminFailure(a.backupOut())
	}
	path := filepath.Join(a.server.config.Backups, name)
	size, err := a.copyStore(path)
	if err != nil {
		return adminFailure(err)
	}
	return a.Print(BackedUp{path, size}, func(out io.Writer) { fmt.Fprintf(out, "%s, %d bytes\n", path, size) })
}

// backupOut writes a backup to standard output. The client receives it from a file that
// has already been unlinked, so that the store waits for no client and nothing is left
// over, however this ends.
func (a *admin) backupOut() error {
	dir, err := os.MkdirTemp(a.server.config.Backups, ".output-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // on systems where an open file keeps its name
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
	a.withProgress(func() string { return fmt.Sprintf("%d of %d bytes sent", sent.Load(), size) }, func() {
		_, err = io.Copy(a.live.out, io.TeeReader(f, byteCounter{&sent}))
	})
	return err
}

// copyStore copies the store to a file.
func (a *admin) copyStore(path string) (size int64, err error) {
	var done, total atomic.Int64
	a.withProgress(func() string {
		if n := total.Load(); n > 0 && done.Load() >= n {
			return fmt.Sprintf("all %d bytes copied, reading them back", n)
		}
		return fmt.Sprintf("%d of %d bytes copied", done.Load(), total.Load())
	}, func() {
		size, err = a.server.config.Store.Backup(path, func(d, t int64) {
			done.Store(d)
			total.Store(t)
		})
	})
	return size, err
}

// withProgress runs do and meanwhile prints line to standard error from time to time.
func (a *admin) withProgress(line func() string, do func()) {
	done, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(a.server.config.Limits.Progress)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				fmt.Fprintln(a.live.err, line())
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

// A byteCounter counts the bytes written to it.
type byteCounter struct{ bytes *atomic.Int64 }

func (c byteCounter) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p)))
	return len(p), nil
}
