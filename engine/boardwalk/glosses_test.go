package boardwalk

import (
	"os"
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
)

// TestGlossesAreOfWordsInUse checks that the sentences of the game have each word that is
// explained.
func TestGlossesAreOfWordsInUse(t *testing.T) {
	said := ""
	for _, file := range []string{"say.go", "board.go", "score.go", "game.go"} {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		said += strings.ToLower(string(source))
	}
	for _, g := range phrases() {
		if !slices.ContainsFunc(g.Forms, func(form string) bool { return strings.Contains(said, form) }) {
			t.Errorf("no sentence says %q", g.Forms)
		}
	}
}

// TestGlossesAreOfTheVariation checks that a game without a hand does not explain it.
func TestGlossesAreOfTheVariation(t *testing.T) {
	has := func(g engine.Game, word string) bool {
		return slices.ContainsFunc(g.(engine.Glosser).Glosses(), func(g engine.Gloss) bool { return g.Word == word })
	}
	for _, c := range []struct {
		game int
		word string
		want bool
	}{{0, "blocked", true}, {0, "hand", false}, {2, "hand", true}, {2, "trump", false}, {3, "held", true}, {3, "coax", false}, {4, "favor", true}} {
		if got := has(All()[c.game], c.word); got != c.want {
			t.Errorf("%s explains %q: %v, want %v", All()[c.game].Info().Name, c.word, got, c.want)
		}
	}
}
