package hub

import (
	"crypto/rand"
	"net/netip"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// Everywhere is the sessions of all nodes, as those see and end them who run the arcade. On
// one machine they are those of its hub.
type Everywhere struct{ hub *Hub }

// Everywhere returns the sessions of all nodes.
func (h *Hub) Everywhere() Everywhere { return Everywhere{h} }

// A Listed is a session of any node.
type Listed struct {
	Session *Session      `json:"-"`              // nil if it is on another node
	Node    string        `json:"node,omitempty"` // "" without a cluster
	Number  int           `json:"n"`
	Account string        `json:"account"` // the credential, as text
	Login   string        `json:"login"`
	Nick    string        `json:"nick,omitempty"` // the current one, which may be newer than the session
	Admin   bool          `json:"admin,omitempty"`
	Addr    netip.Addr    `json:"addr"`
	Since   time.Time     `json:"since"`
	Idle    time.Duration `json:"idle"`
	Kind    string        `json:"kind"`
	Slot    string        `json:"slot,omitempty"`
	Term    string        `json:"term,omitempty"`
}

// Credential returns the credential of the session's player.
func (l Listed) Credential() arcade.Credential {
	c, _ := arcade.ParseCredential(l.Account)
	return c
}

// Sessions returns all sessions, in the order in which they began.
func (e Everywhere) Sessions() []Listed {
	list := e.hub.listed()
	if answers := e.hub.nodes.ask(question{Do: listing}); len(answers) > 0 {
		for _, a := range answers {
			list = append(list, a.Sessions...)
		}
		slices.SortStableFunc(list, func(a, b Listed) int { return a.Since.Compare(b.Since) })
	}
	return list
}

// Find returns the session with a number.
func (e Everywhere) Find(number int) (Listed, bool) {
	all := e.Sessions()
	i := slices.IndexFunc(all, func(l Listed) bool { return l.Number == number })
	if i < 0 {
		return Listed{}, false
	}
	return all[i], true
}

// End asks the sessions for which which returns true to end, as [Hub.End] does, and returns how
// many of players it was the first to ask.
func (e Everywhere) End(which func(Listed) bool, words string) (n int) {
	return e.order(which, question{Do: end, Words: words})
}

// Notify shows a notice in the sessions of players for which which returns true, and returns
// how many there were.
func (e Everywhere) Notify(which func(Listed) bool, text string) (n int) {
	return e.order(which, question{Do: notify, Words: text})
}

// Announce shows a notice to all players, and to those who enter any node before until. It
// returns how many players are here.
func (e Everywhere) Announce(text string, until time.Time) (n int) {
	a := e.hub.Announcements.next(text, until)
	return e.hub.Announcements.show(a) + total(e.hub.nodes.ask(question{Do: announce, Announced: &a}))
}

// order has all nodes do something to sessions.
func (e Everywhere) order(which func(Listed) bool, q question) (n int) {
	for _, l := range e.Sessions() {
		if which(l) {
			q.Sessions = append(q.Sessions, l.Number)
		}
	}
	if len(q.Sessions) == 0 {
		return 0
	}
	return e.hub.do(q) + total(e.hub.nodes.ask(q))
}

// listed returns the sessions of this node.
func (h *Hub) listed() []Listed {
	var list []Listed
	for _, s := range h.Sessions() {
		st := s.State()
		l := Listed{
			Session: s, Number: s.number, Account: st.ID.Credential.String(), Login: st.ID.Login, Nick: st.ID.Nick, Admin: st.ID.Admin,
			Addr: s.Addr, Since: s.Since, Idle: s.Idle(h.config.Now()), Kind: st.Kind, Slot: st.Slot, Term: s.Term,
		}
		if account, ok := s.account(); ok {
			l.Nick = account.Nick
		}
		if h.nodes != nil {
			l.Node = h.nodes.cluster.Node
		}
		list = append(list, l)
	}
	return list
}

// What one node asks of the others.
const (
	listing  = "list"
	end      = "end"
	notify   = "notify"
	announce = "announce"
)

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

// The subjects of questions, and of the answers to a node.
const askSubject = "ask"

func answerSubject(node int) string { return "answer." + string(rune('0'+node)) }

// askWait is how long a node waits for the answers of others.
const askWait = 2 * time.Second

// do does what a question asks to the sessions of this node, and returns to how many.
func (h *Hub) do(q question) int {
	which := func(s *Session) bool { return slices.Contains(q.Sessions, s.number) }
	switch {
	case q.Do == end:
		return h.End(which, q.Words)
	case q.Do == notify:
		return h.Notify(which, q.Words)
	case q.Do == announce && q.Announced != nil:
		return h.Announcements.show(*q.Announced)
	}
	return 0
}

// answer answers a question of another node.
func (n *nodes) answer(_ string, q question) {
	parts := [][]Listed{nil}
	if q.Do == listing {
		if all := slices.Collect(slices.Chunk(n.hub.listed(), rowsPart)); len(all) > 0 {
			parts = all
		}
	}
	a := answer{ID: q.ID, Parts: len(parts), Count: n.hub.do(q)}
	for i, part := range parts {
		a.Part, a.Sessions = i, part
		peers.Publish(n.cluster, answerSubject(q.From), a)
		a.Count = 0
	}
}

// The questions of a node are those whose answers it waits for, by ID.
type questions struct {
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
func (n *nodes) ask(q question) []answer {
	up := n.alive()
	if len(up) == 0 {
		return nil
	}
	q.ID, q.From = rand.Text(), n.cluster.Number
	a := &asked{parts: make(map[string]map[int]answer), waits: make(map[string]bool), over: make(chan struct{})}
	for _, o := range up {
		a.waits[o.name] = true
	}
	n.asked.mu.Lock()
	if n.asked.open == nil {
		n.asked.open = make(map[string]*asked)
	}
	n.asked.open[q.ID] = a
	n.asked.mu.Unlock()
	peers.Publish(n.cluster, askSubject, q)
	timeout := time.NewTimer(askWait)
	defer timeout.Stop()
	select {
	case <-a.over:
	case <-timeout.C:
	}
	n.asked.mu.Lock()
	defer n.asked.mu.Unlock()
	delete(n.asked.open, q.ID)
	return a.answers
}

// hearAnswer takes a part of an answer.
func (n *nodes) hearAnswer(from string, part answer) {
	n.asked.mu.Lock()
	defer n.asked.mu.Unlock()
	a := n.asked.open[part.ID]
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
