package learn

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/session"
)

// resume takes up the lesson of the game that was left in an earlier list.
func (l *Lessons) resume() {
	left, ok := l.Env.Lesson.(*exercise)
	if !ok || left.game.Info().ID != l.game.Info().ID || left.praised && left.last() {
		return
	}
	if i := slices.IndexFunc(l.lessons, func(e session.Exercise) bool { return e.Title == left.Title }); i >= 0 {
		left.task, l.left = l.task(i), left
	}
}

// task returns a lesson, and moves the list's cursor to it. In a player's first lesson, the first step
// that wants a move also says which keys play it.
func (l *Lessons) task(i int) *task {
	l.List.Choose(i)
	l.leftAt = i
	lesson, settings := l.lessons[i].Lesson, &l.Env.Settings
	first := -1
	if len(settings.Learned) == 0 {
		first = slices.IndexFunc(lesson.Steps, func(s engine.Step) bool { return len(s.Want) > 0 })
	}
	return &task{
		game: l.game, Lesson: lesson,
		progress: func(step int) string { return fmt.Sprintf("step %d of %d", step+1, len(lesson.Steps)) },
		more: func(step int, _ engine.State) string {
			switch {
			case step != first:
				return ""
			case settings.Confirm:
				return " Enter on the card, Enter on the place, Enter to play."
			}
			return " Enter on the card, Enter on the place."
		},
		wrong: func(engine.Move) string { return "That is legal, but here the lesson wants another play. x shows it." },
		count: func(right bool) tea.Cmd {
			if !right {
				return nil
			}
			return l.setLearned(i)
		},
		next: func() string {
			if next := l.next(i); next >= 0 {
				return "the next lesson: " + l.lessons[next].Title
			}
			return "all done: " + l.play()
		},
		goOn: func() (*task, tea.Cmd) { // to the next lesson that is not done, or else to the game
			if next := l.next(i); next >= 0 {
				return l.task(next), nil
			}
			if l.atTable {
				return nil, l.playGame()
			}
			return nil, tea.Batch(l.Env.Back(), l.playGame())
		},
	}
}
