// Package words is the arcade without a screen: for screen readers, for terminals that
// cannot move their cursor, and for pipes. Every pile is a line, a move is typed as its
// places, and its effects are told in sentences.
//
// It knows games by their [engine.Board] alone. It writes only printable ASCII and line
// ends, in lines of at most 78 columns. Cards are named, as in "Seven of Hearts", so that
// nothing depends on how a terminal shows a suit. A session is one goroutine that reads a
// line, does what it says, waits for the store and only then answers.
//
//	err := words.Run(env, words.NewLines(os.Stdin, nil), os.Stdout)
package words

import (
	"errors"
	"io"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// A session is one player's connection to the arcade.
type session struct {
	*terminal
	env       tui.Env
	table     *table    // nil in the menu
	shownRace *raceSeat // the race in which others see the player's round, nil if there is none
	lesson    *lesson   // the lesson being played, nil if none is; table is nil meanwhile
	typed     string    // the line being answered, in its original case
	ended     bool
	settings  tui.Settings
	subject   engine.Game // the game that the player asked about last, if any
	newcomer  bool        // the player has not finished a game yet, and gets an introduction
	giveUp    bool        // a save failed when the player was leaving: leaving again goes without it
}

// Run plays until the player quits or in ends, as it does when the connection drops. To
// end Run from outside, let the reader of in return. Every move is stored before it is
// answered. Run fails if the store did not accept the last state of a game, unless the
// player was told so and chose to leave anyway.
func Run(env tui.Env, in *Lines, out io.Writer) error {
	s := &session{terminal: &terminal{in: in, out: out}, env: env}
	defer s.unpublish()
	s.readSettings()
	s.greet()
	for !s.ended {
		s.reportPlaying()
		s.publish()
		if err := s.writePage(s.settings.Pages, s.prompt()); err != nil {
			break // nobody is listening any more
		}
		line, err := s.in.Next()
		switch {
		case errors.Is(err, errInterrupt):
			s.answer = nil
			s.interrupt()
		case errors.Is(err, errQuit):
			s.answer, s.asking = nil, nil
			s.quit()
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

// reportPlaying reports to the server which game is on the table.
func (s *session) reportPlaying() {
	if s.env.Playing == nil {
		return
	}
	slot := ""
	if s.table != nil {
		slot = s.table.slot()
	}
	s.env.Playing(slot)
}

// close stores what is not stored yet, after the player has gone.
func (s *session) close() error {
	if s.table == nil {
		return nil
	}
	err := s.table.saveOrFinish()
	if errors.Is(err, arcade.ErrConflict) {
		return nil // another session has the game, and goes on from what is stored
	}
	return err
}

// prompt returns where the player is.
func (s *session) prompt() string {
	switch {
	case s.table != nil:
		return s.table.name()
	case s.lesson != nil:
		return "Lesson"
	}
	return "Menu"
}

// interrupt handles Ctrl-C, which leads up one level.
func (s *session) interrupt() {
	switch {
	case s.asking != nil:
		s.reply("no")
	case s.table != nil, s.lesson != nil:
		s.leave()
	default:
		s.quit()
	}
}
