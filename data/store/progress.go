package store

import (
	"context"
	"io"
)

// A Progress is told how far something is that takes long for a large file: what is being
// done, such as "reading all pages", and how much of how much of that is done. It is called
// often and must be quick.
type Progress func(doing string, done, total int64)

func noProgress(string, int64, int64) {}

// A countedReader reports how much of a file was read. It reads nothing more once ctx has ended.
type countedReader struct {
	ctx context.Context
	io.ReaderAt
	done, total int64
	progress    Progress
}

func (r *countedReader) ReadAt(p []byte, at int64) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	n, err := r.ReaderAt.ReadAt(p, at)
	r.done += int64(n)
	r.progress("reading all pages", min(r.done, r.total), r.total)
	return n, err
}

// ForgetAfter is how many rows a long read goes through before it calls [Tx.Forget].
const ForgetAfter = 1024

// Forget gives back the memory of the pages that a transaction has read, if the system
// can do that. bbolt maps the whole file, so whatever reads all of it would seem to need
// as much memory as the file has bytes. The pages of a transaction are always within what
// is mapped.
func (tx *Tx) Forget() {
	forget(tx.DB().Info().Data, tx.Size())
}
