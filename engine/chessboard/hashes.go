package chessboard

// hashes is a set of hashes of layouts, with eight bytes for each and a third to twice as
// much for room to grow.
type hashes struct {
	slots []uint64 // 0 is an empty slot
	n     int
}

// add adds a hash and reports whether it is new.
func (h *hashes) add(hash uint64) bool {
	if hash == 0 {
		hash = 1
	}
	if 4*h.n >= 3*len(h.slots) {
		old := h.slots
		h.slots = make([]uint64, max(1<<10, 2*len(old)))
		for _, x := range old {
			if x != 0 {
				h.put(x)
			}
		}
	}
	if !h.put(hash) {
		return false
	}
	h.n++
	return true
}

// put puts a hash into its slot and reports whether the slot was empty.
func (h *hashes) put(hash uint64) bool {
	mask := uint64(len(h.slots) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		switch h.slots[i] {
		case hash:
			return false
		case 0:
			h.slots[i] = hash
			return true
		}
	}
}
