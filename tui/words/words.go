// Package words is the arcade without a screen: for screen readers, for
// terminals that cannot move their cursor, and for pipes. Every pile is a line,
// a move is typed as its word, and what it changes is told in sentences.
//
// It knows games by their [engine.Board] alone. What it writes is printable
// ASCII and ends of lines, no line longer than 78 columns: cards are named,
// "Seven of Hearts", so that nothing hangs on how a terminal shows a suit. A
// session is one goroutine that reads a line, does what it says, waits for the
// store and only then answers.
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
	pageSize  = 20 // lines that are told at once
)

// A session is one player's visit.
type session struct {
	env      tui.Env
	in       *Lines
	out      io.Writer
	table    *table    // nil in the menu
	course   *course   // of the race whose racers see how the player stands, nil where that is none
	lesson   *lesson   // nil but while one is played, which no table is then
	asking   *question // nil when nothing is
	answer   []string  // lines to be told, wrapped
	rest     []string  // what was not yet told of the answer before
	typed    string    // the line that is being answered, in its own letters
	ended    bool
	settings tui.Settings
	subject  engine.Game // what the player asked about last, if anything
	newcomer bool        // who has not begun a game yet, and is told how
	giveUp   bool        // it was not saved when the player was leaving: leaving again goes without
}

// A question waits for yes.
type question struct {
	text string
	yes  func()
}

// Run plays until the player quits or in ends, as it does when the line drops;
// to end it from outside, let in's reader return. Every move is stored before
// it is answered. The error is that of a store which did not take the last of a
// game; a player who chose to leave without has been told and gives none.
func Run(env tui.Env, in *Lines, out io.Writer) error {
	s := &session{env: env, in: in, out: out}
	defer s.unshare()
	s.readSettings()
	s.greet()
	for !s.ended {
		s.tellPlaying()
		s.share()
		if err := s.tell(); err != nil {
			break // nobody listens any more
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
			s.take(line)
		}
	}
	if s.ended {
		_ = s.tell()
		return nil
	}
	return s.close()
}

// tellPlaying tells which game is on the table.
func (s *session) tellPlaying() {
	if s.env.Playing == nil {
		return
	}
	slot := ""
	if s.table != nil {
		slot = s.table.slot()
	}
	s.env.Playing(slot)
}

// close stores what is not stored yet, when the player has gone.
func (s *session) close() error {
	if s.table == nil {
		return nil
	}
	err := s.table.settle(s.env)
	if errors.Is(err, engine.ErrConflict) {
		return nil // what the other session has goes on from there
	}
	return err
}

// say adds a text to the answer, as one line where it fits.
func (s *session) say(text string) { s.answer = append(s.answer, wrap(plain(text))...) }

// sayAll adds sentences: as one line where they fit, else a line each.
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

// wrap breaks printable ASCII into lines, between words where it can. The
// lines behind the first are indented.
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

// tell writes a page of the answer, and the prompt.
func (s *session) tell() error {
	page := s.answer
	if s.settings.Pages && len(page) > pageSize+1 { // one more is not worth asking for
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

// interrupt does what Ctrl-C asks for: up one step.
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

// ask asks before something is done that cannot be taken back.
func (s *session) ask(text string, yes func()) {
	s.asking = &question{text, yes}
	s.say(text)
}

// reply takes the answer to a question; only yes is yes.
func (s *session) reply(line string) {
	q := s.asking
	s.asking = nil
	if line == "" || !strings.HasPrefix("yes", line) {
		s.say("The game goes on.")
		return
	}
	q.yes()
}
