package data

import (
	"fmt"
	"maps"
	"slices"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// Stats returns the sums of all the player's rounds, ordered by game and then by class.
func (p *Player) Stats() ([]arcade.GameStat, error) {
	stats := []arcade.GameStat{}
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
			stats = append(stats, arcade.GameStat{Game: game, Class: class, Stat: sum})
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("sum up rounds: %w", err)
	}
	return stats, nil
}
