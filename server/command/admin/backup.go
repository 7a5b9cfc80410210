package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"boardwalk/engine/arcade"
	"boardwalk/server/backup"
)

// backupPattern matches the names that a backup may have. None of them leads out of the
// folder or is hidden in it.
var backupPattern = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$`)

// toOutput is the name of a backup that goes to standard output.
const toOutput = "-"

// A BackedUp is what admin backup prints.
type BackedUp struct {
	Path  string `json:"path"`
	Bytes int64  `json:"bytes"`
}

// backup copies the data file. It has no time limit, and tells its progress.
func (c *Context) backup(cmd *cobra.Command, args []string) error {
	stamp := c.Now().UTC().Format("boardwalk-20060102-150405")
	name := stamp + ".db"
	if len(args) > 0 {
		name = args[0]
	}
	switch {
	case name == toOutput && c.JSON:
		return errors.New("backup - prints the backup itself, and no JSON")
	case name == toOutput && c.Live.Terminal:
		return refusalf("A terminal cannot show a backup. Send it to a file: %s admin backup - > FILE", cmd.Root().DisplayName())
	case name != toOutput && !backupPattern.MatchString(name):
		return fmt.Errorf("a backup's name has at most 64 letters, digits, dots, _ and -, and no dot first")
	case backup.IsOwn(name):
		return refusalf("Names like %s are those of the server's own backups, of which it removes the oldest.", name)
	case c.Backups == "":
		return refusalf("This arcade has no folder for backups.")
	}
	c.NoTimeLimit()
	ctx, cancel := context.WithCancelCause(cmd.Context())
	defer cancel(nil)
	if c.Life != nil {
		defer context.AfterFunc(c.Life, func() { cancel(context.Cause(c.Life)) })()
	}
	if err := os.MkdirAll(c.Backups, 0o700); err != nil && name != toOutput {
		return c.backupFailure(ctx, err)
	}
	if name == toOutput {
		return c.backupFailure(ctx, backupOut(ctx, c))
	}
	path := filepath.Join(c.Backups, strings.TrimSuffix(name, ".db")+".db")
	size, err := copyStore(ctx, c, path)
	for n := 2; len(args) == 0 && errors.Is(err, fs.ErrExist); n++ { // another of this second
		path = filepath.Join(c.Backups, fmt.Sprintf("%s-%d.db", stamp, n))
		size, err = copyStore(ctx, c, path)
	}
	if errors.Is(err, fs.ErrExist) {
		return refusalf("There is a backup %s already: choose another name.", filepath.Base(path))
	}
	return c.Done(c.backupFailure(ctx, err), BackedUp{path, size}, "%s, %d bytes", path, size)
}

// backupFailure returns what an admin reads of an error of a backup, and counts it if it is one of the store or the disk.
func (c *Context) backupFailure(ctx context.Context, err error) error {
	switch {
	case err == nil:
		return nil
	case c.Life != nil && c.Life.Err() != nil:
		return context.Cause(c.Life)
	case errors.As(err, new(*arcade.Refusal)):
		return err
	case ctx.Err() != nil:
		return arcade.Refuse("who asked for the backup went away, which ended it")
	case c.BackupFailed != nil:
		c.BackupFailed()
	}
	return storeFailure(err)
}

// backupOut writes a backup to standard output. It is copied to the folder of backups first, or to the
// system's for temporary files if that has no room.
func backupOut(ctx context.Context, c *Context) error {
	f, size, err := namelessCopy(ctx, c, c.Backups)
	if err != nil {
		if f, size, _ = namelessCopy(ctx, c, os.TempDir()); f == nil {
			return err
		}
	}
	defer os.RemoveAll(filepath.Dir(f.Name())) // on systems where an open file keeps its name
	defer f.Close()
	var sent atomic.Int64
	c.WithProgress(func() string { return fmt.Sprintf("%d of %d bytes sent", sent.Load(), size) }, func() {
		_, err = io.Copy(c.Live.Out, io.TeeReader(f, byteCounter{&sent}))
	})
	if err != nil && !errors.As(err, new(*fs.PathError)) { // no error of a file
		return arcade.Refuse("the reader of the backup went away")
	}
	return err
}

// namelessCopy copies the store to a file in a folder and opens it. The file is unlinked already, so that the
// store waits for no client and nothing is left over, however the command ends.
func namelessCopy(ctx context.Context, c *Context, folder string) (f *os.File, size int64, err error) {
	dir, err := os.MkdirTemp(folder, ".output-")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "boardwalk.db")
	if size, err = copyStore(ctx, c, path); err != nil {
		return nil, 0, err
	}
	f, err = os.Open(path)
	return f, size, err
}

func copyStore(ctx context.Context, c *Context, path string) (size int64, err error) {
	var done, total atomic.Int64
	c.WithProgress(func() string {
		if n := total.Load(); n > 0 && done.Load() >= n {
			return fmt.Sprintf("all %d bytes copied, reading them back", n)
		}
		return fmt.Sprintf("%d of %d bytes copied", done.Load(), total.Load())
	}, func() {
		size, err = c.Store.Backup(ctx, path, func(d, t int64) {
			done.Store(d)
			total.Store(t)
		})
	})
	return size, err
}

type byteCounter struct{ bytes *atomic.Int64 }

func (b byteCounter) Write(p []byte) (int, error) {
	b.bytes.Add(int64(len(p)))
	return len(p), nil
}
