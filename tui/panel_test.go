package tui_test

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// A posed game is Hop 45 with an end that a test chooses: its states end as the fields
// say, from the first move on.
type posed struct {
	engine.Game
	over, won, perfect, dead bool
	note                     string
}

type posedState struct {
	engine.State
	as    posed
	moves int
}

func (g posed) Deal(c engine.Code) engine.State { return posedState{g.Game.Deal(c), g, 0} }

func (s posedState) Play(m engine.Move) (engine.State, error) {
	next, err := s.State.Play(m)
	return posedState{next, s.as, s.moves + 1}, err
}

func (s posedState) Over() bool { return s.moves > 0 && s.as.over }

func (s posedState) Score() engine.Score {
	score := s.State.Score()
	score.Won, score.Perfect = s.moves > 0 && s.as.won, s.moves > 0 && s.as.perfect
	return score
}

func (s posedState) End() engine.Score { return s.Score() }

func (s posedState) EndNote() string { return s.as.note }

func (s posedState) DeadEnd() (dead, known bool) { return s.moves > 0 && s.as.dead, true }

// pose returns a robot after the first move of a posed game that counts.
func pose(t *testing.T, g posed) *tuitest.Robot {
	t.Helper()
	g.Game = catalog.All()[hop45]
	r := tuitest.New(t, &tuitest.Store{}, engine.Catalog{g})
	r.Press("enter")
	play(r, line(t, g.Game, "R1", 1)...)
	rest(r)
	return r
}

// rest waits until the card that was played has arrived.
func rest(r *tuitest.Robot) {
	r.Clock += 150
}

// atEnd returns a robot at a game of Hop 45 that counts and is over.
func atEnd(t *testing.T, store *tuitest.Store) *tuitest.Robot {
	t.Helper()
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, over(t, catalog.All()[hop45], "R1")...)
	rest(r)
	return r
}

// unseen fails the test if the screen says one of the texts.
func unseen(t *testing.T, r *tuitest.Robot, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(r.Screen(), text) {
			t.Errorf("the screen says %q:\n%s", text, r.Screen())
		}
	}
}

func TestEachEndIsSaidInWords(t *testing.T) {
	for name, c := range map[string]struct {
		as   posed
		keys []string
		sees []string
	}{
		"no move is left":        {posed{}, nil, nil}, // as it comes, below
		"only shuffling is left": {posed{over: true}, nil, []string{"Game over: 1 of 27", "Not won: the moves left can't gain a point"}},
		"won and over":           {posed{over: true, won: true}, nil, []string{"Won: 1 of 27", " The moves left can't gain a point"}},
		"won and finished":       {posed{won: true}, []string{"g", "y"}, []string{"Won: 1 of 27", " Moves were still left."}},
		"perfect":                {posed{over: true, won: true, perfect: true}, nil, []string{"A perfect game: 1 of 27", " Every point of this deal is yours."}},
		"finished":               {posed{}, []string{"g", "y"}, []string{"Given up: 1 of 27", "Not won: moves were still left."}},
		"finished at a dead end": {posed{dead: true}, []string{"g", "y"}, []string{"Given up:", "Not won: the moves left can't gain a point."}},
		"spikes count":           {posed{over: true, note: "2 left: they score."}, nil, []string{" 2 left: they score."}},
	} {
		t.Run(name, func(t *testing.T) {
			if c.sees == nil {
				atEnd(t, &tuitest.Store{}).Sees("Game over: 6 of 27 points.", "Not won: no legal move is left.")
				return
			}
			r := pose(t, c.as)
			r.Press(c.keys...)
			r.Clock += 2000 // after the picture
			r.Sees(append(c.sees, "Esc board")...)
		})
	}
}

func TestAfterAWinPlayGoesOn(t *testing.T) {
	r := pose(t, posed{won: true})
	r.Sees("You have won! Play on for points, or g finishes the game.")
	unseen(t, r, "the end")
	next := line(t, catalog.All()[hop45], "R1", 2)[1]
	play(r, next)
	rest(r)
	unseen(t, r, "You have won!", "the end")
	r.Sees("g finish")
}

func TestOnlyShufflingLeft(t *testing.T) {
	r := pose(t, posed{dead: true})
	r.Sees("The moves left can't gain a point")
	r.Press("u")
	unseen(t, r, "can't gain a point")
}

// TestThePanelStealsNoKey checks that each key has its usual effect, and that the board
// shows.
func TestThePanelStealsNoKey(t *testing.T) {
	for key, sees := range map[string]string{
		"down": "Game over: 6 of 27 points. Your first best.", "m": "No card can move.", "ctrl+z": "Undo? (y/n)", "r": "Restart? (y/n)",
		"enter": "moves 6 ", "t": "Source: the card to play",
	} {
		r := atEnd(t, &tuitest.Store{})
		r.Sees("Esc board")
		r.Press(key)
		switch r.Sees(sees); key {
		case "ctrl+z":
			r.Press("y")
			r.Sees("moves 5 ")
		case "r":
			r.Press("y")
			r.Sees("moves 0 ")
		}
		unseen(t, r, "Esc board")
	}
	r := atEnd(t, &tuitest.Store{})
	r.Press("x")
	r.Sees("Esc board", "No play is left to hint at.")
	r.Press("esc")
	r.Sees("Game over: 6 of 27 points. Your first best.", "Esc result")
	unseen(t, r, "Esc board")
	r.Press("esc")
	r.Click("Not won")
	unseen(t, r, "Esc board", "━S━")
	r.Press("esc")
	r.Click("new deal")
	r.Sees("moves 0 ", "a fresh deal")
}

func TestTheEndWaitsForTheCard(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter")
	play(r, over(t, catalog.All()[hop45], "R1")...)
	unseen(t, r, "Esc board", "Game over")
	r.Press("esc")
	r.Sees("Esc board", "Game over")
}

func TestTheDealShowsOnceItIsFiled(t *testing.T) {
	r := atEnd(t, &tuitest.Store{})
	unseen(t, r, "R1")
	r.Press("g")
	r.Sees("Deal R1.", "deal R1")
	r.Press("r")
	r.Sees("practice R1", "moves 0 ")
}

func TestTheEndTellsWhatItCountsFor(t *testing.T) {
	r := atEnd(t, &tuitest.Store{})
	r.Sees("It counts.")
	r.Press("u", "y")
	play(r, over(t, catalog.All()[hop45], "R1")[5])
	rest(r)
	r.Sees("Assisted: a move that had turned up a card was", "taken back.")
	r = tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("enter", "x", "y", "enter")
	rest(r)
	r.Press("g", "y")
	r.Sees("Assisted: 1 hint shown.")
	r = deal(t, hop45, "ABC")
	play(r, "a1a4")
	rest(r)
	r.Press("g", "y")
	r.Sees("Practice: you chose the deal, or knew it.", "Deal ABC.")
}

// A game that cannot be a best says why, and is not the first best.
func TestTheEndOfAShortGameIsNoBest(t *testing.T) {
	store := &tuitest.Store{}
	for range 3 {
		addResult(store, arcade.Result{Record: engine.Record{Game: "boardwalk/hop-45", Version: 1, Code: "OLD", Moves: make([]engine.Move, 4)}, Class: arcade.Counted, Score: engine.Score{Points: 4, Max: 27}})
	}
	r := tuitest.New(t, store, catalog.All())
	r.Press("enter")
	play(r, line(t, catalog.All()[hop45], "R1", 4)...)
	r.Press("g", "y")
	r.Sees("It counts, but a game this short can't be a best.")
	unseen(t, r, "Your first")
}

func TestTheEndKnowsTheBest(t *testing.T) {
	store := &tuitest.Store{}
	for i, points := range []int{3, 9, 6, 27} {
		addResult(store, arcade.Result{
			Record: engine.Record{Game: "boardwalk/hop-45", Version: 1, Code: "OLD", Moves: make([]engine.Move, 5)}, Class: arcade.Counted,
			Score: engine.Score{Points: points, Max: 27}, Millis: 90_000, Span: 90_000, Ended: int64(i + 1),
		})
	}
	store.Results[3].Class = arcade.Practice
	r := atEnd(t, store)
	r.Sees("Your best is 9 points in 1:30.")
}

func TestAGameIsWatchedFromItsEnd(t *testing.T) {
	r := atEnd(t, &tuitest.Store{})
	r.Press("g", "w")
	r.Sees("Hop 45, replay", "move 0 of 6")
	r.Press("right", "right", "p")
	r.Sees("practice R1", "moves 2 ")
	r.Press("q") // there is one table, not two
	r.Sees("Boardwalk Arcade")
}

// The panel below a board covers nothing of the board and, except in the smallest windows, leaves
// nothing out.
func TestTheEndHasRoomBelowTheBoard(t *testing.T) {
	games := widest(t)
	for _, g := range append(catalog.All(), lucky(t)) {
		games[g.Info().ID] = g
	}
	for name, g := range games {
		s := enterGame(t, g, [2]int{80, 24})
		m, _ := s.onward()
		play(s.Robot, m.String())
		s.Press("g", "y")
		for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {100, 30}, {120, 40}, {160, 50}, {200, 60}} {
			s.Resize(size[0], size[1])
			rows := strings.Split(s.Screen(), "\n")
			top := slices.IndexFunc(rows, func(row string) bool {
				row = strings.TrimSpace(row)
				return strings.HasPrefix(row, "── ") || strings.Contains(row, ": the end ─") || strings.Contains(row, "╭─ The end ─")
			})
			l, _, y := tui.DrawBoard(s.App, grid.New(size[0], size[1]), size[0], size[1])
			beside := strings.Contains(rows[top], "The end")
			if hidden := y + l.Height - top; hidden > 0 && !beside {
				t.Errorf("in %v the panel hides %d rows of %s:\n%s", size, hidden, name, s.Screen())
			}
			if size[0] >= 60 && !beside {
				s.Sees("Time 0:0", "Deal R1", "n new deal", "q lobby")
			}
		}
	}
}

// The board of a game that was won keeps its cards as large as they were: the panel covers its lower edge until Esc.
func TestAWonBoardKeepsItsCards(t *testing.T) {
	for _, won := range []bool{false, true} {
		g := posed{Game: catalog.All()[6], over: true, won: won}
		r := tuitest.New(t, &tuitest.Store{SettingsJSON: []byte(`{"motion":false}`)}, engine.Catalog{g})
		r.Resize(80, 24)
		r.Press("enter")
		before, _, _ := tui.DrawBoard(r.App, grid.New(80, 24), 80, 24)
		play(r, line(t, g.Game, "R1", 1)...)
		rest(r)
		r.Sees("n new deal", "q lobby")
		after, _, _ := tui.DrawBoard(r.App, grid.New(80, 24), 80, 24)
		if kept := after.Size == before.Size; kept != won {
			t.Errorf("won: %v: at the end the cards have the size %v, before %v:\n%s", won, after.Size, before.Size, r.Screen())
		}
	}
}

// A refusal at the end of a game hides no row of what the panel says.
func TestARefusalHidesNothingOfThePanel(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 20}} {
		r := atTable(t, hop45)
		r.Resize(size[0], size[1])
		play(r, line(t, catalog.All()[hop45], "R1", 2)...)
		r.Press("g", "y")
		before := r.Screen()
		r.Press("enter", "esc") // refused, and the panel again
		r.Press("u")
		r.Sees("This game is finished: n deals another.")
		for row := range strings.Lines(before) {
			if row = strings.TrimSpace(row); strings.Contains(row, "lobby") && !strings.Contains(r.Screen(), row) {
				t.Errorf("%v: %q is hidden:\n%s", size, row, r.Screen())
			}
		}
	}
}
