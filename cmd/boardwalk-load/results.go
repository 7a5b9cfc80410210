package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// resultsHead is how a file of results begins, up to its rows.
const resultsHead = `# Attacks and what came of them

Generated. Each row says when and at which commit it was measured. This measures all rows
again, in about half an hour (` + "`--cases 2,5-8`" + ` measures some):

    go run ./cmd/boardwalk-load --cases all --results server/abuse/RESULTS.md

Each attack is made on a server of its own. Rows with ` + "`--abuse`" + ` are measured beside 50
players who press a key a second each: 99 of 100 of all their keys must be answered within
100 ms ("honest p99"), and when all have left, goroutines and files must be as before. The
other rows are tests, which say what they reached.

`

// rowNumber matches a row of a table of results, and the number of its case.
var rowNumber = regexp.MustCompile(`^\| (\d+) \|`)

// checkResults returns an error where a file of results cannot be read and written. ""
// is none.
func checkResults(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	return f.Close()
}

// writeResults writes rows to a file of results, in place of those of the same cases that
// it has. Its other rows stay.
func writeResults(path string, rows []row) error {
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
	for _, r := range rows {
		lines[r.number] = r.String() + "\n"
	}
	var b strings.Builder
	b.WriteString(resultsHead + tableHead)
	for _, c := range cases {
		b.WriteString(lines[c.number])
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
