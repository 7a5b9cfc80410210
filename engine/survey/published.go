package survey

import (
	"bytes"
	"encoding/json"
	"fmt"

	"boardwalk/engine"
)

// A Published is a result of a survey with all that it takes to get it again.
type Published struct {
	Date    string `json:"date"`   // when it was measured: "2026-11-23"
	Commit  string `json:"commit"` // of the program
	Command string `json:"command"`
	Result  Result `json:"result"`
}

// ParsePublished parses a JSON array of published results.
func ParsePublished(text []byte) ([]Published, error) {
	var list []Published
	in := json.NewDecoder(bytes.NewReader(text))
	in.DisallowUnknownFields()
	if err := in.Decode(&list); err != nil {
		return nil, fmt.Errorf("published surveys: %w", err)
	}
	return list, nil
}

// Odds returns the odds of each game, by ID. How many deals can be won is that of the survey
// of the most deals, and what the arcade's player wins is that of the survey of the most tries.
func Odds(list []Published) map[string]engine.Odds {
	odds := make(map[string]engine.Odds)
	tries := make(map[string]int)
	for _, p := range list {
		id := p.Result.Game
		o := odds[id]
		if s := p.Result.Solver; s != nil && p.Result.Deals > o.Winnable.Of {
			o.Winnable, o.Lost = engine.Share{Part: s.Won, Of: p.Result.Deals}, s.Lost
		}
		if a := p.Result.Advisor; a != nil && p.Result.Tries != nil && (o.House.Of == 0 || *p.Result.Tries > tries[id]) {
			o.House, o.Points = engine.Share{Part: a.Won, Of: p.Result.Deals}, a.Points
			tries[id] = *p.Result.Tries
		}
		odds[id] = o
	}
	return odds
}
