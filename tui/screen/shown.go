package screen

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/draft"
	"boardwalk/tui/grid"
	"boardwalk/tui/sheet"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Shown is a board on which the player cannot play, with the moves of its round beside it.
type Shown struct {
	Pointer draft.Pointer
	Sheet   sheet.Sheet
	Views   bool // the cursor shows, on the pile that the player views
}

// NewShown returns a board that is still to be shown.
func NewShown() (s Shown) {
	s.Pointer.Side = sheet.Width
	return s
}

// ViewKey returns the binding of the key that views the next pile that shows only in part, and says
// what it has.
func (s *Shown) ViewKey(m *Message) widget.Binding {
	return widget.Binding{Keys: "v", Does: "view a pile that shows only in part, then the next one", Do: widget.Just(func() {
		if s.Views = s.Pointer.NextCut(); s.Views {
			m.Say("%s", s.Pointer.Pile())
		} else {
			m.Say("Every card that lies face up shows.")
		}
	})}
}

// StepKeys returns the bindings that go through the moves of a round, of which the first at are played on the
// board. goTo goes to the board after n of them, or to the nearest that there is.
func StepKeys(at int, goTo func(n int)) []widget.Binding {
	to := func(n int) tea.Cmd {
		goTo(n)
		return nil
	}
	return []widget.Binding{
		{Keys: "left right, h l", Does: "a move back, a move on", Hint: "step", DoKey: func(key string) tea.Cmd { return to(at + widget.Direction(key)) }},
		{Keys: "PgUp, PgDn", Does: "ten moves", DoKey: func(key string) tea.Cmd { return to(at + 10*widget.Direction(key)) }},
		{Keys: "Home, End", Does: "the deal, the end", DoKey: func(key string) tea.Cmd {
			if key == "home" {
				return to(0)
			}
			return to(engine.RecordMoves)
		}},
		{Keys: "mouse", Does: "the wheel goes a move on or back; a click on a move goes there"},
	}
}

// Mouse does what StepKeys says of the mouse.
func (s *Shown) Mouse(msg tea.Msg, at int, goTo func(n int)) {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		if n, ok := s.Sheet.Under(msg.Mouse()); ok {
			goTo(n)
		}
	case tea.MouseWheelMsg:
		if by := widget.Wheel(msg); by != 0 && !s.Sheet.Wheel(msg) {
			goTo(at + by)
		}
	}
}

// Legend implements [Legended].
func (s *Shown) Legend(look *theme.Look) []Sign { return BoardLegend(look, s.Pointer.Board) }

// DrawShown draws the board, its notes and a sentence.
func (s *Shown) DrawShown(g *grid.Grid, over board.Overlay, look *theme.Look, text string, style grid.Style) {
	if s.Views {
		over.Cursor = s.Pointer.At
	}
	s.Pointer.Draw(g, over, look)
	text = look.Translate(text)
	s.Pointer.Notes.DrawAbove(g, look, g.Height()-1-SentenceRows(text, g.Width()))
	DrawSentence(g, text, style)
}

// DrawSheet draws the moves beside the board, if there is room. list brings them up to date, and returns
// the one that must show, whether it is chosen, and what stands after each; see [sheet.Sheet.Draw].
func (s *Shown) DrawSheet(g *grid.Grid, look *theme.Look, list func() (at int, chosen bool, remark func(n int) string)) {
	x, y, h, ok := s.Pointer.Pane()
	if !ok {
		s.Sheet.Hide()
		return
	}
	at, chosen, remark := list()
	s.Sheet.Draw(g, look, x, y, h, at, chosen, remark)
}
