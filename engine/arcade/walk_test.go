package arcade_test

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

// A track is a Track whose record was parsed.
type track struct {
	arcade.Track
	moves []engine.Move
}

// at returns those of some tracks that came by after moves.
func at(tracks []track, moves []engine.Move) (here []track) {
	for _, t := range tracks {
		if len(t.moves) >= len(moves) && slices.Equal(t.moves[:len(moves)], moves) {
			here = append(here, t)
		}
	}
	return here
}

// next returns the move of a track after n moves, the zero Move at its end.
func (t track) next(n int) engine.Move {
	if n == len(t.moves) {
		return engine.Move{}
	}
	return t.moves[n]
}

// privateWays counts the private players who went each way after moves.
func privateWays(tracks []track, moves []engine.Move) map[engine.Move]int {
	ways := map[engine.Move]int{}
	for _, t := range at(tracks, moves) {
		if t.Private {
			ways[t.next(len(moves))]++
		}
	}
	return ways
}

// recount counts the ways after moves one by one. It counts private players if wherever they came by up to
// there five or more of them went each way.
func recount(tracks []track, moves []engine.Move) (ways map[engine.Move]arcade.Way, partial bool) {
	for n := range len(moves) + 1 {
		for _, players := range privateWays(tracks, moves[:n]) {
			partial = partial || players < 5
		}
	}
	ways = map[engine.Move]arcade.Way{}
	for _, t := range at(tracks, moves) {
		if partial && t.Private {
			continue
		}
		m := t.next(len(moves))
		w := ways[m]
		w.Move, w.Players, w.Points = m, w.Players+1, w.Points+t.Points
		if t.Won {
			w.Won++
		}
		ways[m] = w
	}
	return ways, partial
}

// walks visits every position where a track came by.
func walks(t *testing.T, w *arcade.Walk, tracks []track, visit func(*arcade.Crossing)) {
	t.Helper()
	visit(w.Here())
	moves, n := slices.Clone(w.Moves()), len(w.Moves())
	gone := map[engine.Move]bool{{}: true}
	for _, round := range at(tracks, moves) {
		m := round.next(n)
		if gone[m] {
			continue
		}
		gone[m] = true
		if err := w.Go(m); err != nil {
			t.Fatal(err)
		}
		walks(t, w, tracks, visit)
		if back := w.Back(); back != m || !slices.Equal(w.Moves(), moves) {
			t.Fatalf("back from %v by %v leads to %v", m, back, w.Moves())
		}
	}
}

// parsed returns random rounds of a deal, and the same parsed.
func parsed(t *testing.T, g engine.Game, n int) (all []arcade.Track, tracks []track) {
	t.Helper()
	all = tuitest.Tracks(g, "R1", n)
	for _, one := range all {
		r, err := engine.ParseRecord(one.Record)
		if err != nil {
			t.Fatal(err)
		}
		tracks = append(tracks, track{one, r.Moves})
	}
	return all, tracks
}

func TestTheCountsOfAWalkAreThoseOfARecount(t *testing.T) {
	whole, partial := 0, 0
	for _, g := range catalog.All()[:2] {
		for _, n := range []int{0, 1, 9, 40, 600} {
			all, tracks := parsed(t, g, n)
			w := arcade.NewWalk(g, "R1", all, nil, nil)
			walks(t, w, tracks, func(c *arcade.Crossing) {
				want, left := recount(tracks, w.Moves())
				players := 0
				for i, way := range c.Ways {
					if way != want[way.Move] {
						t.Fatalf("%d players after %v: %+v, want %+v", n, w.Moves(), way, want[way.Move])
					}
					if players += way.Players; i > 0 && way.Players > c.Ways[i-1].Players {
						t.Fatalf("%d players after %v: %+v stands too low", n, w.Moves(), way)
					}
				}
				if len(c.Ways) != len(want) || c.Partial != left || c.Players() != players {
					t.Fatalf("%d players after %v: %+v, want %+v, partial %v", n, w.Moves(), c, want, left)
				}
				if left {
					partial++
				} else if slices.ContainsFunc(at(tracks, w.Moves()), func(t track) bool { return t.Private }) {
					whole++
				}
			})
		}
	}
	if whole == 0 || partial == 0 {
		t.Errorf("private players were counted in %d positions, and left out in %d", whole, partial)
	}
}

// The attack: take the rounds that everybody may see off the counts of a position, and its counts off those
// of the positions around it, to learn where a private player went.
func TestNoCountTellsWhereFewPrivatePlayersWent(t *testing.T) {
	for _, g := range catalog.All()[:2] {
		for _, n := range []int{9, 40, 600} {
			all, tracks := parsed(t, g, n)
			seen := slices.DeleteFunc(slices.Clone(tracks), func(t track) bool { return t.Private })
			w := arcade.NewWalk(g, "R1", all, nil, nil)
			few := func(what string, count int) {
				if count != 0 && count < 5 {
					t.Errorf("%d players after %v: %d private ones %s", n, w.Moves(), count, what)
				}
			}
			came := map[string]int{"": len(tracks)} // as the counts tell, by moves
			walks(t, w, tracks, func(c *arcade.Crossing) {
				moves := engine.FormatMoves(w.Moves())
				known, _ := recount(seen, w.Moves())
				for _, way := range c.Ways {
					few("went "+way.Move.String(), way.Players-known[way.Move].Players)
					if !way.Move.IsZero() {
						came[strings.TrimSpace(moves+" "+way.Move.String())] = way.Players
					}
				}
				if moves != "" { // how many play the daily is no secret
					few("are left over", came[moves]-c.Players())
				}
			})
		}
	}
}

func TestAWalkSaysWhereThePlayerWent(t *testing.T) {
	g := catalog.All()[0]
	all, tracks := parsed(t, g, 40)
	i := slices.IndexFunc(tracks, func(t track) bool { return !t.Private && len(t.moves) > 2 })
	own := tracks[i].moves
	played, better := own[0], engine.Move{}
	for _, round := range tracks {
		if m := round.next(0); !round.Private && !m.IsZero() && m != played {
			better = m
		}
	}
	found := &analysis.Fair{Moves: []analysis.Judged{{Played: played, Chance: 0.25, Best: better, Loss: 0.5}}}
	w := arcade.NewWalk(g, "R1", all, own, found)
	for n := range own {
		mine := 0
		for _, way := range w.Here().Ways {
			chance := map[engine.Move]float64{played: 0.25, better: 0.75}[way.Move]
			if n > 0 {
				chance = 0
			}
			if (way.Chance != nil) != (chance > 0) || way.Chance != nil && *way.Chance != chance {
				t.Errorf("after %d moves %s has another chance than %v", n, way.Move, chance)
			}
			if way.Mine {
				mine++
				if way.Move != tracks[i].next(n) {
					t.Errorf("after %d moves %s is the player's", n, way.Move)
				}
			}
		}
		if mine != 1 {
			t.Errorf("after %d moves %d ways are the player's", n, mine)
		}
		if err := w.Go(own[n]); err != nil {
			t.Fatal(err)
		}
	}
	for !w.Back().IsZero() {
	}
	if err := w.Go(better); err != nil {
		t.Fatal(err)
	}
	for _, way := range w.Here().Ways {
		if way.Mine || way.Chance != nil {
			t.Errorf("where the player did not go: %+v", way)
		}
	}
}

func TestAWalkKeepsToItsDealAndItsRules(t *testing.T) {
	g := catalog.All()[0]
	info := g.Info()
	deal := engine.Record{Game: info.ID, Version: info.Version, Code: "R1"}.String()
	first := g.Deal("R1").Moves()[0].String()
	all := []arcade.Track{
		{Record: deal + " " + first}, {Record: deal}, {Record: deal + "X " + first},
		{Record: strings.Replace(deal, "@", "@9", 1) + " " + first}, {Record: ""},
	}
	w := arcade.NewWalk(g, "R1", all, nil, nil)
	if n := w.Here().Players(); n != 2 {
		t.Errorf("%d rounds count", n)
	}
	if err := w.Go(engine.Move{From: engine.At(9, 9)}); err == nil || len(w.Moves()) != 0 {
		t.Errorf("an illegal move: %v, then at %v", err, w.Moves())
	}
	if err := w.Go(g.Deal("R1").Moves()[1]); err != nil || len(w.Here().Ways) != 0 {
		t.Errorf("where nobody went: %v, %+v", err, w.Here().Ways)
	}
}

func TestParseWalk(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "||",
		"hop 45 2026-11-22":                 "hop 45|2026-11-22|",
		"2026-11-22 hop 45 a1c4 C3A4":       "hop 45|2026-11-22|a1c4 c3a4",
		"hop 45 2026-11-22 a1c4 c3a4b1":     "hop 45|2026-11-22|a1c4 c3a4b1",
		"hop-45 2026-11-32 a1c4":            "hop-45 2026-11-32||a1c4",
		"2026-11-22 a1c4":                   "|2026-11-22|a1c4",
		"hop-45 2026-11-22 a1c4 x 2026-1-2": "hop-45|2026-11-22|: move 2: \"x\" is not a move: one to three places, such as a1c4",
	} {
		name, day, moves, err := arcade.ParseWalk(strings.Fields(text))
		got := name + "|" + day + "|" + engine.FormatMoves(moves)
		if err != nil {
			got += ": " + err.Error()
		}
		if got != want {
			t.Errorf("ParseWalk(%q) = %s, want %s", text, got, want)
		}
	}
}
