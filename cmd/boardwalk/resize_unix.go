//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// notifyResizes has a channel told whenever this process's terminal changes its size.
func notifyResizes(changed chan<- os.Signal) { signal.Notify(changed, syscall.SIGWINCH) }
