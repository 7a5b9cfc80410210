package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestLoadPlaysAndReports(t *testing.T) {
	t.Parallel()
	addr := serve(t)
	var r Report
	for length := 2 * time.Second; r.Load.MoveBytes.Count == 0 && length < 20*time.Second; length *= 2 { // a slow machine needs longer
		var out, log bytes.Buffer
		if code := run(t.Context(), []string{
			"--addr", addr, "--sessions", "5", "--rate", "20", "--for", length.String(), "--ramp", "100", "--pid", strconv.Itoa(os.Getpid()),
		}, &out, &log); code != 0 {
			t.Fatalf("exit %d: %s%s", code, &log, &out)
		}
		r = Report{}
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
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
	o, err := parse([]string{"--addr", serve(t), "--sessions", "2", "--rate", "0", "--for", "1s", "--ramp", "100"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	r, err := load(t.Context(), o, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Held || r.Load.Keys != 0 || r.Ramp.Wire.Read == 0 {
		t.Errorf("held is %v with %d keys, and %d bytes before them: %+v", r.Held, r.Load.Keys, r.Ramp.Wire.Read, r.Errors)
	}
}

func TestNobodyToPlayWith(t *testing.T) {
	t.Parallel()
	o, err := parse([]string{"--addr", "127.0.0.1:1", "--sessions", "2", "--for", "1s", "--ramp", "100"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	r, err := load(t.Context(), o, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if r.Held || r.Sessions.Began != 0 || len(r.Errors) != 1 || r.Errors[0].Count != 2 {
		t.Errorf("held is %v, sessions %+v, errors %+v", r.Held, r.Sessions, r.Errors)
	}
}

func TestWrongFlags(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"another machine":  {"--addr", "192.0.2.1:2222"},
		"no host":          {"--addr", ":2222"},
		"no port":          {"--addr", "127.0.0.1"},
		"no sessions":      {"--sessions", "0"},
		"too many":         {"--sessions", "5001"},
		"too fast":         {"--rate", "101"},
		"backwards":        {"--rate", "-1"},
		"not a rate":       {"--rate", "NaN"},
		"too long":         {"--for", "2h"},
		"too short":        {"--for", "1ms"},
		"no ramp":          {"--ramp", "0"},
		"more than memory": {"--sessions", "5000", "--rate", "100", "--for", "1h"},
		"no such attack":   {"--abuse", "all"},
		"no such case":     {"--cases", "28"},
		"too much coming":  {"--reconnect", "201"},
		"a server it has":  {"--boardwalk", "x"},
		"two servers":      {"--abuse", "silent", "--boardwalk", "x"},
		"no such flag":     {"--users", "5"},
		"no flag":          {"5"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, log bytes.Buffer
			if code := run(t.Context(), args, &out, &log); code != 2 || out.Len() > 0 || log.Len() == 0 {
				t.Errorf("exit %d, printing %q and %q", code, &out, &log)
			}
		})
	}
	if _, err := parse([]string{"--addr", "192.0.2.1:2222", "--anywhere"}, io.Discard); err != nil {
		t.Errorf("--anywhere: %v", err)
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	if code := run(t.Context(), []string{"--help"}, io.Discard, &log); code != 0 || !strings.Contains(log.String(), "-anywhere") {
		t.Errorf("exit %d: %s", code, &log)
	}
}
