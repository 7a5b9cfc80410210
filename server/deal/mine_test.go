package deal

import (
	"log/slog"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
)

// A round has its puzzle kept, one without has none, and a panic ends nothing. More rounds than may
// wait are let go. After Close nothing is kept.
func TestMine(t *testing.T) {
	p := puzzle.ByGame("chessboard")[900]
	g, _ := catalog.All().Find(p.Game)
	lost := p.Record()
	s, err := p.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	wrong := slices.DeleteFunc(s.Moves(), func(m engine.Move) bool { return m == p.Answer[0] })
	lost.Moves = append(slices.Clip(lost.Moves), wrong[0])

	m := NewMine(Config{Log: slog.New(slog.DiscardHandler)})
	kept := make(chan puzzle.Puzzle, 1)
	m.Dig(g, lost, func(puzzle.Puzzle) { panic("no room") })
	m.Dig(g, engine.Record{Game: p.Game, Version: p.Version, Code: p.Code}, func(q puzzle.Puzzle) { kept <- q })
	m.Dig(g, lost, func(q puzzle.Puzzle) { kept <- q })
	got := <-kept
	if got.ID != p.ID || !slices.Equal(got.Answer, p.Answer) {
		t.Errorf("it keeps %s, want %s", got, p)
	}
	m.Close()
	for range roundsMost + 1 {
		m.Dig(g, lost, func(q puzzle.Puzzle) { t.Errorf("after the end it keeps %s", q) })
	}
	if len(m.rounds) != roundsMost {
		t.Errorf("%d rounds wait, want %d", len(m.rounds), roundsMost)
	}
}
