package words

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
	"boardwalk/tui/play"
)

// A raceSeat is the race in which the player is at a table.
type raceSeat struct {
	code   string
	begins time.Time
	limit  time.Duration
	leave  func() // ends what others see of it
}

// racesListed is how many races, and how many rivals, are listed.
const racesListed = 5

// race shows the player's race, opens or joins one, starts it, leaves it, or goes to its
// table.
func (s *session) race(args string) {
	races := s.env.Races
	if races == nil {
		s.say("There are no races in this session: nobody else could join.")
		return
	}
	switch args {
	case "":
		s.listRaces()
	case "start":
		s.withOpenRace(func(r *arcade.Race) {
			if s.failed(races.Start(r.Code)) {
				return
			}
			s.say("It begins in a few seconds: race play then goes to your table.")
		})
	case "leave":
		s.withOpenRace(func(r *arcade.Race) {
			if s.failed(races.Leave(r.Code)) {
				return
			}
			s.say(fmt.Sprintf("You have left race %s.", r.Code))
		})
	case "play":
		s.withOpenRace(s.playRace)
	default:
		s.enterRace(args)
	}
}

// withOpenRace calls do with the newest race in which the player still has something to
// do.
func (s *session) withOpenRace(do func(*arcade.Race)) {
	list, err := s.env.Races.Races(racesListed)
	if s.failed(err) {
		return
	}
	for _, r := range list {
		if own, place := r.Own(); place > 0 && !r.Over && !own.Through {
			do(r)
			return
		}
	}
	s.say("No race waits for you: race NAME opens one for a game, and race CODE joins a friend's.")
}

// enterRace opens a race for the game with a name, or joins the race with a code.
func (s *session) enterRace(args string) {
	g, err := s.named(args)
	if several := new(engine.NameError); errors.As(err, &several) && len(several.Fits) > 1 {
		s.find(args) // lists them
		return
	}
	if err == nil {
		r, err := s.env.Races.Open(g.Info().ID, arcade.RaceDefault)
		if s.failed(err) {
			return
		}
		s.say(fmt.Sprintf("Race %s is open, for %s, %s at most. Friends join with its code: %s. race start starts it. %s",
			r.Code, g.Info().Name, plural(int(r.Limit.Minutes()), "minute"), strings.Join(strings.Split(r.Code, ""), " "), play.RaceRule))
		return
	}
	code, err := arcade.ParseRaceCode(args)
	if s.failed(err) {
		return
	}
	r, err := s.env.Races.Join(code)
	if s.failed(err) {
		return
	}
	s.sayRace(r)
	if !r.Over {
		s.say(play.RaceRule)
	}
}

// listRaces shows the player's newest races and rivals, and says how to race.
func (s *session) listRaces() {
	list, err := s.env.Races.Races(racesListed)
	if s.failed(err) {
		return
	}
	for i, r := range list {
		if i == 0 {
			s.sayRace(r)
		} else {
			s.say(fmt.Sprintf("Race %s: %s.", r.Code, tui.RaceStatus(r, s.env.Now())))
		}
	}
	rivals, err := s.env.Races.Rivals()
	if s.failed(err) {
		return
	}
	for _, r := range rivals[:min(len(rivals), racesListed)] {
		s.say(fmt.Sprintf("Against %s: won %d, lost %d, drawn %d.", r.Nick, r.Won, r.Lost, r.Drawn))
	}
	if len(list) == 0 {
		s.say("Everyone in a race plays the same deal, once, at the same time.")
	}
	s.say("race NAME opens one for a game, race CODE joins a friend's; race start, race play and race leave are for yours.")
}

// sayRace says how a race stands.
func (s *session) sayRace(r *arcade.Race) {
	s.say(fmt.Sprintf("Race %s: %s.", r.Code, tui.RaceStatus(r, s.env.Now())))
	for i, o := range r.Racers {
		who := o.Nick
		if o.ID == r.Me {
			who += ", you"
		}
		how := ""
		switch {
		case o.Gone:
			how = ", who has deleted the account"
		case r.Begins.IsZero() && i == 0:
			how = ", who can start it"
		case o.Played:
			how = fmt.Sprintf(": %s, %s", plural(o.Score.Points, "point"), plural(o.Moves, "move"))
		}
		if o.Through {
			how += ", through"
		}
		if o.Assisted {
			how += ", assisted"
		}
		s.say(fmt.Sprintf("%d: %s%s.", i+1, who, how))
	}
}

// playRace goes to the player's table in a race.
func (s *session) playRace(r *arcade.Race) {
	now, event := s.env.Now(), arcade.RaceEvent(r.Code)
	switch {
	case s.playsSlot(arcade.Slot(r.Game, event)):
		s.say("You are playing it.")
		return
	case r.Begins.IsZero():
		s.say("Nobody has started it yet.")
		return
	case !r.Begun(now):
		s.say(fmt.Sprintf("It begins in %s: race play then goes to your table.", plural(int((r.Begins.Sub(now)+time.Second-1)/time.Second), "second")))
		return
	case !r.MayPlay(now):
		s.say("The time of this race is up.")
		return
	case s.table != nil && !s.leave():
		return
	}
	g, ok := s.env.Games.Find(r.Game)
	if !ok {
		s.say("The game of this race is not here.")
		return
	}
	_, rev, err := s.env.Store.Saved(arcade.Slot(r.Game, event))
	if s.unread(err) {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	if _, err = s.env.Races.Follow(ctx, r.Code); err == nil && rev == 0 {
		err = s.beginEvent(g, event)
	} else if err == nil {
		s.resumeRound(g, event)
	}
	if s.failed(err) {
	}
	if s.table == nil || s.table.event() != event {
		cancel()
		return
	}
	s.table.race = &raceSeat{code: r.Code, begins: r.Begins, limit: r.Limit, leave: cancel}
	s.table.seat.SetStart(r.Begins)
}

// publish shows the other racers how the player's round stands.
func (s *session) publish() {
	var at *raceSeat
	if s.table != nil && !s.table.seat.Lost() {
		at = s.table.race
	}
	if s.shownRace != nil && s.shownRace != at {
		s.shownRace.leave()
		if s.env.Spectators != nil {
			s.env.Spectators.Show(nil)
		}
	}
	if s.shownRace = at; at == nil || s.env.Spectators == nil {
		return
	}
	t, now := s.table, s.table.seat.Shown()
	s.env.Spectators.Show(&arcade.Scene{
		Game: t.game().Info().ID, Event: t.event(), Board: now.State.Board(), Score: now.Score, Moves: now.Moves, Final: t.ended != nil && !t.seat.Pending(),
		Assisted: now.Tally.Assisted(),
	})
}

// unpublish stops showing it, when the player has gone.
func (s *session) unpublish() {
	if s.shownRace != nil {
		s.shownRace.leave()
	}
}

// timeUp ends the player's round in a race whose time limit is reached, and says so.
func (s *session) timeUp() bool {
	t := s.table
	if t == nil || t.race == nil || t.ended != nil || t.seat.Lost() || s.env.Now().Sub(t.race.begins) < t.race.limit {
		return false
	}
	s.asking = nil
	t.seat.TimeUp(t.race.limit)
	_ = t.finish() // if this comes too late, the race has done it
	s.say(fmt.Sprintf("Time is up: your round of race %s ended with the points it had. race tells how it went.", t.race.code))
	s.table, s.giveUp = nil, false
	return true
}
