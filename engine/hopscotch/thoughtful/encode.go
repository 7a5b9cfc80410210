package thoughtful

import (
	"boardwalk/engine/hopscotch/compact"
	"boardwalk/engine/hopscotch/sat"
)

// A card is one that has not left yet.
type card struct {
	rank    int8
	arrival int // 0 for those in the reserves, then 1 for each in its turn
	reserve int // of those in the reserves
}

// A slot is a rung that is still to be reached.
type slot struct {
	ladder, rung int
	cards        []int // that fit
}

// A plan is the question whether all cards of a position but a few can leave, as a formula.
type plan struct {
	p     *compact.Position
	cards []card
	slots []slot
	goes  [][]int // by card, the slots that it fits
	first int     // the first card that arrives
	loose int     // the first that is never laid down

	// Variables: -1 stands for what cannot be.
	taken     []int // by card and slot: the card leaves for it
	before    []int // by pair of cards a < b: a leaves first
	gone      []int // by cards a and t: a has left before t is laid down
	lies      []int // by card and reserve
	together  []int // by pair of cards a < b: they lie in one reserve
	remains   []int // by card: it never leaves; none if all have to leave
	variables int
	f         *sat.Solver
}

// newPlan returns the plan of a position with its stock, the last card of which comes first.
func newPlan(p *compact.Position, stock []int8) *plan {
	q := begin(p)
	for i := len(stock) - 1; i >= 0; i-- {
		q.arrive(stock[i])
	}
	q.loose = len(q.cards)
	q.fit()
	return q
}

// newOpenPlan returns the plan of a position with the stock in the order that suits best. No
// card of such a stock ever has to be laid down: it comes when a foundation takes it.
func newOpenPlan(p *compact.Position) *plan {
	q := begin(p)
	q.loose = len(q.cards)
	for r, n := range p.Unseen {
		for range n {
			q.arrive(int8(r))
		}
	}
	q.fit()
	return q
}

// begin returns a plan without its stock and slots.
func begin(p *compact.Position) *plan {
	q := &plan{p: p}
	for i := range p.Reserves() {
		for j := range p.Piles[i].Len() {
			q.cards = append(q.cards, card{p.Piles[i].At(j), 0, i})
		}
	}
	q.first = len(q.cards)
	if p.Waste != compact.None {
		q.arrive(p.Waste)
	}
	return q
}

func (q *plan) arrive(r int8) { q.cards = append(q.cards, card{r, len(q.cards) - q.first + 1, 0}) }

// fit finds the slots and who fits into them.
func (q *plan) fit() {
	p := q.p
	q.goes = make([][]int, len(q.cards))
	for k := range int(p.Ladders) {
		for i := int(p.Rungs[k]) + 1; i <= p.Top(); i++ {
			s := slot{ladder: k, rung: i}
			for c := range q.cards {
				if q.cards[c].rank == q.p.Ladder(k, i) {
					s.cards = append(s.cards, c)
					q.goes[c] = append(q.goes[c], len(q.slots))
				}
			}
			q.slots = append(q.slots, s)
		}
	}
}

// stuck returns a number of cards that cannot all leave, because no rungs are left for them.
func (q *plan) stuck() (n int) {
	var over [compact.Count]int
	for _, c := range q.cards {
		over[c.rank]++
	}
	for _, s := range q.slots {
		over[q.p.Ladder(s.ladder, s.rung)]--
	}
	for _, o := range over {
		n += max(o, 0)
	}
	return n
}

// encode writes the formula that at most a given number of cards never leave.
func (q *plan) encode(remain int) {
	q.number(remain)
	q.encodeSlots()
	q.encodeOrder()
	q.encodeTime()
	q.encodeReserves()
	if remain > 0 {
		q.encodeRemaining(remain)
	}
}

// number gives variables to all that a plan decides.
func (q *plan) number(remain int) {
	n := len(q.cards)
	more := func(size int, is func(i int) bool) []int {
		list := make([]int, size)
		for i := range list {
			list[i] = -1
			if is(i) {
				list[i] = q.variables
				q.variables++
			}
		}
		return list
	}
	all := func(int) bool { return true }
	pair := func(i int) bool { return i/n < i%n }
	laid := func(i int) bool { return pair(i) && q.first <= i%n && i%n < q.loose }
	q.taken = more(n*len(q.slots), func(i int) bool {
		s := q.slots[i%len(q.slots)]
		return q.cards[i/len(q.slots)].rank == q.p.Ladder(s.ladder, s.rung)
	})
	q.before = more(n*n, pair)
	q.gone = more(n*n, laid)
	q.lies = more(q.loose*q.reserves(), all)
	q.together = more(n*n, laid)
	counters := 0
	if remain > 0 {
		q.remains = more(n, all)
		counters = n * remain
	}
	q.f = sat.New(q.variables + counters)
}

// reserves returns how many reserves there are.
func (q *plan) reserves() int { return len(q.p.Reserves()) }

func (q *plan) takes(c, s int) sat.Lit { return sat.Is(q.taken[c*len(q.slots)+s]) }

func (q *plan) leaves(a, b int) sat.Lit {
	if a < b {
		return sat.Is(q.before[a*len(q.cards)+b])
	}
	return sat.Not(q.before[b*len(q.cards)+a])
}

func (q *plan) left(a, t int) sat.Lit { return sat.Is(q.gone[a*len(q.cards)+t]) }

func (q *plan) lie(c, reserve int) sat.Lit { return sat.Is(q.lies[c*q.reserves()+reserve]) }

func (q *plan) meet(a, b int) sat.Lit { return sat.Is(q.together[a*len(q.cards)+b]) }

func (q *plan) stays(c int) sat.Lit { return sat.Is(q.remains[c]) }

// encodeSlots says that each card takes a slot of its own, or stays, and that the slots of a
// ladder are taken in their order.
func (q *plan) encodeSlots() {
	atMostOne := func(lits []sat.Lit) {
		for i, a := range lits {
			for _, b := range lits[:i] {
				q.f.Add(a.Neg(), b.Neg())
			}
		}
	}
	var lits []sat.Lit
	for c, slots := range q.goes {
		lits = lits[:0]
		for _, s := range slots {
			lits = append(lits, q.takes(c, s))
		}
		if q.remains != nil {
			lits = append(lits, q.stays(c))
		}
		q.f.Add(lits...)
		atMostOne(lits)
	}
	for s, it := range q.slots {
		lits = lits[:0]
		for _, c := range it.cards {
			lits = append(lits, q.takes(c, s))
		}
		atMostOne(lits)
		if len(q.cards) == len(q.slots) && q.remains == nil {
			q.f.Add(lits...)
		}
		if it.rung == q.p.Top() {
			continue
		}
		for _, b := range q.slots[s+1].cards {
			q.f.Add(append(lits, q.takes(b, s+1).Neg())...)
			for _, a := range it.cards {
				q.f.Add(q.takes(a, s).Neg(), q.takes(b, s+1).Neg(), q.leaves(a, b))
			}
		}
	}
}

// encodeOrder says that cards leave in a total order.
func (q *plan) encodeOrder() {
	for a := range q.cards {
		for b := range a {
			if b >= q.loose && q.cards[a].rank == q.cards[b].rank {
				q.f.Add(q.leaves(b, a)) // they are alike
			}
			for c := range b {
				q.f.Add(q.leaves(a, b).Neg(), q.leaves(b, c).Neg(), q.leaves(c, a).Neg())
				q.f.Add(q.leaves(a, c).Neg(), q.leaves(c, b).Neg(), q.leaves(b, a).Neg())
			}
		}
	}
}

// encodeTime says that who has left before a card is laid down has left before the next, as
// has who left earlier, and that nobody leaves before being laid down.
func (q *plan) encodeTime() {
	n := len(q.cards)
	for t := q.first; t < q.loose; t++ {
		for a := range t {
			if t+1 < q.loose {
				q.f.Add(q.left(a, t).Neg(), q.left(a, t+1))
			}
			for b := range t {
				if a != b {
					q.f.Add(q.left(a, t).Neg(), q.leaves(b, a).Neg(), q.left(b, t))
				}
			}
			for b := t; b < n; b++ {
				q.f.Add(q.left(a, t).Neg(), q.leaves(a, b))
			}
		}
	}
}

// encodeReserves says which reserve each card is laid on, and that it locks in no card that
// leaves before it.
func (q *plan) encodeReserves() {
	for b, it := range q.cards[:q.loose] {
		if b < q.first {
			q.f.Add(q.lie(b, it.reserve))
			for a := range b {
				if q.cards[a].reserve == it.reserve {
					q.f.Add(q.leaves(b, a))
				}
			}
			continue
		}
		blank := 0
		for i := range q.p.Reserves() {
			if q.p.Piles[i].Len() == 0 {
				// Empty reserves are alike: begin with the first of them.
				if blank++; blank > it.arrival {
					q.f.Add(q.lie(b, i).Neg())
				}
			}
		}
		var anywhere []sat.Lit
		for i := range q.reserves() {
			anywhere = append(anywhere, q.lie(b, i))
		}
		q.f.Add(anywhere...)
		for a := range b {
			for i := range q.reserves() {
				q.f.Add(q.lie(a, i).Neg(), q.lie(b, i).Neg(), q.meet(a, b))
			}
			q.f.Add(q.meet(a, b).Neg(), q.left(a, b), q.leaves(b, a))
		}
	}
}

// encodeRemaining says that cards which stay leave, as it were, after all others, and that
// there are at most n of them.
func (q *plan) encodeRemaining(n int) {
	count := func(c, i int) int { return q.variables + c*n + i } // more than i of the cards up to c stay
	for c := range q.cards {
		for b := range q.cards {
			if b != c {
				q.f.Add(q.stays(c).Neg(), q.stays(b), q.leaves(b, c))
			}
			if q.first <= b && b < q.loose && b > c {
				q.f.Add(q.stays(c).Neg(), q.left(c, b).Neg())
			}
		}
		q.f.Add(q.stays(c).Neg(), sat.Is(count(c, 0)))
		if c == 0 {
			continue
		}
		for i := range n {
			q.f.Add(sat.Not(count(c-1, i)), sat.Is(count(c, i)))
			if i > 0 {
				q.f.Add(q.stays(c).Neg(), sat.Not(count(c-1, i-1)), sat.Is(count(c, i)))
			}
		}
		q.f.Add(q.stays(c).Neg(), sat.Not(count(c-1, n-1)))
	}
}

// line returns the moves of the plan that the solver found.
func (q *plan) line() (line []compact.Move) {
	n := len(q.cards)
	order := make([]int, n) // the cards as they leave
	for a := range n {
		earlier := 0
		for b := range n {
			if a != b && q.holds(q.leaves(b, a)) {
				earlier++
			}
		}
		order[earlier] = a
	}
	at := make([]int8, n) // the pile of each card
	for c := range q.cards {
		at[c] = q.p.Reserve(int8(q.cards[c].reserve))
	}
	raise := func(c int) {
		for _, s := range q.goes[c] {
			if q.holds(q.takes(c, s)) {
				line = append(line, compact.Move{From: at[c], To: q.p.Foundation(int8(q.slots[s].ladder))})
			}
		}
	}
	next := 0
	for t := q.first; t < n; t++ {
		if t > q.first || q.p.Waste == compact.None {
			line = append(line, compact.Deal)
		}
		for next < n && order[next] < t && q.holds(q.left(order[next], t)) {
			raise(order[next])
			next++
		}
		at[t] = compact.Waste
		if next < n && order[next] == t && (q.remains == nil || !q.holds(q.stays(t))) {
			raise(t)
			next++
			continue
		}
		for i := range q.reserves() {
			if q.holds(q.lie(t, i)) {
				at[t] = q.p.Reserve(int8(i))
				line = append(line, compact.Move{From: compact.Waste, To: at[t]})
				break
			}
		}
	}
	for ; next < n; next++ {
		raise(order[next])
	}
	return line
}

func (q *plan) holds(l sat.Lit) bool { return q.f.Value(int(l>>1)) == (l&1 == 0) }
