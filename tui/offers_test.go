package tui_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
)

// offers fails the test unless the last row is exactly this.
func offers(t *testing.T, r *tuitest.Robot, want string) {
	t.Helper()
	lines := strings.Split(strings.TrimRight(r.Screen(), "\n"), "\n")
	if got := strings.TrimSpace(lines[len(lines)-1]); got != want {
		t.Errorf("the last row is %q, want %q:\n%s", got, want, r.Screen())
	}
}

// The last row offers only keys that do something.
func TestTheLastRowOffersNothingInVain(t *testing.T) {
	t.Run("undo in a race", func(t *testing.T) {
		r := atRaceTable(t, 0)
		offers(t, r, "Enter mark  Esc clear  arrows move  u undo  F1 rules  t type  ? keys  q race")
		play(r, line(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"), 1)...) // turns up a card
		rest(r)
		offers(t, r, "Enter mark  Esc clear  arrows move  F1 rules  t type  ? keys  q race")
	})
	t.Run("at the end of a race", func(t *testing.T) {
		r := atRaceTable(t, 0)
		play(r, over(t, catalog.All()[hop45], tuitest.RaceCode("K7Q2M9"))...)
		rest(r)
		r.Sees("Others can still play this deal", "q race")
		unseen(t, r, "g finish", "r restart", "g ")
		if got := r.Store.Results; len(got) != 1 || got[0].Millis > 100_000 {
			t.Errorf("the history has %+v", got)
		}
	})
	t.Run("at the end of a daily, played once", func(t *testing.T) {
		r := tuitest.New(t, withDailies(t), catalog.All())
		r.Press("D", "enter", "y")
		play(r, over(t, catalog.All()[hop45], tuitest.DailyCode("boardwalk/hop-45", aDay))...)
		rest(r)
		offers(t, r, "Esc board  g finish  u undo  F1 rules  ? keys  q daily")
		unseen(t, r, "r restart", "n new deal")
		r.Press("?")
		if text := pageText(t, r); strings.Contains(text, "a new deal") || strings.Contains(text, "practise it") {
			t.Errorf("the keys of a daily are\n%s", text)
		}
	})
	t.Run("at a table whose game has ended elsewhere", func(t *testing.T) {
		store := &tuitest.Store{}
		first := tuitest.New(t, store, catalog.All())
		words := line(t, catalog.All()[hop45], "R1", 3)
		first.Press("enter")
		play(first, words[0])
		second := tuitest.New(t, store, catalog.All())
		second.Press("enter", "g", "y")
		play(first, words[1])
		first.Sees("This game has ended in your other window: q leaves it.")
		offers(t, first, "arrows move  F1 rules  ? keys  q lobby")
	})
	t.Run("on a page that fits", func(t *testing.T) {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		r.Press("S", "?")
		r.Resize(120, 40)
		offers(t, r, "q back")
		r.Resize(40, 12)
		r.Sees("space/b page")
	})
	t.Run("where nobody plays", func(t *testing.T) {
		r := tuitest.New(t, alone(t), catalog.All())
		r.Press("w")
		offers(t, r, "? keys  q back")
	})
	t.Run("on an empty board", func(t *testing.T) {
		r := atLeaders(t)
		offers(t, r, "Enter replay  g game  b board  c assisted  ? keys  q back")
		r.Press("b")
		offers(t, r, "Enter play  g game  b board  m earlier  c assisted  ? keys  q back")
		r.Press("b", "b", "b")
		r.Sees("most wins")
		offers(t, r, "g game  b board  c assisted  ? keys  q back")
		r.Press("b", "b", "b")
		r.Sees("races of")
		unseen(t, r, "c assisted")
		r.Press("c")
		r.Sees("This board has no assisted games", "races of")
	})
	t.Run("in an empty history", func(t *testing.T) {
		offers(t, atHistory(t, &tuitest.Store{}), "g game  c class  o outcome  e event  s statistics  ? keys  q back")
	})
	t.Run("on a list of dailies", func(t *testing.T) {
		store := someDailies(t)
		store.Accounts = ann(t).Accounts
		r := tuitest.New(t, store, catalog.All())
		r.Press("D")
		offers(t, r, "Enter play  left/right day  B board  c calendar  ? keys  q back")
		r.Press("down", "down")
		offers(t, r, "Enter watch yours  left/right day  B board  y copy  c calendar  ? keys  q back")
	})
	t.Run("at a race's screen", func(t *testing.T) {
		race := with(through(scored(begun(aRace()), 27, 9, 2), 0, 1), func(r *arcade.Race) { r.Racers[0].Round, r.Racers[0].Shown = "bob", true })
		store := atRaces(race)(t)
		store.Accounts, store.Spectators = ann(t).Accounts, &tuitest.Spectators{}
		r := tuitest.New(t, store, catalog.All())
		openRaceScreen(r)
		offers(t, r, "up/down choose  ? keys  q back")
		r.Press("home")
		offers(t, r, "Enter replay  up/down choose  ? keys  q back")
		r.Press("end")
		offers(t, r, "Enter watch  up/down choose  ? keys  q back")
	})
	t.Run("among rivals", func(t *testing.T) {
		r := atRacesScreen(t)
		r.Press("end")
		r.Sees("> against")
		offers(t, r, "Enter player  -/+ limit  o who  l level  c code  ? keys  q back")
	})
	t.Run("without accounts", func(t *testing.T) {
		r := tuitest.New(t, &tuitest.Store{}, catalog.All())
		offers(t, r, "Enter play  L learn  z puzzles  H history  F1 rules  P stats  ? keys  q leave")
	})
	t.Run("where no game shows", func(t *testing.T) {
		r := tuitest.New(t, ann(t), catalog.All())
		r.Press("F")
		r.Sees("No favourites yet.")
		offers(t, r, "o others  z puzzles  H history  P stats  K you  S settings  ? keys  q leave")
	})
	t.Run("in the room of a race without accounts", func(t *testing.T) {
		store := atRaces(aRace())(t)
		store.Accounts = nil
		r := tuitest.New(t, store, catalog.All())
		openRaceScreen(r)
		offers(t, r, "l leave it  ? keys  q back")
	})
	t.Run("before there is an account", func(t *testing.T) {
		r, _ := beginner(t)
		r.Press("K")
		r.Sees("> Enter a link code") // the lobby has said that K is for this
		r.Press("home", "down")
		offers(t, r, "up/down choose  ? keys  q back")
		r.Press("up")
		r.Press("down", "down", "down", "down")
		r.Sees("> Enter a link code")
		offers(t, r, "up/down choose  Enter change  ? keys  q back")
	})
	t.Run("while a move is typed", func(t *testing.T) {
		r := deal(t, hop45, "ABC")
		r.Press("t")
		offers(t, r, "Enter play  Esc clear  arrows move  u undo  x hint  F1 rules  ? keys  q lobby")
		r.Type("a4")
		r.Sees("a4_  There is no card at a4.")
		offers(t, r, "Enter play  Esc clear  arrows move  u undo  x hint  F1 rules  ? keys  q lobby") // it is still typed
		r = atLesson(t)
		r.Press("t")
		r.Type("a4")
		r.Sees("a4_  There is no card at a4.")
		offers(t, r, "Backspace correct  Esc stop")
	})
}

// beginner returns a robot at the lobby of a player without an account.
func beginner(t *testing.T) (*tuitest.Robot, *tuitest.Accounts) {
	store := &tuitest.Store{Accounts: &tuitest.Accounts{}}
	return tuitest.New(t, store, catalog.All()), store.Accounts
}

// Before the first game the lines of an account say that there is none, but for the nick.
func TestBeforeThereIsAnAccount(t *testing.T) {
	const none = "Your account begins with your first game, puzzle or lesson."
	r, _ := beginner(t)
	r.Press("K", "home", "down")
	r.Sees("> Hidden", none)
	r.Press("down", "down", "down")
	said(t, r, "Enter the code that you made")
	r.Press("up")
	r.Sees(none)
	r.Resize(40, 12)
	said(t, r, none)
}

// At the end of a game the panel and the last row agree on where q leads, and the panel
// says that the end is for good.
func TestTheEndIsFinal(t *testing.T) {
	r := atEnd(t, &tuitest.Store{})
	r.Sees("g, n, a, w or q makes it final.", "a analyse")
	offers(t, r, "n new deal  Esc board  g finish  u undo  r restart  F1 rules  ? keys  q lobby")
	r.Press("u", "n")
	r.Sees("The move stays.")
	r.Press("u", "y")
	r.Sees("Enter mark")
	r = atEnd(t, &tuitest.Store{})
	r.Press("q")
	if len(r.Store.Results) != 1 || len(r.Store.Open) != 0 {
		t.Errorf("the store has %+v and %+v", r.Store.Results, r.Store.Open)
	}
	r = atEnd(t, &tuitest.Store{})
	r.Press("g")
	r.Sees("Deal R1.", "q lobby")
	unseen(t, r, "makes it final")
	r.Resize(80, 60)
	r.Press("?")
	said(t, r, "to the lobby; the game is kept, and one that is over is final")
}

// The keys page tells what u and U do to a restart, and names a Return only where moves
// have one.
func TestTheKeysOfATableAreTrue(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4")
	r.Press("r", "u", "U")
	r.Sees("There is nothing to play again.")
	r.Press("?")
	text := pageText(t, r)
	if !strings.Contains(text, "play a move again that was taken back; r restarts again") || strings.Contains(text, "Return") {
		t.Errorf("the keys of Hop 45 are\n%s", text)
	}
	r = deal(t, luckySeven, "ABC")
	r.Press("?")
	if text := pageText(t, r); !strings.Contains(text, "mark Source, Destination and Return in turn") || !strings.Contains(text, "S D R") {
		t.Errorf("the keys of Lucky Seven are\n%s", text)
	}
}

// Who is on no board of counted games, but on that with help, is told so.
func TestABoardTellsOfThePlaceWithHelp(t *testing.T) {
	store := ann(t)
	store.Events = &tuitest.Events{}
	board := arcade.Leaderboard{Game: catalog.All()[0].Info().ID, Class: arcade.Assisted, Kind: arcade.TodaysDaily}
	store.Accounts.Boards[board] = []arcade.Standing{{Rank: 1, Nick: "bob"}, {Rank: 2, Nick: "ann", Mine: true, Result: arcade.Result{Score: engine.Score{Won: true}}}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("B", "b", "b")
	r.Sees("You are number 2 with help: c shows that board.")
	r.Press("c")
	r.Sees("You are number 2 on this board")
}

// On the empty board of notable games Enter begins none, as they are of all games.
func TestAnEmptyBoardOfNotableGames(t *testing.T) {
	r := tuitest.New(t, ann(t), catalog.All())
	clear(r.Store.Accounts.Boards)
	r.Press("B", "b", "b", "b", "b", "b", "b")
	said(t, r, "the best wins of this week")
	r.Press("enter")
	said(t, r, "The best wins of this week will stand here, and Enter replays one: the lobby has the games.")
	unseen(t, r, "enter play")
}

// An empty leaderboard says so, and the first boards what it takes to be there.
func TestAnEmptyBoardSaysWhatItTakes(t *testing.T) {
	for _, c := range []struct {
		keys string
		says string
	}{
		{"g", " A win or a game of at least five moves puts you here. Events have their own boards."},
		{"b", " A win or a game of at least five moves puts you here. Events have their own boards."},
		{"b b", ""},
		{"b b b", ""},
		{"g b b b b", ""},
		{"b b b b b", ""},
		{"c", " A win or a game of at least five moves puts you here. Events have their own boards."},
		{"c b b b b", ""},
	} {
		store := ann(t)
		store.Events = &tuitest.Events{}
		r := tuitest.New(t, store, catalog.All())
		r.Press("B")
		r.Press(strings.Fields(c.keys)...)
		said(t, r, "Nobody is on this board yet."+c.says)
		r.Resize(40, 12)
		said(t, r, "Nobody is on this board yet."+c.says)
	}

	store := ann(t)
	store.Accounts.Player = arcade.Account{Known: true, Guest: true}
	r := tuitest.New(t, store, catalog.All())
	r.Press("B", "b")
	said(t, r, "Nobody is on this board yet. Guests are on no leaderboard.")
}

// Only ranks that can be lit are offered, and no other is named.
func TestOnlyRanksThatShowAreOffered(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("/")
	r.Sees("Light a rank: type one of 3 6 8 9. Esc lights none.")
	for _, key := range []string{"N", "j", "Z", "a", "y"} {
		r.Press(key)
		r.Sees("No card of that rank is face up: type one of 3 6 8 9. Esc lights none.")
	}
	r.Press("6")
	r.Sees("Sixes are lit")
}

// One of something is not called several.
func TestOneIsNoPlural(t *testing.T) {
	one := func() *tuitest.Store {
		store := &tuitest.Store{}
		r := tuitest.New(t, store, catalog.All())
		r.Press("enter")
		play(r, line(t, catalog.All()[hop45], "R1", 1)...)
		r.Press("g", "y", "q")
		return store
	}
	r := atStats(t, one())
	r.Sees("1 game")
	unseen(t, r, "1 games")
	r = atHistory(t, one())
	r.Press("enter", "9", "9", "enter")
	r.Sees("The last is move 1;")

	r = outdated(t)
	old := r.Store.Open["boardwalk/hop-45"]
	old.Score.Points = 1
	r.Store.Open["boardwalk/hop-45"] = old
	r.Press("enter")
	said(t, r, "with its 1 point?")

	alone := with(begun(aRace()), func(r *arcade.Race) { r.Over, r.Racers = true, racers(1, 0) })
	if got := caption.RaceStatus(alone, time.UnixMilli(0)); got != "over, you did not finish" {
		t.Errorf("a race of one is told as %q", got)
	}
}

// The lines of the account say what each does; a choice says what it does now, and what the other
// would do.
func TestTheAccountSaysWhatSettingsDo(t *testing.T) {
	r, _ := atAccount(t)
	for _, says := range []string{
		"3 to 20 letters",
		"Off: others see that you are here and what you play, and may watch. On: nobody sees that you are here, or watches you.",
		"Off: others can watch your games, and replay those on boards. On: nobody else can watch or replay your games.",
		"Enter makes a code. On your other machine (your phone, say), come in by ssh -l new.key (type new.key as it stands: it is a login name), press K and enter the code there.",
		"Enter the code that you made with your other key.",
		"All your games as JSON lines.",
		"This is \"laptop\"; Enter gives it another name. You came with it.",
		"Whoever logs in with that key is then a new player. Your games stay.",
		"Enter gives this key a name of yours, such as laptop.",
		"Whoever logs in with that key is then a new player.",
		"Deletes all games, bests and keys for good.",
	} {
		said(t, r, says)
		r.Press("down")
	}
	r.Press("home", "down", "enter")
	said(t, r, "On: nobody sees that you are here, or watches you. Off: others see that you are here and what you play, and may watch.")
	r.Press("enter", "down", "enter")
	said(t, r, "On: nobody else can watch or replay your games. Off: others can watch your games, and replay those on boards.")
	r.Press("enter")
	said(t, r, "Off: others can watch your games, and replay those on boards.")
}

// Whatever a line of the account says, the chosen line and all of that show, in every window.
func TestTheAccountHidesNothing(t *testing.T) {
	r, _ := atAccount(t)
	for _, size := range sizes {
		r.Resize(size[0], size[1])
		r.Press("home")
		for range 9 {
			rows := strings.Split(r.Screen(), "\n")
			chosen := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "> ") })
			if chosen < 0 || chosen+1 < len(rows) && !strings.HasPrefix(strings.TrimLeft(rows[chosen], " "), "> ") {
				t.Errorf("%v: no line is chosen:\n%s", size, r.Screen())
			}
			r.Press("down")
		}
		r.Press("home", "down", "down", "down")
		r.Sees("> Make a link code")
		said(t, r, "press K and enter the code there. Both keys are then one account with all games.")
	}
}

// Each setting says what it does now, and what the other choice would do.
func TestTheSettingsSayWhatTheyDo(t *testing.T) {
	r := tuitest.New(t, inCompany(t), catalog.All())
	r.Press("S")
	for _, c := range [][2]string{
		{"Colours for a dark window. The others: felt, night, slate, paper, light, contrast, mono.", "A green table."},
		{"Two colours, red and black. Four: one for each suit.", "Each suit has a colour of its own."},
		{"Cards have the signs of their suits. ASCII: letters, where lines and suits come out wrong.", "Cards have letters, which every terminal shows."},
		{"Off: your second mark plays it: Enter on the card, Enter on the place. On: one more Enter", "On: one more Enter plays the move that is marked. Off:"},
		{"On: in Hopscotch (1-2-3-4) the next card is dealt after your move. Off: you deal every card yourself.", "Off: you deal every card yourself. On: in Hopscotch (1-2-3-4)"},
		{"Off: press f for that. On: cards no longer needed go up by themselves (Chessboard).", "On: cards no longer needed go up by themselves (Chessboard). Off:"},
		{"Off: only in games with a hint. On: always, but telling you makes the game assisted.", "On: always, but telling you"},
		{"On: you see cards move, briefly. Off: cards jump to where they go.", "Off: cards jump to where they go."},
		{"On: good game and the like reach you, from players who race or watch with you. Off: nobody's signals reach you; senders aren't told.", "Off: nobody's signals"},
	} {
		said(t, r, c[0])
		r.Press("right")
		said(t, r, c[1])
		r.Press("left", "down")
	}
}

// A place or a number that is not there yet is not written as 0.
func TestTheStartIsNoMoveZero(t *testing.T) {
	r := deal(t, hop45, "ABC")
	play(r, "a1a4")
	r.Press("u", "q")
	r.Sees("open at the start")

	r = tuitest.New(t, withDailies(t), catalog.All())
	r.Press("D", "enter", "y", "q")
	r.Sees("open at the start")
	r.Press("q")
	r.Sees("is open at the start: c goes there.")

	store := &tuitest.Store{}
	addResult(store, arcade.Result{Record: engine.Record{Game: "boardwalk/hop-45", Version: 1, Code: "LOST"}, Class: arcade.Counted, Score: engine.Score{Max: 27}})
	unseen(t, atStats(t, store), "0/0")
}

// It is the code of the deal that is hidden, as cards may lie open.
func TestAnOpenDealHidesItsCode(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press(toGame(t, "chessboard")...)
	r.Press("enter")
	r.Sees("Chessboard  ", "a fresh deal")
	unseen(t, r, "deal hidden")
}
