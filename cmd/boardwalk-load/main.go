// Boardwalk-load plays an arcade over real SSH as many people at once would, and prints
// what they would notice as JSON, in the form of [Report].
//
//	boardwalk-load --sessions 200 --rate 1 --for 60s --pid $(pidof boardwalk)
//	boardwalk-load --abuse key-flood --sessions 50 --for 20s --pid $(pidof boardwalk)
//
// The arcade is the one at --addr. It must be on this machine unless --anywhere allows
// another one. Each second --ramp sessions log in, each with a new key and from a network
// of its own (the loopback of Linux has enough). Each session deals a game by a code, so
// that it can follow the position, and types random legal moves. The same --seed gives
// the same deals and moves. A key is answered when the screen shows its effect; a move is
// acknowledged when the star after the number of moves is gone. In the end some sessions
// come back and check that what was acknowledged is still there.
//
// With --abuse the server is attacked while they play. The report then has the figures
// from before and during the attack, and compares them with the bounds that must hold.
//
// With --metrics the report also has the server's memory in use, goroutines, files and
// series of metrics: before anyone came, with all sessions in, and after all had left.
// With --reconnect, that many sessions a second hang up and come back to their games. A
// soak is
//
//	boardwalk-load --sessions 100 --reconnect 1 --for 30m --pid N --metrics 127.0.0.1:2280
//
// With --kill-every it starts a server of its own and kills it over and over with
// SIGKILL. Its players come back to each life of the server and check that everything
// acknowledged is there, then play on as fast as they are answered. See [Kills].
//
//	go run ./cmd/boardwalk-load --kill-every 200ms --for 5m
//
// With --cases it runs the abuse cases one after another. It makes each attack on a
// server of its own, runs the tests that cover the other cases, and prints the README's
// table in about half an hour:
//
//	go run ./cmd/boardwalk-load --cases all --results server/abuse/RESULTS.md
//
// For --kill-every and --cases the server's program is built unless --boardwalk names
// one. Flags that would have no effect are refused.
//
// Memory is what the server's garbage collector found in use, plus all stacks (see
// [Vitals]): at the end of the calm, and at its peak in the attack. In both phases an
// honest player logs in each second. CPU is the CPU time of the process, from /proc.
// Bounds of a single session or connection are measured by tests of package server, after
// a forced collection, with the client in the same process and included.
//
// The exit code is 0, or 1 if something was lost or did not hold, or 2 for a wrong flag.
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

// run is the whole program; it returns the exit code. When ctx ends, it prints what was
// measured so far.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "boardwalk-load:", err)
		return 2
	}
	if o.cases != nil {
		held, err := runSuite(ctx, o, stdout, stderr)
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
