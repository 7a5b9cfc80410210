package run

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hint"
)

func TestConformance(t *testing.T) { enginetest.Run(t, New(), 20) }

func TestTheExampleIsPlayed(t *testing.T) { enginetest.Example(t, New()) }

func FuzzPlay(f *testing.F) { enginetest.Fuzz(f, New()) }

// Whatever is taken, three changes are left that make a game on each board to come, and no board has more
// or fewer cards than before.
func TestAnyChangesMakeGames(t *testing.T) {
	for i := range 300 {
		random := rand.New(rand.NewPCG(uint64(i), 1))
		r := run{code: engine.Code(fmt.Sprint("R", i))}
		for len(r.taken) < len(boards)-1 {
			if v := r.rules().Variation; len(v.Ranks())*v.Suits != len(boards[len(r.taken)].Ranks())*v.Suits {
				t.Fatalf("after %v the board has %d ranks", r.taken, len(v.Ranks()))
			}
			three := offers(r.code, r.taken)
			if len(three) != take || three[0] == three[1] || three[0] == three[2] || three[1] == three[2] {
				t.Fatalf("after %v the offers are %v", r.taken, three)
			}
			r = r.after(enginetest.Pick(random, three))
		}
	}
}

var (
	runs  = flag.Int("runs", 20, "how many runs TestBalance plays")
	tries = flag.Int("tries", 0, "with how many tries for each move")
)

// TestBalance has the arcade's player play runs, and reports how many survive each board and how often each
// change is taken where it is offered.
func TestBalance(t *testing.T) {
	var mu sync.Mutex
	var survived [len(boards) + 1]int
	offered, taken := make([]int, len(changes)), make([]int, len(changes))
	next := make(chan int)
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		all.Go(func() {
			for i := range next {
				code := engine.Code(fmt.Sprint("BALANCE", i))
				h := hint.NewHouse(New().Deal(code), *tries, rand.New(rand.NewPCG(uint64(i), 2)))
				for {
					before := h.State()
					if !h.Step(context.Background()) {
						break
					}
					if c, ok := before.(choice); ok {
						mu.Lock()
						for _, o := range c.offers {
							offered[o]++
						}
						taken[c.change(h.Last())]++
						mu.Unlock()
					}
				}
				mu.Lock()
				won := 0
				if s, ok := h.State().(table); ok {
					won = len(s.taken)
				}
				if h.State().Score().Won {
					won++
				}
				for b := range won + 1 {
					survived[b]++
				}
				mu.Unlock()
			}
		})
	}
	for i := range *runs {
		next <- i
	}
	close(next)
	all.Wait()
	for b := 1; b <= len(boards); b++ {
		t.Logf("board %d: %5.1f of 100 runs survive it, %5.1f of those that come to it", b,
			100*float64(survived[b])/float64(*runs), 100*float64(survived[b])/float64(max(1, survived[b-1])))
	}
	for i, c := range changes {
		t.Logf("%-7s is taken in %5.1f of 100 offers (%d)", c.name, 100*float64(taken[i])/float64(max(1, offered[i])), offered[i])
	}
	if survived[0] != *runs || survived[1] < *runs/4 || survived[2] == 0 || survived[len(boards)] > *runs/2 {
		t.Errorf("of %d runs there are left after each board: %v", *runs, survived)
	}
}

// The page has a row for each board, and says of each change what the screen says.
func TestThePageTellsTheBoardsAndChanges(t *testing.T) {
	page := strings.Join(strings.Fields(New().Rules()), " ")
	for i, v := range boards {
		row := fmt.Sprintf("- **Board %d**: %d ranks, %d cards, %d upper and %d lower columns.", i+1, v.OrderedRanks, len(v.Ranks())*v.Suits, v.Upper, v.Lower)
		if !strings.Contains(page, row) {
			t.Errorf("the page lacks %q", row)
		}
	}
	for _, c := range changes {
		if !slices.Contains(atSight, c.name) {
			t.Errorf("at first sight %s has no place", c.name)
		}
		if says := fmt.Sprintf("- **%s**: %s.", c.name, c.does); !strings.Contains(page, says) {
			t.Errorf("the page lacks %q", says)
		}
	}
}

// The mean chance to win a run is about the same just before and after a board is won, though tries of a change play at
// first sight. A change that is asked for is tried, even if it is the only one.
func TestChancesGoOnFromBoardToBoard(t *testing.T) {
	ask := func(s engine.State, tries int, among ...engine.Move) engine.Choice {
		return s.(engine.Advisor).Advise(t.Context(), engine.Ask{Tries: tries, Random: rand.New(rand.NewPCG(1, 2)), Among: among})[0]
	}
	var before, after [len(boards) - 1]float64
	for _, code := range []engine.Code{"R1", "R2", "R3", "R4"} {
		s := New().Deal(code)
		won, err := engine.Solve(t.Context(), s, engine.Question{Goal: engine.GoalWin})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range won.Line {
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if c, ok := next.(choice); ok {
				chosen := ask(c, 50, ask(c, 0).Move)
				if chosen.Tries < 50 {
					t.Errorf("%s: after %v there are only %d tries", code, c.taken, chosen.Tries)
				}
				before[len(c.taken)] += ask(s, 50, m).Win
				after[len(c.taken)] += chosen.Win
			}
			s = next
		}
	}
	for i := range before {
		if after[i] < before[i]/4 || after[i] > before[i]*2 {
			t.Errorf("board %d: the mean chance is %.3f before it is won, and %.3f after it", i+1, before[i]/4, after[i]/4)
		}
	}
}

// To take a change back is a peek, as the player has seen the board that followed.
func TestAChangeTakenBackIsAPeek(t *testing.T) {
	_, states := enginetest.Replay(t, New(), "run@2 R1 a1d4 a1b4 a1c4 b1a2 b1a2 b3a4 b1b4 a1b2")
	before, after := states[len(states)-2], states[len(states)-1]
	if _, ok := before.(choice); !ok || engine.Hidden(after) >= engine.Hidden(before) {
		t.Errorf("%d cards are hidden before the change, %d after it", engine.Hidden(before), engine.Hidden(after))
	}
}

// No line between two boards is cut in a window of 80 columns, whatever was chosen.
func TestTheNotesOfAChoiceFitARow(t *testing.T) {
	for offered := range len(changes) - 2 {
		c := choice{run{taken: []int{0, 1, 2, 3, 4, 5}[:len(boards)-2]}, []int{offered, offered + 1, offered + 2}}
		for _, note := range c.Board().Notes {
			if len(note) > 76 {
				t.Errorf("%d characters: %s", len(note), note)
			}
		}
	}
}
