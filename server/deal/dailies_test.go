package deal

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
)

const today = "2026-11-23"

var noon = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// A dailyStore is a DailyStore in memory, with the same candidates for all dailies.
type dailyStore struct {
	mu      sync.Mutex
	deals   []engine.Code
	choices map[string]data.DailyChoice
	err     error
}

func (s *dailyStore) DailyDeals(string, string) ([]engine.Code, error) { return s.deals, s.err }

func (s *dailyStore) DailyChoice(game, day string) (data.DailyChoice, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, ok := s.choices[arcade.Slot(game, arcade.DailyEvent(day))]
	return c, ok, nil
}

func (s *dailyStore) ChooseDaily(game, day string, c data.DailyChoice) (data.DailyChoice, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	slot := arcade.Slot(game, arcade.DailyEvent(day))
	if was, ok := s.choices[slot]; ok && was.Attempt != c.Attempt {
		return was, nil
	}
	s.choices[slot] = c
	return c, nil
}

func newTestDailies(t *testing.T, log *bytes.Buffer, deals ...engine.Code) (*Dailies, *dailyStore) {
	store := &dailyStore{deals: deals, choices: map[string]data.DailyChoice{}}
	config := Config{Searches: search.Places{Turns: make(chan struct{}, 1), Limit: make(chan struct{}, 1)}, Sessions: func() int { return quiet }, Log: slog.New(slog.NewTextHandler(log, nil))}
	d := NewDailies(config, store, engine.Catalog{measured{id: "game"}, unsolved{}, measured{id: "other"}}, func() time.Time { return noon })
	t.Cleanup(d.Close)
	return d, store
}

func (d *Dailies) wait() {
	d.mu.Lock()
	running := d.running
	d.mu.Unlock()
	if running != nil {
		<-running
	}
}

func TestADailyIsTheFirstCandidateThatCanBeWon(t *testing.T) {
	for _, c := range []struct {
		deals string
		want  data.DailyChoice
		logs  string
	}{
		{"A B C", data.DailyChoice{Winnable: true}, ""},
		{"X XA B", data.DailyChoice{Attempt: 2, Winnable: true}, ""},
		{"XA XB XC", data.DailyChoice{}, "no candidate"},
	} {
		var log bytes.Buffer
		var deals []engine.Code
		for _, code := range strings.Fields(c.deals) {
			deals = append(deals, engine.Code(code))
		}
		d, store := newTestDailies(t, &log, deals...)
		d.Settle(context.Background(), "game", today)
		if got, ok, _ := store.DailyChoice("game", today); !ok || got != c.want {
			t.Errorf("of %s the choice is %+v, %t, want %+v", c.deals, got, ok, c.want)
		}
		d.wait()
		if text := log.String(); !strings.Contains(text, c.logs) || c.logs == "" && text != "" {
			t.Errorf("of %s the log has %q", c.deals, text)
		}
		for _, code := range deals {
			if strings.Contains(log.String(), "="+string(code)) {
				t.Errorf("the log has deal %s", code)
			}
		}
	}
}

// TestADailyHasTheGradeOfItsDay has dailies chosen for which nobody waits.
func TestADailyHasTheGradeOfItsDay(t *testing.T) {
	all := []engine.Code{"X", "H", "1HHH", "HH", "A", "2HHH"}
	for _, c := range []struct {
		day   string
		deals []engine.Code
		want  string // attempt and grade
	}{
		{"2026-11-23", all, "4 gentle@7"},
		{"2026-11-24", all, "4 gentle@7"},
		{"2026-11-25", all, "1 fair@7"},
		{"2026-11-27", all, "3 stern@7"},
		{"2026-11-29", all, "2 cruel@7"},
		{"2026-11-29", []engine.Code{"X", "H", "A"}, "1 fair@7"}, // none is of the grade: the first that can be won
		{"2026-11-29", []engine.Code{"X", "XA"}, "0 "},
	} {
		var log bytes.Buffer
		d, store := newTestDailies(t, &log, c.deals...)
		d.scaleOf = threeRounds
		d.add(job{d.games[0], c.day})
		d.wait()
		got, ok, _ := store.DailyChoice("game", c.day)
		if text := fmt.Sprint(got.Attempt, " ", got.Grade); !ok || text != c.want {
			t.Errorf("of %s on %s the choice is %s, %t, want %s", c.deals, c.day, text, ok, c.want)
		}
	}
}

// TestADailyThatSomebodyBeganKeepsItsDeal has a daily chosen for somebody who waits, and then graded.
func TestADailyThatSomebodyBeganKeepsItsDeal(t *testing.T) {
	var log bytes.Buffer
	d, store := newTestDailies(t, &log, "X", "HH", "A")
	d.scaleOf = threeRounds
	d.Settle(t.Context(), "game", today)
	if got, _, _ := store.DailyChoice("game", today); got.Attempt != 1 {
		t.Fatalf("the choice is %+v", got)
	}
	d.wait()
	if got, _, _ := store.DailyChoice("game", today); got.Attempt != 1 || got.Grade.String() != "stern@7" {
		t.Errorf("the choice is %+v", got)
	}
}

// TestADailyBegunWhileItIsGradedKeepsItsDeal has another server settle the deal while this one measures candidates.
func TestADailyBegunWhileItIsGradedKeepsItsDeal(t *testing.T) {
	var log bytes.Buffer
	d, store := newTestDailies(t, &log, "HH", "A")
	d.scaleOf, d.store = threeRounds, &overtaken{dailyStore: store}
	d.add(job{d.games[0], today})
	d.wait()
	if got, _, _ := store.DailyChoice("game", today); got.Attempt != 0 || got.Grade.String() != "stern@7" {
		t.Errorf("the choice is %+v", got)
	}
}

// overtaken has its choice made by another server once this one has looked for it.
type overtaken struct {
	*dailyStore
	looked bool
}

func (s *overtaken) DailyChoice(game, day string) (data.DailyChoice, bool, error) {
	if s.looked {
		return s.dailyStore.DailyChoice(game, day)
	}
	s.looked = true
	_, err := s.ChooseDaily(game, day, data.DailyChoice{Winnable: true})
	return data.DailyChoice{}, false, err
}

func TestTheDailiesOfTwoDaysAreChosen(t *testing.T) {
	var log bytes.Buffer
	d, store := newTestDailies(t, &log, "X", "A")
	d.Every()
	d.wait()
	for _, game := range []string{"game", "other", "unsolved"} {
		for _, day := range []string{today, "2026-11-24"} {
			if c, ok, _ := store.DailyChoice(game, day); ok != (game != "unsolved") || ok && c.Attempt != 1 {
				t.Errorf("the daily of %s on %s is %+v, chosen: %t", game, day, c, ok)
			}
		}
	}
	if len(store.choices) != 4 {
		t.Errorf("there are %d choices", len(store.choices))
	}
}

func TestSettleDoesNotWaitForNothing(t *testing.T) {
	var log bytes.Buffer
	d, store := newTestDailies(t, &log, "A")
	d.Settle(context.Background(), "unsolved", today)
	d.Settle(context.Background(), "nothing", today)
	store.err = data.ErrNotFound
	d.Settle(context.Background(), "game", today) // what cannot be read cannot be chosen
	d.wait()
	if !strings.Contains(log.String(), "choose the deal of a daily") {
		t.Errorf("the log has %q", log.String())
	}
	store.deals, store.err = []engine.Code{"P"}, nil
	d.Settle(context.Background(), "game", today)
	d.wait()
	if !strings.Contains(log.String(), "a bug in the solver") {
		t.Errorf("the log has %q", log.String())
	}
	store.choices[arcade.Slot("game", arcade.DailyEvent(today))] = data.DailyChoice{}
	d.Settle(context.Background(), "game", today)
	d.Close()
	d.Settle(context.Background(), "other", today)
	d.wait()
}

func TestARaceCanBeWon(t *testing.T) {
	for _, c := range []struct {
		letters []string
		want    string
		ok      bool
	}{
		{[]string{"", "X"}, "0", true},
		{[]string{"X", "X", ""}, "2", true},
		{[]string{"X"}, "0X", false},
	} {
		config := Config{Searches: search.Places{Limit: make(chan struct{}, 1)}, Code: deals(c.letters...), Log: slog.New(slog.DiscardHandler)}
		if got, ok := Winnable(context.Background(), config, measured{id: "game"}); string(got) != c.want || ok != c.ok {
			t.Errorf("of %q the deal is %s, %t, want %s", c.letters, got, ok, c.want)
		}
		if len(config.Searches.Limit) != 0 {
			t.Error("the search keeps its place")
		}
	}
	config := Config{Searches: search.Places{Limit: make(chan struct{}, 1)}, Code: deals("A"), Log: slog.New(slog.DiscardHandler)}
	if got, ok := Winnable(context.Background(), config, unsolved{}); got != "0A" || ok {
		t.Errorf("of a game without a solver the deal is %s, %t", got, ok)
	}
	config.Searches.Limit <- struct{}{} // never given back
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got, ok := Winnable(ctx, config, measured{id: "game"}); got != "1A" || ok {
		t.Errorf("without a place for the search the deal is %s, %t", got, ok)
	}
}

// TestADailyDoesNotWaitForAPause has the dailies of two days chosen with pauses, and somebody
// come for the last of them.
func TestADailyDoesNotWaitForAPause(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		d, _ := newTestDailies(t, &log, "S")
		d.Every()
		time.Sleep(2 * time.Second)
		begun := time.Now()
		d.Settle(t.Context(), "other", "2026-11-24")
		if got := time.Since(begun); got > 5*time.Second {
			t.Errorf("a daily that takes a second to find took %v", got)
		}
		d.Close()
		d.wait()
	})
}

// TestTheDailiesOfADayThatHasBegunComeFirst has the dailies of two days chosen on a new server.
// Those that players see already are not spread over the day while few play, and until then they say that
// they are being graded.
func TestTheDailiesOfADayThatHasBegunComeFirst(t *testing.T) {
	for _, sessions := range []int{quiet, quiet + 1} {
		synctest.Test(t, func(t *testing.T) {
			var log bytes.Buffer
			d, _ := newTestDailies(t, &log, "S")
			d.config.Sessions = func() int { return sessions }
			d.Every()
			if !d.Grading("game", today) || !d.Grading("other", "2026-11-24") || d.Grading("unsolved", today) {
				t.Error("what is to be graded does not say so")
			}
			time.Sleep(10 * time.Second)
			if got, want := d.Grading("other", today), sessions > quiet; got != want {
				t.Errorf("beside %d sessions, two dailies that take a second each wait longer than ten: %t, want %t", sessions, got, want)
			}
			if !d.Grading("other", "2026-11-24") {
				t.Error("the dailies of tomorrow take all of a core")
			}
			d.Close()
			d.wait()
		})
	}
}
