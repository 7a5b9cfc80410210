package load

import (
	"slices"
	"time"
)

// A Report is what a run prints. Names never change; new ones are added beside them.
type Report struct {
	Started time.Time `json:"started"` // UTC
	Addr    string    `json:"addr"`
	Seed    uint64    `json:"seed"`
	Rate    float64   `json:"rate"` // keys a second per session, as asked

	Sessions Sessions  `json:"sessions"`
	Ramp     Figures   `json:"ramp"` // while the sessions came in
	Load     Figures   `json:"load"` // while they played
	Kept     Kept      `json:"kept"`
	Course   *Course   `json:"course,omitempty"` // with --metrics
	Errors   []Failure `json:"errors"`           // of honest sessions, the most frequent kind first

	// Held says that no session failed or lost anything, and that the server was as before
	// when all had left.
	Held bool `json:"held"`
}

// Sessions counts the honest sessions.
type Sessions struct {
	Asked int `json:"asked"`
	Began int `json:"began"` // those that reached a table
	Lost  int `json:"lost"`  // of Began, those that ended before the run did
}

// Figures holds what was measured in one phase of a run.
type Figures struct {
	Seconds float64 `json:"seconds"`

	// KeyToFrame is the time from writing a key to the arrival of the bytes that show its
	// effect, in ms. A key that was due before the previous one was answered is one of
	// HeldUp and counts from when it was due. Keys between two games count as well; keys
	// on the way to the first table do not.
	Keys       int       `json:"keys"`
	KeyToFrame Quantiles `json:"key_to_frame_ms"`
	HeldUp     int       `json:"held_up"`

	// Lag is how late the keys were written that nothing held up, in ms. It shows how
	// much this program itself lacked CPU time: the figures of the server are worse than
	// the server by about as much.
	Lag Quantiles `json:"generator_lag_ms"`

	Login Quantiles `json:"login_to_frame_ms"` // from connecting to the complete lobby

	Moves        int       `json:"moves"`
	Acknowledged int       `json:"acknowledged"`      // of Moves, those after which the star was seen to go
	MoveToStored Quantiles `json:"move_to_stored_ms"` // from Enter until the star was gone
	MoveBytes    Quantiles `json:"move_bytes"`        // received from a move's first key to the next move's, including the clock's ticks
	EnterBytes   Quantiles `json:"enter_bytes"`       // of MoveBytes, those from Enter on
	Games        int       `json:"games"`             // finished and filed
	Reconnects   int       `json:"reconnects"`        // with --reconnect: sessions that hung up and are at the table again
	Wire         Bytes     `json:"wire_bytes"`        // on the sessions' connections, including what SSH adds

	Server  *Server  `json:"server,omitempty"`  // with --pid
	Machine *Machine `json:"machine,omitempty"` // where there is /proc
}

// Bytes counts the bytes on connections.
type Bytes struct {
	Read    int64 `json:"read"` // from the server
	Written int64 `json:"written"`
}

// Server is what the server's process used in a phase.
type Server struct {
	Cores      float64 `json:"cores"`                // CPU seconds per second
	CPUPerKey  float64 `json:"cpu_us_per_key"`       // 0 without keys
	CPUEach    float64 `json:"cpu_us_per_session_s"` // CPU microseconds per second and session
	RSSBefore  float64 `json:"rss_mib_before"`       // at the beginning
	RSSAfter   float64 `json:"rss_mib_after"`        // at the end
	RSSPeak    float64 `json:"rss_mib_peak"`         // the highest seen, looking twice a second
	RSSSession float64 `json:"rss_kib_per_session"`  // growth from the beginning of the run to the end of this phase, per session

	// MemoryMedian and MemoryPeak are of [Vitals] Memory, read twice a second without
	// waiting for a collection; 0 without --metrics. While the server produces much
	// garbage, what a collection finds in use includes a good part of what was allocated
	// since the collection began.
	MemoryMedian float64 `json:"memory_mib_median"`
	MemoryPeak   float64 `json:"memory_mib_peak"`
	Threads      int     `json:"threads"`    // at the end
	Files        int     `json:"open_files"` // at the end; 0 if they may not be read
}

// Vitals is what the server's metrics say about it, just after a garbage collection.
type Vitals struct {
	Sessions   int `json:"sessions"`
	Goroutines int `json:"goroutines"`
	Files      int `json:"open_files"`

	// Memory is what the garbage collector found in use, plus all stacks. It is an upper
	// estimate. The size of the process is larger, and varies with garbage and with
	// memory not yet returned to the system.
	Memory float64 `json:"memory_mib"`
	Series int     `json:"series"` // the number of series of metrics
}

// Course holds the server's vitals in the course of a run.
type Course struct {
	Before Vitals  `json:"before"` // before anyone came
	Full   Vitals  `json:"full"`   // when all sessions were in
	Late   Vitals  `json:"late"`   // when play was over, before anyone left
	After  Vitals  `json:"after"`  // after all had left
	Bounds []Bound `json:"bounds"`
}

// Machine is what the whole machine did in a phase. If others use the machine too, the
// figures suffer from that.
type Machine struct {
	CPUs        int     `json:"cpus"`
	Busy        float64 `json:"busy_cores"`
	Own         float64 `json:"generator_cores"` // of Busy, this program's
	Others      float64 `json:"others_cores"`    // neither this program's nor, with --pid, the server's
	LoadAverage float64 `json:"load_average"`    // of the last minute, at the end
}

// Kept says whether a sample of the sessions found their games again after their
// connections were cut.
type Kept struct {
	Checked int      `json:"checked"`
	Open    int      `json:"open_games"` // among the sessions checked
	Filed   int      `json:"finished_games"`
	Tries   int      `json:"tries_in_vain"` // to open a game that the previous session had not released yet
	Lost    int      `json:"lost"`          // games with fewer moves than were acknowledged, or missing from the history
	Losses  []string `json:"losses"`        // each in words
}

// A Failure is one kind of thing that went wrong.
type Failure struct {
	What  string `json:"what"`
	Count int    `json:"count"`
	First string `json:"first"`
}

// A Bound is what must hold of a figure, and whether it did.
type Bound struct {
	Figure string   `json:"figure"`
	Least  *float64 `json:"least,omitempty"`
	Most   *float64 `json:"most,omitempty"`
	Got    *float64 `json:"got,omitempty"`
	Held   *bool    `json:"held,omitempty"` // Held and Got are missing if the figure was not measured: see Why
	Why    string   `json:"why,omitempty"`
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

// Judge compares a figure with the limit. A figure that is missing was not measured.
func (l Limit) Judge(figures map[string]float64) Bound {
	b := Bound{Figure: l.Figure}
	if l.Least {
		b.Least = &l.Bound
	} else {
		b.Most = &l.Bound
	}
	got, ok := figures[l.Figure]
	if !ok {
		b.Why = "it was not measured"
		return b
	}
	held := got <= l.Bound
	if l.Least {
		held = got >= l.Bound
	}
	b.Got, b.Held = &got, &held
	return b
}

// AllHeld reports whether all bounds held that could be judged.
func AllHeld(bounds []Bound) bool {
	return !slices.ContainsFunc(bounds, func(b Bound) bool { return b.Held != nil && !*b.Held })
}
