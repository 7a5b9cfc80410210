package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// untilHangUp returns a context that ends when a SIGHUP arrives because this process's
// terminal is gone. Any other SIGHUP, such as one meant for a server, does nothing.
func untilHangUp(ctx context.Context) (_ context.Context, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var terminals []uintptr
	for _, file := range []*os.File{os.Stdin, os.Stdout} {
		if term.IsTerminal(file.Fd()) {
			terminals = append(terminals, file.Fd())
		}
	}
	hangUp := make(chan os.Signal, 1)
	signal.Notify(hangUp, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-hangUp:
				for _, fd := range terminals {
					if !term.IsTerminal(fd) { // the terminal no longer answers
						cancel()
					}
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, func() {
		signal.Stop(hangUp)
		cancel()
	}
}
