package survey

import "slices"

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

func (h *points) mean() float64 { return float64(h.sum) / float64(max(h.deals, 1)) }

// times are how long searches took, in microseconds.
type times []int64

// percentile returns the shortest time that p percent of the searches did not exceed; 0 if there
// were none.
func (t times) percentile(p int) int64 {
	if len(t) == 0 {
		return 0
	}
	slices.Sort(t)
	return t[(len(t)*p+99)/100-1]
}

func (t times) mean() float64 {
	sum := int64(0)
	for _, micros := range t {
		sum += micros
	}
	return float64(sum) / float64(max(len(t), 1))
}
