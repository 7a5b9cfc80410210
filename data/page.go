package data

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
)

// bbolt trusts its pages: it reads them through a memory map, and a page number or a
// length that points past the file kills the process with a signal that nothing can
// catch. So every page is checked before bbolt opens the file.
//
// The layout is that of go.etcd.io/bbolt/internal/common, in the byte order of the
// machine:
//
//	page    id 8, flags 2, count 2, overflow 4, then the elements or the meta
//	meta    magic 4, version 4, page size 4, flags 4, root 8, sequence 8,
//	        free list 8, pages 8, transaction 8, FNV-64a of all before 8
//	branch  position 4, key size 4, page 8
//	leaf    flags 4, position 4, key size 4, value size 4
//
// A position counts from the element's own first byte.
const (
	pageHead    = 16
	metaSize    = 64
	elementSize = 16
	bucketHead  = 16 // a bucket's value: root 8, sequence 8, then a page if root is 0

	branchFlag   = 1
	leafFlag     = 2
	freelistFlag = 16
	bucketFlag   = 1 // of a leaf element: its value is a bucket

	boltMagic   = 0xED0CDAED
	boltVersion = 2
	noFreelist  = 1<<64 - 1
)

var order = binary.NativeEndian

type meta struct {
	pageSize                      int64
	root, freelist, pages, number uint64
}

// A walk visits all pages of a file.
type walk struct {
	file io.ReaderAt
	meta meta
	seen []bool
}

// checkPages returns nil if every page of a bbolt file can be read safely.
func checkPages(file io.ReaderAt, size int64) error {
	m, ok := newestMeta(file)
	if !ok {
		return ErrForeign
	}
	if m.pages > uint64(size/m.pageSize) {
		return fmt.Errorf("%w: it ends after %d bytes and should have %d", ErrDamaged, size, int64(m.pages)*m.pageSize)
	}
	w := &walk{file: file, meta: m, seen: make([]bool, m.pages)}
	if err := w.tree(m.root, nil, nil); err != nil {
		return err
	}
	return w.freelist()
}

// newestMeta returns the meta page that bbolt will use: the valid one with the higher
// transaction number. The second meta page follows the first, whose size is unknown.
func newestMeta(file io.ReaderAt) (newest meta, ok bool) {
	offsets := []int64{0}
	for size := int64(1 << 10); size <= 1<<24; size <<= 1 {
		offsets = append(offsets, size)
	}
	for _, at := range offsets {
		m, valid := readMeta(file, at)
		if valid && (at == 0 || at == m.pageSize) && (!ok || m.number > newest.number) {
			newest, ok = m, true
		}
	}
	return newest, ok
}

func readMeta(file io.ReaderAt, at int64) (meta, bool) {
	b := make([]byte, metaSize)
	if _, err := file.ReadAt(b, at+pageHead); err != nil {
		return meta{}, false
	}
	h := fnv.New64a()
	h.Write(b[:metaSize-8])
	size := int64(order.Uint32(b[8:]))
	ok := order.Uint32(b) == boltMagic && order.Uint32(b[4:]) == boltVersion &&
		order.Uint64(b[56:]) == h.Sum64() && size >= 1<<10 && size <= 1<<24
	return meta{
		pageSize: size, root: order.Uint64(b[16:]), freelist: order.Uint64(b[32:]),
		pages: order.Uint64(b[40:]), number: order.Uint64(b[48:]),
	}, ok
}

func (w *walk) fault(page uint64, format string, args ...any) error {
	return fmt.Errorf("%w: page %d %s", ErrDamaged, page, fmt.Sprintf(format, args...))
}

// mark marks a page as used. No page may be used twice.
func (w *walk) mark(id uint64) error {
	if id < 2 || id >= w.meta.pages {
		return w.fault(id, "is used and does not exist")
	}
	if w.seen[id] {
		return w.fault(id, "is used twice")
	}
	w.seen[id] = true
	return nil
}

// page reads a page with its overflow.
func (w *walk) page(id uint64) ([]byte, error) {
	if err := w.mark(id); err != nil {
		return nil, err
	}
	b := make([]byte, w.meta.pageSize)
	if _, err := w.file.ReadAt(b, int64(id)*w.meta.pageSize); err != nil {
		return nil, w.fault(id, "cannot be read: %v", err)
	}
	if self := order.Uint64(b); self != id {
		return nil, w.fault(id, "says it is page %d", self)
	}
	overflow := uint64(order.Uint32(b[12:]))
	if overflow == 0 {
		return b, nil
	}
	for i := range overflow {
		if err := w.mark(id + 1 + i); err != nil {
			return nil, err
		}
	}
	b = append(b, make([]byte, int64(overflow)*w.meta.pageSize)...)
	if _, err := w.file.ReadAt(b, int64(id)*w.meta.pageSize); err != nil {
		return nil, w.fault(id, "cannot be read: %v", err)
	}
	return b, nil
}

// tree walks the pages below id. Their keys begin with lo and are less than hi; nil means
// no bound. bbolt finds a page's place in its parent by its first key.
func (w *walk) tree(id uint64, lo, hi []byte) error {
	b, err := w.page(id)
	if err != nil {
		return err
	}
	return w.elements(id, b, lo, hi)
}

// elements walks the elements of a branch or leaf page; an inline bucket's page is part
// of page id.
func (w *walk) elements(id uint64, b []byte, lo, hi []byte) error {
	flags, count := order.Uint16(b[8:]), int(order.Uint16(b[10:]))
	if flags != branchFlag && flags != leafFlag {
		return w.fault(id, "is neither a branch nor a leaf")
	}
	if count == 0 && (flags == branchFlag || lo != nil) {
		return w.fault(id, "is empty")
	}
	if pageHead+count*elementSize > len(b) {
		return w.fault(id, "has no room for its %d elements", count)
	}
	keys := make([][]byte, count+1)
	keys[count] = hi
	for i := range count {
		key, _, ok := element(b, flags, i)
		if !ok || len(key) == 0 {
			return w.fault(id, "has element %d outside of itself", i)
		}
		if i == 0 && lo != nil && !bytes.Equal(key, lo) {
			return w.fault(id, "does not begin with the key that leads to it")
		}
		if i > 0 && bytes.Compare(key, lo) <= 0 || hi != nil && bytes.Compare(key, hi) >= 0 {
			return w.fault(id, "has element %d out of order", i)
		}
		keys[i], lo = key, key
	}
	for i := range count {
		if err := w.below(id, b, i, keys); err != nil {
			return err
		}
	}
	return nil
}

// element returns the key and the value of a page's i-th element; an element of a branch
// has no value.
func element(b []byte, flags uint16, i int) (key, value []byte, ok bool) {
	at := pageHead + i*elementSize
	e := b[at:]
	pos, ksize, vsize := order.Uint32(e), order.Uint32(e[4:]), uint32(0)
	if flags == leafFlag {
		pos, ksize, vsize = order.Uint32(e[4:]), order.Uint32(e[8:]), order.Uint32(e[12:])
	}
	if int64(pos)+int64(ksize)+int64(vsize) > int64(len(e)) {
		return nil, nil, false
	}
	return e[pos : pos+ksize], e[pos+ksize : pos+ksize+vsize], true
}

// below walks the child or the bucket that the i-th element is, if any.
func (w *walk) below(id uint64, b []byte, i int, keys [][]byte) error {
	flags := order.Uint16(b[8:])
	e := b[pageHead+i*elementSize:]
	if flags == branchFlag {
		return w.tree(order.Uint64(e[8:]), keys[i], keys[i+1])
	}
	if order.Uint32(e)&bucketFlag == 0 {
		return nil
	}
	_, value, _ := element(b, flags, i)
	if len(value) < bucketHead {
		return w.fault(id, "has a bucket without a root")
	}
	if root := order.Uint64(value); root != 0 {
		return w.tree(root, nil, nil)
	}
	inline := value[bucketHead:]
	if len(inline) < pageHead || order.Uint16(inline[8:]) != leafFlag {
		return w.fault(id, "has a bucket without a page")
	}
	return w.elements(id, inline, nil, nil)
}

// freelist checks the list of free pages, none of which may be in use.
func (w *walk) freelist() error {
	id := w.meta.freelist
	if id == noFreelist {
		return nil
	}
	b, err := w.page(id)
	if err != nil {
		return err
	}
	if order.Uint16(b[8:]) != freelistFlag {
		return w.fault(id, "is not the list of free pages")
	}
	count, ids := uint64(order.Uint16(b[10:])), b[pageHead:]
	if count == 0xFFFF { // the count did not fit in the header and is the first of the list
		count, ids = order.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		return w.fault(id, "has no room for its %d free pages", count)
	}
	for i := range count {
		if err := w.mark(order.Uint64(ids[i*8:])); err != nil {
			return err
		}
	}
	return nil
}
