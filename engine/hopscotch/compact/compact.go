// Package compact is Hopscotch (1-2-3-4) as searches and play-outs want it: a position is
// arrays of ranks, without suits, and changes in place. It knows how cards move, and not
// why a move is refused; the rules are those of package hopscotch, whose tests compare the
// two move for move.
package compact

const (
	// Count is the number of ranks, from the Ace, 0, to the King, 12.
	Count = 13
	// King is the highest rank and the last rung of every ladder.
	King = 12
	// None is the rank of no card.
	None = -1
	// Ladders is the number of foundations, and of reserves.
	Ladders = 4
	// Top is the last rung of a ladder; the first is 0.
	Top = 12
	// Most is the number of cards that a game brings to the foundations.
	Most = 48
	// Far is the distance of a rank that no ladder takes any more.
	Far = 13
)

// ladder has the rank on each rung of the ladders, and rung the rung of each rank.
// distance has, for a ladder that has reached a rung, how many rungs up a rank lies, or Far.
var ladder, rung, distance = ladders()

func ladders() (ladder, rung [Ladders][Count]int8, distance [Ladders][Count][Count]int8) {
	for k := range Ladders {
		r := k
		for i := range Count {
			ladder[k][i], rung[k][r] = int8(r), int8(i)
			r = (r + k + 1) % Count
		}
	}
	for k := range Ladders {
		for at := range Count {
			for r := range Count {
				distance[k][at][r] = Far
				if d := rung[k][r] - int8(at); d > 0 {
					distance[k][at][r] = d
				}
			}
		}
	}
	return ladder, rung, distance
}

// Ladder returns the rank on rung i of ladder k, which climbs by k+1.
func Ladder(k, i int) int8 { return ladder[k][i] }

// Rung returns the rung of rank r on ladder k.
func Rung(k int, r int8) int { return int(rung[k][r]) }

// A Reserve is a pile of cards that wait.
type Reserve struct {
	cards [Most]int8
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
// has, in no order. It holds no references, so a copy is an assignment, and two positions
// can be compared.
type Position struct {
	Rungs    [Ladders]int8 // the rung that each foundation has reached
	Waste    int8          // or None
	Left     int8          // cards in the stock
	Points   int8
	Unseen   [Count]int8 // cards of each rank in the stock
	Reserves [Ladders]Reserve
}

// Next returns the rank that foundation k takes next, or None once its King has closed it.
func (p *Position) Next(k int) int8 {
	if p.Rungs[k] == Top {
		return None
	}
	return ladder[k][p.Rungs[k]+1]
}

// Distance returns how many cards foundation k has to take up to the next card of rank r,
// which counts, or Far if it takes none any more.
func (p *Position) Distance(k int, r int8) int8 { return distance[k][p.Rungs[k]][r] }

// Key returns the least distance of rank r, and the lowest ladder that has it.
func (p *Position) Key(r int8) (key, on int8) {
	key = Far
	for k := range Ladders {
		if d := distance[k][p.Rungs[k]][r]; d < key {
			key, on = d, int8(k)
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
	for i := range p.Reserves {
		if n := p.Reserves[i].n; n > 0 {
			ranks |= 1 << p.Reserves[i].cards[n-1]
		}
	}
	return ranks
}

// Empty returns the number of empty reserves.
func (p *Position) Empty() (n int) {
	for i := range p.Reserves {
		if p.Reserves[i].n == 0 {
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
	p.Reserves[to].Push(p.Waste)
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
	p.Reserves[from].Pop()
	p.Rungs[k]++
	p.Points++
}

// Won reports whether all cards are on the foundations.
func (p *Position) Won() bool { return p.Points == Most }
