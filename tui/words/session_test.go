package words_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
	"boardwalk/tui/tuitest"
	"boardwalk/tui/words"
)

// Hop 45, deal ABC:
//
//	1  8♥   6♥   9♦   3♦         a4 takes any rank: 8♥ there declares Eights
//	3  ##   ##   ##   ##   ##    and turns up 2♠, which blocks the column
var hop45 = []string{"play hop 45", "a1a4", "a1a4"}

// after returns hop45 followed by more lines.
func after(script ...string) []string { return append(slices.Clone(hop45), script...) }

func sees(t *testing.T, screen string, texts ...string) {
	t.Helper()
	screen = strings.Join(strings.Fields(screen), " ") // wherever the lines are wrapped
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			t.Errorf("nothing says %q:\n%s", text, screen)
		}
	}
}

func TestAMoveTellsWhatItChanges(t *testing.T) {
	got := answer(t, env(&tuitest.Store{}, "ABC"), hop45...)
	want := strings.TrimPrefix(`
Eight of Hearts to a4: begins the Eights. Leaves only Nine for b4 to e4.
a1 now shows Six of Diamonds, 1 face down.
a3 now shows Two of Spades, 2 face down, blocking.
a4 now shows Eight of Hearts, closed.
b4, c4, d4, e4: empty, take Nine.
1 of 27 points.
1 card can move.
A place alone tells where its card can go: c1. look reads the board again.`, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestCommands(t *testing.T) {
	for _, tt := range []struct{ typed, want string }{
		{"und", "Taking it back makes this game assisted: it can't be a best. Do you want it?"},
		{"UNDO", "Do you want it?"},
		{"sc", "1 of 27 points, 1 move, 0 taken back. This game counts."},
		{"l", `"l" can mean learn, lesson, look, link or leave.`},
		{"mvoe a1a4", `There is no command "mvoe"; did you mean move?`},
		{"xyzzy", `There is no command "xyzzy": help lists the commands.`},
		{"replay 2", "replay is a command for a shell on your own machine: ssh HOST replay 2"},
		{"8 of spades to c4", "A move is typed as its places: a1c4"},
		{"kh b4", "No pile has the King of Hearts on top: look lists the piles."},
		{"9d to kh", "No pile has the King of Hearts on top: look lists the piles."},
		{"9d to b4", "Nine of Diamonds to b4: begins the Nines"},
		{"10h", "No pile has the Ten of Hearts on top"},
		{"9D-B4", "Nine of Diamonds to b4: begins the Nines"},
		{"move 9d b4", "Nine of Diamonds to b4: begins the Nines"},
		{"9d", "c1, Nine of Diamonds, can go to: b4, empty; c4, empty; d4, empty; e4, empty."},
		{"9d up", "c1, Nine of Diamonds, can go to: b4, empty; c4, empty; d4, empty; e4, empty."},
		{"6d up", "No foundation takes what is at a1 now."},
		{"help record", "record is a command for a shell on your own machine"},
		{"help stats", "stats [NAME]: your games summed up; with a name, those of that game and the last results. statistics and stats are the same."},
		{"continue", "That is for the menu: leave goes there, and the game is kept."},
		{"a1", "The Six of Diamonds has nowhere to go now."},
		{"c1", "c1, Nine of Diamonds, can go to: b4, empty; c4, empty; d4, empty; e4, empty."},
		{"c1b4", "Nine of Diamonds to b4: begins the Nines"},
		{"c1 b4", "Nine of Diamonds to b4: begins the Nines"},
		{"C1 to B4", "Nine of Diamonds to b4: begins the Nines"},
		{"c1-b4", "Nine of Diamonds to b4: begins the Nines"},
		{"help puzzle", "puzzle [daily|own|streak|ID]: a position"},
		{"games", "More in the workshop: "},
		{"c1a4", "a4 is blocked by the Two of Spades on a3."},
		{"c3", "The top card of c3 lies face down."},
		{"c1b4c", "is not a move"},
		{"c1z9", "There is no z9 on this board."},
		{"pile a3", "a3, lower pile: 3 cards from the bottom: 2 face down, Two of Spades, blocking."},
		{"pile b3", "b3, lower pile: 3 face down."},
		{"pile b4", "b4, lower foundation: empty, takes Nine."},
		{"pile j9", "There is no j9 on this board."},
		{"pile", "is not a place"},
		{"redo", "There is nothing to play again."},
		{"restart", "A restart makes this game assisted: it can't be a best. Do you want it?"},
		{"time", "seconds."},
		{"play 1", "You are playing it. new deals another."},
		{"play poker", `There is no game "poker": games lists them.`},
		{"deal hop 45 A/B", "A deal code is 1 to 32 letters A-Z and digits 0-9"},
		{"best", "No best yet. A best counts only on a fresh deal"},
		{"history", "No game yet."},
		{"history lucky seven", "You have finished no game of Lucky Seven yet."},
		{"rules", "Hop 45"},
		{"?", "undo: take back a move, or a restart."},
		{"more", "That was all."},
		{"games", "1: Hop 45 (Boardwalk). A short game of 27 cards: the one to learn with. Easy. The arcade's player wins 62 of 100 deals. You are playing it."},
	} {
		t.Run(tt.typed, func(t *testing.T) {
			sees(t, answer(t, env(&tuitest.Store{}, "ABC"), after(tt.typed)...), tt.want)
		})
	}
}

func TestGamesListsEveryGame(t *testing.T) {
	e := env(&tuitest.Store{})
	screen := talk(t, e, "settings pages off", "games")
	for i, g := range catalog.All() {
		info := g.Info()
		sees(t, screen, fmt.Sprintf("%d: %s (%s). %s %s", i+1, info.Name, info.Family, info.Summary, caption.Sentence(string(e.Games.Difficulty(g).Level))))
	}
}

func TestTheMenuSaysWhatNeedsATable(t *testing.T) {
	none := len(catalog.All()) + 1 // the number of no game
	for typed, want := range map[string]string{
		fmt.Sprint("play ", none): fmt.Sprintf("There is no game \"%d\"", none),

		"undo":                      "No game is on the table: play NAME begins one, then undo works.",
		"a1c4":                      "No game is on the table: play NAME begins one.",
		"continue":                  "No game is open: play NAME begins one.",
		"play":                      "Say which game: games lists them.",
		"deal":                      "Say the game and the code",
		"deal ABC":                  "Say the game and the code",
		"play hop 45 0123456789abc": "0123456789ABC looks like the code of a deal: deal GAME CODE plays it.",
		"play 0123456789abc":        "0123456789ABC looks like the code of a deal: deal GAME CODE plays it.",

		"play cat": `There is no game "cat"`,
		"cat":      `There is no command "cat": help lists the commands.`,
		"hop 45":   `There is no command "hop". To play that game, type play hop 45.`,
		"2":        `There is no command "2". To play that game, type play 2.`,

		"rules hop":        `"hop" can mean Hop 45, Boardwalk Hopscotch or Hopscotch (1-2-3-4). Its number in the list will do, too.`,
		"rules Hopscotch":  `"Hopscotch" can mean Boardwalk Hopscotch or Hopscotch (1-2-3-4).`,
		"Play \"HOP  45\"": "Hop 45: a fresh deal",
		"play hopscotch":   "Hopscotch (1-2-3-4): a fresh deal", // an ID
		"play hopscotch (": "Hopscotch (1-2-3-4): a fresh deal",
		"stats hop 45":     "No game yet.",
		"stat hop 45":      "No game yet.",
	} {
		t.Run(typed, func(t *testing.T) {
			sees(t, answer(t, env(&tuitest.Store{}), typed), want)
		})
	}
}

func TestUndoRedoAndRestart(t *testing.T) {
	store := &tuitest.Store{}
	screen := talk(t, env(store, "ABC"), after("undo", "no", "redo", "undo", "yes", "redo", "undo", "d1a4", "c1e4", "restart", "undo", "score")...)
	sees(t, screen, "Taking it back makes this game assisted: it can't be a best. Do you want it?", "The game goes on.",
		"There is nothing to play again.", "Taken back: Eight of Hearts", "The restart is taken back: the game stands at move 2.", "2 of 27 points, 2 moves, 3 taken back.")
	saved := store.Open["boardwalk/hop-45"]
	if got, want := saved.Record.String(), "boardwalk/hop-45@1 ABC d1a4 c1e4"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	sees(t, screen, "This game is assisted")
}

func TestLongAnswersComeInPages(t *testing.T) {
	e := func() string {
		return talk(t, env(&tuitest.Store{}, "ABC"), "help more", "", "more", "more", "more")
	}
	screen := e()
	sees(t, screen, "more lines, Enter goes on, q stops> ", "und for undo", "That was all.")
	if n := strings.Count(screen, "terms [WORD]:"); n != 1 {
		t.Errorf("a command is listed %d times", n)
	}
}

// In the middle of a long answer, q and Ctrl-C end the reading and not the visit.
func TestReadingStops(t *testing.T) {
	screen := talk(t, env(&tuitest.Store{}), "rules hop 45", "q", "more", "rules hop 45", "\x03goal hop 45", "quit")
	sees(t, screen, "q stops> q Menu> more That was all.", "q stops> Menu> goal hop 45")
	if n := strings.Count(screen, "Goodbye."); n != 1 {
		t.Errorf("%d goodbyes:\n%s", n, screen)
	}
}

// Other words for a move and the lessons mean the same, and q leaves nothing.
func TestOtherWords(t *testing.T) {
	screen := talk(t, env(&tuitest.Store{}, "ABC"), after("q", "play b1 to b4", "score", "lessons", "quit")...)
	sees(t, screen, "q ends a long answer; quit leaves the arcade.", "Ranks ascend along row 4: Sixes cannot stand", "1: Live play")
	if n := strings.Count(screen, "Goodbye."); n != 1 {
		t.Errorf("%d goodbyes:\n%s", n, screen)
	}
}

func TestFinishAsks(t *testing.T) {
	store := &tuitest.Store{}
	screen := talk(t, env(store, "ABC"), after("finish", "what", "help", "n", "finish", "y", "undo", "b1b4", "finish", "leave")...)
	sees(t, screen, "Finish this game with 1 of 27 points? yes or no> what First answer the question with yes or no. yes or no> help First answer the question with yes or no. "+
		"yes or no> n The game goes on.",
		"Hop 45 is in your history: 1 of 27 points, given up, counted, deal ABC.", "This game is finished: new deals another.")
	if len(store.Results) != 1 || len(store.Open) != 0 {
		t.Errorf("results %v, open %v", store.Results, store.Open)
	}
}

func TestNothingIsKeptOfAGameWithoutAMove(t *testing.T) {
	store := &tuitest.Store{}
	screen := talk(t, env(store), "play 1", "finish", "new", "leave", "quit")
	sees(t, screen, "No move has been played yet", "Goodbye.")
	if len(store.Results) != 0 || store.Saves != 0 {
		t.Errorf("results %v, %d saves", store.Results, store.Saves)
	}
}

func TestANewDealGivesUpTheOld(t *testing.T) {
	store := &tuitest.Store{}
	screen := talk(t, env(store, "ABC", "UNUSED", "DEF"), after("new", "no", "new", "yes", "leave")...)
	sees(t, screen, "Give up this game with 1 of 27 points for a new deal?", "The game goes on.", "counted, deal ABC.")
	if len(store.Results) != 1 || store.Results[0].Record.Code != "ABC" {
		t.Errorf("results %v", store.Results)
	}
}

func TestAChosenDealIsPractice(t *testing.T) {
	store := &tuitest.Store{}
	screen := talk(t, env(store), "deal hop 45 abc", "a1a4", "score", "leave", "deal hop-45 xyz", "deal chessboard XYZ", "deal q1", "score")
	sees(t, screen, "Hop 45, deal ABC: practice.", "This game is practice: you chose its deal, or knew it.",
		"Hop 45 is open: play it first", "Chessboard, deal XYZ: practice.", "Chessboard, deal Q1: practice.")
	if saved := store.Open["boardwalk/hop-45"]; !saved.Chosen {
		t.Errorf("saved as %+v", saved)
	}
}

func TestSeveralOpenGames(t *testing.T) {
	store := &tuitest.Store{}
	talk(t, env(store, "ABC"), after("play chessboard", "a1b1")...)
	screen := talk(t, env(store), "continue 3", "continue", "continue 2", "leave", "continue 1", "games")
	sees(t, screen, "1: Hop 45, open at move 1.", "2: Chessboard, open at move 1.", "continue 1 goes on with the first.", "Chessboard stands where you left it",
		"Chessboard is kept at move 1.", "Hop 45 stands where you left it", "Open at move 1.")
}

func TestControlKeys(t *testing.T) {
	type keys struct{ typed, want, wantNot string }
	for _, tt := range []keys{
		{"play 1\ra1\x03", "Menu> ", "Goodbye."},
		{"\x03", "Goodbye.", ""},
		{"play 1\r\x03\x03", "Goodbye.", ""},
		{"deal 1 abc\ra1a4\rfinish\r\x03", "The game goes on.", "history"},
		{"\x04play 1\r", "Goodbye.", "Hop 45:"},
		{"deal 1 abc\ra1a4\rnew\r\x04", "Hop 45 is kept at move 1.\r\nGoodbye.\r\n", "history"},
	} {
		var out bytes.Buffer
		if err := words.Run(reporting(env(&tuitest.Store{})), words.NewLines(strings.NewReader(tt.typed), &out), &out); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), tt.want) || tt.wantNot != "" && strings.Contains(out.String(), tt.wantNot) {
			t.Errorf("%q shows\n%s", tt.typed, out.String())
		}
	}
}

func TestPipesGetPlainLines(t *testing.T) {
	var out bytes.Buffer
	in := words.NewLines(strings.NewReader("play 1\nquit"), nil)
	if err := words.Run(env(&tuitest.Store{}), in, &out); err != nil {
		t.Fatal(err)
	}
	if s := out.String(); strings.Contains(s, "\r") || !strings.HasSuffix(s, "Goodbye.\n") {
		t.Errorf("got %q", s)
	}
}

// A restart asks as undo does, once; what is taken back without turning a card face down
// again asks nothing.
func TestHelpIsAskedForOnce(t *testing.T) {
	screen := talk(t, env(&tuitest.Store{}, "ABC"), after("restart", "no", "score", "restart", "yes", "a1a4", "undo", "score")...)
	sees(t, screen, "A restart makes this game assisted", "1 of 27 points, 1 move, 0 taken back. This game counts.",
		"The game stands at its deal again; undo takes that back.", "Taken back", "This game is assisted")
	if n := strings.Count(screen, "Do you want it?"); n != 2 {
		t.Errorf("it asks %d times:\n%s", n, screen)
	}
	store := &tuitest.Store{Events: &tuitest.Events{}}
	e := env(store)
	withEvents(store, &e)
	first := catalog.All()[0].Deal(tuitest.DailyCode(catalog.All()[0].Info().ID, "2023-11-14")).Moves()[0].String()
	sees(t, talk(t, e, "daily hop 45", "y", first, "undo", "yes"), "makes this game assisted: it ranks only with assisted games. Do you want it?", "Taken back")
}

func TestStatisticsEndWithTheOdds(t *testing.T) {
	store := &tuitest.Store{}
	screen := talk(t, env(store), "settings pages off", "play chessboard", "c1b1", "finish", "yes", "statistics chessboard")
	sees(t, screen, "Chessboard: counted, played 1 in 5 seconds, won 0 (0%)", "76 of 100 deals can be won; the arcade's player wins 75.")
}

// TestTheHelpBeginsWithAFewWords checks that the first page of the help is short wherever it is asked
// for, and that it and the second have every word.
func TestTheHelpBeginsWithAFewWords(t *testing.T) {
	for at, before := range map[string][]string{
		"Menu": nil, "Hop 45": {"play 1"}, "Lesson 1": {"lesson 1"}, "Bench": {"workshop hop 45"},
	} {
		t.Run(at, func(t *testing.T) {
			said := talk(t, env(&tuitest.Store{}, "ABC"), append(before, "settings pages off", "help", "help more")...)
			_, said, _ = strings.Cut(said, "> help\n")
			first, more, _ := strings.Cut(said, "> help more\n")
			if n := strings.Count(first, "\n"); n > 10 { // before the prompt
				t.Errorf("the first page has %d lines:\n%s", n, first)
			}
			sees(t, first, "help more lists all other words")
			sees(t, more, "history", "best [NAME]: your best results.", "und for undo")
		})
	}
}

// A restart takes back no win unasked.
func TestARestartOfAWonGameAsks(t *testing.T) {
	at := catalog.All()[0].Deal("ABC")
	won, err := engine.Solve(t.Context(), at, engine.Question{Goal: engine.GoalWin})
	if err != nil || won.Verdict != engine.VerdictWon {
		t.Fatalf("the deal is %s, %v", won.Verdict, err)
	}
	said := []string{"play hop 45", "hint", "yes"} // it makes the game assisted, so that a restart has no other price
	for _, m := range won.Line {
		said = append(said, typed(at, m)...)
		if at, err = at.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	screen := talk(t, env(&tuitest.Store{}, "ABC"), append(said, "restart", "no", "restart", "yes")...)
	sees(t, screen, "A restart takes this win back. Do you want it?", "The game stands at its deal again; undo takes that back.", "0 of 27 points")
}
