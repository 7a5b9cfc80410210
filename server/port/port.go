// Package port is the arcade as one player may use it.
//
// An [Arcade] is what the players of a process share. [Arcade.Open] opens it for one session: its
// [User] has the data of that player, within the quotas of the player's network, and of others what fair
// play lets the player see. Screens, words and commands get it as the ports of package session. Every
// error is a sentence for the player: what the data refuses, or that it has failed, which the log tells
// (data.Player.Tell).
package port

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
	"boardwalk/server/cost"
	"boardwalk/server/deal"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/machine"
	"boardwalk/server/peers"
	"boardwalk/server/race"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// A Policy is what a host decides about players.
type Policy struct {
	NewAccounts int // accounts that may be created per hour from one network (an IPv4 /24 or IPv6 /48); below 0 there is no limit

	EventsNeedKey bool          // guests may not play dailies and races
	DailyAge      time.Duration // how old an account must be to begin a daily, in whole days

	Sprints arcade.SprintPlan // of built-in games

	Alone bool // players do not see who is here, follow nobody and send no signals
}

// A Config is what an Arcade is made of.
type Config struct {
	Policy
	Store Store
	Games engine.Library // without a shelf: each player has one
	Now   func() time.Time
	Past  func() time.Time   // a time that has surely come: Now, or one before it if the clock may be wrong
	Deal  func() engine.Code // deals fresh codes
	Log   *slog.Logger
	Run   play.Run

	Hub      *hub.Hub
	Races    *race.Registry
	Machines *machine.Players // they come by Level, so they are made after New
	Week     *deal.Week
	Deals    *deal.Pool
	Dailies  *deal.Dailies
	Mine     *deal.Mine
	Costs    *cost.Ledger
	Searches search.Places  // of all sessions; one core is kept free for key presses
	Cluster  *peers.Cluster // the other nodes of the arcade; nil if there are none

	About  func() arcade.About   // what the host says now
	Exempt func(netip.Addr) bool // whether an address has no hourly limits

	// These are told of what a session does.
	Joined    func(*hub.Session)                  // its player has joined another account, which may be banned
	WrongCode func(from netip.Addr)               // it has tried a code that does not exist
	Finished  func(game string)                   // a round has ended
	Saved     func(took time.Duration, err error) // a save has ended
}

// An Arcade is what the players of a process share. It is safe for concurrent use.
type Arcade struct {
	Config
	quotas quotas
	hints  hint.Desk // of all sessions
	seen   seenDeals
}

// New returns an Arcade. Close ends what goes on in it.
func New(config Config) *Arcade {
	a := &Arcade{Config: config, quotas: quotas{
		accounts: limit.NewHourly(config.NewAccounts), accountsFull: limit.NewHourly(1), races: limit.NewHourly(racesHour),
		challenges: limit.NewHourly(challengesHour), variations: limit.NewHourly(variationsHour),
		finishes: limit.NewRate(finishesAtOnce, finishesSecond), follows: limit.NewHourly(followsHour), reports: limit.NewHourly(reportsHour),
		changes: limit.NewHourly(changesHour),
	}}
	a.seen.join(config.Cluster)
	return a
}

// appeal returns a refusal that names the host's contact, once, if there is one.
func (a *Arcade) appeal(err error) error {
	about := a.About()
	if about.Contact == "" || strings.Contains(err.Error(), about.Contact) {
		return err
	}
	return &arcade.Refusal{Sentence: about.Asking(caption.Sentence(err.Error())), Of: err}
}

// appealIfFull names the host to whoever finds no room in the data file.
func (a *Arcade) appealIfFull(err error) error {
	if errors.Is(err, data.ErrFull) {
		return a.appeal(err)
	}
	return err
}

// Beat tells the other nodes of a cluster what they need to know of this one. It is to be called each
// second.
func (a *Arcade) Beat() {
	a.Races.Beat()
	a.seen.repeat()
}

// Close ends the races here, and the choices of deals and games that are under way.
func (a *Arcade) Close() {
	a.Races.Close()
	a.Machines.Close()
	a.Week.Close()
	a.Deals.Close()
	a.Dailies.Close()
	a.Mine.Close()
}

// failuresHour is how many failures of its data the log has of one session in an hour: sessions read
// some rows again and again.
const failuresHour = 60

// Open opens the arcade for the player of a session that goes on until ctx ends. log is asked for the
// session's log, and again for that of each failure of its data.
func (a *Arcade) Open(ctx context.Context, sess *hub.Session, log func() *slog.Logger) (*User, error) {
	player, err := a.Store.Player(sess.State().ID.Credential)
	if err != nil {
		return nil, fmt.Errorf("open the player's rows: %w", err)
	}
	logged := limit.NewPace(failuresHour, 1)
	player.OnFailure(func(err error) {
		if logged.Allow("", a.Now(), 0) {
			log().Error("a player was told of a failure", "err", err)
		}
	})
	u := &User{
		Session: sess, Player: player, Meter: a.Costs.Meter(sess.Addr, player.Account), Log: log(),
		arcade: a, table: a.Races.Table(sess.Number()), ends: ctx,
	}
	sess.Change(func(st *hub.State) { st.Player = u })
	return u, nil
}

// Level returns what one of the arcade's players has of the arcade until ctx ends, with a table
// that others can watch.
func (a *Arcade) Level(ctx context.Context, l arcade.Level, log *slog.Logger) (ports session.Ports, err error) {
	id := hub.Identity{Credential: l.Credential(), Login: l.Nick(), Name: l.Nick()}
	sess := hub.NewSession(id, hub.Machine, "", nil, a.Now())
	u, err := a.Open(ctx, sess, func() *slog.Logger { return log })
	if err != nil {
		return ports, err
	}
	a.Hub.Seat(sess)
	context.AfterFunc(ctx, func() { a.Hub.Leave(sess) })
	u.table = a.Races.Table(sess.Number())
	return u.Ports(), nil
}
