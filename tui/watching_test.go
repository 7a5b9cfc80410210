package tui_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

// amongOthers is a store of a player who is not alone.
func amongOthers(*testing.T) *tuitest.Store {
	games := catalog.All()
	live := func(number int, player string, game, moves, points, watchers int, idle time.Duration) tui.LiveTable {
		info := games[game].Info()
		return tui.LiveTable{
			Number: number, Player: player, Game: info.ID, Moves: moves, Score: engine.Score{Points: points, Max: info.Max},
			Watchers: watchers, Idle: idle,
		}
	}
	own := live(9, "me", 1, 3, 1, 1, 4*time.Minute)
	own.Own = true
	return &tuitest.Store{Company: &tuitest.Company{Live: []tui.LiveTable{
		live(3, "a-nick-of-20-letters", 1, 117, 33, 120, 0), live(5, "ann", hop45, 7, 4, 0, 12*time.Second),
		live(8, "(guest)", 6, 0, 0, 0, 29*time.Minute), own,
	}}}
}

// alone is a store of a player who is.
func alone(*testing.T) *tuitest.Store { return &tuitest.Store{Company: &tuitest.Company{}} }

// scenes is what others are shown of so many moves in the i-th game's deal R1,
// behind each of them; the first is of the deal.
func scenes(t *testing.T, i, moves int) (shown []*tui.Scene) {
	t.Helper()
	store := alone(t)
	r := tuitest.New(t, store, catalog.All())
	for range i {
		r.Press("down")
	}
	r.Press("enter")
	shown = append(shown, store.Company.Newest())
	for _, word := range line(t, catalog.All()[i], "R1", moves) {
		play(r, word)
		shown = append(shown, store.Company.Newest())
	}
	return shown
}

// watch watches ann's table in Hop 45, who has played so many moves.
func watch(t *testing.T, r *tuitest.Robot, moves int) {
	t.Helper()
	r.Press("w", "down", "enter")
	r.Show(scenes(t, hop45, moves)[moves])
}

// faces is what a screen shows between its heading and the line below the board,
// without the cursor.
func faces(r *tuitest.Robot) string {
	frames := strings.NewReplacer("┏", "╭", "┓", "╮", "┗", "╰", "┛", "╯", "━", "─", "┃", "│", "╌", "─", "╎", "│", "<", "[", ">", "]")
	rows := strings.Split(frames.Replace(r.Screen()), "\n")
	return strings.Join(rows[1:len(rows)-3], "\n")
}

// Who watches sees what the player sees, also while a card that was turned up is
// kept from the player until the move is stored.
func TestWhoWatchesSeesWhatThePlayerSees(t *testing.T) {
	for i, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			store := alone(t)
			store.Kept = []byte(`{"motion":false}`)
			player := tuitest.New(t, store, catalog.All())
			other := tuitest.New(t, amongOthers(t), catalog.All())
			other.Store.Company.Live = []tui.LiveTable{{Number: 1, Player: "ann", Game: g.Info().ID}}
			other.Press("w", "enter")
			for range i {
				player.Press("down")
			}
			player.Press("enter")
			same := func(when string) {
				t.Helper()
				scene := player.Store.Company.Newest()
				other.Show(scene)
				if got, want := faces(other), faces(player); got != want {
					t.Fatalf("%s it is\n%s\nand the player sees\n%s", when, got, want)
				}
				player.Sees(fmt.Sprintf("points %d/%d  moves %d", scene.Score.Points, scene.Score.Max, scene.Moves))
				other.Sees(fmt.Sprintf("points %d/%d  moves %d", scene.Score.Points, scene.Score.Max, scene.Moves))
			}
			same("at the deal")
			veiled := 0
			for _, word := range line(t, g, "R1", 9) {
				player.Hold()
				play(player, word)
				before := faces(player)
				same("before " + word + " is stored")
				player.Go()
				if strings.Contains(player.Screen(), ": the end") {
					player.Press("esc")
				}
				same("behind " + word)
				if faces(player) != before {
					veiled++
				}
			}
			player.Press("u")
			same("after a move was taken back")
			if veiled == 0 && g.Info().ID == "boardwalk/hop-45" {
				t.Error("nothing was ever veiled")
			}
		})
	}
}

// What does not change the board is nothing to others: one scene a position, and
// one more where it was veiled.
func TestOthersAreShownWhatChanges(t *testing.T) {
	store := alone(t)
	company := store.Company
	r := tuitest.New(t, store, catalog.All())
	shows := func(what string, want int) {
		t.Helper()
		if got := len(company.Shown); got != want {
			t.Errorf("%s: %d scenes so far, want %d", what, got, want)
		}
	}
	r.Press("down", "up", "?", "esc")
	shows("in the lobby", 0)
	r.Press("enter")
	shows("at the table", 1)
	r.Press("right", "enter", "esc", "m", "?", "esc", "f1", "esc")
	r.Resize(120, 40)
	r.Tick()
	shows("without a move", 1)
	r.Press("home")
	play(r, line(t, catalog.All()[hop45], "R1", 1)...)
	shows("behind a move that turns up a card", 3)
	if told := company.Newest().Told; !strings.HasPrefix(told, "Move 1: ") {
		t.Errorf("the move is told as %q", told)
	}
	r.Press("u")
	if told := company.Newest().Told; told != "Back to move 0." {
		t.Errorf("taking it back is told as %q", told)
	}
	r.Press("U")
	if told := company.Newest().Told; told != "Move 1 again." {
		t.Errorf("playing it again is told as %q", told)
	}
	r.Press("q")
	if company.Newest() != nil {
		t.Error("a table that was left is shown still")
	}
	before := len(company.Shown)
	r.Tick()
	r.Press("down")
	shows("back in the lobby", before)
}

// A round that has ended is shown to its end, and the next one as another.
func TestTheEndIsShown(t *testing.T) {
	store := alone(t)
	company := store.Company
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 3)...)
	if company.Newest().Final {
		t.Fatal("it is final before its end")
	}
	r.Press("g", "y")
	if last := company.Newest(); last == nil || !last.Final || last.Score != store.Results[0].Score {
		t.Errorf("the end is %+v, the result %+v", last, store.Results[0].Score)
	}
	n := len(company.Shown)
	r.Press("esc", "right")
	if len(company.Shown) != n {
		t.Error("more than the end is shown")
	}
	r.Press("n")
	if next := company.Newest(); next == nil || next.Final || next.Moves != 0 {
		t.Errorf("the next round is %+v", next)
	}
	if err := r.App.Close(); err != nil || company.Newest() != nil {
		t.Errorf("after Close, %v, the table is shown still", err)
	}
}

// A game that another session has taken is not this table's to show.
func TestAGameThatWentOnElsewhereIsNotShown(t *testing.T) {
	store := alone(t)
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	words := line(t, catalog.All()[hop45], "R1", 2)
	play(r, words[0])
	saved, rev, err := store.Saved("boardwalk/hop-45")
	if err == nil {
		_, err = store.Save(saved, rev)
	}
	if err != nil {
		t.Fatal(err)
	}
	play(r, words[1])
	r.Sees("went on in another session")
	if store.Company.Newest() != nil {
		t.Error("it is shown still")
	}
}

// However the screen is left, the watch ends; and none begins too late.
func TestAWatchEndsWithItsScreen(t *testing.T) {
	for name, leave := range map[string]func(*tuitest.Robot){
		"q":              func(r *tuitest.Robot) { r.Press("q") },
		"Esc":            func(r *tuitest.Robot) { r.Press("esc") },
		"Ctrl-C":         func(r *tuitest.Robot) { r.Press("ctrl+c") },
		"the session":    func(r *tuitest.Robot) { _ = r.App.Close() },
		"below a page":   func(r *tuitest.Robot) { r.Press("?"); _ = r.App.Close() },
		"q behind pages": func(r *tuitest.Robot) { r.Press("?", "esc", "f1", "esc", "q") },
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, amongOthers(t), catalog.All())
			watch(t, r, 3)
			w := r.Store.Company.Watches[0]
			if w.Number != 5 || w.Life.Err() != nil {
				t.Fatalf("it watches table %d: %v", w.Number, w.Life.Err())
			}
			if leave(r); w.Life.Err() == nil {
				t.Error("the watch goes on")
			}
			if n := len(r.Store.Company.Watches); n != 1 {
				t.Errorf("%d watches were begun", n)
			}
		})
	}
	t.Run("late", func(t *testing.T) {
		r := tuitest.New(t, amongOthers(t), catalog.All())
		r.Press("w")
		_, opens := r.App.Update(tuitest.KeyPress(t, "enter"))
		_, begins := r.App.Update(opens())
		if err := r.App.Close(); err != nil {
			t.Fatal(err)
		}
		begins()
		if r.Store.Company.Watches[0].Life.Err() == nil {
			t.Error("the watch goes on")
		}
	})
}

// What was seen last stays until a key is pressed.
func TestTheLastSceneStays(t *testing.T) {
	for name, c := range map[string]struct {
		end  func(r *tuitest.Robot, last *tui.Scene)
		says string
	}{
		"finished": {func(r *tuitest.Robot, last *tui.Scene) {
			final := *last
			final.Final, final.Score.Points = true, 5
			r.Show(&final)
		}, "The game is over: 5 of 27 points. Any key goes back."},
		"won": {func(r *tuitest.Robot, last *tui.Scene) {
			final := *last
			final.Final, final.Score = true, engine.Score{Points: 25, Max: 27, Won: true}
			r.Show(&final)
		}, "Won: 25 of 27 points."},
		"perfect": {func(r *tuitest.Robot, last *tui.Scene) {
			final := *last
			final.Final, final.Score = true, engine.Score{Points: 27, Max: 27, Won: true, Perfect: true}
			r.Show(&final)
		}, "A perfect game: 27 of 27 points."},
		"the player has left": {func(r *tuitest.Robot, _ *tui.Scene) { r.Show(nil) }, "There is no more to see here. Any key goes back."},
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, amongOthers(t), catalog.All())
			watch(t, r, 7)
			if r.App.Resumable() {
				t.Error("who watches would be sent away without a key")
			}
			before := faces(r)
			c.end(r, scenes(t, hop45, 7)[7])
			r.Sees("ann plays Hop 45", c.says, "q back")
			if faces(r) != before {
				t.Errorf("the board is another:\n%s", r.Screen())
			}
			if !r.App.Resumable() {
				t.Error("it is watched still")
			}
			r.Press("x")
			r.Sees("Watch", "> ann")
		})
	}
}

// A program may play 200 moves a second: they are not drawn for all who watch.
func TestAWatchTakesItsTime(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 7)
	w := r.Store.Company.Watches[0]
	if w.Waits() || r.Wait != 100*time.Millisecond {
		t.Errorf("it waits for the next scene at once (%v), or after %v", w.Waits(), r.Wait)
	}
	r.Tick()
	if !w.Waits() {
		t.Error("it waits no more")
	}
}

func TestAGameThatIsOverMayGoOn(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	watch(t, r, 7)
	over := *scenes(t, hop45, 7)[7]
	over.Over = true
	r.Show(&over)
	r.Sees("Nothing is left to play.", "q stop watching")
	r.Press("x")
	r.Show(scenes(t, hop45, 6)[6])
	r.Sees("moves 6")
}

func TestATableThatCannotBeWatched(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	r.Press("w")
	r.Store.Company.Err = errors.New("this table cannot be watched now")
	r.Press("enter")
	r.Sees("This table cannot be watched now. Any key goes back.")
	r.Press("down")
	r.Sees("> a-nick-of-20-letters")
}

// The list is read again and again, and what was chosen stays chosen.
func TestTheListOfTablesFollows(t *testing.T) {
	r := tuitest.New(t, amongOthers(t), catalog.All())
	company := r.Store.Company
	all := company.Live
	r.Press("w", "down", "down")
	r.Sees("> (guest)", "4 tables", "you, elsewhere")
	company.Live = all[1:]
	r.Tick()
	r.Sees("> (guest)", "3 tables")
	company.Live = all[3:]
	r.Tick()
	r.Sees("> you, elsewhere", "1 table")
	company.Live = nil
	r.Tick()
	r.Sees("There is no table")
	r.Press("enter", "down", "end")
	company.Live = all
	r.Tick()
	r.Sees("> a-nick-of-20-letters")
	r.Press("?")
	for range 3 {
		r.Tick()
	}
	if len(r.Ticks) > 0 {
		t.Error("it looks on below a page")
	}
	r.Press("esc", "q", "w")
	if len(r.Ticks) != 2 {
		t.Errorf("%d looks are to come, want that of the list that was left and that of the new one", len(r.Ticks))
	}
	r.Tick()
	if len(r.Ticks) != 1 {
		t.Errorf("then %d", len(r.Ticks))
	}
}

// The number of those who watch is there with the next frame, in words, at any
// size.
func TestThePlayerSeesHowManyWatch(t *testing.T) {
	for i := range catalog.All() {
		store := alone(t)
		r := tuitest.New(t, store, catalog.All())
		for range i {
			r.Press("down")
		}
		r.Press("enter")
		for n, words := range map[int]string{1: "1 watches", 2: "2 watch", 1000: "1000 watch"} {
			store.Company.Count = n
			for _, size := range sizes {
				r.Resize(size[0], size[1])
				r.Sees(words, "moves 0", "0:00")
			}
		}
		store.Company.Count = 0
		if strings.Contains(r.Screen(), "watch") {
			t.Errorf("nobody watches:\n%s", r.Screen())
		}
	}
}
