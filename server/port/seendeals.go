package port

import (
	"hash/maphash"
	"slices"
	"sync"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// A seenDeals remembers which deals of others players have seen, in replays and at tables that
// they watched, so that a challenge to one of them is practice. It knows what happened since
// the server began, and the latest of that; more than this cannot be known of a player who
// has two keys anyway. All nodes of a cluster remember the same: the challenge may be played on
// another one.
type seenDeals struct {
	cluster *peers.Cluster // nil if there are no other nodes

	mu    sync.Mutex
	seen  map[arcade.Credential][]uint64 // hashes of the deals, the oldest first
	seed  maphash.Seed
	again map[seenDeal]int // how often others are told again
}

// A seenDeal is a deal of others that a player has seen.
type seenDeal struct {
	Account arcade.Credential `json:"account"`
	Deal    arcade.Deal       `json:"deal"`
}

// The most deals that are remembered of a player, the most players, and how often a node tells of
// a deal.
const (
	seenEach    = 1000
	seenPlayers = 4096
	seenTold    = 3
)

// seenSubject is the subject of what nodes tell each other of seen deals.
const seenSubject = "seen"

// join has the seen deals of all nodes remembered here, from now on.
func (s *seenDeals) join(c *peers.Cluster) {
	s.cluster, s.seen, s.seed, s.again = c, make(map[arcade.Credential][]uint64), maphash.MakeSeed(), make(map[seenDeal]int)
	peers.Subscribe(c, seenSubject, func(_ string, m seenDeal) { s.remember(m) })
}

// note remembers that a player has seen a deal.
func (s *seenDeals) note(c arcade.Credential, d arcade.Deal) {
	m := seenDeal{c, d}
	if d.Code == "" || !s.remember(m) || s.cluster == nil {
		return
	}
	s.mu.Lock()
	s.again[m] = seenTold - 1
	s.mu.Unlock()
	peers.Publish(s.cluster, seenSubject, m)
}

// remember is note, and tells no other node. It reports whether the deal is new.
func (s *seenDeals) remember(m seenDeal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	deal := maphash.Comparable(s.seed, m.Deal)
	if slices.Contains(s.seen[m.Account], deal) {
		return false
	}
	deals := append(s.seen[m.Account], deal)
	s.seen[m.Account] = deals[max(len(deals)-seenEach, 0):]
	if len(s.seen) > seenPlayers {
		for other := range s.seen {
			if other != m.Account {
				delete(s.seen, other)
				break
			}
		}
	}
	return true
}

// has reports whether a player is known to have seen a deal.
func (s *seenDeals) has(c arcade.Credential, d arcade.Deal) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.seen[c], maphash.Comparable(s.seed, d))
}

// repeat tells the other nodes of the newest deals again, which they may not have heard of.
func (s *seenDeals) repeat() {
	s.mu.Lock()
	var again []seenDeal
	for m, times := range s.again {
		again = append(again, m)
		if s.again[m]--; times <= 1 {
			delete(s.again, m)
		}
	}
	s.mu.Unlock()
	for _, m := range again {
		peers.Publish(s.cluster, seenSubject, m)
	}
}
