package main

import "time"

// A Report is what a run prints. Names never change; new ones are added beside them.
type Report struct {
	Started time.Time `json:"started"` // UTC
	Addr    string    `json:"addr"`
	Seed    uint64    `json:"seed"`
	Rate    float64   `json:"rate"` // keys a second per session, as asked

	Sessions Sessions  `json:"sessions"`
	Ramp     Figures   `json:"ramp"`            // while the sessions came in
	Calm     *Figures  `json:"calm,omitempty"`  // before an attack
	Load     Figures   `json:"load"`            // while they played; with --abuse, during the attack
	Abuse    *Abuse    `json:"abuse,omitempty"` // the attack
	Kept     Kept      `json:"kept"`
	Course   *Course   `json:"course,omitempty"` // with --metrics
	Kills    *Kills    `json:"kills,omitempty"`  // with --kill-every
	Errors   []Failure `json:"errors"`           // of honest sessions, the most frequent kind first

	// Held says that no honest session failed or lost anything, that the server was as
	// before when all had left, and that every bound of an attack held, as far as it was
	// measured.
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
	Wire         Wire      `json:"wire_bytes"`        // on the sessions' connections, including what SSH adds

	Server  *Server  `json:"server,omitempty"`  // with --pid
	Machine *Machine `json:"machine,omitempty"` // where there is /proc
}

// Wire counts the bytes on connections.
type Wire struct {
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
	Full   Vitals  `json:"full"`   // when all sessions were in; with --abuse, just before the attack
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

// An Abuse is an attack and its outcome.
type Abuse struct {
	Name    string             `json:"name"`
	Case    int                `json:"case"` // the number in the table of attacks
	Does    string             `json:"does"`
	Seconds float64            `json:"seconds"`
	Figures map[string]float64 `json:"figures"` // all figures; Bounds refers to them by name
	Bounds  []Bound            `json:"bounds"`
	Errors  []Failure          `json:"errors"` // of the attacker, as far as unexpected
}

// A Bound is what must hold in an attack.
type Bound struct {
	Figure string   `json:"figure"`
	Least  *float64 `json:"least,omitempty"`
	Most   *float64 `json:"most,omitempty"`
	Got    *float64 `json:"got,omitempty"`
	Held   *bool    `json:"held,omitempty"` // Held and Got are missing if the figure was not measured: see Why
	Why    string   `json:"why,omitempty"`
}
