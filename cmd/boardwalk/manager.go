package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"

	"boardwalk/server"
)

// This file is how serve works with a service manager such as systemd. Without one, nothing
// here does anything but listen.

// listen returns the sockets that the service manager has opened for this process, or, if it
// has opened none, one at addr. A socket of the manager's stays open while no server runs, so
// that players who connect during a restart wait instead of being refused.
// given says that the host has set addr.
func listen(logger *slog.Logger, addr string, given bool) ([]net.Listener, error) {
	if text := os.Getenv("LISTEN_FDS"); text != "" && os.Getenv("LISTEN_PID") == strconv.Itoa(os.Getpid()) {
		if _, err := between(0, 64)(text); err != nil { // each would be opened, however many
			return nil, fmt.Errorf("LISTEN_FDS is %.100q in the environment: %w", text, err)
		}
	}
	files := activation.Files(true)
	if len(files) == 0 {
		warnOfSockets(logger, addr, given, nil)
		l, err := server.Listen(addr)
		return []net.Listener{l}, err
	}
	var listeners []net.Listener
	for _, file := range files {
		l, err := net.FileListener(file) // a copy of the socket
		_ = file.Close()
		if err != nil {
			return nil, fmt.Errorf("the socket %s of the service manager: %w", file.Name(), err)
		}
		if _, ok := l.(*net.TCPListener); !ok {
			return nil, fmt.Errorf("the socket %s of the service manager is %s, and players come by TCP", file.Name(), l.Addr().Network())
		}
		listeners = append(listeners, l)
	}
	warnOfSockets(logger, addr, given, addresses(listeners))
	return listeners, nil
}

func addresses(listeners []net.Listener) (addrs []string) {
	for _, l := range listeners {
		addrs = append(addrs, l.Addr().String())
	}
	return addrs
}

// notify tells the service manager what state this process is in (see sd_notify(3)).
func notify(logger *slog.Logger, state ...string) {
	if _, err := daemon.SdNotify(false, strings.Join(state, "\n")); err != nil {
		logger.Warn("could not notify the service manager", "state", state, "err", err)
	}
}

// notifyReady tells it that players can connect.
func notifyReady(logger *slog.Logger, listeners []net.Listener) {
	notify(logger, daemon.SdNotifyReady, "STATUS=Listening on "+strings.Join(addresses(listeners), ", "))
}

// stopReserve is what the end of a process may take after its shutdown.
const stopReserve = 10 * time.Second

// watch keeps telling the service manager's watchdog, if it has one, that the server works, until stop is
// called. A server with a deadlock falls silent and is restarted.
func watch(s *server.Server, logger *slog.Logger) (stop func()) {
	within, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		logger.Warn("no watchdog", "err", err)
	}
	if within <= 0 { // none, or one so far away that the time has overflowed
		return func() {}
	}
	ctx, stop := context.WithCancel(context.Background())
	go func() {
		for ticks := time.Tick(max(within/3, time.Millisecond)); ; {
			select {
			case <-ticks:
				s.Probe()
				notify(logger, daemon.SdNotifyWatchdog)
			case <-ctx.Done():
				return
			}
		}
	}()
	return stop
}
