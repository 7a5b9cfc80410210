package catalog_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

var update = flag.Bool("update", false, "rewrite the golden files: for a new game, or with a raised rules version")

// golden compares got with a file, or rewrites the file with -update.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wants := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(wants) || line != wants[i] {
			t.Fatalf("%s:%d\ngot  %s\nwant %s\na new game: -update; a changed one: raise Info.Version first", path, i+1, line, wants[min(i, len(wants)-1)])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%s has more lines than the test makes", path)
	}
}

// TestDeals pins deals forever: the same game, version and code must give the
// same cards on every machine.
func TestDeals(t *testing.T) {
	var b strings.Builder
	for _, g := range catalog.All() {
		info := g.Info()
		for i := range 20 {
			code := engine.Code(fmt.Sprintf("PIN%d", i))
			at := g.Deal(code).Position()
			fmt.Fprintf(&b, "%s@%d %s", info.ID, info.Version, code)
			for row := 1; row <= 9; row++ {
				for col := 1; col <= 26; col++ {
					if p, ok := at[engine.At(col, row)]; ok && p.Len() > 0 {
						fmt.Fprintf(&b, " %s:%s", engine.At(col, row), strings.ReplaceAll(p.String(), " ", "."))
					}
				}
			}
			b.WriteByte('\n')
		}
	}
	golden(t, "testdata/deals.txt", b.String())
}

// TestPins counts the lines of play of every game by perft. If a count changes, the rules
// changed, and the game needs a higher version.
func TestPins(t *testing.T) {
	var b strings.Builder
	for _, g := range catalog.All() {
		info := g.Info()
		for _, code := range []engine.Code{"A", "B", "C"} {
			s := g.Deal(code)
			fmt.Fprintf(&b, "%s@%d %s", info.ID, info.Version, code)
			for depth := 1; depth <= 4; depth++ {
				n := perft(s, depth)
				fmt.Fprintf(&b, " %d", n)
				if n > 20_000 {
					break
				}
			}
			b.WriteByte('\n')
		}
	}
	golden(t, "testdata/pins.txt", b.String())
}

// perft counts the lines of play of the given length from a state, as chess programs do.
// If the rules change, the count almost always changes.
func perft(s engine.State, depth int) int {
	moves := s.Moves()
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, m := range moves {
		next, err := s.Play(m)
		if err != nil {
			panic(err) // enginetest.Run reports this fault in detail
		}
		n += perft(next, depth-1)
	}
	return n
}

func TestTheMenuFindsEveryGame(t *testing.T) {
	seen := make(map[string]bool)
	for _, g := range catalog.All() {
		id := g.Info().ID
		found, ok := catalog.All().Find(id)
		if !ok || found.Info().ID != id || seen[id] {
			t.Errorf("%s is not found, or twice on the menu", id)
		}
		seen[id] = true
	}
	for _, id := range []string{
		"boardwalk/hop-45", "boardwalk/hopscotch", "boardwalk/lucky-seven", "boardwalk/scotsi", "boardwalk/cheshire",
		"hopscotch", "chessboard",
	} {
		if !seen[id] {
			t.Errorf("%s is not on the menu", id)
		}
	}
	if g, ok := catalog.All().Find("no-such-game"); ok {
		t.Errorf("found %s", g.Info().ID)
	}
}
