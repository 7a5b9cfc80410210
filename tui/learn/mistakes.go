package learn

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
)

// mending is the task to play mistakes of one's own again, and better, one after the other.
type mending struct {
	env      *screen.Env
	rules    engine.Game
	board    engine.Lesson
	mistakes []session.Mistake // that are left, this one first
	answered bool
}

// NewMistakes returns the screen on which the mistakes of a round, of which there is one at least, are played
// again. They come again on later days: the settings remember them, and are to be saved.
func NewMistakes(env *screen.Env, p route.Mistakes) (screen.Screen, error) {
	env.Settings.Remember(env.Games.House, p.Record, p.Faults, env.Today())
	m, err := mend(env, p.Game, session.MistakesOf(p.Record, p.Faults))
	if err != nil {
		return nil, err
	}
	return newExercise(env, m), nil
}

// mend returns the task to play mistakes again; see [session.OpenMistake].
func mend(env *screen.Env, own engine.Game, mistakes []session.Mistake) (*mending, error) {
	g, board, left, err := session.OpenMistake(env.Games, own, mistakes)
	return &mending{env: env, rules: g, board: board, mistakes: left}, err
}

func (m *mending) game() engine.Game { return m.rules }

func (m *mending) lesson() engine.Lesson { return m.board }

func (m *mending) start() engine.Record { return m.mistakes[0].Before() }

func (m *mending) progress(int) string {
	if n := len(m.mistakes) - 1; n > 0 {
		return fmt.Sprintf("%d more", n)
	}
	return "the last"
}

func (m *mending) says(step int, _ engine.State) string { return m.board.Steps[step].Say }

func (m *mending) praise(step int) string { return m.board.Steps[step].Done }

// answer counts the first answer.
func (m *mending) answer(right bool) tea.Cmd {
	if m.answered {
		return nil
	}
	m.answered = true
	m.env.Settings.Replayed(m.mistakes[0], right, m.env.Today())
	return m.env.Settings.Save()
}

func (m *mending) wrong(move engine.Move) (string, tea.Cmd) {
	return m.mistakes[0].Wrong(move) + " Try again; x shows one, v what follows yours.", m.answer(false)
}

func (m *mending) show(int) (string, tea.Cmd) { return "", m.answer(false) }

func (m *mending) done() tea.Cmd { return m.answer(true) }

func (m *mending) next() string {
	if len(m.mistakes) == 1 {
		return "back"
	}
	return "the next mistake"
}

func (m *mending) goOn() (task, tea.Cmd) {
	if next, err := mend(m.env, m.rules, m.mistakes[1:]); err == nil {
		return next, nil
	}
	return nil, m.env.Back()
}
