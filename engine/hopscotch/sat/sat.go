// Package sat decides whether a propositional formula can be satisfied. It is a solver of
// the kind of MiniSat: it learns a clause from each conflict, jumps back over decisions that
// had no part in it, and restarts often. It uses no luck and no clock, so the same formula
// takes the same number of conflicts everywhere.
//
//	f := sat.New(2)
//	f.Add(sat.Is(0), sat.Is(1))
//	f.Add(sat.Not(0))
//	f.Solve(ctx, 1000) // sat.Satisfied, and f.Value(1) is true
package sat

import (
	"context"
	"slices"
)

// A Lit is a variable or its negation. Variables have numbers from 0 on.
type Lit int32

// Is returns the literal that is true if variable v is.
func Is(v int) Lit { return Lit(2 * v) }

// Not returns the literal that is true if variable v is not.
func Not(v int) Lit { return Lit(2*v + 1) }

// Neg returns the negation of a literal.
func (l Lit) Neg() Lit { return l ^ 1 }

func (l Lit) variable() int32 { return int32(l >> 1) }

// A Status is what is known about a formula.
type Status string

// The states of knowledge. Unsatisfiable is a proof.
const (
	Unknown       Status = "unknown"
	Satisfied     Status = "satisfied"
	Unsatisfiable Status = "unsatisfiable"
)

const (
	unset int8 = iota // a literal's value
	yes
	no
)

// MaxBytes is about the most memory that a Solver takes for clauses that it has learned.
const MaxBytes = 64 << 20

const (
	header    = 2       // a clause in the arena: size, LBD, then its literals
	none      = -1      // no clause
	decay     = 1 / .95 // of activities, a conflict
	restart   = 100     // conflicts of the shortest run
	keep      = 2       // learned clauses of at most this LBD are kept for good
	firstLoad = 4000    // learned clauses before the first are dropped
	moreLoad  = 500     // and how many more each time after that
	glance    = 64      // conflicts between looks at the context
)

// A watch is a clause that must be looked at when a literal becomes false. If other is true,
// so is the clause.
type watch struct {
	clause int32
	other  Lit
}

// A Solver is a formula in conjunctive normal form and what was learned about it. It needs
// about 40 bytes a literal of the formula, and at most [MaxBytes] besides.
type Solver struct {
	arena   []int32 // clauses, each with its header
	learned []int32 // clauses in arena
	watches [][]watch
	value   []int8 // by literal
	level   []int32
	reason  []int32
	trail   []Lit
	limits  []int32 // where each level of decisions begins in trail
	head    int     // of what is still to propagate in trail
	broken  bool    // the formula is false without any decision

	activity []float64
	bump     float64
	order    heap
	phase    []Lit // the literal of each variable to try first

	seen    []bool
	clause  []Lit // being learned
	stack   []Lit
	cleared []int32
	stamps  []int32 // by level, for counting those in a clause
	stamp   int32
	load    int
	learnt  int // where learned clauses begin in arena

	// Conflicts is the number of conflicts so far.
	Conflicts int
}

// New returns a formula of no clauses.
func New(variables int) *Solver {
	s := &Solver{
		watches: make([][]watch, 2*variables), value: make([]int8, 2*variables),
		level: make([]int32, variables), reason: make([]int32, variables),
		activity: make([]float64, variables), phase: make([]Lit, variables),
		seen: make([]bool, variables), stamps: make([]int32, variables+1),
		bump: 1, load: firstLoad,
	}
	s.order.init(variables)
	for v := range variables {
		s.phase[v] = Not(v)
	}
	return s
}

// Add adds a clause: one of the literals must be true. It must not be called after Solve.
func (s *Solver) Add(lits ...Lit) {
	c := s.clause[:0]
	for _, l := range lits {
		if s.value[l] == yes || slices.Contains(c, l.Neg()) {
			return
		}
		if s.value[l] == unset && !slices.Contains(c, l) {
			c = append(c, l)
		}
	}
	s.clause = c
	switch len(c) {
	case 0:
		s.broken = true
	case 1:
		s.set(c[0], none)
	default:
		s.attach(s.store(c, 0))
	}
	s.learnt = len(s.arena)
}

// Value reports whether variable v is true in the solution that was found.
func (s *Solver) Value(v int) bool { return s.value[Is(v)] == yes }

func (s *Solver) store(c []Lit, lbd int32) int32 {
	at := int32(len(s.arena))
	s.arena = append(s.arena, int32(len(c)), lbd)
	for _, l := range c {
		s.arena = append(s.arena, int32(l))
	}
	return at
}

func (s *Solver) lits(c int32) []int32 { return s.arena[c+header : c+header+s.arena[c]] }

func (s *Solver) attach(c int32) {
	lits := s.lits(c)
	a, b := Lit(lits[0]), Lit(lits[1])
	s.watches[a] = append(s.watches[a], watch{c, b})
	s.watches[b] = append(s.watches[b], watch{c, a})
}

func (s *Solver) set(l Lit, reason int32) {
	s.value[l], s.value[l.Neg()] = yes, no
	v := l.variable()
	s.level[v], s.reason[v] = int32(len(s.limits)), reason
	s.trail = append(s.trail, l)
}

// propagate sets what follows, and returns a clause that is false, or none.
func (s *Solver) propagate() int32 {
	for s.head < len(s.trail) {
		off := s.trail[s.head].Neg()
		s.head++
		ws := s.watches[off]
		kept := 0
	next:
		for i := 0; i < len(ws); i++ {
			w := ws[i]
			if s.value[w.other] == yes {
				ws[kept] = w
				kept++
				continue
			}
			lits := s.lits(w.clause)
			if Lit(lits[0]) == off {
				lits[0], lits[1] = lits[1], lits[0]
			}
			first := Lit(lits[0])
			w.other = first
			if s.value[first] == yes {
				ws[kept] = w
				kept++
				continue
			}
			for j := 2; j < len(lits); j++ {
				if l := Lit(lits[j]); s.value[l] != no {
					lits[1], lits[j] = lits[j], lits[1]
					s.watches[l] = append(s.watches[l], w)
					continue next
				}
			}
			ws[kept] = w
			kept++
			if s.value[first] == no {
				kept += copy(ws[kept:], ws[i+1:])
				s.watches[off] = ws[:kept]
				s.head = len(s.trail)
				return w.clause
			}
			s.set(first, w.clause)
		}
		s.watches[off] = ws[:kept]
	}
	return none
}

// undo takes back all decisions above a level.
func (s *Solver) undo(level int) {
	if len(s.limits) <= level {
		return
	}
	from := s.limits[level]
	for _, l := range s.trail[from:] {
		s.value[l], s.value[l.Neg()] = unset, unset
		v := l.variable()
		s.phase[v] = l
		s.order.push(v, s.activity)
	}
	s.trail, s.limits, s.head = s.trail[:from], s.limits[:level], int(from)
}

// analyze leaves in s.clause what a conflict teaches: a clause of which one literal, the
// first, is of the last level. It returns the level to go back to.
func (s *Solver) analyze(conflict int32) (level int) {
	s.clause = append(s.clause[:0], 0)
	s.cleared = s.cleared[:0]
	open, at := 0, len(s.trail)-1
	top := int32(len(s.limits))
	for c, skip := conflict, 0; ; skip = 1 {
		for _, x := range s.lits(c)[skip:] {
			l := Lit(x)
			v := l.variable()
			if s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.seen[v] = true
			s.cleared = append(s.cleared, v)
			s.raise(v)
			if s.level[v] == top {
				open++
			} else {
				s.clause = append(s.clause, l)
			}
		}
		for !s.seen[s.trail[at].variable()] {
			at--
		}
		l := s.trail[at]
		at--
		if open--; open == 0 {
			s.clause[0] = l.Neg()
			break
		}
		c = s.reason[l.variable()]
	}
	kept := s.clause[:1]
	for _, l := range s.clause[1:] {
		if s.reason[l.variable()] == none || !s.follows(l) {
			kept = append(kept, l)
		}
	}
	s.clause = kept
	for _, v := range s.cleared {
		s.seen[v] = false
	}
	if len(kept) == 1 {
		return 0
	}
	for i := range kept[2:] {
		if s.level[kept[i+2].variable()] > s.level[kept[1].variable()] {
			kept[1], kept[i+2] = kept[i+2], kept[1]
		}
	}
	return int(s.level[kept[1].variable()])
}

// follows reports whether a literal of the clause being learned follows from the others.
func (s *Solver) follows(l Lit) bool {
	s.stack = append(s.stack[:0], l)
	mark := len(s.cleared)
	for len(s.stack) > 0 {
		l := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		for _, x := range s.lits(s.reason[l.variable()]) {
			v := Lit(x).variable()
			if v == l.variable() || s.seen[v] || s.level[v] == 0 {
				continue
			}
			if s.reason[v] == none {
				for _, v := range s.cleared[mark:] {
					s.seen[v] = false
				}
				s.cleared = s.cleared[:mark]
				return false
			}
			s.seen[v] = true
			s.cleared = append(s.cleared, v)
			s.stack = append(s.stack, Lit(x))
		}
	}
	return true
}

func (s *Solver) raise(v int32) {
	if s.activity[v] += s.bump; s.activity[v] > 1e100 {
		for i := range s.activity {
			s.activity[i] *= 1e-100
		}
		s.bump *= 1e-100
	}
	s.order.raised(v, s.activity)
}

// spread returns how many levels the literals of the clause being learned are of, its LBD.
func (s *Solver) spread() (levels int32) {
	s.stamp++
	for _, l := range s.clause {
		if at := &s.stamps[s.level[l.variable()]]; *at != s.stamp {
			*at = s.stamp
			levels++
		}
	}
	return levels
}

// Solve looks for a solution until it has found one or a proof that there is none, has met
// the given number of conflicts, or ctx ends. It can be called again to go on.
func (s *Solver) Solve(ctx context.Context, conflicts int) Status {
	if s.broken {
		return Unsatisfiable
	}
	run, until := 0, s.Conflicts
	for last := s.Conflicts + conflicts; ; {
		c := s.propagate()
		if c == none {
			if s.Conflicts >= until {
				s.undo(0)
				until, run = s.Conflicts+restart*luby(run), run+1
				if len(s.learned) > s.load || 4*(len(s.arena)-s.learnt) > MaxBytes*3/4 {
					s.forget()
				}
			}
			if !s.decide() {
				return Satisfied
			}
			continue
		}
		if len(s.limits) == 0 {
			s.broken = true
			return Unsatisfiable
		}
		s.Conflicts++
		s.learn(c)
		if s.Conflicts >= last || s.Conflicts%glance == 0 && ctx.Err() != nil {
			s.undo(0)
			return Unknown
		}
	}
}

// learn learns from a conflict and goes back to where that changes something.
func (s *Solver) learn(conflict int32) {
	level := s.analyze(conflict)
	lbd := s.spread()
	s.undo(level)
	reason := int32(none)
	if len(s.clause) > 1 {
		reason = s.store(s.clause, lbd)
		s.attach(reason)
		s.learned = append(s.learned, reason)
	}
	s.set(s.clause[0], reason)
	s.bump *= decay
}

// decide sets a variable that is not set. It returns false if there is none.
func (s *Solver) decide() bool {
	for len(s.order.list) > 0 {
		v := s.order.pop(s.activity)
		if l := s.phase[v]; s.value[l] == unset {
			s.limits = append(s.limits, int32(len(s.trail)))
			s.set(l, none)
			return true
		}
	}
	return false
}

// forget drops the less useful half of the learned clauses: those of the most levels, and
// of these the oldest. There must be no decisions.
func (s *Solver) forget() {
	slices.SortStableFunc(s.learned, func(a, b int32) int { return int(s.arena[a+1] - s.arena[b+1]) })
	kept := len(s.learned) / 2
	for kept < len(s.learned) && s.arena[s.learned[kept]+1] <= keep && 8*(len(s.arena)-s.learnt) <= MaxBytes {
		kept++
	}
	drop := s.learned[kept:]
	s.learned = s.learned[:kept]
	slices.Sort(s.learned)
	for _, c := range drop {
		s.arena[c+1] = -1
	}
	// What is set without decisions needs no reason any more.
	for _, l := range s.trail {
		s.reason[l.variable()] = none
	}
	to := int32(s.learnt)
	for i, c := range s.learned {
		s.learned[i] = to
		to += int32(copy(s.arena[to:], s.arena[c:c+header+s.arena[c]]))
	}
	s.arena = s.arena[:to]
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	for c := int32(0); c < to; c += header + s.arena[c] {
		s.reattach(c)
	}
	s.load += moreLoad
}

// reattach watches a clause again if it is not true for good. Of its literals, the first two
// are not false for good: otherwise it would have set something.
func (s *Solver) reattach(c int32) {
	lits := s.lits(c)
	for _, l := range lits {
		if s.value[l] == yes {
			return
		}
	}
	at := 0
	for i, l := range lits {
		if s.value[l] != no && at < 2 {
			lits[at], lits[i] = lits[i], lits[at]
			at++
		}
	}
	s.attach(c)
}

// luby returns the i-th term of 1 1 2 1 1 2 4 ..., from 0 on.
func luby(i int) int {
	size, seq := 1, 0
	for size < i+1 {
		seq++
		size = 2*size + 1
	}
	for size-1 != i {
		size = (size - 1) / 2
		seq--
		i %= size
	}
	return 1 << seq
}
