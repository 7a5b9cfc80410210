package boltpages

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// Salvage calls row for all that can still be read of the buckets of a damaged file of so
// many bytes, apart from buckets within buckets, and returns the names of the buckets and how many pages are lost, or
// have lost some of their elements. What it finds is not in order, may be damaged itself, and is valid only during the call. It
// reads the state before the newest one if only that has all its pages that list the
// buckets; older reports whether it did, or may have because one of the two pages that say
// where the states are is lost. It returns ErrNoMeta if nothing says where the buckets are,
// and the errors of row.
//
// If a page is lost that led to others, those are found among the pages that nothing leads
// to and that are not free, and taken for pages of the same bucket. If such pages were
// lost in several buckets, nobody can say whose they are, and they are lost too.
func Salvage(file io.ReaderAt, size int64, row func(bucket, key, value []byte) error) (buckets [][]byte, lost int, older bool, err error) {
	metas := readMetas(file)
	newest := slices.Clone(metas)
	for i := range metas {
		metas[i].Pages = min(metas[i].Pages, uint64(size/metas[i].PageSize))
	}
	// A list of buckets with a hole leads to little; the state before it has nearly all.
	if len(metas) == 2 && !lists(file, metas[0]) && lists(file, metas[1]) {
		slices.Reverse(metas)
	}
	err = ErrNoMeta
	for _, m := range metas {
		s := newSalvage(file, m, row)
		root, bad := s.walk.page(m.Root)
		if bad != nil || order.Uint16(root[8:]) != leafFlag && order.Uint16(root[8:]) != branchFlag {
			continue
		}
		if older = len(metas) < 2 || m.number < newest[0].number; older {
			s.lost++ // what led to the newest state
		}
		if err = s.elements(nil, root); err == nil {
			err = s.orphans()
		}
		return s.buckets, s.lost, older, err
	}
	return nil, 0, false, err
}

// lists reports whether all pages that list the buckets of a state can be read.
func lists(file io.ReaderAt, m Meta) bool {
	s := newSalvage(file, m, nil)
	return s.tree(nil, m.Root) == nil && len(s.broken) == 0
}

// A salvage is a walk that goes on after a damaged page.
type salvage struct {
	walk    *walk
	row     func(bucket, key, value []byte) error // nil to go through the list of buckets alone
	buckets [][]byte
	lost    int
	broken  map[string]bool // buckets of which a page is lost
}

func newSalvage(file io.ReaderAt, m Meta, row func(bucket, key, value []byte) error) *salvage {
	s := &salvage{walk: newWalk(file, m), row: row, broken: map[string]bool{}}
	s.walk.spare = true
	return s
}

// tree goes through the pages below id, which are of a bucket; nil is the one of the buckets.
func (s *salvage) tree(bucket []byte, id uint64) error {
	b, err := s.walk.page(id)
	if err == nil && order.Uint16(b[8:]) != branchFlag && order.Uint16(b[8:]) != leafFlag {
		err = s.walk.fault(id, "is neither a branch nor a leaf")
	}
	if err != nil {
		s.lost++
		s.broken[string(bucket)] = true
		return nil
	}
	return s.elements(bucket, b)
}

// elements goes through the elements of a page that lie inside of it.
func (s *salvage) elements(bucket, b []byte) error {
	flags, lost := order.Uint16(b[8:]), false
	for i := range max(countOf(b, flags), int(order.Uint16(b[10:]))) {
		err := errElement
		if key, value, ok := element(b, flags, i); ok && len(key) > 0 {
			err = s.element(bucket, b, i, flags, key, value)
		}
		if lost = lost || errors.Is(err, errElement); err != nil && !errors.Is(err, errElement) {
			return err
		}
	}
	if lost {
		s.lost++
		s.broken[string(bucket)] = true
	}
	return nil
}

// errElement is the error for an element of a page that says nothing of use.
var errElement = errors.New("a damaged element")

func (s *salvage) element(bucket, b []byte, i int, flags uint16, key, value []byte) error {
	e := b[pageHead+i*elementSize:]
	isBucket := flags == leafFlag && order.Uint32(e)&bucketFlag != 0
	switch {
	case flags == branchFlag:
		return s.tree(bucket, order.Uint64(e[8:]))
	case bucket != nil && !isBucket:
		return s.row(bucket, key, value)
	case s.row == nil || bucket != nil:
		return nil
	case !isBucket || len(value) < bucketHead:
		return errElement
	}
	key = bytes.Clone(key)
	s.buckets = append(s.buckets, key)
	if root := order.Uint64(value); root != 0 {
		return s.tree(key, root)
	}
	if inline := value[bucketHead:]; len(inline) >= pageHead && order.Uint16(inline[8:]) == leafFlag {
		return s.elements(key, inline)
	}
	return errElement
}

// orphans goes through the leaves that only lost pages led to.
func (s *salvage) orphans() error {
	if len(s.broken) != 1 || !s.walk.meta.ListsFreePages() {
		return nil // a leaf may be a free page, with rows that were deleted
	}
	if _, err := s.walk.freelist(); err != nil {
		return nil // what is free may be of any time
	}
	var bucket []byte
	for name := range s.broken {
		bucket = []byte(name)
	}
	if len(bucket) == 0 {
		return nil
	}
	for id := uint64(2); id < s.walk.meta.Pages; id++ {
		if s.walk.seen[id] {
			continue
		}
		b, err := s.walk.page(id)
		if err != nil || order.Uint16(b[8:]) != leafFlag {
			continue
		}
		if err := s.elements(bucket, b); err != nil {
			return err
		}
	}
	return nil
}
