package table

import (
	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/sheet"
	"boardwalk/tui/theme"
)

// A past is what a table shows of the moves that led to the position on it: a sheet of
// them beside the board, and the board as it was while the player looks back.
type past struct {
	sheet sheet.Sheet
	seat  *play.Seat // of the round on the sheet
	turn  int        // of the position at which the sheet ends

	looks bool // the player looks back
	from  int  // the turn of the position from where
	at    int  // after how many moves
	board engine.Board
	score engine.Score
	next  engine.Move // that followed, or should have
	wrong engine.Move // that followed in place of next, zero if next did
}

// follow brings the sheet up to the position on the table.
func (p *past) follow(seat *play.Seat, turn int) {
	if p.seat == seat && p.turn == turn || seat.Pending() {
		return
	}
	if p.seat != seat {
		p.sheet.Forget()
	}
	p.seat, p.turn = seat, turn
	p.sheet.Follow(seat.Record().Moves, seat.States)
}

// shows reports whether an earlier board shows in place of the table's. It never does
// once the position has changed.
func (p *past) shows(turn int) bool { return p.looks && p.from == turn }

// lookAt shows the board after n moves, and the table itself if that is the newest. It
// shows nothing while a position is pending.
func (t *Table) lookAt(n int) {
	t.past.looks = false
	if n >= t.now.Moves {
		return
	}
	for s := range t.Seat.States(max(n, 0)) {
		if t.past.looks { // the one after
			if s, ok := s.(engine.Misser); ok && !s.Missed().IsZero() {
				t.past.next, t.past.wrong = s.Missed(), t.past.next
			}
			return
		}
		t.end.panelHidden = true
		t.past.looks, t.past.from, t.past.at = true, t.now.turn, max(n, 0)
		t.past.board, t.past.score, t.past.next, t.past.wrong = s.Board(), s.Score(), t.Seat.Record().Moves[t.past.at], engine.Move{}
	}
}

// lookKey handles a key while the player looks back. Those that do not step return to the
// game and do nothing else: what they would act on does not show.
func (t *Table) lookKey(key string) {
	switch n := t.past.at; key {
	case "[", "left", "h", "up", "k":
		t.lookAt(n - 1)
	case "]", "right", "l", "down", "j":
		t.lookAt(n + 1)
	case "pgup":
		t.lookAt(n - 10)
	case "pgdown":
		t.lookAt(n + 10)
	case "home":
		t.lookAt(0)
	default:
		t.past.looks = false
	}
}

// drawSheet draws the moves beside the board, if there is room above a panel of some rows.
func (t *Table) drawSheet(g *grid.Grid, look *theme.Look, panel int) {
	const least = 3 // below the line of what stands in the columns
	x, y, h, ok := t.Draft.Pointer.Pane()
	if h -= panel; !ok || h < 1+least {
		t.past.sheet.Hide()
		return
	}
	t.past.follow(t.Seat, t.now.turn)
	at, back := t.past.sheet.Len(), t.past.shows(t.now.turn)
	if back {
		at = t.past.at
	}
	t.past.sheet.Draw(g, look, x, y, h, at, back, nil)
}
