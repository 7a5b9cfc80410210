package abuse_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// resultsHead is how a file of results begins, up to its rows.
const resultsHead = `# Attacks and what came of them

Generated. Each row says when and at which commit it was measured. This measures all rows
again, in about half an hour, on a machine that does nothing else (` + "`-bench 'Cases/(02|0[5-8])'`" + `
measures some):

    go test ./server/abuse -run '^$' -bench Cases -benchtime 1x -timeout 2h -results RESULTS.md

Each attack, such as ` + "`silent`" + `, is made on a server of its own, beside 50 players who press
a key a second each: 99 of 100 of all their keys must be answered within 100 ms ("honest
p99"), and when all have left there must be at most 5 more goroutines, and no more files,
than before. ` + "`kill -9`, `SIGTERM` and `soak`" + ` have players of their own. The other rows are
tests, which say what they reached.

`

const tableHead = "| # | attack | required | reached | held | by | measured |\n|---|---|---|---|---|---|---|\n"

// A row is the outcome of a case.
type row struct {
	abuseCase
	number  int
	reached []string
	broken  []string // what did not hold, or was not measured
	by      []string
	passed  int // tests, not fuzzed, that say no figure

	measured string // when, and on what
}

// figureWords says how the table words figures. A figure that is not here appears under
// its name.
var figureWords = map[string]string{
	honestP99:             "honest p99 %s ms",
	calmP99:               "calm p99 %s ms",
	watchedP99:            "the watched player's p99 %s ms",
	"watched_by":          "watched by %s",
	"joins_per_second":    "%s joins a second",
	"signals_per_second":  "%s signals tried a second",
	"commands_per_second": "%s commands a second",
	"follows_refused":     "%s follows refused",
	honestLogin:           "honest login in %s ms",
	moreCores:             "%s core more",
	moreMemory:            "%s MiB more in use at most",
	moreSeries:            "%s more series",
	heldCores:             "%s core more while held",
	"repaints_per_second": "%s repaints a second",
	"cut_after_s":         "cut in %s s",
	"moves_per_second":    "%s moves a second",
	"games_lost":          "%s games lost",
	"accepted_at_once":    "%s channels accepted",
	"sessions_begun":      "%s sessions begun",
	"programs_left":       "%s programs after 1 s",
	"held_s":              "held for %s s",
	"held_at_once":        "%s held at once",
	"refused_share":       "%s of logins refused",
	"accounts":            "%s accounts",
	"logins":              "%s logins",
	"goroutines_left":     "%s goroutines left",
	"files_left":          "%s files left",
	"memory_grown_mib":    "%s MiB grown",
	"memory_left_mib":     "%s MiB left",
	"reconnects":          "%s reconnects",
	"connected":           "%s connected",
	"asked_per_second":    "%s pages asked for a second",
	"pages_per_second":    "%s pages given a second",
	"backups":             "%s backups",
	"backup_max_s":        "each in %s s at most",
	"checks":              "%s of them checked",
	"reads":               "a reader beside them gets %s pages",
	"reads_failed":        "and %s refusals",
	"read_max_ms":         "each in %s ms at most",
	"hint_p50_ms":         "hint p50 %s ms",
	"hint_p95_ms":         "hint p95 %s ms",
	"terminals":           "%s TERM values",
	"lost":                "%s lost",
	"doubled":             "%s doubled",
	"kills":               "%s kills",
	"checks_passed":       "%s checks passed",
	"moves_acknowledged":  "%s moves acknowledged",
	"games_finished":      "%s games finished",
	"told":                "%s notified",
	"told_after_s":        "within %s s",
	"gone_s":              "gone in %s s",
	"games_found":         "%s looked for their games",

	"starts_again":           "%s starts tried again",
	"longest_pause_s":        "longest pause %s s",
	"acknowledged_meanwhile": "%s moves acknowledged meanwhile",
	"acknowledged_after":     "%s once they are back",
	"files_differ":           "%s files differ",
}

// figureText returns a figure in words.
func figureText(figure string, value float64) string {
	number := strconv.FormatFloat(Rounded(value), 'f', -1, 64)
	if words, ok := figureWords[figure]; ok {
		return fmt.Sprintf(words, number)
	}
	return strings.ReplaceAll(figure, "_", " ") + " " + number
}

// measure measures the case: it makes the attack, then adds the verdicts of tests, then
// fuzzes.
func (r *row) measure(ctx context.Context, l *lab, tests []goTest) {
	name, measure := r.name, r.abuseCase.measure
	if r.attack != nil {
		name, measure = r.attack.name, func(ctx context.Context, l *lab) (outcome, error) { return l.beside(ctx, r.attack) }
	}
	if measure != nil {
		fmt.Fprintf(l.log, "case %d: %s\n", r.number, name)
		made, err := measure(ctx, l)
		r.addAttack(name, made, err)
	}
	r.addTests(ctx, l, tests)
}

// addAttack adds the outcome of an attack; err says that it could not be made.
func (r *row) addAttack(name string, o outcome, err error) {
	r.by = append(r.by, "`"+name+"`")
	if err != nil {
		r.broken = append(r.broken, err.Error())
		return
	}
	for _, b := range o.bounds {
		switch {
		case b.Why != "":
			r.broken = append(r.broken, strings.ReplaceAll(b.Figure, "_", " ")+" was not measured")
			continue
		case !b.Held:
			r.broken = append(r.broken, figureText(b.Figure, b.Got))
		}
		r.reached = append(r.reached, figureText(b.Figure, b.Got))
	}
	for _, f := range o.errors {
		r.broken = append(r.broken, fmt.Sprintf("%d x %s: %s", f.Count, f.What, f.First))
	}
}

// addTests runs tests, those of each package together, and adds their outcome. Fuzz
// targets are fuzzed, one after another.
func (r *row) addTests(ctx context.Context, l *lab, tests []goTest) {
	for len(tests) > 0 {
		first := tests[0]
		n := 1
		for !first.fuzzed() && n < len(tests) && tests[n].pkg == first.pkg && !tests[n].fuzzed() {
			n++
		}
		fmt.Fprintf(l.log, "case %d: %s\n", r.number, first.pkg)
		verdicts, err := runTests(ctx, tests[:n])
		for _, t := range tests[:n] {
			switch {
			case err != nil:
				r.by, r.broken = append(r.by, t.name), append(r.broken, err.Error())
			case t.fuzzed():
				r.addFuzz(t.name, verdicts[t.name])
			default:
				r.addTest(t.name, verdicts[t.name])
			}
		}
		tests = tests[n:]
	}
}

// addVerdict adds a test and what it says that it reached, and reports whether it
// passed. v is nil if the test did not run.
func (r *row) addVerdict(name string, v *verdict) bool {
	r.by = append(r.by, name)
	switch {
	case v == nil || !v.over:
		r.broken = append(r.broken, name+" did not run to its end")
		return false
	case !v.passed:
		r.broken = append(r.broken, name+" failed")
		return false
	}
	r.reached = append(r.reached, v.reached...)
	return true
}

// addTest adds the outcome of a test.
func (r *row) addTest(name string, v *verdict) {
	if r.addVerdict(name, v) && len(v.reached) == 0 {
		r.passed++
	}
}

// addFuzz adds the outcome of fuzzing a target.
func (r *row) addFuzz(name string, v *verdict) {
	switch {
	case !r.addVerdict(name, v):
	case v.execs == 0:
		r.broken = append(r.broken, name+" had no time")
	default:
		r.reached = append(r.reached, fmt.Sprintf("%s %d times", strings.TrimPrefix(name, "Fuzz"), v.execs))
	}
}

// String returns the row in Markdown.
func (r row) String() string {
	reached := slices.Compact(slices.Clone(r.reached)) // subtests often set the same
	switch r.passed {
	case 0:
	case 1:
		reached = append(reached, "1 test passes")
	default:
		reached = append(reached, fmt.Sprintf("%d tests pass", r.passed))
	}
	var held []string
	switch {
	case len(r.broken) > 0:
		held = append(held, "no: "+strings.Join(r.broken, "; "))
	case len(r.by) > 0:
		held = append(held, "yes")
	}
	cells := []string{strconv.Itoa(r.number), r.title, r.required, strings.Join(reached, ", "), strings.Join(held, "; "), strings.Join(r.by, ", "), r.measured}
	for i, cell := range cells {
		cells[i] = strings.Join(strings.Fields(strings.ReplaceAll(cell, "|", "/")), " ")
	}
	return "| " + strings.Join(cells, " | ") + " |"
}

// rowNumber matches a row of a table of results, and the number of its case.
var rowNumber = regexp.MustCompile(`^\| (\d+) \|`)

// writeResults writes a row to a file of results, in place of that of the same case. Its
// other rows stay.
func writeResults(path string, r row) error {
	lines := make(map[int]string)
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for line := range strings.Lines(string(old)) {
		if m := rowNumber.FindStringSubmatch(line); m != nil {
			n, _ := strconv.Atoi(m[1]) // it is digits
			lines[n] = line
		}
	}
	lines[r.number] = r.String() + "\n"
	var b strings.Builder
	b.WriteString(resultsHead + tableHead)
	for i := range cases {
		b.WriteString(lines[i+1])
	}
	return os.WriteFile(path, []byte(b.String()), 0o666)
}

// measuredAt returns when and on what a row is measured: the day (UTC), the commit that is
// checked out, with "-dirty" where files differ from it, Go's version and the number of CPUs.
func measuredAt(now time.Time) string {
	at := now.UTC().Format(time.DateOnly)
	if commit, err := exec.Command("git", "describe", "--always", "--dirty", "--abbrev=7").Output(); err == nil {
		at += " at " + strings.TrimSpace(string(commit))
	}
	return fmt.Sprintf("%s, %s, %d CPUs", at, runtime.Version(), runtime.NumCPU())
}

func TestRows(t *testing.T) {
	t.Parallel()
	bound := AtMost(moreCores, 0.3).Judge(map[string]float64{moreCores: 0.25})
	for name, test := range map[string]struct {
		take func(r *row)
		want string
	}{
		"what held": {func(r *row) {
			r.addAttack("x", outcome{bounds: []Bound{bound}}, nil)
			r.addTest("TestA", &verdict{over: true, passed: true, reached: []string{"0 of 9"}})
			r.addTest("TestB", &verdict{over: true, passed: true})
		}, "| 7 | an attack | little | 0.25 core more, 0 of 9, 1 test passes | yes | `x`, TestA, TestB | today |"},
		"what did not": {func(r *row) {
			bound := bound
			bound.Held = false
			r.addAttack("x", outcome{bounds: []Bound{bound}}, nil)
		}, "| 7 | an attack | little | 0.25 core more | no: 0.25 core more | `x` | today |"},
		"what was not measured": {func(r *row) {
			r.addAttack("x", outcome{bounds: []Bound{AtMost("held_s", 1).Judge(nil)}}, nil)
		}, "| 7 | an attack | little | | no: held s was not measured | `x` | today |"},
		"an honest failure": {func(r *row) {
			r.addAttack("x", outcome{errors: []Failure{{What: "play", Count: 2, First: "a|b\nc"}}}, nil)
		}, "| 7 | an attack | little | | no: 2 x play: a/b c | `x` | today |"},
		"failed and absent tests": {func(r *row) {
			r.addTest("TestA", &verdict{over: true})
			r.addTest("TestB", nil)
			r.addAttack("x", outcome{}, errors.New("no server"))
		}, "| 7 | an attack | little | | no: TestA failed; TestB did not run to its end; no server | TestA, TestB, `x` | today |"},
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
		r := row{abuseCase: abuseCase{title: "an attack", required: "little"}, number: 7, measured: "today"}
		test.take(&r)
		if got := r.String(); strings.Join(strings.Fields(got), " ") != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, test.want)
		}
	}
}

func TestResultsKeepTheOtherRows(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "RESULTS.md")
	of := func(n int, reached string) row {
		return row{abuseCase: cases[n-1], number: n, reached: []string{reached}, by: []string{"TestX"}, measured: "today"}
	}
	for _, r := range []row{of(2, "first"), of(10, "ten"), of(2, "second"), of(1, "one")} {
		if err := writeResults(path, r); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := resultsHead + tableHead + of(1, "one").String() + "\n" + of(2, "second").String() + "\n" + of(10, "ten").String() + "\n"
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if last := strings.Split(of(1, "one").String(), " | "); last[len(last)-1] != "today |" {
		t.Errorf("a row ends with %q", last[len(last)-1])
	}
}

// The file that is kept has all rows, of the cases as they are now. It fails if a test has
// lost its directive.
func TestTheResultsAreOfTheseCases(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("RESULTS.md")
	if err != nil {
		t.Fatal(err)
	}
	rows, ok := strings.CutPrefix(string(text), resultsHead+tableHead)
	if !ok {
		t.Fatal("the head is another: write it again with -results")
	}
	tests, err := declared(root)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(rows), "\n")
	if len(lines) != len(cases) {
		t.Fatalf("there are %d rows of %d cases", len(lines), len(cases))
	}
	for i, c := range cases {
		cells := strings.Split(lines[i], " | ")
		if cells[0] != fmt.Sprintf("| %d", i+1) || cells[1] != c.title || cells[2] != c.required {
			t.Errorf("case %d is not there as it is required now", i+1)
		}
		if cells[4] != "yes" {
			t.Errorf("case %d does not hold", i+1)
		}
		for name := range strings.SplitSeq(cells[5], ", ") {
			of := func(test goTest) bool { return test.name == name }
			if !strings.HasPrefix(name, "`") && !slices.ContainsFunc(tests[i+1], of) {
				t.Errorf("case %d was measured with %s, which no longer belongs to it", i+1, name)
			}
		}
	}
}
