package tui_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/tuitest"
)

// monkeyEvents is how many events each monkey of TestMonkeys makes; more come from FuzzKeys.
var monkeyEvents = flag.Int("monkey-events", 2000, "how many events each of four monkeys makes")

//abuse:case 19
func TestMonkeys(t *testing.T) {
	const sessions = 4
	var monkeys [sessions]*monkey
	t.Run("seed", func(t *testing.T) {
		for seed := range monkeys {
			t.Run(fmt.Sprint(seed), func(t *testing.T) {
				t.Parallel()
				m := newMonkey(t, rand.New(rand.NewPCG(uint64(seed), 20)), &tuitest.Store{})
				monkeys[seed] = m
				all := events()
				for range *monkeyEvents {
					m.next(all)
				}
			})
		}
	})
	var was tally
	met, dailies := make(map[string]int), 0
	for _, m := range monkeys {
		played := make(map[string]bool)
		was = tally{was.events + m.was.events, was.quits + m.was.quits, was.moves + m.was.moves, was.ways + m.was.ways}
		for _, r := range m.Store.Results {
			met[r.Record.Game]++
			if r.Event == "" {
				continue
			}
			if dailies++; played[r.Slot()] || r.Class == arcade.Practice {
				t.Errorf("%s was played twice, or as practice: %+v", r.Slot(), r)
			}
			played[r.Slot()] = true
		}
	}
	t.Logf("%+v; results: %v, %d of dailies", was, met, dailies)
	if len(met) < len(catalog.All()) || dailies == 0 || was.quits == 0 || was.moves < *monkeyEvents/25 || was.ways == 0 {
		t.Errorf("the monkeys have not come far: %+v, with results of %v", was, met)
	}
}

func TestScreensDoNotPileUp(t *testing.T) {
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	for range 20 {
		r.Press("S", "?", "S", "f1")
	}
	r.Press("esc", "esc")
	r.Sees("Boardwalk Arcade")
}

// A tape is a chance that reads from bytes, and returns 0 after their end.
type tape struct{ bytes []byte }

func (b *tape) IntN(n int) int {
	v := 0
	for of := 1; of < n && len(b.bytes) > 0; of *= 256 {
		v = v*256 + int(b.bytes[0])
		b.bytes = b.bytes[1:]
	}
	return v % n
}

//abuse:case 27
func FuzzKeys(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 8 {
		seed := make([]byte, 400)
		for i := range seed {
			seed[i] = byte(random.Uint32())
		}
		f.Add(seed)
	}
	all := events()
	f.Fuzz(func(t *testing.T, bytes []byte) {
		b := &tape{bytes[:min(len(bytes), 4000)]}
		m := newMonkey(t, b, &tuitest.Store{})
		for len(b.bytes) > 0 {
			m.next(all)
		}
		m.toLobby()
	})
}

func (m *monkey) check() {
	m.t.Helper()
	if m.Quit {
		if !m.leaving {
			m.fail("the app quits by itself")
		}
		m.was.quits++
		m.hangUp()
		return
	}
	m.checkScreen()
	m.checkStore()
}

// checkScreen fails the test if a table shows moves as stored that are not.
func (m *monkey) checkScreen() {
	moves, unsaved, ok := m.heading()
	if !ok {
		m.initialMoves = 0
		return
	}
	slot := m.shown()
	m.table = slot
	saved, open := m.Store.Open[slot]
	switch {
	case unsaved:
		if !m.taken && strings.Contains(m.frame.String(), "your other window") {
			m.fail("there is no other session")
		}
		return
	case open && len(saved.Record.Moves) == moves, !open && moves == 0:
		return
	case m.taken && strings.Contains(m.frame.String(), "has ended in your other window"): // the table says that it keeps nothing more
		m.initialMoves = moves
		return
	}
	for _, r := range slices.Backward(m.Store.Results) {
		if filed := m.Slot == "" && r.Record.Game == slot; (filed || r.Slot() == slot) && len(r.Record.Moves) == moves {
			return
		}
	}
	if moves != m.initialMoves {
		m.fail(fmt.Sprintf("%s shows %d moves as stored, the store has %d", slot, moves, len(saved.Record.Moves)))
	}
}

// checkStore fails the test if a stored game has disappeared without going into the
// history, or if a result has disappeared.
func (m *monkey) checkStore() {
	m.t.Helper()
	if len(m.Store.Results) < m.results {
		m.fail("a result has gone")
	}
	for slot, was := range m.open {
		now, ok := m.Store.Open[slot]
		if ok && slot != m.table && !slices.Equal(now.Record.Moves, was.Record.Moves) {
			m.fail(fmt.Sprintf("%s has become %s, and nobody was at its table", was.Record, now.Record))
		}
		if ok && now.Started == was.Started && now.Record.Code == was.Record.Code {
			continue
		}
		if !slices.ContainsFunc(m.Store.Results[m.results:], func(r arcade.Result) bool {
			return r.Slot() == slot && r.Record.Code == was.Record.Code
		}) {
			m.fail(fmt.Sprintf("%s was lost", was.Record))
		}
	}
	m.remember()
}

func (m *monkey) remember() {
	for slot, s := range m.Store.Open {
		if len(s.Record.Moves) > len(m.open[slot].Record.Moves) {
			m.was.moves++
		}
	}
	m.open, m.results = maps.Clone(m.Store.Open), len(m.Store.Results)
}

func (m *monkey) fail(what string) {
	m.t.Helper()
	m.look()
	m.t.Fatalf("%s, after %d events, the last ones %v:\n%s", what, m.was.events, m.log, m.frame)
}

// look draws the frame and reads its first row that is not blank. If the window is too small for any frame,
// it uses a larger one.
func (m *monkey) look() {
	w, h := m.w, m.h
	if w < 40 || h < 12 {
		w, h = 80, 24
	}
	m.frame.Resize(w, h)
	m.App.Draw(m.frame)
	row := make([]rune, w)
	for y := range h {
		for x := range row {
			row[x] = m.frame.At(x, y).Rune()
		}
		if m.top = strings.TrimSpace(string(row)); m.top != "" {
			return
		}
	}
}

// inLobby reports whether the lobby is on top.
func (m *monkey) inLobby() bool { return tui.TopType(m.App) == "lobby" }

// headingPattern matches the heading of a table. Its moves have a star while they are not
// stored.
var headingPattern = regexp.MustCompile(`  (?:points )?\d+/\d+  moves (\d+)(\*?)(?: |$)`)

// heading returns how many moves the table on top shows, and whether it says that they are
// not stored. ok is false if no table is on top.
func (m *monkey) heading() (moves int, unsaved, ok bool) {
	m.t.Helper()
	if _, ok := tui.AtTable(m.App); !ok {
		return 0, false, false
	}
	match := headingPattern.FindStringSubmatch(m.top)
	if match == nil {
		m.fail("the table does not say how many moves it has")
	}
	moves, err := strconv.Atoi(match[1])
	if err != nil {
		m.t.Fatal(err)
	}
	return moves, match[2] == "*", true
}

// shown returns the slot of the round at the table on top; the game's ID once the round is
// in the history; and "" if the top screen is no table.
func (m *monkey) shown() string {
	g, ok := tui.AtTable(m.App)
	if !ok {
		return ""
	}
	return cmp.Or(m.Slot, g.Info().ID)
}
