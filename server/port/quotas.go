package port

import (
	"errors"
	"net/netip"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
)

const (
	racesHour      = 60 // races that one subnet can open per hour
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
// variations, finished rounds and whom they follow. Exempt addresses have no limits.
type quotas struct {
	config *Config

	accounts     *limit.Hourly // of Policy.NewAccounts
	accountsFull *limit.Hourly // networks that reached their limit of accounts; logged once an hour
	races        *limit.Hourly
	challenges   *limit.Hourly
	variations   *limit.Hourly
	finishes     *limit.Rate
	follows      *limit.Hourly
	reports      *limit.Hourly
}

func newQuotas(config *Config) *quotas {
	return &quotas{
		config: config, accounts: limit.NewHourly(config.NewAccounts), accountsFull: limit.NewHourly(1),
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

// OverQuota reports whether a save failed because of a quota of its network, which is no
// failure of the arcade.
func OverQuota(err error) bool { return errors.Is(err, errNewcomers) || errors.Is(err, errTooFast) }

// allowRace counts a race that is opened from an address, or returns why it may not be.
func (q *quotas) allowRace(from netip.Addr) error {
	if q.config.Exempt(from) || q.races.Allow(from, q.config.Now()) {
		return nil
	}
	return q.config.appeal(errManyRaces)
}

// hourly runs a write that counts toward a limit if it succeeds, or returns refused with the
// host's contact.
func (q *quotas) hourly(limit *limit.Hourly, from netip.Addr, refused error, write func() error) error {
	if q.config.Exempt(from) {
		return q.appealIfFull(write())
	}
	at := q.config.Now()
	if !limit.Allow(from, at) {
		return q.config.appeal(refused)
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
		return q.config.appeal(err)
	}
	return err
}

// allowFinish counts a round that ends at an address, or returns why it may not.
func (q *quotas) allowFinish(from netip.Addr) error {
	if q.config.Exempt(from) || q.finishes.Allow(limit.Subnet(from), q.config.Now()) {
		return nil
	}
	return q.config.appeal(errTooFast)
}

// create runs a write that may create the account of a user. It returns the write's error, or
// refused if no account may be created. Only an account that exists after the write counts
// toward its network's limit, whatever the session has tried. It checks on each call whether
// the account exists, as an account can be deleted during its session.
func (q *quotas) create(u *User, refused error, write func() error) (err error) {
	defer func() { err = q.appealIfFull(err) }()
	if q.config.Exempt(u.Addr) || q.config.NewAccounts < 0 {
		return write()
	}
	credential := u.State().ID.Credential
	known, err := q.config.Store.Known(credential)
	switch {
	case err != nil:
		return u.Tell(err)
	case known:
		return write()
	}
	at := q.config.Now()
	if !q.accounts.Allow(u.Addr, at) {
		q.logNewcomers(u.Addr)
		return q.config.appeal(refused)
	}
	err = write()
	if known, unsure := q.config.Store.Known(credential); unsure == nil && !known {
		q.accounts.Cancel(u.Addr, at)
	}
	return err
}

// logNewcomers tells the host, once an hour per network, that no more accounts can be
// created from it.
func (q *quotas) logNewcomers(from netip.Addr) {
	if q.accountsFull.Allow(from, q.config.Now()) {
		q.config.Log.Info("no more new accounts from this network for up to an hour; new-accounts-per-hour is the limit, trusted lifts it",
			"network", limit.Subnet(from).String(), "limit", q.config.NewAccounts)
	}
}
