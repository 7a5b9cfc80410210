package server

import (
	"errors"
	"log/slog"
	"net/netip"
	"sync"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/race"
)

const (
	newAccounts = 20 // the default of Config.NewAccounts
	racesHour   = 60 // races that one subnet can open per hour

	challengesHour = 60 // deals that one subnet can pass on per hour

	// How many variations one subnet can keep per hour. Each is a write that all players wait
	// for, and new rules stay on the disk.
	variationsHour = 150

	// How often players of one subnet can follow somebody, or no longer, per hour: each is
	// such a write too.
	followsHour = 300

	// How many others players of one subnet can report per hour: the host has to read each.
	reportsHour = 10

	// How many rounds one subnet can finish in a burst, and then per second. Each is stored
	// for good, and a program could finish 600 a second.
	finishesAtOnce = 600
	finishesSecond = 10
)

// A quotas limits what the players of one network add to the arcade: accounts, races,
// variations, finished rounds and whom they follow. Exempt addresses have no limits. It also
// notices when all players come from one address, because they share its limits.
type quotas struct {
	exempt func(netip.Addr) bool
	appeal func(error) error // names the host to whoever is refused
	store  Store
	now    func() time.Time
	log    *slog.Logger

	perHour      int // accounts; negative means any number
	accounts     *limit.Hourly
	accountsFull *limit.Hourly // networks that reached their limit of accounts; logged once an hour
	races        *limit.Hourly
	challenges   *limit.Hourly
	variations   *limit.Hourly
	finishes     *limit.Rate
	follows      *limit.Hourly
	reports      *limit.Hourly

	singleAddress singleAddress
}

func newQuotas(config Config, auth *auth) *quotas {
	return &quotas{
		exempt: auth.isExempt, appeal: auth.appeal, store: config.Store, now: config.Now, log: config.Logger,
		perHour: config.NewAccounts, accounts: limit.NewHourly(config.NewAccounts), accountsFull: limit.NewHourly(1),
		races: limit.NewHourly(racesHour), challenges: limit.NewHourly(challengesHour), variations: limit.NewHourly(variationsHour),
		finishes: limit.NewRate(finishesAtOnce, finishesSecond), follows: limit.NewHourly(followsHour), reports: limit.NewHourly(reportsHour),
	}
}

// allowRace counts a race that is opened from an address, or returns why it may not be.
func (q *quotas) allowRace(from netip.Addr) error {
	if q.exempt(from) || q.races.Allow(from, q.now()) {
		return nil
	}
	return q.appeal(race.ErrMany)
}

// passOn runs a write that passes a deal on from an address, or returns why none may be
// passed on. Only what is passed on counts.
func (q *quotas) passOn(from netip.Addr, write func() error) error {
	return q.writeHourly(q.challenges, from, write, errManyChallenges)
}

// keepVariation runs a write that keeps a variation from an address, or returns why none
// may be kept. Only what is kept counts.
func (q *quotas) keepVariation(from netip.Addr, write func() error) error {
	return q.writeHourly(q.variations, from, write, errManyVariations)
}

// follow runs a write about whom a player at an address follows, or returns why it may not be.
func (q *quotas) follow(from netip.Addr, write func() error) error {
	return q.writeHourly(q.follows, from, write, errManyFollows)
}

// report runs a write that reports a player from an address, or returns why nobody may be
// reported. Only what is stored counts.
func (q *quotas) report(from netip.Addr, write func() error) error {
	return q.writeHourly(q.reports, from, write, errManyReports)
}

// writeHourly runs a write that counts toward a limit if it succeeds, or returns refused with the
// host's contact.
func (q *quotas) writeHourly(limit *limit.Hourly, from netip.Addr, write func() error, refused error) error {
	if q.exempt(from) {
		return q.appealIfFull(write())
	}
	at := q.now()
	if !limit.Allow(from, at) {
		return q.appeal(refused)
	}
	err := write()
	if err != nil {
		limit.Cancel(from, at)
	}
	return q.appealIfFull(err)
}

// appealIfFull names the host to whoever finds no room in the data file.
func (q *quotas) appealIfFull(err error) error {
	if errors.Is(err, data.ErrFull) {
		return q.appeal(err)
	}
	return err
}

// allowFinish counts a round that ends at an address, or returns why it may not.
func (q *quotas) allowFinish(from netip.Addr) error {
	if q.exempt(from) || q.finishes.Allow(limit.Subnet(from), q.now()) {
		return nil
	}
	return q.appeal(errTooFast)
}

// An accountGuard runs a write that may create an account. It returns the write's error,
// or why no account may be created.
type accountGuard func(write func() error) error

// guard returns the accountGuard of a session, which refuses with refused. Only an account that exists after the
// write counts toward its network's limit, whatever the session has tried. It checks on
// each call whether the account exists, as an account can be deleted during its session.
func (q *quotas) guard(sess *hub.Session, refused error) accountGuard {
	return func(write func() error) (err error) {
		defer func() { err = q.appealIfFull(err) }()
		if q.exempt(sess.Addr) || q.perHour < 0 {
			return write()
		}
		credential := sess.State().ID.Credential
		known, err := q.store.Known(credential)
		switch {
		case err != nil:
			return err
		case known:
			return write()
		}
		at := q.now()
		if !q.accounts.Allow(sess.Addr, at) {
			q.logNewcomers(sess.Addr)
			return q.appeal(refused)
		}
		err = write()
		if known, unsure := q.store.Known(credential); unsure == nil && !known {
			q.accounts.Cancel(sess.Addr, at)
		}
		return err
	}
}

// logNewcomers tells the host, once an hour per network, that no more accounts can be
// created from it.
func (q *quotas) logNewcomers(from netip.Addr) {
	if q.accountsFull.Allow(from, q.now()) {
		q.log.Info("no more new accounts from this network for up to an hour; new-accounts-per-hour is the limit, trusted lifts it",
			"network", limit.Subnet(from).String(), "limit", q.perHour)
	}
}

// singleAddressMin is the number of players from one private address, with nobody from
// elsewhere, after which the log warns.
const singleAddressMin = 8

// A singleAddress notices that all players come from one private address. Such an address
// is probably that of a proxy, or of a router or container that hides theirs, and the
// players share all limits and bans. Its zero value is ready to use.
type singleAddress struct {
	mu      sync.Mutex
	done    bool // there is nothing more to notice
	from    netip.Addr
	players map[arcade.Credential]bool
}

// notice notes a player, and reports whether it is time to warn the host, which it is at
// most once.
func (o *singleAddress) notice(from netip.Addr, c arcade.Credential) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.done:
		return false
	case o.players == nil:
		o.from, o.players = from, make(map[arcade.Credential]bool)
	}
	o.players[c] = true
	many := len(o.players) >= singleAddressMin
	if o.from != from || !from.IsPrivate() && !from.IsLoopback() {
		o.done, o.players = true, nil
		return false
	}
	if many {
		o.done, o.players = true, nil
	}
	return many
}

// noticeSingleAddress warns the host if all players come from one private address.
func (q *quotas) noticeSingleAddress(sess *hub.Session) {
	if q.exempt(sess.Addr) || !q.singleAddress.notice(sess.Addr, sess.State().ID.Credential) {
		return
	}
	q.log.Warn("all players come from one private address, so they share its limits and bans; if it is a proxy, let it send the PROXY protocol and name it in proxies, or else name the address in trusted",
		"addr", sess.Addr.String(), "players", singleAddressMin)
}
