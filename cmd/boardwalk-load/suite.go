package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A suite runs the abuse cases one after another and makes a row of a table of each.
type suite struct {
	options
	program  string // the server's program
	folder   string // for the data of the servers
	folders  int    // the number of folders in it so far
	log      io.Writer
	others   float64                        // the most cores that other programs used during an attack
	verdicts map[string]map[string]*verdict // verdicts of the tests, by package and name
}

// parseNumbers parses the numbers of cases: "all", or some such as 2,5-8.
func parseNumbers(text string) (numbers []int, err error) {
	last := len(cases)
	if text == "all" {
		text = "1-" + strconv.Itoa(last)
	}
	for part := range strings.SplitSeq(text, ",") {
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		a, errA := strconv.Atoi(from)
		b, errB := strconv.Atoi(to)
		if errA != nil || errB != nil || a < 1 || b > last || a > b {
			return nil, fmt.Errorf("%q is no case: all, or numbers of 1 to %d, such as 2,5-8", part, last)
		}
		for n := a; n <= b; n++ {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}

// runSuite runs the cases that were asked for and prints the table, each row as soon as it
// is known. It reports whether everything held.
func runSuite(ctx context.Context, o options, table, log io.Writer) (held bool, err error) {
	s := &suite{options: o, program: o.binary, log: log, verdicts: make(map[string]map[string]*verdict)}
	if s.folder, err = os.MkdirTemp("", "boardwalk-suite-"); err != nil {
		return false, err
	}
	defer os.RemoveAll(s.folder)
	if s.program == "" {
		if s.program, err = buildServer(ctx, s.folder); err != nil {
			return false, err
		}
	}
	chosen := slices.DeleteFunc(slices.Clone(cases), func(c abuseCase) bool { return !slices.Contains(o.cases, c.number) })
	if err := s.runTests(ctx, chosen); err != nil {
		return false, err
	}
	held = true
	at := measuredAt(time.Now())
	var rows []row
	fmt.Fprint(table, tableHead)
	for _, c := range chosen {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		began := time.Now()
		s.others = 0
		r := s.runCase(ctx, c)
		r.measured = at
		if s.others >= 0.05 {
			r.measured += fmt.Sprintf(", of which other programs used %.1f", s.others)
		}
		rows, held = append(rows, r), held && len(r.broken) == 0
		fmt.Fprintln(table, r)
		fmt.Fprintf(log, "case %d took %v\n", c.number, time.Since(began).Round(time.Second))
		if o.results == "" {
			continue
		}
		if err := writeResults(o.results, rows); err != nil {
			return false, err
		}
	}
	return held, nil
}

// runTests runs all tests that the cases name, those of each package together.
func (s *suite) runTests(ctx context.Context, chosen []abuseCase) error {
	names := make(map[string][]string)
	for _, c := range chosen {
		for _, t := range c.tests {
			pkg, name := splitTest(t)
			names[pkg] = append(names[pkg], name)
		}
	}
	for _, pkg := range slices.Sorted(maps.Keys(names)) {
		fmt.Fprintf(s.log, "tests of %s\n", pkg)
		verdicts, err := goTest(ctx, pkg, names[pkg], false)
		if err != nil {
			return err
		}
		s.verdicts[pkg] = verdicts
	}
	return nil
}

// splitTest returns the package of a test, as a folder of the module, and its name.
func splitTest(test string) (pkg, name string) {
	at := strings.LastIndexByte(test, '.')
	return test[:at], test[at+1:]
}

// runCase runs one case: it makes the attacks, then adds the verdicts of the tests, then
// fuzzes.
func (s *suite) runCase(ctx context.Context, c abuseCase) row {
	r := row{abuseCase: c}
	for _, mode := range c.modes {
		fmt.Fprintf(s.log, "case %d: %s\n", c.number, mode.name)
		a, err := mode.run(s, ctx)
		if err != nil {
			r.addFailure(mode.name, err)
			continue
		}
		r.addAttack(mode.name, a)
	}
	for _, test := range c.tests {
		pkg, name := splitTest(test)
		r.addTest(name, s.verdicts[pkg][name])
	}
	for _, target := range c.fuzz {
		fmt.Fprintf(s.log, "case %d: %s\n", c.number, target)
		pkg, name := splitTest(target)
		verdicts, err := goTest(ctx, pkg, []string{name}, true)
		if err != nil {
			r.addFailure(name, err)
			continue
		}
		r.addFuzz(name, verdicts[name])
	}
	return r
}

// serve starts a server on a new folder, and returns the folder too.
func (s *suite) serve(ctx context.Context) (dir string, server *serverProcess, err error) {
	s.folders++
	dir = fmt.Sprintf("%s/%d", s.folder, s.folders)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return "", nil, err
	}
	server, err = startServer(ctx, s.program, dir)
	return dir, server, err
}

// serverOptions returns the options of a run against a server that the suite has started.
func (s *suite) serverOptions(server *serverProcess) options {
	o := s.options
	o.addr, o.pid, o.metrics, o.abuse = server.addr, server.pid, server.metrics, nil
	if err := o.resolve(); err != nil {
		panic(err) // never happens: the server listens there
	}
	return o
}

// measure runs a load against a new server, with options that change has adjusted.
func (s *suite) measure(ctx context.Context, change func(*options)) (*Report, error) {
	_, server, err := s.serve(ctx)
	if err != nil {
		return nil, err
	}
	o := s.serverOptions(server)
	change(&o)
	r, err := load(ctx, o, s.log)
	if err == nil && r.Load.Machine != nil {
		s.others = max(s.others, r.Load.Machine.Others)
	}
	return r, errors.Join(err, server.stop())
}

// A mode is an attack that is made from outside the server's process.
type mode struct {
	name string
	run  func(*suite, context.Context) (*Abuse, error)
}

// attackMode returns one of the attacks of --abuse, made for at most the given length.
// The table also shows the figures named in also, which have no bound.
func attackMode(name string, length time.Duration, also ...string) mode {
	return mode{"--abuse " + name, func(s *suite, ctx context.Context) (*Abuse, error) {
		r, err := s.measure(ctx, func(o *options) { o.abuse, o.length = findAbuse(name), length })
		if err != nil {
			return nil, err
		}
		var shown []Bound
		for _, figure := range append([]string{calmP99}, also...) {
			shown = append(shown, limit{figure, 0, true}.judge(r.Abuse.Figures))
		}
		r.Abuse.Bounds = slices.Concat(shown, r.Abuse.Bounds, r.Course.Bounds)
		r.Abuse.Errors = append(r.Abuse.Errors, r.Errors...)
		return r.Abuse, nil
	}}
}

// soak returns an ordinary run in which one session a second hangs up and comes back.
func soak(sessions int, length time.Duration) mode {
	return mode{"--reconnect 1", func(s *suite, ctx context.Context) (*Abuse, error) {
		r, err := s.measure(ctx, func(o *options) { o.sessions, o.redial, o.length = sessions, 1, length })
		if err != nil {
			return nil, err
		}
		figures := map[string]float64{honestP99: r.Load.KeyToFrame.P99, "reconnects": float64(r.Load.Reconnects), "games_lost": float64(r.Kept.Lost)}
		a := &Abuse{Name: "soak", Case: 26, Seconds: r.Load.Seconds, Figures: figures, Bounds: r.Course.Bounds, Errors: r.Errors}
		under := 10 * time.Second // still on the way when the run ends: with a key a second, coming back takes a while
		for _, l := range []limit{{honestP99, 100, false}, {"reconnects", 0.9 * (length - under).Seconds(), true}, {"games_lost", 0, false}} {
			a.Bounds = append(a.Bounds, l.judge(figures))
		}
		return a, nil
	}}
}
