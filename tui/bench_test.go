package tui_test

import (
	"slices"
	"testing"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/catalog"
	"boardwalk/tui"
	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// BenchmarkDraw draws the table of each game on a grid of 80 by 24.
func BenchmarkDraw(b *testing.B) {
	for i, g := range catalog.All() {
		b.Run(g.Info().Name, func(b *testing.B) {
			r := atTable(b, i)
			frame := grid.New(80, 24)
			b.ReportAllocs()
			for b.Loop() {
				frame.Clear()
				r.App.Draw(frame)
			}
		})
	}
}

// A frame of a table on which nothing has changed allocates nothing.
func TestAFrameOfATableAllocatesNothing(t *testing.T) {
	for i, g := range catalog.All() {
		r := atTable(t, i)
		frame := grid.New(80, 24)
		if n := testing.AllocsPerRun(100, func() { frame.Clear(); r.App.Draw(frame) }); n != 0 {
			t.Errorf("a frame of %s allocates %v times", g.Info().Name, n)
		}
	}
}

// Nor does the list of moves beside the board.
func TestAFrameOfALargeTableAllocatesNothing(t *testing.T) {
	r, _ := large(t)
	frame := grid.New(200, 60)
	r.Resize(200, 60)
	if n := testing.AllocsPerRun(100, func() { frame.Clear(); r.App.Draw(frame) }); n != 0 {
		t.Errorf("a frame allocates %v times", n)
	}
}

// BenchmarkKey measures a cursor key in the lobby and at the table: the update, the frame and
// the bytes on the wire.
func BenchmarkKey(b *testing.B) {
	for name, at := range map[string]struct {
		robot *tuitest.Robot
		keys  [2]rune
	}{
		"lobby": {tuitest.New(b, &tuitest.Store{}, catalog.All()), [2]rune{tea.KeyDown, tea.KeyUp}},
		"table": {atTable(b, 2), [2]rune{tea.KeyRight, tea.KeyLeft}},
	} {
		b.Run(name, func(b *testing.B) {
			r := at.robot
			frame, shown := r.Grid(), r.Grid()
			var buf []byte
			bytes, n := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				r.App.Update(tea.KeyPressMsg{Code: at.keys[n%2]})
				frame.Clear()
				r.App.Draw(frame)
				buf = grid.Diff(buf[:0], shown, frame, grid.ANSI256BCE)
				shown.CopyFrom(frame)
				bytes += len(buf)
				n++
			}
			b.ReportMetric(float64(bytes)/float64(n), "wire-B/op")
		})
	}
}

// A key that moves the cursor in the lobby or at a table allocates nothing, with its frame.
func TestACursorKeyAllocatesNothing(t *testing.T) {
	lobby := tuitest.New(t, &tuitest.Store{}, catalog.All())
	robots := map[string]*tuitest.Robot{"the lobby": lobby}
	for i, g := range catalog.All() {
		robots["a table of "+g.Info().Name] = atTable(t, i)
		felt := tuitest.New(t, &tuitest.Store{SettingsJSON: []byte(`{"theme":"felt"}`)}, catalog.All())
		felt.Press(append(slices.Repeat([]string{"down"}, i), "enter")...)
		robots["a felt table of "+g.Info().Name] = felt
	}
	for where, r := range robots {
		frame := r.Grid()
		around := func() {
			for _, key := range []tea.Msg{
				tea.KeyPressMsg{Code: tea.KeyDown}, tea.KeyPressMsg{Code: tea.KeyRight},
				tea.KeyPressMsg{Code: tea.KeyUp}, tea.KeyPressMsg{Code: tea.KeyLeft},
			} {
				r.App.Update(key)
				frame.Clear()
				r.App.Draw(frame)
			}
		}
		around() // what is said about each place is made once
		if n := testing.AllocsPerRun(100, around); n != 0 {
			t.Errorf("four cursor keys in %s allocate %v times", where, n)
		}
	}
}

// BenchmarkRepaint measures a whole frame on the wire.
func BenchmarkRepaint(b *testing.B) {
	frame := atTable(b, 2).Grid()
	var buf []byte
	for b.Loop() {
		buf = grid.Diff(buf[:0], grid.New(0, 0), frame, grid.ANSI256BCE)
	}
	b.ReportMetric(float64(len(buf)), "wire-B/op")
}

// atTable returns a robot at the table of the i-th game.
func atTable(b testing.TB, i int) *tuitest.Robot {
	r := tuitest.New(b, &tuitest.Store{}, catalog.All())
	for range i {
		r.Press("down")
	}
	r.Press("enter")
	r.Screen()
	return r
}

// The last row of a table is made for each of its frames.
func TestTheLastRowOfATableAllocatesNothing(t *testing.T) {
	r := deal(t, hop45, "ABC")
	for _, keys := range [][]string{nil, {"enter"}, {"esc", "t", "a"}} {
		r.Press(keys...)
		if n := testing.AllocsPerRun(100, func() { tui.HintsOf(r.App) }); n != 0 {
			t.Errorf("after %q the last row allocates %g times", keys, n)
		}
	}
}
