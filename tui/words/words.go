// Package words is the arcade without a screen: for screen readers, for terminals that
// cannot move their cursor, and for pipes. Every pile is a line, a move is typed as its
// places, and its effects are told in sentences.
//
// It knows games by their [engine.Board] alone. It writes only printable ASCII and line
// ends, in lines that fit the window and have at most 78 columns. Cards are named, as in
// "Seven of Hearts", so that nothing depends on how a terminal shows a suit. A session is one
// goroutine that reads a line, does what it says, waits for the store and only then answers.
//
// The lobby knows the place where the player is: a table, a lesson, somebody else's table, or
// none. Without a place the player is in the lobby itself, or at the bench, where games are
// made up. The table of commands in command.go says which part of the session handles a line
// there.
//
//	err := words.Run(env, words.NewPipe(os.Stdin), os.Stdout)
package words

import (
	"errors"
	"io"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// A conversation is one player's connection to the arcade: it reads lines and hands each to
// the part that it is for. Parts that remember nothing are made for each line.
type conversation struct {
	*terminal
	env      *session.Ports
	settings *settings
	lobby    *lobby
	races    *races
	analyses *analyses
	company  *company
	people   *people
	ended    bool
}

func newConversation(env *session.Ports, in *Lines, out io.Writer) *conversation {
	t := &terminal{in: in, out: out}
	prefs := readSettings(t, env.Store)
	l := &lobby{terminal: t, env: env, settings: prefs, looks: play.NewLooks(env.Store, env.Now)}
	l.bench = newBench(t, env, l)
	rs := &races{lobby: l}
	return &conversation{
		terminal: t, env: env, settings: prefs, lobby: l,
		races: rs, analyses: &analyses{lobby: l}, company: &company{lobby: l}, people: &people{lobby: l, races: rs},
	}
}

// Run plays until the player quits or in ends, as it does when the connection drops. To
// end Run from outside, let the reader of in return. Every move is stored before it is
// answered. Run fails if the store did not accept the last state of a game, unless the
// player was told so and chose to leave anyway.
func Run(env session.Ports, in *Lines, out io.Writer) error {
	s := newConversation(&env, in, out)
	defer s.lobby.bench.putAside()
	defer s.lobby.bench.estimates.stop()
	defer func() { stopWatching(s.lobby.place) }()
	defer s.people.stop()
	defer s.people.leaveRoom()
	s.lobby.greet()
	for !s.ended {
		s.reportPlaying()
		s.races.publish()
		s.people.tellSignals()
		if err := s.writePage(s.settings.Pages, s.prompt()); err != nil {
			break // nobody is listening any more
		}
		line, err := s.next()
		switch {
		case errors.Is(err, errNews): // and the answer has it
		case errors.Is(err, errInterrupt) && len(s.answer) > 0: // it ends only the reading
			s.answer = nil
		case errors.Is(err, errInterrupt):
			s.interrupt()
		case errors.Is(err, errQuit):
			s.answer, s.asking = nil, nil
			s.quit("")
		case s.in.pipe && errors.Is(err, io.EOF): // whoever wrote to the pipe may still read
			s.answer, s.asking = nil, nil
			if s.quit(""); !s.ended {
				return s.close()
			}
		case err != nil:
			return s.close()
		default:
			s.handleLine(line)
		}
	}
	if s.ended {
		_ = s.writePage(s.settings.Pages, "")
		return nil
	}
	return s.close()
}

// next returns the next line. The error is one of Lines.Next, or errNews once the answer has
// news; news of which there is nothing to say leaves the prompt as it stands.
func (s *conversation) next() (string, error) {
	for {
		news, say := s.news()
		line, err := s.in.next(news)
		if !errors.Is(err, errNews) {
			return line, err
		}
		if say(); len(s.answer) > 0 {
			return "", errors.Join(errNews, s.in.endPrompt())
		}
	}
}

// reportPlaying reports to the server which game is on the table.
func (s *conversation) reportPlaying() {
	if s.env.Playing == nil {
		return
	}
	slot := ""
	if t := s.lobby.table(); t != nil {
		slot = t.seat.Slot()
	}
	s.env.Playing(slot)
}

// close stores what is not stored yet, after the player has gone.
func (s *conversation) close() error {
	t := s.lobby.table()
	if t == nil {
		return nil
	}
	return t.seat.Close()
}

// prompt returns where the player is.
func (s *conversation) prompt() string {
	switch {
	case s.lobby.place != nil:
		return s.lobby.place.name()
	case s.lobby.atBench:
		return "Bench"
	}
	return "Menu"
}

// news returns a channel that delivers when there is news of the bench, of the table that the
// player watches, or of the player's race, and what says it. The channel is nil if there can be none,
// or if the player has something to read or to answer first.
func (s *conversation) news() (news <-chan struct{}, say func()) {
	estimates, room := s.lobby.bench.estimates, s.people.room
	watching, watches := s.lobby.place.(*watching)
	switch {
	case s.asking != nil, len(s.answer) > 0:
		return nil, nil
	case watches:
		return watching.feed.news, watching.sayNews
	case s.where() == atBench && estimates.running != nil:
		return estimates.running.news, estimates.sayNews
	case room != nil:
		return room.feed.news, room.sayNews
	}
	return nil, nil
}

// handleLine handles a line from the player.
func (s *conversation) handleLine(line string) {
	line = strings.TrimSpace(line)
	s.newAnswer()
	if s.races.timeUp() {
		return
	}
	lower := strings.ToLower(line)
	switch {
	case !isPlain(line): // a question stays open
		s.say("Only the letters a to z, digits and the signs of a plain keyboard can be typed here, so nothing was done. Type it again without the others.")
	case s.asking != nil:
		s.reply(lower)
	case lower == "q" && len(s.unshown) > 0: // as in a pager: quit leaves
		s.unshown = nil
	case line == "" && s.where() == atBench && len(s.unshown) == 0:
		s.lobby.bench.knobs("")
	case line == "":
		s.answer = s.unshown
	case len(lower) > 1 && 'a' <= lower[0] && lower[0] <= 'z' && '0' <= lower[1] && lower[1] <= '9':
		s.move(lower)
	default:
		s.command(line)
	}
}

// move plays a move, or says how an incomplete one can go on.
func (s *conversation) move(line string) {
	at, plays := s.lobby.place.(movable)
	switch {
	case s.where() == atBench:
		s.say("Nothing is played on the bench: try plays a deal.")
		return
	case s.where() == atWatch:
		s.say("You watch, and cannot play here: stop goes back, and play NAME begins a game.")
		return
	case !plays:
		s.say(s.races.noGame())
		return
	case at.sayIfClosed():
		return
	}
	m, err := engine.ParseMove(strings.ReplaceAll(line, " ", ""))
	if s.sayIfFailed(err) {
		return
	}
	next, only, _ := engine.Next(at.moves(), m)
	if len(next) == 0 || only == m {
		at.play(m)
		return
	}
	s.say(continuations(at.board(), m, next))
	if t := s.lobby.table(); t != nil {
		t.coach.explain(s.terminal)
	}
}

// interrupt handles Ctrl-C, which leads up one level.
func (s *conversation) interrupt() {
	switch {
	case s.asking != nil:
		s.reply("no")
	case s.lobby.place != nil:
		s.lobby.leave()
	case s.lobby.atBench:
		s.lobby.bench.interrupt()
	default:
		s.quit("")
	}
}

// quit leaves the arcade.
func (s *conversation) quit(string) {
	if s.lobby.leaveTable() {
		if b := s.lobby.bench; b.putAside() {
			s.sayf("%s is put aside, not kept: workshop bench goes on with it.", b.title())
		}
		s.say("Goodbye.")
		s.ended = true
	}
}
