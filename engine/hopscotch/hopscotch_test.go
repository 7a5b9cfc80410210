package hopscotch

import (
	"maps"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// start is the position after a deal without its stock. A test names only the
// places that differ.
const start = `
a1 -
b1 -
a2 Ac
b2 2c
c2 3c
d2 4c
a3 -
b3 -
c3 -
d3 -`

// position parses one, one place a line, on top of the start.
func position(t testing.TB, lines ...string) map[engine.Place]engine.Pile {
	t.Helper()
	return enginetest.Position(t, append([]string{start}, lines...)...)
}

func set(t testing.TB, lines ...string) engine.State {
	t.Helper()
	return enginetest.Set(t, New(), position(t, lines...))
}

func TestPlay(t *testing.T) {
	for _, test := range []struct {
		name, given, word, want string
	}{
		{"deal", "a1 (7h) (9d)", "a1", "a1 (7h)\nb1 9d"},
		{"deal the last card", "a1 (9d)", "a1", "b1 9d"},
		{"waste to a foundation", "b1 2d", "b1a2", "a2 Ac 2d"},
		{"waste to the Ace past the King", "c2 Jd\nb1 As", "b1c2", "c2 Jd As"},
		{"waste to a reserve", "b1 9d", "b1d3", "d3 9d"},
		{"waste onto any reserve", "b1 9d\nb3 2d Kd", "b1b3", "b3 2d Kd 9d"},
		{"waste to a reserve though a foundation takes it", "b1 2d", "b1a3", "a3 2d"},
		{"reserve to a foundation", "a3 9d 4d", "a3b2", "a3 9d\nb2 2c 4d"},
		{"reserve to a foundation past the waste card", "b1 Kd\na3 8s", "a3d2", "b1 Kd\nd2 4c 8s"},
		{"a King closes", "b2 Jd\nb1 Kd", "b1b2", "b2 Jd Kd"},
	} {
		t.Run(test.name, func(t *testing.T) {
			next, err := set(t, test.given).Play(enginetest.Word(t, test.word))
			if err != nil {
				t.Fatal(err)
			}
			if got, want := next.Position(), position(t, test.want); !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

func TestLadders(t *testing.T) {
	for k, want := range map[int]string{
		1: "A 2 3 4 5 6 7 8 9 T J Q K",
		2: "2 4 6 8 T Q A 3 5 7 9 J K",
		3: "3 6 9 Q 2 5 8 J A 4 7 T K",
		4: "4 8 Q 3 7 J 2 6 T A 5 9 K",
	} {
		foundation := by1 + pileIndex(k-1)
		var s engine.State = set(t)
		climbed := []string{s.(*state).at[foundation].Top().Rank().Letter()}
		for {
			next, open := s.(*state).next(foundation)
			if !open {
				break
			}
			// Oddly suited cards show that suits do not matter.
			card := engine.NewCard(next, engine.Suit(int(next)%3))
			given := s.Position()
			given[table.Place(waste)] = engine.NewPile(card)
			s = play(t, given, table.Place(foundation))
			climbed = append(climbed, card.Rank().Letter())
		}
		if got := strings.Join(climbed, " "); got != want {
			t.Errorf("by %d: got %s, want %s", k, got, want)
		}
		if !strings.Contains(New().Rules(), want) {
			t.Errorf("the rules page does not have the ladder %s", want)
		}
		closedToAll(t, s, foundation)
	}
}

// play moves the waste card of a position to a place.
func play(t *testing.T, given map[engine.Place]engine.Pile, to engine.Place) engine.State {
	t.Helper()
	next, err := enginetest.Set(t, New(), given).Play(engine.Move{From: table.Place(waste), To: to})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func closedToAll(t *testing.T, s engine.State, foundation pileIndex) {
	t.Helper()
	for r := engine.Ace; r <= engine.King; r++ {
		given := s.Position()
		given[table.Place(foundation)] = engine.NewPile(given[table.Place(foundation)].Top())
		given[table.Place(waste)] = engine.NewPile(engine.NewCard(r, engine.Hearts))
		closed, err := New().Set(given)
		if err != nil {
			continue // the card is the King that closes it
		}
		_, err = closed.Play(engine.Move{From: table.Place(waste), To: table.Place(foundation)})
		if illegal, ok := err.(*engine.IllegalMove); !ok || illegal.Code != "closed" {
			t.Errorf("%v to %s on its King: got %v, want closed", r, classic.name(foundation), err)
		}
	}
}

func TestDeal(t *testing.T) {
	s := New().Deal("LADDER")
	p := s.Position()
	if n := p[table.Place(stock)].Down(); n != maxPoints || p[table.Place(stock)].Len() != maxPoints {
		t.Errorf("the stock has %d cards face down, want %d", n, maxPoints)
	}
	p[table.Place(stock)] = engine.Pile{}
	if want := position(t); !maps.Equal(p, want) {
		t.Errorf("beside the stock got %v, want %v", p, want)
	}
}

func TestNextDeal(t *testing.T) {
	first := New().Deal("LADDER").(engine.Dealer)
	if m, ok := first.NextDeal(); ok {
		t.Errorf("at the deal: got %s, want none: the first deal is the player's", m)
	}
	for given, want := range map[string]bool{
		"a1 (7h)\na3 9d": true,
		"a1 (7h)\nb1 9d": false,
		"a3 9d":          false,
	} {
		m, ok := set(t, given).(engine.Dealer).NextDeal()
		if ok != want || ok && m.String() != "a1" {
			t.Errorf("%q: got %s, %v, want %v", given, m, ok, want)
		}
	}
}

func TestOver(t *testing.T) {
	for given, want := range map[string]bool{
		"":               true,
		"a1 (9d)":        false,
		"b1 9d":          false,
		"a3 2d 9d":       true,
		"a3 9d 2d":       false,
		"d2 Kd\na3 4d":   false,
		"b2 Kd\na3 4d":   true,
		"a3 9d\nb3 Kd":   true,
		"a3 9d\nb3 8d\n": false,
	} {
		if got := set(t, given).Over(); got != want {
			t.Errorf("%q: got over %v, want %v", given, got, want)
		}
	}
}

// won returns the end of a game, with all cards on the foundations.
func won() map[engine.Place]engine.Pile {
	s := state{game: classic}
	for k := 1; k <= 4; k++ {
		p := &s.at[by1+pileIndex(k-1)]
		for r, n := engine.Rank(k-1), 0; n < 13; r, n = (r+engine.Rank(k))%13, n+1 {
			*p = p.Push(engine.NewCard(r, engine.Suit((int(engine.Clubs)+k-1-int(r)+16)%4)))
		}
	}
	return s.Position()
}

func TestWinning(t *testing.T) {
	given := won()
	king := given[table.Place(by3)].Top()
	given[table.Place(by3)] = given[table.Place(by3)].Pop()
	given[table.Place(waste)] = engine.NewPile(king)
	s := enginetest.Set(t, New(), given)
	if got, want := s.Score(), (engine.Score{Points: 47, Max: 48}); got != want {
		t.Errorf("before the last card: got %+v, want %+v", got, want)
	}
	s, err := s.Play(enginetest.Word(t, "b1c2"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := s.Score(), (engine.Score{Points: 48, Max: 48, Won: true, Perfect: true}); got != want || !s.Over() {
		t.Errorf("after the last card: got %+v, over %v, want %+v, over", got, s.Over(), want)
	}
	if !maps.Equal(s.Position(), won()) {
		t.Errorf("got %v, want %v", s.Position(), won())
	}
}

func TestSetNamesWhatIsWrong(t *testing.T) {
	without := position(t)
	delete(without, table.Place(third))
	extra := position(t)
	extra[engine.At(3, 1)] = engine.Pile{}
	for _, test := range []struct {
		name  string
		given map[engine.Place]engine.Pile
		want  string
	}{
		{"missing", without, "c3 is missing: name every place, - for an empty one"},
		{"unknown", extra, "c1 is unknown: the places are [a1 b1 a2 b2 c2 d2 a3 b3 c3 d3]"},
		{"waste of two", position(t, "b1 9d 9s"), "b1 (the waste) has 2 cards: it takes one at most"},
		{"stock face up", position(t, "a1 (7d) 9d"), "a1: 9d lies the wrong way: the stock is face down, all else face up"},
		{"reserve face down", position(t, "d3 (7d)"), "d3: (7d) lies the wrong way: the stock is face down, all else face up"},
		{"twice", position(t, "a1 (9d)", "d3 9d"), "d3: 9d lies at a1 already"},
		{"no foundation", position(t, "b2 -"), "b2 is empty: each foundation has a first card"},
		{"not of the deck", position(t, "a3 9o"), "a3: 9o is not one of the 52 cards"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, err := New().Set(test.given); err == nil || err.Error() != test.want {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}
