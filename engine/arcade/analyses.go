package arcade

import "boardwalk/engine/analysis"

// Analyses keep what was found out about finished rounds, so that each is searched once. The
// methods may wait for a disk and are safe for concurrent use. They know the player's own
// rounds and those of others that the player may see, and none while others can still play
// the deal. Every error is a sentence that a player can read.
type Analyses interface {
	// Analysis returns the report on the round with an ID. ok is false if none is kept.
	Analysis(id string) (r analysis.Report, ok bool, err error)
	// KeepAnalysis keeps the report on the round with an ID. It may be forgotten again.
	KeepAnalysis(id string, r analysis.Report) error
}
