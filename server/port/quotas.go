package port

import (
	"errors"

	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
)

const (
	racesHour      = 60 // races that one subnet can open per hour
	challengesHour = 60 // duels that one subnet can begin, and deals that it can pass on, per hour

	// How many variations one subnet can keep per hour. Each is a write that all players wait
	// for, and new rules stay on the disk.
	variationsHour = 150

	// How often players of one subnet can follow somebody, or no longer, per hour: each is
	// such a write too.
	followsHour = 300

	// How often players of one subnet can change a nick, the name of a key or who sees them, or join accounts,
	// per hour: each is such a write too, and a line of the log for admins, which keeps the newest.
	changesHour = 100

	// How many others players of one subnet can report per hour: the host has to read each.
	reportsHour = 10

	// How many rounds one subnet can finish in a burst, and then per second. Each is stored
	// for good, and a program could finish 600 a second.
	finishesAtOnce = 600
	finishesSecond = 10
)

// A quotas limits what the players of one network add to the arcade. Exempt addresses have no limits.
type quotas struct {
	accounts     *limit.Pace // of Policy.NewAccounts
	accountsFull *limit.Pace // networks that reached their limit of accounts; logged once an hour
	races        *limit.Pace
	challenges   *limit.Pace
	variations   *limit.Pace
	finishes     *limit.Rate
	follows      *limit.Pace
	reports      *limit.Pace
	changes      *limit.Pace
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

// mayOpenRace counts a race that the player opens, or returns why it may not be.
func (u *User) mayOpenRace() error {
	if err := u.mayEnter(""); err != nil {
		return err
	}
	return u.hourly(u.arcade.quotas.races, errManyRaces, func() error { return nil })
}

// mayFinish counts a round that ends, or returns why it may not.
func (u *User) mayFinish() error {
	if u.arcade.Exempt(u.Addr) || u.arcade.quotas.finishes.Allow(1, u.now(), limit.Subnet(u.Addr)) {
		return nil
	}
	return u.arcade.appeal(errTooFast)
}

// hourly runs a write that counts toward a limit if it succeeds, or returns refused with the
// host's contact.
func (u *User) hourly(pace *limit.Pace, refused error, write func() error) error {
	if u.arcade.Exempt(u.Addr) {
		return u.arcade.appealIfFull(write())
	}
	at, network := u.now(), limit.Subnet(u.Addr)
	if !pace.Allow(network, at, 0) {
		return u.arcade.appeal(refused)
	}
	err := write()
	if err != nil {
		pace.Cancel(network, at)
	}
	return u.arcade.appealIfFull(err)
}

// create runs a write that may create the account. It returns the write's error, or refused if no
// account may be created. Only an account that exists after the write counts toward its network's
// limit, whatever the session has tried. It checks on each call whether the account exists, as an
// account can be deleted during its session.
func (u *User) create(refused error, write func() error) (err error) {
	a := u.arcade
	defer func() { err = a.appealIfFull(err) }()
	if a.Exempt(u.Addr) || a.NewAccounts < 0 {
		return write()
	}
	credential := u.State().ID.Credential
	known, err := a.Store.Known(credential)
	switch {
	case err != nil:
		return u.Tell(err)
	case known:
		return write()
	}
	at, network := a.Now(), limit.Subnet(u.Addr)
	if !a.quotas.accounts.Allow(network, at, 0) {
		if a.quotas.accountsFull.Allow(network, at, 0) {
			a.Log.Info("no more new accounts from this network for up to an hour; new-accounts-per-hour is the limit, trusted lifts it",
				"network", network.String(), "limit", a.NewAccounts)
		}
		return a.appeal(refused)
	}
	err = write()
	if known, unsure := a.Store.Known(credential); unsure == nil && !known {
		a.quotas.accounts.Cancel(network, at)
	}
	return err
}
