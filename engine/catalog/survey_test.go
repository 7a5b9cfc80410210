package catalog_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/survey"
)

// TestSurveysAreOfTheseRules checks that published results are of the games as they are, and
// that each says how to get it again.
func TestSurveysAreOfTheseRules(t *testing.T) {
	games := surveyed(t)
	for _, p := range catalog.Surveys() {
		r := p.Result
		g, ok := games.Find(r.Game)
		if !ok {
			t.Errorf("there is no game %s", r.Game)
			continue
		}
		if p.Result.Version != g.Info().Version {
			t.Errorf("%s: the survey is of version %d of the rules, and they have %d: measure again", r.Game, p.Result.Version, g.Info().Version)
		}
		if _, err := time.Parse(time.DateOnly, p.Date); err != nil || len(p.Commit) < 7 {
			t.Errorf("%s: no date or no commit in %+v", r.Game, p)
		}
		want := []string{"boardwalk survey ", fmt.Sprintf("--deals %d", r.Deals)}
		if p.Result.Tries != nil {
			want = append(want, fmt.Sprintf("--tries %d", *p.Result.Tries))
		}
		if p.Result.Budget != "" {
			want = append(want, "--budget "+p.Result.Budget)
		}
		for _, w := range want {
			if !strings.Contains(p.Command, w) {
				t.Errorf("%s: %q has no %q", r.Game, p.Command, w)
			}
		}
		if (r.Solver != nil) != (p.Result.Goal != "") || (r.Advisor != nil) != (p.Result.Tries != nil) || r.Solver == nil && r.Advisor == nil {
			t.Errorf("%s: the parts of the result are not those of the survey: %+v", r.Game, p)
		}
		if s := r.Solver; s != nil {
			if low, high := (engine.Share{Part: s.Won, Of: r.Deals}).Interval(); s.Won+s.Lost+s.Unknown != r.Deals || !near(low, s.Low) || !near(high, s.High) {
				t.Errorf("%s: the counts do not add up: %+v", r.Game, *s)
			}
		}
		if a := r.Advisor; a != nil {
			if low, high := (engine.Share{Part: a.Won, Of: r.Deals}).Interval(); !near(low, a.Low) || !near(high, a.High) || a.Points > float64(g.Info().Max) {
				t.Errorf("%s: the counts do not add up: %+v", r.Game, *a)
			}
		}
	}
}

// surveyed returns the built-in games and the families' own.
func surveyed(t *testing.T) engine.Catalog {
	games := catalog.All()
	for _, f := range catalog.Library().Families {
		for _, d := range f.Designs() {
			g, err := d.Game(d.Title())
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
	}
	return games
}

func near(a, b float64) bool { return a-b < 2e-6 && b-a < 2e-6 }

// TestSurveysAsTables compares SURVEYS.md with survey.json; -update writes it.
func TestSurveysAsTables(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# How often the games are won

Made from survey.json by the tests of this package. "boardwalk survey" measures the figures,
and "boardwalk survey --help" says what they mean. Intervals are at 95 percent (Wilson). CPU
times are those of one core, in milliseconds a deal, of a machine that others used as well.
Anybody who runs a command at its commit gets the same counts, except where it sets a clock
("--budget"): then a slower machine leaves more deals unknown.
`)
	list := catalog.Surveys()
	writeTable(t, &b, list, "Deals that can be won by somebody who sees every card",
		[]string{"game", "deals", "won", "lost", "unknown", "won, %", "interval", "median", "p95", "max", "date", "commit"},
		func(p survey.Published) []string {
			s := p.Result.Solver
			if s == nil || p.Result.Goal != engine.GoalWin {
				return nil
			}
			return []string{fmt.Sprint(s.Won), fmt.Sprint(s.Lost), fmt.Sprint(s.Unknown), percent(s.Won, p.Result.Deals), interval(s.Low, s.High), ms(s.Median), ms(s.P95), ms(s.Max)}
		})
	writeTable(t, &b, list, "Deals with a perfect score for somebody who sees every card",
		[]string{"game", "deals", "perfect", "perfect, %", "mean points", "median", "p95", "max", "date", "commit"},
		func(p survey.Published) []string {
			s := p.Result.Solver
			if s == nil || p.Result.Goal != engine.GoalPoints {
				return nil
			}
			return []string{fmt.Sprint(*s.Perfect), percent(*s.Perfect, p.Result.Deals), fmt.Sprintf("%.2f", *s.Points), ms(s.Median), ms(s.P95), ms(s.Max)}
		})
	writeTable(t, &b, list, "The arcade's player, which sees what a player sees",
		[]string{"game", "deals", "tries", "won", "won, %", "interval", "mean points", "mean", "date", "commit"},
		func(p survey.Published) []string {
			a := p.Result.Advisor
			if a == nil {
				return nil
			}
			return []string{fmt.Sprint(*p.Result.Tries), fmt.Sprint(a.Won), percent(a.Won, p.Result.Deals), interval(a.Low, a.High), fmt.Sprintf("%.2f", a.Points), ms(a.CPU)}
		})
	b.WriteString("\n## Commands\n\n")
	for _, p := range list {
		fmt.Fprintf(&b, "    %s\n", p.Command)
	}
	if *update {
		if err := os.WriteFile("SURVEYS.md", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile("SURVEYS.md"); err != nil || string(got) != b.String() {
		t.Errorf("SURVEYS.md is not of survey.json (%v): -update writes it again", err)
	}
}

// writeTable writes a table with a row for each result that has cells in it.
func writeTable(t *testing.T, b *strings.Builder, list []survey.Published, title string, head []string, cells func(survey.Published) []string) {
	row := func(cells []string) { fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | ")) }
	fmt.Fprintf(b, "\n## %s\n\n", title)
	row(head)
	row(slices.Repeat([]string{"---"}, len(head)))
	for _, p := range list {
		if c := cells(p); c != nil {
			row(slices.Concat([]string{surveyed(t).Name(p.Result.Game), fmt.Sprint(p.Result.Deals)}, c, []string{p.Date, p.Commit}))
		}
	}
}

func percent(n, of int) string { return fmt.Sprintf("%.2f", engine.Share{Part: n, Of: of}.Percent()) }

func interval(low, high float64) string { return fmt.Sprintf("%.2f to %.2f", 100*low, 100*high) }

func ms(ms float64) string { return fmt.Sprintf("%.1f", ms) }
