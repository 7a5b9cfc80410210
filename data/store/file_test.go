package store

import (
	"os"
	"testing"
)

// A file truncated while it is being opened is treated like one truncated later.
func TestTruncatedWhileOpened(t *testing.T) {
	db := openTemp(t)
	before := stat(db.Path())
	whole, err := os.ReadFile(db.Path())
	must(t, err)
	must(t, os.Truncate(db.Path(), 5000))
	db.file.remember(before)
	wantErr(t, "View", db.View(func(*Tx) error { return nil }), ErrDown)
	must(t, os.WriteFile(db.Path(), whole, 0o600))
}
