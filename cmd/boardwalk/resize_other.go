//go:build !unix

package main

import "os"

// notifyResizes does nothing: the system has no signal for it.
func notifyResizes(chan<- os.Signal) {}
