// Package cost charges those who use the arcade for the time of the processor that their work takes.
package cost

import (
	"math"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/cputime"
	"boardwalk/server/limit"
)

// How much of a processor one address may use at once, and in each second after that, for
// commands, pages, logins, searches, and for what its sessions read of histories; and one
// account, from all its addresses. Searches leave kept of it for the rest. Somebody who
// plays needs some milliseconds a minute.
const (
	atOnce = 10 * time.Second
	second = 250 * time.Millisecond
	kept   = atOnce / 2
)

// A Ledger charges each address and account for the time of the processor that its clients use,
// and gives places to work that grows with what is stored. An address has one of them at a time; the holder
// of a place gives way after each page of rows. Exempt addresses are not charged.
type Ledger struct {
	exempt func(netip.Addr) bool
	now    func() time.Time
	budget *limit.Rate // microseconds of each who is charged
	places chan struct{}

	mu   sync.Mutex
	turn map[netip.Prefix]*turn
}

// A turn is the one place of an address, for those who use it or wait for it.
type turn struct {
	place chan struct{}
	users int
}

// NewLedger returns a Ledger by the clock now, with as many places as the channel has. Searches should not share
// them: a page of a history would wait for searches. exempt reports whether an address is not charged.
func NewLedger(exempt func(netip.Addr) bool, now func() time.Time, places chan struct{}) *Ledger {
	return &Ledger{
		exempt: exempt, now: now, budget: limit.NewRate(int(atOnce.Microseconds()), int(second.Microseconds())),
		places: places, turn: make(map[netip.Prefix]*turn),
	}
}

// payers returns those who are charged at an address: none if it is exempt.
func (l *Ledger) payers(from netip.Addr) []any {
	if l.exempt(from) {
		return nil
	}
	return []any{limit.Source(from)}
}

// charge charges some for work that is done. Nobody knows before what work takes, so they can be in debt; nothing
// begins for them until that is paid off.
func (l *Ledger) charge(payers []any, used time.Duration) {
	for _, payer := range payers {
		l.budget.Spend(int(used.Microseconds()), l.now(), payer)
	}
}

// left returns what the one of some has left who has the least.
func (l *Ledger) left(payers []any) time.Duration {
	return time.Duration(l.budget.Left(l.now(), payers...)) * time.Microsecond
}

// wait returns how long nothing may begin for some, in whole seconds; 0 if it may.
func (l *Ledger) wait(payers []any) time.Duration {
	left := l.left(payers)
	if left > 0 {
		return 0
	}
	return time.Duration(math.Ceil((time.Microsecond-left).Seconds()/second.Seconds())) * time.Second
}

// Charge charges an address for work that is done.
func (l *Ledger) Charge(from netip.Addr, used time.Duration) {
	l.charge(l.payers(from), used)
}

// Wait returns how long no work may begin for an address, in whole seconds; 0 if it may.
func (l *Ledger) Wait(from netip.Addr) time.Duration {
	return l.wait(l.payers(from))
}

// Meter returns the meter of a session from an address, whose player has an account.
func (l *Ledger) Meter(from netip.Addr, account func() (arcade.Account, error)) *Meter {
	return &Meter{ledger: l, from: from, account: account}
}

// enter returns the turn of an address, and leave ends that somebody uses it.
func (l *Ledger) enter(from netip.Prefix) *turn {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.turn[from]
	if t == nil {
		t = &turn{place: make(chan struct{}, 1)}
		l.turn[from] = t
	}
	t.users++
	return t
}

func (l *Ledger) leave(from netip.Prefix, t *turn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t.users--; t.users == 0 {
		delete(l.turn, from)
	}
}

// A Meter charges the work of one session. It implements search.Payer, and is safe for concurrent use.
type Meter struct {
	ledger  *Ledger
	from    netip.Addr
	account func() (arcade.Account, error) // the player's

	spent atomic.Int64 // nanoseconds so far
}

// payers returns those who are charged: none if the address is exempt.
func (m *Meter) payers() []any {
	payers := m.ledger.payers(m.from)
	if payers == nil {
		return nil
	}
	if account, err := m.account(); err == nil && account.Known {
		payers = append(payers, account.ID)
	}
	return payers
}

// charge charges the session's address and account.
func (m *Meter) charge(used time.Duration) {
	m.spent.Add(int64(used))
	m.ledger.charge(m.payers(), used)
}

// MayBegin returns why no work may begin for the session, or nil.
func (m *Meter) MayBegin() error {
	if wait := m.ledger.wait(m.payers()); wait > 0 {
		return arcade.Refuse("you or others at your address have used up their share of this machine: please wait %s, and try again",
			engine.Plural(int(wait.Seconds()), "second"))
	}
	return nil
}

// Run does work, and charges what it uses.
func (m *Meter) Run(do func()) { m.charge(cputime.Of(do)) }

// left returns what searches may take of what the session has left.
func (m *Meter) left() time.Duration {
	return max(0, m.ledger.left(m.payers())-kept)
}

// Pay implements search.Payer.
func (m *Meter) Pay(used time.Duration) { m.charge(min(used, m.left())) }

// Spent implements search.Payer.
func (m *Meter) Spent() bool { return m.left() == 0 }

// Command runs a whole command, and charges what it uses beyond what it is charged within.
func (m *Meter) Command(do func()) {
	before := m.spent.Load()
	used := cputime.Of(do)
	m.charge(max(0, used-time.Duration(m.spent.Load()-before)))
}

// Work does work that grows with what is stored, in the turn of the address and once there is
// one of the few places of all. It is a page, or calls giveWay after each.
func (m *Meter) Work(do func(giveWay func()) error) (err error) {
	if err := m.MayBegin(); err != nil {
		return err
	}
	from := limit.Source(m.from)
	t := m.ledger.enter(from)
	defer m.ledger.leave(from, t)
	t.place <- struct{}{}
	defer func() { <-t.place }()
	m.ledger.places <- struct{}{}
	defer func() { <-m.ledger.places }()
	m.Run(func() {
		err = do(func() {
			<-m.ledger.places
			m.ledger.places <- struct{}{}
		})
	})
	return err
}
