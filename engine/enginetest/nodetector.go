//go:build !race

package enginetest

// RaceDetector reports whether the tests run under the race detector. Everything is many
// times slower then, and a long test of one goroutine tells nothing that it does not tell
// without.
const RaceDetector = false
