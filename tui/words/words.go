// Package words is the arcade without a screen: for screen readers, for terminals that
// cannot move their cursor, and for pipes. Every pile is a line, a move is typed as its
// places, and its effects are told in sentences.
//
// It knows games by their [engine.Board] alone. It writes only printable ASCII and line
// ends, in lines that fit the window and have at most 78 columns. Cards are named, as in
// "Seven of Hearts", so that nothing depends on how a terminal shows a suit. A session is one
// goroutine that reads a line, does what it says, waits for the store and only then answers.
//
// The lobby is the session. It knows the place where the player is: a table, a lesson, somebody else's
// table, or none. Without a place the player is in the lobby itself, or at the bench, where games are
// made up. The table of commands in command.go says which part of the session handles a line
// there.
//
//	err := words.Run(env, words.NewPipe(os.Stdin), os.Stdout)
package words

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

func newLobby(env *session.Ports, in *Lines, out io.Writer) *lobby {
	t := &terminal{in: in, out: out}
	l := &lobby{terminal: t, env: env, settings: readSettings(t, env.Store), looks: play.NewLooks(env.Store, env.Now)}
	l.bench = newBench(l)
	return l
}

// Run plays until the player quits or in ends, as it does when the connection drops. To
// end Run from outside, let the reader of in return. Every move is stored before it is
// answered. Run fails if the store did not accept the last state of a game, unless the
// player was told so and chose to leave anyway.
func Run(env session.Ports, in *Lines, out io.Writer) error {
	l := newLobby(&env, in, out)
	defer l.bench.putAside()
	defer func() { stopWatching(l.place) }()
	defer func() { stop(&l.windows); stop(&l.signals); stop(&l.friends) }()
	defer l.leaveRoom()
	l.greet()
	for !l.ended {
		l.hear()
		l.publish()
		l.tellSignals()
		l.tellComing()
		if err := l.writePage(l.settings.Pages, l.prompt()); err != nil {
			break // nobody is listening any more
		}
		line, err := l.next()
		switch {
		case errors.Is(err, errNews): // and the answer has it
		case errors.Is(err, errInterrupt) && len(l.answer) > 0: // it ends only the reading
			l.answer = nil
		case errors.Is(err, errInterrupt):
			l.interrupt()
		case errors.Is(err, errQuit), l.in.pipe && errors.Is(err, io.EOF): // whoever wrote to the pipe may still read
			l.answer, l.asking = nil, nil
			if l.quit(""); !l.ended && errors.Is(err, io.EOF) {
				return l.close()
			}
		case err != nil:
			return l.close()
		default:
			l.handleLine(line)
		}
	}
	if l.ended {
		_ = l.writePage(l.settings.Pages, "")
		return nil
	}
	return l.close()
}

// next returns the next line. The error is one of Lines.Next, or errNews once the answer has
// news; news of which there is nothing to say leaves the prompt as it stands.
func (l *lobby) next() (string, error) {
	for {
		news, more, say := l.news()
		line, err := l.in.next(news, more)
		if !errors.Is(err, errNews) {
			return line, err
		}
		if l.interject(say) {
			_ = l.in.end(nil) // the prompt has a line of its own
			return "", errors.Join(errNews, l.in.flush())
		}
	}
}

// close stores what is not stored yet, after the player has gone.
func (l *lobby) close() error {
	if t := l.table(); t != nil {
		return t.seat.Close()
	}
	return nil
}

// prompt returns where the player is.
func (l *lobby) prompt() string {
	switch {
	case l.place != nil:
		return l.place.name()
	case l.atBench:
		return "Bench"
	}
	return "Menu"
}

// news returns channels that deliver when there is news of the table that the player watches, of
// the player's race, of the player's table from another window, or of others who come, and what says it. A channel
// is nil if there can be none, or if the player has something to read or to answer first, which only a race does not
// wait for.
func (l *lobby) news() (news, more <-chan struct{}, say func()) {
	room, t := l.room, l.table()
	watching, watches := l.place.(*watching)
	elsewhere := l.windows != nil && t != nil
	switch {
	case (l.asking != nil || len(l.answer) > 0) && room != nil:
		return room.feed.news, nil, room.sayNews
	case l.asking != nil, len(l.answer) > 0:
		return nil, nil, nil
	case watches:
		return watching.feed.news, nil, watching.sayNews
	case room != nil && elsewhere:
		return room.feed.news, l.windows.news, func() { room.sayNews(); t.sayNews() }
	case room != nil:
		return room.feed.news, nil, room.sayNews
	case elsewhere:
		return l.windows.news, nil, t.sayNews
	case l.place == nil && l.friends != nil:
		return l.friends.news, nil, l.tellComing
	}
	return nil, nil, nil
}

// interject says news, if there are any, and reports whether there were. What is asked is asked again after them, and
// what is left to read follows, unless they lead elsewhere.
func (l *lobby) interject(say func()) (said bool) {
	rest, at := l.answer, l.place
	l.answer = nil
	say()
	if said = len(l.answer) > 0; said && l.asking != nil {
		l.say(l.question)
	}
	if l.place == at {
		l.answer = append(l.answer, rest...)
	}
	return said
}

// handleLine handles a line from the player.
func (l *lobby) handleLine(line string) {
	line = strings.TrimSpace(line)
	l.answer, l.unshown = nil, l.answer
	if l.timeUp() {
		return
	}
	lower := strings.ToLower(line)
	_, seen := l.seen(lower)
	switch {
	case strings.ContainsFunc(line, func(r rune) bool { return r > '~' }): // a question stays open
		l.say("Only the letters a to z, digits and plain signs can be typed here. Type the line again without the others.")
	case l.asking != nil && lower == "quit":
		l.reply("no")
		l.quit("")
	case l.asking != nil:
		l.reply(lower)
	case lower == "q" && len(l.unshown) > 0: // as in a pager
		l.unshown = nil
	case lower == "q" && l.where() != inMenu: // typed once too often, it must not leave a race
		l.say("q ends a long answer; quit leaves the arcade.")
	case line == "" && l.where() == atBench && len(l.unshown) == 0:
		l.bench.knobs("")
	case line == "":
		l.answer = l.unshown
	case len(lower) > 1 && 'a' <= lower[0] && lower[0] <= 'z' && '0' <= lower[1] && lower[1] <= '9', !seen.IsZero():
		l.move(lower)
	default:
		l.command(line)
	}
}

// betweenPlaces removes what players type between the places of a move: "a1 to c4", "a1-c4".
var betweenPlaces = strings.NewReplacer(" to ", "", " ", "", "-", "", ",", "", "10s", "ts", "10h", "th", "10d", "td", "10c", "tc")

// cardFirst matches a move that begins with a card, but no word.
var cardFirst = regexp.MustCompile(`^[2-9a-z][shdco]([a-z][1-9shdco]|[^a-z]|up$|$)`)

// seen returns the card that a move begins with, if it does, and the place that shows it on top, if one does.
func (l *lobby) seen(line string) (c engine.Card, at engine.Place) {
	if line = betweenPlaces.Replace(line); l.place == nil || !cardFirst.MatchString(line) {
		return engine.NoCard, at
	}
	c, _ = engine.ParseCard(strings.ToUpper(line[:1]) + line[1:2])
	for _, v := range l.place.board().Piles {
		if c != engine.NoCard && v.Top() == c {
			return c, v.At
		}
	}
	return c, at
}

// placed returns a move with the places of its cards, which may be typed instead: "7h to a3". It returns false if
// a card has none, which it then says.
func (l *lobby) placed(line string) (move string, ok bool) {
	for line = betweenPlaces.Replace(line); len(line) > 1; line = line[2:] {
		switch c, at := l.seen(line); {
		case c == engine.NoCard:
			move += line[:2]
		case at.IsZero():
			l.sayf("No pile has the %s on top: look lists the piles.", name(c))
			return "", false
		default:
			move += at.String()
		}
	}
	return move + line, true
}

// moved plays a move that was typed after a word, as in "move a1 b4". It reports whether it is one, and there is a board for it.
func (l *lobby) moved(text string) bool {
	text = strings.ToLower(text)
	_, at := l.place.(movable)
	_, err := engine.ParseMove(betweenPlaces.Replace(text))
	_, seen := l.seen(text)
	if at = at && (err == nil || !seen.IsZero()); at {
		l.move(text)
	}
	return at
}

// move plays a move, or says how an incomplete one can go on.
func (l *lobby) move(line string) {
	at, plays := l.place.(movable)
	switch {
	case l.where() == atBench:
		l.say("Nothing is played on the bench: try plays a deal.")
		return
	case l.where() == atWatch:
		l.say("You watch, and cannot play here: stop goes back, and play NAME begins a game.")
		return
	case !plays:
		l.say(l.noGame(""))
		return
	case at.sayIfClosed():
		return
	}
	line, up := strings.CutSuffix(line, "up")
	line, ok := l.placed(line)
	if !ok {
		return
	}
	m, err := engine.ParseMove(line)
	if l.sayIfFailed(err) {
		return
	}
	next := engine.Next(at.moves(), m)
	if up {
		next = slices.DeleteFunc(next, func(p engine.Place) bool { v, _ := at.board().Find(p); return v.Kind != engine.Foundation })
	}
	switch {
	case up && len(next) == 0:
		l.sayf("No foundation takes what is at %s now.", m)
		return
	case up && len(next) == 1:
		at.play(m.With(next[0]))
		return
	case len(next) == 0:
		at.play(m)
		return
	}
	l.say(continuations(at.board(), m, next))
	if t := l.table(); t != nil {
		t.coach.explain(l.terminal)
	}
}

// interrupt handles Ctrl-C, which leads up one level.
func (l *lobby) interrupt() {
	switch {
	case l.asking != nil:
		l.reply("no")
	case l.place != nil:
		l.leave()
	case l.atBench:
		l.bench.leave()
	default:
		l.quit("")
	}
}

// quit leaves the arcade.
func (l *lobby) quit(string) {
	if l.leaveTable() {
		if b := l.bench; b.putAside() {
			l.sayf("%s is put aside, not kept: workshop bench goes on with it.", b.title())
		}
		l.say("Goodbye.")
		l.ended = true
	}
}
