package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"boardwalk/engine/puzzle"
)

// TestPuzzlesAreAddedToAFile finds some, and then some more from where it was.
func TestPuzzlesAreAddedToAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "puzzles.txt.gz")
	find := func(args ...string) ([]puzzle.Puzzle, string) {
		var out strings.Builder
		cmd := root()
		cmd.SetOut(&out)
		cmd.SetArgs(append([]string{"puzzles", "--game", "Hop 45", "--to", file}, args...))
		if err := cmd.ExecuteContext(context.Background()); err != nil {
			t.Fatal(err)
		}
		puzzles, err := readPuzzles(file)
		if err != nil {
			t.Fatal(err)
		}
		return puzzles, out.String()
	}
	some, said := find("--count", "3")
	var n, deal int
	if _, err := fmt.Sscanf(said, "%d puzzles, up to deal P%d", &n, &deal); err != nil || n != len(some) || n < 3 || n > 4 {
		t.Fatalf("it says %q of %d puzzles: %v", said, len(some), err)
	}
	more, _ := find("--count", "2", "--deal", fmt.Sprint(deal+1))
	if len(more) < len(some)+2 {
		t.Errorf("%d puzzles became %d", len(some), len(more))
	}
	again, _ := find("--count", "1") // the same deals have no others
	if len(again) != len(more)+1 && len(again) != len(more)+2 {
		t.Errorf("%d puzzles became %d", len(more), len(again))
	}
	deals := map[string]int{}
	for _, p := range again {
		if deals[string(p.Code)]++; deals[string(p.Code)] > perDeal {
			t.Errorf("%s has %d puzzles", p.Code, deals[string(p.Code)])
		}
	}
	for _, p := range some {
		found := false
		for _, q := range again {
			found = found || reflect.DeepEqual(p, q)
		}
		if !found {
			t.Errorf("puzzle %s is lost", p)
		}
	}
	rated, said := find("--rate")
	if len(rated) != len(again) || said != fmt.Sprintf("%d puzzles, rated\n", len(again)) {
		t.Errorf("it says %q of %d puzzles", said, len(rated))
	}
	ratings := map[float64]bool{}
	for i, p := range rated {
		if p.Rating < 800 || p.Rating > 2400 || i > 0 && p.Rating < rated[i-1].Rating {
			t.Errorf("%s comes after one of %.0f", p, rated[max(i-1, 0)].Rating)
		}
		ratings[p.Rating] = true
	}
	if len(ratings) < 3 {
		t.Errorf("the ratings are %v", ratings)
	}
	if once, _ := find("--rate"); !reflect.DeepEqual(once, rated) {
		t.Errorf("they are rated as %v, then as %v", rated, once)
	}
}

// TestRate rates players by what they won.
func TestRate(t *testing.T) {
	got := rate(3, 1, []meeting{{a: 0, b: 1, won: 10, games: 11}, {a: 1, b: 2, won: 10, games: 11}})
	for i, want := range []float64{400, 0, -400} {
		if math.Abs(got[i]-want) > 1 {
			t.Errorf("the ratings are %.1f", got)
		}
	}
}
