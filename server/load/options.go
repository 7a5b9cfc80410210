package load

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"time"
)

// Limits of the options: this measures, it is no weapon.
const (
	SessionsMax = 5000
	rateMax     = 100
	rampMax     = 200
	lengthMin   = time.Second
	lengthMax   = time.Hour
	keysMax     = 10_000_000 // in a run; the time of each is kept in memory
)

// Options says how many play, how and where.
type Options struct {
	Addr      string
	Target    netip.AddrPort // Addr, resolved by Check
	Anywhere  bool           // Addr may be on another machine
	Sessions  int
	Rate      float64        // keys a second per session; 0: they only sit at the table
	For       time.Duration  // how long they play once all are in
	Ramp      float64        // logins a second
	Reconnect float64        // sessions a second that hang up and come back
	PID       int            // the server's process, 0 if unknown
	Metrics   string         // host:port of the server's metrics, "" if unknown
	Process   *ServerProcess // the server, nil if this program has not started it
	Seed      uint64         // for the random deals and moves
}

// Check checks the options and resolves the address. The error names the flag.
func (o *Options) Check() error {
	switch {
	case o.Sessions < 1 || o.Sessions > SessionsMax:
		return fmt.Errorf("--sessions is 1 to %d, not %d", SessionsMax, o.Sessions)
	case !(o.Rate >= 0 && o.Rate <= rateMax):
		return fmt.Errorf("--rate is 0 to %d keys a second, not %v", rateMax, o.Rate)
	case !(o.Ramp >= 1 && o.Ramp <= rampMax):
		return fmt.Errorf("--ramp is 1 to %d logins a second, not %v", rampMax, o.Ramp)
	case o.For < lengthMin || o.For > lengthMax:
		return fmt.Errorf("--for is %v to %v, not %v", lengthMin, lengthMax, o.For)
	case float64(o.Sessions)*o.Rate*o.For.Seconds() > keysMax:
		return fmt.Errorf("this would be more than %d keys: fewer sessions, a lower rate or less time", keysMax)
	case !(o.Reconnect >= 0 && o.Reconnect <= rampMax):
		return fmt.Errorf("--reconnect is 0 to %d sessions a second, not %v", rampMax, o.Reconnect)
	case o.PID < 0:
		return fmt.Errorf("--pid is the number of a process, not %d", o.PID)
	}
	return o.resolve()
}

// resolve resolves the address, and refuses one of another machine unless that is
// allowed.
func (o *Options) resolve() error {
	tcp, err := net.ResolveTCPAddr("tcp", o.Addr)
	if err != nil {
		return fmt.Errorf("--addr: %w", err)
	}
	addr := tcp.AddrPort()
	o.Target = netip.AddrPortFrom(addr.Addr().Unmap(), addr.Port())
	switch {
	case !o.Target.Addr().IsValid():
		return fmt.Errorf("--addr needs a host, such as 127.0.0.1:%d", addr.Port())
	case !o.Target.Addr().IsLoopback() && !o.Anywhere:
		return errors.New("--addr is on another machine; --anywhere allows it, for a server that is yours")
	}
	return nil
}

// keyInterval returns the time between two keys of a session. The rate must not be 0.
func (o Options) keyInterval() time.Duration {
	return time.Duration(float64(time.Second) / o.Rate)
}

// Pause waits for d and reports whether it did; it returns early when ctx ends.
func Pause(ctx context.Context, d time.Duration) bool {
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
