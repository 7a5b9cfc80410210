package load

import (
	"io"
	"testing"
	"time"
)

// measure measures a run.
func measure(t *testing.T, o Options) *Report {
	t.Helper()
	if err := o.Check(); err != nil {
		t.Fatal(err)
	}
	r, err := Measure(t.Context(), o, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestLoadPlaysAndReports(t *testing.T) {
	t.Parallel()
	server := start(t, t.TempDir())
	r := new(Report)
	for length := 2 * time.Second; r.Load.MoveBytes.Count == 0 && length < 20*time.Second; length *= 2 { // a slow machine needs longer
		r = measure(t, Options{Addr: server.Addr, PID: server.PID, Sessions: 5, Rate: 20, For: length, Ramp: 100})
	}
	if want := (Sessions{Asked: 5, Began: 5}); r.Sessions != want {
		t.Errorf("sessions %+v, want %+v", r.Sessions, want)
	}
	if !r.Held || len(r.Errors) > 0 {
		t.Errorf("held is %v, with errors %+v", r.Held, r.Errors)
	}
	if n := r.Ramp.Login.Count; n != 5 {
		t.Errorf("%d logins were measured, want 5", n)
	}
	if r.Kept.Checked != 5 || r.Kept.Lost != 0 || r.Kept.Open+r.Kept.Filed == 0 {
		t.Errorf("kept %+v", r.Kept)
	}
	f := r.Load
	if f.Moves == 0 || f.Acknowledged != f.Moves || f.MoveToStored.Count != f.Moves {
		t.Errorf("%d moves, %d acknowledged, %d measured", f.Moves, f.Acknowledged, f.MoveToStored.Count)
	}
	// A move is t, a place or more, and Enter. Nobody types faster than asked.
	if f.Keys < 4*f.Moves || float64(f.Keys) > 5*20*(f.Seconds+1) {
		t.Errorf("%d keys for %d moves in %v s", f.Keys, f.Moves, f.Seconds)
	}
	for name, q := range map[string]Quantiles{"key": f.KeyToFrame, "stored": f.MoveToStored, "bytes": f.MoveBytes, "login": r.Ramp.Login} {
		if q.Count == 0 || q.P50 <= 0 || q.P50 > q.P95 || q.P95 > q.P99 || q.P99 > q.Max {
			t.Errorf("%s: %+v", name, q)
		}
	}
	if f.Wire.Read < int64(f.MoveBytes.P50) || f.Wire.Written < int64(f.Keys) {
		t.Errorf("%d bytes read and %d written for %d keys", f.Wire.Read, f.Wire.Written, f.Keys)
	}
}

func TestSessionsWithoutKeysOnlySit(t *testing.T) {
	t.Parallel()
	r := measure(t, Options{Addr: start(t, t.TempDir()).Addr, Sessions: 2, For: time.Second, Ramp: 100})
	if !r.Held || r.Load.Keys != 0 || r.Ramp.Wire.Read == 0 {
		t.Errorf("held is %v with %d keys, and %d bytes before them: %+v", r.Held, r.Load.Keys, r.Ramp.Wire.Read, r.Errors)
	}
}

func TestNobodyToPlayWith(t *testing.T) {
	t.Parallel()
	r := measure(t, Options{Addr: "127.0.0.1:1", Sessions: 2, Rate: 1, For: time.Second, Ramp: 100})
	if r.Held || r.Sessions.Began != 0 || len(r.Errors) != 1 || r.Errors[0].Count != 2 {
		t.Errorf("held is %v, sessions %+v, errors %+v", r.Held, r.Sessions, r.Errors)
	}
}
