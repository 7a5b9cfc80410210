package tui_test

import (
	"runtime"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/session"
	"boardwalk/tui/tuitest"
)

// BenchmarkConnect measures a session from its beginning until the lobby's frame is sent.
func BenchmarkConnect(b *testing.B) {
	var buf []byte
	b.ReportAllocs()
	for b.Loop() {
		r := benchSession(b, catalog.All(), nil)
		buf = grid.Diff(buf[:0], nil, r.Grid(), grid.ANSI256BCE)
	}
	b.ReportMetric(float64(len(buf)), "wire-B/op")
}

// BenchmarkTick measures a second of the clock at the table: the cost of a session whose
// player is thinking.
func BenchmarkTick(b *testing.B) {
	r := atTable(b, hop45)
	wired(r)
	b.ReportAllocs()
	for b.Loop() {
		r.Clock += 1000
		r.Seen()
	}
}

// BenchmarkHeld measures the memory of sessions that share what a server's sessions
// share, without their frames.
func BenchmarkHeld(b *testing.B) {
	for name, keys := range map[string][]string{
		"lobby": nil, "table": {"enter"}, "table and its rules": {"f1", "q", "enter", "?", "q", "f1", "q"},
	} {
		b.Run(name, func(b *testing.B) {
			const sessions = 50
			games, pages, held := catalog.All(), &tui.Pages{}, uint64(0)
			for b.Loop() {
				robots := make([]*tuitest.Robot, sessions)
				before := alive()
				for i := range robots {
					robots[i] = benchSession(b, games, pages)
					robots[i].Press(keys...)
					if keys != nil {
						playOn(b, robots[i], games[hop45], 20)
					}
					robots[i].Screen()
				}
				held = alive() - before
				runtime.KeepAlive(robots)
			}
			b.ReportMetric(float64(held)/sessions, "B/session")
		})
	}
}

// session returns a robot at a session as a server creates it, but with a clock that
// stands still.
func benchSession(b *testing.B, games engine.Catalog, pages *tui.Pages) *tuitest.Robot {
	return tuitest.Sit(b, tui.New(&tui.Env{
		Ports: session.Ports{
			Games: engine.Library{House: games}, Store: &tuitest.Store{},
			Now: func() time.Time { return time.Time{} }, Deal: func() engine.Code { return "R1" },
		},
		Pages: pages,
		Tick:  func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil },
	}))
}

// playOn types moves at a table with the deal R1, as long as there are any.
func playOn(b *testing.B, r *tuitest.Robot, g engine.Game, moves int) {
	for s := g.Deal("R1"); moves > 0 && !s.Over(); moves-- {
		legal := s.Moves()
		m := legal[len(legal)/2]
		r.Type("t" + m.String())
		r.Press("enter")
		next, err := s.Play(m)
		if err != nil {
			b.Fatal(err)
		}
		s = next
	}
}

// alive returns the bytes in use.
func alive() uint64 {
	runtime.GC()
	runtime.GC() // frees what the first one finalized
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
