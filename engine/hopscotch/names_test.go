package hopscotch

// The piles of Hopscotch (1-2-3-4), its table and its move to deal.
const (
	by1 = foundations + iota
	by2
	by3
	by4
	first
	second
	third
	fourth
	pileCount
)

const maxPoints = 48

var table, deal = classic.table, classic.deal()
