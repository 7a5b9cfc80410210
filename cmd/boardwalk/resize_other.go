//go:build !unix

package main

import "os"

// notifyTerminal does nothing: the system has no signals for it.
func notifyTerminal(chan<- os.Signal) {}
