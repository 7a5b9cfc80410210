package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// A Rival is somebody the player has raced against, with the results of their races. A
// player who finished a round beats one who did not; a race in which neither did does not
// count.
type Rival struct {
	Nick  string // "" if the rival has chosen none
	Won   int    // races the player won
	Lost  int
	Drawn int
}

// races returns how many races count.
func (r Rival) races() int { return r.Won + r.Lost + r.Drawn }

// Rivals returns everybody the player has met in finished races, most frequent rivals
// first. Damaged races and deleted accounts do not count.
func (p *Player) Rivals() ([]Rival, error) {
	met := map[playerID]Rival{}
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
			rival.meet(mine, theirs)
			met[id] = rival
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count races: %w", err)
	}
	var rivals []Rival
	for _, rival := range met {
		if rival.races() > 0 {
			rivals = append(rivals, rival)
		}
	}
	slices.SortFunc(rivals, func(a, b Rival) int {
		return cmp.Or(cmp.Compare(b.races(), a.races()), strings.Compare(a.Nick, b.Nick), cmp.Compare(b.Won, a.Won), cmp.Compare(b.Lost, a.Lost))
	})
	return rivals, nil
}

// meet counts a race by the results of both players; nil means no result.
func (r *Rival) meet(mine, theirs *arcade.Result) {
	by := mine.RaceRank().Compare(theirs.RaceRank())
	switch {
	case mine == nil && theirs == nil:
	case by < 0:
		r.Won++
	case by > 0:
		r.Lost++
	default:
		r.Drawn++
	}
}
