package boardwalk

import (
	_ "embed"
	"maps"
	"strconv"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// cases are worked positions, each a subtest named by its "# name" line:
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
//go:embed testdata/cases.txt
var cases string

func TestCases(t *testing.T) {
	count := 0
	for _, block := range strings.Split("\n"+cases, "\n\n") {
		name, lines, _ := strings.Cut(strings.TrimSpace(block), "\n")
		if name == "" {
			continue
		}
		count++
		t.Run(strings.TrimPrefix(name, "# "), func(t *testing.T) { playCase(t, strings.Split(lines, "\n")) })
	}
	if count == 0 {
		t.Fatal("no case was played")
	}
}

func playCase(t *testing.T, lines []string) {
	var game string
	var knobs [][2]string
	var set, now engine.State
	for len(lines) > 0 {
		line, fields, n := lines[0], strings.Fields(lines[0]), 1
		for n < len(lines) && strings.HasPrefix(lines[n], "  ") {
			n++
		}
		position := lines[1:n]
		lines = lines[n:]
		switch fields[0] {
		case "#":
		case "game":
			game = fields[1]
		case "set":
			g, err := build(game, knobs)
			if err != nil {
				t.Fatal(err)
			}
			set = enginetest.Set(t, g, enginetest.Position(t, position...))
			now = set
		case "again":
			now = set
		case "want":
			if got, want := now.Position(), enginetest.Position(t, position...); !maps.Equal(got, want) {
				t.Fatalf("the position is\n%v, want\n%v", got, want)
			}
		case "play":
			next, err := now.Play(enginetest.Word(t, fields[1]))
			if err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			flips := strconv.Itoa(now.Board().Hidden() - next.Board().Hidden())
			if len(fields) > 3 && fields[2] == "flips" && fields[3] != flips {
				t.Fatalf("%s: %s cards flip", line, flips)
			}
			if fields[len(fields)-1] == "won" && !next.Score().Won {
				t.Fatalf("%s: the game is not won", line)
			}
			now = next
		case "refuse":
			_, err := now.Play(enginetest.Word(t, fields[1]))
			if illegal, ok := err.(*engine.IllegalMove); !ok || illegal.Code != fields[2] {
				t.Fatalf("%s: got %v", line, err)
			}
		default:
			knobs = append(knobs, [2]string{fields[0], fields[1]})
		}
	}
}
