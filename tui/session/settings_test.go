package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
	"boardwalk/engine/rating"
)

func TestMergeSettings(t *testing.T) {
	for _, c := range []struct{ base, mine, now, want string }{
		{`{"a":1,"b":1}`, `{"a":2,"b":1}`, `{"a":1,"b":3}`, `{"a":2,"b":3}`},
		{`{"a":1,"b":1}`, `{"b":1}`, `{"a":1,"b":1,"new":4}`, `{"b":1,"new":4}`},
		{`{"a":1}`, `{"a":1}`, `{"a":5}`, `{"a":5}`},
		{`{"a":1}`, `{"a":2}`, ``, `{"a":2}`},
		{`{"a":1}`, `{"a":2}`, `null`, `{"a":2}`},
		{`{"a":1}`, `{"a":2}`, `[1]`, `{"a":2}`},
		{``, `{"a":2}`, `{"c":1}`, `{"a":2,"c":1}`},
	} {
		if got := string(MergeSettings([]byte(c.base), []byte(c.mine), []byte(c.now))); got != c.want {
			t.Errorf("from %s to %s, with %s stored: got %s, want %s", c.base, c.mine, c.now, got, c.want)
		}
	}
}

// Of two accounts that become one, the better at puzzles counts, and neither is asked again what the other has been
// shown; lessons and favourites are those of both. All else, also what this program does not know, is the own.
func TestJoinSettings(t *testing.T) {
	weak := Settings{Theme: "dark", Learned: []string{"a"}, Favorites: []string{"x"},
		Puzzles: Puzzles{Rating: rating.Rating{Points: 1400}, Solved: 1, Streak: 9, Shown: []string{"P1"}, Own: []string{"P2 known", "P9 mine"}}}
	strong := Settings{Theme: "light", Learned: []string{"b", "a"}, Favorites: []string{"y"},
		Puzzles: Puzzles{Rating: rating.Rating{Points: 1200}, Solved: 7, Failed: 2, Streak: 4, Shown: []string{"P2", "P1"}, Own: []string{"P8 theirs"}, Day: "2026-11-28", Today: 2}}
	for name, pair := range map[string][2]Settings{"the weak stays": {weak, strong}, "the strong stays": {strong, weak}} {
		stays := MergeSettings(nil, pair[0].Text(), []byte(`{"new":4}`))
		got := JoinSettings(stays, pair[1].Text())
		s := ParseSettings(got)
		p := s.Puzzles
		if p.Rating.Points != 1200 || p.Solved != 7 || p.Failed != 2 || p.Streak != 9 || p.Today != 2 || len(p.Shown) != 2 || len(p.Own) != 2 {
			t.Errorf("%s: the puzzles are %+v", name, p)
		}
		if s.Theme != pair[0].Theme || len(s.Learned) != 2 || len(s.Favorites) != 2 || !strings.Contains(string(got), `"new":4`) {
			t.Errorf("%s: the settings are %s", name, got)
		}
	}
	if got := ParseSettings(JoinSettings(weak.Text(), []byte("{}"))); got.Puzzles.Solved != 1 {
		t.Errorf("without other settings they are %+v", got)
	}
}

// All that settings can hold fits into what is stored of them.
func TestFullSettingsCanBeStored(t *testing.T) {
	var s Settings
	g := catalog.All()[0]
	m := g.Deal("ABC").Moves()[0]
	record := func(i, moves int) engine.Record {
		return engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: engine.Code(fmt.Sprintf("%06d", i)), Moves: slices.Repeat([]engine.Move{m}, moves)}
	}
	for n := mistakeBytes; len(s.Mistakes) == 0; n-- { // the longest that are kept
		fault := analysis.Fault{At: n - 1, Better: []engine.Move{m, m, m}, Goal: engine.GoalWin, Loss: 1. / 3}
		for i := range mistakesMost {
			s.Remember(catalog.All(), record(i, n), []analysis.Fault{fault}, "2026-11-28")
		}
	}
	for n := mistakeBytes; len(s.Puzzles.Own) == 0; n-- {
		for i := range ownMost {
			r := record(i, n)
			of := puzzle.Puzzle{ID: string(r.Code), Game: r.Game, Version: r.Version, Code: r.Code, Goal: engine.GoalWin}
			of.Moves, of.Answer = r.Moves[1:], r.Moves[:1]
			s.Puzzles.Keep(of)
		}
	}
	for _, of := range puzzle.All()[:shownMost] {
		(&Try{Puzzle: of}).Count(&s.Puzzles, true, "2026-11-28")
	}
	for _, g := range catalog.All() {
		s.ToggleFavorite(g.Info().ID)
		for _, e := range Course(catalog.All(), g) {
			s.Learn(e.ID)
		}
	}
	for i := range arcade.VariationsMax {
		s.ToggleFavorite(fmt.Sprintf("%040d", i))
	}
	for _, f := range catalog.Library().Families {
		for _, d := range f.Designs() {
			if draft := draftOf(d); len(s.Drafts) == 0 || len(draft.Text) > len(s.Drafts[0].Text) {
				s.Drafts = []Draft{draft}
			}
		}
	}
	if len(s.Mistakes) != mistakesMost || len(s.Puzzles.Own) != ownMost || len(s.Puzzles.Shown) != shownMost || len(s.Drafts) != 1 {
		t.Fatalf("not all is full: %.200s", s.Text())
	}
	if n := len(s.Text()); n > arcade.SettingsMost {
		t.Errorf("the settings have %d bytes, which is more than %d", n, arcade.SettingsMost)
	}
}

type settingsStore struct {
	text             string
	unread, unstored error
	writes           int
}

func (s *settingsStore) Settings() ([]byte, error) { return []byte(s.text), s.unread }

func (s *settingsStore) SetSettings(text []byte) error {
	s.writes++
	if s.unstored == nil {
		s.text = string(text)
	}
	return s.unstored
}

func TestChange(t *testing.T) {
	store := &settingsStore{text: `{"theme":"night","later":true}`}
	learn := func(s *Settings) { s.Learn("chessboard/first") }
	s, err := Settings{}.Change(store, learn)
	if err != nil || s.Theme != "night" || !s.HasLearned("chessboard/first") {
		t.Errorf("got %+v, %v", s, err)
	}
	if want := `{"later":true,"learned":["chessboard/first"],"theme":"night"}`; store.text != want {
		t.Errorf("stored is %s, want %s", store.text, want)
	}
	if _, err := s.Change(store, learn); err != nil || store.writes != 1 {
		t.Errorf("a change that changes nothing: %v, %d writes", err, store.writes)
	}
	store.unstored = errors.New("the disk is full")
	if s, err := s.Change(store, (*Settings).deck); !errors.Is(err, store.unstored) || s.Deck != "ascii" || s.Theme != "night" {
		t.Errorf("a change that is not stored: got %+v, %v", s, err)
	}
	store.unread = errors.New("the disk is gone")
	if s, err := s.Change(store, (*Settings).deck); !errors.Is(err, store.unread) || s.Deck != "ascii" || s.Theme != "night" {
		t.Errorf("a change of what cannot be read: got %+v, %v", s, err)
	}
}

// An earlier choice stands until the player chooses again, as what was stored by an earlier program stays.
func TestAnEarlierChoiceCanBeChanged(t *testing.T) {
	store := &settingsStore{text: `{"automark":1}`}
	s := ParseSettings([]byte(store.text))
	for _, want := range []bool{true, false, true} {
		if s.Confirm != want {
			t.Fatalf("confirm is %t, want %t: stored is %s", s.Confirm, want, store.text)
		}
		if _, err := s.Change(store, func(s *Settings) { s.Confirm = !s.Confirm }); err != nil {
			t.Fatal(err)
		}
		s = ParseSettings([]byte(store.text))
	}
}

func (s *Settings) deck() { s.Deck = "ascii" }

// The question whether to finish a deal that is played once names it and says so, unless the game is practice.
func TestAskFinish(t *testing.T) {
	for e, want := range map[arcade.Event]string{
		"":                              "Finish this game with 0 points?",
		arcade.DailyEvent("2026-11-22"): "Finish this daily with 0 points? You play it once.",
		arcade.RaceEvent("K7Q2M9"):      "Finish this race with 0 points? You play it once.",
		arcade.ChallengeEvent("K7Q2M9"): "Finish this challenge with 0 points? You play it once.",
		arcade.ChallengeEvent(arcade.DuelCode + "K7Q2M9"): "Finish this duel with 0 points? You play it once.",
		arcade.Sprint{}.Event(3):                          "Finish this deal of the sprint with 0 points? You play it once.",
	} {
		if got := AskFinish(e, false, "0 points"); got != want {
			t.Errorf("%s: got %q, want %q", e, got, want)
		}
		if got := AskFinish(e, true, "0 points"); got != "Finish this game with 0 points?" {
			t.Errorf("practice of %s: got %q", e, got)
		}
	}
}
