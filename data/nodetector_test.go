//go:build !race

package data

// raceEnabled tells that all runs many times slower.
const raceEnabled = false
