package tui_test

import (
	"regexp"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

// learning is a robot at the list of what there is to learn of a game.
func learning(t *testing.T, id string) *tuitest.Robot {
	t.Helper()
	games := catalog.All()
	r := tuitest.New(t, &tuitest.Store{}, games)
	tui.OpenLearn(r.App, games[catalogIndex(t, id)])
	return r
}

// lessonsOf is what a game teaches.
func lessonsOf(t *testing.T, id string) []engine.Lesson {
	t.Helper()
	teacher, ok := catalog.All()[catalogIndex(t, id)].(engine.Teacher)
	if !ok {
		t.Fatalf("%s does not teach", id)
	}
	return teacher.Lessons()
}

// TestEveryLessonCanBePlayedThrough plays as x shows, from the first lesson of
// a game to the last.
func TestEveryLessonCanBePlayedThrough(t *testing.T) {
	for _, g := range catalog.All() {
		teacher, ok := g.(engine.Teacher)
		if !ok {
			continue
		}
		t.Run(g.Info().ID, func(t *testing.T) {
			r := learning(t, g.Info().ID)
			r.Press("enter")
			for _, l := range teacher.Lessons() {
				r.Sees(l.Title, "step 1 of")
				for _, step := range l.Steps {
					said(t, r, step.Say)
					if len(step.Want) > 0 {
						r.Press("x", "enter")
						said(t, r, step.Done)
					}
					r.Press("enter")
				}
			}
			r.Sees("Learn "+g.Info().Name, "done")
			if strings.Contains(r.Screen(), "New here?") {
				t.Error("the list takes the player for a new one")
			}
		})
	}
}

// said fails the test unless the screen says a sentence, broken anywhere.
func said(t *testing.T, r *tuitest.Robot, sentence string) {
	t.Helper()
	if screen := strings.Join(strings.Fields(r.Screen()), " "); !strings.Contains(screen, sentence) {
		t.Fatalf("the screen does not say %q:\n%s", sentence, r.Screen())
	}
}

// TestLessonsFitASmallWindow: at 40 by 12 every row of the board stays clear of
// what is said below.
func TestLessonsFitASmallWindow(t *testing.T) {
	for _, id := range []string{"boardwalk/hop-45", "boardwalk/scotsi", "boardwalk/cheshire"} {
		t.Run(id, func(t *testing.T) {
			r := learning(t, id)
			r.Resize(40, 12)
			r.Press("enter")
			for _, l := range lessonsOf(t, id) {
				last := regexp.MustCompile(`(?m)^ +4 [^a-z]`)
				if _, hand := l.Start.Board().Find(engine.At(1, 5)); hand {
					last = regexp.MustCompile(`(?m)^ +5 [^a-z]`)
				}
				for _, step := range l.Steps {
					said(t, r, step.Say)
					if !last.MatchString(r.Screen()) {
						t.Fatalf("a row is covered:\n%s", r.Screen())
					}
					if len(step.Want) > 0 {
						r.Press("x", "enter")
					}
					r.Press("enter")
				}
			}
		})
	}
}

func TestLessonSaysWhatIsWrong(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	r.Press("enter", "enter", "enter")
	r.Press("down", "down", "enter")
	r.Sees("The top card of lower stack a lies face down.")
	r.Press("up")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Say)
	r.Press("up", "enter", "down", "down", "down", "enter", "enter") // 8♠ to a4
	r.Sees("That is legal, but here the lesson wants another play.", "step 3 of 5")
	r.Press("x")
	r.Sees("Play 8♠ live on lower c")
	r.Press("backspace")
	said(t, r, "Play the 8♠ from a1 to c4")
}

func TestLessonByMouse(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	r.Press("down", "down", "enter", "enter") // Filing, its second step
	r.Click("6♥")
	r.Click("•") // the first that is lit, a2
	r.Sees("File 6♥ on upper a")
	r.Click("D")
	r.Sees("Sixes gather on a2 now.")
	r.Click("6x1")
	r.Sees("step 3 of ")
}

func TestLessonLeavesAndBeginsAgain(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	r.Press("enter", "enter", "enter", "enter")
	r.Sees("━S━")
	r.Press("esc") // the marker goes first
	r.Sees("step 3 of 5")
	r.Press("x", "enter")
	r.Press("r")
	r.Sees("step 1 of 5")
	r.Press("esc")
	r.Sees("Learn Hop 45", "0 of 6 lessons done")
}

// TestGamesOfAFamilyShareLessons: what was done for one is done for the other.
func TestGamesOfAFamilyShareLessons(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	r.Press("enter")
	for _, step := range lessonsOf(t, "boardwalk/hop-45")[0].Steps {
		if len(step.Want) > 0 {
			r.Press("x", "enter")
		}
		r.Press("enter")
	}
	r.Press("q")
	r.Sees("Live play  done", "1 of 6 lessons done")
	games := catalog.All()
	tui.OpenLearn(r.App, games[catalogIndex(t, "boardwalk/lucky-seven")])
	r.Sees("Live play  done", "1 of 9 lessons done")
}

func TestLearnListStaysInSight(t *testing.T) {
	r := learning(t, "boardwalk/cheshire")
	r.Resize(40, 12)
	r.Press("end")
	r.Sees("> The rules of Cheshire", "Rules")
	r.Press("enter")
	r.Sees("Cheshire: the rules")
	r.Press("q", "down")
	r.Sees("> Favors", "First steps")
	r.Press("tab")
	r.Sees("> Room now", "Strategy")
}

func TestAGameWithoutLessonsHasItsRules(t *testing.T) {
	r := learning(t, "chessboard")
	r.Sees("> The rules of Chessboard")
	r.Press("enter")
	r.Sees("Chessboard: the rules")
}
