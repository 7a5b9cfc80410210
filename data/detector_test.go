//go:build race

package data

import ()

// raceEnabled says that everything runs many times slower.
const raceEnabled = true
