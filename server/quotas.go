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

// What a player reads of quotas that belong to no port alone.
var (
	errNewcomersEvent = arcade.Refuse("many new players came from your network in the last hour, so you cannot begin this deal; please come back in an hour")
	errNewcomers      = arcade.Refuse("many new players came from your network in the last hour; please come back in an hour, or play on without saving")
	errManyRaces      = arcade.Refuse("many races were opened from your network in the last hour; please come back in a while")

	// A table plays on and saves again later.
	errTooFast = &arcade.Refusal{Sentence: "games from your network end faster than anyone can play; please try again in a while", Of: arcade.ErrUnavailable}
)

// overQuota reports whether a save failed because of a quota of its network, which is no
// failure of the arcade.
func overQuota(err error) bool { return errors.Is(err, errNewcomers) || errors.Is(err, errTooFast) }

// allowRace counts a race that is opened from an address, or returns why it may not be.
func (q *quotas) allowRace(from netip.Addr) error {
	if q.exempt(from) || q.races.Allow(from, q.now()) {
		return nil
	}
	return q.appeal(errManyRaces)
}

// hourly runs a write that counts toward a limit if it succeeds, or returns refused with the
// host's contact.
func (q *quotas) hourly(limit *limit.Hourly, from netip.Addr, refused error, write func() error) error {
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

// create runs a write that may create the account of a user. It returns the write's error, or
// refused if no account may be created. Only an account that exists after the write counts
// toward its network's limit, whatever the session has tried. It checks on each call whether
// the account exists, as an account can be deleted during its session.
func (q *quotas) create(u *user, refused error, write func() error) (err error) {
	defer func() { err = q.appealIfFull(err) }()
	if q.exempt(u.Addr) || q.perHour < 0 {
		return write()
	}
	credential := u.State().ID.Credential
	known, err := q.store.Known(credential)
	switch {
	case err != nil:
		return u.Tell(err)
	case known:
		return write()
	}
	at := q.now()
	if !q.accounts.Allow(u.Addr, at) {
		q.logNewcomers(u.Addr)
		return q.appeal(refused)
	}
	err = write()
	if known, unsure := q.store.Known(credential); unsure == nil && !known {
		q.accounts.Cancel(u.Addr, at)
	}
	return err
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
