// Package compact is the games of Hopscotch's family as searches and play-outs want them: a position
// is arrays of ranks, without suits, and changes in place. It knows how cards move, and not
// why a move is refused; the rules are those of package hopscotch, whose tests compare the
// two move for move.
package compact

const (
	// Count is the most ranks in play, from the Ace, 0, up.
	Count = 13
	// None is the rank of no card.
	None = -1
	// MostLadders is the most foundations, and MostReserves the most reserves.
	MostLadders, MostReserves = 4, 6
	// Far is the distance of a rank that no ladder takes any more.
	Far = 13
)

// A Reserve is a pile of cards that wait.
type Reserve struct {
	cards [Count * MostLadders]int8
	n     int8
}

// Len returns the number of cards.
func (p *Reserve) Len() int { return int(p.n) }

// At returns the i-th card; the bottom card is number 0.
func (p *Reserve) At(i int) int8 { return p.cards[i] }

// Top returns the top card, or None.
func (p *Reserve) Top() int8 {
	if p.n == 0 {
		return None
	}
	return p.cards[p.n-1]
}

// Push puts a card on top.
func (p *Reserve) Push(r int8) {
	p.cards[p.n] = r
	p.n++
}

// Pop takes the top card away; there must be one.
func (p *Reserve) Pop() int8 {
	p.n--
	r := p.cards[p.n]
	p.cards[p.n] = 0 // equal reserves are equal values
	return r
}

// A Position is what a player sees, by rank: the stock is how many cards of each rank it
// has, in no order. It holds no references but its rules, so a copy is an assignment, and two
// positions can be compared.
type Position struct {
	*Rules
	Rungs  [MostLadders]int8 // the rung that each foundation has reached; -1 is empty
	Waste  int8              // or None
	Left   int8              // cards in the stock
	Points int8
	Again  int8        // redeals left
	Unseen [Count]int8 // cards of each rank in the stock
	Piles  [MostReserves]Reserve
}

// Reserves returns the reserves.
func (p *Position) Reserves() []Reserve { return p.Piles[:p.Rules.Reserves] }

// Next returns the rank that foundation k takes next, or None once its last rank has closed it.
func (p *Position) Next(k int) int8 {
	if int(p.Rungs[k]) == p.Top() {
		return None
	}
	return p.ladder[k][p.Rungs[k]+1]
}

// Distance returns how many cards foundation k has to take up to the next card of rank r,
// which counts, or Far if it takes none any more.
func (p *Position) Distance(k int, r int8) int8 { return p.distance[k][p.Rungs[k]+1][r] }

// Key returns the least distance of rank r, and the lowest ladder that has it.
func (p *Position) Key(r int8) (key, on int8) {
	key = Far
	for k := range p.Ladders {
		if d := p.distance[k][p.Rungs[k]+1][r]; d < key {
			key, on = d, k
		}
	}
	return key, on
}

// Tops returns the ranks of the waste card and of the top cards of the reserves: bit r for
// rank r.
func (p *Position) Tops() (ranks uint16) {
	if p.Waste != None {
		ranks = 1 << p.Waste
	}
	for i := range p.Reserves() {
		if n := p.Piles[i].n; n > 0 {
			ranks |= 1 << p.Piles[i].cards[n-1]
		}
	}
	return ranks
}

// Empty returns the number of empty reserves.
func (p *Position) Empty() (n int) {
	for i := range p.Reserves() {
		if p.Piles[i].n == 0 {
			n++
		}
	}
	return n
}

// Deal turns a card of rank r from the stock onto the waste. The waste must be empty and
// the stock have such a card.
func (p *Position) Deal(r int8) {
	p.Unseen[r]--
	p.Left--
	p.Waste = r
}

// Keep puts the waste card onto reserve to.
func (p *Position) Keep(to int) {
	p.Piles[to].Push(p.Waste)
	p.Waste = None
}

// Raise puts the waste card on foundation k, which must take it.
func (p *Position) Raise(k int) {
	p.Waste = None
	p.Rungs[k]++
	p.Points++
}

// Release puts the top card of a reserve on foundation k, which must take it.
func (p *Position) Release(from, k int) {
	p.Piles[from].Pop()
	p.Rungs[k]++
	p.Points++
}

// Won reports whether all cards are on the foundations.
func (p *Position) Won() bool { return p.Points == p.Most }

// MayGather reports whether the reserves may be dealt once more.
func (p *Position) MayGather() bool {
	return p.Again > 0 && p.Left == 0 && p.Waste == None && p.Empty() < int(p.Rules.Reserves)
}

// Gather makes the reserves the stock: put on each other from the left and turned over. It returns
// the stock, whose last card comes first: the lowest card of the first reserve.
func (p *Position) Gather() (stock []int8) {
	p.Again--
	for i := p.Rules.Reserves - 1; i >= 0; i-- {
		for w := &p.Piles[i]; w.n > 0; {
			r := w.Pop()
			stock = append(stock, r)
			p.Unseen[r]++
			p.Left++
		}
	}
	return stock
}
