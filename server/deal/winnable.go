package deal

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/grade"
	"boardwalk/engine/search"
)

// positions is how many positions a search for a win looks at, for a game without a scale.
const positions = 300_000

// budget returns how many positions a search for a win of a game's deal looks at.
func budget(g engine.Game) int {
	if scale, ok := grade.ScaleOf(g); ok {
		return scale.Positions
	}
	return positions
}

// candidates is how many deals Winnable draws at most.
const candidates = 20

// Winnable returns the first fresh deal for which a search of bounded length finds a way to
// win. If there is none before ctx ends, or among many, or if the game has no solver, it
// returns the first deal, and ok is false.
func Winnable(ctx context.Context, config Config, g engine.Game) (code engine.Code, ok bool) {
	first := config.Code()
	if len(grade.KindsOf(g)) == 0 {
		return first, false
	}
	t, err := search.TakeTurn(ctx, config.Searches)
	if err != nil {
		return first, false
	}
	defer t.End()
	code = first
	for range candidates {
		v, err := grade.Decide(t, g.Deal(code), budget(g))
		if err != nil {
			if ctx.Err() == nil {
				config.Log.Error("look for a deal that can be won", "game", g.Info().ID, "err", err)
			}
			return first, false
		}
		if v == engine.VerdictWon {
			return code, true
		}
		code = config.Code()
	}
	return first, false
}
