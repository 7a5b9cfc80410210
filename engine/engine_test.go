package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"boardwalk/engine"
)

func TestCardsReadBackAsWritten(t *testing.T) {
	for r := range engine.Rank(engine.Ranks) {
		for s := range engine.Suit(engine.Suits) {
			for _, c := range []engine.Card{engine.NewCard(r, s), engine.NewCard(r, s).Down()} {
				back, err := engine.ParseCard(c.String())
				if err != nil || back != c || back.Up().Rank() != r || back.Up().Suit() != s {
					t.Errorf("%s reads back as %s, %v", c, back, err)
				}
			}
		}
	}
}

func TestPiles(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"-", "-"},
		{"7h", "7h"},
		{"  (As)   (5s) 4c! ", "(As) (5s) 4c!"},
	} {
		p, err := engine.ParsePile(test.text)
		if err != nil || p.String() != test.want {
			t.Errorf("%q is %q, %v, want %q", test.text, p, err, test.want)
		}
	}
	for _, text := range []string{"", " ", "7x", "7h-", "(7h", "7h! 8h", "(7h)!", "10h", "()", "- -"} {
		if p, err := engine.ParsePile(text); err == nil {
			t.Errorf("%q is read as %q, want an error", text, p)
		}
	}
}

func TestPileIsImmutable(t *testing.T) {
	p, err := engine.ParsePile("(As) 4c!")
	if err != nil {
		t.Fatal(err)
	}
	longer := p.Pop().Push(engine.NewCard(engine.Queen, engine.Hearts))
	if got := p.String(); got != "(As) 4c!" {
		t.Errorf("the pile became %q", got)
	}
	if got := longer.String(); got != "(As) Qh" {
		t.Errorf("got %q, want the hold to stay with its card", got)
	}
	if got := p.Pop().Flip().String(); got != "As" {
		t.Errorf("got %q, want As turned up", got)
	}
}

func TestMovesReadBackAsWritten(t *testing.T) {
	for _, word := range []string{"a1", "a1c4", "b5c4d3", "z9"} {
		m, err := engine.ParseMove(word)
		if err != nil || m.String() != word {
			t.Errorf("%s reads back as %s, %v", word, m, err)
		}
	}
	for _, word := range []string{"", "a", "a1c", "A1", "a0", "1a", "a1c4d3e2", "a1 c4", "é1"} {
		if m, err := engine.ParseMove(word); err == nil {
			t.Errorf("%q is read as %s, want an error", word, m)
		}
	}
}

func TestMovesAreWords(t *testing.T) {
	const text = "a1c4 b1 b5c4d3"
	moves, err := engine.ParseMoves(" a1c4  b1\tb5c4d3\n")
	if got := engine.FormatMoves(moves); err != nil || got != text {
		t.Errorf("got %q, %v, want %q", got, err, text)
	}
	if moves, err := engine.ParseMoves(" "); moves != nil || err != nil {
		t.Errorf("no words: got %v, %v", moves, err)
	}
	want := `move 2: "b" is not a move: one to three places, such as a1c4`
	if moves, err := engine.ParseMoves("a1c4 b b1"); moves != nil || err == nil || err.Error() != want {
		t.Errorf("got %v, %v, want %s", moves, err, want)
	}
}

// TestJSON checks that values which have a text form have it in JSON as well, as keys and
// where they are empty.
func TestJSON(t *testing.T) {
	type document struct {
		Code     engine.Code
		Moves    []engine.Move
		Position map[engine.Place]engine.Pile
		Record   *engine.Record
		At       engine.Place
	}
	for _, text := range []string{
		`{"Code":"WINGS","Moves":["a1c4","b1",""],"Position":{"a1":"(7h) 4c!","b1":"-"},"Record":"chessboard@1 WINGS a1c4","At":"b1"}`,
		`{"Code":"","Moves":null,"Position":null,"Record":null,"At":""}`,
	} {
		got := document{Code: "OLD", At: engine.At(1, 1)}
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		back, err := json.Marshal(got)
		if err != nil || string(back) != text {
			t.Errorf("got  %s, %v\nwant %s", back, err, text)
		}
	}
	for _, text := range []string{
		`{"Moves":["a1c"]}`, `{"Position":{"a0":"-"}}`, `{"Position":{"a1":""}}`, `{"Record":""}`, `{"At":"b"}`,
	} {
		if got := new(document); json.Unmarshal([]byte(text), got) == nil {
			t.Errorf("%s is read as %+v, want an error", text, got)
		}
	}
}

func TestNextWalksTheLegalWords(t *testing.T) {
	legal, err := engine.ParseMoves("a1c4 a1d4 b5c4d3 b5c4e3 b1")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ prefix, next string }{
		{"", "[a1 b5 b1]"},
		{"a1", "[c4 d4]"},
		{"a1c4", "[]"},
		{"b5", "[c4]"},
		{"b5c4", "[d3 e3]"},
		{"b5c4e3", "[]"},
		{"b1", "[]"},
		{"c1", "[]"},
		{"a1c4d3", "[]"},
	} {
		var prefix engine.Move
		if err := prefix.UnmarshalText([]byte(test.prefix)); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(engine.Next(legal, prefix)); got != test.next {
			t.Errorf("after %q: %s; want %s", test.prefix, got, test.next)
		}
	}
}

func TestCodes(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{" k7q2 ", "K7Q2"},
		{"0", "0"},
		{"abcdefghijklmnopqrstuvwxyz012345", "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"},
	} {
		if c, err := engine.ParseCode(test.text); err != nil || string(c) != test.want {
			t.Errorf("%q is %q, %v, want %q", test.text, c, err, test.want)
		}
	}
	for _, text := range []string{"", "  ", "a b", "a-b", "é", "abcdefghijklmnopqrstuvwxyz0123456"} {
		if c, err := engine.ParseCode(text); err == nil {
			t.Errorf("%q is read as %q, want an error", text, c)
		}
	}
}

func TestFreshCodeIsValid(t *testing.T) {
	c, err := engine.NewCode(bytes.NewReader([]byte("thirteen bytes")))
	if err != nil {
		t.Fatal(err)
	}
	if back, err := engine.ParseCode(string(c)); err != nil || back != c || len(c) != 13 {
		t.Errorf("the code %q reads back as %q, %v", c, back, err)
	}
	if c, err := engine.NewCode(bytes.NewReader(nil)); err == nil {
		t.Errorf("without randomness the code is %q, want an error", c)
	}
}

func TestShuffleKeepsTheDeck(t *testing.T) {
	deck := engine.Deck([]engine.Rank{engine.Ace, engine.Two, engine.Six, engine.King}, 4)
	before := slices.Clone(deck)
	a, b := engine.Shuffle("A", deck), engine.Shuffle("B", deck)
	if !slices.Equal(deck, before) {
		t.Error("the deck was changed")
	}
	if fmt.Sprint(a) == fmt.Sprint(b) {
		t.Error("two codes shuffle alike")
	}
	seen := make(map[engine.Card]bool)
	for _, c := range a {
		seen[c] = true
	}
	if len(seen) != len(deck) {
		t.Errorf("the shuffled deck has %d cards, want %d", len(seen), len(deck))
	}
}

//abuse:case 27
func FuzzParsePile(f *testing.F) {
	f.Add("(As) (5s) 4c!")
	f.Add("-")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := engine.ParsePile(text)
		if err != nil {
			return
		}
		if back, err := engine.ParsePile(p.String()); err != nil || back != p {
			t.Fatalf("%q is %q, which reads back as %q, %v", text, p, back, err)
		}
	})
}

//abuse:case 27
func FuzzParseMove(f *testing.F) {
	f.Add("b5c4d3")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := engine.ParseMove(text); err == nil && m.String() != text {
			t.Fatalf("%q reads back as %q", text, m)
		}
	})
}

//abuse:case 27
func FuzzParseCode(f *testing.F) {
	f.Add(" k7q2 ")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := engine.ParseCode(text)
		if err != nil {
			return
		}
		if back, err := engine.ParseCode(string(c)); err != nil || back != c {
			t.Fatalf("%q is %q, which reads back as %q, %v", text, c, back, err)
		}
	})
}

//abuse:case 27
func FuzzParseRecord(f *testing.F) {
	f.Add("boardwalk/lucky-seven@1 K7Q2M9XH4D1PA a1c4 b5c4c3")
	f.Add("hopscotch@12 A")
	f.Fuzz(func(t *testing.T, line string) {
		r, err := engine.ParseRecord(line)
		if err != nil {
			return
		}
		back, err := engine.ParseRecord(r.String())
		if err != nil || back.String() != r.String() {
			t.Fatalf("%q is %q, which reads back as %q, %v", line, r, back, err)
		}
	})
}
