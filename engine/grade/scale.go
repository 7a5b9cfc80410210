package grade

import (
	"context"
	_ "embed"
	"encoding/json"

	"boardwalk/engine"
)

// A Scale says how deals of a game are measured and graded.
type Scale struct {
	Game  string `json:"game"`  // the ID
	Rules int    `json:"rules"` // the version of the game's rules
	// Version is raised when anything that the scale was made with has changed: the solver,
	// the advisor and its weights, or the rest of the scale. Results keep it; see [Mark].
	Version int `json:"version"`
	// Positions is the budget of the search for a win.
	Positions int `json:"positions"`
	// Ladder has the players who try the deal, and Rounds how often each does. Each must have luck, as
	// tries and slips are, or its rounds were one.
	Ladder []Player `json:"ladder"`
	Rounds int      `json:"rounds"`
	// Cuts has the least hardness of a fair, a stern and a cruel deal.
	Cuts [3]int `json:"cuts"`
	// Deals is the size of the survey that the cuts are from.
	Deals int `json:"deals"`
}

// A Player is the arcade's player with a number of tries a move; see [engine.Ask]. Of its moves, Slips
// percent are any that are legal.
type Player struct {
	Tries int `json:"tries"`
	Slips int `json:"slips,omitempty"`
}

// scalesText has the scales of the built-in games, each measured with
//
//	go test ./engine/catalog -run '^TestScales$' -scale GAME -deals N -ladder PLAYERS -rounds N -judge TRIES -timeout 0
//
//go:embed scales.json
var scalesText []byte

var scales = parseScales(scalesText)

func parseScales(text []byte) (all []Scale) {
	if err := json.Unmarshal(text, &all); err != nil {
		panic("grade: scales.json: " + err.Error())
	}
	return all
}

// ScaleOf returns the scale of a game. ok is false if there is none for these rules.
func ScaleOf(g engine.Game) (s Scale, ok bool) {
	info := g.Info()
	return engine.First(scales, func(s Scale) bool { return s.Game == info.ID && s.Rules == info.Version })
}

// Grade returns the grade of a hardness.
func (s Scale) Grade(hardness int) Kind {
	for i, cut := range s.Cuts {
		if hardness < cut {
			return Grades()[i]
		}
	}
	return Cruel
}

// Mark returns the mark of a deal of a hardness.
func (s Scale) Mark(hardness int) Mark { return Mark{s.Grade(hardness), s.Version} }

// A Measurement is how hard a deal was found to be. The hardness means something only for a
// deal that can be won.
type Measurement struct {
	Verdict  engine.Verdict
	Hardness int
}

// Measure returns whether a deal can be won, and how hard that is. The result depends on the
// deal and the scale alone. It may take seconds; the error is that of ctx if it ends first,
// or says what is wrong with the solver or the advisor.
func (s Scale) Measure(ctx context.Context, g engine.Game, code engine.Code) (Measurement, error) {
	deal := g.Deal(code)
	v, err := Decide(ctx, deal, s.Positions)
	if err != nil || v != engine.VerdictWon {
		return Measurement{Verdict: v}, err
	}
	hardness, err := s.lose(ctx, g, code)
	return Measurement{v, hardness}, err
}

// Decide returns whether a position can be won, as a search of about so many positions finds
// it. The error is that of ctx if it ends first, engine.ErrNoSolver, or says what is wrong
// with the solver.
func Decide(ctx context.Context, s engine.State, positions int) (engine.Verdict, error) {
	found, err := engine.Solve(ctx, s, engine.Question{Goal: engine.GoalWin, Positions: positions})
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return engine.VerdictUnknown, err
	}
	return found.Verdict, nil
}
