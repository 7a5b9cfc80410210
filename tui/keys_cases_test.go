package tui_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

// A press is one key of a keys page and its visible effect. Each check that is set must
// hold after the key and not before it.
type press struct {
	key    string                    // as the keys page writes it
	mouse  func(*tuitest.Robot)      // what the mouse does, if the key is the mouse
	before string                    // keys to press first, separated by spaces
	sees   string                    // the screen then says this
	gone   string                    // the screen no longer says this
	at     string                    // the place where the cursor is then
	row    int                       // the row with ">", if not 0
	lines  int                       // how many lines a page scrolls
	like   string                    // keys that lead to the same screen
	does   func(*tuitest.Robot) bool // any other condition that holds then
}

// A keyed is a screen with a case for each key of its page.
type keyed struct {
	name    string
	open    func(*testing.T) *tuitest.Robot
	presses []press
}

const typedMove = "t a 1 a 4 enter" // in Hop 45, deal ABC

func keyedScreens() []keyed {
	return []keyed{
		{"lobby", func(t *testing.T) *tuitest.Robot { return tuitest.New(t, ann(t), catalog.All()) }, lobbyPresses},
		{"others", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, withOthers(t), catalog.All())
			r.Press("o")
			return r
		}, othersPresses},
		{"workshop", func(t *testing.T) *tuitest.Robot {
			store := makers(t)
			store.Races = &tuitest.Races{}
			r := atWorkshop(t, store)
			r.Resize(80, 40)
			return r
		}, workshopPresses},
		{"account", func(t *testing.T) *tuitest.Robot { r, _ := atAccount(t); return r }, accountPresses},
		{"leaders", atLeaders, leadersPresses},
		{"sprint", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, inSprint(t), catalog.All())
			r.Press("s")
			return r
		}, sprintPresses},
		{"daily", func(t *testing.T) *tuitest.Robot {
			store := someDailies(t)
			store.Accounts = ann(t).Accounts
			r := tuitest.New(t, store, catalog.All())
			r.Press("D")
			return r
		}, dailyPresses},
		{"explorer", atExplorer, explorerPresses},
		{"tables", atTablesScreen, tablesPresses},
		{"people", atPeople, peoplePresses},
		{"player", atPlayer, playerPresses},
		{"report", func(t *testing.T) *tuitest.Robot {
			r := atPlayer(t)
			r.Press("R")
			return r
		}, listPresses("The nick", "Signals", "Several", []press{
			{key: "PgDn", sees: "> Several"},
			{key: "PgUp", before: "end", sees: "> The nick"},
			{key: "Enter", sees: "Reported. The host will read it."},
			{key: "space", sees: "Reported. The host will read it."},
			{key: "mouse", mouse: twice("Several"), sees: "Reported. The host will read it."},
			{key: "q", sees: "You follow this player."},
			{key: "Esc", sees: "You follow this player."},
		}...)},
		{"admin", atAdmin, adminPresses},
		{"races", atRacesScreen, racesPresses},
		{"share", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, someDailies(t), catalog.All())
			r.Press("D", "down", "down", "y")
			return r
		}, []press{
			{key: "y", sees: "Sent to your terminal's clipboard"},
			{key: "q", sees: "One deal of each game a day"},
			{key: "Esc", like: "q"},
		}},
		{"challenges", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, someChallenges(t), catalog.All())
			r.Press("C", "home")
			return r
		}, challengesPresses},
		{"challenge", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, someChallenges(t), catalog.All())
			r.Press("C", "down", "down", "down", "enter", "home")
			return r
		}, challengePresses},
		{"race", func(t *testing.T) *tuitest.Robot {
			return atRaceScreen(t, with(aRace(), func(r *arcade.Race) { r.Racers = racers(3, 0) }))
		}, racePresses},
		{"watch", atWatchScreen, watchPresses},
		{"table", func(t *testing.T) *tuitest.Robot { return deal(t, hop45, "ABC") }, tablePresses()},
		{"new deal", func(t *testing.T) *tuitest.Robot {
			r, _ := withDeals(t)
			r.Press("enter", "n")
			return r
		}, newDealPresses},
		{"rules", func(t *testing.T) *tuitest.Robot { r := deal(t, hop45, "ABC"); r.Press("f1"); return r }, pagerPresses},
		{"keys", func(t *testing.T) *tuitest.Robot { r := deal(t, hop45, "ABC"); r.Press("?"); return r }, pagerPresses},
		{"words", func(t *testing.T) *tuitest.Robot {
			r := learning(t, "boardwalk/hop-45")
			r.Press("end", "up", "enter")
			return r
		}, pagerPresses},
		{"history", func(t *testing.T) *tuitest.Robot { return atHistory(t, played(15)) }, historyPresses},
		{"replay", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, analysed(t), catalog.All())
			r.Press("H", "enter")
			return r
		}, replayPresses()},
		{"analysis", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, analysed(t), catalog.All())
			r.Press("H", "enter", "a")
			return r
		}, analysisPresses},
		{"statistics", func(t *testing.T) *tuitest.Robot { return atStats(t, played(15)) }, statsPresses},
		{"learn", func(t *testing.T) *tuitest.Robot { return learning(t, "boardwalk/hop-45") }, learnPresses},
		{"lesson", func(t *testing.T) *tuitest.Robot { return atLesson(t) }, lessonPresses()},
		{"puzzles", func(t *testing.T) *tuitest.Robot { return atPuzzles(t) }, listPresses("Today's puzzle", "Next puzzle", "Streak", []press{
			{key: "F1", sees: ": the rules"},
			{key: "i", sees: ": the rules"},
			{key: "Enter", sees: "One move alone keeps the win."},
			{key: "space", before: "down", sees: "One move alone keeps the win."},
			{key: "mouse", mouse: twice("Streak"), sees: "0 in a row"},
			{key: "q", sees: "Boardwalk Arcade"},
			{key: "Esc", sees: "Boardwalk Arcade"},
		}...)},
		{"bench", func(t *testing.T) *tuitest.Robot { return benchWith(t, benchStore(t), tinyDesign(t)) }, benchPresses()},
		{"settings", func(t *testing.T) *tuitest.Robot {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press("S")
			return r
		}, settingsPresses},
	}
}

// listPresses returns the cases of the keys of a list, by the beginnings of its first
// entry, which is chosen, of the second and of the last, and further cases.
func listPresses(first, second, last string, more ...press) []press {
	return append([]press{
		{key: "down", sees: "> " + second},
		{key: "j", sees: "> " + second},
		{key: "up", before: "down down", sees: "> " + second},
		{key: "k", before: "down down", sees: "> " + second},
		{key: "Home", before: "down down", sees: "> " + first},
		{key: "End", sees: "> " + last},
	}, more...)
}

// twice returns two clicks on a text.
func twice(text string) func(*tuitest.Robot) {
	return func(r *tuitest.Robot) { r.Click(text); r.Click(text) }
}

func quits(r *tuitest.Robot) bool { return r.Quit }

var lobbyPresses = listPresses("Hop 45", "Boardwalk Hopscotch", lastGame().Info().Name, []press{
	{key: "Enter", sees: "points 0/27  moves 0"},
	{key: "mouse", mouse: twice("Boardwalk Hopscotch"), sees: "a fresh deal"},
	{key: "space", before: "enter " + typedMove + " q", sees: "Welcome back"},
	{key: "c", before: "enter " + typedMove + " q end", sees: "points 1/27"},
	{key: "n", sees: "All deals are fresh in this session"},
	{key: "d", sees: "Deal code"},
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
	{key: "L", sees: "Learn Hop 45"},
	{key: "/", sees: "Search:"},
	{key: "Esc", before: "/ c h e enter", sees: "Hop 45"},
	{key: "f", sees: "*Hop 45"},
	{key: "F", before: "f", gone: "Boardwalk Hopscotch"},
	{key: "H", sees: "Your history"},
	{key: "P", sees: "Statistics"},
	{key: "B", sees: "Leaderboards"},
	{key: "D", sees: "There is no daily in this session."},
	{key: "r", sees: "There are no races in this session"},
	{key: "C", sees: "There are no challenges in this session"},
	{key: "w", sees: "Nobody else can be seen from this session."},
	{key: "p", sees: "In this arcade players do not see each other."},
	{key: "o", sees: "> D  Daily"},
	{key: "z", sees: "Today's puzzle"},
	{key: "K", sees: "Your account"},
	{key: "N", sees: "Your account"},
	{key: "W", sees: "There is no workshop in this session"},
	{key: "q", sees: "Leave the arcade?"},
	{key: "Ctrl-C", does: quits},
	{key: "Ctrl-D", does: quits},
}...)

var othersPresses = listPresses("D  Daily", "r  Races", "B  Boards", []press{
	{key: "Enter", sees: "One deal of each game a day"},
	{key: "space", before: "down", sees: "Open a race for Hop 45"},
	{key: "mouse", mouse: twice("People"), sees: "6 here"},
	{key: "D", sees: "One deal of each game a day"},
	{key: "r", sees: "Open a race for Hop 45"},
	{key: "C", sees: "Begin a counted duel at Hop 45"},
	{key: "w", sees: "watched by"},
	{key: "p", sees: "6 here"},
	{key: "B", sees: "Leaderboards"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", like: "q"},
}...)

var newDealPresses = listPresses("fresh", "winnable", "cruel", []press{
	{key: "Enter", before: "down down", sees: "gentle deal"},
	{key: "space", before: "end", sees: "cruel deal"},
	{key: "n", before: "end", sees: "a fresh deal"},
	{key: "y", before: "end", sees: "a fresh deal"},
	{key: "w", sees: "winnable deal"},
	{key: "g", sees: "gentle deal"},
	{key: "f", sees: "fair deal"},
	{key: "s", sees: "stern deal"},
	{key: "c", sees: "cruel deal"},
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
	{key: "mouse", mouse: twice("stern"), sees: "stern deal"},
	{key: "q", sees: "moves 0 "},
	{key: "Esc", sees: "moves 0 "},
}...)

var workshopPresses = listPresses("Deep Blue", "Lucky 66", "Deep Blue                yours", []press{
	{key: "PgDn", sees: "> Sir Tommy"},
	{key: "PgUp", before: "pgdown", sees: "> Deep Blue"},
	{key: "Enter", sees: "points 0/27"},
	{key: "Enter", before: "down down down", sees: "The bench: "},
	{key: "space", sees: "points 0/27"},
	{key: "mouse", mouse: twice("Lucky 66"), sees: "/52  moves 0 "},
	{key: "e", sees: "The bench: "},
	{key: "c", sees: "Share code:"},
	{key: "s", sees: "Name: Deep Blue"},
	{key: "y", sees: "Share Deep Blue"},
	{key: "o", sees: "Everyone's, most rounds first"},
	{key: "F1", sees: "Deep Blue: the rules"},
	{key: "i", sees: "Deep Blue: the rules"},
	{key: "B", sees: "Leaderboards"},
	{key: "r", sees: "Open a race for Deep Blue"},
	{key: "d", sees: "Drop Deep Blue?"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

var sprintPresses = listPresses("This hour", "Next", "Last", []press{
	{key: "F1", sees: ": the rules"},
	{key: "i", sees: ": the rules"},
	{key: "Enter", sees: "sprint deal 3  47 min left"},
	{key: "space", sees: "sprint deal 3  47 min left"},
	{key: "mouse", mouse: twice("Next"), sees: "This sprint does not go on now."},
	{key: "q", gone: "This hour:"},
	{key: "Esc", gone: "This hour:"},
}...)

var dailyPresses = listPresses("Hop 45", "Boardwalk Hopscotch", lastGame().Info().Name, []press{
	{key: "F1", sees: ": the rules"},
	{key: "i", sees: ": the rules"},
	{key: "Enter", sees: "Begin the daily of Hop 45?"},
	{key: "space", sees: "Begin the daily of Hop 45?"},
	{key: "mouse", mouse: twice("Cheshire"), sees: "Begin the daily of Cheshire?"},
	{key: "left", sees: "This day is over"},
	{key: "h", like: "left"},
	{key: "right", before: "left left", like: "left"},
	{key: "l", before: "left left", like: "left"},
	{key: "m", sees: "2023-10-17"},
	{key: "c", sees: "Hop 45, November 2023"},
	{key: "t", before: "left left", sees: " min left"},
	{key: "W", sees: "There is no workshop in this session"},
	{key: "e", before: "left", sees: "Hop 45, explored"},
	{key: "B", sees: "daily " + aDay},
	{key: "b", like: "B"},
	{key: "w", before: "down down", sees: "Lucky Seven, replay"},
	{key: "y", before: "down down", sees: "To paste"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", like: "q"},
}...)

var explorerPresses = listPresses("a1a4", "a1b4", "a1c4", []press{
	{key: "right", before: "down", sees: "move 1  points 1/27"},
	{key: "l", before: "down", sees: "move 1  points 1/27"},
	{key: "Enter", before: "down", sees: "move 1  points 1/27"},
	{key: "left", before: "down right", sees: "> a1b4"},
	{key: "h", before: "down right", sees: "> a1b4"},
	{key: "mouse", mouse: twice("a1b4   "), sees: "move 1  points 1/27"},
	{key: "v", sees: "Every card that lies face up shows."},
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
	{key: "q", sees: "This day is over"},
	{key: "Esc", like: "q"},
}...)

func tablePresses() []press {
	presses := append(cursorPresses("a1", "b1", "a2", "d1", "a4"), []press{
		{key: "Enter", sees: "━S━"},
		{key: "space", sees: "━S━"},
		{key: "Backspace", before: "enter", gone: "━S━"},
		{key: "Esc", before: "enter down", gone: "─S─"},
		{key: "the same again", before: "enter", sees: "Choose a lit place: the card can begin several foundations"},
		{key: "t", sees: "Source: the card to play"},
		{key: "Enter", before: "t a 1 a 4", sees: "moves 1 "},
		{key: "Esc", before: "t a 1", gone: "a1_"},
		{key: "mouse", mouse: func(r *tuitest.Robot) { clickPlace(r, "a1") }, sees: "━S━"},
		{key: "x", sees: "Enter play"},
		{key: "C", sees: "passed on once its game is finished"},
		{key: "m", sees: "4 cards can move."},
		{key: "/", sees: "Light a rank"},
		{key: "v", sees: "a1: 2 face down, "},
		{key: ".", before: typedMove + " u", sees: "moves 1 "},
		{key: "u", before: typedMove, sees: "moves 0 "},
		{key: "Ctrl-Z", before: typedMove + " r", sees: "moves 1 "},
		{key: "U", before: typedMove + " u", sees: "moves 1 "},
		{key: "Ctrl-Y", before: typedMove + " u", sees: "moves 1 "},
		{key: "[", before: typedMove, sees: "Looking back: the deal, before move 1 of 1."},
		{key: "r", before: typedMove, sees: "moves 0 "},
		{key: "w", before: typedMove + " g y", sees: "Hop 45, replay"},
		{key: "a", before: typedMove, sees: "Only a finished game can be analysed; g finishes this one."},
		{key: "n", before: typedMove, sees: "Give up this game with 1 point for a new deal?"},
		{key: "g", before: typedMove, sees: "Finish this game with 1 point?"},
		{key: "F1", sees: "Hop 45: the rules"},
		{key: "N", sees: "no accounts"},
		{key: "i", sees: "Hop 45: the rules"},
		{key: "L", sees: "Learn Hop 45"},
		{key: "B", sees: "The leaderboards are for after the game"},
		{key: "q", before: typedMove, sees: "open at move 1"},
		{key: "Ctrl-C", before: typedMove, sees: "open at move 1"},
	}...)
	return presses
}

// cursorPresses returns the keys that move the cursor of a board from a place: to the
// right of it, below it, to its row's end, and to the last row.
func cursorPresses(from, right, below, end, last string) []press {
	return []press{
		{key: "right", at: right}, {key: "l", at: right},
		{key: "left", before: "right", at: from}, {key: "h", before: "right", at: from},
		{key: "down", at: below}, {key: "j", at: below},
		{key: "up", before: "down", at: from}, {key: "k", before: "down", at: from},
		{key: "Home", before: "right", at: from}, {key: "End", at: end},
		{key: "Tab", at: below}, {key: "Shift-Tab", at: last},
	}
}

var pagerPresses = []press{
	{key: "up", before: "down down", like: "down"},
	{key: "down", lines: 1},
	{key: "j", lines: 1},
	{key: "k", before: "down down", like: "down"},
	{key: "space", like: strings.TrimSpace(strings.Repeat("down ", 20))},
	{key: "b", before: "space", does: atTop},
	{key: "Home", before: "space", does: atTop},
	{key: "End", sees: "100%"},
	{key: "Esc", gone: "space/b page"},
	{key: "q", gone: "space/b page"},
}

// atTop reports from the top right corner whether a page is at its top.
func atTop(r *tuitest.Robot) bool {
	first, _, _ := strings.Cut(r.Screen(), "\n")
	return strings.HasSuffix(first, " 0%")
}

var historyPresses = []press{
	{key: "F1", sees: ": the rules"},
	{key: "i", sees: ": the rules"},
	{key: "a", sees: "Lucky Seven, analysis"},
	{key: "y", sees: "Only the result of a daily can be pasted."},
	{key: "C", sees: "There are no challenges in this session"},
	{key: "up", before: "down down", row: 4},
	{key: "down", row: 4},
	{key: "j", row: 4},
	{key: "k", before: "down down", row: 4},
	{key: "PgUp", before: "end", row: 7},
	{key: "PgDn", row: 13},
	{key: "Home", before: "end", row: 3},
	{key: "End", row: 17},
	{key: "Enter", sees: "move 0 of"},
	{key: "space", sees: "move 0 of"},
	{key: "mouse", mouse: twice("Hop 45"), sees: "Hop 45, replay"},
	{key: "g", sees: "Hop 45, all classes"},
	{key: "e", sees: "all outcomes, own deals"},
	{key: "c", sees: "all games, counted"},
	{key: "o", sees: "all classes, won"},
	{key: "s", sees: "[all "},
	{key: "Esc", sees: "Boardwalk Arcade"},
	{key: "q", sees: "Boardwalk Arcade"},
}

func replayPresses() []press {
	presses := []press{
		{key: "left", before: "end", sees: "move 24 of 25"},
		{key: "right", sees: "move 1 of 25"},
		{key: "h", before: "end", sees: "move 24 of 25"},
		{key: "l", sees: "move 1 of 25"},
		{key: "PgUp", before: "end", sees: "move 15 of 25"},
		{key: "PgDn", sees: "move 10 of 25"},
		{key: "Home", before: "end", sees: "move 0 of 25"},
		{key: "End", sees: "move 25 of 25"},
		{key: "Enter", before: "1 2", sees: "move 12 of 25"},
		{key: "mouse", mouse: func(r *tuitest.Robot) { r.Wheel(3); r.Wheel(-1) }, sees: "move 2 of 25"},
		{key: "space", sees: "space stop"},
		{key: "+", sees: "Speed: 2 moves a second."},
		{key: "-", sees: "Speed: 0.5 moves a second."},
		{key: "C", sees: "There are no challenges in this session"},
		{key: "p", sees: "practice R1"},
		{key: "g", sees: "This game cannot be raced: nobody knows how long it took."},
		{key: "a", sees: "Chessboard, analysis"},
		{key: "s", sees: "the arcade's line"},
		{key: "n", before: "a esc", sees: "a1a2 wins 23 more of 100"},
		{key: "N", before: "a esc end", sees: "[+ good luck: 31 more wins of 100]"},
		{key: "e", sees: "This is the whole game"},
		{key: "v", sees: "Every card that lies face up shows."},
		{key: "F1", sees: "Chessboard: the rules"},
		{key: "i", sees: "Chessboard: the rules"},
		{key: "q", sees: "Your history"},
		{key: "Esc", sees: "Your history"},
	}
	for digit := range 10 {
		presses = append(presses, press{key: fmt.Sprint(digit), sees: fmt.Sprintf("Go to move %d_ of 25", digit)})
	}
	return presses
}

var analysisPresses = listPresses("This deal", "At first sight, the arcade's player wins", " 18.", []press{
	{key: "F1", sees: "Chessboard: the rules"},
	{key: "i", sees: "Chessboard: the rules"},
	{key: "PgDn", sees: ">  18. "},
	{key: "PgUp", before: "end", sees: "> This deal"},
	{key: "Enter", before: "down down", sees: "move 6 of 25"},
	{key: "space", before: "down down", sees: "move 6 of 25"},
	{key: "s", sees: "the arcade's line"},
	{key: "m", sees: "Your mistake, Chessboard"},
	{key: "mouse", mouse: twice("7."), sees: "move 6 of 25"},
	{key: "q", sees: "Chessboard, replay"},
	{key: "Esc", sees: "Chessboard, replay"},
}...)

var statsPresses = listPresses("All games", "Hop 45", "Lucky Seven", []press{
	{key: "F1", before: "down", sees: "Hop 45: the rules"},
	{key: "i", before: "down", sees: "Hop 45: the rules"},
	{key: "Tab", sees: "[counted "},
	{key: "c", sees: "[counted "},
	{key: "Enter", gone: "Boardwalk Hopscotch"},
	{key: "space", gone: "Boardwalk Hopscotch"},
	{key: "mouse", mouse: twice("Hop 45                  5"), gone: "Boardwalk Hopscotch"},
	{key: "Esc", sees: "Your history"},
	{key: "r", before: "unread", gone: "r tries again."},
	{key: "q", sees: "Your history"},
}...)

var learnPresses = listPresses("Live play", "Blockers", "The rules of Hop 45", []press{
	{key: "PgDn", sees: "> One pile at a time"},
	{key: "PgUp", before: "pgdown", row: 3},
	{key: "Enter", sees: "step 1 of"},
	{key: "space", sees: "step 1 of"},
	{key: "mouse", mouse: twice("Blockers"), sees: "step 1 of"},
	{key: "p", sees: "a fresh deal"},
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

// atLesson returns a robot at the first lesson of Hop 45, at the first step that asks for
// a move.
func atLesson(t *testing.T) *tuitest.Robot {
	r := learning(t, "boardwalk/hop-45")
	r.Press("enter")
	for _, step := range lessonsOf(t, "boardwalk/hop-45")[0].Steps {
		if len(step.Want) > 0 {
			break
		}
		r.Press("enter")
	}
	return r
}

func atPuzzles(t *testing.T) *tuitest.Robot {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("z")
	return r
}

func lessonPresses() []press {
	return append(cursorPresses("a1", "b1", "a2", "b1", "a4"), []press{
		{key: "Enter", sees: "━S━"},
		{key: "space", sees: "━S━"},
		{key: "Backspace", before: "enter", gone: "━S━"},
		{key: "Esc", before: "enter", gone: "━S━"},
		{key: "Esc", sees: "Learn Hop 45"},
		{key: "mouse", mouse: func(r *tuitest.Robot) { clickPlace(r, "b1") }, sees: "━S━"},
		{key: "t", sees: "Source: the card to play"},
		{key: "x", sees: "Enter play"},
		{key: "m", sees: "can move."},
		{key: "r", before: "x enter r", sees: "step 1 of"},
		{key: "F1", sees: "Hop 45: the rules"},
		{key: "i", sees: "Hop 45: the rules"},
		{key: "q", sees: "Learn Hop 45"},
		{key: "Ctrl-C", sees: "Learn Hop 45"},
	}...)
}

var settingsPresses = listPresses("Theme", "Suit colours", "Motion", []press{
	{key: "left", before: "down down", sees: "ascii"},
	{key: "right", sees: "Theme             felt"},
	{key: "Enter", sees: "Theme             felt"},
	{key: "mouse", mouse: twice("Suit colours"), sees: "four"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}...)

func benchPresses() []press {
	presses := listPresses("Ranks in order", "Wilds", "Favors", []press{
		{key: "PgDn", sees: "> Order below"},
		{key: "PgUp", before: "end pgup pgup", sees: "> Ranks in order"},
		{key: "left", sees: "<3>"},
		{key: "h", sees: "<3>"},
		{key: "right", sees: "<5>"},
		{key: "l", sees: "<5>"},
		{key: "Enter", sees: "Ranks in order, 0 to 18:"},
		{key: "space", before: "down", sees: "<on>"},
		{key: "f", before: "right", gone: "does not fit yet"},
		{key: "u", before: "right", sees: "<4>"},
		{key: "Ctrl-Z", before: "right", sees: "<4>"},
		{key: "U", before: "right u", sees: "<5>"},
		{key: "Ctrl-Y", before: "right u", sees: "<5>"},
		{key: "R", does: dealtAnother},
		{key: "t", sees: "practice"},
		{key: "s", sees: "Name: "},
		{key: "y", sees: "Share "},
		{key: "E", sees: "of 50 won by the arcade"},
		{key: "F1", sees: ": the rules"},
		{key: "i", sees: ": the rules"},
		{key: "Tab", sees: "[Board]"},
		{key: "Shift-Tab", sees: "[What it means]"},
		{key: "mouse", mouse: twice("Wilds"), sees: "<on>"},
		{key: "q", sees: "Boardwalk Arcade"},
		{key: "Esc", sees: "Boardwalk Arcade"},
	}...)
	for digit := range 10 {
		presses = append(presses, press{key: fmt.Sprint(digit), sees: fmt.Sprintf("0 to 18: %d", digit)})
	}
	return presses
}

// dealtAnother reports whether a bench shows another deal than at first.
func dealtAnother(r *tuitest.Robot) bool {
	d, b := tui.OnBench(r.App)
	g, err := d.Game(d.Title())
	return err == nil && !reflect.DeepEqual(b, g.Deal("R1").Board())
}
