package data

import (
	"fmt"
	"maps"
	"slices"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// A Stat sums up a player's rounds of one game in one class.
type Stat struct {
	Game  string
	Class arcade.Class
	arcade.Stat
}

// Stats returns the sums of all the player's rounds, ordered by game and then by class.
func (p *Player) Stats() ([]Stat, error) {
	stats := []Stat{}
	err := p.view(func(tx *bbolt.Tx) error {
		id, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		sums := prefixRows(tx, sumsBucket, id)
		for _, key := range slices.Sorted(maps.Keys(sums)) {
			var sum arcade.Stat
			if err := unseal([]byte(key), sums[key], &sum); err != nil {
				return p.db.withPath(err)
			}
			game, class := splitSum(key[len(id):])
			stats = append(stats, Stat{game, class, sum})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sum up rounds: %w", err)
	}
	return stats, nil
}

// Played returns how many rounds of each game the player has finished.
func (p *Player) Played() (map[string]int, error) {
	stats, err := p.Stats()
	if err != nil {
		return nil, err
	}
	played := map[string]int{}
	for _, s := range stats {
		played[s.Game] += s.Played
	}
	return played, nil
}
