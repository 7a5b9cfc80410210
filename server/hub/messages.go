package hub

import (
	"context"
	"slices"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// The subjects of what hubs tell each other of players' doings.
const (
	signalSubject = "signal"
	followSubject = "follow"
)

// A sent is a signal that a player has sent, for those whom it is for on other nodes. All
// nodes count it, so that nobody sends more by using several.
type sent struct {
	Sender string        `json:"sender"` // the player's key
	From   string        `json:"from"`
	Signal arcade.Signal `json:"signal"`
	For    address       `json:"for"`
}

// An address says for whom a signal is: of its fields one is set.
type address struct {
	Table   int             `json:"table,omitempty"`   // the player there, if the sender watches it
	Race    string          `json:"race,omitempty"`    // the others in it
	Player  arcade.PlayerID `json:"player,omitempty"`  // who does not hide
	Watched int             `json:"watched,omitempty"` // those who watch the table with that number
}

// fits reports whether a signal is for a session.
func (a address) fits(s *Session) bool {
	switch {
	case a.Table != 0:
		if s.number != a.Table {
			return false
		}
		account, known := s.account() // it may be private by now
		return known && isOpen(account)
	case a.Race != "":
		return s.presence.inRace(a.Race)
	case a.Player != "":
		return s.player() == a.Player
	}
	return s.presence.watches(a.Watched)
}

// signal tells the other nodes of a signal.
func (n *nodes) signal(s sent) {
	if n != nil {
		peers.Publish(n.cluster, signalSubject, s)
	}
}

// hearSignal hands a signal of another node to those here whom it is for, within their limits
// and those of the sender.
func (n *nodes) hearSignal(_ string, s sent) {
	now := n.hub.config.Now()
	if s.Signal.String() == "" || s.Sender == "" || !n.hub.pace.allow(s.Sender, now, sendPause/2) { // on its way it may have come closer to the one before
		return
	}
	for _, session := range n.hub.Sessions() {
		if !s.For.fits(session) || session.playerKey() == s.Sender {
			continue
		}
		if account, known := session.account(); s.For.Player != "" && (!known || account.Hidden) {
			continue
		}
		session.inbox.put(s.Sender, arcade.Heard{From: s.From, Signal: s.Signal}, now)
	}
}

// mayHear reports whether somebody on another node may be there whom a signal of a session is for.
func (n *nodes) mayHear(s *Session, a address) bool {
	switch {
	case a.Table != 0:
		r, ok := n.find(a.Table)
		return ok && r.Table != nil && s.presence.watches(a.Table)
	case a.Player != "":
		return slices.ContainsFunc(n.alive(), func(o other) bool {
			return slices.ContainsFunc(o.rows, func(r row) bool { return r.Player == a.Player && r.Person != nil })
		})
	}
	return n != nil && a.Watched != 0 && s.broadcast.watchers() > 0
}

// A refollow says that a player has changed whom the player follows.
type refollow struct {
	Player arcade.PlayerID `json:"player"`
}

// refollow tells the other nodes to read again whom a player follows.
func (n *nodes) refollow(player arcade.PlayerID) {
	if n != nil && player != "" {
		peers.Publish(n.cluster, followSubject, refollow{player})
	}
}

// hearRefollow reads again whom a player follows, once the data here has the change. If the
// message is lost, it is read in followsAge.
func (n *nodes) hearRefollow(_ string, m refollow) {
	go n.hub.guard(func() {
		ctx, cancel := context.WithTimeout(context.Background(), followsAge)
		defer cancel()
		if n.cluster.Barrier(ctx) != nil {
			return
		}
		for _, s := range n.hub.Sessions() {
			if s.player() == m.Player {
				s.presence.follows.Store(new(followed)) // zero time, so out of date
			}
		}
	})
}
