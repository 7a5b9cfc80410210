package tui_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// A chance decides what a monkey does: IntN returns 0 to n-1.
type chance interface{ IntN(n int) int }

// A monkey presses any key and clicks anywhere, hangs up and comes back, while the store
// fails now and then and other sessions take its games over. After each event it compares
// what the screen says with what the store has.
type monkey struct {
	*tuitest.Robot
	t            testing.TB
	chance       chance
	games        engine.Catalog
	frame        *grid.Grid
	w, h         int
	held         bool                    // commands are held back
	taken        bool                    // another session has changed or ended a game
	leaving      bool                    // q was pressed in the lobby since commands last ran
	top          string                  // the first row of the frame
	table        string                  // the slot of the last table seen
	initialMoves int                     // moves that the table began with, taken over from a replay, or has lost to another session
	open         map[string]arcade.Saved // the store's open games after the last event
	results      int
	log          []string // the last events
	was          tally
}

// A tally counts what a monkey has reached, so that a test can tell whether it reached
// anything.
type tally struct{ events, quits, moves, ways int }

func newMonkey(t testing.TB, c chance, store *tuitest.Store) *monkey {
	m := &monkey{t: t, chance: c, games: catalog.All(), frame: grid.New(0, 0)}
	m.startSession(store)
	return m
}

// startSession begins a session.
func (m *monkey) startSession(store *tuitest.Store) {
	opened := with(aRace(), func(r *arcade.Race) { r.Racers = racers(3, 0) })
	goesOn := with(scored(begun(aRace()), 3, 2, 1), func(r *arcade.Race) { r.Code = "ABCDEF" })
	store.Spectators, store.Events = amongOthers(nil).Spectators, &tuitest.Events{}
	store.Races = &tuitest.Races{List: []*arcade.Race{opened, goesOn}}
	if store.Workshop == nil {
		store.Workshop = someVariations(m.t)
	}
	m.Robot = tuitest.New(m.t, store, m.games)
	m.held, m.taken, m.leaving, m.initialMoves, m.w, m.h = false, false, false, 0, 80, 24
	m.look()
	m.remember()
}

// An event is something that can happen, with its relative frequency.
type event struct {
	often int
	name  string
	do    func(*monkey)
}

// events is a function because its entries refer to it.
func events() []event {
	return []event{
		{300, "arrow", func(m *monkey) { m.key(tea.Key{Code: one(m, tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight)}) }},
		{260, "mark", func(m *monkey) { m.key(one(m, tea.Key{Code: tea.KeyEnter}, tea.Key{Code: tea.KeySpace, Text: " "})) }},
		{120, "letter", func(m *monkey) { m.letter("abcdefghjklmnoprstuvwyz/.+-=1234567890UFHPNRcnk") }},
		{40, "y", func(m *monkey) { m.letter("y") }},
		{120, "word", (*monkey).word},
		{40, "special", func(m *monkey) {
			m.key(tea.Key{Code: one(m, tea.KeyBackspace, tea.KeyTab, tea.KeyHome, tea.KeyEnd, tea.KeyPgUp, tea.KeyPgDown,
				tea.KeyDelete, tea.KeyInsert, tea.KeyF12), Mod: one(m, tea.KeyMod(0), tea.ModShift)})
		}},
		{20, "esc", func(m *monkey) { m.key(tea.Key{Code: tea.KeyEscape}) }},
		{10, "control", func(m *monkey) {
			m.key(tea.Key{Code: rune('a' + m.chance.IntN(26)), Mod: one(m, tea.ModCtrl, tea.ModAlt)})
		}},
		{14, "q", func(m *monkey) { m.letter("q") }},
		{4, "leave", func(m *monkey) {
			m.letter("q")
			m.letter("y")
		}},
		{5, "look", func(m *monkey) { m.letter("ATS?") }},
		{2, "hint", func(m *monkey) { m.letter("x") }}, // these take as long as thousands of others
		{3, "daily", (*monkey).daily},
		{3, "bench", (*monkey).bench},
		{3, "workshop", (*monkey).workshop},
		{1, "midnight", func(m *monkey) { m.Clock += aDayMillis / 2 }},
		{1, "rules", func(m *monkey) { m.letter("iL") }},
		{120, "mouse", (*monkey).mouse},
		{15, "paste", func(m *monkey) {
			m.Send(tea.PasteMsg{Content: one(m, "", "abc", "a1c4\n", "\x1b[2J", "é\u0301漢字\x00", strings.Repeat("Z9 ", 300), "\xff\xfe")})
		}},
		{3, "resize", func(m *monkey) { m.resize(1+m.chance.IntN(250), 1+m.chance.IntN(80)) }},
		{6, "resize back", func(m *monkey) { m.resize(80, 24) }},
		{60, "tick", func(m *monkey) { m.Clock += int64(m.chance.IntN(2000)); m.Tick() }},
		{20, "hold", func(m *monkey) { m.hold() }},
		{4, "disk", func(m *monkey) { m.Store.Unavailable = one(m, nil, nil, errors.New("the disk is full")) }},
		{1, "other session", (*monkey).otherWindow},
		{1, "hang up", func(m *monkey) { m.hangUp() }},
		{3, "lobby", func(m *monkey) { m.toLobby() }},
	}
}

func one[T any](m *monkey, of ...T) T { return of[m.chance.IntN(len(of))] }

// next does one event and checks its outcome.
func (m *monkey) next(all []event) {
	total, before := 0, tui.TopType(m.App)
	for _, e := range all {
		total += e.often
	}
	m.was.events++
	if m.held && m.chance.IntN(8) == 0 {
		m.hold()
		m.check()
		return
	}
	if m.frame != nil && strings.Contains(m.frame.String(), "(y/n)") && m.chance.IntN(4) == 0 {
		m.letter("yn") // most other keys answer no
		m.look()
		m.check()
		return
	}
	n := m.chance.IntN(total)
	for _, e := range all {
		if n -= e.often; n < 0 {
			m.log = append(m.log[max(len(m.log)-30, 0):], e.name)
			e.do(m)
			if e.name == "arrow" && m.chance.IntN(3) > 0 {
				return // the next frame will do
			}
			break
		}
	}
	m.look()
	if moves, _, ok := m.heading(); ok && before == "Replay" {
		m.initialMoves = moves // taken over from it
	}
	m.check()
}

func (m *monkey) letter(of string) {
	r := []rune(of)[m.chance.IntN(len([]rune(of)))]
	m.key(tea.Key{Code: r, Text: string(r)})
}

func (m *monkey) key(k tea.Key) {
	if tui.TopType(m.App) == "Bench" && (k.Text == "e" || k.Text == "E") {
		return // an estimate takes as long as all else together
	}
	msg := tea.KeyPressMsg(k)
	if name := msg.String(); m.inLobby() && slices.Contains([]string{"q", "y", "Y", "ctrl+c", "ctrl+d"}, name) {
		m.leaving = true
	}
	m.log = append(m.log, msg.String())
	m.Send(msg)
}

// word types a legal move of the open game that the screen shows, as a thinking player
// would.
func (m *monkey) word() {
	saved, ok := m.Store.Open[m.shown()]
	if !ok { // before its first move it is not stored, and the deal is unknown
		m.key(tea.Key{Code: tea.KeyEnter})
		for range m.chance.IntN(4) {
			m.key(tea.Key{Code: one(m, tea.KeyDown, tea.KeyLeft, tea.KeyRight)})
		}
		m.key(tea.Key{Code: tea.KeyEnter})
		m.key(tea.Key{Code: tea.KeyEnter})
		return
	}
	g, _ := catalog.Library().Restore(saved.Record.Game, saved.Rules)
	states, err := saved.Record.Replay(g)
	if err != nil {
		m.t.Fatalf("the store has a game that does not replay: %v", err)
	}
	moves := states[len(states)-1].Moves()
	if len(moves) == 0 {
		return
	}
	for _, r := range "t" + moves[m.chance.IntN(len(moves))].String() {
		m.key(tea.Key{Code: r, Text: string(r)})
	}
	m.key(tea.Key{Code: tea.KeyEnter})
}

func (m *monkey) mouse() {
	at := tea.Mouse{X: m.chance.IntN(m.w + 3), Y: one(m, m.h-1, m.chance.IntN(m.h+3), m.chance.IntN(m.h+3), m.chance.IntN(m.h+3)), Button: one(m, tea.MouseLeft, tea.MouseLeft, tea.MouseRight, tea.MouseMiddle)}
	if at.Y == m.h-1 && m.inLobby() || tui.TopType(m.App) == "keysPage" {
		m.leaving = true // q is written there
	}
	if rows := strings.Split(m.frame.String(), "\n"); at.Y < len(rows) && strings.Contains(rows[at.Y], "estimate") {
		return // as in key
	}
	switch m.chance.IntN(4) {
	case 0:
		m.Send(tea.MouseReleaseMsg(at))
	case 1:
		at.Button = one(m, tea.MouseWheelUp, tea.MouseWheelDown)
		m.Send(tea.MouseWheelMsg(at))
	case 2:
		m.Send(tea.MouseMotionMsg(at))
	default:
		m.Send(tea.MouseClickMsg(at))
	}
}

func (m *monkey) resize(w, h int) {
	m.w, m.h = w, h
	m.Resize(w, h)
}

// hold starts to hold commands back, or lets them run.
func (m *monkey) hold() {
	if m.held = !m.held; m.held {
		m.HoldCommands()
		return
	}
	m.ReleaseCommands()
	m.look()
	m.leaving = m.leaving && m.Quit
}

// otherWindow stores a hint to one of the open games, or ends it, in another session.
func (m *monkey) otherWindow() {
	if games := slices.Sorted(maps.Keys(m.Store.Open)); len(games) > 0 && m.Store.Unavailable == nil {
		m.taken = true
		saved, rev, err := m.Store.Saved(one(m, games...))
		if saved.Tally.Hints++; err == nil && m.chance.IntN(2) == 0 {
			_, err = m.Store.Save(saved, rev)
		} else if err == nil {
			_, err = m.Store.Finish(saved.Result(saved.Score, m.Clock), rev)
		}
		if err != nil {
			m.t.Fatal(err)
		}
	}
}

// hangUp ends the session like a dropped connection, and begins another one.
func (m *monkey) hangUp() {
	err := m.App.Close()
	if err != nil && m.Store.Unavailable == nil && !errors.Is(err, arcade.ErrConflict) {
		m.t.Fatalf("closing says %v", err)
	}
	if m.held {
		m.ReleaseCommands() // what was on its way comes too late
	}
	m.checkStore()
	m.Store.Unavailable = nil
	m.startSession(m.Store)
}

// toLobby goes back to the lobby: with Esc and, if that changes nothing, q.
func (m *monkey) toLobby() {
	if m.held {
		m.hold()
	}
	m.Store.Unavailable = nil
	m.resize(80, 24)
	m.look()
	for n := 0; !m.inLobby(); n++ {
		if n >= 20 {
			m.fail("20 presses do not lead to the lobby")
		}
		before := m.top
		m.key(tea.Key{Code: tea.KeyEscape})
		m.look()
		if m.top == before && !m.inLobby() {
			n++
			m.key(tea.Key{Code: 'q', Text: "q"})
			m.look()
		}
	}
	m.taken = false
	m.was.ways++
}

// daily goes to a daily, or, if it was played, to what the list offers for it.
func (m *monkey) daily() {
	m.toLobby()
	m.check() // what the previous table has stored
	m.letter("D")
	for range m.chance.IntN(len(m.games)) {
		m.key(tea.Key{Code: tea.KeyDown})
	}
	if m.chance.IntN(4) == 0 {
		m.letter("thlB")
	}
	m.key(tea.Key{Code: tea.KeyEnter})
	m.letter("y") // begins it, if it is asked
}

// bench goes to a bench, with rules to start from, and turns some knobs.
func (m *monkey) bench() {
	m.toLobby()
	m.check()
	m.letter("W")
	for range m.chance.IntN(10) {
		m.key(tea.Key{Code: tea.KeyDown})
	}
	m.letter("e")
	for range m.chance.IntN(6) {
		m.key(tea.Key{Code: one(m, tea.KeyDown, tea.KeyDown, tea.KeyLeft, tea.KeyRight)})
	}
	m.letter("fttsRu")
}

// workshop goes to the workshop and plays a game from there, or does something else with it.
func (m *monkey) workshop() {
	m.toLobby()
	m.check() // what the previous table has stored
	m.letter("W")
	if m.chance.IntN(4) == 0 {
		m.key(tea.Key{Code: 'c', Text: "c"})
		m.Send(tea.PasteMsg{Content: one(m, "BW1-38JP-7H02-HD61", "bw1 38jp 7h02 hd61", "BW1-38JP-7H02-HD62", "Lucky 66")})
		m.key(tea.Key{Code: tea.KeyEnter})
	}
	for range m.chance.IntN(16) {
		m.key(tea.Key{Code: tea.KeyDown})
	}
	if m.chance.IntN(3) == 0 {
		m.letter("eosgdrB")
	}
	m.key(tea.Key{Code: tea.KeyEnter})
}
