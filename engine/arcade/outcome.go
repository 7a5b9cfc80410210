package arcade

import (
	"fmt"
	"time"

	"boardwalk/engine"
)

// An Outcome is how a round ended, in a word or two for people and for scripts.
type Outcome string

// The outcomes: every point, a win, every point with those of spikes, no move left, and a game that goes no
// further because its player gave it up or because the time of its event was up. The first three are won.
const (
	Perfect Outcome = "perfect"
	Won     Outcome = "won"
	Spiked  Outcome = "won spiked"
	Lost    Outcome = "lost"
	GivenUp Outcome = "given up"
	TimeUp  Outcome = "time up"
)

// Outcomes returns every outcome but Spiked, which is a kind of Won.
func Outcomes() []Outcome { return []Outcome{Won, Perfect, Lost, GivenUp, TimeUp} }

// Outcome returns how the round ended. It replays a round that was neither won nor marked as
// stopped; one that cannot be replayed is lost.
func (r Result) Outcome(games engine.Library) Outcome {
	return outcome(r.Score, r.Stopped || !r.Score.Won && r.unfinished(games), r.late())
}

func outcome(score engine.Score, stopped, late bool) Outcome {
	switch {
	case score.Perfect:
		return Perfect
	case score.Won && score.Points == score.Max:
		return Spiked
	case score.Won:
		return Won
	case !stopped:
		return Lost
	case late:
		return TimeUp
	}
	return GivenUp
}

// unfinished reports whether moves were left at the end of the record.
func (r Result) unfinished(games engine.Library) bool {
	_, states, err := r.Replay(games)
	return err == nil && !states[len(states)-1].Over()
}

// Replay returns the game of the round, and the states that it went through. It fails if nobody here knows the
// game, or its rules are others now.
func (r Result) Replay(games engine.Library) (engine.Game, []engine.State, error) {
	g, ok := games.Restore(r.Record.Game, r.Rules)
	if !ok {
		return nil, nil, fmt.Errorf("the game %s is not on this server", r.Record.Game)
	}
	states, err := r.Record.Replay(g)
	return g, states, err
}

// late reports whether the round ended at the limit of its race, which is in whole minutes, or
// when the time of its daily or its sprint was up.
func (r Result) late() bool {
	if _, ok := r.Event.Race(); ok {
		return r.Millis > 0 && r.Millis%time.Minute.Milliseconds() == 0
	}
	over, ok := r.Event.Over()
	return ok && !time.UnixMilli(r.Ended).Before(over)
}
