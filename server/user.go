package server

import (
	"cmp"
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
	"boardwalk/server/deal"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/program"
	"boardwalk/server/race"
	"boardwalk/tui"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// A user is the player of one session, with the arcade as that player may use it. What it
// returns logs in the session's name and keeps to the quotas of its network.
type user struct {
	*hub.Session
	server *Server
	table  *race.Table
	data   Player
	meter  *meter
	log    *slog.Logger
	ends   context.Context  // with the session's channel
	ssh    string           // what the player types in front of commands
	first  command.Entrance // where the session begins
}

// env returns what a session at a terminal gives its screens, which begin at the table
// where the session last was. environ holds the variables that the client has set.
func (u *user) env(term string, environ []string) *tui.Env {
	config, id, command := u.server.config, u.State().ID, u.ssh
	if id.Credential.IsLocal() {
		command = "" // on the local socket, commands are the host's
	}
	return &tui.Env{
		Ports: session.Ports{
			About: u.server.auth.lists.Load().about, Games: u.games(), Run: u.server.run, Store: u.store(), Player: id.Called(), Proposed: proposed(id), Command: command,
			Accounts: u.accounts(), Workshop: u.workshop(), Events: u.events(), Analyses: u.analyses(),
			Now: config.Now, Deal: config.Deal, Searches: u.searches(), Playing: u.SetSlot,
			Spectators: u.spectators(), Company: u.company(), Races: u.races(), Challenges: u.challenges(), Deals: u.deals(),
			Admin: u.admin(),
		},
		At:    u.State().Slot,
		Look:  program.Look(term, environ),
		Term:  term,
		Tick:  program.Tick,
		Pages: &u.server.pages,
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

// store returns the player's data for screens.
func (u *user) store() loggedPlayer {
	return loggedPlayer{
		Player: u.data, log: u.log, metrics: u.server.metrics, createAccount: u.guard(),
		allowFinish: func() error { return u.server.quotas.allowFinish(u.Addr) },
		finished:    u.finished,
		revoked:     func(words string) { u.End(words) },
	}
}

// accounts returns the player's account for screens.
func (u *user) accounts() arcade.Accounts {
	config := u.server.config
	return Accounts(u.data, config.Store.Ranked, u.events(), config.Now, u.log)
}

// analyses returns what was found out about the rounds that the player may see.
func (u *user) analyses() arcade.Analyses {
	return Analyses(u.server.config.Store, u.data, u.events(), u.log)
}

// games returns every game that the arcade knows, under the names that the player gives to
// those that people made up.
func (u *user) games() engine.Library {
	games := u.server.config.Games
	games.Shelf = u.data
	if u.first.Game != nil {
		games = games.With(u.first.Game)
	}
	return games
}

// workshop returns where the player makes up games, or nil if there is nothing to make them
// of.
func (u *user) workshop() arcade.Workshop {
	s := u.server
	if len(s.config.Games.Families) == 0 {
		return nil
	}
	return workshop{
		maker: u.data, week: s.week, ends: u.ends, now: s.config.Now, log: u.log,
		keeping: func(write func() error) error {
			return s.quotas.keepVariation(u.Addr, func() error { return u.guard()(write) })
		},
	}
}

// events returns the events of the arcade, which the player can begin.
func (u *user) events() arcade.Events {
	e := u.server.eventsOf(u.data).(events)
	e.createAccount = u.server.quotas.guard(u.Session, errNewcomersEvent) // an event is not played on unsaved
	e.enter = u.mayEnter
	return e
}

// races returns the races of the arcade.
func (u *user) races() races {
	return races{u, race.Player{
		Table: u.table, Racer: u.data, Deal: u.raceDeal,
		MayRace:       func() error { return u.mayEnter("") },
		MayOpen:       func() error { return u.server.quotas.allowRace(u.Addr) },
		CreateAccount: u.guard(), Log: u.log,
	}}
}

// A races is the races of the arcade for one session, which hears the signals of those whose
// race it follows.
type races struct {
	user *user
	race.Player
}

// Join implements arcade.Races. Each time, all races are read.
func (r races) Join(code string) (joined *arcade.Race, err error) {
	if err := r.user.meter.mayBegin(); err != nil {
		return nil, err
	}
	r.user.meter.charge(limit.CPU(func() { joined, err = r.Player.Join(code) }))
	return joined, err
}

// Leave implements arcade.Races. Each time, all races are read, but nobody has to stay.
func (r races) Leave(code string) (err error) {
	r.user.meter.charge(limit.CPU(func() { err = r.Player.Leave(code) }))
	return err
}

// Follow implements arcade.Races.
func (r races) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	watch, err := r.Player.Follow(ctx, code)
	if err == nil {
		r.user.server.hub.Company(r.user.Session).InRace(ctx, code)
	}
	return watch, err
}

// challenges returns the challenges of the arcade.
func (u *user) challenges() arcade.Challenges {
	return challenges{
		player: u.data, may: func() error { return u.mayEnter("") }, create: u.guard(), now: u.server.config.Now, log: u.log,
		passing: func(write func() error) error { return u.server.quotas.passOn(u.Addr, write) },
		people:  u.server.hub.Company(u.Session), alone: u.server.config.Alone,
		seen: func(code string) {
			if id, err := u.data.ID(); err == nil && id != "" {
				u.server.hub.Notes.Saw(id, code)
			}
		},
		gone: u.server.hub.Notes.Gone,
	}
}

// admin returns the arcade as its admins see it, or nil if the player is none.
func (u *user) admin() arcade.Admin {
	if !u.State().ID.Admin {
		return nil
	}
	return overseer{u}
}

// finished tells others that the player has finished a round of an event.
func (u *user) finished(e arcade.Event) {
	u.server.races.Finished(u.data, e)
	code, ok := e.Challenge()
	if !ok || u.server.config.Alone {
		return
	}
	found, err := u.data.Challenge(code, u.server.config.Now())
	to, noChallenger := u.data.Challenger(code)
	me, unknown := u.data.ID()
	own := found.Own()
	if errors.Join(err, noChallenger, unknown) != nil || own.Result == nil || to == me {
		return // the page of the challenge shows it
	}
	u.server.hub.Notes.Tell(to, me, arcade.ChallengeNote{
		From: cmp.Or(own.Nick, arcade.Nameless), Code: code, Game: found.Game, Rules: found.Rules, Score: own.Result.Score, Finished: true,
	})
}

// raceDealWait is how long a player who opens a race waits for a deal that can be won.
const raceDealWait = 5 * time.Second

// raceDeal returns a fresh deal for a race, one that can be won if there is one.
func (u *user) raceDeal(g engine.Game) engine.Code {
	ctx, cancel := context.WithTimeout(context.Background(), raceDealWait)
	defer cancel()
	config := u.server.dealing(u.server.config.Deal)
	config.Searches = u.searches()
	code, _ := deal.Winnable(ctx, config, g)
	return code
}

// spectators returns the tables of others, and shows the player's own to them.
func (u *user) spectators() spectators { return spectators{u.server.hub.Company(u.Session), u.table} }

// guard returns what to wrap a write in that may create the account.
func (u *user) guard() accountGuard { return u.server.quotas.guard(u.Session, errNewcomers) }

// A second key costs nothing, so a player who plays a deal twice cannot be found out. A
// host can make that harder: see Config.EventsNeedKey, DailyAge and data.RankAge.

const errNeedsKey userError = "guests cannot play dailies, races or challenges here: come back with a key (ssh-keygen makes one)"

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
	account, err := u.data.Account()
	if err != nil {
		return err
	}
	since, now := account.Since, config.Now()
	if !account.Known {
		since = now
	}
	if from := since.Add(config.DailyAge); from.After(now) { // Since is zero in old files
		return u.server.auth.appeal(userError(fmt.Sprintf("dailies here are for accounts that are %s old: play other games, and dailies from %s on",
			caption.Plural(int(config.DailyAge/day), "day"), from.UTC().Format(time.DateOnly))))
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
	code, _, err := u.data.Link(u.server.config.Now())
	var joined data.JoinedError
	switch {
	case errors.As(err, &joined):
		return joinedEnd(joined)
	case errors.Is(err, data.ErrNoAccount), errors.Is(err, data.ErrRevoked):
		return words
	case err != nil:
		u.log.Error("make a code for a guest", "err", err)
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
