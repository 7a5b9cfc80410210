package server

import (
	"net/netip"
	"sync"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/cputime"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/tui/caption"
)

// How much of a processor one address may use at once, and in each second after that, for
// commands, pages, logins, searches, and for what its sessions read of histories; and one
// account, from all its addresses. Searches leave costKept of it for the rest. Somebody who
// plays needs some milliseconds a minute.
const (
	costAtOnce = 10 * time.Second
	costSecond = 250 * time.Millisecond
	costKept   = costAtOnce / 2
)

// handshakeCost is what an address is charged for a login, as the library does that work.
const handshakeCost = 2 * time.Millisecond

// A costs charges each address and account for the time of the processor that its clients use,
// and gives places to work that grows with what is stored. There are as many places as processors less
// one, shared with searches, and an address has one of them; who has a place gives way after
// each page of rows. Exempt addresses are not charged.
type costs struct {
	exempt func(netip.Addr) bool
	now    func() time.Time
	budget *limit.Budget
	stray  *limit.Rate   // bytes that belong to no session's input, of addresses and of exempt connections
	places chan struct{} // see search.Places.Limit

	mu   sync.Mutex
	turn map[netip.Prefix]*turn
}

// A turn is the one place of an address, for those who use it or wait for it.
type turn struct {
	place chan struct{}
	users int
}

func newCosts(exempt func(netip.Addr) bool, now func() time.Time, places chan struct{}) *costs {
	return &costs{
		exempt: exempt, now: now, budget: limit.NewBudget(costAtOnce, costSecond),
		stray: limit.NewRate(strayAtOnce, straySecond), places: places, turn: make(map[netip.Prefix]*turn),
	}
}

// charge charges an address for work that is done.
func (c *costs) charge(from netip.Addr, used time.Duration) {
	if !c.exempt(from) {
		c.budget.Spend(used, c.now(), limit.Source(from))
	}
}

// enter returns the turn of an address, and leave ends that somebody uses it.
func (c *costs) enter(from netip.Prefix) *turn {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.turn[from]
	if t == nil {
		t = &turn{place: make(chan struct{}, 1)}
		c.turn[from] = t
	}
	t.users++
	return t
}

func (c *costs) leave(from netip.Prefix, t *turn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if t.users--; t.users == 0 {
		delete(c.turn, from)
	}
}

// A meter charges the work of one session. It implements search.Payer.
type meter struct {
	costs   *costs
	sess    *hub.Session
	account func() (arcade.Account, error) // the player's

	mu    sync.Mutex
	spent time.Duration // in charge so far
}

// users returns those who are charged: none if the address is exempt.
func (m *meter) users() (users []any) {
	if m.costs.exempt(m.sess.Addr) {
		return nil
	}
	if account, err := m.account(); err == nil && account.Known {
		users = append(users, account.ID)
	}
	return append(users, limit.Source(m.sess.Addr))
}

// charge charges the session's address and account.
func (m *meter) charge(used time.Duration) {
	m.mu.Lock()
	m.spent += used
	m.mu.Unlock()
	m.costs.budget.Spend(used, m.costs.now(), m.users()...)
}

// mayBegin returns why no work may begin for the session, or nil.
func (m *meter) mayBegin() error {
	if wait := m.costs.budget.Wait(m.costs.now(), m.users()...); wait > 0 {
		return arcade.Refuse("you or others at your address have used up their share of this machine: please wait %s, and try again",
			caption.Plural(int(wait.Seconds()), "second"))
	}
	return nil
}

// left returns what searches may take of what the session has left.
func (m *meter) left() time.Duration {
	return max(0, m.costs.budget.Left(m.costs.now(), m.users()...)-costKept)
}

// Pay implements search.Payer.
func (m *meter) Pay(used time.Duration) { m.charge(min(used, m.left())) }

// Spent implements search.Payer.
func (m *meter) Spent() bool { return m.left() == 0 }

// sum returns what the session was charged so far.
func (m *meter) sum() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent
}

// command runs a whole command, and charges what it uses beyond what it is charged within.
func (m *meter) command(do func()) {
	before := m.sum()
	used := cputime.Of(do)
	m.charge(max(0, used-(m.sum()-before)))
}

// work does work that grows with what is stored, in the turn of the address and once there is
// one of the few places of all. It is a page, or calls giveWay after each.
func (m *meter) work(do func(giveWay func()) error) (err error) {
	if err := m.mayBegin(); err != nil {
		return err
	}
	from := limit.Source(m.sess.Addr)
	t := m.costs.enter(from)
	defer m.costs.leave(from, t)
	t.place <- struct{}{}
	defer func() { <-t.place }()
	m.costs.places <- struct{}{}
	defer func() { <-m.costs.places }()
	m.charge(cputime.Of(func() {
		err = do(func() {
			<-m.costs.places
			m.costs.places <- struct{}{}
		})
	}))
	return err
}
