//go:build race

package data

// raceEnabled says that everything runs many times slower.
const raceEnabled = true
