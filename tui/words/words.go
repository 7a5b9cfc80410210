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
	"strings"

	"boardwalk/engine"
	"boardwalk/tui"
)

const (
	lineWidth = 78 // columns
	pageSize  = 20 // lines shown at once
)

// A session is one player's connection to the arcade.
type session struct {
	env       tui.Env
	in        *Lines
	out       io.Writer
	table     *table    // nil in the menu
	shownRace *raceSeat // the race in which others see the player's round, nil if there is none
	lesson    *lesson   // the lesson being played, nil if none is; table is nil meanwhile
	asking    *question // nil if none is being asked
	answer    []string  // lines still to be shown, wrapped
	unshown   []string  // what was not shown of the previous answer
	typed     string    // the line being answered, in its original case
	ended     bool
	settings  tui.Settings
	subject   engine.Game // the game that the player asked about last, if any
	newcomer  bool        // the player has not finished a game yet, and gets an introduction
}

// A question waits for yes.
type question struct {
	text string
	yes  func()
}

// Run plays until the player quits or in ends, as it does when the connection drops. To
// end Run from outside, let the reader of in return. Every move is stored before it is
// answered. Run fails if the store did not accept the last state of a game, unless the
// player was told so and chose to leave anyway.
func Run(env tui.Env, in *Lines, out io.Writer) error {
	s := &session{env: env, in: in, out: out}
	defer s.unpublish()
	s.readSettings()
	s.greet()
	for !s.ended {
		s.reportPlaying()
		s.publish()
		if err := s.writePage(); err != nil {
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
		_ = s.writePage()
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
	return s.table.seat.Close()
}

// say adds a text to the answer, on one line if it fits.
func (s *session) say(text string) { s.answer = append(s.answer, wrap(plain(text))...) }

// sayAll adds sentences to the answer: on one line if they fit, otherwise a line each.
func (s *session) sayAll(sentences []string) {
	if all := strings.Join(sentences, " "); len(plain(all)) <= lineWidth {
		if all != "" {
			s.say(all)
		}
		return
	}
	for _, text := range sentences {
		s.say(text)
	}
}

// wrap breaks printable ASCII into lines, between words if possible. All lines but the
// first are indented.
func wrap(text string) []string {
	var lines []string
	line, indent := "", ""
	for _, word := range strings.Fields(text) {
		if line != indent && len(line)+1+len(word) > lineWidth {
			lines, indent = append(lines, line), "  "
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
		for len(line) > lineWidth {
			lines, indent = append(lines, line[:lineWidth]), "  "
			line = indent + line[lineWidth:]
		}
	}
	return append(lines, line)
}

// writePage writes a page of the answer, and the prompt.
func (s *session) writePage() error {
	page := s.answer
	if s.settings.Pages && len(page) > pageSize+1 { // one more line is not worth asking for
		page = page[:pageSize]
	}
	s.answer = s.answer[len(page):]
	var b strings.Builder
	for _, line := range page {
		b.WriteString(line + s.in.newline())
	}
	if !s.ended {
		b.WriteString(s.prompt())
	}
	_, err := io.WriteString(s.out, b.String())
	return err
}

func (s *session) prompt() string {
	switch {
	case len(s.answer) > 0:
		return plural(len(s.answer), "more line") + ", Enter goes on> "
	case s.asking != nil:
		return "yes or no> "
	case s.table != nil:
		return s.table.name() + "> "
	case s.lesson != nil:
		return "Lesson> "
	}
	return "Menu> "
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

// ask asks before doing something that cannot be taken back.
func (s *session) ask(text string, yes func()) {
	s.asking = &question{text, yes}
	s.say(text)
}

// reply handles the answer to a question. Only yes, or a beginning of it, is yes.
func (s *session) reply(line string) {
	q := s.asking
	s.asking = nil
	if line == "" || !strings.HasPrefix("yes", line) {
		s.say("The game goes on.")
		return
	}
	q.yes()
}
