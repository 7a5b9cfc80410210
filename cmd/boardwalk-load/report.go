package main

import "time"

// A Report is what a run prints. Names stay; what is new comes beside them.
type Report struct {
	Started time.Time `json:"started"` // UTC
	Addr    string    `json:"addr"`
	Seed    uint64    `json:"seed"`
	Rate    float64   `json:"rate"` // keys a second of each session, as asked

	Sessions Sessions  `json:"sessions"`
	Ramp     Figures   `json:"ramp"`            // while they came in
	Calm     *Figures  `json:"calm,omitempty"`  // before an attack
	Load     Figures   `json:"load"`            // while they played; with an attack, during that
	Abuse    *Abuse    `json:"abuse,omitempty"` // the attack
	Kept     Kept      `json:"kept"`
	Course   *Course   `json:"course,omitempty"` // with --metrics
	Kills    *Kills    `json:"kills,omitempty"`  // with --kill-every
	Errors   []Failure `json:"errors"`           // of honest sessions, the most frequent kind first

	// Held tells that no honest session failed or lost anything, that the server
	// was as before when all had left, and that all that must hold in an attack
	// did, as far as it was measured.
	Held bool `json:"held"`
}

// Sessions is how many honest sessions there were.
type Sessions struct {
	Asked int `json:"asked"`
	Began int `json:"began"` // came as far as a table
	Lost  int `json:"lost"`  // of these, ended before the run did
}

// Figures is what was measured in one phase of a run.
type Figures struct {
	Seconds float64 `json:"seconds"`

	// KeyToFrame is from the writing of a key to the arrival of the bytes that
	// show what it did, in ms. A key that was due while the one before had no
	// answer yet, one of HeldUp, counts from when it was due. Keys between two
	// games count as well, those on the way to the first table do not.
	Keys       int       `json:"keys"`
	KeyToFrame Quantiles `json:"key_to_frame_ms"`
	HeldUp     int       `json:"held_up"`

	// Lag is how late keys were written that nothing held up, in ms: how much
	// this program itself lacked the machine. The server's figures are worse
	// than the server by about as much.
	Lag Quantiles `json:"generator_lag_ms"`

	Login Quantiles `json:"login_to_frame_ms"` // from connecting to the whole lobby

	Moves        int       `json:"moves"`
	Acknowledged int       `json:"acknowledged"`      // of these, the star behind the number was seen to go
	MoveToStored Quantiles `json:"move_to_stored_ms"` // from Enter until then
	MoveBytes    Quantiles `json:"move_bytes"`        // shown from a move's first key to the next move's, the clock's ticks included
	EnterBytes   Quantiles `json:"enter_bytes"`       // of these, from Enter on
	Games        int       `json:"games"`             // played to an end and filed
	Reconnects   int       `json:"reconnects"`        // with --reconnect: who hung up and is at the table again
	Wire         Wire      `json:"wire_bytes"`        // of the sessions' connections, with all that SSH adds

	Server  *Server  `json:"server,omitempty"`  // with --pid
	Machine *Machine `json:"machine,omitempty"` // where /proc tells
}

// Wire is bytes on connections.
type Wire struct {
	Read    int64 `json:"read"` // from the server
	Written int64 `json:"written"`
}

// Server is what the server's process took in a phase.
type Server struct {
	Cores      float64 `json:"cores"`                // CPU seconds a second
	CPUPerKey  float64 `json:"cpu_us_per_key"`       // 0 without keys
	CPUEach    float64 `json:"cpu_us_per_session_s"` // CPU microseconds a second, by session
	RSSBefore  float64 `json:"rss_mib_before"`       // at the beginning
	RSSAfter   float64 `json:"rss_mib_after"`        // at the end
	RSSPeak    float64 `json:"rss_mib_peak"`         // the most that was seen, twice a second
	RSSSession float64 `json:"rss_kib_per_session"`  // what came in the run until the end of this phase, by session

	// Of [Vitals] Memory, seen twice a second and without waiting for a collection;
	// 0 without --metrics. While much is thrown away, what a collection finds in
	// use has a good part of what came since it began.
	MemoryMedian float64 `json:"memory_mib_median"`
	MemoryPeak   float64 `json:"memory_mib_peak"`
	Threads      int     `json:"threads"`    // at the end
	Files        int     `json:"open_files"` // at the end; 0 where they may not be read
}

// Vitals is what the server's metrics tell of it, just after it has collected its
// garbage.
type Vitals struct {
	Sessions   int `json:"sessions"`
	Goroutines int `json:"goroutines"`
	Files      int `json:"open_files"`

	// Memory is what the collector found in use, and the stacks: rather too much
	// than too little. The size of the process is more, as it comes and goes by
	// what is garbage and what the system was not given back yet.
	Memory float64 `json:"memory_mib"`
	Series int     `json:"series"` // of metrics
}

// Course is the server's vitals in the course of a run.
type Course struct {
	Before Vitals  `json:"before"` // anyone came
	Full   Vitals  `json:"full"`   // when all were in; with an attack, just before that
	Late   Vitals  `json:"late"`   // when play was over, and nobody had left
	After  Vitals  `json:"after"`  // all had left
	Bounds []Bound `json:"bounds"`
}

// Machine is what the whole machine did in a phase: figures of a machine that
// others use too are no better than theirs allow.
type Machine struct {
	CPUs        int     `json:"cpus"`
	Busy        float64 `json:"busy_cores"`
	Own         float64 `json:"generator_cores"` // of these, this program's
	Others      float64 `json:"others_cores"`    // neither this program's nor, with --pid, the server's
	LoadAverage float64 `json:"load_average"`    // of the last minute, at the end
}

// Kept is whether a sample of the sessions found their games again, after their
// lines were cut.
type Kept struct {
	Checked int      `json:"checked"`
	Open    int      `json:"open_games"` // of the sessions checked
	Filed   int      `json:"finished_games"`
	Tries   int      `json:"tries_in_vain"` // to open a game that the session before had not let go of yet
	Lost    int      `json:"lost"`          // with fewer moves than were acknowledged, or not in the history
	Losses  []string `json:"losses"`        // each in words
}

// A Failure is one kind of what went wrong.
type Failure struct {
	What  string `json:"what"`
	Count int    `json:"count"`
	First string `json:"first"`
}

// An Abuse is an attack and what came of it.
type Abuse struct {
	Name    string             `json:"name"`
	Case    int                `json:"case"` // the number in the list of abuse cases
	Does    string             `json:"does"`
	Seconds float64            `json:"seconds"`
	Figures map[string]float64 `json:"figures"` // all that was counted; those in Bounds have their names there
	Bounds  []Bound            `json:"bounds"`
	Errors  []Failure          `json:"errors"` // of the attacker: what was unexpected
}

// A Bound is what must hold in an attack.
type Bound struct {
	Figure string   `json:"figure"`
	Least  *float64 `json:"least,omitempty"`
	Most   *float64 `json:"most,omitempty"`
	Got    *float64 `json:"got,omitempty"`
	Held   *bool    `json:"held,omitempty"` // neither this nor Got where it was not measured: see Why
	Why    string   `json:"why,omitempty"`
}
