package words

import (
	"fmt"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// A guide teaches the games: their rules, advice, terms and lessons.
type guide struct{ *lobby }

// goal tells what the player of a game is to do.
func (g guide) goal(name string) {
	of, ok := g.about(name)
	switch {
	case !ok:
	case of.Info().Aim.Full == "":
		g.rules(name)
	default:
		g.say(of.Info().Aim.Full)
	}
}

func (g guide) rules(name string) {
	if of, ok := g.about(name); ok {
		g.sayMarkdown(g.env.Games.Rules(of))
	}
}

// arcade tells what the host says about the arcade.
func (g guide) arcade(string) {
	about := g.env.About
	g.say(about.Called() + ".")
	g.sayMarkdown(about.Markdown())
}

// teacher returns the game that a name means, if it has advice. ok is false if it has
// none, which teacher then says.
func (g guide) teacher(name string) (engine.Teacher, bool) {
	of, ok := g.about(name)
	if !ok {
		return nil, false
	}
	t, ok := of.(engine.Teacher)
	if !ok {
		g.sayf("%s comes without advice: rules tells how it is played.", of.Info().Name)
	}
	return t, ok
}

// strategy lists the pages of advice for the game of a name, or shows the page of the number
// behind it.
func (g guide) strategy(args string) {
	name, last := "", args
	if i := strings.LastIndexByte(args, ' '); i >= 0 {
		name, last = args[:i], args[i+1:]
	}
	n, err := strconv.Atoi(last)
	if _, unknown := g.named(args); err != nil || name != "" && unknown == nil { // such as hop 45
		name, err = args, strconv.ErrSyntax
	}
	t, ok := g.teacher(name)
	if !ok {
		return
	}
	topics := t.Topics()
	switch {
	case err != nil:
		for i, topic := range topics {
			g.sayf("%d: %s.", i+1, topic.Title)
		}
		g.say("strategy 1 tells the first.")
	case n < 1 || n > len(topics):
		g.sayf("The pages have the numbers 1 to %d: strategy lists them.", len(topics))
	default:
		g.say(topics[n-1].Title + ".")
		g.sayMarkdown(topics[n-1].Text)
	}
}

// terms explains the words of a game that contain a text, or all of them.
func (g guide) terms(text string) {
	t, ok := g.teacher("")
	if !ok {
		return
	}
	text = strings.ToLower(text)
	for _, term := range t.Terms() {
		names := strings.Join(append([]string{term.Name}, term.Also...), ", ")
		if !strings.Contains(strings.ToLower(names), text) {
			continue
		}
		line := caption.Sentence(term.Name) + " " + term.Means
		if len(term.Also) > 0 {
			line += " Also: " + strings.Join(term.Also, ", ") + "."
		}
		g.say(line)
	}
	if len(g.answer) == 0 {
		g.sayf("No word of the game has %q in it: terms lists all.", text)
	}
}

// course returns the game that a name means, and the lessons for it. ok is false if it has none, which
// course then says.
func (g guide) course(name string) (of engine.Game, course []session.Exercise, ok bool) {
	if of, ok = g.about(name); !ok {
		return nil, nil, false
	}
	course = session.Course(g.env.Games.House, of)
	if len(course) == 0 {
		g.sayf("%s has no lessons: rules tells how it is played.", of.Info().Name)
	}
	return of, course, len(course) > 0
}

// learn lists the lessons for a game.
func (g guide) learn(name string) {
	of, course, ok := g.course(name)
	if !ok {
		return
	}
	next := g.settings.NextLesson(course, 0)
	for i, e := range course {
		if i == 0 || e.Part != course[i-1].Part {
			g.say(e.Part + ".")
		}
		line := fmt.Sprintf("%d: %s", i+1, e.Title)
		switch {
		case g.settings.HasLearned(e.ID):
			line += ", done"
		case i == next:
			line += ", next"
		}
		g.say(line + ".")
	}
	if next < 0 {
		g.say("All are done: " + playing(of))
		return
	}
	g.sayf("lesson begins the next, %s; with a number it begins any of them.", course[next].Title)
}

// playing says how to begin a game.
func playing(g engine.Game) string { return fmt.Sprintf("play %s begins the game.", g.Info().Name) }

// lesson begins the lesson with a number, or the next one.
func (g guide) lesson(number string) {
	of, course, ok := g.course("")
	if !ok {
		return
	}
	next := g.settings.NextLesson(course, 0)
	switch n, err := strconv.Atoi(number); {
	case number == "" && next < 0:
		g.say("All lessons are done. learn lists them, " + playing(of))
	case number == "":
		g.openLesson(of, course, next)
	case err != nil || n < 1 || n > len(course):
		g.sayf("Lessons of %s have the numbers 1 to %d: learn lists them.", of.Info().Name, len(course))
	default:
		g.openLesson(of, course, n-1)
	}
}
