package words_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A hall is a company whose signals come from the test.
type hall struct {
	tuitest.Company
	heard chan arcade.Heard
	news  chan arcade.News
	life  context.Context // of the watch of signals, nil if there was none
	took  chan struct{}   // receives when the session asks for the next signal
}

func newHall() *hall {
	h := &hall{heard: make(chan arcade.Heard), news: make(chan arcade.News), took: make(chan struct{}, 10)}
	h.Here = []arcade.Person{
		{Nick: "me", Own: true, Doing: arcade.Here},
		{Nick: "ann", Doing: arcade.Playing, Game: catalog.All()[0].Info().ID},
		{Nick: "bob", Doing: arcade.Playing, Game: catalog.All()[1].Info().ID, Daily: true, Idle: 3 * time.Minute},
		{Doing: arcade.Watching},
		{Nick: "cat", Doing: arcade.Racing},
		{Doing: arcade.Here, Idle: 2 * time.Hour},
	}
	h.Follows = []arcade.Followed{{ID: "ann", Nick: "ann"}}
	return h
}

// Heard implements arcade.Company.
func (h *hall) Heard(ctx context.Context) arcade.Watch[arcade.Heard] {
	h.life = ctx
	return hearing{ctx, h}
}

type hearing struct {
	ctx  context.Context
	hall *hall
}

// Next implements arcade.Watch.
func (w hearing) Next() (arcade.Heard, bool) {
	w.hall.took <- struct{}{}
	select {
	case heard := <-w.hall.heard:
		return heard, true
	case <-w.ctx.Done():
		return arcade.Heard{}, false
	}
}

// News implements arcade.Company.
func (h *hall) News(ctx context.Context) (arcade.Watch[arcade.News], error) {
	return coming{ctx, h.news}, nil
}

type coming struct {
	ctx  context.Context
	news chan arcade.News
}

// Next implements arcade.Watch.
func (c coming) Next() (arcade.News, bool) {
	select {
	case news := <-c.news:
		return news, true
	case <-c.ctx.Done():
		return arcade.News{}, false
	}
}

// One line says who has come of those whom one follows, at once in the menu, and nothing of those who were here.
func TestSomebodyComesInWords(t *testing.T) {
	company := newHall()
	e := env(&tuitest.Store{}, "ABC")
	e.Company = company
	d := newDialogue(t, e)
	at := func(second int64, nicks ...string) (now arcade.News) {
		now.At = time.Unix(second, 0)
		for i, nick := range nicks {
			now.Here = append(now.Here, arcade.Person{Nick: nick, Came: time.Unix(int64(i+1), 0)})
		}
		return now
	}
	company.news <- at(1, "ann")
	company.news <- at(1, "ann") // the first is taken by now
	d.types("following")
	d.does(func() { company.news <- at(2, "ann", "bob") })
	sees(t, d.screen(), "Menu> bob is here. Menu>")
	d.types("play 1")
	company.news <- at(3, "ann", "bob", "cat")
	company.news <- at(3, "ann", "bob", "cat")
	d.types("look")
	d.types("leave")
	d.types("follow dan")
	company.news <- at(4, "ann", "bob", "cat", "dan")
	company.news <- at(4, "ann", "bob", "cat", "dan")
	d.types("following")
	d.does(func() { company.news <- at(6, "ann", "bob", "cat", "dan", "eve", "fay") })
	_ = d.typed.Close()
	if err := <-d.ended; err != nil {
		t.Error(err)
	}
	if got := d.screen(); strings.Count(got, " here.") != 2 || !strings.Contains(got, "Menu> \neve and fay are here.\nMenu> ") {
		t.Errorf("the session is\n%s", got)
	}
}

// Who is here, whom one follows, and signals: what a player in words reads of others.
func TestCompanyInWords(t *testing.T) {
	g := catalog.All()[0]
	tables, company := &others{scenes: make(chan *arcade.Scene, 1)}, newHall()
	tables.Live = []arcade.LiveTable{{Number: 7, Player: "ann", Game: g.Info().ID}}
	e := env(&tuitest.Store{})
	e.Spectators, e.Company, e.Accounts = tables, company, &tuitest.Accounts{Player: arcade.Account{Known: true, Private: true}}
	d := newDialogue(t, e)
	hears := func(from string, s arcade.Signal) {
		<-company.took
		company.heard <- arcade.Heard{From: from, Signal: s}
		<-company.took // it is kept by now
		company.took <- struct{}{}
	}
	d.types("who")
	d.types("who ann")
	d.types("who nobody")
	d.types("follow")
	d.types("follow nobody")
	d.types("follow dan")
	d.types("following")
	d.types("unfollow ann")
	d.types("unfollow dan")
	d.types("following")
	d.types("signal good game")
	d.types("signal")
	tables.scenes <- scene(t, g)
	d.types("watch ann")
	d.types("signal 2")
	d.types("signal Thanks")
	d.types("signal hello")
	company.Err = errors.New("nobody is there to get a signal now")
	d.types("signal 1")
	hears("bob", arcade.GoodGame)
	hears("ann", arcade.Thanks)
	d.types("who is here")
	d.types("settings signals off")
	if company.life.Err() == nil {
		t.Error("signals are still taken")
	}
	d.types("settings signals on")
	if company.life.Err() != nil {
		t.Error("signals are not taken again")
	}
	d.types("stop")
	_ = d.typed.Close()
	if err := <-d.ended; err != nil || company.life.Err() == nil {
		t.Errorf("it ends with %v, and takes signals: %v", err, company.life.Err())
	}
	if got := company.Sent; len(got) != 2 || got[0] != (tuitest.Sent{Signal: arcade.WellPlayed, To: arcade.Audience{Table: 7, Player: "ann"}}) {
		t.Errorf("sent are %v", got)
	}
	golden(t, "company", d.screen())
}

// Signals go to the others in a race from its room, too: before it is played, and at its results.
func TestSignalsFromTheRoomOfARace(t *testing.T) {
	store, company := &tuitest.Store{}, newHall()
	e := racing(store, false)
	e.Company = company
	d := newDialogue(t, e)
	d.types("signal 3")
	if len(company.Sent) > 0 {
		t.Errorf("sent are %v", company.Sent)
	}
	d.types("race")
	room := store.Races.Watch.Life
	d.types("signal 3")
	store.Races.List[0].Over = true
	d.types("race")
	d.types("signal good game")
	to := arcade.Audience{Race: "K7Q2M9"}
	if got := company.Sent; len(got) != 2 || got[0] != (tuitest.Sent{Signal: arcade.GoodLuck, To: to}) || got[1] != (tuitest.Sent{Signal: arcade.GoodGame, To: to}) {
		t.Errorf("sent are %v:\n%s", got, d.screen())
	}
	if room.Err() != nil {
		t.Error("the room was left")
	}
	_ = d.typed.Close()
	if err := <-d.ended; err != nil || room.Err() == nil {
		t.Errorf("it ends with %v, and is in the room still: %v", err, room.Err() == nil)
	}
	sees(t, d.screen(), "You can signal those who watch you, the player you watch, or your rivals in a race: race takes you there.", "You to all in the race: good luck.", "You to all in the race: good game.")
}

// The word goal tells what a game is about: one that is named, the one on the table, or the one
// that was named last.
func TestGoal(t *testing.T) {
	hop, cheshire := catalog.All()[0], catalog.All()[4]
	got := talk(t, env(&tuitest.Store{}, "ABC"), "goal", "goal hop 45", "goal "+cheshire.Info().ID, "play 1", "goal", "goal poker", "leave", "help goal")
	sees(t, got, "what a game is about", `There is no game "poker"`)
	flat := strings.Join(strings.Fields(got), " ")
	for aim, times := range map[string]int{hop.Info().Aim.Full: 2, cheshire.Info().Aim.Full: 1} {
		if n := strings.Count(flat, aim); n < times {
			t.Errorf("it says %d times %q:\n%s", n, aim, got)
		}
	}
}

// What goes on between players is said in sentences, and nobody is named whom the player does not follow.
func TestOthersInWords(t *testing.T) {
	store := &tuitest.Store{}
	e := env(store)
	company := newHall()
	company.Here = []arcade.Person{{Nick: "me", Own: true}, {Nick: "ann", Doing: arcade.Here}, {Doing: arcade.Here}}
	e.Company = company
	e.Events = (&tuitest.Events{Turnout: map[string][2]int{"boardwalk/scotsi": {2, 105}}}).Attach(store, e.Now)
	e.Accounts = &tuitest.Accounts{Boards: map[arcade.Leaderboard][]arcade.Standing{
		{Game: "boardwalk/scotsi", Class: arcade.Counted, Kind: arcade.TodaysDaily, Event: arcade.DailyEvent("2023-11-14"), Friends: true}: {
			{Rank: 1, Nick: "me", Mine: true, Result: arcade.Result{Score: engine.Score{Points: 44}}},
			{Rank: 2, Nick: "ann", Result: arcade.Result{Score: engine.Score{Points: 19}}},
		},
	}}
	e.Races = &tuitest.Races{Listed: []arcade.WaitingRace{{Code: "K7Q2M9", Game: "boardwalk/hop-45", By: "cara", Racers: 1}}}
	e.Challenges = &tuitest.Challenges{News: []arcade.ChallengeNote{{From: "dan", Code: "ZZTOP777", Game: "boardwalk/hop-45", Score: engine.Score{Points: 24, Max: 27}}}}
	got := answer(t, e, "others")
	for _, want := range []string{
		"Daily: 0 of 9 played, 2nd of 105 at Scotsi.", "Scotsi: you 44, ann 19.", "cara waits for a race of Hop 45: race K7Q2M9 joins it.",
		"dan challenges you: 24 of 27 on Hop 45: challenge ZZTOP777", "Here: ann, Somebody.",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("it does not say %q:\n%s", want, got)
		}
	}
	if strings.Contains(got, "bob") {
		t.Errorf("it names a stranger:\n%s", got)
	}
}

// Where there is no company, and where the settings are not known, no signals are taken.
func TestNoCompanyInWords(t *testing.T) {
	for _, line := range []string{"who", "follow ann", "unfollow ann", "following", "signal 1"} {
		if got := answer(t, env(&tuitest.Store{}), line); !strings.Contains(got, "players do not see each other") {
			t.Errorf("%s is answered %q", line, got)
		}
	}
	company := newHall()
	e := env(&tuitest.Store{Unavailable: errors.New("the disk is gone")})
	e.Company = company
	talk(t, e, "who", "quit")
	if company.life != nil {
		t.Error("signals are taken though the settings are not known")
	}
}

func TestIgnoringInWords(t *testing.T) {
	e := env(&tuitest.Store{})
	e.Company = newHall()
	for _, line := range [][2]string{
		{"ignore", "You ignore nobody: ignore NICK begins it."}, {"ignore ann", "You ignore ann now, and do not follow them. Nobody is told."},
		{"ignore", "> ignore ann"}, {"unignore ann", "You no longer ignore ann."}, {"unignore", "Name a player: unignore NICK."},
	} {
		sees(t, talk(t, e, line[0]), line[1])
	}
}

// A report goes to the host with its text, and says what is missing.
func TestAPlayerIsReported(t *testing.T) {
	company := newHall()
	e := env(&tuitest.Store{})
	e.Company = company
	sees(t, talk(t, e, "report", "report ann", "report ann shouts a lot", "report nobody x"),
		"Name the player, and say what the host should know: report NICK TEXT.", "The host will read it. ann isn't told.", "Nobody here has the nick nobody.")
	if !slices.Equal(company.Reported, []string{"ann: shouts a lot"}) {
		t.Errorf("the host reads %q", company.Reported)
	}
}

// A note about a player is told with what is known of that one, until it is ended.
func TestANoteAboutAPlayer(t *testing.T) {
	company := newHall()
	e := env(&tuitest.Store{})
	e.Company = company
	sees(t, talk(t, e, "note", "note nobody x", "note ann", "note ann plays fast", "note ann", "note ann -", "note ann"),
		"Name the player, and say what to note: note NICK TEXT.", "Nobody here has the nick nobody.", "You have no note about ann.", "Note kept. Only you read it",
		"Your note about ann: plays fast.", "note ann - You have no note about ann.", "note ann You have no note about ann.")
}

// A nick is said as its player writes it, whoever types it how.
func TestANickIsSaidAsItsPlayerWritesIt(t *testing.T) {
	e := env(&tuitest.Store{}, "ABC")
	company := newHall()
	company.Known = []arcade.Other{{Nick: "tamsin"}}
	e.Company = company
	e.Challenges = (&tuitest.Challenges{List: []arcade.Challenge{{Code: "K7Q2M9XA", Game: "boardwalk/hop-45", Me: tuitest.Me, Players: []arcade.ChallengeRow{{ID: tuitest.Me}}}}}).Attach(&tuitest.Store{})
	got := talk(t, e, "follow Tamsin", "unfollow TAMSIN", "ignore tAmsin", "report Tamsin is rude", "challenge K7Q2M9XA to Tamsin")
	sees(t, got, "You follow tamsin now.", "You no longer follow tamsin.", "You ignore tamsin now, and do not follow them.", "tamsin isn't told.", "tamsin is challenged to your Hop 45 deal (code K7Q2M9XA).")
}

// Who plays where nobody may watch is told once, by name or else by number.
func TestAnEmptyListOfTablesCountsNobodyTwice(t *testing.T) {
	e := env(&tuitest.Store{}, "ABC")
	e.Spectators = &tuitest.Spectators{Dailies: 1}
	sees(t, talk(t, e, "watch"), "There is no table to watch now. 1 more plays a daily", "The best wins of this week, ranked within each game")
	company := newHall()
	company.Here = []arcade.Person{{Nick: "wilf", Doing: arcade.Playing, Game: "boardwalk/hop-45", Daily: true}}
	e.Company = company
	got := talk(t, e, "watch")
	sees(t, got, "At play: wilf at a daily. You can watch a deal that you have played to its end.")
	if strings.Contains(got, "1 more") {
		t.Errorf("wilf is counted twice:\n%s", got)
	}
}
