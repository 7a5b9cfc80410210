package server

import (
	"sync"

	"boardwalk/engine/arcade"
)

// A sights remembers which deals of others players have seen, in replays and at tables that
// they watched, so that a challenge to one of them is practice. It knows what happened since
// the server began, and the latest of that; more than this cannot be known of a player who
// has two keys anyway.
type sights struct {
	told *sightings // to the other nodes of a cluster; nil without one

	mu   sync.Mutex
	seen map[arcade.Credential][]arcade.Deal // oldest first
}

// The most deals that are remembered of a player, and the most players.
const (
	sightsEach    = 64
	sightsPlayers = 4096
)

// note remembers that a player has seen a deal.
func (s *sights) note(c arcade.Credential, d arcade.Deal) {
	if d.Code == "" || s.has(c, d) {
		return
	}
	s.remember(c, d)
	s.told.tell(c, d)
}

// remember is note, and tells no other node.
func (s *sights) remember(c arcade.Credential, d arcade.Deal) {
	if s.has(c, d) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seen == nil {
		s.seen = make(map[arcade.Credential][]arcade.Deal)
	}
	deals := append(s.seen[c], d)
	s.seen[c] = deals[max(len(deals)-sightsEach, 0):]
	if len(s.seen) > sightsPlayers {
		for other := range s.seen {
			if other != c {
				delete(s.seen, other)
				break
			}
		}
	}
}

// has reports whether a player is known to have seen a deal.
func (s *sights) has(c arcade.Credential, d arcade.Deal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, seen := range s.seen[c] {
		if seen == d {
			return true
		}
	}
	return false
}
