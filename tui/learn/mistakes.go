package learn

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
)

// NewMistakes returns the screen on which the mistakes of a round, of which there is one at least, are played
// again. They come again on later days: the settings remember them, and are to be saved.
func NewMistakes(env *screen.Env, p route.Mistakes) (screen.Screen, error) {
	env.Settings.Remember(env.Games.House, p.Record, p.Faults, env.Today())
	m, err := mend(env, p.Game, session.MistakesOf(p.Record, p.Faults), 0)
	if err != nil {
		return nil, err
	}
	return newExercise(env, m), nil
}

// mend returns the task to play mistakes of one's own again, and better, one after the other, of which some are
// done; see [session.OpenMistake].
func mend(env *screen.Env, own engine.Game, mistakes []session.Mistake, done int) (*task, error) {
	g, board, left, err := session.OpenMistake(env.Games, own, mistakes)
	if err != nil {
		return nil, err
	}
	this, answered := left[0], false
	return &task{
		game: g, Lesson: board, played: this.Before(),
		progress: func(int) string { return fmt.Sprintf("%d of %d", done+1, done+len(left)) },
		wrong:    func(m engine.Move) string { return this.Wrong(m) + " Try again; x shows one, v what follows yours." },
		count: func(right bool) tea.Cmd {
			if answered { // only the first answer counts
				return nil
			}
			answered = true
			env.Settings.Replayed(this, right, env.Today())
			return env.Settings.Save()
		},
		next: func() string {
			if len(left) == 1 {
				return "back"
			}
			return "the next mistake"
		},
		goOn: func() (*task, tea.Cmd) {
			if next, err := mend(env, g, left[1:], done+1); err == nil {
				return next, nil
			}
			return nil, env.Back()
		},
	}, nil
}
