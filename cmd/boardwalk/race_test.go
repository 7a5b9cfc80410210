package main

import (
	"regexp"
	"strings"
	"testing"

	"boardwalk/tui/tuitest"
)

// TestARaceOverSSH: ann opens a race and bob joins it by its code; both play the same
// deal at the same time, and bob finds his round again after his connection was cut.
func TestARaceOverSSH(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
	opens := ann.connect(a)
	opens.await("Boardwalk Arcade", "as ann") // the name that is offered
	opens.press("r")
	opens.await("Open a race for Hop 45, 15 minutes at most")
	opens.press(home, "j", enter)
	opens.await("ann (you), who can start it")
	code := regexp.MustCompile(`race ([0-9A-Z]{6})\n`).FindStringSubmatch(opens.screen())
	if code == nil {
		t.Fatalf("the room shows no code:\n%s", opens.screen())
	}
	joins := bob.connect(a, "race", strings.ToLower(code[1]))
	joins.await("Race "+code[1], "Somebody (you)")
	opens.await("Somebody")
	opens.press("s")
	joins.await("The race begins in")
	opens.await("race "+code[1], "moves 0", "q race") // the last part of a frame to be drawn
	joins.await("race "+code[1], "moves 0", "1. ann 0", "1. you 0", "q race")
	if a, b := opens.cards(), joins.cards(); a != b || !strings.Contains(a, "│▒▒▒│") {
		t.Errorf("they do not play the same deal:\n%s\nand\n%s", opens.screen(), joins.screen())
	}

	opens.press("x")
	opens.await("There are no hints in a race")
	opens.founds()
	opens.await("moves 1 ")
	opens.press("u")
	opens.await("In a race or a sprint a move that turned up a card stays")
	joins.await("ann 1")
	joins.founds()
	joins.await("moves 1  ") // without the star that marks an unsaved move
	joins.hangUp()
	opens.press("g", "y")
	opens.await("You are done, with 1 point.", "away")
	if out, errOut, exit := bob.run(a, "record", "1"); exit == 0 {
		t.Errorf("before the end there is a record: %s%s", out, errOut)
	}

	back := bob.connect(a)
	back.await("Your race "+code[1]+" goes on, ", "as bob")
	back.press("r")
	back.await("> " + code[1])
	back.press(enter)
	back.await("moves 1 ", "race "+code[1], "Welcome back.")
	opens.await("playing")
	opens.press(home, end, enter)
	opens.await("bob plays Hop 45", "moves 1")
	opens.press("q")
	opens.await("You are done")
	back.press("g", "y")
	for _, c := range []*client{opens, back} {
		c.await("The race is over. You are ", " of 2, with 1 point.")
	}
	for _, row := range []string{home, end} { // the own round and the other's
		opens.press(row, enter)
		opens.await("Hop 45, replay")
		opens.press("q")
		opens.await("The race is over.")
	}
	out, errOut, exit := bob.run(a, "race", code[1])
	if exit != 0 || !strings.Contains(out, " of 2, ") || strings.Count(out, "1/27") != 2 {
		t.Errorf("race %s exits %d with %s%s", code[1], exit, out, errOut)
	}
	sound(t, a)
}

// cards returns the board on a screen, between its heading and what follows it.
func (c *client) cards() string {
	rows := strings.Split(c.screen(), "\n")
	frames := strings.NewReplacer("┏", "╭", "┓", "╮", "┗", "╰", "┛", "╯", "━", "─", "┃", "│")
	return frames.Replace(strings.Join(rows[1:18], "\n"))
}

// card matches the rank of a visible card.
var card = regexp.MustCompile(`([A2-9TJQK])[♠♥♦♣]`)

// founds begins the first foundation with the lowest card of row 1, at a person's pace:
// faster games are not ranked, and others cannot see them. Races have no hints to follow.
func (c *client) founds() {
	c.t.Helper()
	const ranks = "A23456789"
	c.until("a second of the race", func(term *tuitest.Terminal) bool { return !strings.Contains(term.Screen(), " 0:00 ") })
	for _, row := range strings.Split(c.screen(), "\n") {
		before, cards, _ := strings.Cut(row, " 1 ")
		if strings.TrimSpace(before) != "" {
			continue
		}
		// The lowest card: after a high one nothing more may fit, and the game is over.
		lowest, low := 0, len(ranks)
		for column, found := range card.FindAllStringSubmatch(cards, -1) {
			if rank := strings.Index(ranks, found[1]); rank >= 0 && rank < low {
				lowest, low = column, rank
			}
		}
		if low < len(ranks) {
			c.press("t", string(rune('a'+lowest)), "1", "a", "4")
			c.await("Enter play")
			c.press(enter)
			shows := func(term *tuitest.Terminal, text string) bool {
				return strings.Contains(strings.Join(strings.Fields(term.Screen()), " "), text)
			}
			warned := false // a high card gives up much, which another Enter confirms
			c.until("the move, or what it gives up", func(term *tuitest.Terminal) bool {
				warned = shows(term, "Enter again plays it.")
				return warned || shows(term, "moves 1 ")
			})
			if warned {
				c.press(enter)
			}
			return
		}
	}
	c.t.Fatalf("no card can begin a foundation:\n%s", c.screen())
}
