package learn

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// A lesson is a task of the list.
type lesson struct {
	learn *Lessons
	at    int  // index in the list's lessons
	first bool // no lesson had been played through when this one began
}

// lessonAt returns a lesson as it was left, or from its beginning.
func (l *Lessons) lessonAt(i int) *exercise {
	if l.leftAt() != i || l.left.praised && l.left.last() {
		l.left = newExercise(l.Env, l.task(i))
	}
	return l.left
}

// leftAt returns the index of the lesson that was opened last, -1 if none was.
func (l *Lessons) leftAt() int {
	if l.left == nil {
		return -1
	}
	return l.left.task.(*lesson).at
}

// task returns a lesson, and moves the list's cursor to it.
func (l *Lessons) task(i int) task {
	l.List.Choose(i)
	return &lesson{l, i, len(l.Env.Settings.Learned) == 0}
}

func (l *lesson) game() engine.Game { return l.learn.game }

func (l *lesson) lesson() engine.Lesson { return l.learn.lessons[l.at].Lesson }

func (l *lesson) start() engine.Record { return engine.Record{} }

func (l *lesson) progress(step int) string {
	return fmt.Sprintf("step %d of %d", step+1, len(l.lesson().Steps))
}

// says returns what a step says. In a player's first lesson, the first step that wants a
// move also says which keys play it.
func (l *lesson) says(step int, _ engine.State) string {
	steps := l.lesson().Steps
	play := slices.IndexFunc(steps, func(s engine.Step) bool { return len(s.Want) > 0 })
	if l.first && step == play {
		if l.learn.Env.Settings.Confirm {
			return steps[step].Say + " Enter on the card, Enter on the place, Enter to play."
		}
		return steps[step].Say + " Enter on the card, Enter on the place."
	}
	return steps[step].Say
}

func (l *lesson) praise(step int) string { return l.lesson().Steps[step].Done }

func (l *lesson) wrong(engine.Move) (string, tea.Cmd) {
	return "That is legal, but here the lesson wants another play. x shows it.", nil
}

func (l *lesson) show(int) (string, tea.Cmd) { return "", nil }

func (l *lesson) done() tea.Cmd { return l.learn.setLearned(l.at) }

func (l *lesson) next() string {
	if next := l.learn.next(l.at); next >= 0 {
		return "the next lesson: " + l.learn.lessons[next].Title
	}
	return "all done: " + l.learn.play()
}

// goOn goes to the next lesson that is not done, or else to the game.
func (l *lesson) goOn() (task, tea.Cmd) {
	if next := l.learn.next(l.at); next >= 0 {
		return l.learn.task(next), nil
	}
	if l.learn.atTable {
		return nil, l.learn.playGame()
	}
	return nil, tea.Batch(l.learn.Env.Back(), l.learn.playGame())
}
