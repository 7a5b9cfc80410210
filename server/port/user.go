package port

import (
	"context"
	"log/slog"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/server/cost"
	"boardwalk/server/deal"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/race"
	"boardwalk/tui/session"
)

// A User is the player of one session, with the arcade as that player may use it: within the
// quotas of its network, and in the session's name. It is an arcade.Store and arcade.Analyses, and what
// commands and others need of a player; the other ports are types of its own, as their methods have
// names in common.
type User struct {
	*hub.Session
	Player
	Meter *cost.Meter // of the session's work

	// Whoever opens the User may set these before it is used.
	Log     *slog.Logger // what the player changes
	Command string       // what the player types in front of commands
	Guesses *Guesses     // of the connection; nil for strangers, and for somebody who has the arcade alone
	Game    engine.Game  // that the session came for, which may be on nobody's shelf; nil for none

	arcade *Arcade
	table  *race.Table
	ends   context.Context // with the session's channel
}

func (u *User) now() time.Time { return u.arcade.Now() }

// Ports returns what the session has of the arcade, but for what is for admins.
func (u *User) Ports() session.Ports {
	id, command, proposed, unfit := u.State().ID, u.Command, "", ""
	wrong := data.CheckNick(id.Login)
	if wrong == nil && id.Name != id.Login {
		wrong = data.ErrTaken.Saying("the name %s is not free", id.Login) // it is known to be someone else's
	}
	switch {
	case id.Credential.IsLocal():
		command = "" // on the local socket, commands are the host's
	case "-l "+id.Login == arcade.NewKey: // who comes so need not read why it is no nick
	case wrong != nil:
		unfit = "Your login name cannot be your nick: " + wrong.Error() + "."
	default:
		proposed = id.Login
	}
	asker := deal.Asker{Player: id.Credential, Payer: u.Meter}
	if !u.arcade.Exempt(u.Addr) {
		asker.Network = limit.Source(u.Addr)
	}
	ports := session.Ports{
		About: u.arcade.About(), Games: u.arcade.Games, Run: u.arcade.Run, Store: u, Player: id.Called(), Proposed: proposed, Unfit: unfit, Command: command,
		Accounts: accounts{u}, Events: events{u}, Analyses: u, Workshop: workshop{u},
		Now: u.arcade.Now, Deal: u.arcade.Deal, Searches: u.searches(), Hints: &u.arcade.hints, Playing: u.SetSlot, Elsewhere: u.people().FollowSlot,
		Spectators: u.spectators(), Races: u.races(), Challenges: challenges{u}, Deals: u.arcade.Deals.For(asker),
	}
	ports.Games.Shelf = u.Player // made-up games are under the names that the player gives them
	if u.Game != nil {
		ports.Games = ports.Games.With(u.Game)
	}
	if !u.arcade.Alone {
		ports.Company = company{u.people(), u}
	}
	return ports
}

// searches returns the places of searches, for which the player pays.
func (u *User) searches() search.Places {
	s := u.arcade.Searches
	s.Payer = u.Meter
	return s
}

// people returns who is here, as the player may see them.
func (u *User) people() hub.Company { return u.arcade.Hub.Company(u.Session) }

// spectators returns the tables of others, and shows the player's own to them.
func (u *User) spectators() spectators { return spectators{u.people(), u.table} }

// CreateAccount runs a write that may create the account. It returns the write's error, or why no
// account may be created.
func (u *User) CreateAccount(write func() error) error {
	return u.create(errNewcomers, write)
}

// A second key costs nothing, so a player who plays a deal twice cannot be found out. A
// host can make that harder: see Policy.EventsNeedKey, DailyAge and data.Options.RankAge.

var errNeedsKey = arcade.Refuse("guests cannot play dailies, sprints, races or challenges here: come back with a key (ssh-keygen makes one)")

// day is the unit in which the host sets ages.
const day = 24 * time.Hour

// mayEnter returns why the player may not begin the event e, or nil. With e == "" it
// returns why the player may not open or join a race.
func (u *User) mayEnter(e arcade.Event) error {
	a := u.arcade
	if a.EventsNeedKey && u.State().ID.Credential.IsGuest() {
		return a.appeal(errNeedsKey)
	}
	if _, daily := e.Day(); !daily || a.DailyAge == 0 {
		return nil
	}
	account, err := u.Account()
	if err != nil {
		return err
	}
	since, now := account.Since, a.Now()
	if !account.Known {
		since = now
	}
	if from := since.Add(a.DailyAge); from.After(now) { // Since is zero in old files
		return a.appeal(arcade.Refuse("dailies here are for accounts that are %s old: play other games, and dailies from %s on",
			engine.Plural(int(a.DailyAge/day), "day"), from.UTC().Format(time.DateOnly)))
	}
	return nil
}

// Hide has others see no table of the session, which calls it at its end.
func (u *User) Hide() { u.spectators().Show(nil) }

// A spectators implements arcade.Spectators for a session. What its own table shows goes to those
// who watch it, and to the race that it is in.
type spectators struct {
	hub.Company
	table *race.Table
}

func (s spectators) Show(scene *arcade.Scene) {
	s.Company.Show(scene)
	s.table.Show(scene)
}
