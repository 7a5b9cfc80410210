package words

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
)

// races opens, joins and plays races, and shows the other racers how the round at the
// table stands.
type races struct {
	*lobby
	shown bool // other racers see the player's round
}

// racesListed is how many races, and how many rivals, are listed.
const racesListed = 5

// race shows the player's race, opens or joins one, starts it, leaves it, or goes to its
// table.
func (rs *races) race(args string) {
	races := rs.env.Races
	if out, nick, _ := strings.Cut(args, " "); strings.EqualFold(out, "out") && nick != "" {
		rs.withOpenRace(func(r *arcade.Race) {
			rs.sayDone(races.TakeOut(r.Code, r.Named(nick)), "%s is out of race %s, for good.", nick, r.Code)
		})
		return
	}
	if seat, level, _ := strings.Cut(args, " "); strings.EqualFold(seat, "seat") {
		rs.seat(level)
		return
	}
	switch strings.ToLower(args) {
	case "":
		rs.listRaces()
	case "list":
		rs.listOpenRaces()
	case "rematch":
		rs.rematch()
	case "start":
		rs.withOpenRace(func(r *arcade.Race) {
			start := func() {
				rs.sayDone(races.Start(r.Code), "It begins in a few seconds: race play then goes to your table.")
			}
			if r.Alone() && r.Begins.IsZero() {
				rs.ask("Nobody has joined. Start alone? There is nobody to race against, and your place does not count.", "The race waits for its start.", start)
				return
			}
			start()
		})
	case "leave":
		rs.withOpenRace(func(r *arcade.Race) { rs.sayDone(races.Leave(r.Code), "You have left race %s.", r.Code) })
	case "play":
		rs.withOpenRace(rs.playRace)
	default:
		rs.enterRace(args)
	}
}

// seat has the arcade's own player of a level join the player's race.
func (rs *races) seat(level string) {
	l, ok := arcade.ParseLevel(level)
	if !ok {
		rs.sayf("race seat takes a level of the arcade's own players, 1 to %d, as in race seat 3.", arcade.LevelMost)
		return
	}
	rs.withOpenRace(func(r *arcade.Race) {
		if !rs.sayIfFailed(rs.env.Races.Seat(r.Code, l)) {
			rs.sayf("%s is in race %s.", l.Nick(), r.Code)
		}
	})
}

// listOpenRaces says which races anybody may join.
func (rs *races) listOpenRaces() {
	list := rs.env.Races.Waiting()
	for _, r := range list {
		by := r.By + caption.RacerRating(0, r.Rating, caption.InRaces)
		way := "Opened by"
		if r.Rematch {
			way = "A rematch for you, wanted by"
		}
		rs.sayf("Race %s: %s, %s at most, %s so far. %s %s.%s", r.Code, rs.env.Games.Name(r.Game),
			caption.Plural(int(r.Limit.Minutes()), "minute"), caption.Plural(r.Racers, "racer"), way, by, caption.Watched(r.Watched))
		rs.bench.estimates.sayWarningOf(r.Game, "")
	}
	if len(list) == 0 {
		rs.say("Nobody waits for a race: race open NAME opens one that anybody may join.")
		return
	}
	rs.say("race CODE joins one.")
}

// rematch offers a rematch of the player's newest race that is over, or joins the one that
// another racer has offered.
func (rs *races) rematch() {
	list, err := rs.env.Races.Races(racesListed)
	if rs.sayIfFailed(err) {
		return
	}
	i := slices.IndexFunc(list, func(r *arcade.Race) bool { return r.Over })
	if i < 0 {
		rs.say("A rematch comes after a race, and none of yours is over.")
		return
	}
	g, ok := rs.env.Games.Find(list[i].Game)
	if !ok {
		rs.say("The game of this race is not here.")
		return
	}
	r, err := rs.env.Races.Rematch(list[i].Code, g)
	if rs.sayIfFailed(err) {
		return
	}
	rs.sayRace(r)
	rs.say("The others of the last race can join with race rematch. race start starts it.")
}

// withOpenRace calls do with the newest race in which the player still has something to
// do.
func (rs *races) withOpenRace(do func(*arcade.Race)) {
	list, err := rs.env.Races.Races(racesListed)
	if rs.sayIfFailed(err) {
		return
	}
	if i := slices.IndexFunc(list, isOpen); i >= 0 {
		do(list[i])
		return
	}
	rs.say("No race waits for you: race NAME opens one for a game, and race CODE joins a friend's.")
}

// isOpen reports whether the player still has something to do in a race.
func isOpen(r *arcade.Race) bool {
	own, place := r.Own()
	return place > 0 && !r.Over && !own.Through
}

// enterRace opens a race for the game with a name, on the terms around it, or joins the race with
// a code.
func (rs *races) enterRace(args string) {
	terms := arcade.RaceTerms{Limit: arcade.RaceDefault}
	if all := rs.env.Games.All(); strings.EqualFold(args, arcade.ArcadeWord) && len(all) > 0 {
		args += " " + cmp.Or(rs.subject, all[0]).Info().Name // the subject is what the player asked about last
	}
	g, err := rs.named(args)
	if err != nil {
		args = strings.Join(terms.Cut(strings.Fields(args)), " ")
		g, err = rs.named(args)
	}
	code, noRace := arcade.ParseRaceCode(strings.ToLower(args))
	wrong, none := new(engine.CodeError), new(engine.NameError)
	coded, named := errors.As(err, &wrong), errors.As(err, &none)
	switch {
	case err == nil:
		rs.open(g, terms)
		return
	case coded && noRace != nil, named && len(none.Fits) > 1, !coded && !named:
		rs.find(args) // says why there is no game, or lists those that fit
		return
	case rs.sayIfFailed(noRace):
		return
	}
	r, err := rs.env.Races.Join(code)
	if rs.sayIfFailed(err) {
		return
	}
	rs.sayRace(r)
	if !r.Over {
		rs.bench.estimates.sayWarningOf(r.Game, "")
		rs.say(play.RaceRule)
	}
}

// open opens a race for a game.
func (rs *races) open(g engine.Game, terms arcade.RaceTerms) {
	r, err := rs.env.Races.Open(g, terms)
	if rs.sayIfFailed(err) {
		return
	}
	if terms.Open {
		rs.say("Anybody here may join it.")
	}
	limit := caption.Plural(int(r.Limit.Minutes()), "minute")
	if r.Begins.IsZero() {
		rs.sayf("Race %s is open, for %s, %s at most. Friends join with its code: %s. race start starts it. %s",
			r.Code, rs.called(g), limit, caption.Spelled(r.Code), play.RaceRule+caption.Watched(r.Watched))
	} else {
		rs.sayf("Your race against %s begins in a few seconds, for %s, %s at most: race play then goes to your table. %s",
			r.Racers[1].Nick, rs.called(g), limit, play.RaceRule+caption.Watched(r.Watched))
	}
	rs.bench.estimates.sayWarning(g)
}

// listRaces shows the player's newest races and rivals, and says how to race.
func (rs *races) listRaces() {
	list, err := rs.env.Races.Races(racesListed)
	if rs.sayIfFailed(err) {
		return
	}
	rs.readRaces(list)
	for i, r := range list {
		if i == 0 {
			rs.sayRace(r)
		} else {
			rs.sayf("Race %s of %s: %s.", r.Code, rs.env.Games.Name(r.Game), caption.RaceStatus(r, rs.env.Now()))
		}
	}
	rivals, err := rs.env.Races.Rivals()
	if rs.sayIfFailed(err) {
		return
	}
	for _, r := range rivals[:min(len(rivals), racesListed)] {
		rs.sayf("Against %s: won %d, lost %d, drawn %d.", r.Nick, r.Won, r.Lost, r.Drawn)
	}
	if len(list) == 0 {
		rs.say("Everyone in a race plays the same deal, once, at the same time.")
	}
	if n := len(rs.env.Races.Waiting()); n > 0 {
		rs.sayf("You may join %s: race list tells more.", caption.Plural(n, "race"))
	}
	rs.say("race arcade NAME races against the arcade at once. race NAME opens a race for a game, race open NAME one that anybody may join, race watched NAME one that others may watch, race CODE joins a friend's; race start, race play, race leave and race rematch are for yours. Before you start it, race seat 3 has the arcade's player of level 3 join it, and race out NICK takes somebody out.")
}

// sayRace says how a race stands.
func (rs *races) sayRace(r *arcade.Race) {
	rs.sayf("Race %s: %s.%s", r.Code, caption.RaceStatus(r, rs.env.Now()), caption.Watched(r.Watched && !r.Over))
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
			how = fmt.Sprintf(": %s, %s", caption.Plural(o.Score.Points, "point"), caption.Plural(o.Moves, "move"))
		}
		if ended := r.Outcome(o); ended != "" {
			how += ", " + string(ended)
		}
		how += caption.RacerRating(o.Level, o.Rating, caption.InRaces)
		if o.Rated != nil {
			how += fmt.Sprintf(", %+d by this race", *o.Rated)
		}
		if o.Assisted {
			how += ", assisted"
		}
		if r.Alone() {
			rs.sayf("%s%s.", who, how)
		} else {
			rs.sayf("%d: %s%s.", r.Place(i), who, how)
		}
	}
	if against := caption.AgainstArcade(r); against != "" {
		rs.say(against)
	}
	if r.Next != "" {
		rs.say("A rematch is open: race rematch joins it.")
	}
}

// playRace goes to the player's table in a race.
func (rs *races) playRace(r *arcade.Race) {
	now, event := rs.env.Now(), arcade.RaceEvent(r.Code)
	switch {
	case rs.plays(arcade.Slot(r.Game, event)):
		rs.say("You are playing it.")
		return
	case r.Begins.IsZero():
		rs.say("Nobody has started it yet.")
		return
	case !r.Begun(now):
		rs.sayf("It begins in %s: race play then goes to your table.", caption.Plural(int((r.Begins.Sub(now)+time.Second-1)/time.Second), "second"))
		return
	case !r.MayPlay(now):
		rs.say("The time of this race is up.")
		return
	}
	g, ok := rs.env.Games.Find(r.Game)
	if !ok {
		rs.say("The game of this race is not here.")
		return
	}
	rs.enter(g, event)
	if t := rs.table(); t != nil && t.event() == event {
		t.race = r
		t.seat.SetStart(r.Begins)
	}
}

// noGame returns the sentence that no game is on the table, and what begins one; then the
// commands can be given.
func (rs *races) noGame(commands ...string) string {
	how := "play NAME begins one"
	if rs.env.Races != nil {
		list, _ := rs.env.Races.Races(1) // on an error there may be one, and play NAME is true
		if len(list) > 0 && list[0].MayPlay(rs.env.Now()) {
			how = "race play goes to that of your race, which has begun"
		}
	}
	for _, c := range commands {
		how += ", and then there is " + c
	}
	return "No game is on the table: " + how + "."
}

// publish shows the other racers how the player's round stands.
func (rs *races) publish() {
	if rs.env.Spectators == nil {
		return
	}
	t, shown := rs.table(), rs.shown
	if rs.shown = t != nil && t.race != nil && !t.seat.Lost(); !rs.shown {
		if shown {
			rs.env.Spectators.Show(nil)
		}
		return
	}
	rs.env.Spectators.Show(t.seat.Scene())
}

// timeUp ends the player's round in a race whose time limit is reached, and says so.
func (rs *races) timeUp() bool {
	t := rs.table()
	if t == nil || t.race == nil || t.seat.State() != play.Playing || rs.env.Now().Sub(t.race.Begins) < t.race.Limit {
		return false
	}
	rs.asking = nil
	t.settle(t.seat.TimeUp(t.race.Limit)) // if this comes too late, the race has done it
	rs.sayf("Time is up: your round of race %s ended with the points it had. race tells how it went.", t.race.Code)
	rs.place = nil
	return true
}
