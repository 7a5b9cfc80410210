package hub

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
	"boardwalk/server/mailbox"
	"boardwalk/server/peers"
)

// The limits of signals. That of senders is of a player, over all sessions, and is told.
// That of receivers is of a session, and is not: a signal beyond it is dropped, as if
// the receiver had turned signals off. So a crowd of senders cannot fill anybody's screen.
// Those that come in a pause count as one, and the newest is seen.
const (
	sendPause    = 5 * time.Second
	sendsHour    = 20
	receivePause = 2 * time.Second
	receivesHour = 60
	sendersMax   = 10_000 // that are remembered
)

// Why a signal is not sent, for its sender. Nothing here says what became of a signal.
var (
	errNoSignal   = arcade.Refuse("there is no such signal")
	errNoAudience = arcade.Refuse("nobody is there to get a signal now")
	errPace       = arcade.Refuse("one signal in five seconds, and 20 an hour: wait a moment")
)

// Send implements Send of arcade.Company. The recipients see the sender's name or, if it is "", the nick
// or arcade.Nameless.
func (c Company) Send(signal arcade.Signal, to arcade.Audience, name string) error {
	if signal.String() == "" {
		return errNoSignal
	}
	if _, err := c.mayTell(); err != nil {
		return err
	}
	recipients, ok := c.address(to)
	if !ok {
		return errNoAudience
	}
	sender := c.session.playerKey()
	audience := c.hub.audience(recipients, sender)
	if len(audience) == 0 && to.Race == "" && !c.hub.mayHear(c.session, recipients) { // in a race, only somebody hidden may be there, or not
		return errNoAudience
	}
	account, err := c.sender(errPace)
	if err != nil {
		return err
	}
	m := signalMsg{sender, cmp.Or(name, account.Called()), signal, recipients}
	c.hub.putSignal(m, audience)
	peers.Publish(c.hub.config.Cluster, signalSubject, m)
	return nil
}

// mayTell returns the player's account, or why the player tells others nothing.
func (c Company) mayTell() (arcade.Account, error) {
	account, ok := c.session.account()
	switch {
	case !ok || !account.Known:
		return account, arcade.ErrNewSender
	case account.Hidden:
		return account, arcade.ErrHiddenSender
	}
	return account, nil
}

// sender is like mayTell, for a player who tells something now: it counts as a signal, and
// too many of either kind are refused with tooMany.
func (c Company) sender(tooMany error) (arcade.Account, error) {
	account, err := c.mayTell()
	if err == nil && !c.hub.pace.Allow(c.session.playerKey(), c.hub.config.Now(), sendPause) {
		err = tooMany
	}
	return account, err
}

// address returns whom a signal of the session is for. ok is false if that may not be so: the
// session does not watch the table, is not in the race, or nobody has the nick.
func (c Company) address(to arcade.Audience) (a address, ok bool) {
	switch {
	case to.Table != 0:
		return address{Table: to.Table}, c.session.tables.has(to.Table)
	case to.Race != "":
		return address{Race: to.Race}, c.session.races.has(to.Race)
	case to.Player != "":
		id := c.here(to.Player)
		return address{Player: id}, id != ""
	}
	most := slices.MaxFunc(c.hub.windowsOf(c.session), func(a, b *Session) int { return cmp.Compare(a.watchers(), b.watchers()) })
	return address{Watched: most.number}, true
}

// audience returns the sessions here of others than the sender that a signal is for.
func (h *Hub) audience(a address, sender string) (audience []*Session) {
	for _, s := range h.Sessions() {
		if a.fits(s) && s.playerKey() != sender {
			audience = append(audience, s)
		}
	}
	return audience
}

// An inbox holds the newest signal for a session that has not been taken yet. It is small
// and never blocks, whoever sends how many.
type inbox struct {
	readers mailbox.Readers[*Session, arcade.Heard] // one at most; without it the session takes no signals

	mu    sync.Mutex
	times []time.Time // of signals in the last hour
}

// put puts a signal into the inbox, unless it is not wanted or too much.
func (in *inbox) put(heard arcade.Heard, now time.Time) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for box := range in.readers.All() {
		times, counts := limit.Paced(in.times, now, receivePause, receivesHour)
		if in.times = times; counts || len(times) < receivesHour {
			box.Put(heard)
		}
	}
}

// putSignal puts a signal into the inboxes of sessions, but of those whose players ignore the sender.
func (h *Hub) putSignal(m signalMsg, audience []*Session) {
	for _, s := range audience {
		if !h.followed(s).ignored[arcade.PlayerID(m.Sender)] {
			s.inbox.put(arcade.Heard{From: m.From, Signal: m.Signal}, h.config.Now())
		}
	}
}

// Heard implements arcade.Company. A session has one such watch: a second one ends the first.
func (c Company) Heard(ctx context.Context) arcade.Watch[arcade.Heard] {
	in := &c.session.inbox
	in.mu.Lock()
	defer in.mu.Unlock()
	in.readers.RemoveAll()
	return in.readers.Add(ctx, c.session)
}

// A signalMsg is a signal that a player has sent, for those whom it is for on other nodes. All
// nodes count it, so that nobody sends more by using several.
type signalMsg struct {
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
		return s.number == a.Table && s.isOpen() // it may be private by now
	case a.Race != "":
		return s.races.has(a.Race)
	case a.Player != "":
		account, known := s.account() // it may be hidden by now
		return account.ID == a.Player && known && !account.Hidden
	}
	return s.tables.has(a.Watched)
}

// hearSignal hands a signal of another node to those here whom it is for, within their limits
// and those of the sender.
func (h *Hub) hearSignal(_ string, s signalMsg) {
	// On its way it may have come closer to the one before.
	if s.Signal.String() != "" && s.Sender != "" && h.pace.Allow(s.Sender, h.config.Now(), sendPause/2) {
		h.putSignal(s, h.audience(s.For, s.Sender))
	}
}

// mayHear reports whether somebody on another node may be there whom a signal of a session is for.
func (h *Hub) mayHear(s *Session, a address) bool {
	_, table := h.nodes.findTable(a.Table)
	return table != nil || a.Player != "" && h.HasOthers() || a.Watched != 0 && s.elsewhere.Load() > 0
}
