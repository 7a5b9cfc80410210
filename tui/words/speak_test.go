package words

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/tui/caption"
)

func view(t *testing.T, pile string, v engine.View) engine.View {
	t.Helper()
	p, err := engine.ParsePile(pile)
	if err != nil {
		t.Fatal(err)
	}
	v.Cards = p.Seen()
	return v
}

// The ear gets no board notation in warnings of moves that close columns. Other texts keep theirs.
func TestWarningsInWords(t *testing.T) {
	for told, want := range map[string]string{
		"Leaves only A-2 for a4-d4.":                        "Leaves only Ace to Two for a4 to d4.",
		"Leaves only 9 for b4 and c4.":                      "Leaves only Nine for b4 and c4.",
		"2♥ to a4. Closes b4-e4 for good.":                  "Two of Hearts to a4. Closes b4 to e4 for good.",
		"Closes b4 for good. Leaves only T for c4-e4. a-b4": "Closes b4 for good. Leaves only Ten for c4 to e4. a-b4",
		"b4-e4, A-2 for you":                                "b4-e4, A-2 for you",
	} {
		if got := oneLine(told); got != want {
			t.Errorf("%q is said as %q, want %q", told, got, want)
		}
	}
}

func TestPiles(t *testing.T) {
	for _, tt := range []struct {
		pile string
		view engine.View
		want string
	}{
		{"-", engine.View{}, "empty"},
		{"-", engine.View{Marks: engine.Opening}, "empty, an opening"},
		{"(As) (2s)", engine.View{}, "2 face down"},
		{"(As) (2s) 7h", engine.View{Marks: engine.Held | engine.Blocked}, "Seven of Hearts, 2 face down, held, blocking"},
		{"7c 7h", engine.View{Face: "7x2", Marks: engine.Closed}, "Seven of Hearts, 2 cards, closed"},
		{"7h", engine.View{Marks: engine.OwnOnly}, "Seven of Hearts, own card only"},
		{"-", engine.View{Face: "3-9"}, "empty, takes Three to Nine"},
		{"-", engine.View{Face: "4-5"}, "empty, takes Four or Five"},
		{"-", engine.View{Face: "T"}, "empty, takes Ten"},
		{"-", engine.View{Face: "no"}, "empty, takes nothing"},
		{"Tc 7h", engine.View{Fan: engine.FanDown}, "Seven of Hearts, over Tc"},
		{"(Tc) 7h", engine.View{Fan: engine.FanDown}, "Seven of Hearts, 1 face down"},
		{"5h", engine.View{Label: "next 6♥"}, "Five of Hearts, next Six of Hearts"},
		{"5h", engine.View{Label: "next T"}, "Five of Hearts, next Ten"},
		{"No", engine.View{}, "Neptune of Oceans"},
	} {
		v := view(t, tt.pile, tt.view)
		if got := plain(strings.Join(append([]string{spread(v)}, facts(v)...), ", ")); got != tt.want {
			t.Errorf("%s %+v: got %q, want %q", tt.pile, tt.view, got, tt.want)
		}
	}
}

func TestKindsAreToldApart(t *testing.T) {
	place := func(at string, k engine.Kind) engine.View {
		p, err := engine.ParsePlace(at)
		if err != nil {
			t.Fatal(err)
		}
		return engine.View{At: p, Kind: k}
	}
	b := engine.Board{Piles: []engine.View{
		place("a1", engine.Tableau), place("b1", engine.Tableau), place("c1", engine.Tableau), place("a3", engine.Tableau),
		place("a4", engine.Reserve), place("c4", engine.Reserve), place("a5", engine.Hand),
	}}
	var got []string
	for _, v := range b.Piles {
		got = append(got, kind(b, v))
	}
	want := []string{"upper pile", "upper pile", "upper pile", "lower pile", "left reserve", "right reserve", "hand"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestChanges(t *testing.T) {
	var before, now engine.Board
	for col := range 12 {
		v := engine.View{At: engine.At(col+1, 1)}
		before.Piles = append(before.Piles, v)
		now.Piles = append(now.Piles, view(t, engine.NewCard(engine.Rank(col), engine.Hearts).String(), v))
	}
	now.Notes = []string{"Puzzle 2 of 10."}
	if got := changes(before, now); len(got) != 2 || !strings.HasPrefix(got[0], "Much is different") || got[1] != now.Notes[0] {
		t.Errorf("for twelve changes it says %q", got)
	}
	before, now = engine.Board{Piles: before.Piles[:3]}, engine.Board{Piles: slices.Clone(before.Piles[:3]), Notes: []string{"By 2  2 4[6]8"}}
	before.Piles[1].Marks = engine.Closed
	now.Piles[0].Marks, now.Piles[2].Marks = engine.Opening, engine.Opening
	got, want := changes(before, now), []string{"a1, c1: empty, an opening.", "b1: empty, open.", "By 2: 2 4[6]8."}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for i := range now.Piles {
		now.Piles[i].Cards, now.Piles[i].Marks = []engine.Card{engine.Back, engine.Back}, before.Piles[i].Marks
	}
	if got, want := changes(before, now)[0], "a1, c1 now have 2 face down."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

//abuse:case 14
func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"7♥ to c2: begins the Sevens.": "Seven of Hearts to c2: begins the Sevens.",
		"only ♠ here":                  "only Spades here",
		"é\x1b[2J\u202e":               "??[2J?",
	} {
		if got := plain(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestDurations(t *testing.T) {
	for millis, want := range map[int64]string{
		0: "0 seconds", 1999: "1 second", 61_000: "1 minute 1 second", 120_000: "2 minutes", 3_600_000: "1 hour", 7_322_000: "2 hours 2 minutes 2 seconds",
	} {
		if got := caption.Duration(millis); got != want {
			t.Errorf("%d ms: got %q, want %q", millis, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("x", 100)
	got := wrap("a "+long+" b", 78)
	want := []string{"a", "  " + long[:76], "  " + long[:24] + " b"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := wrap("", 78); !slices.Equal(got, []string{""}) {
		t.Errorf("nothing becomes %q", got)
	}
}
