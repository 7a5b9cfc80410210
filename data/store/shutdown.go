package store

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"

	"boardwalk/data/boltpages"
)

// Reading all pages of a large file takes seconds, so Open does it only if the file may
// have been harmed since it was last in use: unless it finds the file's mark. Close writes
// the mark, a small file beside the data file that says which state of which file it is
// about, and Open removes it before it writes anything. So there is no mark after kill -9
// or a loss of power, and a mark never fits a file that was copied, restored or changed.
// Of such a file Open reads what bbolt needs to open it, and checkPages the rest, while
// the file is in use.

// cleanSuffix is appended to the name of a file for its mark.
const cleanSuffix = ".clean"

// cleanMark returns what the mark of a file says that nobody writes to.
func cleanMark(file *os.File, info fs.FileInfo) (string, error) {
	sum, err := boltpages.Sum(file, info.Size())
	return fmt.Sprintf("closed: inode %d, %d bytes, changed %d, sum %016x\n", inode(info), info.Size(), info.ModTime().UnixNano(), sum), err
}

// isClean reports whether a file has its mark.
func isClean(path string, file *os.File, info fs.FileInfo) bool {
	said, err := ReadFile(target(path) + cleanSuffix)
	if err != nil {
		return false
	}
	want, err := cleanMark(file, info)
	return err == nil && string(said) == want
}

// markClean writes the mark of the file, unless something is wrong with it. Nobody writes to it any more, and the
// file is still locked. Without the mark the next Open takes longer, and that is all, so errors do not matter.
func (f *file) markClean() {
	if f.ping() != nil || !f.keepsName() || f.stuck.Load() || safely(f.listFreePages) != nil {
		return
	}
	file, err := os.Open(f.path)
	if err != nil {
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return
	}
	if mark, err := cleanMark(file, info); err == nil {
		_ = os.WriteFile(target(f.path)+cleanSuffix, []byte(mark), 0o600)
	}
}

// unmark removes the mark of a file that is about to be written.
func unmark(path string) error {
	path = target(path)
	if err := os.Remove(path + cleanSuffix); err != nil {
		if os.IsNotExist(err) {
			return nil
		}
		return err
	}
	return syncDir(path)
}

// checkPages checks the pages of a file that has just been opened by its mark, while it is
// in use. If one is damaged, nothing is read or written any more, as if Open had found it.
func (db *DB) checkPages() {
	file, err := os.Open(db.file.path)
	if err != nil {
		return
	}
	defer file.Close()
	err = db.file.checkTree(untilClosed{file, db.life})
	if err == nil || db.life.Err() != nil {
		return
	}
	db.file.truncated.Store(true) // so that the writer reads the file back, and finds the same
	_ = db.Update(func(*Tx) error { return err })
}

// checkTree checks the pages that a read transaction can reach. This is a long read, but
// it delays nobody: it only keeps freed pages from being reused.
func (f *file) checkTree(pages io.ReaderAt) error {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.bolt == nil {
		return nil
	}
	return f.viewBolt(func(tx *Tx) error {
		size := int64(f.bolt.Info().PageSize)
		return boltpages.CheckTree(pages, boltpages.Meta{
			PageSize: size, Root: uint64(tx.Cursor().Bucket().Root()), Pages: uint64(tx.Size() / size),
		})
	})
}

// An untilClosed reader reads nothing more once the file is closed, which ends its life.
type untilClosed struct {
	io.ReaderAt
	life context.Context
}

func (r untilClosed) ReadAt(p []byte, at int64) (int, error) {
	if r.life.Err() != nil {
		return 0, ErrClosed
	}
	return r.ReaderAt.ReadAt(p, at)
}

// Checked waits until the pages of a file that was closed well have been read, or the file is closed.
func (db *DB) Checked() { db.checking.Wait() }
