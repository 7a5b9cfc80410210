package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// Rivals returns everybody the player has met in finished races, most frequent rivals
// first. Damaged races and deleted accounts do not count.
func (p *Player) Rivals() ([]arcade.Rival, error) {
	met := map[playerID]arcade.Rival{}
	err := p.eachRace(func(tx *bbolt.Tx, me playerID, key []byte, row raceRow) error {
		if row.Ended == 0 {
			return nil
		}
		mine, err := row.result(tx, string(key), me)
		if err != nil {
			return err
		}
		for _, racer := range row.Racers {
			if len(racer.Player) != len(me) || playerID(racer.Player) == me {
				continue
			}
			id := playerID(racer.Player)
			theirs, err := row.result(tx, string(key), id)
			if err != nil {
				return err
			}
			rival := met[id]
			var player playerRow
			if _, err := get(tx.Bucket(playersBucket), id[:], &player); err == nil {
				rival.Nick = player.Nick
			}
			if player.Gone {
				continue
			}
			rival.Count(mine, theirs)
			met[id] = rival
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count races: %w", err)
	}
	var rivals []arcade.Rival
	for _, rival := range met {
		if rival.Races() > 0 {
			rivals = append(rivals, rival)
		}
	}
	slices.SortFunc(rivals, func(a, b arcade.Rival) int {
		return cmp.Or(cmp.Compare(b.Races(), a.Races()), strings.Compare(a.Nick, b.Nick), cmp.Compare(b.Won, a.Won), cmp.Compare(b.Lost, a.Lost))
	})
	return rivals, nil
}
