package learn

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
)

// mending is the task to play a mistake of one's own again, and better.
type mending struct {
	env     *screen.Env
	place   route.Faults
	lessons []engine.Lesson
	at      int // index in lessons
}

// NewFaults returns the screen on which the faults of a round, of which there is one at least, are played
// again one after the other.
func NewFaults(env *screen.Env, p route.Faults) screen.Screen {
	return newExercise(env, &mending{env, p, session.FaultLessons(p.Faults, p.States, p.Record.Moves), 0})
}

func (m *mending) game() engine.Game { return m.place.Game }

func (m *mending) lesson() engine.Lesson { return m.lessons[m.at] }

// played returns the move that was the fault.
func (m *mending) played() engine.Move { return m.place.Record.Moves[m.place.Faults[m.at].At] }

func (m *mending) start() engine.Record {
	r := m.place.Record
	r.Moves = slices.Clip(r.Moves[:m.place.Faults[m.at].At])
	return r
}

func (m *mending) progress(int) string {
	return fmt.Sprintf("move %d", m.place.Faults[m.at].At+1)
}

func (m *mending) says(step int, _ engine.State) string { return m.lesson().Steps[step].Say }

func (m *mending) praise(step int) string { return m.lesson().Steps[step].Done }

func (m *mending) wrong(move engine.Move) (string, tea.Cmd) {
	return session.WrongAgain(move == m.played()) + " Try again; x shows one, v what follows yours.", nil
}

func (m *mending) show(int) (string, tea.Cmd) { return "", nil }

func (m *mending) done() tea.Cmd { return nil }

func (m *mending) next() string {
	if m.at+1 == len(m.lessons) {
		return "back"
	}
	return "the next mistake"
}

func (m *mending) goOn() (task, tea.Cmd) {
	if m.at+1 == len(m.lessons) {
		return nil, m.env.Back()
	}
	next := *m
	next.at++
	return &next, nil
}
