package words

import (
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// A lesson is a board on which each step asks for a move. Nothing that is played is
// stored.
type lesson struct {
	*terminal
	settings *settings   // record the lessons played through
	subject  engine.Game // the game whose course it is
	course   []session.Exercise
	index    int // in the course
	step     int
	position engine.State
	last     *change // what was played last, nil for nothing yet
	done     func()  // called when it was played through
}

func (l *lesson) name() string { return "Lesson" }

func (l *lesson) game() engine.Game { return l.subject }

func (l *lesson) state() engine.State { return l.position }

func (l *lesson) board() engine.Board { return l.position.Board() }

// changed says what was played last, and what that has changed.
func (l *lesson) changed() { l.last.tell(l.terminal, l.board(), l.position.Score()) }

func (l *lesson) moves() []engine.Move { return l.position.Moves() }

func (l *lesson) now() engine.Step { return l.course[l.index].Steps[l.step] }

// begin sets the board up, and describes it and the first steps.
func (l *lesson) begin() {
	e := l.course[l.index]
	l.step, l.position, l.last = 0, e.Start, nil
	l.sayf("Lesson %d of %d: %s.", l.index+1, len(l.course), e.Title)
	l.say("Type a move as its places, such as a1c4; hint tells the one that is wanted.")
	l.look()
	l.goOn()
}

// look describes the board.
func (l *lesson) look() { l.sayEach(overview(l.position.Board())) }

// forEars leaves out what the board of a screen shows.
var forEars = strings.NewReplacer(" (a figure)", "", " (a cross)", "")

// goOn says the steps up to the one that wants a move, or that the lesson is done.
func (l *lesson) goOn() {
	e := l.course[l.index]
	for ; l.step < len(e.Steps); l.step++ {
		l.sayf("Step %d of %d: %s", l.step+1, len(e.Steps), forEars.Replace(l.now().Say))
		if len(l.now().Want) > 0 {
			return
		}
	}
	l.done()
	if !l.settings.HasLearned(e.ID) {
		l.settings.change(func(c *session.Settings) { c.Learn(e.ID) })
	}
	if next := l.settings.NextLesson(l.course, l.index); next >= 0 {
		l.sayf("The lesson is done. lesson %d goes on with %s.", next+1, l.course[next].Title)
		return
	}
	l.say("The lesson is done, and it was the last. " + caption.Sentence(playing(l.subject)))
}

func (l *lesson) sayIfClosed() bool { return false }

// play plays a move, if it is one that the step wants.
func (l *lesson) play(m engine.Move) {
	step, before := l.now(), l.position
	next, err := before.Play(m)
	switch {
	case err != nil:
		l.say(caption.Why(err))
		return
	case !slices.Contains(step.Want, m):
		l.say("That is legal, but here the lesson wants another play: hint tells it.")
		return
	}
	l.position = next
	l.last = &change{told: []string{before.Describe(m)}, before: before.Board(), points: before.Score().Points}
	l.say("Right. " + before.Describe(m))
	l.sayAll(changes(before.Board(), next.Board()))
	l.say(step.Done)
	l.step++
	l.goOn()
}

// hint suggests the move that the step wants.
func (l *lesson) hint(string) {
	l.say(suggestion(l.position, hint.Advice{Choice: engine.Choice{Move: l.now().Want[0]}}))
}

func (l *lesson) leave() bool {
	l.sayf("The lesson is left: lesson %d begins it again.", l.index+1)
	return true
}
