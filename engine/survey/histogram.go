package survey

import "math/bits"

// points is a histogram of the points of deals.
type points struct {
	deals, sum int
	count      []int // by points
}

func (h *points) add(points int) {
	for len(h.count) <= points {
		h.count = append(h.count, 0)
	}
	h.deals++
	h.sum += points
	h.count[points]++
}

func (h *points) mean() float64 {
	if h.deals == 0 {
		return 0
	}
	return float64(h.sum) / float64(h.deals)
}

// Times are counted in bins: one for each microsecond at first, and then binsOctave of equal
// width for each doubling, so that the error is at most one part in binsOctave.
const (
	binsOctave = 64
	timeBins   = binsOctave * (64 - 5)
)

// times is a histogram of how long searches took, in microseconds.
type times struct {
	n, sum, most int64
	bins         [timeBins]int64
}

func (h *times) add(micros int64) {
	micros = max(micros, 0)
	h.n++
	h.sum += micros
	h.most = max(h.most, micros)
	h.bins[timeBin(micros)]++
}

func timeBin(micros int64) int {
	if micros < binsOctave {
		return int(micros)
	}
	octave := bits.Len64(uint64(micros)) - bits.Len(uint(binsOctave)) // how far to shift to within [binsOctave, 2*binsOctave)
	return binsOctave*octave + int(micros>>octave)
}

// binTime returns the most microseconds that are counted in a bin.
func binTime(bin int) int64 {
	if bin < 2*binsOctave {
		return int64(bin)
	}
	octave := bin/binsOctave - 1
	return (int64(bin-binsOctave*octave)+1)<<octave - 1
}

// percentile returns a time that p percent of the searches did not exceed, rounded up to the
// end of its bin; 0 if there were none.
func (h *times) percentile(p int64) int64 {
	below := int64(0)
	for bin, n := range h.bins {
		below += n
		if n > 0 && below*100 >= h.n*p {
			return min(binTime(bin), h.most)
		}
	}
	return 0
}

func (h *times) mean() float64 {
	if h.n == 0 {
		return 0
	}
	return float64(h.sum) / float64(h.n)
}
