// Package hashset has what searches know positions by: hashes of 64 bits, and sets of them.
package hashset

// Mix returns 64 bits that look random: the last steps of SplitMix64.
func Mix(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// A Set is a set of hashes, with 16 to 32 bytes for each. Its zero value is empty.
type Set struct {
	slots []uint64 // open addressing; 0 is a free slot
	n     int
}

// Len returns the number of hashes.
func (s *Set) Len() int { return s.n }

// Add adds a hash and reports whether it was not there before.
func (s *Set) Add(hash uint64) bool {
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

func (s *Set) grow() {
	old := s.slots
	s.slots, s.n = make([]uint64, max(1024, 2*len(old))), 0
	for _, hash := range old {
		if hash != 0 {
			s.Add(hash)
		}
	}
}

// Clear empties the set, and keeps its memory.
func (s *Set) Clear() {
	if s.n > 0 {
		clear(s.slots)
		s.n = 0
	}
}
