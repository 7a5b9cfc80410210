package server

import (
	"context"
	"sync"
	"time"

	"boardwalk/server/peers"
)

// closingHere is closingSoon for players who can go on at another node of the cluster.
const closingHere = "This machine of the arcade is closing. All is saved: come back at once, and you find the table as it was."

// callBack has the arcade's players go on with the races that they were in when a server ended, this one or
// another node.
func (s *Server) callBack() {
	if !s.config.Leads() {
		return
	}
	for _, o := range s.arcade.Races.Empty() {
		s.arcade.Machines.Return(o.Code, o.Level)
	}
}

// beat tells sessions the news each second, and the other nodes of a cluster what they need to know of
// this one, until leave is called, which tells them that it ends. Only its first call does something.
func (s *Server) beat() (leave func()) {
	ctx, stop := context.WithCancel(context.Background())
	var beating sync.WaitGroup
	beating.Go(func() {
		for tick := time.Tick(peers.Every); ; {
			select {
			case <-ctx.Done():
				return
			case <-tick:
				s.hub.Beat()
				s.arcade.Beat()
				s.callBack()
			}
		}
	})
	return sync.OnceFunc(func() {
		stop()
		beating.Wait() // or a beat would come after the last one
		s.hub.LeaveCluster()
	})
}
