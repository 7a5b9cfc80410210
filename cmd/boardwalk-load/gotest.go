package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
)

// fuzzTime is how long each target is fuzzed.
const fuzzTime = "10s"

// minimizeTime is the number of tries that the fuzzer has to minimize an input that
// reaches new code. By default it takes a minute for each, and a target that plays long
// games gets to nothing else.
const minimizeTime = "3x"

// A verdict is the outcome of one test.
type verdict struct {
	over    bool // passed, failed or skipped
	passed  bool
	reached []string // what it and its subtests set with t.Attr("reached", ...), in order
	execs   int      // executions of a target that was fuzzed
	timeUp  bool     // its only failure was the end of its time; see fuzzerLate
}

// goTest runs tests of a package of the module, named in full, and fuzzes the last of
// them if fuzz is set. It returns an error if the tests could not be run; a test that
// fails is no error.
func goTest(ctx context.Context, pkg string, names []string, fuzz bool) (map[string]*verdict, error) {
	args := []string{"test", "-json", "-count=1", "-run", "^(" + strings.Join(names, "|") + ")$", "boardwalk/" + pkg}
	if fuzz {
		// The fuzzer first tries what earlier runs found. For a target that was fuzzed
		// for long on this machine, that would take all the time.
		fresh, err := os.MkdirTemp("", "boardwalk-fuzz-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(fresh)
		args = append(args, "-fuzz", "^"+names[len(names)-1]+"$", "-fuzztime", fuzzTime, "-fuzzminimizetime", minimizeTime,
			"-args", "-test.fuzzcachedir="+fresh)
	}
	cmd := exec.CommandContext(ctx, "go", args...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("run go test: %w", err)
	}
	verdicts, err := readVerdicts(bytes.NewReader(out))
	if err != nil {
		return nil, fmt.Errorf("go test boardwalk/%s: %w: %s", pkg, err, bytes.TrimSpace(errs.Bytes()))
	}
	return verdicts, nil
}

// executions matches the line in which a fuzzer says how often it has called its target.
var executions = regexp.MustCompile(`^fuzz: elapsed: .* execs: (\d+) `)

// fuzzerLate is the only output of a fuzzer that takes the end of its own time for a
// failure although no input failed (https://go.dev/issue/75804, in Go before 1.27).
const fuzzerLate = "    context deadline exceeded\n"

// readVerdicts parses the output of go test -json and returns the verdicts of tests by
// name. Subtests count for their test.
func readVerdicts(text io.Reader) (map[string]*verdict, error) {
	verdicts := make(map[string]*verdict)
	for in := json.NewDecoder(text); ; {
		var event struct{ Action, Test, Key, Value, Output string }
		err := in.Decode(&event)
		switch {
		case errors.Is(err, io.EOF):
			return verdicts, nil
		case err != nil:
			return nil, err
		case event.Test == "":
			continue
		}
		name, _, part := strings.Cut(event.Test, "/")
		v := verdicts[name]
		if v == nil {
			v = new(verdict)
			verdicts[name] = v
		}
		switch {
		case event.Action == "attr" && event.Key == "reached":
			v.reached = append(v.reached, event.Value)
		case event.Action == "output":
			v.timeUp = v.timeUp || event.Output == fuzzerLate
			if found := executions.FindStringSubmatch(event.Output); found != nil {
				v.execs, _ = strconv.Atoi(found[1])
			}
		case !part && (event.Action == "pass" || event.Action == "fail" || event.Action == "skip"):
			v.over, v.passed = true, event.Action == "pass" || v.timeUp && v.execs > 0
		}
	}
}
