package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/server/command"
	"boardwalk/server/cost"
	"boardwalk/server/deal"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/program"
	"boardwalk/server/race"
	"boardwalk/tui"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// A user is the player of one session, with the arcade as that player may use it: within the
// quotas of its network, and in the session's name. It is an arcade.Store and arcade.Analyses; the
// other ports are types of its own, as their methods have names in common.
type user struct {
	*hub.Session
	Player
	server *Server
	conn   *conn // nil for strangers, and for somebody who has the arcade alone
	table  *race.Table
	meter  *cost.Meter
	log    *slog.Logger
	ends   context.Context  // with the session's channel
	ssh    string           // what the player types in front of commands
	first  command.Entrance // where the session begins
}

// failuresHour is how many failures of its data the log has of one session in an hour: sessions read
// some rows again and again.
const failuresHour = 60

// newUser returns the user of a session that goes on until ctx ends. log is asked for the log of each failure.
func (s *Server) newUser(ctx context.Context, sess *hub.Session, log func() *slog.Logger) (*user, error) {
	player, err := s.config.Store.Player(sess.State().ID.Credential)
	if err != nil {
		return nil, fmt.Errorf("open the player's rows: %w", err)
	}
	logged := limit.NewPace(failuresHour, 1)
	player.OnFailure(func(err error) {
		if logged.Allow("", s.config.Now(), 0) {
			log().Error("a player was told of a failure", "err", err)
		}
	})
	return &user{Session: sess, Player: player, server: s, meter: s.costs.Meter(sess.Addr, player.Account), ends: ctx}, nil
}

// Alone returns what the screens of somebody need who has the arcade of a config alone, as no server
// serves its store. close ends what goes on in the background.
func Alone(config Config) (ports session.Ports, close func(), err error) {
	s := newServer(config)
	identity := hub.Identity{Credential: arcade.Local, Login: local, Name: local}
	sess := hub.NewSession(identity, hub.Screen, "", nil, s.config.Now())
	u, err := s.newUser(context.Background(), sess, func() *slog.Logger { return config.Logger })
	if err != nil {
		return ports, nil, err
	}
	u.log = config.Logger
	account, err := u.Account()
	return session.Ports{
		Games: u.games(), Store: u, Player: account.Called(), Now: s.config.Now, Deal: s.config.Deal,
		Accounts: accounts{u}, Events: events{u}, Workshop: u.workshop(), Analyses: u, Deals: u.deals(),
	}, s.endChoices, err
}

// levelPorts returns what one of the arcade's players has of the arcade until ctx ends, with a table
// that others can watch.
func (s *Server) levelPorts(ctx context.Context, l arcade.Level, log *slog.Logger) (ports session.Ports, err error) {
	id := hub.Identity{Credential: l.Credential(), Login: l.Nick(), Name: l.Nick()}
	sess := hub.NewSession(id, hub.Machine, "", nil, s.config.Now())
	u, err := s.newUser(ctx, sess, func() *slog.Logger { return log })
	if err != nil {
		return ports, err
	}
	sess.Change(func(st *hub.State) { st.Player = u })
	s.hub.Seat(sess)
	context.AfterFunc(ctx, func() { s.hub.Leave(sess) })
	u.log, u.table = log, s.races.Table(sess.Number())
	return u.ports(), nil
}

func (u *user) now() time.Time { return u.server.config.Now() }

// env returns what a session at a terminal gives its screens, which begin at the table
// where the session last was. environ holds the variables that the client has set.
func (u *user) env(term string, environ []string) *tui.Env {
	return &tui.Env{
		Ports: u.ports(), At: u.State().Slot, Pages: &u.server.pages,
		Look: program.Look(term, environ), Term: term, Tick: program.Tick,
	}
}

// ports returns what the session has of the arcade.
func (u *user) ports() session.Ports {
	config, id, command := u.server.config, u.State().ID, u.ssh
	if id.Credential.IsLocal() {
		command = "" // on the local socket, commands are the host's
	}
	return session.Ports{
		About: u.server.auth.lists.Load().About, Games: u.games(), Run: u.server.run, Store: u, Player: id.Called(), Proposed: proposed(id), Command: command,
		Accounts: accounts{u}, Workshop: u.workshop(), Events: events{u}, Analyses: u,
		Now: config.Now, Deal: config.Deal, Searches: u.searches(), Playing: u.SetSlot,
		Spectators: u.spectators(), Company: u.company(), Races: u.races(), Challenges: challenges{u}, Deals: u.deals(),
		Admin: u.admin(),
	}
}

// deals returns the deals that are found for the player.
func (u *user) deals() arcade.Deals {
	a := deal.Asker{Player: u.State().ID.Credential, Payer: u.meter}
	if !u.server.auth.isExempt(u.Addr) {
		a.Network = limit.Source(u.Addr)
	}
	return u.server.deals.For(a)
}

// searches returns the places of searches, for which the player pays.
func (u *user) searches() search.Places {
	s := u.server.searches
	s.Payer = u.meter
	return s
}

// proposed returns the nick to propose to a player: the login name, if it can be a nick
// and is not known to be someone else's, or else "".
func proposed(id hub.Identity) string {
	if id.Name != id.Login || data.CheckNick(id.Login) != nil {
		return ""
	}
	return id.Login
}

// games returns every game that the arcade knows, under the names that the player gives to
// those that people made up.
func (u *user) games() engine.Library {
	games := u.server.config.Games
	games.Shelf = u.Player
	if u.first.Game != nil {
		games = games.With(u.first.Game)
	}
	return games
}

// workshop returns where the player makes up games, or nil if there is nothing to make them
// of.
func (u *user) workshop() arcade.Workshop {
	if len(u.server.config.Games.Families) == 0 {
		return nil
	}
	return workshop{u}
}

// admin returns the arcade as its admins see it, or nil if the player is none.
func (u *user) admin() arcade.Admin {
	if !u.State().ID.Admin {
		return nil
	}
	return overseer{u}
}

// spectators returns the tables of others, and shows the player's own to them.
func (u *user) spectators() spectators { return spectators{u.server.hub.Company(u.Session), u.table} }

// create runs a write that may create the account. It returns the write's error, or why no
// account may be created.
func (u *user) create(write func() error) error {
	return u.server.quotas.create(u, errNewcomers, write)
}

// A second key costs nothing, so a player who plays a deal twice cannot be found out. A
// host can make that harder: see Config.EventsNeedKey, DailyAge and data.Options.RankAge.

var errNeedsKey = arcade.Refuse("guests cannot play dailies, races or challenges here: come back with a key (ssh-keygen makes one)")

// day is the unit in which the host sets ages.
const day = 24 * time.Hour

// mayEnter returns why the player may not begin the event e, or nil. With e == "" it
// returns why the player may not open or join a race.
func (u *user) mayEnter(e arcade.Event) error {
	config := u.server.config
	if config.EventsNeedKey && u.State().ID.Credential.IsGuest() {
		return u.server.auth.appeal(errNeedsKey)
	}
	if _, daily := e.Day(); !daily || config.DailyAge == 0 {
		return nil
	}
	account, err := u.Account()
	if err != nil {
		return err
	}
	since, now := account.Since, config.Now()
	if !account.Known {
		since = now
	}
	if from := since.Add(config.DailyAge); from.After(now) { // Since is zero in old files
		return u.server.auth.appeal(arcade.Refuse("dailies here are for accounts that are %s old: play other games, and dailies from %s on",
			caption.Plural(int(config.DailyAge/day), "day"), from.UTC().Format(time.DateOnly)))
	}
	return nil
}

// farewell returns the last words of the session, for a guest with a code to find the
// games again, in lines that fit a terminal.
func (u *user) farewell(words string) string {
	lines := strings.ReplaceAll(u.lastWords(words), "\r\n", "\n")
	return strings.ReplaceAll(caption.Fold(lines, 0), "\n", "\r\n")
}

func (u *user) lastWords(words string) string {
	if !u.State().ID.Credential.IsGuest() || words == revokedEnd {
		return words
	}
	if words == goodbye {
		words = guestBye
	}
	code, _, err := u.Link(u.now())
	switch {
	case errors.Is(err, data.ErrJoined):
		return caption.Sentence(err.Error())
	case err != nil:
		return words
	}
	claim := fmt.Sprintf("To keep these games: %s link %s with a key, within 24 hours.", u.ssh, code)
	return strings.TrimPrefix(words+"\r\n"+claim, "\r\n")
}

// A spectators is a session's view of the others. What its own table shows goes to those
// who watch it, and to the race that it is in.
type spectators struct {
	hub.Company
	table *race.Table
}

// Show implements arcade.Spectators.
func (s spectators) Show(scene *arcade.Scene) {
	s.Company.Show(scene)
	s.table.Show(scene)
}
