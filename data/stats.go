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
	Game    string
	Class   engine.Class
	Played  int
	Won     int
	Perfect int
	Best    int   // most points of a round
	Points  int   // of all rounds together
	Millis  int64 // time at the table, in milliseconds
}

// Average is the points of a round on average.
func (s Stat) Average() float64 { return float64(s.Points) / float64(max(s.Played, 1)) }

// Stats sums up all rounds of the player, in order of games and then classes.
func (p *Player) Stats() ([]Stat, error) {
	type kind struct {
		game  string
		class engine.Class
	}
	sums := map[kind]Stat{}
	var before ulid.ULID
	for {
		rounds, err := p.rounds(before, pageRows)
		if err != nil {
			return nil, fmt.Errorf("sum up rounds: %w", err)
		}
		for _, round := range rounds {
			game, _, _ := strings.Cut(round.row.Record, "@")
			k := kind{game, round.row.Class}
			sums[k] = sums[k].with(game, round.row)
			before = round.id
		}
		if len(rounds) < pageRows {
			break
		}
	}
	stats := make([]Stat, 0, len(sums))
	for _, s := range sums {
		stats = append(stats, s)
	}
	slices.SortFunc(stats, func(a, b Stat) int {
		return cmp.Or(strings.Compare(a.Game, b.Game), strings.Compare(string(a.Class), string(b.Class)))
	})
	return stats, nil
}

// with is s and one more round.
func (s Stat) with(game string, row roundRow) Stat {
	if s.Played == 0 {
		s = Stat{Game: game, Class: row.Class, Best: row.Points}
	}
	s.Played++
	if row.Won {
		s.Won++
	}
	if row.Perfect {
		s.Perfect++
	}
	s.Best = max(s.Best, row.Points)
	s.Points += row.Points
	s.Millis += row.Millis
	return s
}
