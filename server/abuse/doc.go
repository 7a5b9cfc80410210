// Package abuse holds attacks of cheaters that must not succeed, as tests and nothing
// else. Each one attacks an arcade from outside: over SSH, with keys and guests that
// anyone can make, by commands, by lines in words mode and by keys on the screen. Only
// the clock is the test's.
package abuse
