package words_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// courseOf returns the lessons of a game by its number in the menu.
func courseOf(number int) []session.Exercise {
	games := catalog.All()
	return session.Course(games, games[number-1])
}

// wanted returns the moves that the first lessons of a course want, in order.
func wanted(course []session.Exercise) (moves []string) {
	for _, e := range course {
		for _, step := range e.Steps {
			if len(step.Want) > 0 {
				moves = append(moves, step.Want[0].String())
			}
		}
	}
	return moves
}

func learned(t *testing.T, store *tuitest.Store) []string {
	t.Helper()
	return session.ParseSettings(store.SettingsJSON).Learned
}

// TestALesson plays the first lesson from the greeting to the offer of the next, with all
// that can go wrong. The transcript is what a player reads.
func TestALesson(t *testing.T) {
	store := &tuitest.Store{}
	moves := wanted(courseOf(1)[:1])
	script := slices.Concat([]string{"learn", "lesson", "a1", "a1a4", "a3", "undo", "pile c3", "hint"}, moves, []string{"learn"})
	golden(t, "lesson", talk(t, env(store), script...))
	if got := learned(t, store); !slices.Equal(got, []string{"Boardwalk/Live play"}) {
		t.Errorf("stored as done: %q", got)
	}
	if store.Saves != 0 || len(store.Results) != 0 {
		t.Error("a lesson was kept as a game")
	}
	sees(t, talk(t, env(store), "lesson"), "lesson goes on with Blockers, and play 1 begins Hop 45.", "Lesson 2 of 7: Blockers.")
}

// TestEveryLessonCanBePlayedThrough plays the lessons in the order in which they are
// offered.
func TestEveryLessonCanBePlayedThrough(t *testing.T) {
	for i, g := range catalog.All() {
		course := courseOf(i + 1)
		if len(course) == 0 {
			continue
		}
		t.Run(g.Info().Name, func(t *testing.T) {
			store := &tuitest.Store{}
			script := []string{"settings pages off", "learn " + g.Info().ID}
			for _, e := range course {
				script = append(append(script, "lesson"), wanted([]session.Exercise{e})...)
			}
			screen := talk(t, env(store), append(script, "lesson", "learn")...)
			if n := strings.Count(screen, "The lesson is done"); n != len(course) {
				t.Errorf("%d lessons are done, want %d:\n%s", n, len(course), screen)
			}
			sees(t, screen, "The lesson is done, and it was the last. Play "+g.Info().Name+" begins the game.",
				"All lessons are done.", "All are done: play "+g.Info().Name)
			if got := learned(t, store); len(got) != len(course) {
				t.Errorf("stored as done: %q", got)
			}
		})
	}
}

func TestLessons(t *testing.T) {
	for _, tt := range []struct {
		script []string
		want   string
	}{
		{[]string{"learn chessboard"}, "1: Piles in suit, next."},
		{[]string{"learn chessboard", "lesson"}, "Lesson 1 of 5: Piles in suit."},
		{[]string{"learn 1-2-3-4", "lesson 4", "moves"}, "b1, King of Diamonds: a3, b3, c3, d3."},
		{[]string{"lesson 0"}, "Lessons of Hop 45 have the numbers 1 to 7: learn lists them."},
		{[]string{"lesson two"}, "Lessons of Hop 45 have the numbers 1 to 7"},
		{[]string{"learn cheshire"}, "First steps: Hop 45. 1: Live play, next. 2: Blockers."},
		{[]string{"learn cheshire"}, "Then: Cheshire. 8: Favors."},
		{[]string{"lesson 3"}, "Lesson 3 of 7: Filing."},
		{[]string{"lesson", "lesson 2"}, "Lesson 2 of 7: Blockers."},
		{[]string{"lesson", "next"}, "This lesson waits for your move; lesson 1 begins it again."},
		{[]string{"lesson 2", "hint"}, "Try b3b4: Four of Hearts"},
		{[]string{"lesson 2", "moves"}, "b3, Four of Hearts: b4."},
		{[]string{"lesson 2", "leave"}, "The lesson is left: lesson 2 begins it again."},
		{[]string{"lesson 2", "undo"}, "A lesson has no undo: lesson 2 begins it again."},
		{[]string{"lesson 2", "help"}, "A move is typed as its places"},
		{[]string{"play 1", "lesson"}, "Lesson 1 of 7"},
		{[]string{"play 1", "a1c4", "a1c4", "lesson 2", "continue"}, "Hop 45 stands where you left it, at move 1."},
		{[]string{"play cheshire", "learn"}, "8: Favors."},
		{[]string{"lesson", "play chess"}, "Chessboard: a fresh deal, which counts."},
		{[]string{"lesson", "quit"}, "Goodbye."},
		{[]string{"lesson", "\x03lesson 2"}, "Lesson 2 of 7"},
	} {
		t.Run(strings.Join(tt.script, ", "), func(t *testing.T) {
			sees(t, talk(t, env(&tuitest.Store{}), tt.script...), tt.want)
		})
	}
}

// TestSettingsAreShared checks that settings of both interfaces are stored side by side,
// including those that this program does not know.
func TestSettingsAreShared(t *testing.T) {
	store := &tuitest.Store{SettingsJSON: []byte(`{"theme":"light","autoDeal":true,"learned":["Boardwalk/Long gone"]}`)}
	screen := talk(t, env(store), "settings", "settings auto off", "settings pages", "settings volume")
	sees(t, screen, "auto-deal: on. Routine moves are played after yours.", "auto-deal: off.",
		"warnings: off. On, you are told when a game can no longer be won, and it is assisted then.",
		"pages: on. A long answer stops where the window is full. Say settings pages on, or off.", `There is no setting "volume"; there are auto-deal, `)
	var stored map[string]any
	if err := json.Unmarshal(store.SettingsJSON, &stored); err != nil {
		t.Fatal(err)
	}
	if stored["autoDeal"] != false || stored["theme"] != "light" || !slices.Equal(learned(t, store), []string{"Boardwalk/Long gone"}) {
		t.Errorf("kept %s", store.SettingsJSON)
	}
	one := talk(t, env(store, "ABC"), "play 6", "a1", "b1a3")
	if strings.Contains(one, "2 moves") || strings.Count(one, "deals the next card") != 1 {
		t.Errorf("it dealt by itself:\n%s", one)
	}
}

func TestLongAnswersNeedNotStop(t *testing.T) {
	store := &tuitest.Store{SettingsJSON: []byte(`{"pages":false}`)}
	screen := talk(t, env(store, "ABC"), "play 1", "moves")
	if strings.Contains(screen, "Enter goes on") {
		t.Error("a long answer stops")
	}
}

func TestSettingsThatCannotBeKept(t *testing.T) {
	store := &noSettingsStore{}
	screen := talk(t, env(store), append([]string{"settings pages off"}, append(append([]string{"lesson"}, wanted(courseOf(1)[:1])...), "learn")...)...)
	sees(t, screen, "This holds until you leave, but it is not kept: The disk is full.", "pages: off.", "1: Live play, done.")
}

// noSettingsStore is a store that refuses settings.
type noSettingsStore struct{ tuitest.Store }

func (*noSettingsStore) SetSettings([]byte) error { return errors.New("the disk is full") }

// A plain game is one that teaches nothing.
type plain struct{ engine.Game }

func TestAGameThatTeachesNothing(t *testing.T) {
	e := env(&tuitest.Store{})
	g, _ := catalog.All().Find("chessboard")
	e.Games.House = engine.Catalog{plain{g}}
	screen := talk(t, e, "learn", "lesson", "strategy", "terms", "rules")
	sees(t, screen, "New here? play 1 begins Chessboard.", "Chessboard has no lessons: rules tells how it is played.", "Chessboard comes without advice: rules tells how it is played.")
}

func TestAdvice(t *testing.T) {
	screen := talk(t, env(&tuitest.Store{}), "strategy", "strategy 2", "strategy 99", "terms spike", "terms zzz", "strategy chess", "terms", "rules")
	sees(t, screen, "1: Room now and room later.", "strategy 1 tells the first.", "What a pile costs. Look at an upper pile as a price tag.",
		"The pages have the numbers 1 to", `No word of the game has "zzz" in it: terms lists all.`, "1: The base rank.", "Base rank. The rank of the first card on a foundation")
	if !strings.Contains(screen, "Spike") {
		t.Error("the word is not told")
	}
}

func TestStatistics(t *testing.T) {
	store := &tuitest.Store{}
	for i := range 250 {
		addResult(t, store, arcade.Result{
			Record: engine.Record{Game: "boardwalk/hop-45", Code: "ABC"}, Class: arcade.Counted, Millis: 60_000, Ended: int64(i),
			Score: engine.Score{Points: 20, Max: 27, Won: i > 246},
		})
	}
	addResult(t, store, arcade.Result{Record: engine.Record{Game: "chessboard"}, Class: arcade.Practice, Ended: 999})
	store.Reading = func() { t.Error("the history is read, though the store keeps the sums") }
	sees(t, talk(t, env(store), "statistics"),
		"Hop 45: counted, played 250 in 4 hours 10 minutes, won 3 (1%), perfect 0, mean 20.0, best 20, win streak 3 (longest 3).",
		"Chessboard: practice, played 1")
	store.Reading = nil
	sees(t, talk(t, env(store), "stat hop-45"), "Hop 45, counted", "Last 10: 3 won, 74% of points.", "10 before: 0 won, 74% of points.", "Fastest win: 1:00 (of the last 99).")
	sees(t, talk(t, env(store), "stat scotsi"), "No game yet.")
	addResult(t, store, arcade.Result{ // a daily is no best
		Record: engine.Record{Game: "boardwalk/scotsi"}, Event: arcade.DailyEvent("2023-11-14"), Class: arcade.Counted, Score: engine.Score{Points: 9, Max: 52},
	})
	sees(t, talk(t, env(store), "stat scotsi"), "Scotsi: counted, played 1 in 0 seconds, won 0 (0%), perfect 0, mean 9.0.")
	addResult(t, store, arcade.Result{Record: engine.Record{Game: "run"}, Class: arcade.Inhuman, Ended: 1000})
	sees(t, talk(t, env(store), "stat run"), "Run: unranked, played 1")
}

func addResult(t *testing.T, store *tuitest.Store, r arcade.Result) {
	t.Helper()
	if _, err := store.Finish(r, 0); err != nil {
		t.Fatal(err)
	}
}

// TestLessonsOfOtherGames has the transcript of lessons on tables of other kinds, with a wrong
// move and the words that read a board.
func TestLessonsOfOtherGames(t *testing.T) {
	e := env(&tuitest.Store{})
	golden(t, "lessons", talk(t, e, "settings pages off", "learn chessboard", "lesson 2", "moves", "a1b2", "a1b1", "what changed", "a2b1", "c1b1", "c1b1", "row 2", "a3b3", "leave",
		"learn 1-2-3-4", "lesson 4", "b1d3", "b1a3", "a1", "what changed", "b1c3", "hint", "b1b3", "pile b3", "a1", "b1a2"))
}
