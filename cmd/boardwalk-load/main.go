// Boardwalk-load plays an arcade as many people at once would, by real SSH, and
// prints what they would notice as JSON, in the form of [Report].
//
//	boardwalk-load --sessions 200 --rate 1 --for 60s --pid $(pidof boardwalk)
//	boardwalk-load --abuse key-flood --sessions 50 --for 20s --pid $(pidof boardwalk)
//
// Each session logs in with a key made for it, from a network of its own (on the
// loopback of Linux there are enough), deals a game by a code, so that it can
// follow the position, and types random legal moves. A key is answered when the
// screen shows what it does; a move is acknowledged when the star behind the
// number of moves is gone. In the end some sessions come back and look whether
// what was acknowledged is still there.
//
// With --abuse somebody attacks meanwhile: the report then has the figures from
// before and during that, and what must hold beside what did.
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
	report, err := load(ctx, o, stderr)
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
