package server

import (
	"log/slog"

	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
)

// An AnalysisStore has what was found out about the rounds of all players. Whoever asks it
// has to know who may see a round.
type AnalysisStore interface {
	Analysis(round string) (r analysis.Report, ok bool, err error)
	KeepAnalysis(round string, r analysis.Report) error
	Ranked(id string) (arcade.Result, string, error)
}

// Analyses returns what was found out about the rounds that a player may see.
func Analyses(store AnalysisStore, owner Owner, events arcade.Events, log *slog.Logger) arcade.Analyses {
	return analyses{store, owner, events, log}
}

// An analyses implements arcade.Analyses for one player.
type analyses struct {
	store  AnalysisStore
	owner  Owner
	events arcade.Events
	log    *slog.Logger
}

// check returns why the player may know nothing of how a round could have gone, or nil.
func (a analyses) check(id string) error {
	r, err := ownOrRanked(id, a.owner, a.store.Ranked, a.events)
	if err == nil && a.events.Sealed(r.Event) {
		err = arcade.ErrSealed
	}
	return err
}

// Analysis implements arcade.Analyses.
func (a analyses) Analysis(id string) (r analysis.Report, ok bool, err error) {
	if err = a.check(id); err == nil {
		r, ok, err = a.store.Analysis(id)
	}
	return r, ok, toUserError(a.log, "read an analysis", err)
}

// KeepAnalysis implements arcade.Analyses.
func (a analyses) KeepAnalysis(id string, r analysis.Report) error {
	err := a.check(id)
	if err == nil {
		err = a.store.KeepAnalysis(id, r)
	}
	return toUserError(a.log, "keep an analysis", err)
}
