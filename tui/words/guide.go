package words

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// goal tells what the player of a game is to do.
func (l *lobby) goal(name string) {
	of, ok := l.about(name)
	switch {
	case !ok:
	case of.Info().Aim.Full == "":
		l.rules(name)
	default:
		l.say(of.Info().Aim.Full)
	}
}

func (l *lobby) rules(name string) {
	if of, ok := l.about(name); ok {
		l.sayMarkdown(l.env.Games.Rules(of))
	}
}

// host tells what the host says about the arcade.
func (l *lobby) host(string) {
	about := l.env.About
	l.say(about.Called() + ".")
	l.sayMarkdown(about.Markdown())
}

// teacher returns the game that a name means, if it has advice. ok is false if it has
// none, which teacher then says.
func (l *lobby) teacher(name string) (engine.Teacher, bool) {
	of, ok := l.about(name)
	if !ok {
		return nil, false
	}
	t, ok := of.(engine.Teacher)
	if !ok {
		l.sayf("%s comes without advice: rules tells how it is played.", of.Info().Name)
	}
	return t, ok
}

// strategy lists the pages of advice for the game of a name, or shows the page of the number
// behind it.
func (l *lobby) strategy(args string) {
	name, last := "", args
	if i := strings.LastIndexByte(args, ' '); i >= 0 {
		name, last = args[:i], args[i+1:]
	}
	n, err := strconv.Atoi(last)
	if _, unknown := l.named(args); err != nil || name != "" && unknown == nil { // such as hop 45
		name, err = args, strconv.ErrSyntax
	}
	t, ok := l.teacher(name)
	if !ok {
		return
	}
	topics := t.Topics()
	switch {
	case err != nil:
		for i, topic := range topics {
			l.sayf("%d: %s.", i+1, topic.Title)
		}
		l.say("strategy 1 tells the first.")
	case n < 1 || n > len(topics):
		l.sayf("The pages have the numbers 1 to %d: strategy lists them.", len(topics))
	default:
		l.say(topics[n-1].Title + ".")
		l.sayMarkdown(topics[n-1].Text)
	}
}

// terms explains the words of a game that contain a text, or all of them.
func (l *lobby) terms(text string) {
	t, ok := l.teacher("")
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
		l.say(line)
	}
	if len(l.answer) == 0 {
		l.sayf("No word of the game has %q in it: terms lists all.", text)
	}
}

// course returns the game that a name means, and the lessons for it. ok is false if it has none, which
// course then says.
func (l *lobby) course(name string) (of engine.Game, course []session.Exercise, ok bool) {
	if of, ok = l.about(name); !ok {
		return nil, nil, false
	}
	course = session.Course(l.env.Games.House, of)
	if len(course) == 0 {
		l.sayf("%s has no lessons: rules tells how it is played.", of.Info().Name)
	}
	return of, course, len(course) > 0
}

// learn lists the lessons for a game.
func (l *lobby) learn(name string) {
	of, course, ok := l.course(name)
	if !ok {
		return
	}
	next := l.settings.NextLesson(course, 0)
	for i, e := range course {
		if i == 0 || e.Part != course[i-1].Part {
			l.say(e.Part + ".")
		}
		line := fmt.Sprintf("%d: %s", i+1, e.Title)
		switch {
		case l.settings.HasLearned(e.ID):
			line += ", done"
		case i == next:
			line += ", next"
		}
		l.say(line + ".")
	}
	if next < 0 {
		l.say("All are done: " + playing(of))
		return
	}
	l.sayf("lesson begins the next, %s; with a number it begins any of them.", course[next].Title)
}

// playing says how to begin a game.
func playing(g engine.Game) string { return fmt.Sprintf("play %s begins the game.", g.Info().Name) }

// lesson begins the lesson with a number, or the next one unless one is open.
func (l *lobby) lesson(number string) {
	of, course, ok := l.course("")
	if !ok {
		return
	}
	next := l.settings.NextLesson(course, 0)
	at, inLesson := l.place.(*lesson)
	switch n, err := strconv.Atoi(number); {
	case number == "" && inLesson: // which is not thrown away for the next
		l.sayf("This %s waits for your move; %s.", strings.ToLower(at.kind), at.again)
		at.goOn()
	case number == "" && next < 0:
		l.say("All lessons are done. learn lists them, " + playing(of))
	case number == "":
		l.openLesson(of, course, next)
	case err != nil || n < 1 || n > len(course):
		l.sayf("Lessons of %s have the numbers 1 to %d: learn lists them.", of.Info().Name, len(course))
	default:
		l.openLesson(of, course, n-1)
	}
}

// A lesson is a board on which each step asks for a move: a lesson of a course, or a puzzle. Nothing that
// is played is stored.
type lesson struct {
	*lobby
	engine.Lesson
	kind     string // "Lesson" or "Puzzle"
	title    string
	subject  engine.Game // whose board it is
	step     int
	position engine.State
	last     *change     // what was played last, nil for nothing yet
	missed   engine.Move // the last legal move that the step did not want, zero for none

	again string                      // how to begin it again
	wrong func(m engine.Move) string  // answers a legal move that the step does not want
	asked func(step int) (say string) // answers who asks for a hint, "" for the move itself
	done  func()                      // is called after the last step
}

func (l *lesson) name() string { return l.kind }

func (l *lesson) game() engine.Game { return l.subject }

func (l *lesson) state() engine.State { return l.position }

func (l *lesson) board() engine.Board { return l.position.Board() }

// changed says what was played last, and what that has changed.
func (l *lesson) changed() { l.last.tell(l.terminal, l.board(), l.position.Score()) }

func (l *lesson) moves() []engine.Move { return l.position.Moves() }

func (l *lesson) now() engine.Step { return l.Steps[l.step] }

// look describes the board.
func (l *lesson) look() { l.say(overview(l.position.Board())...) }

// forEars leaves out what the board of a screen shows.
var forEars = strings.NewReplacer("The number on a pile is", "Each pile says", " (a cross)", "")

// goOn says the steps up to the one that wants a move, or goes where the lesson leads.
func (l *lesson) goOn() {
	for ; l.step < len(l.Steps); l.step++ {
		step := ""
		if len(l.Steps) > 1 {
			step = fmt.Sprintf("Step %d of %d: ", l.step+1, len(l.Steps))
		}
		l.say(step + forEars.Replace(l.now().Say))
		if len(l.now().Want) > 0 {
			return
		}
	}
	l.place = nil
	l.done()
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
		l.missed = m
		l.say(l.wrong(m))
		return
	}
	l.position, l.missed = next, engine.Move{}
	l.last = &change{told: []string{before.Describe(m)}, before: before.Board(), points: before.Score().Points}
	l.say("Right. " + before.Describe(m))
	l.sayAll(changes(before.Board(), next.Board()))
	l.say(step.Done)
	l.step++
	l.goOn()
}

// follows tells how the game goes on at best after the last wrong move.
func (l *lesson) follows() {
	if l.missed.IsZero() {
		l.say("You have played no wrong move here.")
		return
	}
	var line []engine.Move
	if l.in.interruptible(func(ctx context.Context) { line, _ = session.Continuation(ctx, l.env.Searches, l.position, l.missed) }) {
		return
	}
	s := l.position
	for i, m := range line {
		l.sayf("%d. %s", i+1, s.Describe(m))
		if s, _ = s.Play(m); s == nil {
			return // cannot happen: the search has played it
		}
	}
	l.sayf("That comes to %s. The %s still waits for your move.", scored(engine.Final(s)), strings.ToLower(l.kind))
}

// hint suggests the move that the step wants.
func (l *lesson) hint(string) {
	if say := l.asked(l.step); say != "" {
		l.say(say)
		return
	}
	l.say(suggestion(l.position, hint.Advice{Choice: engine.Choice{Move: l.now().Want[0]}}))
}

func (l *lesson) leave() bool {
	l.sayf("The %s is left: %s.", strings.ToLower(l.kind), l.again)
	return true
}

// openLesson goes to the lesson at an index of a game's course.
func (l *lobby) openLesson(g engine.Game, course []session.Exercise, index int) {
	e := course[index]
	l.openExercise(&lesson{
		lobby: l, kind: "Lesson", Lesson: e.Lesson, subject: g,
		title: fmt.Sprintf("Lesson %d of %d: %s.", index+1, len(course), e.Title),
		again: fmt.Sprintf("lesson %d begins it again", index+1),
		wrong: func(engine.Move) string {
			return "That is legal, but here the lesson wants another play: hint tells it."
		},
		asked: func(int) string { return "" },
		done: func() {
			if !l.settings.HasLearned(e.ID) {
				l.settings.change(func(c *session.Settings) { c.Learn(e.ID) })
			}
			if next := l.settings.NextLesson(course, index); next >= 0 {
				l.sayf("The lesson is done. lesson %d goes on with %s.", next+1, course[next].Title)
				return
			}
			l.say("The lesson is done, and it was the last. " + caption.Sentence(playing(g)))
		},
	})
}

// openExercise sets the board of a lesson or puzzle up, and describes it and the first steps.
func (l *lobby) openExercise(next *lesson) {
	if l.table() != nil && !l.leave() {
		return
	}
	stopWatching(l.place)
	l.place, l.subject = next, next.subject
	next.position = next.Start
	l.say(next.title, "Type a move as its places, such as a1c4; hint tells the one that is wanted.")
	next.look()
	next.goOn()
}

// puzzle begins the next puzzle, or one of a kind or an ID.
func (l *lobby) puzzle(name string) {
	if stored, err := l.env.Store.Settings(); err == nil { // the server may have found one since
		l.settings.Puzzles = session.ParseSettings(stored).Puzzles
	}
	t, err := l.settings.ParsePuzzle(name, l.env.Today())
	if !l.sayIfFailed(err) {
		l.solve(t)
	}
}

// solve begins a try at a puzzle.
func (l *lobby) solve(t *session.Try) {
	g, board, err := t.Lesson(l.env.Games)
	if l.sayIfFailed(err) {
		return
	}
	board.Steps[0].Say += caption.FaceDown(board.Start)
	count := func(solved bool) {
		l.settings.change(func(c *session.Settings) { t.Count(&c.Puzzles, solved, l.env.Today()) })
	}
	hinted, warned := -1, false
	l.openExercise(&lesson{
		lobby: l, kind: "Puzzle", Lesson: board, subject: g,
		title: fmt.Sprintf("Puzzle %s: %s; %s.", t.ID, caption.Puzzle(g.Info().Name, t.Rating), l.settings.Puzzles.Standing(t.Kind, l.env.Today())),
		again: "puzzle gives the next one",
		wrong: func(m engine.Move) string {
			count(false)
			return t.Wrong(m) + " Try again; hint helps, and what follows tells how the game goes on."
		},
		asked: func(step int) string {
			if warning := t.Costs(); warning != "" && !warned {
				warned = true
				return warning + " hint again gives it."
			}
			count(false)
			if hinted == step {
				return ""
			}
			hinted = step
			return t.Hint(step) + " hint again tells it."
		},
		done: func() {
			count(true)
			l.say(t.Result)
			switch {
			case t.Kind != session.PuzzleStreak:
				l.say("puzzle gives the next one.")
			case !t.Last():
				l.solve(t.Next(l.settings.Puzzles))
			}
		},
	})
}
