package abuse_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// root is the folder of the module, relative to this one.
const root = "../.."

// A goTest is a test of the module, or a fuzz target.
type goTest struct {
	pkg  string // folder in the module
	name string
}

// fuzzed reports whether the test is a fuzz target.
func (t goTest) fuzzed() bool { return strings.HasPrefix(t.name, "Fuzz") }

// directive is the comment with which a test declares that it belongs to cases, as a
// line of its documentation. Their numbers follow, separated by spaces.
const directive = "//abuse:case "

// declared returns the tests of a module, given its folder, that belong to each case: in
// the order of their folders, and in a folder of files and lines.
func declared(module string) (tests map[int][]goTest, err error) {
	tests = make(map[int][]goTest)
	err = filepath.WalkDir(module, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("\n"+directive)) {
			return err
		}
		folder, err := filepath.Rel(module, filepath.Dir(path))
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			f, ok := decl.(*ast.FuncDecl)
			if !ok || f.Doc == nil {
				continue
			}
			for _, comment := range f.Doc.List {
				numbers, ok := strings.CutPrefix(comment.Text, directive)
				if !ok {
					continue
				}
				for _, number := range strings.Fields(numbers) {
					n, err := strconv.Atoi(number)
					if err != nil {
						return fmt.Errorf("%s: %s: %w", path, f.Name.Name, err)
					}
					tests[n] = append(tests[n], goTest{filepath.ToSlash(folder), f.Name.Name})
				}
			}
		}
		return nil
	})
	return tests, err
}

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

// runTests runs tests of one package, or fuzzes one target, and returns the verdicts by
// name. It returns an error if the tests could not be run; a test that fails is no error.
func runTests(ctx context.Context, tests []goTest) (map[string]*verdict, error) {
	var names []string
	for _, t := range tests {
		names = append(names, t.name)
	}
	pkg := "boardwalk/" + tests[0].pkg
	args := []string{"test", "-json", "-count=1", "-run", "^(" + strings.Join(names, "|") + ")$", pkg}
	if tests[0].fuzzed() {
		// The fuzzer first tries what earlier runs found. For a target that was fuzzed
		// for long on this machine, that would take all the time.
		fresh, err := os.MkdirTemp("", "boardwalk-fuzz-")
		if err != nil {
			return nil, err
		}
		defer os.RemoveAll(fresh)
		args = append(args, "-fuzz", "^"+names[0]+"$", "-fuzztime", fuzzTime, "-fuzzminimizetime", minimizeTime,
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
		return nil, fmt.Errorf("go test %s: %w: %s", pkg, err, bytes.TrimSpace(errs.Bytes()))
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

// A row that nothing covers would say that it holds.
func TestEveryCaseIsCovered(t *testing.T) {
	t.Parallel()
	tests, err := declared(root)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		n := i + 1
		if c.title == "" || c.required == "" {
			t.Errorf("case %d is %+v", n, c)
		}
		if c.attack == nil && c.measure == nil && len(tests[n]) == 0 {
			t.Errorf("nothing covers case %d", n)
		}
		if a := c.attack; a != nil && (a.name == "" || a.run == nil || a.length == 0 || a.limits[0].Figure != honestP99) {
			t.Errorf("the attack of case %d is %+v", n, a)
		}
		for _, test := range tests[n] {
			if !test.fuzzed() && !strings.HasPrefix(test.name, "Test") {
				t.Errorf("case %d: %s is no test", n, test.name)
			}
		}
		delete(tests, n)
	}
	for n, of := range tests {
		t.Errorf("%v belong to case %d, which there is not", of, n)
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
