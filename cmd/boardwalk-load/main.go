// Boardwalk-load plays an arcade over real SSH as many people at once would, and prints
// what they would notice as JSON, in the form of [load.Report].
//
//	boardwalk-load --sessions 200 --rate 1 --for 60s --pid $(pidof boardwalk)
//
// The arcade is the one at --addr. It must be on this machine unless --anywhere allows
// another one. Each second --ramp sessions log in and sit down at a table, and once all
// are in they play; see package load. In the end some sessions come back and check that
// what was acknowledged is still there.
//
// With --metrics the report also has the server's memory in use, goroutines, files and
// series of metrics: before anyone came, with all sessions in, and after all had left.
// With --reconnect, that many sessions a second hang up and come back to their games. A
// soak is
//
//	boardwalk-load --sessions 100 --reconnect 1 --for 30m --pid N --metrics 127.0.0.1:2280
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
	"time"

	"boardwalk/server/load"
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
	report, err := load.Measure(ctx, o, stderr)
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

// parse parses the command line. The error says what is wrong with it.
func parse(args []string, usage io.Writer) (o load.Options, err error) {
	flags := flag.NewFlagSet("boardwalk-load", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.StringVar(&o.Addr, "addr", "127.0.0.1:2222", "the server's address")
	flags.IntVar(&o.Sessions, "sessions", 50, fmt.Sprintf("sessions, 1 to %d", load.SessionsMax))
	flags.Float64Var(&o.Rate, "rate", 1, "keys a second of each session; 0: they only sit at the table")
	flags.DurationVar(&o.For, "for", 30*time.Second, "how long they play once all are in")
	flags.Float64Var(&o.Ramp, "ramp", 20, "logins a second until all are in")
	flags.IntVar(&o.PID, "pid", 0, "the server's process ID, to read its CPU and memory from /proc; 0: not known")
	flags.StringVar(&o.Metrics, "metrics", "", "the address of the server's metrics, such as 127.0.0.1:2280: the report then has its memory in use, goroutines and files")
	flags.Float64Var(&o.Reconnect, "reconnect", 0, "sessions a second that hang up and come back for their games")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed for the random deals and moves")
	flags.BoolVar(&o.Anywhere, "anywhere", false, "allow an address on another machine: only use this with a server that is yours")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("%q is not a flag", flags.Arg(0))
	}
	return o, o.Check()
}
