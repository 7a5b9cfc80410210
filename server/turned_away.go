package server

import (
	"fmt"
	"log/slog"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwalk/server/gate"
)

const (
	turnedAwayEvery = time.Minute // how long refusals are gathered before the log has them
	turnedAwayMax   = 100         // addresses that are told apart in that time
)

// A turnedAway gathers which addresses are turned away, and why. The log has a line a minute
// for each of them and not one a connection, so that a flood does not fill it.
type turnedAway struct {
	log *slog.Logger

	mu     sync.Mutex
	counts map[netip.Prefix]map[gate.Reason]int // nil while nothing is gathered
	others int                                  // from addresses beyond turnedAwayMax
}

// note counts a connection. from is as of [limit.Source].
func (t *turnedAway) note(from netip.Prefix, why gate.Reason) {
	switch why {
	case gate.ByClosing, bySilence, byStore, byFull: // as of those who look whether the port is open, or what is not theirs
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts = make(map[netip.Prefix]map[gate.Reason]int)
		time.AfterFunc(turnedAwayEvery, t.write)
	}
	reasons := t.counts[from]
	if reasons == nil {
		if len(t.counts) >= turnedAwayMax {
			t.others++
			return
		}
		reasons = make(map[gate.Reason]int)
		t.counts[from] = reasons
	}
	reasons[why]++
}

// write logs what was gathered, and begins again.
func (t *turnedAway) write() {
	t.mu.Lock()
	counts, others := t.counts, t.others
	t.counts, t.others = nil, 0
	t.mu.Unlock()
	for _, from := range slices.SortedFunc(maps.Keys(counts), netip.Prefix.Compare) {
		var times int
		var why []string
		says := "no login" // which is no reason to shut an address out
		for _, reason := range slices.Sorted(maps.Keys(counts[from])) {
			times += counts[from][reason]
			why = append(why, fmt.Sprintf("%s %d", reason, counts[from][reason]))
			if !slices.Contains(notRefused, reason) {
				says = "turned away"
			}
		}
		addr := from.String()
		if from.IsSingleIP() {
			addr = from.Addr().String()
		}
		t.log.Info(says, "addr", addr, "times", times, "why", strings.Join(why, ", "))
	}
	if others > 0 {
		t.log.Info("more addresses turned away", "times", others)
	}
}
