package data

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// A Rival is somebody the player has raced against, and how often which of them did
// better. Who has played a race beats who has not; one that neither played is no race
// of theirs.
type Rival struct {
	Nick  string // "" of one who has chosen none
	Won   int    // by the player
	Lost  int
	Drawn int
}

// races is how many they have in common.
func (r Rival) races() int { return r.Won + r.Lost + r.Drawn }

// Rivals is all whom the player has met in races that are over, those met most often
// first. Races that are damaged do not count, nor who has deleted the account.
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

// meet counts a race by the results of both, nil for who has none.
func (r *Rival) meet(mine, theirs *engine.Result) {
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
