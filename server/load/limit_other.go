//go:build !linux

package load

// RaiseLimit does nothing: Go has already raised the limit of open files as far as
// possible.
func RaiseLimit(int) error { return nil }
