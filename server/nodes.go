package server

import (
	"time"

	"boardwalk/server/hub"
	"boardwalk/server/peers"
)

// closingHere is closingSoon for players who can go on at another node of the cluster.
const closingHere = "This machine of the arcade is closing. All is saved: come back at once, and you find the table as it was."

// beats tells the other nodes of the cluster what they need to know of this one, until the
// server has shut down.
func (s *Server) beats() {
	defer close(s.beaten)
	tick := time.NewTicker(peers.Every)
	defer tick.Stop()
	for {
		select {
		case <-s.over:
			return
		case <-tick.C:
			s.hub.Beat()
			s.races.Beat()
			s.sights.told.beat()
		}
	}
}

// leaveCluster tells the other nodes that this one ends. Only the first call does something.
func (s *Server) leaveCluster() {
	s.leaving.Do(func() {
		close(s.over)
		if s.config.Cluster != nil {
			<-s.beaten // or a beat would come after the last one
			s.hub.LeaveCluster()
			s.races.LeaveCluster()
			s.sights.told.stop()
		}
	})
}

// endUnwelcome ends the sessions of players who are banned by now, or may not be here for
// another reason, as another node has told that this may have changed.
func (s *Server) endUnwelcome() {
	for _, session := range s.hub.Sessions() {
		if sentence, err := s.auth.check(session); err == nil && sentence != "" {
			s.hub.End(func(other *hub.Session) bool { return other == session }, sentence+" All is saved.")
		}
	}
}
