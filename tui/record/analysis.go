package record

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/search"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// An Analysis shows how a round could have gone: what there is to say about all of it,
// and about single moves, which can be looked at on the board.
type Analysis struct {
	screen.Listing[note]
	of      *analysing
	atTable bool // it covers the table of its round
}

// A note is a paragraph of an analysis.
type note struct {
	head string // of the part that begins here, "" if none does
	lead string // the number, the move and its sign, in columns; "" of the whole round
	text string
	move int // the number of the move it is about, 0 for the whole round
}

// newAnalysisOf returns the screen for an analysis, above the table of its round, a replay or both.
func newAnalysisOf(a *analysing, atTable bool) *Analysis {
	s := &Analysis{of: a, atTable: atTable}
	a.open(s, s.lay)
	s.Setup(a.env, s)
	s.lay()
	return s
}

// NewAnalysis returns the analysis of a round, whose table it covers if atTable is set. It fails if nothing can be found out.
func NewAnalysis(env *screen.Env, p route.Analysis, atTable bool) (*Analysis, error) {
	a := analyse(env, p.Game, p.Result, p.States)
	if !a.known() {
		return nil, errUnknown
	}
	return newAnalysisOf(a, atTable), nil
}

// Init implements Screen.
func (s *Analysis) Init() tea.Cmd { return s.of.start() }

// OnClose implements screen.Closer.
func (s *Analysis) OnClose() { s.of.close(s) }

// lay makes the notes of what is known.
func (s *Analysis) lay() {
	var notes []note
	part := func(head string, sentences []string) {
		if len(sentences) > 0 {
			notes = append(notes, note{head: head, text: strings.Join(sentences, " ")})
		}
	}
	report := s.of.now.Report
	if report.Open != nil && s.of.now.Done {
		head := "With every card known"
		if engine.Open(s.of.states[0]) {
			head = "The deal"
		}
		part(head, caption.Open(report, s.of.result.Record.Moves))
	}
	if s.of.now.Done { // the sums of a part of the moves mean nothing
		part("With what you saw", caption.Fair(report, s.of.result.Tally))
	}
	head, moves := "Move by move", s.of.result.Record.Moves
	const longest = len("a1b1c1")
	for _, r := range caption.Remarks(report) {
		lead := fmt.Sprintf("%3d. %-*s %-4s ", r.Number, longest, moves[r.Number-1], r.Sign)
		notes = append(notes, note{head, lead, r.Text, r.Number})
		head = ""
	}
	first := s.List.At() == 0 // what is there once the search is done stands before the moves, and is to be read first
	if s.Show(notes, func(a, b note) bool { return a == b }); first {
		s.List.Choose(0)
	}
}

// chosen returns the position before the move that the chosen note is about, by the number
// of moves before it. It is the deal if the note is about the whole round.
func (s *Analysis) chosen() int {
	return max(s.Chosen().move-1, 0)
}

// Bindings implements Screen.
func (s *Analysis) Bindings() []widget.Binding {
	if s.of.house.On() {
		return []widget.Binding{{Keys: "Esc", Hint: "stop", Do: s.stopLooking}, screen.KeysHint, {Keys: "q", Also: "Ctrl-C", Hint: "stop", Do: s.stopLooking}}
	}
	return append([]widget.Binding{
		s.List.UpDown("choose what is said", "choose"),
		s.List.PgUpDn("ten lines"),
		s.List.HomeEnd("the first, the last"),
		{Keys: "Enter, space", Does: "look at the move on the board; on a heading: at the deal", Hint: "look", Place: 1, Do: s.look},
		{Keys: "s", Does: "show the best way on from there, with every card known, to step through or take over", Hint: "show me", Place: 2, Do: func() tea.Cmd {
			return s.of.line(s, s.chosen(), s.atTable, s.Refuse)
		}},
		{Keys: "m", Does: "play your mistakes again, and better", Hint: "mistakes", Place: 3, Refusal: cmp.Or(screen.When(!s.of.now.Done, "The analysis goes on: its mistakes are known when it is done."),
			screen.When(!s.of.now.Report.Faulty(), caption.NoFault(s.of.now.Report))), Do: s.faults},
		s.of.env.RulesKey(s.of.game),
	}, s.of.env.Tail("a click chooses, another looks", "back; the search stops, and goes on from there when you come again")...)
}

// faults has the player play the mistakes again.
func (s *Analysis) faults() tea.Cmd {
	of, report := s.of, s.of.now.Report
	find := func() ([]analysis.Fault, error) {
		turn, err := search.TakeTurn(context.Background(), of.env.Searches)
		if err != nil {
			return nil, err
		}
		defer turn.End()
		return report.Faults(turn, of.states), nil
	}
	return screen.Hold(&s.Base, find, func(found []analysis.Fault) tea.Cmd {
		open := of.env.Open(route.Mistakes{Game: of.game, Record: of.result.Record, Faults: found})
		return tea.Batch(open, of.env.Settings.Save())
	})
}

func (s *Analysis) stopLooking() tea.Cmd {
	s.of.house.End()
	return nil
}

// look shows the chosen move in the replay.
func (s *Analysis) look() tea.Cmd {
	r := newReplay(s.of.env, s.of.game, s.of.result, s.of.states)
	r.atTable, r.onAnalysis, r.at, r.analysis = s.atTable, true, s.chosen(), s.of.open(r, func() {})
	return s.of.env.Push(r)
}

// Draw implements Screen.
func (s *Analysis) Draw(g *grid.Grid, look *theme.Look) {
	name, score := s.of.game.Info().Name, s.of.states[len(s.of.states)-1].Score()
	screen.DrawHeading(g, look, []string{name + ", analysis", name}, []string{
		fmt.Sprintf("points %d/%d", s.of.now.Report.Points, score.Max),
		engine.Plural(s.of.now.Report.Moves, "move"),
	})
	text, style := s.line(look, g.Width()-4)
	text, style = s.Says(look, text, style)
	top := 2
	if g.Height() < 16 {
		top = 1
	}
	s.drawNotes(g, look, top, g.Height()-1-top-screen.SentenceRows(text, g.Width()))
	s.DrawFoot(g, look, text, style)
}

// Pane implements screen.Sided: the position that the chosen note is about.
func (s *Analysis) Pane(int) func(*grid.Grid, *theme.Look) {
	at, title := s.chosen(), "The deal"
	var over board.Overlay
	if s.Chosen().move > 0 {
		over.Move = s.of.result.Record.Moves[at]
		title = fmt.Sprintf("Before move %d, %s", at+1, over.Move)
	}
	return screen.BoardPane(title, s.of.states[at].Board(), over)
}

// drawNotes draws as many rows of the notes as fit in page rows, from row top on, the chosen one among them.
func (s *Analysis) drawNotes(g *grid.Grid, look *theme.Look, top, page int) {
	var lines []func(y int) // each draws one line
	first, last := 0, 0     // the lines of the chosen note
	for i, n := range s.Rows {
		begin := len(lines)
		if n.head != "" && i > 0 {
			lines = append(lines, func(int) {})
		}
		if n.head != "" {
			lines = append(lines, func(y int) { g.Put(2, y, n.head, look.Title) })
		}
		indent := len(n.lead)
		if g.Width() < 60 {
			indent, begin = 0, len(lines) // the head gives way
		}
		for k, row := range screen.Wrapped(look, g.Width()-6-indent, n.lead[indent:]+n.text) {
			lines = append(lines, func(y int) {
				style := look.Text
				if k == 0 {
					style = s.List.Entry(g, look, y, i)
					g.Put(4, y, n.lead[:indent], style)
				}
				g.Put(4+indent, y, row, style)
			})
		}
		if i == s.List.At() {
			first, last = begin, len(lines)-1
		}
	}
	s.List.DrawLines(g, look, top, page, len(lines), first, last, func(i, y int) { lines[i](y) })
}

// line says in w columns what the search is at, what keeps it, or what signs mean: where not all fit, those of the chosen note.
func (s *Analysis) line(look *theme.Look, w int) (string, grid.Style) {
	switch now := s.of.now; {
	case s.of.house.On():
		return "Looking for the arcade's line ... Esc stops.", look.Good
	case !now.Done:
		return fmt.Sprintf("Searching [%s] %d of %d positions", look.Progress(20, now.Made, now.Of), now.Made, now.Of), look.Good
	case slices.ContainsFunc(s.Rows, func(n note) bool { return n.move > 0 }): // it has a sign
		return screen.Fitting(w, caption.Signs(s.Chosen().lead)...), look.Faint
	}
	return "", look.Text
}
