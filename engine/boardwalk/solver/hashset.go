package solver

// A hashSet is a set of 64-bit hashes. Its zero value is empty.
type hashSet struct {
	slots []uint64 // open addressing; 0 is a free slot
	n     int
}

// add adds a hash and reports whether it was not there before.
func (s *hashSet) add(hash uint64) bool {
	if hash == 0 {
		hash = 1
	}
	if 2*s.n >= len(s.slots) {
		s.grow()
	}
	mask := uint64(len(s.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		switch s.slots[i] {
		case hash:
			return false
		case 0:
			s.slots[i] = hash
			s.n++
			return true
		}
	}
}

func (s *hashSet) grow() {
	old := s.slots
	s.slots, s.n = make([]uint64, max(1024, 2*len(old))), 0
	for _, hash := range old {
		if hash != 0 {
			s.add(hash)
		}
	}
}

// clear empties the set, and keeps its memory.
func (s *hashSet) clear() {
	if s.n > 0 {
		clear(s.slots)
		s.n = 0
	}
}
