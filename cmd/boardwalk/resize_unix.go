//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyTerminal has a channel told whenever this process's terminal changes its size.
func notifyTerminal(changed chan<- os.Signal) { signal.Notify(changed, syscall.SIGWINCH) }
