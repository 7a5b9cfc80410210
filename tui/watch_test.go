package tui_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/screen"
	"boardwalk/tui/tuitest"
)

// However the player leaves the screen, the watch ends; and no watch begins too late.
func TestAWatchEndsWithItsScreen(t *testing.T) {
	for name, leave := range map[string]func(*tuitest.Robot){
		"q":             func(r *tuitest.Robot) { r.Press("q") },
		"Esc":           func(r *tuitest.Robot) { r.Press("esc") },
		"Ctrl-C":        func(r *tuitest.Robot) { r.Press("ctrl+c") },
		"the session":   func(r *tuitest.Robot) { _ = r.App.Close() },
		"below a page":  func(r *tuitest.Robot) { r.Press("?"); _ = r.App.Close() },
		"q under pages": func(r *tuitest.Robot) { r.Press("?", "esc", "f1", "esc", "q") },
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, amongOthers(t), catalog.All())
			watch(t, r, 3)
			w := r.Store.Spectators.Watches[0]
			if w.Number != 5 || w.Life.Err() != nil {
				t.Fatalf("it watches table %d: %v", w.Number, w.Life.Err())
			}
			if leave(r); w.Life.Err() == nil {
				t.Error("the watch goes on")
			}
			if n := len(r.Store.Spectators.Watches); n != 1 {
				t.Errorf("%d watches were begun", n)
			}
		})
	}
	t.Run("late", func(t *testing.T) {
		r := tuitest.New(t, amongOthers(t), catalog.All())
		r.Press("w")
		begins := r.App.Update(tuitest.KeyPress(t, "enter"))
		if err := r.App.Close(); err != nil {
			t.Fatal(err)
		}
		begins()
		if r.Store.Spectators.Watches[0].Life.Err() == nil {
			t.Error("the watch goes on")
		}
	})
}

// The watched player's clock runs between moves, as at the player's table: each second is drawn
// once. It stands when the player's does.
func TestTheClockOfAWatchRuns(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 3)
	stands := *scenes(t, hop45, 3)[3]
	stands.Millis, stands.Since = 61_300, time.Time{}
	if r.Show(&stands); r.App.NextFrame() != 0 {
		t.Error("a clock that stands is drawn again")
	}
	runs := stands
	runs.Since = time.UnixMilli(r.Clock)
	began := r.Clock - runs.Millis
	r.Show(&runs)
	for range 70 {
		shown := screen.ShownClock(r.Clock-began) / 1000
		r.Sees(fmt.Sprintf("  %d:%02d", shown/60, shown%60))
		r.Clock += r.App.NextFrame().Milliseconds()
		if now := screen.ShownClock(r.Clock-began) / 1000; now != shown+1 {
			t.Fatalf("%d s is followed by %d s", shown, now)
		}
	}
	r.Show(nil)
	left := r.Screen()
	if r.Clock += 10_000; r.App.NextFrame() != 0 || r.Screen() != left {
		t.Errorf("once the player has left, the clock runs:\n%s", r.Screen())
	}
}

// A player's clock is shown to others as it is: it stands until the first move if it waits for
// that, and once nothing is left to play.
func TestOthersSeeWhetherTheClockRuns(t *testing.T) {
	store := &tuitest.Store{Spectators: &tuitest.Spectators{}}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	if s := store.Spectators.Newest(); !s.Since.IsZero() {
		t.Error("the clock of a first game runs before its first move")
	}
	r.Clock += 5000
	moves := over(t, catalog.All()[hop45], "R1")
	play(r, moves[0])
	if s := store.Spectators.Newest(); s.Since.IsZero() || s.Clock(time.UnixMilli(r.Clock+2000))-s.Millis < 2000 {
		t.Errorf("after the first move the clock is at %d since %v", s.Millis, s.Since)
	}
	play(r, moves[1:]...)
	rest(r)
	if s := store.Spectators.Newest(); !s.Over || !s.Since.IsZero() {
		t.Errorf("at the end, over %t, the clock runs since %v", s.Over, s.Since)
	}
}

// The last scene stays, and no key but those of the last row leaves it.
func TestTheLastSceneStays(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(r *tuitest.Robot, last *arcade.Scene)
		says string
	}{
		"finished": {func(r *tuitest.Robot, last *arcade.Scene) {
			final := *last
			final.Final, final.Score.Points = true, 5
			r.Show(&final)
		}, "The game is over: 5 of 27 points. Another game would show here."},
		"won": {func(r *tuitest.Robot, last *arcade.Scene) {
			final := *last
			final.Final, final.Score = true, engine.Score{Points: 25, Max: 27, Won: true}
			r.Show(&final)
		}, "Won: 25 of 27 points."},
		"perfect": {func(r *tuitest.Robot, last *arcade.Scene) {
			final := *last
			final.Final, final.Score = true, engine.Score{Points: 27, Max: 27, Won: true, Perfect: true}
			r.Show(&final)
		}, "A perfect game: 27 of 27 points."},
		"the player has left": {func(r *tuitest.Robot, _ *arcade.Scene) { r.Show(nil) }, "ann has left the table. Another game would show here."},
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, amongOthers(t), catalog.All())
			watch(t, r, 7)
			if r.App.CanPark() {
				t.Error("a spectator would be sent away for pressing no key")
			}
			if !r.App.Watched() || r.App.Watched() {
				t.Error("that the table changes is not told once")
			}
			before := faces(r)
			c.end(r, scenes(t, hop45, 7)[7])
			r.Sees("ann plays Hop 45", c.says, "q back")
			if faces(r) != before {
				t.Errorf("the board is another:\n%s", r.Screen())
			}
			if !r.App.CanPark() {
				t.Error("it is still watched")
			}
			r.Press("x")
			r.Sees("ann plays Hop 45", "x does nothing here")
			r.Press("q")
			r.Sees("Watch", "> ann")
		})
	}
}

// A program may play 200 moves a second: not all of them are drawn for all who watch.
func TestAWatchTakesItsTime(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 7)
	w := r.Store.Spectators.Watches[0]
	if w.Waiting() || r.Wait != 100*time.Millisecond {
		t.Errorf("it waits for the next scene at once (%v), or after %v", w.Waiting(), r.Wait)
	}
	r.Tick()
	if !w.Waiting() {
		t.Error("it does not wait any more")
	}
}

func TestAGameThatIsOverMayGoOn(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 7)
	over := *scenes(t, hop45, 7)[7]
	over.Over = true
	r.Show(&over)
	r.Sees("Nothing is left to play, with 7 points.", "q stop watching")
	won := over
	won.Score.Won = true
	r.Show(&won)
	r.Sees("Won: 7 of 27 points.", "q stop watching")
	r.Press("x")
	r.Show(scenes(t, hop45, 6)[6])
	r.Sees("moves 6")
}

func TestATableThatCannotBeWatched(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Press("w")
	r.Store.Spectators.Err = errors.New("this table cannot be watched now")
	r.Press("enter")
	r.Sees("This table cannot be watched now.")
	r.Press("q")
	r.Sees("> a-nick-of-20-letters")
}

// The player may have begun another game since the list was read.
func TestAnotherGameThanListed(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Press("w", "down", "enter")
	r.Sees("ann plays Hop 45")
	r.Show(scenes(t, luckySeven, 0)[0])
	r.Sees("ann plays Lucky Seven")
	r.Press("f1")
	r.Sees("Lucky Seven")
}

// atWatchScreen returns a robot that watches.
func atWatchScreen(t *testing.T) *tuitest.Robot {
	store := amongOthers(t)
	store.Company = &tuitest.Company{}
	r := tuitest.New(t, store, catalog.All())
	watch(t, r, 5)
	return r
}

var watchPresses = []press{
	{key: "p", sees: "Not seen here now."},
	{key: "q", sees: "> ann"},
	{key: "Esc", sees: "> ann"},
	{key: "F1", sees: "Hop 45: the rules"},
	{key: "i", sees: "Hop 45: the rules"},
	{key: "f", sees: "You follow ann now."},
	{key: "v", sees: "a4: 3♦ 3♥."},
	{key: "R", sees: "Report ann"},
	{key: "left", sees: "Looking back: after move 4 of 5"},
	{key: "right", before: "left left", sees: "Looking back: after move 4 of 5"},
	{key: "h", sees: "Looking back: after move 4 of 5"},
	{key: "l", before: "left left", sees: "Looking back: after move 4 of 5"},
	{key: "PgUp", sees: "Looking back: the deal"},
	{key: "PgDn", before: "home", gone: "Looking back"},
	{key: "Home", sees: "Looking back: the deal, before move 1 of 5."},
	{key: "End", before: "home", gone: "Looking back"},
	{key: "mouse", mouse: func(r *tuitest.Robot) { r.Wheel(-3); r.Wheel(1) }, sees: "Looking back: after move 3 of 5"},
}

// amongOthers returns the store of a player who is not alone.
func amongOthers(*testing.T) *tuitest.Store {
	games := catalog.All()
	live := func(number int, player string, game, moves, points, watchers int, idle time.Duration) arcade.LiveTable {
		info := games[game].Info()
		return arcade.LiveTable{
			Number: number, Player: player, Game: info.ID, Moves: moves, Score: engine.Score{Points: points, Max: info.Max},
			Watchers: watchers, Idle: idle,
		}
	}
	return &tuitest.Store{Spectators: &tuitest.Spectators{Live: []arcade.LiveTable{
		live(3, "a-nick-of-20-letters", 1, 117, 33, 120, 0), live(5, "ann", hop45, 7, 4, 0, 12*time.Second),
		live(8, "(guest)", 6, 0, 0, 0, 29*time.Minute), live(9, "dora", 1, 3, 1, 1, 4*time.Minute),
	}}}
}

// atTablesScreen returns a robot at the list of tables.
func atTablesScreen(t *testing.T) *tuitest.Robot {
	store := amongOthers(t)
	store.Accounts = &tuitest.Accounts{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("w")
	return r
}

// alone returns the store of a player who is alone.
func alone(*testing.T) *tuitest.Store { return &tuitest.Store{Spectators: &tuitest.Spectators{}} }

// watch watches ann's table in Hop 45, where she has played a number of moves.
func watch(t *testing.T, r *tuitest.Robot, moves int) {
	t.Helper()
	r.Press("w", "down", "enter")
	r.Show(scenes(t, hop45, moves)[moves])
}

// A race that is shown two minutes behind says so, and when there is something to see; it has no next game.
func TestARaceIsWatchedBehind(t *testing.T) {
	store := inCompany(t)
	store.Spectators = amongOthers(t).Spectators
	r := tuitest.New(t, store, catalog.All())
	ann := &r.Store.Spectators.Live[1]
	ann.From = time.UnixMilli(r.Clock).Add(87 * time.Second)
	r.Press("w", "down")
	r.Sees("in 1:2")
	r.Press("enter")
	r.Show(scenes(t, hop45, 3)[3])
	r.Sees("ann plays Hop 45, two minutes behind")
	r.Press("!")
	r.Sees("a signal would come too late")
	last := *scenes(t, hop45, 3)[3]
	last.Final = true
	r.Show(&last)
	r.Sees("points.")
}

// The list is read again and again, and the chosen table stays chosen.
func TestTheListOfTablesFollows(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	spectators := r.Store.Spectators
	all := spectators.Live
	r.Press("w", "down", "down")
	r.Sees("> (guest)", "4 tables", "dora")
	spectators.Live = all[1:]
	r.Tick()
	r.Sees("> (guest)", "3 tables")
	spectators.Live = all[3:]
	r.Tick()
	r.Sees("> dora", "1 table")
	spectators.Live = nil
	r.Tick()
	r.Sees("There is no table")
	r.Press("enter", "down", "end")
	spectators.Live = all
	r.Tick()
	r.Sees("> a-nick-of-20-letters")
	spectators.Live = nil
	r.Press("?", "esc")
	r.Sees("> a-nick-of-20-letters") // a page above the list does not make it read again
	spectators.Live = all
	r.Press("?")
	for range 3 {
		r.Tick()
	}
	if len(r.Ticks) > 0 {
		t.Error("it reads while a page covers it")
	}
	r.Press("esc", "q", "w")
	if len(r.Ticks) != 2 {
		t.Errorf("%d reads are scheduled, want one for the list that was left and one for the new list", len(r.Ticks))
	}
	r.Tick()
	if len(r.Ticks) != 1 {
		t.Errorf("then %d", len(r.Ticks))
	}
}

// Whoever comes back to the list after a while sees at once what it has by then.
func TestTheListOfTablesIsNewAfterAWatch(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 3)
	r.Store.Spectators.Live = r.Store.Spectators.Live[:1]
	r.Clock += 2000
	r.Press("q")
	r.Sees("1 table", "> a-nick-of-20-letters")
}

// The list tells of the tables that cannot be watched yet, also where there are no others.
func TestTheListOfTablesCountsSecretOnes(t *testing.T) {
	store := amongOthers(t)
	store.Spectators.Dailies, store.Spectators.Sprints, store.Spectators.Races = 2, 1, 1
	r := tuitest.New(t, store, catalog.All())
	r.Press("w")
	says := "2 more play a daily: finish the same daily to watch. 1 more is in a sprint: finish the same sprint to watch. 1 more is racing: only racers who have finished may watch."
	said(t, r, says)
	r.Sees("4 tables", "> ")
	r.Resize(40, 12)
	r.Sees("> ", "watch.")
	store.Spectators.Live = nil
	r.Tick()
	r.Resize(80, 24)
	said(t, r, "There is no table to watch now. "+says)
	r.Resize(40, 12)
	r.Sees("There is no table", "watch.", "\n  ? keys  q back") // what else there is to say has no room
}

var tablesPresses = []press{
	{key: "F1", sees: ": the rules"},
	{key: "i", sees: ": the rules"},
	{key: "p", sees: "In this arcade players do not see each other."},
	{key: "up", before: "down down", row: 3},
	{key: "down", row: 3},
	{key: "j", row: 3},
	{key: "k", before: "down down", row: 3},
	{key: "Home", before: "down down", row: 2},
	{key: "End", row: 5},
	{key: "PgDn", row: 5},
	{key: "PgUp", before: "end", row: 2},
	{key: "Enter", sees: "a-nick-of-20-letters plays Boardwalk Hopscotch"},
	{key: "space", sees: "a-nick-of-20-letters plays Boardwalk Hopscotch"},
	{key: "b", sees: "the best wins of this week"},
	{key: "mouse", mouse: twice("ann"), sees: "ann plays Hop 45"},
	{key: "q", sees: "Boardwalk Arcade"},
	{key: "Esc", sees: "Boardwalk Arcade"},
}

// While there is room for all tables, a new one shows wherever it stands in the list.
func TestANewTableShowsIfThereIsRoom(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	all := r.Store.Spectators.Live
	r.Store.Spectators.Live = all[1:]
	r.Press("w", "down")
	r.Sees("> (guest)")
	r.Store.Spectators.Live = all
	r.Tick()
	r.Sees("a-nick-of-20-letters", "> (guest)", "4 tables")
}

// Whoever goes on watching after a game has ended sees the player's next one, for as long as
// five minutes.
func TestTheNextGameFollows(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 7)
	final := *scenes(t, hop45, 7)[7]
	final.Final = true
	r.Show(&final)
	spectators := r.Store.Spectators
	spectators.Err = errors.New("this table cannot be watched now")
	for range 3 {
		r.Tick()
		r.Sees("The game is over", "Another game would show here")
	}
	r.Press("?")
	r.Tick()
	spectators.Err = nil
	r.Press("esc")
	if len(spectators.Watches) != 1 {
		t.Fatal("it looks while a page covers it")
	}
	r.Tick()
	r.Show(scenes(t, luckySeven, 1)[1])
	r.Sees("ann plays Lucky Seven", "moves 1", "q stop watching")
	if r.App.CanPark() {
		t.Error("a spectator would be sent away for pressing no key")
	}
	r.Show(nil)
	r.Sees("ann has left the table. Another game would show here")
	spectators.Err = errors.New("this table cannot be watched now")
	for range 200 {
		r.Tick()
	}
	r.Sees("ann has left the table.")
	if len(r.Ticks) > 0 {
		t.Error("it looks for ever")
	}
	r.Press("q")
	r.Sees("> ann")
}

// A player who was cut off comes back in another session, and is watched on.
func TestAPlayerWhoComesBackIsWatchedOn(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 3)
	spectators := r.Store.Spectators
	was := slices.IndexFunc(spectators.Live, func(t arcade.LiveTable) bool { return t.Player == "ann" })
	r.Show(nil)
	r.Sees("ann has left the table. Another game would show here")
	spectators.Err, spectators.Only = errors.New("this table cannot be watched now"), spectators.Live[was].Number
	spectators.Live[was].Number = 77
	r.Tick()
	if n := len(spectators.Watches); n != 2 || spectators.Watches[n-1].Number != 77 {
		t.Fatalf("%d watches were begun", n)
	}
	r.Show(scenes(t, hop45, 4)[4])
	r.Sees("ann plays Hop 45", "moves 4", "q stop watching")
}

// The last row offers what can be done with the player, and no more.
func TestAWatchOffersWhatWorks(t *testing.T) {
	open := func(table string, change func(*tuitest.Store)) *tuitest.Robot {
		store := amongOthers(t)
		store.Company = &tuitest.Company{}
		change(store)
		r := tuitest.New(t, store, catalog.All())
		r.Press("w")
		r.Click(table)
		r.Press("enter")
		r.Show(scenes(t, hop45, 2)[2])
		return r
	}
	known := func(a arcade.Account) func(*tuitest.Store) {
		return func(s *tuitest.Store) { s.Accounts = &tuitest.Accounts{Player: a} }
	}
	r := open("ann", known(arcade.Account{Known: true}))
	r.Sees("f follow", "! signal")
	r.Press("f")
	r.Sees("You follow ann now.")
	r.Tick()
	r.Sees("f unfollow")
	r.Press("f")
	r.Tick()
	r.Sees("f follow")
	r = open("ann", func(s *tuitest.Store) { s.Spectators.Live[1].Friend = true })
	r.Sees("f unfollow")
	unseen(t, open("ann", known(arcade.Account{})), "f follow", "! signal")
	unseen(t, open("ann", known(arcade.Account{Known: true, Hidden: true})), "! signal")
	nameless := func(s *tuitest.Store) { s.Spectators.Live[1].Player = arcade.Nameless }
	r = open(arcade.Nameless, nameless)
	unseen(t, r, "f follow")
	r.Sees("! signal")
	r.Press("f")
	r.Sees("Only players with a nick can be followed.")
}

// In a large window the moves stand beside the board, also those from before one came, and
// only those of the game that shows.
func TestAWatchListsTheMoves(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Resize(120, 40)
	watch(t, r, 3)
	words := line(t, catalog.All()[hop45], "R1", 3)
	r.Sees("1 "+words[0], "2 "+words[1], "3 "+words[2])
	r.Show(scenes(t, hop45, 3)[2]) // the last was taken back
	r.Sees("1 "+words[0], "2 "+words[1])
	unseen(t, r, "3 "+words[2])
	r.Show(scenes(t, luckySeven, 0)[0])
	unseen(t, r, words[0])
	r.Store.Spectators.Live[1].Watchers = 3
	r.Sees("3 watching")
}

// Who watches can look back at each board that could be seen before, in every game: what was hidden then is
// hidden still.
func TestAWatchLooksBack(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			r := tuitest.New(t, amongOthers(t), catalog.All())
			r.Press("w", "down", "enter")
			marks := strings.NewReplacer("─", "", "S", "", "D", "", "R", "", "✕", "", "↓", "") // a marker stands in place of a sign
			then, last := make(map[int]string), 0
			for _, s := range scenes(t, i, 8) {
				r.Show(s)
				then[s.Moves], last = marks.Replace(faces(r)), s.Moves
			}
			shows := func(n int) {
				want, ok := then[n] // else the move was played together with one before
				if got := marks.Replace(faces(r)); ok && got != want {
					t.Errorf("after move %d it shows\n%s\nwant\n%s", n, got, want)
				}
			}
			for n := last - 1; n >= 0; n-- {
				r.Press("left")
				r.Sees("Looking back", "   looking back\n", "q live")
				unseen(t, r, fmt.Sprint("moves ", last)) // the heading is of the board that shows
				shows(n)
			}
			r.Press("left")
			r.Sees(fmt.Sprintf("Looking back: the deal, before move 1 of %d. End returns to live.", last))
			for range last {
				unseen(t, r, "stop watching")
				r.Press("right")
			}
			unseen(t, r, "Looking back")
			shows(last)
		})
	}
}

// Who looks back goes on to do so while the player plays, until the move is taken back or another game begins.
func TestAWatchGoesOnMeanwhile(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	all := scenes(t, hop45, 7)
	r.Press("w", "down", "enter")
	r.Show(all[5])
	r.Press("left", "left")
	before := boardOn(r)
	r.Show(all[6])
	r.Sees("after move 3 of 6")
	r.Show(all[7])
	r.Sees("after move 3 of 7")
	shows(t, r, before)
	r.Show(all[3])
	r.Sees("moves 3", "stop watching")
	for _, key := range []string{"q", "esc", "ctrl+c", "end", "pgdown"} {
		r.Press("home")
		r.Sees("Looking back: the deal")
		r.Press(key)
		r.Sees("ann plays Hop 45", "stop watching")
		unseen(t, r, "Looking back")
	}
	r.Press("end")
	r.Sees("This is the newest board.")
	r.Press("home")
	r.Show(scenes(t, luckySeven, 2)[2])
	r.Sees("ann plays Lucky Seven", "moves 2", "stop watching")
	final := *scenes(t, luckySeven, 2)[2]
	final.Final = true
	r.Show(&final)
	r.Press("left")
	r.Sees("after move 1 of 2")
	r.Press("q")
	r.Sees("The game is over")
	r.Press("q")
	r.Sees("> ann")
}

// In a large window a click on a move goes there.
func TestAWatchLooksBackByMouse(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Resize(120, 40)
	watch(t, r, 5)
	words := line(t, catalog.All()[hop45], "R1", 5)
	r.Click("2 " + words[1])
	r.Sees("after move 2 of 5", ">  2 "+words[1])
	r.ClickKey("live")
	unseen(t, r, "Looking back")
	r.WheelAt("the deal", 2)
	unseen(t, r, "the deal", "Looking back")
}

// A game by rules that are not here is watched, but its earlier boards are not known.
func TestAWatchByOtherRulesHasNoPast(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 5)
	other := *scenes(t, hop45, 5)[5]
	other.Game = "boardwalk/none"
	r.Show(&other)
	r.Press("left")
	r.Sees("moves 5", "The rules of this game are not known here.", "stop watching")
	unseen(t, r, "Looking back")
}

// Who watches sees where the last move went, and the player's clock.
func TestTheLastMoveOfAWatchedPlayerIsMarked(t *testing.T) {
	store := alone(t)
	player := tuitest.New(t, store, catalog.All())
	other := tuitest.New(t, amongOthers(t), catalog.All())
	other.Store.Spectators.Live = []arcade.LiveTable{{Number: 1, Player: "ann", Game: "boardwalk/hop-45"}}
	other.Press("w", "enter")
	player.Press("enter")
	words := line(t, catalog.All()[hop45], "R1", 2)
	play(player, words[0])
	player.Clock += 90_000
	play(player, words[1])
	other.Show(player.Store.Spectators.Newest())
	if got := cursorOf(other); got != words[1][2:] {
		t.Errorf("after %s %q is marked:\n%s", words[1], got, other.Screen())
	}
	other.Sees("moves 2  1:3")
}

// While nobody can be watched, the list has the notable games of the week, which Enter replays at their pace.
func TestNotableGamesAreWatched(t *testing.T) {
	store := ann(t)
	store.Spectators = &tuitest.Spectators{}
	of := arcade.Leaderboard{Game: "boardwalk/hop-45", Class: arcade.Counted, Kind: arcade.Notable}
	notable := store.Accounts.Boards[of]
	of.Game = ""
	store.Accounts.Boards[of] = notable
	r := tuitest.New(t, store, catalog.All())
	r.Press("w")
	said(t, r, "There is no table to watch now. Notable games of this week:")
	r.Sees("> bob", "Hop 45", "cem", "Enter watch")
	r.Press("enter")
	r.Sees("Hop 45, replay", "move 0 of 1", "space stop")
	r.Tick()
	r.Sees("move 1 of 1")
	r.Press("q")
	store.Spectators.Live = []arcade.LiveTable{{Number: 7, Player: "ann", Game: "boardwalk/hop-45"}}
	r.Press("q", "w")
	r.Sees("1 table", "> ann")
	unseen(t, r, "cem")
}

// Where there is nothing to watch at all, the list leads to a race, whose others can be watched.
func TestNothingToWatchLeadsToARace(t *testing.T) {
	store := atRaces()(t)
	store.Spectators = &tuitest.Spectators{}
	r := tuitest.New(t, store, catalog.All())
	r.Press("w")
	said(t, r, "There is no table to watch now. Race the arcade: once you are through, you can watch its player.")
	r.Press("enter")
	r.Sees("Race the arcade now, about as strong as you")
}
