//go:build !linux

package main

// raiseLimit does nothing: Go has already raised the limit of open files as far as
// possible.
func raiseLimit(uint64) error { return nil }
