package main

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// An abuse is an attack on a server and the bounds that must hold during it: a row of the
// table of attacks in the README.
type abuse struct {
	name        string
	number      int // in that table
	does        string
	connections int           // the most that it has open
	least       time.Duration // how long it must last before its figures can be judged; those of honest players always can
	rehearsal   time.Duration // how long it is made before the calm too: what a server allocates once for its first players is no leak
	bounds      []limit
	run         func(context.Context, *attackEnv)
}

// A limit is a bound that one figure must not exceed or, if least is set, not fall below.
type limit struct {
	figure string
	bound  float64
	least  bool
}

// Figures of every attack, besides its own.
const (
	honestP99   = "honest_key_to_frame_p99_ms"
	calmP99     = "calm_key_to_frame_p99_ms"    // before the attack
	watchedP99  = "watched_key_to_frame_p99_ms" // of the player who is watched
	honestLogin = "honest_login_max_ms"
	moreCores   = "server_cores_more"           // compared with the calm
	moreMemory  = "server_memory_peak_more_mib" // memory in use, compared with the end of the calm; see [Vitals]
	moreRSS     = "server_rss_peak_more_mib"    // size of the process; it has no bound because it includes garbage
	heldCores   = "held_cores_more"             // while a connection without a session is held, compared with the calm
	moreSeries  = "metrics_series_more"         // compared with before the attack
)

// visitEvery is the time between logins of honest visitors, in the calm and during an
// attack.
const visitEvery = time.Second

// abuses returns all attacks, with the bounds of the table of attacks.
func abuses() []abuse {
	return []abuse{
		{
			name: "resize-flood", number: 2, connections: 10, run: resizeFlood,
			does:   "20,000 changes of the window's size a second; again at once when cut off",
			bounds: []limit{{honestP99, 100, false}, {moreCores, 0.3, false}, {"repaints_per_second", 20, false}},
		},
		{
			name: "key-flood", number: 3, connections: 10, run: keyFlood,
			does:   "400,000 keys a second of a real game, in turn with pastes of 1 MB; again at once when cut off",
			bounds: []limit{{honestP99, 100, false}, {moreCores, 0.3, false}, {"cut_after_s", 5, false}, {"moves_per_second", 200, false}},
		},
		{
			name: "stalled-reader", number: 4, connections: 30, run: stalledReader,
			does:   "five players play a move, each with a watcher; in two races of three, one racer plays a move and another, who has finished, watches; all of these stop reading and ask for whole frames 100 times a second, while the third racer plays on; then the watched players come back for their games",
			bounds: []limit{{honestP99, 100, false}, {"cut_after_s", 15, false}, {"games_lost", 0, false}},
		},
		{
			name: "channels", number: 5, connections: 10, run: channels,
			does:   "500 session channels on a connection, each with a program; again at once when cut off",
			bounds: []limit{{honestP99, 100, false}, {"accepted_at_once", 4, false}, {moreMemory, 5, false}},
		},
		{
			name: "close-channels", number: 6, connections: 10, run: closeChannels,
			does:   "100 sessions on one connection, each closed once it shows something; then the connection is held without a session",
			bounds: []limit{{honestP99, 100, false}, {"sessions_begun", 100, true}, {"programs_left", 0, false}, {heldCores, 0.05, false}, {"held_s", 65, false}},
		},
		{
			name: "silent", number: 7, connections: silentMax, run: silent,
			does:   "10,000 connections from 500 addresses that say nothing, 1,000 a second",
			bounds: []limit{{honestP99, 100, false}, {honestLogin, 1000, false}, {"held_at_once", 200, false}, {"held_s", 11, false}, {moreMemory, 20, false}},
		},
		{
			name: "half-handshake", number: 8, connections: 300, run: halfHandshake,
			does:   "200 handshakes from 10 addresses, one byte a second; each again at once when cut off",
			bounds: []limit{{honestP99, 100, false}, {honestLogin, 1000, false}, {"held_s", 11, false}},
		},
		{
			name: "logins", number: 9, connections: 300, least: 10 * time.Second, run: logins,
			does:   "1,000 logins a second from one address, up to 20,000",
			bounds: []limit{{honestP99, 100, false}, {moreCores, 0.5, false}, {"refused_share", 0.95, true}},
		},
		{
			name: "fresh-keys", number: 10, connections: 10, run: freshKeys,
			does:   "up to 10,000 logins from the addresses of one /24, each with a new key; each plays a move",
			bounds: []limit{{honestP99, 100, false}, {"accounts", 20, false}},
		},
		{
			name: "env-flood", number: 11, connections: 10, run: envFlood,
			does:   "1,000 variables of 30 KB, then a terminal, over and over; at the same time terminals with new names, 100 a second and up to 10,000",
			bounds: []limit{{honestP99, 100, false}, {moreMemory, 1, false}, {moreSeries, 0, false}},
		},
		{
			name: "watchers", number: 17, connections: watchersMax + 10, least: 10 * time.Second, rehearsal: 8 * time.Second, run: watchers,
			does:   "200 from ten addresses watch one player of ten keys a second, and 100 times a second one of them leaves and comes back",
			bounds: []limit{{honestP99, 50, false}, {watchedP99, 50, false}, {"watched_by", 0.9 * watchersMax, true}, {"joins_per_second", 90, true}},
		},
	}
}

func abuseNames() (names []string) {
	for _, a := range abuses() {
		names = append(names, a.name)
	}
	return names
}

// findAbuse returns the attack with a name, or nil if there is none.
func findAbuse(name string) *abuse {
	for _, a := range abuses() {
		if a.name == name {
			return &a
		}
	}
	return nil
}

// An attackEnv gives an attack its server and collects its figures. It may be used from
// any goroutine.
type attackEnv struct {
	*workload
	calm       *Server      // the server's figures in the calm, nil if unknown
	number     atomic.Int64 // the number of attacking sessions so far
	unexpected failures     // unexpected errors

	mu      sync.Mutex
	figures map[string]float64
}

// add adds to a figure.
func (e *attackEnv) add(figure string, n float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.figures[figure] += n
}

// raise raises a figure to n if it is lower or missing.
func (e *attackEnv) raise(figure string, n float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if old, ok := e.figures[figure]; !ok || n > old {
		e.figures[figure] = n
	}
}

// figure returns the current value of a figure.
func (e *attackEnv) figure(name string) float64 {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.figures[name]
}

// failed records an error that the attacker did not expect, unless the attack is over.
func (e *attackEnv) failed(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		e.unexpected.add("attack", err)
	}
}

// attack attacks for the given time, or until the attack ends by itself.
func (w *workload) attack(ctx context.Context, a *abuse, calm *Server, length time.Duration) *Abuse {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// ctx has no deadline: a dial that is cut off by a deadline fails a moment before ctx
	// ends, and would look like the server's fault.
	defer time.AfterFunc(length, cancel).Stop()
	e := &attackEnv{workload: w, calm: calm, figures: make(map[string]float64)}
	began := time.Now()
	a.run(ctx, e)
	return &Abuse{
		Name: a.name, Case: a.number, Does: a.does, Seconds: rounded(time.Since(began).Seconds()),
		Figures: e.figures, Bounds: []Bound{}, Errors: e.unexpected.list(),
	}
}

// withVisitors calls do while an honest player logs in each second, and waits until the
// last of them has left.
func (w *workload) withVisitors(ctx context.Context, do func()) {
	ctx, cancel := context.WithCancel(ctx)
	var visitors sync.WaitGroup
	visitors.Go(func() {
		for {
			number := w.sessions + int(w.visitors.Add(1)) - 1
			visitors.Go(func() { w.visit(number) })
			if !pause(ctx, visitEvery) {
				return
			}
		}
	})
	do()
	cancel()
	visitors.Wait()
}

// visit logs in as an honest player, waits for the lobby and leaves.
func (w *workload) visit(number int) {
	ctx, cancel := context.WithTimeout(context.Background(), handshakeLimit)
	defer cancel()
	tally := w.tally.Load()
	p, err := w.newPlayer(number, w.networks.forHonest())
	if err == nil {
		var took time.Duration
		if took, err = p.enterLobby(ctx); err == nil {
			tally.login(took)
			return
		}
	}
	w.failures.add("log in beside the others", err)
}

// judge compares the figures with the bounds.
func (a *Abuse) judge(what *abuse, calm, during Figures, course Course) {
	if during.KeyToFrame.Count > 0 {
		a.Figures[honestP99] = during.KeyToFrame.P99
		a.Figures[calmP99] = calm.KeyToFrame.P99
	}
	if during.Login.Count > 0 {
		a.Figures[honestLogin] = during.Login.Max
	}
	if calm.Server != nil && during.Server != nil {
		a.Figures[moreCores] = rounded(during.Server.Cores - calm.Server.Cores)
		a.Figures[moreRSS] = rounded(during.Server.RSSPeak - calm.Server.RSSAfter)
	}
	if course.Full.Memory > 0 && during.Server != nil {
		a.Figures[moreMemory] = rounded(during.Server.MemoryPeak - course.Full.Memory)
		a.Figures[moreSeries] = float64(course.Late.Series - course.Full.Series)
	}
	for _, l := range what.bounds {
		b := l.judge(a.Figures)
		if honest := l.figure == honestP99 || l.figure == honestLogin; b.Got != nil && !honest && a.Seconds < what.least.Seconds() {
			b.Got, b.Held, b.Why = nil, nil, fmt.Sprintf("it takes %v of attack to judge", what.least)
		}
		a.Bounds = append(a.Bounds, b)
	}
}

// allHeld reports whether all bounds held that could be judged.
func allHeld(bounds []Bound) bool {
	return !slices.ContainsFunc(bounds, func(b Bound) bool { return b.Held != nil && !*b.Held })
}
