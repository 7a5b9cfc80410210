package floors

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A budget is a row of the table: a measure and its upper bounds. A row without bounds is
// only printed.
type budget struct {
	name string
	of   func(figures) float64

	most, bare, stock float64 // upper bounds: absolute, and as multiples of the floors'; 0: none
}

const kib = 1 << 10

// goroutinesMost is the budget of goroutines a session.
const goroutinesMost = 11

// budgets lists the rows of the table.
var budgets = []budget{
	{"heap and stacks a session, in the lobby, KiB", func(f figures) float64 { return f.lobbyHeap / kib }, 300, 4, 1. / 3},
	{"of these stacks", func(f figures) float64 { return f.lobbyStacks / kib }, 0, 0, 0},
	{"heap and stacks a session, after typing, KiB", func(f figures) float64 { return f.tableHeap / kib }, 300, 4, 1. / 3},
	{"heap and stacks a session, parked, KiB", func(f figures) float64 { return f.parkedHeap / kib }, 100, 0, 0},
	{"resident memory a session, in the lobby, KiB", func(f figures) float64 { return f.lobbyRSS / kib }, 0, 0, 0},
	{"goroutines a session", func(f figures) float64 { return f.goroutines }, goroutinesMost, 0, 0},
	{"idle CPU in the lobby, us a second", func(f figures) float64 { return f.lobbyIdle * 1e6 }, 60, 0, 0},
	{"idle CPU at the table, clock and all, us a second", func(f figures) float64 { return f.tableIdle * 1e6 }, 0, 0, 0},
	// Everything spent while players type. By this measure the stock program takes about
	// 18 times what the bare server does.
	{"CPU a key a second, clock and all, us", func(f figures) float64 { return f.playing * 1e6 }, 0, 3, 1. / 5},
	{"of this beyond sitting at the table", func(f figures) float64 { return f.key * 1e6 }, 0, 3, 1. / 5},
	{"CPU a login, ms", func(f figures) float64 { return f.connect * 1e3 }, 0, 2.5, 0},
	{"login to first frame, p95, ms", func(f figures) float64 { return milliseconds(f.logins, 95) }, 300, 0, 0},
	{"first frame, bytes", func(f figures) float64 { return float64(quantile(f.firstBytes, 50)) }, 4096, 0, 0},
	{"bytes a key", func(f figures) float64 { return f.keyBytes }, 0, 0, 0},
	{"bytes of a move from Enter on, median", func(f figures) float64 { return float64(quantile(f.moveBytes, 50)) }, 300, 0, 0},
	{"key to frame, p50, ms", func(f figures) float64 { return milliseconds(f.answers, 50) }, 0, 0, 0},
	{"key to frame, p99, ms", func(f figures) float64 { return milliseconds(f.answers, 99) }, 20, 0, 0},
	inLarge("heap and stacks a session, after typing, KiB", func(f figures) float64 { return f.tableHeap / kib }),
	inLarge("CPU a key a second, clock and all, us", func(f figures) float64 { return f.playing * 1e6 }),
	inLarge("first frame, bytes", func(f figures) float64 { return float64(quantile(f.firstBytes, 50)) }),
	inLarge("bytes a key", func(f figures) float64 { return f.keyBytes }),
	inLarge("bytes of a move from Enter on, median", func(f figures) float64 { return float64(quantile(f.moveBytes, 50)) }),
	inLarge("key to frame, p99, ms", func(f figures) float64 { return milliseconds(f.answers, 99) }),
}

// inLarge returns the row of a measure in large windows, without bounds.
func inLarge(name string, of func(figures) float64) budget {
	return budget{name: fmt.Sprintf("%v: %s", large, name), of: func(f figures) float64 {
		if f.large == nil {
			return 0
		}
		return of(*f.large)
	}}
}

// table returns the figures in Markdown.
func table(ours, bare, stock figures) string {
	var b strings.Builder
	b.WriteString("| | ours | bare | stock | ours/bare | ours/stock | budget | holds |\n|---|--:|--:|--:|--:|--:|---|---|\n")
	for _, m := range budgets {
		o, f, s := m.of(ours), m.of(bare), m.of(stock)
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", m.name, figure(o), figure(f), figure(s),
			figure(o/f), figure(o/s), m.bounds(), m.verdict(o, f, s))
	}
	return b.String()
}

// figure formats a figure to three digits, or says that there is none.
func figure(x float64) string {
	switch {
	case x == 0 || math.IsNaN(x) || math.IsInf(x, 0):
		return "-"
	case math.Abs(x) < 9.995:
		return fmt.Sprintf("%.2f", x)
	case math.Abs(x) < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}

// bounds returns the upper bounds of a measure.
func (m budget) bounds() string {
	var all []string
	if m.most > 0 {
		all = append(all, fmt.Sprintf("%g", m.most))
	}
	if m.bare > 0 {
		all = append(all, fmt.Sprintf("%gx bare", m.bare))
	}
	if m.stock > 0 {
		all = append(all, fmt.Sprintf("stock/%g", math.Round(1/m.stock)))
	}
	return strings.Join(all, ", ")
}

// verdict returns whether a measure is within its bounds, or which ones it exceeds.
func (m budget) verdict(ours, bare, stock float64) string {
	var broken []string
	if m.most > 0 && ours > m.most {
		broken = append(broken, "the figure")
	}
	if m.bare > 0 && ours > m.bare*bare {
		broken = append(broken, "beside bare")
	}
	if m.stock > 0 && ours > m.stock*stock {
		broken = append(broken, "beside stock")
	}
	switch {
	case m.bounds() == "":
		return ""
	case len(broken) == 0:
		return "yes"
	}
	return "no: " + strings.Join(broken, ", ")
}

// quantile returns the value that percent of the values do not exceed, or 0 if there are
// none. It sorts values.
func quantile[T ~int | ~int64](values []T, percent float64) T {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	rank := int(math.Ceil(percent * float64(len(values)) / 100))
	return values[min(max(rank-1, 0), len(values)-1)]
}

func milliseconds(values []time.Duration, percent float64) float64 {
	return quantile(values, percent).Seconds() * 1e3
}
