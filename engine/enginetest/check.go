package enginetest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"boardwalk/engine"
)

func checkInfo(t testing.TB, g engine.Game) {
	t.Helper()
	info := g.Info()
	if info.ID == "" || info.Version < 1 || info.Name == "" || info.Family == "" || info.Author == "" ||
		info.Summary == "" || info.Max < 1 {
		t.Fatalf("%s: the info is not complete: %+v", info.ID, info)
	}
	for text, most := range map[string]int{info.Aim.Full: engine.AimWidth, info.Aim.Brief: engine.AimBriefWidth, info.Aim.Deal: engine.AimWidth} {
		if !isSentence(text) || utf8.RuneCountInString(text) > most {
			t.Fatalf("%s: the aim is not a sentence of at most %d characters: %q", info.ID, most, text)
		}
	}
	if glosser, ok := g.(engine.Glosser); ok {
		for _, gloss := range glosser.Glosses() {
			if text := gloss.String(); utf8.RuneCountInString(text) > engine.GlossWidth || text != strings.ToLower(text) || strings.HasSuffix(text, ".") || len(gloss.Forms) == 0 {
				t.Fatalf("%s: a gloss is a few words in lower case: %+v", info.ID, gloss)
			}
		}
	}
}

// checkDeal checks that a deal depends on its code alone, and that setting a dealt
// position gives an equal state.
func checkDeal(t testing.TB, g engine.Game, code engine.Code) {
	t.Helper()
	s := g.Deal(code)
	if err := Same(s, g.Deal(code)); err != nil {
		t.Fatalf("%s: two deals of %s differ: %v", g.Info().ID, code, err)
	}
	if maps.Equal(s.Position(), g.Deal(code+"X").Position()) {
		t.Fatalf("%s: %s and %sX are the same deal", g.Info().ID, code, code)
	}
	set, err := g.Set(s.Position())
	if err != nil {
		t.Fatalf("%s %s: the dealt position cannot be set: %v", g.Info().ID, code, err)
	}
	if err := Same(s, set); err != nil {
		t.Fatalf("%s %s: setting the dealt position gives another state: %v", g.Info().ID, code, err)
	}
}

// checkState checks that no move is a prefix of another, and that playing a move leaves
// the state unchanged; that the board shows every place and nothing hidden, and a guess
// shows the same; that cards are conserved, but where another board follows; and that points keep within their bounds.
func checkState(t testing.TB, r *engine.Round, random *rand.Rand) {
	t.Helper()
	s, at := r.State(), r.State().Position()
	moves := slices.Clone(s.Moves())
	clear(s.Moves()) // the slice is the caller's
	if len(moves) == 0 && !s.Over() {
		t.Fatalf("%s: no move is legal, but the game is not over", r.Record())
	}
	sorted := slices.Clone(moves)
	slices.SortFunc(sorted, engine.Move.Compare)
	for i := 1; i < len(sorted); i++ {
		if sorted[i-1].Begins(sorted[i]) {
			t.Fatalf("%s: %s begins %s", r.Record(), sorted[i-1], sorted[i])
		}
	}
	checkBoard(t, r)
	checkRoutine(t, r)
	checkGuess(t, r, random)
	if e, ok := s.(engine.Ender); ok && e.EndNote() != "" && !isSentence(e.EndNote()) {
		t.Fatalf("%s: EndNote is not a sentence: %q", r.Record(), e.EndNote())
	}
	if p := s.Score(); p.Points < 0 || p.Points > p.Max || p.Max != r.Game().Info().Max || p.Perfect && (!p.Won || p.Points < p.Max) {
		t.Fatalf("%s: impossible score: %+v", r.Record(), p)
	}
	if len(moves) == 0 {
		return
	}
	m := Pick(random, moves)
	if back, err := engine.ParseMove(m.String()); err != nil || back != m {
		t.Fatalf("%s: %s reads back as %s, %v", r.Record(), m, back, err)
	}
	checkWords(t, r, m)
	next, err := s.Play(m)
	if err != nil {
		t.Fatalf("%s: the listed %s is refused: %v", r.Record(), m, err)
	}
	if !maps.Equal(at, s.Position()) || !slices.Equal(moves, s.Moves()) {
		t.Fatalf("%s: playing %s changed the state it was played on", r.Record(), m)
	}
	_, several := s.(engine.Undealer)
	if got, want := cards(next), cards(s); !slices.Equal(got, want) && !(several && (another(at, next.Position()) || engine.Hidden(next) < engine.Hidden(s))) {
		t.Fatalf("%s: after %s the cards are %v, want %v", r.Record(), m, got, want)
	}
}

// another reports whether two positions are of boards with different places.
func another(a, b map[engine.Place]engine.Pile) bool {
	return !slices.Equal(slices.SortedFunc(maps.Keys(a), engine.Place.Compare), slices.SortedFunc(maps.Keys(b), engine.Place.Compare))
}

func checkBoard(t testing.TB, r *engine.Round) {
	t.Helper()
	at, board := r.State().Position(), r.State().Board()
	if h, ok := r.State().(engine.Hider); ok && h.Hidden() != board.Hidden() {
		t.Fatalf("%s: Hidden returns %d, but the board hides %d cards", r.Record(), h.Hidden(), board.Hidden())
	}
	if len(board.Piles) != len(at) {
		t.Fatalf("%s: the board has %d piles, want %d", r.Record(), len(board.Piles), len(at))
	}
	for _, v := range board.Piles {
		if want := at[v.At].Seen(); !slices.Equal(v.Cards, want) {
			t.Fatalf("%s: the board shows %v at %s, want %v", r.Record(), v.Cards, v.At, want)
		}
		if len(v.Face) > 3 || utf8.RuneCountInString(v.Label) > 7 {
			t.Fatalf("%s: the face %q or the label %q at %s is too long", r.Record(), v.Face, v.Label, v.At)
		}
	}
	for _, name := range board.Rows {
		if len(name.Name) > 10 || !slices.ContainsFunc(board.Piles, func(v engine.View) bool { return v.At.Row() == name.Row }) {
			t.Fatalf("%s: the name of row %d is too long, or there is no such row: %q", r.Record(), name.Row, name.Name)
		}
	}
	for _, m := range r.State().Moves() {
		for _, p := range []engine.Place{m.From, m.To, m.Return}[:m.Len()] {
			if _, ok := board.Find(p); !ok {
				t.Fatalf("%s: %s names %s, which is not on the board", r.Record(), m, p)
			}
		}
	}
	for _, v := range board.Piles {
		if err := CheckMarks(r.State(), v.At, v.Marks&(engine.Closed|engine.Complete) != 0, v.Marks&engine.OwnOnly != 0); err != nil {
			t.Fatalf("%s: %v", r.Record(), err)
		}
	}
}

// CheckMarks compares what is shown of a place with the legal moves: no move may end at a
// closed place, and at a place for its own card only the card above may end. It does not
// check a place shown as neither.
func CheckMarks(s engine.State, at engine.Place, closed, ownOnly bool) error {
	if !closed && !ownOnly {
		return nil
	}
	var own, others int
	for _, m := range s.Moves() {
		switch {
		case m.To != at:
		case m.From == engine.At(at.Col(), at.Row()-1):
			own++
		default:
			others++
		}
	}
	switch {
	case closed && ownOnly:
		return fmt.Errorf("%s is marked both closed and for its own card", at)
	case closed && own+others > 0:
		return fmt.Errorf("%s is marked closed, but %d moves end there", at, own+others)
	case ownOnly && (own == 0 || others > 0):
		return fmt.Errorf("%s is marked for its own card only, but that has %d moves there and other cards have %d", at, own, others)
	}
	return nil
}

// checkSet checks that any position that play reaches can be set.
func checkSet(t testing.TB, r *engine.Round) {
	t.Helper()
	at := r.State().Position()
	if set, err := r.Game().Set(at); err != nil || !maps.Equal(set.Position(), at) {
		t.Fatalf("%s: the position cannot be set, or becomes another: %v", r.Record(), err)
	}
}

// checkRoutine checks that a routine move is legal.
func checkRoutine(t testing.TB, r *engine.Round) {
	t.Helper()
	d, ok := r.State().(engine.Dealer)
	if !ok {
		return
	}
	if m, ok := d.NextDeal(); ok && !slices.Contains(r.State().Moves(), m) {
		t.Fatalf("%s: the routine move %s is not legal", r.Record(), m)
	}
}

// checkEnd checks that DeadEnd never finds that a finished game goes on, and that a state
// in which a move gains something is not a dead end.
func checkEnd(t testing.TB, r *engine.Round) {
	t.Helper()
	d, ok := r.State().(engine.DeadEnder)
	if !ok {
		return
	}
	if r.State().Over() {
		if dead, known := d.DeadEnd(); known && !dead {
			t.Fatalf("%s: the game is over, but not a dead end", r.Record())
		}
	}
	if g, ok := d.(engine.Gainer); ok && slices.ContainsFunc(r.State().Moves(), g.Gains) {
		if dead, known := d.DeadEnd(); dead || !known {
			t.Fatalf("%s: a move gains something, but DeadEnd does not find that", r.Record())
		}
	}
}

// checkWords checks that Describe says something about a move and names no hidden card.
func checkWords(t testing.TB, r *engine.Round, m engine.Move) {
	t.Helper()
	said := r.State().Describe(m)
	if said == "" {
		t.Fatalf("%s: Describe says nothing about %s", r.Record(), m)
	}
	for _, p := range r.State().Position() {
		for _, c := range p.Cards() {
			if c.IsDown() && strings.Contains(said, c.Up().Glyph()) {
				t.Fatalf("%s: the description of %s names the face-down %s: %q", r.Record(), m, c.Up(), said)
			}
		}
	}
}

// checkRefusals checks that every move of one or two places that is not listed, on the
// board or just off it, is refused with a code and a sentence. Of the moves of three
// places it checks a sample.
func checkRefusals(t testing.TB, r *engine.Round, random *rand.Rand) {
	t.Helper()
	s := r.State()
	legal := make(map[engine.Move]bool)
	for _, m := range s.Moves() {
		legal[m] = true
	}
	places := slices.SortedFunc(maps.Keys(s.Position()), engine.Place.Compare)
	all := append(slices.Clone(places), offBoard(places)...)
	try := func(m engine.Move) {
		next, err := s.Play(m)
		if legal[m] {
			if err != nil {
				t.Fatalf("%s: the listed %s is refused: %v", r.Record(), m, err)
			}
			return
		}
		illegal, ok := err.(*engine.IllegalMove)
		if !ok || next != nil || illegal.Move != m || illegal.Code == "" || !isSentence(illegal.Why) {
			t.Fatalf("%s: %s is not listed: got %v, %#v, want a refusal", r.Record(), m, next, err)
		}
	}
	for _, a := range all {
		try(engine.Move{From: a})
	}
	for _, a := range places {
		for _, b := range all {
			try(engine.Move{From: a, To: b})
		}
	}
	for range 300 {
		try(engine.Move{From: Pick(random, all), To: Pick(random, all), Return: Pick(random, all)})
	}
}

// offBoard returns places that the board does not have: those just to the right of it and
// just below it, and two far away.
func offBoard(places []engine.Place) []engine.Place {
	off := []engine.Place{engine.At(26, 1), engine.At(1, 9)}
	for _, p := range places {
		for _, q := range []engine.Place{engine.At(p.Col()+1, p.Row()), engine.At(p.Col(), p.Row()+1)} {
			if !slices.Contains(places, q) && !slices.Contains(off, q) {
				off = append(off, q)
			}
		}
	}
	return off
}

// isSentence reports whether s begins with a capital letter or a place, and ends with a stop.
func isSentence(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	_, err := engine.ParsePlace(first)
	return len(s) > 10 && strings.HasSuffix(s, ".") && (err == nil || s[:1] == strings.ToUpper(s[:1]))
}

// checkRecord checks that a record reads back, and replays to an equal state.
func checkRecord(t testing.TB, r *engine.Round) {
	t.Helper()
	record, err := engine.ParseRecord(r.Record().String())
	if err != nil {
		t.Fatalf("%s: %v", r.Record(), err)
	}
	states, err := record.Replay(r.Game())
	if err != nil {
		t.Fatalf("%s: %v", record, err)
	}
	if err := Same(states[len(states)-1], r.State()); err != nil {
		t.Fatalf("%s replays to another state: %v", record, err)
	}
}

// checkShared shares a state between two goroutines for the race detector.
func checkShared(t testing.TB, g engine.Game) {
	t.Helper()
	s := g.Deal("SHARED")
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			for _, m := range s.Moves() {
				if _, err := s.Play(m); err != nil {
					t.Errorf("%s: %v", g.Info().ID, err)
				}
				_ = s.Describe(m)
			}
			_, _, _ = s.Board(), s.Score(), s.Over()
		})
	}
	both.Wait()
}

// cards returns every card of a state, face up and sorted.
func cards(s engine.State) []engine.Card {
	var all []engine.Card
	for _, p := range s.Position() {
		for _, c := range p.Cards() {
			all = append(all, c.Up())
		}
	}
	slices.Sort(all)
	return all
}
