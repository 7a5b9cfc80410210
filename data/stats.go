package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"

	"github.com/oklog/ulid/v2"
)

// A Stat sums up a player's rounds of one game in one class.
type Stat struct {
	Game  string
	Class engine.Class
	engine.Stat
}

// Stats sums up all rounds of the player, in order of games and then classes.
func (p *Player) Stats() ([]Stat, error) {
	type kind struct {
		game  string
		class engine.Class
	}
	sums := map[kind]*engine.Stat{}
	var before ulid.ULID
	for {
		rounds, err := p.rounds(before, pageRows)
		if err != nil {
			return nil, fmt.Errorf("sum up rounds: %w", err)
		}
		for _, round := range rounds {
			game, _, _ := strings.Cut(round.row.Record, "@")
			k := kind{game, round.row.Class}
			if sums[k] == nil {
				sums[k] = new(engine.Stat)
			}
			sums[k].Add(round.row.sum())
			before = round.id
		}
		if len(rounds) < pageRows {
			break
		}
	}
	stats := make([]Stat, 0, len(sums))
	for k, s := range sums {
		stats = append(stats, Stat{k.game, k.class, *s})
	}
	slices.SortFunc(stats, func(a, b Stat) int {
		return cmp.Or(strings.Compare(a.Game, b.Game), strings.Compare(string(a.Class), string(b.Class)))
	})
	return stats, nil
}

// sum is as much of the round as a Stat takes, without its record.
func (row roundRow) sum() engine.Result {
	return engine.Result{
		Class: row.Class, Millis: row.Millis,
		Score: engine.Score{Points: row.Points, Won: row.Won, Perfect: row.Perfect},
	}
}
