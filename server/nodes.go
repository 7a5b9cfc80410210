package server

import (
	"sync"
	"time"

	"boardwalk/server/peers"
)

// closingHere is closingSoon for players who can go on at another node of the cluster.
const closingHere = "This machine of the arcade is closing. All is saved: come back at once, and you find the table as it was."

// A membership is what makes a server a node of a cluster: the others are told each second what
// they need to know of it, and at last that it ends.
type membership struct {
	server  *Server
	over    chan struct{} // closed when the server has shut down
	beaten  chan struct{} // closed when the others are told nothing more by beats
	leaving sync.Once
}

// beats tells the other nodes of the cluster what they need to know of this one, until the
// server has shut down.
func (m *membership) beats() {
	defer close(m.beaten)
	tick := time.NewTicker(peers.Every)
	defer tick.Stop()
	for {
		select {
		case <-m.over:
			return
		case <-tick.C:
			m.server.hub.Beat()
			m.server.races.Beat()
			m.server.seen.repeat()
		}
	}
}

// leave tells the other nodes that this one ends, if there are any. Only the first call does
// something.
func (m *membership) leave() {
	m.leaving.Do(func() {
		close(m.over)
		if m.server.config.Cluster != nil {
			<-m.beaten // or a beat would come after the last one
			m.server.hub.LeaveCluster()
		}
	})
}
