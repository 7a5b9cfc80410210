package words

import (
	"fmt"
	"slices"
	"strconv"

	"boardwalk/engine"
	"boardwalk/tui"
)

// A lesson is a board on which each step asks for a move. Nothing that is played is
// stored.
type lesson struct {
	game   engine.Game // the game whose course it is
	course []tui.Exercise
	at     int // index in the course
	step   int
	state  engine.State
}

func (l *lesson) now() engine.Step { return l.course[l.at].Steps[l.step] }

// about returns the game that a name means. Without a name that is the current game, or
// the one asked about last, or the one to begin with.
func (s *session) about(name string) (engine.Game, bool) {
	switch {
	case name != "":
		return s.find(name)
	case s.table != nil:
		return s.table.game(), true
	case s.lesson != nil:
		return s.lesson.game, true
	case s.subject != nil:
		return s.subject, true
	case len(s.env.Games) > 0:
		return s.env.Games[0], true
	}
	return s.find(name) // says that there is none
}

// learn lists the lessons for a game.
func (s *session) learn(name string) {
	g, ok := s.about(name)
	if !ok {
		return
	}
	s.subject = g
	course := tui.Course(s.env.Games, g)
	if len(course) == 0 {
		s.say(fmt.Sprintf("%s has no lessons: rules tells how it is played.", g.Info().Name))
		return
	}
	next := s.settings.NextLesson(course, 0)
	for i, e := range course {
		if i == 0 || e.Part != course[i-1].Part {
			s.say(e.Part + ".")
		}
		line := fmt.Sprintf("%d: %s", i+1, e.Title)
		switch {
		case s.settings.HasLearned(e.ID):
			line += ", done"
		case i == next:
			line += ", next"
		}
		s.say(line + ".")
	}
	if next < 0 {
		s.say("All are done: " + playing(g))
		return
	}
	s.say(fmt.Sprintf("lesson begins the next, %s; with a number it begins any of them.", course[next].Title))
}

// playing says how to begin a game.
func playing(g engine.Game) string { return fmt.Sprintf("play %s begins the game.", g.Info().Name) }

// study begins the lesson with a number, or the next one.
func (s *session) study(number string) {
	g, ok := s.about("")
	if !ok {
		return
	}
	course := tui.Course(s.env.Games, g)
	next := s.settings.NextLesson(course, 0)
	switch n, err := strconv.Atoi(number); {
	case len(course) == 0:
		s.say(fmt.Sprintf("%s has no lessons: rules tells how it is played.", g.Info().Name))
	case number == "" && next < 0:
		s.say("All lessons are done. learn lists them, " + playing(g))
	case number == "":
		s.beginLesson(&lesson{game: g, course: course, at: next})
	case err != nil || n < 1 || n > len(course):
		s.say(fmt.Sprintf("Lessons of %s have the numbers 1 to %d: learn lists them.", g.Info().Name, len(course)))
	default:
		s.beginLesson(&lesson{game: g, course: course, at: n - 1})
	}
}

// beginLesson sets up a lesson, and describes its board and first steps.
func (s *session) beginLesson(l *lesson) {
	e := l.course[l.at]
	l.step, l.state = 0, e.Start
	s.lesson, s.subject = l, l.game
	s.say(fmt.Sprintf("Lesson %d of %d: %s.", l.at+1, len(l.course), e.Title))
	s.say("Type a move as its places, such as a1c4; hint tells the one that is wanted.")
	s.look("")
	s.goOn()
}

// goOn says the steps up to the one that wants a move, or that the lesson is done.
func (s *session) goOn() {
	l := s.lesson
	e := l.course[l.at]
	for ; l.step < len(e.Steps); l.step++ {
		s.say(fmt.Sprintf("Step %d of %d: %s", l.step+1, len(e.Steps), l.now().Say))
		if len(l.now().Want) > 0 {
			return
		}
	}
	s.lesson = nil
	if !s.settings.HasLearned(e.ID) {
		s.change(func(c *tui.Settings) { c.Learn(e.ID) })
	}
	if next := s.settings.NextLesson(l.course, l.at); next >= 0 {
		s.say(fmt.Sprintf("The lesson is done. lesson %d goes on with %s.", next+1, l.course[next].Title))
		return
	}
	s.say("The lesson is done, and it was the last. " + sentence(playing(l.game)))
}

// try plays a move of a lesson, if it is one that the step wants.
func (s *session) try(m engine.Move) {
	l := s.lesson
	step, before := l.now(), l.state
	next, err := before.Play(m)
	switch {
	case err != nil:
		s.say(why(err))
		return
	case !slices.Contains(step.Want, m):
		s.say("That is legal, but here the lesson wants another play: hint tells it.")
		return
	}
	l.state = next
	s.say("Right. " + before.Describe(m))
	s.sayAll(changes(before.Board(), next.Board()))
	s.say(step.Done)
	l.step++
	s.goOn()
}
