package tui_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A stranger has never seen the arcade, knows no rules, and does what the screen says. It reads
// the screen alone: keys that the screen has named, and places that are lit.
type stranger struct {
	*tuitest.Robot
	t     *testing.T
	keys  int      // pressed
	pages []string // of help that were opened
	known map[string]bool
}

// pressed holds the keys that the stranger may press, as screens write them.
var pressed = map[string]string{"enter": "Enter", "esc": "Esc", "f1": "F1", "m": "m", "g": "g", "q": "q"}

// press presses a key that a screen has named by now. An answer of y is one that a question
// names.
func (s *stranger) press(key string) {
	s.t.Helper()
	if key != "y" && !s.known[key] {
		s.t.Fatalf("no screen has named %s:\n%s", key, s.Screen())
	}
	s.Press(key)
	s.keys++
	s.look()
}

// look remembers which keys the screen names.
func (s *stranger) look() {
	for key, name := range pressed {
		if regexp.MustCompile(`(^|[^A-Za-z])` + name + `([^A-Za-z]|$)`).MatchString(s.Screen()) {
			s.known[key] = true
		}
	}
}

// sentence returns what stands in the rows above the last one.
func (s *stranger) sentence() string {
	lines := strings.Split(strings.TrimRight(s.Screen(), "\n"), "\n")
	return strings.Join(lines[len(lines)-4:len(lines)-1], "\n")
}

// walkTo walks to a place and counts the keys.
func (s *stranger) walkTo(place string) {
	s.t.Helper()
	walkToPlace(s.Robot, place)
	s.keys += 3 // about as many as a walk takes
}

// plays plays a card of the lit ones, as the first tip says: Enter on a card, Enter on a lit
// place. It reports whether there was one.
func (s *stranger) plays(tries map[string]bool) bool {
	s.t.Helper()
	s.press("m") // "m lights every card that can move"
	cards := litOn(s.Robot)
	for _, card := range cards {
		s.press("esc")
		s.walkTo(card)
		s.press("enter")
		if strings.Contains(s.Screen(), "Enter play") { // there is one place only, and it is marked
			if board := fmt.Sprint(card, boardOn(s.Robot)); !tries[board] {
				tries[board] = true
				s.press("enter")
				return true
			}
		}
		lit := litOn(s.Robot)
		slices.Reverse(lit) // a stranger takes what is lowest, since cards are wanted there
		for _, to := range lit {
			if board := fmt.Sprint(card, to, boardOn(s.Robot)); !tries[board] {
				tries[board] = true
				s.walkTo(to)
				s.press("enter")
				return true
			}
		}
		s.press("esc")
	}
	return false
}

// TestAStrangerFinishesAGameByTheTips sits down without knowing anything and does what the tips
// say until the first game is over. The game must be finished and count.
func TestAStrangerFinishesAGameByTheTips(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			s := &stranger{Robot: tuitest.New(t, &tuitest.Store{}, catalog.All()), t: t, known: map[string]bool{}}
			s.Resize(size[0], size[1])
			s.look()
			aim := catalog.All()[hop45].Info().Aim.Full
			s.Sees("Enter  plays Hop 45, the one to begin with", aim)
			s.press("enter")
			s.Sees(aim, "Enter on a card, then on a lit place, plays it.")
			tips := map[string]bool{}
			tries := map[string]bool{}
			over := func() bool { return strings.Contains(s.Screen(), "Esc board") }
			for moves := 0; !over() && moves < 60; moves++ {
				if moves == 0 { // the tip: on a card, then on a lit place
					s.press("enter")
					s.walkTo(litOn(s.Robot)[0])
					s.press("enter")
				} else if !s.plays(tries) {
					break
				}
				rest(s.Robot)
				said := s.sentence()
				for _, tip := range []string{"m lights", "F1 has the rules", "u takes", "/ lights", "g ends the game"} {
					tips[tip] = tips[tip] || strings.Contains(said, tip)
				}
			}
			if !over() { // the last tip says how to end a game
				s.press("g")
				s.press("y")
			}
			s.Sees(" of 27", "It counts.")
			won := strings.Contains(s.Screen(), "Won:") || strings.Contains(s.Screen(), "perfect game")
			if !won {
				s.Sees("a analyse", "? keys")
				s.press("f1")
				s.pages = append(s.pages, "rules")
				s.Sees("Hop 45: the rules", "win once row 1 is empty")
				s.press("q")
			}
			s.press("q")
			s.Sees("Boardwalk Arcade", "1 game")
			if s.Quit {
				t.Fatal("the stranger is out of the arcade")
			}
			if r := lastOf(t, s.Store); r.Class != arcade.Counted {
				t.Errorf("the game counts as %s", r.Class)
			}
			if len(tips) == 0 || !tips["m lights"] || !tips["u takes"] {
				t.Errorf("the tips were %v", tips)
			}
			t.Logf("%d keys, help pages %v, won %v", s.keys, s.pages, won)
		})
	}
}
