package words_test

import (
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the machine's own may be missing

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

func TestTheDailyInWords(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{}}
	g := catalog.All()[0]
	code := tuitest.DailyCode(g.Info().ID, "2023-11-14")
	first := g.Deal(code).Moves()[0].String()
	e := env(store, "ABC")
	withEvents(store, &e)

	sees(t, talk(t, e, "daily hop 45", "n", "daily"), "Not now, then.", "1: Hop 45: to be played.")
	got := talk(t, e, "daily", "play hop 45", "a1a4", "a1a4", "daily hop 45", "y", first, "leave", "daily")
	sees(t, got, "Daily of 2023-11-14 (UTC), 1 h 46 min left.", "1: Hop 45: to be played.", "Begin Hop 45, daily 2023-11-14? You play it once, and its clock runs until it ends. yes or no> y", "7: Chessboard: to be played.",
		"Hop 45, daily 2023-11-14: the same deal for everyone, which counts and is played once.", "1: Hop 45: begun, at move 1.")
	if len(store.Open) != 2 || len(store.Open[g.Info().ID].Record.Moves) != 1 {
		t.Errorf("open are %v, want the player's own, too", store.Open)
	}
	got = talk(t, e, "daily hop 45", "new", "no", "finish", "yes", "undo", "history", "new", "leave", "daily hop 45", "daily")
	sees(t, got, "stands where you left it, at move 1", "This game is finished: leave goes to the menu.", "This deal is played once. leave goes to the menu",
		"1: Hop 45, counted, 1 of 27 points, given up, 1 move, ", "seconds in all, daily 2023-11-14, 2023-11-14 22:", "You have played this one.", "1: Hop 45: played,")
	if strings.Contains(got, string(code)) {
		t.Errorf("it gives the deal away:\n%s", got)
	}
	if r := store.Results[0]; r.Event != arcade.DailyEvent("2023-11-14") || r.Class != arcade.Counted {
		t.Errorf("the history has %+v", r)
	}
}

// A daily that was played with help does not read like one without.
func TestAnAssistedDailyReadsAssisted(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{}}
	e := env(store, "ABC")
	withEvents(store, &e)
	first := catalog.All()[0].Deal(tuitest.DailyCode(catalog.All()[0].Info().ID, "2023-11-14")).Moves()[0].String()
	got := talk(t, e, "daily hop 45", "y", first, "hint", "yes", "finish", "yes", "leave", "daily")
	sees(t, got, "1: Hop 45: played, 1 of 27 points, given up, assisted.")
}

// Two sessions that begin a daily or a race at the same moment come to the same round.
func TestAnEventThatAnotherSessionHasJustBegun(t *testing.T) {
	g := catalog.All()[0]
	for begin, event := range map[string]arcade.Event{"daily hop 45": arcade.DailyEvent("2023-11-14"), "race play": arcade.RaceEvent("K7Q2M9")} {
		t.Run(begin, func(t *testing.T) {
			store := &tuitest.Store{}
			e := racing(store, true)
			store.Events.Before = func() {
				if _, _, err := store.Events.Begin(g, event); err != nil {
					t.Error(err)
				}
			}
			code := tuitest.DailyCode(g.Info().ID, "2023-11-14")
			if begin == "race play" {
				code = tuitest.RaceCode("K7Q2M9")
			}
			s := g.Deal(code)
			sees(t, talk(t, e, slices.Concat([]string{begin, "y"}, typed(s, s.Moves()[0]), []string{"leave"})...), "stands where you left it, at move 0", "is kept at move 1")
		})
	}
}

// A daily and a race can be played once: neither ends before its player has said yes,
// with or without a move.
func TestFinishAsksInAnEvent(t *testing.T) {
	for begin, code := range map[string]engine.Code{
		"daily hop 45": tuitest.DailyCode("boardwalk/hop-45", "2023-11-14"), "race play": tuitest.RaceCode("K7Q2M9"),
	} {
		first := catalog.All()[0].Deal(code).Moves()[0].String()
		kind, _, _ := strings.Cut(begin, " ")
		for _, played := range [][]string{{begin, "y"}, {begin, "y", first}, {begin, "y", first, "undo"}, {begin, "y", "leave", begin}} {
			t.Run(strings.Join(played, ", "), func(t *testing.T) {
				store := &tuitest.Store{}
				e := racing(store, true)
				sees(t, talk(t, e, append(played, "finish", "no", "finish", "")...), "Finish this "+kind+" with", "You play it once.", "The game goes on.")
				if len(store.Results) > 0 {
					t.Fatalf("without a yes the history has %+v", store.Results)
				}
				sees(t, talk(t, e, begin, "finish", "yes"), "Finish this "+kind+" with", "is in your history")
				if len(store.Results) != 1 {
					t.Errorf("the history has %+v", store.Results)
				}
			})
		}
	}
}

// A daily that was begun before midnight goes on after it.
//
//abuse:case 24
func TestTheDailyOfYesterdayGoesOnInWords(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{}}
	g := catalog.All()[0]
	first := g.Deal(tuitest.DailyCode(g.Info().ID, "2023-11-14")).Moves()[0].String()
	e := env(store, "ABC")
	withEvents(store, &e)
	talk(t, e, "daily hop 45", "y", first, "leave")
	now := e.Now
	e.Now = func() time.Time { return now().Add(3 * time.Hour) }
	withEvents(store, &e)
	got := talk(t, e, "daily hop 45", "finish", "yes", "daily hop 45", "y")
	sees(t, got, "Hop 45, daily 2023-11-14 stands where you left it, at move 1", "Hop 45, daily 2023-11-15: the same deal")
}

// What the store makes of a round is what is told of it: a daily that ends after its grace
// is practice.
func TestTheEndTellsWhatTheStoreMadeOfTheRound(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{}, OnFinish: func(r *arcade.Result) { r.Class = arcade.Practice }}
	first := catalog.All()[0].Deal(tuitest.DailyCode(catalog.All()[0].Info().ID, "2023-11-14")).Moves()[0].String()
	e := env(store)
	withEvents(store, &e)
	sees(t, talk(t, e, "daily hop 45", "y", first, "finish", "yes"), "is in your history: 1 of 27 points, given up, practice, ")
}

// A daily that was open when its time was over is no other session's.
func TestTheTimeOfADailyIsOverInWords(t *testing.T) {
	g := catalog.All()[0]
	moves := g.Deal(tuitest.DailyCode(g.Info().ID, "2023-11-14")).Moves()
	store := &hookedStore{Store: tuitest.Store{Events: &tuitest.Events{}}, at: 1}
	e := env(store)
	now := e.Now
	later := time.Duration(0)
	e.Now = func() time.Time { return now().Add(later) }
	withEvents(&store.Store, &e)
	store.happens = func(s *tuitest.Store) {
		later = 3 * time.Hour
		slot := arcade.Slot(g.Info().ID, arcade.DailyEvent("2023-11-14"))
		saved, rev, err := s.Saved(slot)
		if err == nil {
			_, err = s.Finish(saved.Result(saved.Score, e.Now().UnixMilli()), rev)
		}
		if err != nil {
			t.Error(err)
		}
	}
	got := talk(t, e, "daily hop 45", "y", moves[0].String(), "undo", "leave")
	sees(t, got, "This daily is over: a game still open has ended as practice. leave leaves it.",
		"Hop 45, daily 2023-11-14 is left.")
	if strings.Contains(got, "another session") {
		t.Errorf("it is said to be elsewhere:\n%s", got)
	}
}

// Yesterday is the server's, also after a night in which its zone's clocks were set back.
func TestYesterdayIsOfUTCInWords(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	store := &tuitest.Store{Events: &tuitest.Events{}}
	g := catalog.All()[0]
	first := g.Deal(tuitest.DailyCode(g.Info().ID, "2024-10-26")).Moves()[0].String()
	e := env(store, "ABC")
	at := func(day int) {
		e.Now = func() time.Time { return time.Date(2024, 10, day, 12, 0, 0, 0, time.UTC).In(zone) }
		withEvents(store, &e)
	}
	at(26)
	talk(t, e, "daily hop 45", "y", first, "leave")
	at(27)
	sees(t, talk(t, e, "daily hop 45"), "Hop 45, daily 2024-10-26 stands where you left it, at move 1")
}

// The end of a daily offers no other deal.
func TestTheEndOfADailyInWords(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{}}
	e := env(store)
	withEvents(store, &e)
	r := over(t, tuitest.DailyCode(catalog.All()[0].Info().ID, "2023-11-14"))
	script := []string{"daily hop 45", "y"}
	for _, m := range r.Record().Moves {
		script = append(script, m.String())
	}
	got := talk(t, e, script...)
	sees(t, got, "The game is over: no move is left.", "finish ends it, leave ends it and goes to the menu.")
	if strings.Contains(got, "new deals another") {
		t.Errorf("it offers another deal:\n%s", got)
	}
}

// withEvents gives an env the events of a store.
func withEvents(store *tuitest.Store, e *session.Ports) { e.Events = store.Events.Attach(store, e.Now) }

// The result of a daily is there to paste, and past days have their boards.
func TestADailyToPasteAndPastDays(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{Streaks: map[string][2]int{"boardwalk/hop-45": {3, 4}}}, Accounts: &tuitest.Accounts{}}
	e := env(store)
	e.Accounts, e.Command = store.Accounts, "ssh HOST"
	withEvents(store, &e)
	first := catalog.All()[0].Deal(tuitest.DailyCode("boardwalk/hop-45", "2023-11-14")).Moves()[0].String()
	got := talk(t, e, "daily share hop 45", "daily hop 45", "y", first, "finish", "yes", "daily share hop 45", "daily hop 45 2023-11-13", "daily 2023-11-13", "daily hop 45 2033-01-01")
	sees(t, got, "You have finished no daily of 2023-11-14.", "Hop 45, daily 2023-11-14", "1/27, given up, ", "....+....", "3 days in a row", "play it: ssh -t HOST daily",
		"Daily of 2023-11-13 (UTC), over: its deals can be practised. 1: Hop 45: not played", "Nobody is on this board yet.", "Its deal can be practised: deal Hop 45 "+string(tuitest.DailyCode("boardwalk/hop-45", "2023-11-13")), "2: Boardwalk Hopscotch: not played.", "That day has not come yet.")
}

func TestADailyThatIsNotGradedYetSaysSo(t *testing.T) {
	store := &tuitest.Store{Events: &tuitest.Events{Grading: []string{catalog.All()[0].Info().ID}}}
	e := env(store)
	withEvents(store, &e)
	sees(t, talk(t, e, "daily"), "1: Hop 45, not graded yet: to be played.", "2: Boardwalk Hopscotch: to be played.")
}
