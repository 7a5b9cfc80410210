package session

import (
	"slices"

	"boardwalk/engine"
)

// An Exercise is a lesson with its place in a course.
type Exercise struct {
	engine.Lesson
	ID   string // for [Settings.Learn]; the games of a family share it
	Part string // the heading above it
}

// Course returns the lessons for a game in learning order; none if the game does not
// teach. games[0] is the game to begin with: another game of the same family has its
// lessons first.
func Course(games engine.Catalog, g engine.Game) []Exercise {
	own, first, info := exercises(g), games[0].Info(), g.Info()
	if len(own) == 0 || info.ID == first.ID || info.Family != first.Family {
		return under("First steps", own)
	}
	course := exercises(games[0])
	for i, e := range course {
		if j := indexOf(own, e.ID); j >= 0 { // the game's own version speaks about this game
			course[i] = own[j]
		}
	}
	own = slices.DeleteFunc(own, func(e Exercise) bool { return indexOf(course, e.ID) >= 0 })
	return append(under("First steps: "+first.Name, course), under("Then: "+info.Name, own)...)
}

// under sets the heading of exercises.
func under(part string, all []Exercise) []Exercise {
	for i := range all {
		all[i].Part = part
	}
	return all
}

// exercises returns what a game itself teaches.
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

// NextLesson returns the index of the first lesson that was not played through, searching
// from index from and then from the beginning. It returns -1 if all were.
func (s Settings) NextLesson(course []Exercise, from int) int {
	for i := range course {
		j := (from + i) % len(course)
		if !s.HasLearned(course[j].ID) {
			return j
		}
	}
	return -1
}
