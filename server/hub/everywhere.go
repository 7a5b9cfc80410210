package hub

import (
	"context"
	"net/netip"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/peers"
)

// Everywhere is the sessions of all nodes, as admins see and end them. On one machine they are those of its hub.
type Everywhere struct{ hub *Hub }

// Everywhere returns the sessions of all nodes.
func (h *Hub) Everywhere() Everywhere { return Everywhere{h} }

// A Listed is a session of any node.
type Listed struct {
	Session *Session `json:"-"` // nil if it is on another node

	Credential arcade.Credential `json:"account"`

	Node   string        `json:"node,omitempty"` // "" without a cluster
	Number int           `json:"n"`
	Login  string        `json:"login"`
	Nick   string        `json:"nick,omitempty"` // the current one, which may be newer than the session
	Admin  bool          `json:"admin,omitempty"`
	Addr   netip.Addr    `json:"addr"`
	Since  time.Time     `json:"since"`
	Idle   time.Duration `json:"idle"`
	Kind   string        `json:"kind"`
	Slot   string        `json:"slot,omitempty"`
	Term   string        `json:"term,omitempty"`
}

// Sessions returns all sessions, in the order in which they began.
func (e Everywhere) Sessions() (list []Listed) {
	list = e.order(order{Do: listSessions}).Sessions
	slices.SortStableFunc(list, func(a, b Listed) int { return a.Since.Compare(b.Since) })
	return list
}

// Find returns the session with a number.
func (e Everywhere) Find(number int) (Listed, bool) {
	for _, l := range e.Sessions() {
		if l.Number == number {
			return l, true
		}
	}
	return Listed{}, false
}

// End asks the sessions that match to end, as [Hub.End] does, and returns how
// many of players it was the first to ask.
func (e Everywhere) End(which func(Listed) bool, words string) (n int) {
	return e.orderSome(which, order{Do: endSessions, Words: words})
}

// Notify shows a notice in the sessions of players that match, and returns
// how many there were.
func (e Everywhere) Notify(which func(Listed) bool, text string) (n int) {
	return e.orderSome(which, order{Do: notifySessions, Words: text})
}

// Announce shows a notice to all players, and to those who enter any node before until. It
// returns how many players are here.
func (e Everywhere) Announce(text string, until time.Time) (n int) {
	made := e.hub.config.Now()
	e.hub.mu.Lock()
	if !made.After(e.hub.announced.Made) { // it is to be newer
		made = e.hub.announced.Made.Add(1)
	}
	e.hub.mu.Unlock()
	return e.order(order{Do: announce, Announced: Announcement{text, made, until}}).Count
}

// What a node orders all to do.
const (
	listSessions   = "list"
	endSessions    = "end"
	notifySessions = "notify"
	announce       = "announce"
)

// An order is what a node has all do, by an admin's command.
type order struct {
	Do        string       `json:"do"`
	Numbers   []int        `json:"numbers,omitempty"` // of the sessions to which to do it
	Words     string       `json:"words,omitempty"`
	Announced Announcement `json:"announced,omitzero"`
}

// An outcome is what has become of an order.
type outcome struct {
	Sessions []Listed `json:"sessions,omitempty"`
	Count    int      `json:"count,omitempty"` // of sessions to which it was done
}

// order has all nodes that are up do something, and returns what has become of it, as far as that comes
// in time.
func (e Everywhere) order(o order) (all outcome) {
	ctx, cancel := context.WithTimeout(context.Background(), answerWait)
	defer cancel()
	up := e.hub.nodes.alive()
	outcomes := make([]outcome, len(up)+1)
	var others sync.WaitGroup
	for i, p := range up {
		others.Go(func() {
			outcomes[i+1], _ = peers.Request[order, outcome](ctx, e.hub.config.Cluster, p.name, orderSubject, o)
		})
	}
	outcomes[0] = e.do(o)
	others.Wait()
	for _, each := range outcomes {
		all.Sessions, all.Count = append(all.Sessions, each.Sessions...), all.Count+each.Count
	}
	return all
}

// orderSome has all nodes do something to sessions that match, and returns to how many it was done.
func (e Everywhere) orderSome(which func(Listed) bool, o order) (n int) {
	for _, l := range e.Sessions() {
		if which(l) {
			o.Numbers = append(o.Numbers, l.Number)
		}
	}
	if len(o.Numbers) == 0 {
		return 0
	}
	return e.order(o).Count
}

func (e Everywhere) do(o order) outcome {
	which := func(s *Session) bool { return slices.Contains(o.Numbers, s.number) }
	switch o.Do {
	case listSessions:
		return outcome{Sessions: e.Here()}
	case endSessions:
		return outcome{Count: e.hub.End(which, o.Words)}
	case notifySessions:
		return outcome{Count: e.hub.Notify(which, o.Words)}
	case announce:
		return outcome{Count: e.hub.announce(o.Announced)}
	}
	return outcome{}
}

// Here returns the sessions of this node, in the order in which they began.
func (e Everywhere) Here() (list []Listed) {
	for _, s := range e.hub.Sessions() {
		st := s.State()
		l := Listed{
			Session: s, Number: s.number, Credential: st.ID.Credential, Login: st.ID.Login,
			Nick: st.ID.Nick, Admin: st.ID.Admin, Addr: s.Addr, Since: s.Since, Idle: s.Idle(e.hub.config.Now()), Kind: st.Kind, Slot: st.Slot, Term: s.Term,
		}
		if account, ok := s.account(); ok {
			l.Nick = account.Nick
		}
		if c := e.hub.config.Cluster; c != nil {
			l.Node = c.Node
		}
		list = append(list, l)
	}
	return list
}
