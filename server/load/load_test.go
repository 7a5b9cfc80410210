package load

import (
	"io"
	"net/netip"
	"testing"
	"time"
)

// measure measures a run of five players on a server.
func measure(t *testing.T, server *ServerProcess, as Options) *Report {
	t.Helper()
	o := OptionsOf(server)
	o.Sessions, o.Ramp, o.Rate, o.Reconnect, o.For = 5, 100, as.Rate, as.Reconnect, as.For
	return Measure(t.Context(), o, io.Discard)
}

func TestLoadPlaysAndReports(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir())
	r := new(Report)
	for length := 2 * time.Second; r.Load.Acknowledged == 0 && length < 20*time.Second; length *= 2 { // a slow machine needs longer
		r = measure(t, server, Options{Rate: 20, For: length})
	}
	if r.Began != 5 || len(r.Errors) > 0 {
		t.Errorf("%d began, errors %+v", r.Began, r.Errors)
	}
	if n := r.Ramp.Login.Count; n != 5 {
		t.Errorf("%d logins were measured, want 5", n)
	}
	if r.Checked != 5 || len(r.Losses) > 0 {
		t.Errorf("%d looked for their games, lost %q", r.Checked, r.Losses)
	}
	f := r.Load
	if f.Moves == 0 || f.Acknowledged != f.Moves || f.MoveToStored.Count != f.Moves {
		t.Errorf("%d moves, %d acknowledged, %d measured", f.Moves, f.Acknowledged, f.MoveToStored.Count)
	}
	// A move is t, a place or more, and Enter.
	if f.Keys < 4*f.Moves {
		t.Errorf("%d keys for %d moves", f.Keys, f.Moves)
	}
	for name, q := range map[string]Quantiles{"key": f.KeyToFrame, "stored": f.MoveToStored, "login": r.Ramp.Login} {
		if q.Count == 0 || q.P50 <= 0 || q.P50 > q.P95 || q.P95 > q.P99 || q.P99 > q.Max {
			t.Errorf("%s: %+v", name, q)
		}
	}
	if s := f.Server; s == nil || s.MemoryPeak <= 0 {
		t.Errorf("the server used %+v", s)
	}
}

func TestNobodyToPlayWith(t *testing.T) {
	t.Parallel()
	o := Options{Target: netip.MustParseAddrPort("127.0.0.1:1"), Sessions: 2, Rate: 1, For: time.Second, Ramp: 100}
	r := Measure(t.Context(), o, io.Discard)
	if r.Began != 0 || len(r.Errors) != 1 || r.Errors[0].Count != 2 {
		t.Errorf("%d began, errors %+v", r.Began, r.Errors)
	}
}
