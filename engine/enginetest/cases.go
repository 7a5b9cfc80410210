package enginetest

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"boardwalk/engine"
)

// Cases plays worked positions, each as a subtest named by its "# name" line:
//
//	# last card files on its own foundation
//	game boardwalk/hopscotch
//	uniqueness walk                 any other word: a knob of the game
//	set
//	  a1 7s                         a place and its pile, one per line
//	play a1a2 flips 0 [won]         the number of cards that turn face up
//	want
//	  a1 -                          the whole position
//	refuse b1a2 source-not-empty    a move and the code of its refusal
//	again                           back to the position that was set
//
// build makes the game with the given ID and knobs, which are in the order of the text.
func Cases(t *testing.T, text string, build func(game string, knobs [][2]string) (engine.Game, error)) {
	t.Helper()
	count := 0
	for _, block := range strings.Split("\n"+text, "\n\n") {
		if strings.TrimSpace(block) == "" {
			continue
		}
		count++
		name, _, _ := strings.Cut(strings.TrimSpace(block), "\n")
		t.Run(strings.TrimPrefix(name, "# "), func(t *testing.T) {
			c := &testCase{build: build}
			if err := c.run(block); err != nil {
				t.Fatal(err)
			}
		})
	}
	if count == 0 {
		t.Fatal("no case was played")
	}
}

// A testCase is a case that is being played.
type testCase struct {
	build    func(string, [][2]string) (engine.Game, error)
	game     string
	knobs    [][2]string
	position map[engine.Place]engine.Pile // the position being read under set or want
	set, now engine.State
	wanting  bool
}

func (c *testCase) run(block string) error {
	lines := bufio.NewScanner(strings.NewReader(block + "\nend"))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		if err := c.line(line); err != nil {
			return fmt.Errorf("line %d, %q: %w", n, line, err)
		}
	}
	return nil
}

func (c *testCase) line(line string) error {
	if strings.HasPrefix(line, "  ") {
		return readPlace(c.position, line)
	}
	fields := strings.Fields(line)
	if err := c.complete(); err != nil {
		return err
	}
	switch fields[0] {
	case "game":
		c.game = fields[1]
	case "set":
		c.position = make(map[engine.Place]engine.Pile)
	case "want":
		c.position, c.wanting = make(map[engine.Place]engine.Pile), true
	case "again":
		c.now = c.set
	case "play":
		return c.play(fields[1:])
	case "refuse":
		return c.refuse(fields[1], fields[2])
	case "end":
	default:
		c.knobs = append(c.knobs, [2]string{fields[0], fields[1]})
	}
	return nil
}

// complete uses the position that was being read, if any: it sets it, or compares it with
// the current one.
func (c *testCase) complete() error {
	if c.position == nil {
		return nil
	}
	defer func() { c.position, c.wanting = nil, false }()
	if c.wanting {
		got := c.now.Position()
		for at, want := range c.position {
			if got[at] != want {
				return fmt.Errorf("%s is %s, want %s", at, got[at], want)
			}
		}
		if len(got) != len(c.position) {
			return fmt.Errorf("the position has %d places, want %d", len(got), len(c.position))
		}
		return nil
	}
	g, err := c.build(c.game, c.knobs)
	if err != nil {
		return err
	}
	c.set, err = g.Set(c.position)
	c.now = c.set
	return err
}

func (c *testCase) play(fields []string) error {
	m, err := engine.ParseMove(fields[0])
	if err != nil {
		return err
	}
	next, err := c.now.Play(m)
	if err != nil {
		return err
	}
	if len(fields) >= 3 && fields[1] == "flips" {
		want, err := strconv.Atoi(fields[2])
		if err != nil {
			return err
		}
		if got := c.now.Board().Hidden() - next.Board().Hidden(); got != want {
			return fmt.Errorf("%d cards flip, want %d", got, want)
		}
	}
	if won := fields[len(fields)-1] == "won"; won && !next.Score().Won {
		return fmt.Errorf("the game is not won")
	}
	c.now = next
	return nil
}

func (c *testCase) refuse(word, code string) error {
	m, err := engine.ParseMove(word)
	if err != nil {
		return err
	}
	_, err = c.now.Play(m)
	illegal, ok := err.(*engine.IllegalMove)
	if !ok || illegal.Code != code {
		return fmt.Errorf("got %v, want the refusal %s", err, code)
	}
	return nil
}
