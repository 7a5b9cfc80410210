package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// TestOneWordSaysHowAGameEnded, through whatever door it is looked at.
func TestOneWordSaysHowAGameEnded(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	key, print := member(t, s.db, "ann")
	ann := s.dial(t, "ann", gossh.PublicKeys(key))
	p, err := s.db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	hop := catalog.All()[0]
	givenUp := finished(t, "R1", 5, noon.UnixMilli()-2000)
	lost := house(t, hop, "R2", noon)
	if lost.Score.Won {
		t.Fatal("the arcade's player wins deal R2; take another")
	}
	for _, c := range []struct {
		r    arcade.Result
		want arcade.Outcome
	}{{givenUp, arcade.GivenUp}, {lost, arcade.Lost}} {
		id := keep(t, p, c.r).ID
		exported := slices.Collect(strings.Lines(prints(t, ann, "export")))
		for door, got := range map[string]string{
			"history":        strings.Split(prints(t, ann, "history"), "\n")[1],
			"history --json": prints(t, ann, "history -n1 --json"),
			"record --json":  prints(t, ann, "record 1 --json"),
			"export":         exported[0],
			"the page":       s.page("/game/" + id),
			"its record":     s.page("/api/record/" + id),
		} {
			others := slices.DeleteFunc(arcade.Outcomes(), func(o arcade.Outcome) bool { return o == c.want })
			got = strings.NewReplacer(`"won":`, "", `"perfect":`, "").Replace(got)
			if !strings.Contains(got, string(c.want)) || slices.ContainsFunc(others, func(o arcade.Outcome) bool { return strings.Contains(got, string(o)) }) {
				t.Errorf("%s does not say %s alone: %s", door, c.want, got)
			}
		}
		if got := prints(t, ann, "top hop 45"); !strings.Contains(got, fmt.Sprintf("  %s  ", c.want)) {
			t.Errorf("top does not say %s: %s", c.want, got)
		}
	}
}
