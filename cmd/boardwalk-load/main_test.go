package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"boardwalk/server/load"
)

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
		"too much coming":  {"--reconnect", "201"},
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

// Runs of other kinds are tested in package load.
func TestNobodyToPlayWith(t *testing.T) {
	t.Parallel()
	var out, log bytes.Buffer
	code := run(t.Context(), []string{"--addr", "127.0.0.1:1", "--sessions", "2", "--for", "1s", "--ramp", "100"}, &out, &log)
	var r load.Report
	if err := json.Unmarshal(out.Bytes(), &r); code != 1 || err != nil || r.Held || r.Sessions.Asked != 2 {
		t.Errorf("exit %d, %v: %s%s", code, err, &out, &log)
	}
}
