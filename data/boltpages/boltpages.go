// Package boltpages checks the pages of a bbolt file that is not open.
//
// bbolt trusts its pages: it reads them through a memory map, and a page number or a
// length that points past the file ends the process with a signal that nothing can catch.
// bbolt's own check reads them through the map too. [Check] reads them with ReadAt instead
// and follows every number only after checking it, so a file that passes can be opened and
// read without a fault, whatever its rows are.
//
//	file, err := os.Open(path)
//	info, err := file.Stat()
//	rows, err := boltpages.Check(file, info.Size())
//	if errors.Is(err, boltpages.ErrNoMeta) // it is no bbolt file
//
// Nobody may write to the file meanwhile; opening it with bbolt for reading locks it and
// looks at the first two pages only.
package boltpages

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
)

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

// ErrNoMeta is the error for a file without a valid meta page: it is not a bbolt file, or
// its first two pages are lost.
var ErrNoMeta = errors.New("no meta page")

// A Meta is what a bbolt file says about its newest state.
type Meta struct {
	PageSize int64  // in bytes
	Root     uint64 // the page of the bucket that holds all others
	Pages    uint64 // how many the file has at least

	freelist, number uint64
}

// ListsFreePages reports whether the newest state has a list of its free pages.
func (m Meta) ListsFreePages() bool { return m.freelist != noFreelist }

// Check returns how many rows a file of so many bytes has in all its buckets, and no error if bbolt
// can safely read every page of it. It returns ErrNoMeta if the file has no meta page, and otherwise
// an error that says which page is damaged.
func Check(file io.ReaderAt, size int64) (rows int64, err error) {
	m, err := metaOf(file, size)
	if err != nil {
		return 0, err
	}
	w := newWalk(file, m)
	if err := w.tree(m.Root, nil, nil); err != nil {
		return 0, err
	}
	_, err = w.freelist()
	return w.rows, err
}

// CheckTree is Check for the pages below m.Root alone. Others may write to the file
// meanwhile if they leave those pages alone, as bbolt does with all that an open read
// transaction can reach.
func CheckTree(file io.ReaderAt, m Meta) error { return newWalk(file, m).tree(m.Root, nil, nil) }

// Sum returns a checksum of what bbolt reads to open a file of so many bytes: what the
// newest meta page says, and the list of free pages. It returns the errors of [Check], for
// those pages only.
func Sum(file io.ReaderAt, size int64) (uint64, error) {
	m, err := metaOf(file, size)
	if err != nil {
		return 0, err
	}
	list, err := newWalk(file, m).freelist()
	if err != nil {
		return 0, err
	}
	h := fnv.New64a()
	fmt.Fprint(h, m)
	h.Write(list)
	return h.Sum64(), nil
}

// metaOf returns the meta page that bbolt will use, if the file is as long as it says.
func metaOf(file io.ReaderAt, size int64) (Meta, error) {
	m, err := ReadMeta(file)
	if err == nil && m.Pages > uint64(size/m.PageSize) {
		err = fmt.Errorf("it ends after %d bytes and should have %d", size, int64(m.Pages)*m.PageSize)
	}
	return m, err
}

// ReadMeta returns the meta page that bbolt will use: the valid one with the higher
// transaction number. It returns ErrNoMeta if neither is valid.
func ReadMeta(file io.ReaderAt) (Meta, error) {
	metas := readMetas(file)
	if len(metas) == 0 {
		return Meta{}, ErrNoMeta
	}
	return metas[0], nil
}

// readMetas returns the valid meta pages, the newest first.
func readMetas(file io.ReaderAt) (metas []Meta) {
	for at := int64(0); at <= 1<<24; at = max(2*at, 1<<10) { // the second follows the first, whose size is unknown
		m, valid := readMeta(file, at)
		if valid && (at == 0 || at == m.PageSize) && (len(metas) == 0 || m.PageSize == metas[0].PageSize) {
			metas = append(metas, m)
		}
	}
	slices.SortStableFunc(metas, func(a, b Meta) int { return cmp.Compare(b.number, a.number) })
	return metas
}

func readMeta(file io.ReaderAt, at int64) (Meta, bool) {
	b := make([]byte, metaSize)
	if _, err := file.ReadAt(b, at+pageHead); err != nil {
		return Meta{}, false
	}
	h := fnv.New64a()
	h.Write(b[:metaSize-8])
	size := int64(order.Uint32(b[8:]))
	ok := order.Uint32(b) == boltMagic && order.Uint32(b[4:]) == boltVersion &&
		order.Uint64(b[56:]) == h.Sum64() && size >= 1<<10 && size <= 1<<24
	return Meta{
		PageSize: size, Root: order.Uint64(b[16:]), freelist: order.Uint64(b[32:]),
		Pages: order.Uint64(b[40:]), number: order.Uint64(b[48:]),
	}, ok
}

// A walk visits all pages of a file.
type walk struct {
	file io.ReaderAt
	meta Meta
	seen []bool
	rows int64 // in the buckets visited so far
	// spare leaves pages alone that another claims and does not need, or that are pages themselves, as the claim
	// may be wrong.
	spare bool
}

func newWalk(file io.ReaderAt, m Meta) *walk {
	return &walk{file: file, meta: m, seen: make([]bool, m.Pages)}
}

func (w *walk) fault(page uint64, format string, args ...any) error {
	return fmt.Errorf("page %d %s", page, fmt.Sprintf(format, args...))
}

// mark marks a page as used. No page may be used twice.
func (w *walk) mark(id uint64) error {
	if id < 2 || id >= w.meta.Pages {
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
	b := make([]byte, w.meta.PageSize)
	if _, err := w.file.ReadAt(b, int64(id)*w.meta.PageSize); err != nil {
		return nil, w.fault(id, "cannot be read: %v", err)
	}
	if self := order.Uint64(b); self != id {
		return nil, w.fault(id, "says it is page %d", self)
	}
	overflow := uint64(order.Uint32(b[12:]))
	if w.spare {
		overflow = w.behind(id, min(overflow, overflowOf(b)))
	}
	if overflow == 0 {
		return b, nil
	}
	for i := range overflow {
		if err := w.mark(id + 1 + i); err != nil {
			return nil, err
		}
	}
	b = append(b, make([]byte, int64(overflow)*w.meta.PageSize)...)
	if _, err := w.file.ReadAt(b, int64(id)*w.meta.PageSize); err != nil {
		return nil, w.fault(id, "cannot be read: %v", err)
	}
	return b, nil
}

// behind returns how many of the n pages behind id may go on with it: those before the first that says which page it
// is, as no part of another does, or is used already.
func (w *walk) behind(id, n uint64) uint64 {
	head := make([]byte, 8)
	for i := range n {
		next := id + 1 + i
		if next >= w.meta.Pages || w.seen[next] {
			return i
		}
		if _, err := w.file.ReadAt(head, int64(next)*w.meta.PageSize); err != nil || order.Uint64(head) == next {
			return i
		}
	}
	return n
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
	if n := countOf(b, flags); n != count {
		return w.fault(id, "says it has %d elements and has %d", count, n)
	}
	for i := range count {
		if err := w.below(id, b, i, keys); err != nil {
			return err
		}
	}
	return nil
}

// countOf returns how many elements a page has. What they point at begins behind the last of them, so the
// first one tells, too. No checksum guards the count that the page says.
func countOf(b []byte, flags uint16) int {
	if len(b) < pageHead+elementSize {
		return 0
	}
	first := order.Uint32(b[pageHead:])
	if flags == leafFlag {
		first = order.Uint32(b[pageHead+4:])
	}
	return min(int(first), len(b)-pageHead) / elementSize
}

// overflowOf returns how many more pages the elements need of a page whose first part is b, the most there can be if
// that part does not say.
func overflowOf(b []byte) uint64 {
	flags := order.Uint16(b[8:])
	n := countOf(b, flags)
	if flags != branchFlag && flags != leafFlag || n == 0 || pageHead+(n+1)*elementSize > len(b) {
		return math.MaxUint64
	}
	end := int64(0)
	for i := range n {
		pos, ksize, vsize := bounds(b[pageHead+i*elementSize:], flags)
		end = max(end, pageHead+int64(i)*elementSize+pos+ksize+vsize)
	}
	return uint64((end - 1) / int64(len(b)))
}

// bounds returns where the key of an element is, counted from the element, and the sizes of the key and of the value
// behind it. An element of a branch has no value.
func bounds(e []byte, flags uint16) (pos, ksize, vsize int64) {
	if flags == leafFlag {
		return int64(order.Uint32(e[4:])), int64(order.Uint32(e[8:])), int64(order.Uint32(e[12:]))
	}
	return int64(order.Uint32(e)), int64(order.Uint32(e[4:])), 0
}

// element returns the key and the value of a page's i-th element.
func element(b []byte, flags uint16, i int) (key, value []byte, ok bool) {
	at := pageHead + i*elementSize
	if at+elementSize > len(b) {
		return nil, nil, false
	}
	e := b[at:]
	pos, ksize, vsize := bounds(e, flags)
	if pos+ksize+vsize > int64(len(e)) {
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
		w.rows++
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

// freelist checks the list of free pages, none of which may be in use, and returns its
// pages.
func (w *walk) freelist() (list []byte, err error) {
	if !w.meta.ListsFreePages() {
		return nil, nil
	}
	id := w.meta.freelist
	b, err := w.page(id)
	if err != nil {
		return nil, err
	}
	if order.Uint16(b[8:]) != freelistFlag {
		return nil, w.fault(id, "is not the list of free pages")
	}
	count, ids := uint64(order.Uint16(b[10:])), b[pageHead:]
	if count == 0xFFFF { // the count did not fit in the header and is the first of the list
		count, ids = order.Uint64(ids), ids[8:]
	}
	if count > uint64(len(ids)/8) {
		return nil, w.fault(id, "has no room for its %d free pages", count)
	}
	for i := range count {
		if err := w.mark(order.Uint64(ids[i*8:])); err != nil {
			return nil, err
		}
	}
	return b, nil
}
