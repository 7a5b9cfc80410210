package floors

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"boardwalk/tui/tuitest"
)

// The size of the measurement.
var (
	sessions = flag.Int("sessions", 400, "sessions on each server")
	length   = flag.Duration("for", 30*time.Second, "how long they type, a key a second each")
	idle     = flag.Duration("idle", 10*time.Second, "how long they sit in the lobby, and at the table before they type")
	results  = flag.String("results", "", "a file that gets the table, such as RESULTS.md")
	profile  = flag.String("profile", "", "a folder for profiles of the arcade, made in a run of their own")
)

const (
	loginsSecond = 20
	keyEvery     = time.Second

	// settle is how long a server gets to finish what it was asked to do.
	settle = time.Second

	// parkSoon is the time until parking in the run that measures parked sessions.
	parkSoon = 2 * time.Second
)

// resultsHead is how a file of results begins: the day, Go's version, the number of CPUs.
const resultsHead = `# What a session costs

Generated, in about 4 minutes, on a machine that does nothing else:

    go test ./server/floors -run '^$' -bench Budgets -benchtime 1x -timeout 15m -results RESULTS.md

"ours" is a session of the arcade. "bare" is a bare SSH server that writes the same bytes.
"stock" is Wish and Bubble Tea with their own renderer, drawing the same board with
lipgloss. All three are measured in one run, so their ratios hold on other machines too.

"CPU a key" has two rows. The first is all that a player costs who presses a key a second,
with the clock at the table. The second leaves out what sitting at the table costs without
a key; it varies most between runs, from 0.14 to 0.25 of stock.

The rows of "200x60" are of as many sessions in windows of that size, where the list of
moves stands beside the board. They have no budget of their own.

Measured on %s with %s on %d CPUs. `

// BenchmarkBudgets measures all three servers, one after the other, and prints how
// they compare.
func BenchmarkBudgets(b *testing.B) {
	keys := 2 + int(*length/keyEvery)
	s := record(b, common, keys)
	var all []figures
	for _, f := range floors {
		all = append(all, measure(b, start(b, f, s, false), s))
	}
	all[0].parkedHeap = measureParked(b, s)
	inLarge := record(b, large, keys)
	all[0].large = new(measure(b, start(b, floors[0], inLarge, false), inLarge))
	measured := fmt.Sprintf("%d sessions of %v, %v of a key a second each.\n\n%s", *sessions, common, *length, table(all[0], all[1], all[2]))
	fmt.Print("\n\n", measured)
	if *results != "" {
		text := fmt.Sprintf(resultsHead, time.Now().UTC().Format(time.DateOnly), runtime.Version(), runtime.NumCPU()) + measured
		if err := os.WriteFile(*results, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	for i, f := range all {
		if late := quantile(f.answers, 95); late > keyEvery {
			fmt.Printf("\nThe figures of %s are not those of single keys: the answers fell behind by %v.\n"+
				"The machine is busy with other things, or there are too many sessions for it.\n", floors[i].name, late.Round(time.Second/10))
		}
	}
	if *profile != "" {
		if err := os.MkdirAll(*profile, 0o755); err != nil {
			b.Fatal(err)
		}
		printProfiles(b, s, *profile)
	}
}

// figures holds what a server costs. Figures per session exclude what the server costs
// without any.
type figures struct {
	lobbyHeap, tableHeap, parkedHeap float64 // bytes per session, including stacks
	lobbyStacks, lobbyRSS            float64 // bytes per session
	goroutines                       float64 // per session
	lobbyIdle, tableIdle             float64 // seconds of CPU per session and second
	connect                          float64 // seconds of CPU per login, until the first frame
	playing                          float64 // seconds of CPU per session and second, at one key a second
	key                              float64 // seconds of CPU per key, beyond those of sitting at the table
	keyBytes                         float64 // bytes per key, beyond those of the clock
	firstBytes, moveBytes            []int   // of first frames; of moves, from Enter to the next key, including the clock's
	logins, answers                  []time.Duration
	large                            *figures // the same in large windows; only ours
}

// measure measures a server: a crowd arrives, sits in the lobby, sits at the table, and
// types.
func measure(tb testing.TB, server *child, s script) (r figures) {
	tb.Helper()
	c := arrive(tb, server)
	defer c.leave()
	n := float64(*sessions)
	for _, p := range c.players {
		r.logins, r.firstBytes = append(r.logins, p.login), append(r.firstBytes, p.first)
	}
	r.lobbyIdle = c.spent(tb, func() { time.Sleep(*idle) }) / idle.Seconds() / n
	r.connect = (c.connecting - c.sat*r.lobbyIdle) / n // players who had arrived were already idle
	lobby := server.ask(tb, askMemory)
	r.lobbyHeap, r.lobbyStacks = float64(lobby.Heap-c.before.Heap)/n, float64(lobby.Stacks-c.before.Stacks)/n
	r.lobbyRSS = float64(lobby.RSS-c.before.RSS) / n
	r.goroutines = float64(lobby.Goroutines-c.before.Goroutines) / n

	c.sitDown(tb, s.Keys[0])
	shown := c.shown()
	atTable := c.spent(tb, func() { time.Sleep(*idle) }) / idle.Seconds()
	clockBytes := float64(c.shown()-shown) / idle.Seconds()
	r.tableIdle = atTable / n

	shown, began := c.shown(), time.Now()
	spent := c.spent(tb, func() { r.answers, r.moveBytes = c.play(tb, s) })
	took, keys := time.Since(began).Seconds(), float64(len(r.answers))
	r.playing, r.key = spent/took/n, (spent-atTable*took)/keys
	r.keyBytes = (float64(c.shown()-shown) - clockBytes*took) / keys
	r.tableHeap = float64(server.ask(tb, askMemory).Heap-c.before.Heap) / n
	return r
}

// measureParked returns the bytes of a parked session of the arcade.
func measureParked(tb testing.TB, s script) float64 {
	tb.Helper()
	s.Park = parkSoon
	c := arrive(tb, start(tb, floors[0], s, false))
	defer c.leave()
	c.each(tb, func(p *player, _ int) error {
		_, err := p.See("a parked session", func(s *tuitest.Terminal) bool { return strings.Contains(s.Screen(), "Press a key") })
		return err
	})
	return float64(c.server.ask(tb, askMemory).Heap-c.before.Heap) / float64(*sessions)
}
