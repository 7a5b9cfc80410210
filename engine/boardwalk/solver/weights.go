package solver

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// weights.txt says how the weights were learnt.
//
//go:embed weights.txt
var weightText string

// learnt holds the weights by the name of the games and the goal, "scotsi win".
var learnt = sync.OnceValue(func() map[string]*Weights {
	sets, err := parseWeights(weightText)
	if err != nil {
		panic(err)
	}
	return sets
})

// parseWeights parses lines of a name, a goal and a weight for each feature. Lines that begin
// with # say how the weights came about.
func parseWeights(text string) (map[string]*Weights, error) {
	sets := make(map[string]*Weights)
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		if len(fields) != 2+int(featureCount) {
			return nil, fmt.Errorf("%s: %d weights, want %d", fields[0], len(fields)-2, featureCount)
		}
		w := new(Weights)
		for i, field := range fields[2:] {
			v, err := strconv.ParseFloat(field, 32)
			if err != nil {
				return nil, fmt.Errorf("%s: weight %d: %w", fields[0], i+1, err)
			}
			w[i] = float32(v)
		}
		sets[fields[0]+" "+fields[1]] = w
	}
	return sets, nil
}

// Line returns the weights as a line of weights.txt.
func (w *Weights) Line(game string, goal engine.Goal) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", game, goal)
	for _, v := range w {
		fmt.Fprintf(&b, " %.3g", v)
	}
	b.WriteByte('\n')
	return b.String()
}

// WeightsFor returns the weights for games with these rules: those of the authors' variation that
// has such a board, otherwise those learnt from random variations.
func WeightsFor(r *compact.Rules, goal engine.Goal) *Weights {
	return learnt()[gameLike(r)+" "+string(goal)]
}

// others names the weights for games that the authors do not have. There each set wins deals that
// the others do not, sets for points among them.
var others = map[engine.Goal][]string{
	engine.GoalWin:    {"any win", "scotsi win", "hopscotch points", "lucky-seven win", "any points"},
	engine.GoalPoints: {"any points", "cheshire points"},
}

// weightsAt returns the weights for stage i of a search.
func weightsAt(r *compact.Rules, goal engine.Goal, i int) *Weights {
	if gameLike(r) != anyGame {
		return WeightsFor(r, goal)
	}
	return learnt()[others[goal][i%len(others[goal])]]
}

const anyGame = "any"

// gameLike returns the name of the weights for games with these rules.
func gameLike(r *compact.Rules) string {
	switch [3]int{r.Upper, r.Lower, r.HandCards} {
	case [3]int{4, 5, 0}:
		return "hop-45"
	case [3]int{5, 8, 0}:
		return "hopscotch"
	case [3]int{5, 7, 4}:
		if r.OrderUpper {
			return "scotsi"
		}
		return "lucky-seven"
	case [3]int{6, 6, 4}:
		return "cheshire"
	}
	return anyGame
}
