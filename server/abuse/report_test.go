package abuse_test

import (
	"slices"
)

// A Report is what was measured of a run.
type Report struct {
	Ramp    Figures // while the sessions came in
	Load    Figures // while they played
	Began   int     // the sessions that reached a table
	Checked int     // those that came back to look for their games after their connections were cut
	Losses  []string
	Course  *Course   // nil if the server is not known
	Errors  []Failure // the most frequent kind first
}

// Figures holds what was measured in one phase of a run.
type Figures struct {
	// KeyToFrame is the time from writing a key to the arrival of the bytes that show its
	// effect, in ms. A key that was due before the previous one was answered counts from when
	// it was due. Keys between two games count as well; keys on the way to the first table do
	// not.
	Keys       int
	KeyToFrame Quantiles

	// Lag is how late the keys were written that nothing held up, in ms. It shows how
	// much this program itself lacked CPU time: the figures of the server are worse than
	// the server by about as much.
	Lag Quantiles

	Login Quantiles // from connecting to the complete lobby, in ms

	Moves        int
	Acknowledged int       // of Moves, those after which the star was seen to go
	MoveToStored Quantiles // from Enter until the star was gone, in ms
	Games        int       // finished and filed
	Reconnects   int       // sessions that hung up and are at the table again

	Server *Server // nil if the server is not known
}

// Server is what the server's process used in a phase.
type Server struct {
	Cores  float64 // CPU seconds per second
	Others float64 // of the machine's other cores, those that other programs than the players used

	// MemoryPeak is the highest [Vitals] Memory, in MiB, read twice a second without waiting
	// for a collection. While the server produces much garbage, what a collection finds in
	// use includes a good part of what was allocated since the collection began.
	MemoryPeak float64
}

// Vitals is what the server's metrics say about it, just after a garbage collection.
type Vitals struct {
	Sessions   int
	Goroutines int
	Files      int

	// Memory is what the garbage collector found in use, plus all stacks, in MiB. It is an
	// upper estimate. The size of the process is larger, and varies with garbage and with
	// memory not yet returned to the system.
	Memory float64
	Series int // the number of series of metrics
}

// Course holds the server's vitals in the course of a run.
type Course struct {
	Before Vitals // before anyone came
	Full   Vitals // when all sessions were in
	Late   Vitals // when play was over, before anyone left
	After  Vitals // after all had left
	Bounds []Bound
}

// A Failure is one kind of thing that went wrong.
type Failure struct {
	What  string
	Count int
	First string
}

// A Limit is a bound that one figure must not exceed or, if Least is set, not fall below.
type Limit struct {
	Figure string
	Bound  float64
	Least  bool
}

// AtMost returns the limit that a figure must not exceed.
func AtMost(figure string, most float64) Limit { return Limit{Figure: figure, Bound: most} }

// AtLeast returns the limit that a figure must reach.
func AtLeast(figure string, least float64) Limit {
	return Limit{Figure: figure, Bound: least, Least: true}
}

// A Bound is a limit, and whether a figure held it.
type Bound struct {
	Limit
	Got  float64
	Held bool
	Why  string // the figure was not judged: Got and Held mean nothing
}

// Judge compares a figure with the limit. A figure that is missing was not measured.
func (l Limit) Judge(figures map[string]float64) Bound {
	got, ok := figures[l.Figure]
	if !ok {
		return Bound{Limit: l, Why: "it was not measured"}
	}
	return Bound{Limit: l, Got: got, Held: got == l.Bound || (got > l.Bound) == l.Least}
}

// AllHeld reports whether all bounds held that could be judged.
func AllHeld(bounds []Bound) bool {
	return !slices.ContainsFunc(bounds, func(b Bound) bool { return b.Why == "" && !b.Held })
}
