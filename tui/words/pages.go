package words

import (
	"fmt"
	"strconv"
	"strings"

	"boardwalk/engine"
)

func (s *session) rules(name string) {
	if g, ok := s.about(name); ok {
		s.subject = g
		s.sayMarkdown(g.Rules())
	}
}

// teacher returns the game that a name means, if it has advice. ok is false if it has
// none, which teacher then says.
func (s *session) teacher(name string) (engine.Teacher, bool) {
	g, ok := s.about(name)
	if !ok {
		return nil, false
	}
	s.subject = g
	t, ok := g.(engine.Teacher)
	if !ok {
		s.say(fmt.Sprintf("%s comes without advice: rules tells how it is played.", g.Info().Name))
	}
	return t, ok
}

// strategy lists the pages of advice for the game of a name, or shows the page of a
// number.
func (s *session) strategy(args string) {
	n, err := strconv.Atoi(args)
	if err == nil {
		args = ""
	}
	t, ok := s.teacher(args)
	if !ok {
		return
	}
	topics := t.Topics()
	switch {
	case err != nil:
		for i, topic := range topics {
			s.say(fmt.Sprintf("%d: %s.", i+1, topic.Title))
		}
		s.say("strategy 1 tells the first.")
	case n < 1 || n > len(topics):
		s.say(fmt.Sprintf("The pages have the numbers 1 to %d: strategy lists them.", len(topics)))
	default:
		s.say(topics[n-1].Title + ".")
		s.sayMarkdown(topics[n-1].Text)
	}
}

// terms explains the words of a game that contain a text, or all of them.
func (s *session) terms(text string) {
	t, ok := s.teacher("")
	if !ok {
		return
	}
	for _, term := range t.Terms() {
		names := strings.Join(append([]string{term.Name}, term.Also...), ", ")
		if !strings.Contains(strings.ToLower(names), text) {
			continue
		}
		line := sentence(term.Name) + " " + term.Means
		if len(term.Also) > 0 {
			line += " Also: " + strings.Join(term.Also, ", ") + "."
		}
		s.say(line)
	}
	if len(s.answer) == 0 {
		s.say(fmt.Sprintf("No word of the game has %q in it: terms lists all.", text))
	}
}
