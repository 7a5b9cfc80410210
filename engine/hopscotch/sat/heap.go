package sat

// A heap has variables, the most active first.
type heap struct {
	list []int32
	at   []int32 // of each variable in list, or none
}

func (h *heap) init(n int) {
	h.list, h.at = make([]int32, n), make([]int32, n)
	for i := range n {
		h.list[i], h.at[i] = int32(i), int32(i)
	}
}

func (h *heap) push(v int32, activity []float64) {
	if h.at[v] != none {
		return
	}
	h.at[v] = int32(len(h.list))
	h.list = append(h.list, v)
	h.up(h.at[v], activity)
}

// raised is to be called when v has become more active.
func (h *heap) raised(v int32, activity []float64) {
	if h.at[v] != none {
		h.up(h.at[v], activity)
	}
}

func (h *heap) pop(activity []float64) int32 {
	v := h.list[0]
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	h.at[v] = none
	if len(h.list) > 0 {
		h.list[0], h.at[last] = last, 0
		h.down(activity)
	}
	return v
}

func (h *heap) up(i int32, activity []float64) {
	v := h.list[i]
	for i > 0 {
		p := (i - 1) / 2
		if activity[h.list[p]] >= activity[v] {
			break
		}
		h.list[i] = h.list[p]
		h.at[h.list[i]] = i
		i = p
	}
	h.list[i], h.at[v] = v, i
}

func (h *heap) down(activity []float64) {
	v, i := h.list[0], int32(0)
	for c := int32(1); int(c) < len(h.list); c = 2*i + 1 {
		if r := c + 1; int(r) < len(h.list) && activity[h.list[r]] > activity[h.list[c]] {
			c = r
		}
		if activity[v] >= activity[h.list[c]] {
			break
		}
		h.list[i] = h.list[c]
		h.at[h.list[i]] = i
		i = c
	}
	h.list[i], h.at[v] = v, i
}
