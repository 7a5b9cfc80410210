package session

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/catalog"
)

// Mistakes that cannot be set up, because of other rules or a game that is gone, keep none of the others back.
func TestMistakesThatCannotBeSetUp(t *testing.T) {
	g := catalog.All()[0]
	moves := g.Deal("ABC").Moves()
	record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "ABC", Moves: moves[:1]}
	good := MistakesOf(record, []analysis.Fault{{At: 0, Better: moves[1:2], Goal: engine.GoalWin}})[0]
	old, gone, empty := good, good, good
	old.Record.Version++
	gone.Record.Game = "nowhere"
	empty.Better = nil
	opened, lesson, left, err := OpenMistake(catalog.Library(), nil, []Mistake{old, gone, empty, good, old})
	if err != nil || opened.Info().ID != g.Info().ID || len(left) != 2 || len(lesson.Steps) != 1 {
		t.Errorf("it opens %v, %v with %d left", lesson, err, len(left))
	}
	if _, _, _, err := OpenMistake(catalog.Library(), nil, []Mistake{old, gone, empty}); err == nil {
		t.Error("it opens one that cannot be set up")
	}
	if _, _, _, err := OpenMistake(catalog.Library(), g, nil); err == nil {
		t.Error("it opens none")
	}
}

// The latest mistakes are kept, each once, and a long record is not.
func TestTheLatestMistakesAreKept(t *testing.T) {
	g := catalog.All()[0]
	m := g.Deal("ABC").Moves()[0]
	var s Settings
	for i := range 2 * mistakesMost {
		record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: engine.Code("A" + string(rune('A'+i%26)) + string(rune('A'+i/26))), Moves: []engine.Move{m}}
		for range 2 {
			s.Remember(catalog.All(), record, []analysis.Fault{{Better: []engine.Move{m}}}, "2026-11-28")
		}
	}
	if n := len(s.Mistakes); n != mistakesMost || s.Mistakes[0].Due != "2026-11-29" || len(s.Due("2026-11-28")) > 0 || len(s.Due("2026-11-29")) != n {
		t.Errorf("%d are kept: %+v", n, s.Mistakes)
	}
	long := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "LONG", Moves: make([]engine.Move, mistakeBytes)}
	for i := range long.Moves {
		long.Moves[i] = m
	}
	before := len(s.Text())
	s.Remember(catalog.All(), long, []analysis.Fault{{At: len(long.Moves) - 1, Better: []engine.Move{m}}}, "2026-11-28")
	if len(s.Text()) != before {
		t.Error("a long record is kept")
	}
}
