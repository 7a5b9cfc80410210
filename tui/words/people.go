package words

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A people is who is here, whom the player follows, and signals.
type people struct {
	*lobby
	signals *feed[arcade.Heard] // nil if none are taken
	races   *races
	room    *raceRoom // of the race in whose room the player is, nil for none
}

// who says who is here.
func (p *people) who(string) {
	people := slices.Clone(p.env.Company.People())
	arcade.CallByName(people, func(o *arcade.Person) *string { return &o.Nick })
	for _, o := range people {
		name := o.Nick
		switch {
		case o.Own:
			name = "you"
		case o.Friend:
			name += ", whom you follow"
		case o.Ignored:
			name += ", whom you ignore"
		}
		line := name + ": " + caption.Doing(o, caption.PlayedBy(p.env.Games, o))
		if idle := caption.Idle(o.Idle); idle != "" {
			line += ", idle " + idle
		}
		p.say(line + ".")
	}
	if len(people) == 0 {
		p.say("Nobody is here who can be seen.")
	}
	if p.env.Accounts != nil {
		if account, err := p.env.Accounts.Account(); err == nil && caption.Unseen(account) != "" {
			p.say(caption.Unseen(account))
		}
	}
}

// regard returns what changes what the player has to do with the one with a nick, and says so.
func (p *people) regard(command string, regard arcade.Regard) func(nick string) {
	return func(nick string) {
		switch {
		case nick == "" && regard == arcade.Ignore:
			list, err := p.env.Company.Ignored()
			p.list("ignore", list, err)
		case nick == "":
			p.sayf("Say whom: %s NICK. following tells whom you follow, and ignore whom you ignore.", command)
		default:
			p.sayDone(regard.Of(p.env.Company, nick), "%s", caption.Regarded(regard, nick))
		}
	}
}

// report tells the host something about the player with a nick.
func (p *people) report(args string) {
	nick, text, _ := strings.Cut(strings.TrimSpace(args), " ")
	switch {
	case nick == "" || strings.TrimSpace(text) == "":
		p.say("Say whom, and what the host should know: report NICK TEXT.")
	default:
		p.sayDone(p.env.Company.Report(nick, text), "The host will read it. %s does not learn of it.", nick)
	}
}

// following says whom the player follows.
func (p *people) following(string) {
	list, err := p.env.Company.Following()
	p.list("follow", list, err)
}

// list says whom the player follows or ignores.
func (p *people) list(what string, list []arcade.Followed, err error) {
	if p.sayIfFailed(err) {
		return
	}
	if len(list) == 0 {
		p.sayf("You %s nobody: %s NICK begins it.", what, what)
		return
	}
	nicks := texts(list, func(f arcade.Followed) string { return f.Nick })
	p.sayf("You %s %s.", what, strings.Join(arcade.Names(nicks), ", "))
}

// signal sends a signal, by its number or its words, from where the player is.
func (p *people) signal(args string) {
	var which arcade.Signal
	var all []string
	for _, s := range arcade.Signals() {
		all = append(all, fmt.Sprintf("%d %s", s, s))
		if n, err := strconv.Atoi(args); err == nil && n == int(s) || strings.EqualFold(args, s.String()) {
			which = s
		}
	}
	to := arcade.Audience{}
	if p.room != nil {
		to.Race = p.room.code
	}
	switch at := p.place.(type) {
	case *watching:
		to = arcade.Audience{Table: at.table.Number}
	case *table:
		if at.race != nil {
			to.Race = at.race.Code
		}
	}
	switch {
	case which == 0:
		p.say("Say which: signal " + strings.Join(all, ", ") + ".")
	case to == arcade.Audience{}:
		p.say("Signals are for whom you watch, and for the others in your race: race goes to its room.")
	default:
		p.sayDone(p.env.Company.Send(which, to), "You: %s.", which)
	}
}

// race does what the race command says. Whoever has asked for a race is then in the room of the
// newest open one, or else of the newest, before it, at its table and at its results, where signals go to and fro.
func (s *conversation) race(args string) {
	s.races.race(args)
	s.people.enterRoom()
}

// enterRoom goes to the room of the player's race, if it is another than before.
func (p *people) enterRoom() {
	if p.env.Races == nil {
		return
	}
	list, err := p.env.Races.Races(racesListed)
	if err != nil {
		return
	}
	var now *arcade.Race
	if len(list) > 0 {
		now = list[max(slices.IndexFunc(list, isOpen), 0)]
	}
	if now != nil && p.room != nil && now.Code == p.room.code {
		return
	}
	p.leaveRoom()
	if now != nil {
		p.room, _ = newRaceRoom(p.races, now) // without it nothing is told of the race
	}
}

// leaveRoom leaves the room, if any.
func (p *people) leaveRoom() {
	if p.room != nil {
		p.room.feed.cancel()
		p.room = nil
	}
}

// tellSignals begins or ends the watch of signals, as the settings say, and says the newest
// one. A signal waits for the next answer, so that it never interrupts one.
func (p *people) tellSignals() {
	wanted := p.env.Company != nil && p.settings.Signals
	switch {
	case wanted && p.signals == nil:
		ctx, cancel := context.WithCancel(context.Background())
		p.signals = newWatchFeed(ctx, cancel, p.env.Company.Heard(ctx))
	case !wanted:
		p.stop()
	}
	if p.signals == nil {
		return
	}
	if heard, fresh := p.signals.take(); fresh {
		p.say("Signal from " + heard.String() + ".")
	}
}

// stop takes no more signals.
func (p *people) stop() {
	if p.signals != nil {
		p.signals.cancel()
		p.signals = nil
	}
}
