// Boardwalk-load plays an arcade as many people at once would, by real SSH, and
// prints what they would notice as JSON, in the form of [Report].
//
//	boardwalk-load --sessions 200 --rate 1 --for 60s --pid $(pidof boardwalk)
//	boardwalk-load --abuse key-flood --sessions 50 --for 20s --pid $(pidof boardwalk)
//
// The arcade is the one at --addr, on this machine unless --anywhere allows another
// one. So many sessions a second (--ramp) log in, each with a key made for it and
// from a network of its own (on the loopback of Linux there are enough). Each deals
// a game by a code, so that it can follow the position, and types random legal
// moves; the same --seed draws the same deals and moves. A key is answered when the
// screen shows what it does; a move is acknowledged when the star behind the
// number of moves is gone. In the end some sessions come back and look whether
// what was acknowledged is still there.
//
// With --abuse somebody attacks meanwhile: the report then has the figures from
// before and during that, and what must hold beside what did.
//
// With --metrics the report also has the server's memory in use, goroutines, files
// and series of metrics before anyone came, with all in, and when all had left.
// With --reconnect somebody hangs up and comes back for the game so many times a
// second: a soak is
//
//	boardwalk-load --sessions 100 --reconnect 1 --for 30m --pid N --metrics 127.0.0.1:2280
//
// With --kill-every it starts a server of its own and kills it over and over with
// SIGKILL. Its players come back to each life of it and look whether all that was
// acknowledged is there, then play on as fast as they are answered. See [Kills].
//
//	go run ./cmd/boardwalk-load --kill-every 200ms --for 5m
//
// With --street it takes the abuse cases in turn, each attack at a server of its
// own, runs the tests that take the others, and prints a table, in about half an hour.
// With --results a file gets the rows too:
//
//	go run ./cmd/boardwalk-load --street all --results server/abuse/RESULTS.md
//
// The server's program for these two is built, unless --boardwalk names one. Flags
// that would have no effect are refused.
//
// Memory is what the server's collector found in use, and all of its stacks (see
// [Vitals]), at the end of the calm and at its most in the attack. In both somebody
// looks in each second. CPU is the process's, from /proc. Where a bound is of one session or one connection, a test of package
// server measures it after a forced collection, with the client in the same
// process and counted too.
//
// The exit code is 0, or 1 where something was lost or did not hold, 2 for a
// wrong flag.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the whole program. When ctx ends, what was measured so far is printed.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "boardwalk-load:", err)
		return 2
	}
	if o.street != nil {
		held, err := walk(ctx, o, stdout, stderr)
		if err != nil {
			fmt.Fprintln(stderr, "boardwalk-load:", err)
		}
		if err != nil || !held {
			return 1
		}
		return 0
	}
	play := load
	if o.kills > 0 {
		play = kills
	}
	report, err := play(ctx, o, stderr)
	if err != nil {
		fmt.Fprintln(stderr, "boardwalk-load:", err)
		return 1
	}
	out := json.NewEncoder(stdout)
	out.SetIndent("", "  ")
	if err := out.Encode(report); err != nil {
		fmt.Fprintln(stderr, "boardwalk-load:", err)
		return 1
	}
	if !report.Held {
		return 1
	}
	return 0
}
