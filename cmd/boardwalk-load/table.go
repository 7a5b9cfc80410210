package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

const tableHead = "| # | attack | required | reached | held | by | measured |\n|---|---|---|---|---|---|---|\n"

// A row is the outcome of a case.
type row struct {
	abuseCase
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
}

// figureText returns a figure in words.
func figureText(figure string, value float64) string {
	number := strconv.FormatFloat(rounded(value), 'f', -1, 64)
	if words, ok := figureWords[figure]; ok {
		return fmt.Sprintf(words, number)
	}
	return strings.ReplaceAll(figure, "_", " ") + " " + number
}

// addAttack adds the outcome of an attack.
func (r *row) addAttack(name string, a *Abuse) {
	r.by = append(r.by, "`"+name+"`")
	for _, b := range a.Bounds {
		switch {
		case b.Got == nil:
			r.broken = append(r.broken, strings.ReplaceAll(b.Figure, "_", " ")+" was not measured")
			continue
		case !*b.Held:
			r.broken = append(r.broken, figureText(b.Figure, *b.Got))
		}
		r.reached = append(r.reached, figureText(b.Figure, *b.Got))
	}
	for _, f := range a.Errors {
		r.broken = append(r.broken, fmt.Sprintf("%d x %s: %s", f.Count, f.What, f.First))
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

// addFailure adds an attack that could not be made.
func (r *row) addFailure(name string, err error) {
	r.by = append(r.by, name)
	r.broken = append(r.broken, err.Error())
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
	if r.uncovered != "" {
		held = append(held, "not here yet: "+r.uncovered)
	}
	cells := []string{strconv.Itoa(r.number), r.attack, r.required, strings.Join(reached, ", "), strings.Join(held, "; "), strings.Join(r.by, ", "), r.measured}
	for i, cell := range cells {
		cells[i] = strings.Join(strings.Fields(strings.ReplaceAll(cell, "|", "/")), " ")
	}
	return "| " + strings.Join(cells, " | ") + " |"
}
