// Package peers carries what the nodes of one arcade tell each other, which share one order of
// data and are otherwise processes of their own: who is here, what is on a table that somebody
// watches, how a race stands, what an admin asks of all.
//
// A message may be lost, come late, or come twice. So a node tells each second ([Every]) all that
// the others need to know, and what decides a result is in the data, never in a message. A node
// that has told nothing for [Silence] is gone, with all who were there. An [Invalidation] tells that
// something in the data has changed of which others hold a copy in memory.
package peers

import "time"

const (
	// Every is the time between two messages in which a node tells all it has to tell.
	Every = time.Second
	// Silence is how long a node that tells nothing counts as up.
	Silence = 5 * Every
	// Most is how many names of nodes a cluster can have at most.
	Most = 9
)
