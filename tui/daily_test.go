package tui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
)

// aDay is the day on which robots play: their clocks start on it at 22:13:20.
const aDay = "2023-11-14"

// aDayMillis is a day in milliseconds.
const aDayMillis = 24 * 60 * 60 * 1000

// withDailies returns the store of a player who has played nothing, in an arcade with
// dailies.
func withDailies(*testing.T) *tuitest.Store { return &tuitest.Store{Events: &tuitest.Events{}} }

// someDailies returns the store of a player who has played some dailies of aDay and of
// the day before.
func someDailies(t *testing.T) *tuitest.Store {
	store := withDailies(t)
	store.Events.Streaks = map[string][2]int{"boardwalk/scotsi": {3, 12}, "boardwalk/lucky-seven": {2, 2}, "chessboard": {0, 4}}
	store.Events.Kinds = map[string]grade.Kind{"boardwalk/hop-45": grade.Stern, "boardwalk/hopscotch": grade.Winnable, "boardwalk/lucky-seven": grade.Gentle}
	store.Events.Streaks[""] = [2]int{3, 12}
	store.Events.Turnout = map[string][2]int{"boardwalk/hop-45": {0, 4}, "boardwalk/scotsi": {2, 105}, "chessboard": {0, 1}}
	yesterday, today := "2023-11-13", aDay
	for _, played := range []struct {
		game string
		day  string
		r    arcade.Result
	}{
		{"boardwalk/scotsi", yesterday, arcade.Result{Score: engine.Score{Points: 31, Max: 52, Won: true}, Class: arcade.Counted, Millis: 240_000}},
		{"chessboard", yesterday, arcade.Result{Score: engine.Score{Points: 9, Max: 52}, Class: arcade.Counted, Millis: 61_000}},
		{"boardwalk/scotsi", today, arcade.Result{Score: engine.Score{Points: 44, Max: 52, Won: true}, Class: arcade.Counted, Millis: 180_000}},
		{"boardwalk/lucky-seven", today, arcade.Result{Score: engine.Score{Points: 20, Max: 52}, Class: arcade.Assisted, Tally: engine.Tally{Hints: 1}}},
	} {
		addDaily(t, store, played.game, played.day, played.r)
	}
	return store
}

// addDaily adds the result of the daily of a game on a day.
func addDaily(t *testing.T, store *tuitest.Store, game, day string, r arcade.Result) {
	t.Helper()
	g, _ := catalog.All().Find(game)
	info := g.Info()
	r.Record = engine.Record{Game: info.ID, Version: info.Version, Code: tuitest.DailyCode(info.ID, day)}
	r.Event, r.Ended = arcade.DailyEvent(day), dayAt(t, day, 20)
	addResult(store, r)
}

// aMonth returns the store of a player who has played Scotsi's daily on some days of two months.
func aMonth(t *testing.T) *tuitest.Store {
	store := someDailies(t)
	for day, points := range map[string]int{"2023-10-30": 44, "2023-11-01": 52, "2023-11-02": 12, "2023-11-11": 52} {
		addDaily(t, store, "boardwalk/scotsi", day, arcade.Result{
			Score: engine.Score{Points: points, Max: 52, Won: points > 20, Perfect: points == 52}, Class: arcade.Counted,
		})
	}
	return store
}

// The calendar has a sign for each day of a month up to today, by how the chosen game went.
func TestTheCalendarShowsHowEachDayWent(t *testing.T) {
	r := tuitest.New(t, aMonth(t), catalog.All())
	r.Press("D", "down", "down", "down", "c")
	r.Sees("Scotsi, November 2023", "1★   2o   3-", "11★  12-", "13☆  14☆  15   16", "★ perfect, ☆ won, o lost, - unplayed")
	r.Press("q", "m", "c")
	r.Sees("Scotsi, October 2023", "30☆  31-", "☆ won, - unplayed")
	unseen(t, r, "perfect", "lost")
	r.Press("q", "t", "up", "c")
	r.Sees("Lucky Seven, November 2023", "13-  14o  15")

	store := aMonth(t)
	store.Accounts = &tuitest.Accounts{Player: arcade.Account{Known: true, Since: time.UnixMilli(dayAt(t, "2023-11-02", 20))}}
	r = tuitest.New(t, store, catalog.All())
	r.Press("D", "down", "down", "down", "c")
	r.Sees("1    2o   3-") // nothing before the account

	store = aMonth(t)
	r = tuitest.New(t, store, catalog.All())
	r.Press("D")
	store.Events.Err = errors.New("the disk is full")
	r.Press("c")
	r.Sees("The disk is full.", "Hop 45")
}

// dayAt returns an hour of a day in Unix milliseconds.
func dayAt(t *testing.T, day string, hour int) int64 {
	t.Helper()
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		t.Fatal(err)
	}
	return at.Add(time.Duration(hour) * time.Hour).UnixMilli()
}

// lastOf returns the newest result in a store.
func lastOf(t *testing.T, store *tuitest.Store) arcade.Result {
	t.Helper()
	if len(store.Results) == 0 {
		t.Fatal("nothing is in the history")
	}
	return store.Results[len(store.Results)-1]
}

// A daily is begun by Enter or a click, and a yes after it: no deal shows before that, and its clock stands.
func TestADailyAsksBeforeItBegins(t *testing.T) {
	const asks = "Begin the daily of Hop 45? You play it once, and its clock runs until it ends."
	for _, how := range []func(r *tuitest.Robot){
		func(r *tuitest.Robot) { r.Press("D", "enter") },
		func(r *tuitest.Robot) { r.Press("D", "enter", "enter", "space") },
		func(r *tuitest.Robot) { r.Press("D"); r.Click("Hop 45"); r.Click("Hop 45") },
	} {
		store := withDailies(t)
		r := tuitest.New(t, store, catalog.All())
		how(r)
		said(t, r, asks)
		if len(store.Open) > 0 {
			t.Errorf("before the answer %v is open", store.Open)
		}
		r.Press("n")
		unseen(t, r, "Begin the daily", "moves 0")
		r.Press("enter", "y")
		r.Sees("daily "+aDay, "moves 0")
		r.Press("q", "enter")
		r.Sees("daily "+aDay, "moves 0") // it was begun: no question
	}
	r := tuitest.New(t, withDailies(t), catalog.All())
	r.Press("D", "enter")
	r.Clock += aDayMillis
	r.Tick()
	unseen(t, r, "Begin the daily") // it was about yesterday's
}

func TestTheDailyIsPlayedOnceBesideTheOpenGame(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	g := catalog.All()[hop45]
	id := g.Info().ID
	r.Press("enter")
	play(r, line(t, g, "R1", 2)...)
	r.Press("q", "D", "enter", "y")
	r.Sees("daily "+aDay, "moves 0")
	unseen(t, r, "a fresh deal")
	words := line(t, g, tuitest.DailyCode(id, aDay), 4)
	play(r, words[:2]...)
	r.Press("q")
	r.Sees("open at move 2") // the other one
	r.Press("D")
	r.Sees("open at move 2")
	r.Press("enter")
	r.Sees("moves 2", "daily "+aDay)
	play(r, words[2:]...)
	r.Press("g", "y")
	r.Sees("Others can still play this deal")
	unseen(t, r, string(tuitest.DailyCode(id, aDay)), "a new deal", "as practice")
	got := lastOf(t, store)
	if got.Event != arcade.DailyEvent(aDay) || got.Class != arcade.Counted || got.Record.Code != tuitest.DailyCode(id, aDay) {
		t.Errorf("the history has %+v", got)
	}
	if len(store.Open) != 1 || len(store.Open[id].Record.Moves) != 2 {
		t.Errorf("open are %+v, want the player's own", store.Open)
	}
	for _, key := range []string{"n", "r"} {
		r.Press("esc", key)
		r.Sees("This deal is played once. q goes to the ", "moves 4")
	}
	r.Press("u")
	r.Sees("This game is finished: q goes to the daily.")
	r.Press("q")
	r.Sees("/27 0:", "Enter watch yours")
	r.Press("enter") // it shows what was played
	r.Sees("replay", "daily "+aDay)
	unseen(t, r, "p practise")
	if len(store.Results) != 1 {
		t.Errorf("%d results", len(store.Results))
	}
}

// The lobby mentions a daily that was begun, and D leads to it.
func TestTheLobbyTellsOfADailyThatIsOpen(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	unseen(t, r, "goes there")
	g := catalog.All()[3]
	r.Press("D", "j", "j", "j", "enter", "y")
	play(r, line(t, g, tuitest.DailyCode(g.Info().ID, aDay), 2)...)
	r.Sees("q daily")
	r.Press("q")
	r.Sees("open at move 2")
	r.Press("q")
	r.Sees("Your daily of " + g.Info().Name + " is open at move 2: c goes there.")
	r.Resize(40, 12)
	r.Sees("Your daily is open: c.")
	r.Resize(80, 24)
	r.Press("c")
	r.Sees("daily "+aDay, "moves 2")
	r.Press("q", "q")
	r.Press("D", "enter")
	r.Sees("daily "+aDay, "moves 2")
	r.Press("g", "y", "q", "q")
	r.Sees("Boardwalk Arcade")
	unseen(t, r, "goes there")
}

// A replay of a secret deal does not give the deal away.
func TestASecretDealIsNotGivenAway(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	g := catalog.All()[hop45]
	code := tuitest.DailyCode(g.Info().ID, aDay)
	r.Press("D", "enter", "y")
	play(r, line(t, g, code, 3)...)
	r.Press("g", "y", "w")
	r.Sees("replay, daily "[:6], "daily "+aDay)
	for _, key := range []string{"p", "e"} {
		r.Press(key)
		said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
		r.Sees("replay")
		unseen(t, r, string(code))
	}
	r.Clock += aDayMillis
	r.Press("e")
	r.Sees(string(code))
}

// A deal from before midnight belongs to its day, however late it is played.
//
//abuse:case 24
func TestTheDailyBelongsToTheDayItWasDealt(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	g := catalog.All()[hop45]
	words := line(t, g, tuitest.DailyCode(g.Info().ID, aDay), 6)
	r.Press("D", "enter", "y")
	r.Clock += 2 * 60 * 60 * 1000 // it is tomorrow
	play(r, words[:3]...)
	r.Sees("daily " + aDay)
	r.Press("q")
	r.Sees("2023-11-14", "open at move 3", "Enter go on")
	r.Press("right")
	r.Sees("2023-11-15", "to be played")
	r.Press("left")
	r.Sees("open at move 3", "Enter go on")
	r.Press("enter")
	play(r, words[3:]...)
	r.Press("g", "y")
	if got := lastOf(t, store); got.Event != arcade.DailyEvent(aDay) || len(got.Record.Moves) != 6 || got.Class != arcade.Counted {
		t.Errorf("the history has %+v", got)
	}
	r.Press("q", "right", "enter", "y")
	r.Sees("daily 2023-11-15", "moves 0") // and today has its own
}

//abuse:case 18
func TestPastDailiesArePractice(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	g := catalog.All()[hop45]
	code := tuitest.DailyCode(g.Info().ID, "2023-11-13")
	r.Press("D", "right")
	r.Sees("That day has not come yet.")
	r.Press("left")
	r.Sees("This day is over", "Enter practise", "not played")
	r.Press("enter")
	r.Sees("practice " + string(code))
	play(r, line(t, g, code, 2)...)
	r.Press("g", "y")
	if got := lastOf(t, store); got.Event != "" || got.Class != arcade.Practice || got.Record.Code != code {
		t.Errorf("the history has %+v", got)
	}
}

// A list that was open at midnight does not give out the new day's deal as the old day's.
//
//abuse:case 24
func TestTheListKnowsThatItIsTomorrow(t *testing.T) {
	r := tuitest.New(t, withDailies(t), catalog.All())
	r.Press("D")
	r.Sees(aDay+" (UTC), 1 h 46 min left", "Enter play")
	r.Clock += 2 * 60 * 60 * 1000
	r.Sees("This day is over. Games begun in time can be finished until 01:00 UTC", "not played")
	r.Press("t")
	r.Sees("2023-11-15 (UTC), 23 h 46 min left", "Enter play")
}

// The list turns to the new day at midnight, unless another day shows or the player has come back to it since.
func TestTheListTurnsAtMidnight(t *testing.T) {
	const today = "2023-11-15 (UTC), 23 h 46 min left"
	r := tuitest.New(t, withDailies(t), catalog.All())
	r.Press("D")
	r.Clock += 2 * 60 * 60 * 1000
	r.Tick()
	r.Sees(today, "to be played", "Enter play")
	if r.Wait != time.Minute {
		t.Errorf("the next minute comes in %v", r.Wait)
	}
	r.Clock += aDayMillis - r.Clock%aDayMillis - 5000 // before midnight
	r.Press("q", "D")
	if r.Wait > 5*time.Second {
		t.Errorf("midnight comes in %v", r.Wait)
	}
	r.Press("left")
	r.Clock += aDayMillis
	r.Tick()
	r.Sees("Daily", "2023-11-14", "Enter practise")
}

// In the hour after its day a daily is finished by those who have begun it, and its deal stays secret.
func TestTheHourAfterTheDay(t *testing.T) {
	r := tuitest.New(t, withDailies(t), catalog.All())
	g := catalog.All()[hop45]
	r.Press("D", "enter", "y")
	play(r, line(t, g, tuitest.DailyCode(g.Info().ID, aDay), 3)...)
	r.Clock += 2 * 60 * 60 * 1000
	r.Press("g", "y", "q")
	r.Sees("can be finished until 01:00 UTC", "given up", "Enter watch yours")
	unseen(t, r, "Time up", "g finish", "e explore")
	for _, keys := range []string{"e", "down enter"} {
		r.Press(strings.Fields(keys)...)
		said(t, r, "Others can still play this deal: come back once the daily of 2023-11-14 is over for those who began it, on 2023-11-15 at 01:00 (UTC).")
		unseen(t, r, "practise  ", "e explore")
	}
	r.Clock += 60 * 60 * 1000
	r.Sees("This day is over: its boards are final", "Enter practise", "e explore")
}

func TestTheBoardOfADaily(t *testing.T) {
	store := ann(t)
	store.Events = &tuitest.Events{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "left", "B")
	r.Sees("Leaderboards", "daily 2023-11-13", "Nobody is on this board yet.")
	r.Press("b")
	r.Sees("fastest perfect, each player's best")
}

func TestSessionsWithoutDailiesSaySo(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	unseen(t, r, "D daily")
	r.Press("D")
	r.Sees("There is no daily in this session.")
}

// An error is reported on the screen where the player is by then.
func TestADailyThatCannotBeRead(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("D")
	store.Events.Err = errors.New("the disk is away")
	r.Press("enter", "y")
	r.Sees("The disk is away.", "Daily")
	r.Press("q", "D")
	r.Sees("The disk is away.", "Daily")
	if strings.Contains(r.Screen(), "to be played") {
		t.Error("it shows what it has not read")
	}
}

// A session that was parked at a daily comes back to it.
func TestASessionOpensAtItsDaily(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	id := catalog.All()[hop45].Info().ID
	r.Press("D", "enter", "y")
	play(r, line(t, catalog.All()[hop45], tuitest.DailyCode(id, aDay), 2)...)
	again := tuitest.NewAt(t, store, catalog.All(), arcade.Slot(id, arcade.DailyEvent(aDay)))
	again.Sees("daily "+aDay, "moves 2")
	again.Press("q")
	again.Sees("Boardwalk Arcade")
}

// What the store makes of a round is what the end says of it: a daily that ends after its
// grace is practice.
func TestTheEndSaysWhatTheStoreMadeOfTheRound(t *testing.T) {
	store := withDailies(t)
	store.OnFinish = func(r *arcade.Result) { r.Class = arcade.Practice }
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	play(r, line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 2)...)
	r.Press("g", "y")
	rest(r)
	r.Sees("Practice: you chose the deal, or knew it")
	unseen(t, r, "It counts")
}

// The end of a daily says the player's place, and leads to its board.
func TestTheEndOfADailySaysThePlace(t *testing.T) {
	store := withDailies(t)
	store.Accounts = &tuitest.Accounts{}
	store.Events.Turnout = map[string][2]int{"boardwalk/hop-45": {2, 7}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	play(r, line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 2)...)
	r.Press("g", "y")
	rest(r)
	r.Sees("It counts for daily "+aDay+".", "Place 2 of 7 in this daily.")
	r.Press("B")
	r.Sees("Leaderboards", "daily "+aDay)
}

// A daily that was open when its time was over is no other session's.
func TestTheTimeOfADailyIsOver(t *testing.T) {
	store := withDailies(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	words := line(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay), 1)
	slot := arcade.Slot("boardwalk/hop-45", arcade.DailyEvent(aDay))
	saved, rev, err := store.Saved(slot)
	if err == nil {
		_, err = store.Finish(saved.Result(saved.Score, r.Clock), rev)
	}
	if err != nil {
		t.Fatal(err)
	}
	r.Clock += 3 * 60 * 60 * 1000
	play(r, words...)
	r.Sees("This daily is over: a game still open has ended as", "practice. q leaves it.")
	r.Press("q")
	r.Sees("This day is over: its boards are final")
}

// Two sessions that begin a daily at the same moment come to the same round.
func TestADailyThatAnotherSessionHasJustBegun(t *testing.T) {
	store := withDailies(t)
	g := catalog.All()[hop45]
	event := arcade.DailyEvent(aDay)
	store.Events.Before = func() {
		if _, _, err := store.Events.Begin(g, event); err != nil {
			t.Error(err)
		}
	}
	r := tuitest.New(t, store, catalog.All())
	r.Press("D", "enter", "y")
	r.Sees("daily "+aDay, "moves 0")
	play(r, line(t, g, tuitest.DailyCode(g.Info().ID, aDay), 1)...)
	r.Sees("moves 1 ")
	if got := store.Open[arcade.Slot(g.Info().ID, event)]; len(got.Record.Moves) != 1 {
		t.Errorf("the store has %+v", got)
	}
}

// TestTheLobbySaysHowHardTheDailyIs also looks at a daily that was played, and at one of which
// nothing is known.
func TestTheLobbySaysHowHardTheDailyIs(t *testing.T) {
	r := tuitest.New(t, someDailies(t), catalog.All())
	r.Sees("Today's daily (D) is stern: second hardest quarter of this game's deals.")
	r.Press("down")
	r.Sees("Today's daily (D) can be won.")
	for _, key := range []string{"down", "end"} {
		if r.Press(key); strings.Contains(r.Screen(), "Today's daily") {
			t.Errorf("of a daily that was played, or of which nothing is known:\n%s", r.Screen())
		}
	}
}

// A daily is played once: there a typed move that gives columns up for good is warned of, and wants
// another Enter. Elsewhere Enter plays it.
func TestATypedMoveOfADailyIsWeighed(t *testing.T) {
	g := catalog.All()[hop45]
	s := g.Deal(tuitest.DailyCode(g.Info().ID, aDay))
	var closing, harmless engine.Move
	for _, m := range s.Moves() {
		if s.(engine.Warner).Warning(m) != "" {
			closing = m
		} else {
			harmless = m
		}
	}
	for _, c := range []struct {
		move   engine.Move
		enters int
	}{{closing, 2}, {harmless, 1}} {
		r := tuitest.New(t, withDailies(t), catalog.All())
		r.Press("D", "enter", "y")
		r.Press("t")
		r.Type(c.move.String())
		for n := range c.enters {
			r.Sees("moves 0 ")
			if n == 1 {
				r.Sees(c.move.String() + "_  " + engine.Warning(s, c.move) + " Enter again plays it.")
			}
			r.Press("enter")
		}
		r.Sees("moves 1 ")
	}
	r := deal(t, hop45, string(tuitest.DailyCode(g.Info().ID, aDay)))
	play(r, closing.String())
	r.Sees("moves 1 ")
}

// At the first move of all, one that gives columns up for good wants another Enter. Whoever has finished a game of several
// moves is told of it below the board.
func TestTheFirstMoveOfANewcomerIsWeighed(t *testing.T) {
	g, closing := firstClosing("R1")
	brief := &tuitest.Store{}
	addResult(brief, arcade.Result{Record: engine.Record{Game: g.Info().ID, Moves: []engine.Move{closing}}, Score: engine.Score{Points: 1, Max: 27}})
	for _, c := range []struct {
		store  *tuitest.Store
		enters int
	}{{&tuitest.Store{}, 2}, {brief, 2}, {played(1), 1}} {
		r := tuitest.New(t, c.store, catalog.All())
		r.Press(append(toGame(t, g.Info().ID), "enter", "t")...)
		r.Type(closing.String())
		r.Sees(engine.Warning(g.Deal("R1"), closing))
		for range c.enters {
			r.Sees("moves 0 ")
			r.Press("enter")
		}
		r.Sees("moves 1 ")
	}
}

// Only what repeats the move that was warned of plays it. Any other key or click ends the waiting, and one on the card puts
// it down.
func TestOnlyTheSameMovePlaysWhatWasWarnedOf(t *testing.T) {
	g, closing := firstClosing("R1")
	from, to := closing.From.String(), closing.To.String()
	weighed := func() *tuitest.Robot {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Press(append(toGame(t, g.Info().ID), "enter", "t")...)
		r.Type(closing.String())
		r.Press("enter")
		r.Sees("Enter again plays it.", "moves 0 ")
		return r
	}
	marked := func() *tuitest.Robot {
		r := weighed()
		r.Press("esc")
		clickPlace(r, from)
		clickPlace(r, to)
		r.Sees("Another click there plays it.", "moves 0 ")
		return r
	}
	for _, keys := range []string{"u", "U", "u U", "v", "m", "left right"} {
		r := marked()
		r.Press(strings.Fields(keys)...)
		unseen(t, r, "Another click there plays it.")
		clickPlace(r, to)
		r.Sees("moves 0 ")
		r = marked()
		r.Press(strings.Fields(keys)...)
		clickPlace(r, from)
		r.Sees("moves 0 ")
	}
	r := marked()
	clickPlace(r, from)
	r.Sees("moves 0 ")
	unseen(t, r, "Another click there plays it.")
	clickPlace(r, from)
	clickPlace(r, to)
	r.Sees("Another click there plays it.", "moves 0 ")
	clickPlace(r, to)
	r.Sees("moves 1 ")
	r = weighed()
	r.Press("enter")
	r.Sees("moves 1 ")
	r = weighed()
	r.Press("esc")
	dragPlace(r, from, to)
	r.Sees("Another click there plays it.", "moves 0 ")
	dragPlace(r, from, to)
	r.Sees("moves 1 ")
}

// Whoever clicks sees no plan of the move that the click completes: in an event, or at the first move of a game, one that
// gives something up for good takes another click. Keys show the plan before.
func TestAClickIsWarnedOfWhatItGivesUp(t *testing.T) {
	g, closing := firstClosing("R1")
	from, to := closing.From.String(), closing.To.String()
	r := tuitest.New(t, played(15), catalog.All())
	r.Press(append(toGame(t, g.Info().ID), "enter")...)
	clickPlace(r, from)
	clickPlace(r, to)
	r.Sees(engine.Warning(g.Deal("R1"), closing)+" Another click there plays it.", "moves 0 ")
	clickPlace(r, to)
	r.Sees("moves 1 ")
}

// firstClosing returns the first game whose deal of a code has a first move that closes columns for good, and that move.
func firstClosing(code engine.Code) (engine.Game, engine.Move) {
	for _, g := range catalog.All() {
		s := g.Deal(code)
		for _, m := range s.Moves() {
			if engine.Warning(s, m) != "" {
				return g, m
			}
		}
	}
	return nil, engine.Move{}
}

// A daily whose grade is being worked out says so, and is not blank.
func TestADailyThatIsNotGradedYetSaysSo(t *testing.T) {
	store := withDailies(t)
	store.Events.Grading = []string{"boardwalk/hop-45"}
	r := tuitest.New(t, store, catalog.All())
	r.Press("D")
	r.Sees("Hop 45               grading  to be played", caption.GradingNote)
}

// What was said of a key goes with the next one, also where that ends the game.
func TestASentenceGoesWithItsKey(t *testing.T) {
	r := tuitest.New(t, withDailies(t), catalog.All())
	r.Press("D", "enter", "y")
	play(r, line(t, catalog.All()[hop45], tuitest.DailyCode(catalog.All()[hop45].Info().ID, aDay), 3)...)
	r.Press("y")
	r.Sees("once the daily is finished; g finishes it.")
	r.Press("g", "y")
	r.Sees("y copy")
	unseen(t, r, "g finishes it")
}
