package tui

import (
	"slices"

	"boardwalk/engine"
)

// An Exercise is a lesson with its place in a course.
type Exercise struct {
	engine.Lesson
	ID   string // for [Settings.Learn]; the games of a family share it
	Part string // the heading that it stands under
}

// Course is the lessons for a game in the order in which to learn; it has none
// where the game does not teach. A game of the same family as the first of
// games, the one to begin with, has the lessons of that one first.
func Course(games []engine.Game, g engine.Game) []Exercise {
	own, first, info := exercises(g), games[0].Info(), g.Info()
	if len(own) == 0 || info.ID == first.ID || info.Family != first.Family {
		return under("First steps", own)
	}
	course := exercises(games[0])
	for i, e := range course {
		if j := indexOf(own, e.ID); j >= 0 { // it speaks of the game at hand
			course[i] = own[j]
		}
	}
	own = slices.DeleteFunc(own, func(e Exercise) bool { return indexOf(course, e.ID) >= 0 })
	return append(under("First steps: "+first.Name, course), under("Then: "+info.Name, own)...)
}

// under puts exercises under a heading.
func under(part string, all []Exercise) []Exercise {
	for i := range all {
		all[i].Part = part
	}
	return all
}

// exercises is what a game teaches by itself.
func exercises(g engine.Game) []Exercise {
	t, ok := g.(engine.Teacher)
	if !ok {
		return nil
	}
	var all []Exercise
	for _, l := range t.Lessons() {
		all = append(all, Exercise{Lesson: l, ID: g.Info().Family + "/" + l.Title})
	}
	return all
}

func indexOf(course []Exercise, id string) int {
	return slices.IndexFunc(course, func(e Exercise) bool { return e.ID == id })
}

// NextLesson is the first lesson of a course, from one on and then from the
// beginning, that was not played through; -1 where all were.
func (s Settings) NextLesson(course []Exercise, from int) int {
	for i := range course {
		j := (from + i) % len(course)
		if !s.HasLearned(course[j].ID) {
			return j
		}
	}
	return -1
}
