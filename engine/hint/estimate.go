package hint

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/search"
)

// An Estimate says how a game goes in a number of sample deals: for the arcade's player, which sees what
// a player sees, and for somebody who sees every card. The zero Estimate is of no deal.
type Estimate struct {
	Deals   int `json:"deals"`
	Won     int `json:"won"` // by the arcade's player
	Perfect int `json:"perfect,omitempty"`
	Points  int `json:"points"` // over all deals
	Moves   int `json:"moves"`  // over all deals
	// Winnable are the deals that can be won with all cards known, and Lost those that are
	// proved to be lost. The others are not known.
	Winnable int `json:"winnable,omitempty"`
	Lost     int `json:"lost,omitempty"`
	// Edition is the [Edition] that the estimate was made in. Those of different ones cannot
	// be compared.
	Edition int `json:"edition,omitempty"`
}

// Edition is raised when sample deals are played or solved otherwise: also when a family's
// advisor is trained again. In the first one the arcade's player saw all cards and had no advisor.
const Edition = 5

// SampleDeals is the number of deals of a usual estimate. It takes 1 to 10 seconds of one core
// for the built-in games.
const SampleDeals = 50

const (
	sampleTries     = 10      // what the arcade's player tries for a move of a sample deal
	samplePositions = 200_000 // what the solver looks at in a sample deal
	sightPositions  = 2_000   // what it looks at in one that is played at sight
	moveSeconds     = 6       // what a person is assumed to take for a move
)

// Sample plays sample deals of a game, one after another, and returns how they went. It
// calls report, if that is not nil, after each deal with the estimate so far. The error is
// that of ctx, if it ends first; the estimate is then of fewer deals.
//
// The arcade's player plays them as a [House] does, with few tries. If the game has a solver, that looks
// at each of them for a while; where no card is hidden the arcade's player is the solver.
//
// The deals and all that is random depend on the ID of the game alone, so an estimate of
// the same number of deals is the same everywhere, and one of more deals contains it.
//
// Sample takes turns with other searches: see [search.Turn].
func Sample(ctx context.Context, p search.Places, g engine.Game, deals int, report func(Estimate)) (Estimate, error) {
	return sampling{p, sampleTries, true}.all(ctx, g, deals, report)
}

// A sampling makes an estimate.
type sampling struct {
	places search.Places
	tries  int  // of the arcade's player for a move
	solve  bool // ask the solver, too
}

// all plays a number of deals.
func (s sampling) all(ctx context.Context, g engine.Game, deals int, report func(Estimate)) (e Estimate, err error) {
	for e.Deals < deals {
		one, err := s.deal(ctx, g, e.Deals)
		if err != nil {
			return e, err
		}
		e = e.plus(one)
		if report != nil {
			report(e)
		}
	}
	return e, nil
}

// plus returns the estimate of the deals of two.
func (e Estimate) plus(o Estimate) Estimate {
	return Estimate{
		Deals: e.Deals + o.Deals, Won: e.Won + o.Won, Perfect: e.Perfect + o.Perfect, Points: e.Points + o.Points, Moves: e.Moves + o.Moves,
		Winnable: e.Winnable + o.Winnable, Lost: e.Lost + o.Lost, Edition: Edition,
	}
}

// deal plays the i-th sample deal of a game, and solves it.
func (s sampling) deal(ctx context.Context, g engine.Game, i int) (Estimate, error) {
	seed := sha256.Sum256(fmt.Appendf(nil, "boardwalk sample 1\n%s\n%d", g.Info().ID, i))
	code, err := engine.NewCode(bytes.NewReader(seed[16:]))
	if err != nil {
		panic("hint: " + err.Error()) // the seed is long enough
	}
	deal := g.Deal(code)
	if _, ok := deal.(engine.Solver); ok && engine.Open(deal) {
		return s.solved(ctx, deal)
	}
	house := NewHouse(deal, s.tries, engine.Luck(seed))
	for more := true; more; {
		if err := s.inTurn(ctx, func(ctx context.Context) { more = house.Step(ctx) }); err != nil {
			return Estimate{}, err
		}
	}
	e := Estimate{Deals: 1, Points: house.Score().Points, Moves: house.Moves()}
	if house.Score().Perfect {
		e.Perfect = 1
	}
	if house.Score().Won {
		e.Won, e.Winnable = 1, 1
		return e, nil
	}
	if !s.solve {
		return e, nil
	}
	known, err := s.solved(ctx, deal)
	e.Winnable, e.Lost = known.Winnable, known.Lost
	return e, err
}

// solved solves a sample deal. If there is no solver, or it is wrong, it has found nothing out.
func (s sampling) solved(ctx context.Context, deal engine.State) (e Estimate, err error) {
	q := engine.Question{Goal: engine.GoalWin, Positions: sightPositions}
	if s.solve {
		q.Positions = samplePositions
	}
	var found engine.Solution
	if err := s.inTurn(ctx, func(ctx context.Context) { found, _ = engine.Solve(ctx, deal, q) }); err != nil {
		return Estimate{}, err
	}
	end := deal
	for _, m := range found.Line {
		end = play(end, m)
	}
	score := engine.Final(end)
	e = Estimate{Deals: 1, Points: score.Points, Moves: len(found.Line)}
	switch {
	case found.Verdict == engine.VerdictWon:
		e.Won, e.Winnable = 1, 1
	case found.Verdict == engine.VerdictLost:
		e.Lost = 1
	}
	if score.Perfect {
		e.Perfect = 1
	}
	return e, nil
}

// inTurn calls do in a turn. The error is that of ctx, if it ended before the search did.
func (s sampling) inTurn(ctx context.Context, do func(context.Context)) error {
	turn, err := search.TakeTurn(ctx, s.places)
	if err != nil {
		return err
	}
	defer turn.End()
	do(turn)
	return ctx.Err()
}

// rated is the fewest deals that an estimate needs for a level.
const rated = 20

// Level returns how hard the game is, going by the share of deals that the arcade's player won. It is
// FewDeals for few. An estimate of 50 deals comes within 7 percent of the share of many two
// times in three.
func (e Estimate) Level() engine.Level {
	switch {
	case e.Deals < rated:
		return engine.FewDeals
	case e.Lost == e.Deals:
		return engine.NoWins
	}
	return engine.Share{Part: e.Won, Of: e.Deals}.Level()
}

// Warning returns a sentence if no win is known of any of the sample deals, or "".
func (e Estimate) Warning() string {
	switch {
	case e.Deals == 0 || e.Won > 0 || e.Winnable > 0:
		return ""
	case e.Lost == e.Deals:
		return fmt.Sprintf("0 of %s can be won.", engine.Plural(e.Deals, "sample deal"))
	case e.Deals < rated:
		return ""
	}
	return fmt.Sprintf("No way to win any of %s was found.", engine.Plural(e.Deals, "sample deal"))
}

// Warnings returns the warnings of a design whose game has the estimate, which may be the zero one.
// A measurement replaces guesses at how hard the game is.
func (e Estimate) Warnings(d engine.Design) []string {
	warnings := d.Warnings(e.Deals >= rated || e.Warning() != "")
	if warning := e.Warning(); warning != "" {
		warnings = append([]string{warning}, warnings...)
	}
	return warnings
}

// String returns the estimate as a clause: "17 of 50 won by the arcade (22 to 48 %), 3 perfect; 49 can
// be won; 61 moves on average, about 6 minutes". The range is the 95 percent interval of the share. The
// time is that of a person who takes six seconds a move, as is assumed here.
func (e Estimate) String() string {
	if e.Deals == 0 {
		return "not estimated yet"
	}
	if e.Lost == e.Deals { // as the warning says
		return e.length()
	}
	text := fmt.Sprintf("%d of %d won by the arcade", e.Won, e.Deals)
	if e.Deals >= rated {
		low, high := engine.Share{Part: e.Won, Of: e.Deals}.Interval()
		text += fmt.Sprintf(" (%.0f to %.0f %%)", 100*low, 100*high)
	}
	if e.Perfect > 0 {
		text += fmt.Sprintf(", %d perfect", e.Perfect)
	}
	switch known := e.Winnable + e.Lost; {
	case known < e.Deals && e.Winnable <= e.Won: // nothing but what the arcade's player says
	case known < e.Deals:
		text += fmt.Sprintf("; at least %d can be won", e.Winnable)
	case e.Lost == 0 && e.Deals > 1:
		text += fmt.Sprintf("; all %d can be won", e.Winnable)
	default:
		text += fmt.Sprintf("; %d can be won", e.Winnable)
	}
	return text + "; " + e.length()
}

// length returns how long a game takes.
func (e Estimate) length() string {
	moves := (e.Moves + e.Deals/2) / e.Deals
	minutes := (moves*moveSeconds + 30) / 60
	return fmt.Sprintf("%s on average, about %s", engine.Plural(moves, "move"), engine.Plural(max(minutes, 1), "minute"))
}
