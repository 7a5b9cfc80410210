package boltpages

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"go.etcd.io/bbolt"
)

// image returns a file with every sort of page: branches, leaves, overflows, a bucket in
// a bucket, an inline bucket and a list of free pages.
func image(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "image.bolt")
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{PageSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range []func(tx *bbolt.Tx) error{
		func(tx *bbolt.Tx) error {
			many, err := tx.CreateBucket([]byte("many"))
			for i := range 2000 {
				err = errors.Join(err, many.Put(fmt.Appendf(nil, "key %05d", i), make([]byte, 50)))
			}
			inner, more := many.CreateBucket([]byte("nested"))
			return errors.Join(err, more, inner.Put([]byte("long"), make([]byte, 10_000)))
		},
		func(tx *bbolt.Tx) error {
			inline, err := tx.CreateBucket([]byte("inline"))
			return errors.Join(err, inline.Put([]byte("a"), []byte("b")))
		},
		func(tx *bbolt.Tx) (err error) {
			for i := range 500 {
				err = errors.Join(err, tx.Bucket([]byte("many")).Delete(fmt.Appendf(nil, "key %05d", i)))
			}
			return err
		},
	} {
		if err := db.Update(change); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func check(file []byte) error {
	_, err := Check(bytes.NewReader(file), int64(len(file)))
	return err
}

// readAll reads every row of a file with bbolt, and returns an error if that panics.
func readAll(path string) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("bbolt panics: %v", p)
		}
	}()
	db, err := bbolt.Open(path, 0o600, &bbolt.Options{ReadOnly: true})
	if err != nil {
		return nil // it refused the file by itself
	}
	defer db.Close()
	return db.View(func(tx *bbolt.Tx) error {
		var all func(b *bbolt.Bucket) error
		all = func(b *bbolt.Bucket) error {
			return b.ForEach(func(k, v []byte) error {
				if v == nil && b.Bucket(k) != nil {
					return all(b.Bucket(k))
				}
				_, _ = bytes.Clone(k), bytes.Clone(v)
				return nil
			})
		}
		return tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return all(b) })
	})
}

func TestCheck(t *testing.T) {
	file := image(t)
	if err := check(file); err != nil {
		t.Errorf("a sound file: %v", err)
	}
	m, err := ReadMeta(bytes.NewReader(file))
	if err != nil || m.PageSize != 4096 || m.Pages > uint64(len(file)/4096) {
		t.Fatalf("ReadMeta = %+v, %v", m, err)
	}
	root := int(m.Root) * 4096
	for name, c := range map[string]struct {
		damage func(file []byte) []byte
		want   string
	}{
		"cut":            {func(f []byte) []byte { return f[:5*4096] }, "it ends after 20480 bytes"},
		"wrong page":     {func(f []byte) []byte { f[root]++; return f }, "says it is page"},
		"no flags":       {func(f []byte) []byte { f[root+8] = 0; return f }, "is neither a branch nor a leaf"},
		"many elements":  {func(f []byte) []byte { f[root+11] = 0xFF; return f }, "has no room for its"},
		"long overflow":  {func(f []byte) []byte { f[root+15] = 0xFF; return f }, "does not exist"},
		"far element":    {func(f []byte) []byte { f[root+pageHead+7] = 0xFF; return f }, "outside of itself"},
		"free and used":  {func(f []byte) []byte { return useFree(f, m, m.Root) }, "is used twice"},
		"free and far":   {func(f []byte) []byte { return useFree(f, m, 1<<40) }, "does not exist"},
		"no free pages":  {func(f []byte) []byte { f[int(m.freelist)*4096+8] = 0; return f }, "is not the list of free pages"},
		"both metas":     {func(f []byte) []byte { f[20], f[4096+20] = 9, 9; return f }, ErrNoMeta.Error()},
		"not a database": {func([]byte) []byte { return []byte("hello\n") }, ErrNoMeta.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			err := check(c.damage(bytes.Clone(file)))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if want := c.want == ErrNoMeta.Error(); errors.Is(err, ErrNoMeta) != want {
				t.Errorf("errors.Is(%v, ErrNoMeta) is not %v", err, want)
			}
		})
	}
}

// useFree makes the first free page another page.
func useFree(file []byte, m Meta, page uint64) []byte {
	order.PutUint64(file[int64(m.freelist)*m.PageSize+pageHead:], page)
	return file
}

// No page loses elements unnoticed by a count that is too low, which leaves all others in order.
func TestALowCountIsFound(t *testing.T) {
	file := image(t)
	all, err := Check(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ReadMeta(bytes.NewReader(file))
	for page := uint64(2); page < m.Pages; page++ {
		at := file[page*4096:]
		if count := order.Uint16(at[10:]); order.Uint64(at) == page && (at[8] == branchFlag || at[8] == leafFlag) {
			for _, low := range []uint16{0, 1, count / 2, count - 1} {
				damaged := bytes.Clone(file)
				order.PutUint16(damaged[page*4096+10:], low)
				if n, err := Check(bytes.NewReader(damaged), int64(len(file))); err == nil && n != all {
					t.Errorf("page %d has %d elements and says %d: %d of %d rows, and no error", page, count, low, n, all)
				}
				if rows, lost, err := salvaged(damaged); err != nil || rows["many"] < 1500 || rows["inline"] != 1 || lost > 0 {
					t.Errorf("page %d has %d elements and says %d: Salvage finds %v, %d, %v", page, count, low, rows, lost, err)
				}
			}
		}
	}
}

// One meta page is enough, as after a power failure while the other was written.
func TestOneMeta(t *testing.T) {
	file := image(t)
	for meta := range 2 {
		torn := bytes.Clone(file)
		torn[meta*4096+pageHead+40]++
		if _, err := ReadMeta(bytes.NewReader(torn)); err != nil {
			t.Errorf("without meta %d: %v", meta, err)
		}
	}
}

// bbolt reads every file that passes without a fault.
func TestWhatPassesCanBeRead(t *testing.T) {
	file := image(t)
	path := filepath.Join(t.TempDir(), "damaged.bolt")
	rng := rand.New(rand.NewPCG(1, 2))
	passed := 0
	for range 400 {
		damaged := bytes.Clone(file)
		at := rng.IntN(len(file))
		if rng.IntN(2) == 0 { // pages begin with the bytes that can do the most harm
			at = at&^4095 + rng.IntN(160)
		}
		bits := byte(1 + rng.IntN(255))
		if damaged[at] ^= bits; check(damaged) != nil {
			continue
		}
		passed++
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := readAll(path); err != nil {
			t.Fatalf("byte %d was changed by %#x: %v", at, bits, err)
		}
	}
	if passed == 0 || passed == 400 {
		t.Errorf("%d of 400 files pass", passed)
	}
}
