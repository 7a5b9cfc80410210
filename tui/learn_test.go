package tui_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// learning returns a robot at the learn screen of a game.
func learning(t *testing.T, id string) *tuitest.Robot {
	t.Helper()
	games := catalog.All()
	r := tuitest.New(t, &tuitest.Store{}, games)
	tui.OpenLearn(r.App, games[catalogIndex(t, id)])
	return r
}

// lessonsOf returns the lessons for a game.
func lessonsOf(t *testing.T, id string) []session.Exercise {
	t.Helper()
	games := catalog.All()
	course := session.Course(games, games[catalogIndex(t, id)])
	if len(course) == 0 {
		t.Fatalf("%s has no lessons", id)
	}
	return course
}

// playThrough plays the current lesson as x shows, up to the key that would leave it.
func playThrough(t *testing.T, r *tuitest.Robot, l session.Exercise) {
	t.Helper()
	r.Sees(l.Title, "step 1 of")
	for i, step := range l.Steps {
		said(t, r, step.Say)
		if len(step.Want) > 0 {
			r.Press("x", "enter")
			said(t, r, step.Done)
		}
		if i+1 < len(l.Steps) {
			r.Press("enter")
		}
	}
}

// A list of lessons that is longer than the window says so, up to its end.
func TestALongListOfLessonsSaysSo(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	r.Sees("↓ more")
	r.Press("end")
	r.Sees("The rules of Hop 45")
	if strings.Contains(r.Screen(), "more") {
		t.Errorf("it says that there is more than all:\n%s", r.Screen())
	}
}

// TestEveryLessonCanBePlayedThrough plays as x shows, from the first lesson for a game to
// the last, each as the one before offers it, and then the game.
func TestEveryLessonCanBePlayedThrough(t *testing.T) {
	for _, g := range catalog.All() {
		info := g.Info()
		if _, ok := g.(engine.Teacher); !ok {
			continue
		}
		t.Run(info.ID, func(t *testing.T) {
			r := learning(t, info.ID)
			r.Press("enter")
			course := lessonsOf(t, info.ID)
			for i, l := range course {
				playThrough(t, r, l)
				if i+1 < len(course) {
					r.Sees("the next lesson: " + course[i+1].Title)
					r.Press("enter")
				}
			}
			r.Sees("all done: play " + info.Name)
			r.Press("q")
			r.Sees("Learn "+info.Name, fmt.Sprintf("%d of %d lessons done", len(course), len(course)), "All lessons done: you are ready to play "+info.Name+".")
			r.Press("home", "enter")
			playThrough(t, r, course[0])
			r.Press("enter")
			r.Sees(info.Name+"  ", "a fresh deal")
			r.Press("q")
			r.Sees("Learn " + info.Name)
			r.Press("q")
			r.Sees("> " + info.Name)
		})
	}
}

// TestEveryLessonByKeysLettersAndMouse plays every lesson of every game in each way in which
// the table takes a move.
func TestEveryLessonByKeysLettersAndMouse(t *testing.T) {
	letters := func(r *tuitest.Robot, m engine.Move, _ func() bool) {
		r.Press("t")
		for _, letter := range m.String() {
			r.Press(string(letter))
		}
		r.Press("enter")
	}
	// A place without a choice is marked by itself, so the move may be played before its last.
	marks := func(mark func(r *tuitest.Robot, place string)) func(*tuitest.Robot, engine.Move, func() bool) {
		return func(r *tuitest.Robot, m engine.Move, played func() bool) {
			for word := m.String(); word != "" && !played(); word = word[2:] {
				mark(r, word[:2])
			}
			if !played() {
				r.Press("enter")
			}
		}
	}
	keys := marks(func(r *tuitest.Robot, place string) { walkToPlace(r, place); r.Press("enter") })
	clicks := marks(clickPlace)
	drags := func(r *tuitest.Robot, m engine.Move, played func() bool) {
		if m.To.IsZero() {
			clicks(r, m, played)
			return
		}
		dragPlace(r, m.From.String(), m.To.String())
		if !played() {
			clickPlace(r, m.Return.String())
		}
	}
	for name, play := range map[string]func(*tuitest.Robot, engine.Move, func() bool){"letters": letters, "keys": keys, "clicks": clicks, "drags": drags} {
		for _, g := range catalog.All() {
			t.Run(name+"/"+g.Info().ID, func(t *testing.T) {
				r := learning(t, g.Info().ID)
				r.Press("enter")
				for _, l := range lessonsOf(t, g.Info().ID) {
					for i, step := range l.Steps {
						r.Sees(fmt.Sprintf("step %d of %d", i+1, len(l.Steps)))
						if len(step.Want) > 0 {
							play(r, step.Want[0], func() bool { return saying(r, step.Done) })
							said(t, r, step.Done)
						}
						r.Press("enter")
					}
				}
			})
		}
	}
}

// TestWhatIsLearnedIsKept checks that the next session knows what was learned, and goes
// on after it.
func TestWhatIsLearnedIsKept(t *testing.T) {
	store := &tuitest.Store{SettingsJSON: []byte(`{"theme":"light","learned":["Boardwalk/Long gone"]}`)}
	r := tuitest.New(t, store, catalog.All())
	r.Press("L", "enter")
	playThrough(t, r, lessonsOf(t, "boardwalk/hop-45")[0])
	again := tuitest.New(t, store, catalog.All())
	again.Press("L")
	again.Sees("1 of 7 lessons done", "Live play  done", "> Blockers  next")
	if got, want := session.ParseSettings(store.SettingsJSON), []string{"Boardwalk/Long gone", "Boardwalk/Live play"}; got.Theme != "light" || !slices.Equal(got.Learned, want) {
		t.Errorf("kept %s", store.SettingsJSON)
	}
}

// TestSettingsOfOldStillRead reads settings that were stored before there were lessons.
func TestSettingsOfOldStillRead(t *testing.T) {
	for _, stored := range []string{"", "{}", `{"theme":"mono","automark":2,"autoDeal":false,"motion":false}`, `{"learned":null}`, "not JSON", `{"learned":7}`} {
		if s := session.ParseSettings([]byte(stored)); len(s.Learned) != 0 || !s.Pages {
			t.Errorf("%s reads as %+v", stored, s)
		}
	}
	if s := session.ParseSettings([]byte(`{"theme":"mono","automark":1,"autoDeal":false}`)); s.Theme != "mono" || !s.Confirm || s.AutoDeal {
		t.Errorf("got %+v", s)
	}
	if s := session.ParseSettings([]byte(`{"theme":"mono","automark":4}`)); s.Theme != "mono" || s.Confirm {
		t.Errorf("with a way that there never was: %+v", s)
	}
}

// TestTheFirstGamesLessonsComeFirst checks the order: a variation's own lessons are for
// players who know the first game.
func TestTheFirstGamesLessonsComeFirst(t *testing.T) {
	first := lessonsOf(t, "boardwalk/hop-45")
	course := lessonsOf(t, "boardwalk/cheshire")
	for i, e := range first {
		if course[i].ID != e.ID {
			t.Errorf("lesson %d is %s, want %s", i+1, course[i].ID, e.ID)
		}
	}
	r := learning(t, "boardwalk/cheshire")
	r.Sees("First steps: Hop 45", "> Live play  next", "Then: Cheshire")
	seen := make(map[string]bool)
	for _, e := range course {
		if seen[e.ID] {
			t.Errorf("%s comes twice", e.ID)
		}
		seen[e.ID] = true
	}
	teacher, ok := catalog.All()[catalogIndex(t, "boardwalk/cheshire")].(engine.Teacher)
	if !ok {
		t.Fatal("Cheshire does not teach")
	}
	for _, l := range teacher.Lessons() {
		if !seen["Boardwalk/"+l.Title] {
			t.Errorf("%s is missing", l.Title)
		}
	}
}

// saying reports whether the screen says a sentence, wherever it is wrapped.
func saying(r *tuitest.Robot, sentence string) bool {
	return strings.Contains(strings.Join(strings.Fields(r.Screen()), " "), sentence)
}

// said fails the test unless the screen says a sentence, wherever it is wrapped.
func said(t *testing.T, r *tuitest.Robot, sentence string) {
	t.Helper()
	if !saying(r, sentence) {
		t.Fatalf("the screen does not say %q:\n%s", sentence, r.Screen())
	}
}

// TestLessonsFitASmallWindow checks that at 40 by 12 no row of the board is covered by
// the text below.
func TestLessonsFitASmallWindow(t *testing.T) {
	for _, id := range []string{"boardwalk/hop-45", "boardwalk/scotsi", "boardwalk/cheshire", "hopscotch", "chessboard"} {
		t.Run(id, func(t *testing.T) {
			r := learning(t, id)
			r.Resize(40, 12)
			r.Press("enter")
			for _, l := range lessonsOf(t, id) {
				piles := l.Start.Board().Piles
				last := regexp.MustCompile(fmt.Sprintf(`(?m)^ *%d[ <][^a-z]`, piles[len(piles)-1].At.Row()))
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
	r.Sees("The top card of a3 lies face down.")
	r.Press("up")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Say)
	r.Press("up", "enter", "down", "down", "down")
	r.Sees("8♠ to a4: ")
	r.Press("enter") // 8♠ to a4
	r.Sees("That is legal, but here the lesson wants another play.", "step 3 of 5")
	r.Press("x")
	r.Sees("8♠ to c4: ")
	r.Press("backspace")
	said(t, r, "Play the 8♠ from a1 to c4")
}

func TestLessonByMouse(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	r.Press("down", "down", "enter", "enter") // Filing, its second step
	r.Click("6♥")
	r.Click("•") // the first lit place, a2
	r.Sees("Sixes gather on a2 now.")
	r.Click("6x1")
	r.Sees("step 3 of ")
}

func TestLessonLeavesAndBeginsAgain(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	r.Press("enter", "enter", "enter", "enter")
	r.Sees("━S━")
	r.Press("esc") // first takes back the marker
	r.Sees("step 3 of 5")
	r.Press("down", "enter") // and a wrong move
	r.Sees("There is no card at a2.")
	r.Press("esc")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Say)
	r.Press("x", "enter")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Done)
	r.Press("r") // this step again
	r.Sees("step 3 of 5")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Say)
	r.Press("down", "r")
	r.Sees("step 3 of 5", "r once more begins with step 1.")
	r.Press("r")
	r.Sees("step 1 of 5")
	r.Press("esc")
	r.Sees("Learn Hop 45", "0 of 7 lessons done")
}

// TestGamesOfAFamilyShareLessons checks that a lesson done for one game is done for the
// other.
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
	r.Sees("Live play  done", "1 of 7 lessons done")
	games := catalog.All()
	tui.OpenLearn(r.App, games[catalogIndex(t, "boardwalk/lucky-seven")])
	r.Sees("Live play  done", "> Blockers  next", "1 of 11 lessons done")
}

func TestLearnListStaysInSight(t *testing.T) {
	r := learning(t, "boardwalk/cheshire")
	r.Resize(40, 12)
	r.Press("end")
	r.Sees("> The rules of Cheshire", "Rules")
	r.Press("enter")
	r.Sees("Cheshire: the rules")
	r.Press("q", "home")
	r.Sees("> Live play", "First steps")
	downTo(r, "> Favors")
	r.Sees("> Favors", "Then: Cheshire")
	downTo(r, "> Room now")
	r.Sees("> Room now", "Strategy")
}

// TestLessonTakesTypedMoves types a move and what can go wrong with it.
func TestLessonTakesTypedMoves(t *testing.T) {
	r := atLesson(t)
	r.Sees("t type")
	r.Press("t")
	r.Sees("Source: the card to play, such as a1.", "Esc stop")
	r.Press("h") // elsewhere an arrow
	r.Sees("h_")
	r.Press("?")
	r.Sees("Keys (a click presses one)")
	r.Press("q", "backspace", "a", "3")
	r.Sees("a3_  The top card of a3 lies face down.")
	r.Press("backspace", "1", "c", "4")
	r.Sees("8♠ to c4: ", "Enter play it")
	r.Press("esc")
	said(t, r, "Play the 8♠ from a1 to c4.")
	r.Press("t", "a", "1", "a", "4", "enter")
	r.Sees("That is legal, but here the lesson wants another play.")
	r.Press("t", "a", "1", "c", "4", "enter")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Done)
	r.Press("t") // there is nothing to play now
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Done)
	r.Press("t", "enter", "x")
	r.Press("q")
	r.Sees("Learn Hop 45")
}

// TestLessonTakesDrags drags a card, and one where it does not belong.
func TestLessonTakesDrags(t *testing.T) {
	r := atLesson(t)
	dragPlace(r, "a1", "a3")
	r.Sees("step 3 of 5")
	dragPlace(r, "a1", "b4")
	r.Sees("That is legal, but here the lesson wants another play.")
	dragPlace(r, "a1", "c4")
	said(t, r, lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Done)
	clickPlace(r, "c4")
	r.Sees("step 4 of 5")
}

// A plain game is one that teaches nothing.
type plain struct{ engine.Game }

func TestAGameWithoutLessonsHasItsRules(t *testing.T) {
	games := catalog.All()
	r := tuitest.New(t, &tuitest.Store{}, games)
	tui.OpenLearn(r.App, plain{games[catalogIndex(t, "chessboard")]})
	r.Sees("> The rules of Chessboard")
	r.Press("enter")
	r.Sees("Chessboard: the rules")
}

// Neither a refusal in a lesson nor a marked card takes its task out of sight.
func TestTheTaskStaysInSight(t *testing.T) {
	r := atLesson(t)
	task := lessonsOf(t, "boardwalk/hop-45")[0].Steps[2].Say
	r.Press("enter", "down", "down", "down")
	r.Sees("8♠ to a4: begins the Eights")
	said(t, r, task)
	r.Press("esc")
	r.Press("t", "a", "1", "a", "4", "enter")
	r.Sees("That is legal, but here the lesson wants another play.")
	said(t, r, task)
	r.Press("down", "down", "enter")
	r.Sees("There is no card at a4.")
	said(t, r, task)
}

// Esc leaves a lesson, and Enter goes on where it was left.
func TestALessonIsLeftAtItsStep(t *testing.T) {
	r := atLesson(t)
	r.Sees("step 3 of 5")
	r.Press("t", "a", "1", "c", "4", "enter", "enter")
	r.Sees("step 4 of 5")
	r.Press("esc")
	r.Sees("Learn Hop 45", "Live play  at step 4")
	r.Press("enter")
	r.Sees("step 4 of 5")
	r.Press("q", "q", "L") // the list is another one now
	r.Sees("> Live play  at step 4")
	r.Press("enter")
	r.Sees("step 4 of 5")
	r.Press("r", "r")
	r.Sees("step 1 of 5")
	r.Press("q", "q", "down", "L")
	unseen(t, r, "at step")
}

// A page of strategy leads to the one after it, and the last one to none.
func TestPagesOfStrategyFollowEachOther(t *testing.T) {
	r := learning(t, "boardwalk/hop-45")
	topics := catalog.All()[catalogIndex(t, "boardwalk/hop-45")].(engine.Teacher).Topics()
	downTo(r, "> "+topics[0].Title)
	r.Press("enter")
	for i, topic := range topics {
		r.Sees(topic.Title)
		if next := i+1 < len(topics); strings.Contains(r.Screen(), "n next") != next {
			t.Fatalf("page %d of %d:\n%s", i+1, len(topics), r.Screen())
		}
		r.Press([]string{"n", "enter"}[i%2])
	}
	r.Sees(topics[len(topics)-1].Title)
	r.Press("q")
	r.Sees("Learn Hop 45")
}

// downTo chooses the entry below the chosen one whose line shows a text.
func downTo(r *tuitest.Robot, text string) {
	for range 40 {
		if strings.Contains(r.Screen(), text) {
			return
		}
		r.Press("down")
	}
}
