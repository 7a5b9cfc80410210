package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// root is the folder of the module, relative to this one.
const root = "../.."

// A row that names a missing test would report a failure only after a run of half an
// hour.
func TestEveryCaseNamesWhatThereIs(t *testing.T) {
	t.Parallel()
	for i, c := range cases {
		if c.number != i+1 || c.attack == "" || c.required == "" {
			t.Errorf("case %d is %+v", i+1, c)
		}
		if len(c.modes)+len(c.tests)+len(c.fuzz) == 0 && c.uncovered == "" {
			t.Errorf("nothing covers case %d", c.number)
		}
		for _, test := range slices.Concat(c.tests, c.fuzz) {
			pkg, name := splitTest(test)
			if !isThere(t, pkg, name) {
				t.Errorf("case %d: there is no test %s", c.number, test)
			}
		}
	}
	for _, a := range abuses() {
		if !slices.ContainsFunc(cases[a.number-1].modes, func(m mode) bool { return strings.HasSuffix(m.name, " "+a.name) }) {
			t.Errorf("case %d does not have the attack %s", a.number, a.name)
		}
	}
}

// isThere reports whether a package has a test.
func isThere(t *testing.T, pkg, name string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(path string) bool {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), "\nfunc "+name+"(")
	})
}

func TestNumbersOfCases(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"3": "[3]", "2,5-8": "[2 5 6 7 8]", "8,1-2,2": "[1 2 8]", "27": "[27]"} {
		if got, err := parseNumbers(text); fmt.Sprint(got) != want || err != nil {
			t.Errorf("%s is %v, %v, want %s", text, got, err, want)
		}
	}
	if got, err := parseNumbers("all"); len(got) != len(cases) || err != nil {
		t.Errorf("all is %v, %v", got, err)
	}
	for _, text := range []string{"", "0", "28", "5-2", "x", "1,", "1-", "-1", "1-99"} {
		if got, err := parseNumbers(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestFlagsOfTheSuite(t *testing.T) {
	t.Parallel()
	args := []string{"--cases", "all", "--boardwalk", "x", "--sessions", "3", "--rate", "2", "--ramp", "9", "--reconnect", "1", "--seed", "5"}
	if o, err := parse(args, io.Discard); err != nil || len(o.cases) != len(cases) || o.binary != "x" || o.sessions != 3 || o.redial != 1 {
		t.Errorf("%+v, %v", o, err)
	}
	for _, flag := range []string{
		"--addr=127.0.0.1:2222", "--for=1m", "--pid=1", "--metrics=127.0.0.1:2280", "--abuse=silent", "--kill-every=1s", "--anywhere",
	} {
		name, _, _ := strings.Cut(flag, "=")
		if _, err := parse([]string{"--cases", "2", flag}, io.Discard); err == nil || !strings.HasPrefix(err.Error(), name+" has no effect with --cases") {
			t.Errorf("%s: %v", flag, err)
		}
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	got, err := readVerdicts(strings.NewReader(`{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"TestA"}
{"Action":"attr","Package":"p","Test":"TestA","Key":"reached","Value":"0 of 9"}
{"Action":"attr","Package":"p","Test":"TestA","Key":"other","Value":"x"}
{"Action":"attr","Package":"p","Test":"TestA/part","Key":"reached","Value":"1 of 2"}
{"Action":"fail","Package":"p","Test":"TestA/part"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"skip","Package":"p","Test":"TestC"}
{"Action":"run","Package":"p","Test":"TestD"}
{"Action":"output","Package":"p","Test":"FuzzE","Output":"fuzz: elapsed: 0s, execs: 5 (1/sec), new interesting: 0 (total: 1)\n"}
{"Action":"output","Package":"p","Test":"FuzzE","Output":"fuzz: elapsed: 2s, execs: 130431 (62065/sec), new interesting: 0 (total: 1)\n"}
{"Action":"pass","Package":"p","Test":"FuzzE"}
{"Action":"output","Package":"p","Test":"FuzzF","Output":"fuzz: elapsed: 10s, execs: 7 (1/sec), new interesting: 0 (total: 1)\n"}
{"Action":"output","Package":"p","Test":"FuzzF","Output":"--- FAIL: FuzzF (10.02s)\n"}
{"Action":"output","Package":"p","Test":"FuzzF","Output":"    context deadline exceeded\n"}
{"Action":"fail","Package":"p","Test":"FuzzF"}
{"Action":"output","Package":"p","Test":"FuzzG","Output":"fuzz: elapsed: 2s, execs: 7 (1/sec), new interesting: 0 (total: 1)\n"}
{"Action":"output","Package":"p","Test":"FuzzG","Output":"    g_test.go:3: context deadline exceeded\n"}
{"Action":"fail","Package":"p","Test":"FuzzG"}
{"Action":"fail","Package":"p"}
`))
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]verdict{
		"TestA": {over: true, passed: true, reached: []string{"0 of 9", "1 of 2"}}, "TestB": {over: true}, "TestC": {over: true}, "TestD": {},
		"FuzzE": {over: true, passed: true, execs: 130431},
		"FuzzF": {over: true, passed: true, execs: 7, timeUp: true}, "FuzzG": {over: true, execs: 7},
	} {
		if v := got[name]; v == nil || fmt.Sprint(*v) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, want %+v", name, v, want)
		}
	}
	if _, err := readVerdicts(strings.NewReader("FAIL p [build failed]")); err == nil {
		t.Error("text that is not JSON was accepted")
	}
}

func TestRows(t *testing.T) {
	t.Parallel()
	yes, no, got := true, false, 0.25
	most := 0.3
	bound := Bound{Figure: moreCores, Most: &most, Got: &got, Held: &yes}
	for name, test := range map[string]struct {
		take func(r *row)
		want string
	}{
		"what held": {func(r *row) {
			r.addAttack("--abuse x", &Abuse{Bounds: []Bound{bound}})
			r.addTest("TestA", &verdict{over: true, passed: true, reached: []string{"0 of 9"}})
			r.addTest("TestB", &verdict{over: true, passed: true})
		}, "| 7 | an attack | little | 0.25 core more, 0 of 9, 1 test passes | yes | `--abuse x`, TestA, TestB | today |"},
		"what did not": {func(r *row) {
			bound := bound
			bound.Held = &no
			r.addAttack("--abuse x", &Abuse{Bounds: []Bound{bound}})
		}, "| 7 | an attack | little | 0.25 core more | no: 0.25 core more | `--abuse x` | today |"},
		"what was not measured": {func(r *row) {
			r.addAttack("--abuse x", &Abuse{Bounds: []Bound{{Figure: "held_s", Why: "too short"}}})
		}, "| 7 | an attack | little | | no: held s was not measured | `--abuse x` | today |"},
		"an honest failure": {func(r *row) {
			r.addAttack("--abuse x", &Abuse{Errors: []Failure{{What: "play", Count: 2, First: "a|b\nc"}}})
		}, "| 7 | an attack | little | | no: 2 x play: a/b c | `--abuse x` | today |"},
		"failed and absent tests": {func(r *row) {
			r.addTest("TestA", &verdict{over: true})
			r.addTest("TestB", nil)
			r.addFailure("--abuse x", errors.New("no server"))
		}, "| 7 | an attack | little | | no: TestA failed; TestB did not run to its end; no server | TestA, TestB, --abuse x | today |"},
		"what waits": {func(r *row) { r.uncovered = "there is no daily" }, "| 7 | an attack | little | | not here yet: there is no daily | | today |"},
		"fuzzed": {func(r *row) {
			r.addFuzz("FuzzKeys", &verdict{over: true, passed: true, execs: 12})
		}, "| 7 | an attack | little | Keys 12 times | yes | FuzzKeys | today |"},
		"fuzzed, with what was reached": {func(r *row) {
			r.addFuzz("FuzzKeys", &verdict{over: true, passed: true, reached: []string{"0 of 9"}, execs: 12})
			r.addTest("TestA", &verdict{over: true, passed: true})
		}, "| 7 | an attack | little | 0 of 9, Keys 12 times, 1 test passes | yes | FuzzKeys, TestA | today |"},
		"fuzzed in vain": {func(r *row) {
			r.addFuzz("FuzzA", &verdict{over: true, passed: true, reached: []string{"0 of 9"}})
			r.addFuzz("FuzzB", &verdict{over: true})
			r.addFuzz("FuzzC", nil)
		}, "| 7 | an attack | little | 0 of 9 | no: FuzzA had no time; FuzzB failed; FuzzC did not run to its end | FuzzA, FuzzB, FuzzC | today |"},
	} {
		r := row{abuseCase: abuseCase{number: 7, attack: "an attack", required: "little"}, measured: "today"}
		test.take(&r)
		if got := r.String(); strings.Join(strings.Fields(got), " ") != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, test.want)
		}
	}
}
