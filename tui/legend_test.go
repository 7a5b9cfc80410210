package tui_test

import (
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// pageText returns the text of a page from beginning to end.
func pageText(t *testing.T, r *tuitest.Robot) string {
	t.Helper()
	r.Press("home")
	var b strings.Builder
	for range 200 {
		lines := strings.Split(r.Screen(), "\n")
		b.WriteString(lines[2] + "\n")
		if strings.Contains(lines[0], "100%") {
			b.WriteString(strings.Join(lines[3:len(lines)-2], "\n"))
			return b.String()
		}
		r.Press("down")
	}
	t.Fatal("the page has no end")
	return ""
}

// TestLegend checks that the keys page of a table explains each sign on it, in the deck's
// characters.
func TestLegend(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("?")
	text := pageText(t, r)
	for _, line := range []string{
		"   4                 how many cards lie face down",
		"   7x3               a foundation",
		"   3-9               the ranks",
		"   no                none",
		"   +                 an empty place",
		"   ✕, 4|1            a foundation that takes no card now",
		"   ↓                 takes only the card right above it now",
		"   !                 held",
		"   S D               the marks: Source and Destination",
		"   •                 a legal place",
		"   ?                 after a place: the unseen card",
		"   moves 7*          above the board: the last move is not stored yet",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no line begins %q:\n%s", line, text)
		}
	}
	shown, keys, ok := strings.Cut(text, " Keys\n")
	_, others, more := strings.Cut(keys, " Signs that may come\n")
	for sign, first := range map[string]bool{"how many cards lie": true, "takes no card now": true, "the ranks": true, "held": false, "none can": false, "a foundation: its rank": false, "unseen": false} {
		if strings.Contains(shown, sign) != first || strings.Contains(others, sign) == first {
			t.Errorf("%q is first: %v, want %v", sign, !first, first)
		}
	}
	if !ok || !more || !strings.Contains(keys, "to the lobby") || !strings.Contains(keys, "another theme") {
		t.Errorf("the signs on the board do not come before the keys:\n%s", text)
	}

	r.Press("A")
	if text := pageText(t, r); !strings.Contains(text, "   x, 4|1            a foundation that takes no card now") {
		t.Errorf("the legend does not use the ASCII deck:\n%s", text)
	}
}

func TestTheLobbyHasNoLegend(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("?")
	if strings.Contains(r.Screen(), "On the board") {
		t.Errorf("there is a legend:\n%s", r.Screen())
	}
}

// TestKeysPageWrapsInASmallWindow checks that long explanations continue on the next
// line.
func TestKeysPageWrapsInASmallWindow(t *testing.T) {
	r := deal(t, hop45, "ABC")
	r.Press("?")
	r.Resize(40, 12)
	text := pageText(t, r)
	want := `
    mouse             clicks mark, take
                      the marked card
                      back, play a
                      marked place; a
                      drag plays;
                      right: best
                      target, again
                      plays it; on a
                      move in the list:
                      the board after
                      it
`
	if !strings.Contains(text, want) || strings.Contains(text, "…") {
		t.Errorf("the page is not wrapped:\n%s", text)
	}
}

// Deals have words for how hard they are, and games have others: both keys pages say which.
func TestTheGradesOfDealsAndGamesAreToldApart(t *testing.T) {
	for _, key := range []string{"D", "n"} {
		r, _ := withDeals(t)
		if key == "D" {
			r = tuitest.New(t, withDailies(t), catalog.All())
		}
		r.Press(key, "?")
		r.Sees("On the page", "gentle to cruel", "compared with other deals of the game", "easy to hard", "beside other games")
	}
}
