package tuitest

import "boardwalk/engine/analysis"

// An Analyses is an arcade.Analyses in memory. Tests may use its fields only while no call is
// in progress.
type Analyses struct {
	Reports map[string]analysis.Report // by the ID of the round
	Kept    int                        // calls of KeepAnalysis
	Err     error                      // if set, every call returns it
}

// Analysis implements arcade.Analyses.
func (a *Analyses) Analysis(id string) (r analysis.Report, ok bool, err error) {
	if a.Err != nil {
		return r, false, a.Err
	}
	r, ok = a.Reports[id]
	return r, ok, nil
}

// KeepAnalysis implements arcade.Analyses.
func (a *Analyses) KeepAnalysis(id string, r analysis.Report) error {
	if a.Kept++; a.Err != nil {
		return a.Err
	}
	if a.Reports == nil {
		a.Reports = make(map[string]analysis.Report)
	}
	a.Reports[id] = r
	return nil
}
