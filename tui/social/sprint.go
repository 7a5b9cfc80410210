package social

import (
	"fmt"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Sprint shows the sprint that goes on now, the next one and the last one, and how the players of the
// chosen one stand. There the player plays the deals of the one that goes on.
type Sprint struct {
	screen.Listing[entry]
	of    arcade.Sprint // whose board shows
	board arcade.SprintBoard
}

// NewSprint returns the sprints of an arcade that holds some.
func NewSprint(env *screen.Env) *Sprint {
	s := &Sprint{}
	s.Setup(env, s)
	s.lay()
	return s
}

// Place implements screen.Placed.
func (s *Sprint) Place() string { return "sprint" }

// Init implements Screen. The player may have finished a deal since it was called last.
func (s *Sprint) Init() tea.Cmd { return s.Refresh() }

// lay makes the lines of the list as they are now, and has the board read that is to show.
func (s *Sprint) lay() {
	events, of := s.Env.Events, s.shown()
	s.Read = func() func() tea.Cmd {
		board, err := events.SprintBoard(of)
		arcade.CallByName(board.Rows, func(r *arcade.SprintRow) *string { return &r.Nick })
		return widget.Just(func() {
			if !s.Fails(err) {
				s.of, s.board = of, board
			}
			s.lay()
		})
	}
	sprints := events.Sprints()
	now, next, last := caption.Sprints(sprints, s.Env.Games, s.Env.Now())
	if s.of == sprints.Now && s.of.Game != "" {
		now = append([]string{now[0] + " " + caption.SprintDeal(s.board)}, now...)
	}
	rows := []entry{{id: "now " + sprints.Now.Begins.String(), texts: now}, {id: "next", texts: next}, {id: "last", texts: last}}
	if sprints.Now.Game != "" {
		rows[0].enter, rows[0].says = screen.When(s.of != sprints.Now || s.board.Next <= arcade.SprintMost, "play"), caption.SprintEnds
		rows[0].do = func() tea.Cmd { return s.play(sprints.Now) }
	}
	s.Renew(rows, sameEntry)
}

// shown returns the sprint whose board is to show: for the next one, which has none, the one that goes on.
func (s *Sprint) shown() arcade.Sprint {
	sprints := s.Env.Events.Sprints()
	if s.Chosen().id == "last" || sprints.Now.Game == "" {
		return sprints.Last
	}
	return sprints.Now
}

// play goes to the table of the player's next deal of a sprint.
func (s *Sprint) play(now arcade.Sprint) tea.Cmd {
	g, ok := s.Env.Games.Find(now.Game)
	if !ok {
		return nil
	}
	return screen.Hold(&s.Base, func() (arcade.SprintBoard, error) { return s.Env.Events.SprintStanding(now) }, func(b arcade.SprintBoard) tea.Cmd {
		if b.Next > arcade.SprintMost {
			return s.Refuse(caption.SprintDeal(b))
		}
		visit := screen.Visit{Game: g, Event: now.Event(b.Next)}
		if b.Open || b.Next > 1 { // the player is in it
			return s.Play(visit)
		}
		return s.PlayOnce("the first deal of this sprint", visit)
	})
}

// Update implements Screen.
func (s *Sprint) Update(msg tea.Msg) tea.Cmd {
	cmd := s.Base.Update(msg)
	if s.of == s.shown() || !s.Loaded {
		return cmd
	}
	s.lay()
	return tea.Batch(cmd, s.Refresh())
}

// Bindings implements Screen.
func (s *Sprint) Bindings() []widget.Binding {
	chosen := s.Chosen()
	return append([]widget.Binding{
		s.List.UpDown("choose a sprint; Home and End: the first, the last", ""),
		{
			Keys: "Enter, space", Does: "play your next deal of the sprint that goes on, or go on with it", Hint: chosen.enter,
			Refusal: screen.When(chosen.do == nil, "This sprint does not go on now."), Do: chosen.do,
		},
		s.Env.RulesOf(s.shown().Game, ""),
	}, s.Env.Tail("a click chooses a line, another does what it says", "back")...)
}

// Draw implements Screen.
func (s *Sprint) Draw(g *grid.Grid, look *theme.Look) {
	const first = 2
	name := s.Env.Games.Name(s.shown().Game)
	screen.DrawTitle(g, look, "Sprint", name)
	text, style := s.Says(look, s.Chosen().says, look.Faint)
	foot := g.Height() - 1 - s.FootRows(look, text, g.Width())
	drawEntries(g, look, &s.Listing, len(s.Rows))
	y := first + len(s.Rows)
	if g.Height() >= 20 {
		y++
		y = screen.PutRows(g, 4, y, look.Text, screen.Wrapped(look, g.Width()-6, caption.SprintRule)...)
		y++
	}
	switch {
	case !s.Loaded || s.of != s.shown():
		g.Put(4, y, "Looking ...", look.Faint)
	case len(s.board.Rows) == 0:
		screen.PutRows(g, 4, y, look.Text, screen.Wrapped(look, g.Width()-6, caption.NoSprintRows)...)
	default:
		s.drawBoard(g, look, y, foot-1)
	}
	s.DrawFoot(g, look, text, style)
}

// drawBoard draws the board from row y on and above row bottom, with the player's own row in any case.
func (s *Sprint) drawBoard(g *grid.Grid, look *theme.Look, y, bottom int) {
	who := min(g.Width()-26, 30)
	line := func(style grid.Style, place, name string, won, points, deals any) {
		g.Put(4, y, fmt.Sprintf("%3s  %s", place, look.Cut(name, who)), style)
		g.Put(9+who, y, fmt.Sprintf("%4v %6v %5v", won, points, deals), style)
		y++
	}
	line(look.Faint, "", s.Env.Games.Name(s.of.Game), "won", "points", "deals")
	mine := slices.IndexFunc(s.board.Rows, func(r arcade.SprintRow) bool { return r.Mine })
	for i, r := range s.board.Rows {
		if y >= bottom || y == bottom-1 && mine > i { // the last row is the player's
			continue
		}
		style := look.Text
		switch {
		case r.Mine:
			style = look.Good
		case r.Level > 0:
			style = look.Faint
		}
		place, name := "", r.Nick
		if r.Place > 0 {
			place = strconv.Itoa(r.Place)
		}
		if r.Mine {
			name += " (you)"
		}
		line(style, place, name, r.Won, r.Points, r.Deals)
	}
}
