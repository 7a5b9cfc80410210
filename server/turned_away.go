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
	refusedKeys     = 4           // keys that were refused of each
)

// A turnedAway gathers which addresses are turned away, and why. The log has a line a minute
// for each of them and not one a connection, so that a flood does not fill it.
type turnedAway struct {
	log *slog.Logger

	mu     sync.Mutex
	counts map[netip.Prefix]map[gate.Reason]int // nil while nothing is gathered
	keys   map[netip.Prefix][]string            // fingerprints of refused keys of those in counts
	others int                                  // from addresses beyond turnedAwayMax
}

// note counts a connection, and the fingerprints of its keys that were refused, so that the host can list one.
// from is as of [limit.Source].
func (t *turnedAway) note(from netip.Prefix, why gate.Reason, keys ...string) {
	switch why {
	case gate.ByClosing, bySilence, byStore, byFull: // as of those who look whether the port is open, or what is not theirs
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.counts == nil {
		t.counts, t.keys = make(map[netip.Prefix]map[gate.Reason]int), make(map[netip.Prefix][]string)
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
	for _, key := range keys {
		if has := t.keys[from]; len(has) < refusedKeys && !slices.Contains(has, key) {
			t.keys[from] = append(has, key)
		}
	}
}

// write logs what was gathered, and begins again.
func (t *turnedAway) write() {
	t.mu.Lock()
	counts, keys, others := t.counts, t.keys, t.others
	t.counts, t.keys, t.others = nil, nil, 0
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
		line := []any{"addr", addr, "times", times, "why", strings.Join(why, ", ")}
		if len(keys[from]) > 0 {
			line = append(line, "keys", strings.Join(keys[from], " "))
		}
		t.log.Info(says, line...)
	}
	if others > 0 {
		t.log.Info("more addresses turned away", "times", others)
	}
}
