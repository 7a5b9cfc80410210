package hub

import (
	"crypto/rand"
	"slices"
	"sync"
	"time"

	"boardwalk/server/peers"
)

// What one node asks of the others.
const (
	listing  = "list"
	end      = "end"
	notify   = "notify"
	announce = "announce"
)

// The subjects of questions, and of the answers to a node.
const askSubject = "ask"

func answerSubject(node int) string { return "answer." + string(rune('0'+node)) }

// askWait is how long a node waits for the answers of others.
const askWait = 2 * time.Second

// A question is what a node asks all others, by an admin's command.
type question struct {
	ID        string        `json:"id"`   // of the question
	From      int           `json:"from"` // number of the node that asks
	Do        string        `json:"do"`
	Sessions  []int         `json:"sessions,omitempty"` // to which to do it
	Words     string        `json:"words,omitempty"`
	Announced *announcement `json:"announced,omitempty"`
}

// An answer is that of one node. A list comes in parts if it is long.
type answer struct {
	ID       string   `json:"id"` // of the question
	Part     int      `json:"part"`
	Parts    int      `json:"parts"`
	Sessions []Listed `json:"sessions,omitempty"`
	Count    int      `json:"count"` // of sessions to which it was done
}

// The questions of a node are what it asks all others, and what they ask it. It keeps those
// whose answers it waits for, by ID.
type questions struct {
	nodes *nodes

	mu   sync.Mutex
	open map[string]*asked
}

// An asked holds the answers to a question that have come.
type asked struct {
	parts   map[string]map[int]answer // by node
	waits   map[string]bool           // for these nodes
	answers []answer
	over    chan struct{} // closed when all have answered
}

// ask asks all other nodes that are up, and returns the answers that come in time.
func (qs *questions) ask(q question) []answer {
	up := qs.nodes.alive()
	if len(up) == 0 {
		return nil
	}
	q.ID, q.From = rand.Text(), qs.nodes.cluster.Number
	a := &asked{parts: make(map[string]map[int]answer), waits: make(map[string]bool), over: make(chan struct{})}
	for _, o := range up {
		a.waits[o.name] = true
	}
	qs.mu.Lock()
	if qs.open == nil {
		qs.open = make(map[string]*asked)
	}
	qs.open[q.ID] = a
	qs.mu.Unlock()
	peers.Publish(qs.nodes.cluster, askSubject, q)
	timeout := time.NewTimer(askWait)
	defer timeout.Stop()
	select {
	case <-a.over:
	case <-timeout.C:
	}
	qs.mu.Lock()
	defer qs.mu.Unlock()
	delete(qs.open, q.ID)
	return a.answers
}

// answer answers a question of another node.
func (qs *questions) answer(_ string, q question) {
	parts := [][]Listed{nil}
	if q.Do == listing {
		if all := slices.Collect(slices.Chunk(qs.nodes.hub.Everywhere().listed(), rowsPart)); len(all) > 0 {
			parts = all
		}
	}
	a := answer{ID: q.ID, Parts: len(parts), Count: qs.nodes.hub.Everywhere().do(q)}
	for i, part := range parts {
		a.Part, a.Sessions = i, part
		peers.Publish(qs.nodes.cluster, answerSubject(q.From), a)
		a.Count = 0
	}
}

// hear takes a part of an answer.
func (qs *questions) hear(from string, part answer) {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	a := qs.open[part.ID]
	if a == nil || part.Parts < 1 {
		return
	}
	if a.parts[from] == nil {
		a.parts[from] = make(map[int]answer)
	}
	if _, twice := a.parts[from][part.Part]; twice {
		return
	}
	a.parts[from][part.Part] = part
	a.answers = append(a.answers, part)
	if len(a.parts[from]) < part.Parts || !a.waits[from] {
		return
	}
	if delete(a.waits, from); len(a.waits) == 0 {
		close(a.over)
	}
}

// total returns to how many sessions it was done.
func total(answers []answer) (n int) {
	for _, a := range answers {
		n += a.Count
	}
	return n
}
