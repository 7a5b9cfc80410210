package hub

import (
	"net/netip"
	"slices"
	"time"

	"boardwalk/engine/arcade"
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
	list := e.listed()
	if answers := e.ask(question{Do: listing}); len(answers) > 0 {
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

// End asks the sessions that match to end, as [Hub.End] does, and returns how
// many of players it was the first to ask.
func (e Everywhere) End(which func(Listed) bool, words string) (n int) {
	return e.order(which, question{Do: end, Words: words})
}

// Notify shows a notice in the sessions of players that match, and returns
// how many there were.
func (e Everywhere) Notify(which func(Listed) bool, text string) (n int) {
	return e.order(which, question{Do: notify, Words: text})
}

// Announce shows a notice to all players, and to those who enter any node before until. It
// returns how many players are here.
func (e Everywhere) Announce(text string, until time.Time) (n int) {
	a := e.hub.Announcements.next(text, until)
	return e.hub.Announcements.show(a) + total(e.ask(question{Do: announce, Announced: &a}))
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
	return e.do(q) + total(e.ask(q))
}

// listed returns the sessions of this node.
func (e Everywhere) listed() []Listed {
	var list []Listed
	for _, s := range e.hub.Sessions() {
		st := s.State()
		l := Listed{
			Session: s, Number: s.number, Account: st.ID.Credential.String(), Login: st.ID.Login, Nick: st.ID.Nick, Admin: st.ID.Admin,
			Addr: s.Addr, Since: s.Since, Idle: s.Idle(e.hub.config.Now()), Kind: st.Kind, Slot: st.Slot, Term: s.Term,
		}
		if account, ok := s.account(); ok {
			l.Nick = account.Nick
		}
		if e.hub.nodes != nil {
			l.Node = e.hub.nodes.cluster.Node
		}
		list = append(list, l)
	}
	return list
}

// do does what a question asks to the sessions of this node, and returns to how many.
func (e Everywhere) do(q question) int {
	which := func(s *Session) bool { return slices.Contains(q.Sessions, s.number) }
	switch {
	case q.Do == end:
		return e.hub.End(which, q.Words)
	case q.Do == notify:
		return e.hub.Notify(which, q.Words)
	case q.Do == announce && q.Announced != nil:
		return e.hub.Announcements.show(*q.Announced)
	}
	return 0
}

// ask asks all other nodes that are up, and returns the answers that come in time.
func (e Everywhere) ask(q question) []answer {
	if e.hub.nodes == nil {
		return nil
	}
	return e.hub.nodes.questions.ask(q)
}
