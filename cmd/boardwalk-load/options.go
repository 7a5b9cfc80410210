package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Limits of the flags: this program measures, it is no weapon.
const (
	sessionsMax = 5000
	rateMax     = 100
	rampMax     = 200
	lengthMin   = time.Second
	lengthMax   = time.Hour
	keysMax     = 10_000_000 // in a run; the time of each is kept in memory
)

// An options holds the flags of a run.
type options struct {
	addr     string
	target   netip.AddrPort // addr, resolved
	sessions int
	rate     float64 // keys a second per session
	length   time.Duration
	ramp     float64 // logins a second
	pid      int     // the server's process, 0 if unknown
	metrics  string  // host:port of the server's metrics, "" if unknown
	redial   float64 // sessions a second that hang up and come back
	seed     uint64
	abuse    *abuse
	anywhere bool
	kills    time.Duration // how long each life of a server is that is killed over and over; 0: none is
	cases    []int         // the numbers of the cases to run one after another, where that is asked for
	binary   string        // the server's program for these, "" to build it
	results  string        // the file that gets the rows of the cases, "" for none
}

// parse parses the command line. The error says what is wrong with it.
func parse(args []string, usage io.Writer) (options, error) {
	var o options
	var attack, numbers string
	flags := flag.NewFlagSet("boardwalk-load", flag.ContinueOnError)
	flags.SetOutput(usage)
	flags.StringVar(&o.addr, "addr", "127.0.0.1:2222", "the server's address")
	flags.IntVar(&o.sessions, "sessions", 50, fmt.Sprintf("honest sessions, 1 to %d", sessionsMax))
	flags.Float64Var(&o.rate, "rate", 1, "keys a second of each session; 0: they only sit at the table")
	flags.DurationVar(&o.length, "for", 30*time.Second, "how long they play once all are in; with --abuse how long the attack lasts, after a calm half as long but at most 15 s")
	flags.Float64Var(&o.ramp, "ramp", 20, "logins a second until all are in")
	flags.IntVar(&o.pid, "pid", 0, "the server's process ID, to read its CPU and memory from /proc; 0: not known")
	flags.StringVar(&o.metrics, "metrics", "", "the address of the server's metrics, such as 127.0.0.1:2280: the report then has its memory in use, goroutines and files")
	flags.Float64Var(&o.redial, "reconnect", 0, "sessions a second that hang up and come back for their games")
	flags.Uint64Var(&o.seed, "seed", 1, "seed for the random deals and moves")
	flags.StringVar(&attack, "abuse", "", "attack the server while they play: "+strings.Join(abuseNames(), ", "))
	flags.DurationVar(&o.kills, "kill-every", 0, fmt.Sprintf("start a server and kill it with SIGKILL that long after it listens, over and over; %d players or --sessions come back each time and check that what was acknowledged is there; run this inside the module", defaultKillPlayers))
	flags.StringVar(&numbers, "cases", "", "run abuse cases one after another, each with a server of its own, and print a table: all, or numbers such as 2,5-8; run this inside the module")
	flags.StringVar(&o.binary, "boardwalk", "", "the server's program for --cases and --kill-every; by default it is built")
	flags.StringVar(&o.results, "results", "", "a file that gets the rows of --cases in place of its rows of the same cases")
	flags.BoolVar(&o.anywhere, "anywhere", false, "allow an address on another machine: only use this with a server that is yours")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("%q is not a flag", flags.Arg(0))
	}
	if attack != "" {
		if o.abuse = findAbuse(attack); o.abuse == nil {
			return o, fmt.Errorf("--abuse is one of %s, not %q", strings.Join(abuseNames(), ", "), attack)
		}
	}
	if numbers != "" {
		var err error
		if o.cases, err = parseNumbers(numbers); err != nil {
			return o, fmt.Errorf("--cases: %w", err)
		}
	}
	if err := o.checkMode(flags); err != nil {
		return o, err
	}
	if err := o.check(); err != nil {
		return o, err
	}
	return o, o.resolve()
}

// checkMode refuses flags that have no effect together with others. A run of kills gets
// its own default number of players.
func (o *options) checkMode(flags *flag.FlagSet) error {
	switch {
	case o.cases != nil:
		if err := checkResults(o.results); err != nil {
			return fmt.Errorf("--results: %w", err)
		}
		return refuseOthers(flags, "it starts its own servers, and each case says what is done to them and for how long",
			"cases", "boardwalk", "results", "sessions", "rate", "ramp", "reconnect", "seed")
	case o.kills != 0:
		return o.checkKills(flags)
	case o.results != "":
		return errors.New("--results says nothing without --cases")
	case o.binary != "":
		return errors.New("--boardwalk has no effect without --cases or --kill-every: the server is the one at --addr")
	}
	return nil
}

// refuseOthers refuses all flags except the effective ones; the first of these selects
// the mode.
func refuseOthers(flags *flag.FlagSet, why string, effective ...string) (err error) {
	flags.Visit(func(f *flag.Flag) {
		if err == nil && !slices.Contains(effective, f.Name) {
			err = fmt.Errorf("--%s has no effect with --%s: %s", f.Name, effective[0], why)
		}
	})
	return err
}

func (o *options) check() error {
	switch {
	case o.sessions < 1 || o.sessions > sessionsMax:
		return fmt.Errorf("--sessions is 1 to %d, not %d", sessionsMax, o.sessions)
	case !(o.rate >= 0 && o.rate <= rateMax):
		return fmt.Errorf("--rate is 0 to %d keys a second, not %v", rateMax, o.rate)
	case !(o.ramp >= 1 && o.ramp <= rampMax):
		return fmt.Errorf("--ramp is 1 to %d logins a second, not %v", rampMax, o.ramp)
	case o.length < lengthMin || o.length > lengthMax:
		return fmt.Errorf("--for is %v to %v, not %v", lengthMin, lengthMax, o.length)
	case float64(o.sessions)*o.rate*o.length.Seconds() > keysMax:
		return fmt.Errorf("this would be more than %d keys: fewer sessions, a lower rate or less time", keysMax)
	case !(o.redial >= 0 && o.redial <= rampMax):
		return fmt.Errorf("--reconnect is 0 to %d sessions a second, not %v", rampMax, o.redial)
	case o.pid < 0:
		return fmt.Errorf("--pid is the number of a process, not %d", o.pid)
	}
	return nil
}

// resolve resolves the address, and refuses one of another machine unless that is
// allowed.
func (o *options) resolve() error {
	tcp, err := net.ResolveTCPAddr("tcp", o.addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	addr := tcp.AddrPort()
	o.target = netip.AddrPortFrom(addr.Addr().Unmap(), addr.Port())
	switch {
	case !o.target.Addr().IsValid():
		return fmt.Errorf("--addr needs a host, such as 127.0.0.1:%d", addr.Port())
	case !o.target.Addr().IsLoopback() && !o.anywhere:
		return errors.New("--addr is on another machine; --anywhere allows it, for a server that is yours")
	}
	return nil
}

// keyInterval returns the time between two keys of a session. The rate must not be 0.
func (o options) keyInterval() time.Duration {
	return time.Duration(float64(time.Second) / o.rate)
}

// descriptors returns the most files that a run has open.
func (o options) descriptors() uint64 {
	n := o.sessions + 100
	if o.abuse != nil {
		n += o.abuse.connections
	}
	return uint64(n)
}

// pause waits for d and reports whether it did; it returns early when ctx ends.
func pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
