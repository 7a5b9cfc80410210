package server

import (
	"sync"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// sightSubject is the subject of what players see of the deals of others, which all nodes
// remember: the challenge may be played on another one.
const sightSubject = "sight"

// sightTold is how often a node tells of a sight. There is no more to be known of it later.
const sightTold = 3

// A sight is a deal of others that a player has seen.
type sight struct {
	Account string      `json:"account"` // the credential, as text
	Deal    arcade.Deal `json:"deal"`
}

// A sightings tells other nodes what players here see.
type sightings struct {
	cluster *peers.Cluster
	stop    func()

	mu    sync.Mutex
	again map[sight]int // how often they are told again
}

// joinSights has the sights of all nodes remembered here.
func joinSights(s *sights, c *peers.Cluster) *sightings {
	if c == nil {
		return nil
	}
	told := &sightings{cluster: c, again: make(map[sight]int)}
	told.stop = peers.Subscribe(c, sightSubject, func(_ string, m sight) {
		if who, err := arcade.ParseCredential(m.Account); err == nil {
			s.remember(who, m.Deal)
		}
	})
	return told
}

// tell tells of a sight.
func (t *sightings) tell(c arcade.Credential, d arcade.Deal) {
	if t == nil {
		return
	}
	m := sight{c.String(), d}
	t.mu.Lock()
	t.again[m] = sightTold - 1
	t.mu.Unlock()
	peers.Publish(t.cluster, sightSubject, m)
}

// beat tells the newest sights again.
func (t *sightings) beat() {
	t.mu.Lock()
	var again []sight
	for m, times := range t.again {
		again = append(again, m)
		if t.again[m]--; times <= 1 {
			delete(t.again, m)
		}
	}
	t.mu.Unlock()
	for _, m := range again {
		peers.Publish(t.cluster, sightSubject, m)
	}
}
