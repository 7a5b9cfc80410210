package survey

import (
	"fmt"
	"strings"

	"boardwalk/engine"
)

// String returns the tally as a table for people, at most 72 columns wide.
func (t *Tally) String() string {
	var b strings.Builder
	name := t.survey.game.Info().Name
	if t.deals == 0 {
		return fmt.Sprintf("%s: no deals yet.\n", name)
	}
	fmt.Fprintf(&b, "%s, %s: %s to %s\n", name, engine.Plural(t.deals, "deal"), t.survey.Code(0), t.survey.Code(t.deals-1))
	if t.survey.Solver {
		t.solver.write(&b, t.survey, t.deals)
	}
	if t.survey.Advisor {
		t.house.write(&b, t.survey, t.deals)
	}
	return b.String()
}

func (t *solverTally) write(b *strings.Builder, s *Survey, deals int) {
	b.WriteString("\nWith all cards known\n")
	writeShare(b, "can be won", t.verdicts[engine.VerdictWon], deals)
	writeShare(b, "cannot be won", t.verdicts[engine.VerdictLost], deals)
	writeShare(b, "unknown", t.verdicts[engine.VerdictUnknown], deals)
	if won := t.verdicts[engine.VerdictWon]; won > 0 {
		writeLine(b, "moves to win", fmt.Sprintf("%.1f on average", float64(t.moves)/float64(won)))
	}
	if s.Goal == engine.GoalPoints {
		writeShare(b, "perfect", t.perfect, deals)
		t.points.write(b, s.game.Info().Max)
	}
	t.times.write(b)
}

func (t *houseTally) write(b *strings.Builder, s *Survey, deals int) {
	fmt.Fprintf(b, "\nThe arcade's player, which sees what a player sees, %s\n", tries(s.Tries))
	writeShare(b, "won", t.won, deals)
	writeShare(b, "perfect", t.perfect, deals)
	writeLine(b, "moves", fmt.Sprintf("%.1f on average", float64(t.moves)/float64(deals)))
	t.points.write(b, s.game.Info().Max)
	t.times.write(b)
}

// tries says how much the arcade's player thought.
func tries(n int) string {
	switch n {
	case 0:
		return "at first sight"
	case 1:
		return "with 1 try a move"
	}
	return fmt.Sprintf("with %d tries a move", n)
}

// writeLine writes what something is: "  moves          61.0 on average".
func writeLine(b *strings.Builder, what, is string) { fmt.Fprintf(b, "  %-14s %s\n", what, is) }

// writeShare writes a count with its share and the interval of that, in percent.
func writeShare(b *strings.Builder, what string, n, deals int) {
	share := engine.Share{Part: n, Of: deals}
	low, high := share.Interval()
	writeLine(b, what, fmt.Sprintf("%9d   %6.2f %%   (%.2f to %.2f)", n, share.Percent(), 100*low, 100*high))
}

func (t times) write(b *strings.Builder) {
	writeLine(b, "CPU a deal", fmt.Sprintf("mean %s, median %s, p95 %s, max %s",
		milliseconds(t.mean()), milliseconds(float64(t.percentile(50))), milliseconds(float64(t.percentile(95))), milliseconds(float64(t.percentile(100)))))
}

// milliseconds returns microseconds in words, to three digits or so.
func milliseconds(micros float64) string {
	ms := micros / 1000
	switch {
	case ms >= 10_000:
		return fmt.Sprintf("%.1f s", ms/1000)
	case ms >= 100:
		return fmt.Sprintf("%.0f ms", ms)
	case ms >= 1:
		return fmt.Sprintf("%.1f ms", ms)
	}
	return fmt.Sprintf("%.3f ms", ms)
}

// pointRows is about the number of rows of a histogram, and barWidth the length of its
// longest bar.
const (
	pointRows = 13
	barWidth  = 40
)

// write writes the points as a histogram with equal steps up to most.
func (h *points) write(b *strings.Builder, most int) {
	writeLine(b, "points", fmt.Sprintf("%.2f of %d on average", h.mean(), most))
	most = max(most, len(h.count)-1)
	step := (most + pointRows) / pointRows
	rows := make([]int, most/step+1)
	tallest := 1
	for p, n := range h.count {
		rows[p/step] += n
		tallest = max(tallest, rows[p/step])
	}
	for i, n := range rows {
		from, to := i*step, min(i*step+step-1, most)
		label := fmt.Sprintf("%d-%d", from, to)
		if from == to {
			label = fmt.Sprint(from)
		}
		bar := (n*barWidth + tallest - 1) / tallest
		line := fmt.Sprintf("  %7s %9d %s", label, n, strings.Repeat("█", bar))
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}
