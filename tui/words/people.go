package words

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// who says who is here, or what is known of the player with a nick.
func (l *lobby) who(nick string) {
	args := []string{"who", "--", nick}
	if nick == "" || strings.Contains(nick, " ") { // it may be a question: who is here
		args = args[:1]
	}
	l.report(args...)
}

// regard returns what gives a command that changes what the player has to do with the one with a nick.
func (l *lobby) regard(command string) func(nick string) {
	return func(nick string) {
		switch {
		case nick == "" && command == "ignore":
			l.report("ignored")
		case nick == "":
			l.sayf("Name a player: %s NICK. following lists the players you follow, ignore those you ignore.", command)
		default:
			l.report(command, "--", nick)
			stop(&l.friends) // who is here has not come just now
		}
	}
}

// aboutPlayer returns what gives a command of a nick and a text. If one that it needs is missing, it says so.
func (l *lobby) aboutPlayer(command string, needsText bool, missing string) func(args string) {
	return func(args string) {
		nick, text, _ := strings.Cut(strings.TrimSpace(args), " ")
		if text = strings.TrimSpace(text); nick == "" || needsText && text == "" {
			l.say(missing)
			return
		}
		l.report(command, "--", nick, text)
	}
}

// signal sends a signal, by its number or its words, from where the player is.
func (l *lobby) signal(args string) {
	var which arcade.Signal
	var all []string
	for _, s := range arcade.Signals() {
		all = append(all, fmt.Sprintf("%d %s", s, s))
		if n, err := strconv.Atoi(args); err == nil && n == int(s) || strings.EqualFold(args, s.String()) {
			which = s
		}
	}
	to, watched := arcade.Audience{}, false
	if l.room != nil {
		to.Race = l.room.code
	}
	switch at := l.place.(type) {
	case *watching:
		to = arcade.Audience{Table: at.table.Number, Player: at.table.Player}
	case *table:
		if at.race != nil {
			to.Race = at.race.Code
		}
		watched = l.env.Spectators != nil && l.env.Spectators.Watchers() > 0
	}
	switch {
	case which == 0:
		l.say("Say which: signal " + strings.Join(all, ", ") + ".")
	case to == arcade.Audience{} && !watched:
		l.say("You can signal those who watch you, the player you watch, or your rivals in a race: race takes you there.")
	default:
		l.sayDone(l.env.Company.Send(which, to), "You to %s: %s.", to, which)
	}
}

// enterRoom goes to the room of the player's race, if it is another than before.
func (l *lobby) enterRoom() {
	if l.env.Races == nil {
		return
	}
	list, err := l.env.Races.Races(racesListed)
	if err != nil {
		return
	}
	var now *arcade.Race
	if len(list) > 0 {
		begins := func(r *arcade.Race) bool { return r.Unfinished() && !r.Begins.IsZero() }
		now = slices.MinFunc(list, func(a, b *arcade.Race) int {
			return cmp.Or(arcade.TrueFirst(begins(a), begins(b)), arcade.TrueFirst(a.Unfinished(), b.Unfinished()))
		})
	}
	if now != nil && l.room != nil && now.Code == l.room.code {
		return
	}
	l.leaveRoom()
	if now == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	watch, err := l.env.Races.Follow(ctx, now.Code)
	if err != nil { // nothing is told of the race
		cancel()
		return
	}
	l.room = &raceRoom{lobby: l, code: now.Code, seen: now, begun: now.Begun(l.env.Now()), feed: newFeed(ctx, cancel, watch)}
	l.room.awaitBegin()
}

// leaveRoom leaves the room, if any.
func (l *lobby) leaveRoom() {
	if l.room != nil {
		l.room.feed.cancel()
		l.room = nil
	}
}

// tellComing says who of those whom the player follows has come, while the player is at no table.
func (l *lobby) tellComing() {
	if l.env.Company == nil {
		return
	}
	if l.friends == nil {
		ctx, cancel := context.WithCancel(context.Background())
		watch, err := l.env.Company.News(ctx)
		if err != nil {
			cancel()
			return
		}
		l.friends, l.lately = newFeed(ctx, cancel, watch), arcade.News{}
	}
	if news, fresh := l.friends.take(); fresh {
		if l.place == nil {
			l.say(caption.Came(news.Came(l.lately)))
		}
		l.lately = news
	}
}

// tellSignals begins or ends the watch of signals, as the settings say, and says the newest
// one. A signal waits for the next answer, so that it never interrupts one.
func (l *lobby) tellSignals() {
	wanted := l.env.Company != nil && l.settings.Signals
	switch {
	case wanted && l.signals == nil:
		ctx, cancel := context.WithCancel(context.Background())
		l.signals = newFeed(ctx, cancel, l.env.Company.Heard(ctx))
	case !wanted:
		stop(&l.signals)
	}
	if l.signals == nil {
		return
	}
	if heard, fresh := l.signals.take(); fresh {
		l.say("Signal from " + heard.String() + ".")
	}
}
