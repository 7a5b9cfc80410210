package account

import (
	"cmp"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// An Admin shows those who run the arcade how it is and who is on, and ends sessions.
type Admin struct {
	screen.Listing[arcade.Visitor]
	seen arcade.Overview
}

// NewAdmin returns the screen from which the arcade is run.
func NewAdmin(env *screen.Env) *Admin {
	s := &Admin{}
	s.Setup(env, s)
	s.Read = func() func() tea.Cmd {
		overview, err := env.Admin.Overview()
		return widget.Just(func() {
			s.Fails(err)
			s.seen = overview
			s.Show(overview.Sessions, func(a, b arcade.Visitor) bool { return a.Number == b.Number })
		})
	}
	return s
}

// Bindings implements Screen.
func (s *Admin) Bindings() []widget.Binding {
	own, chosen := "", s.Chosen()
	if chosen.Own {
		own = "That is the session you are in: q leaves this page, and q in the lobby the arcade."
	}
	return append([]widget.Binding{
		s.List.UpDown("choose a session; Home and End: the first, the last", "choose"),
		s.List.PgUpDn("ten sessions"),
		{Keys: "x", Does: "end the session on the line; asks first", Hint: "end it", Place: 1, Off: chosen.Number == 0, Refusal: own, Do: func() tea.Cmd {
			return s.Confirm(screen.Question{
				Text: fmt.Sprintf("End the session of %s? All is saved. (y/n)", calledVisitor(chosen)),
				Yes:  "yes", No: "no", Do: func() tea.Cmd { return s.kick(chosen) },
			})
		}},
	}, s.Env.Tail("a click chooses a session", "back")...)
}

// kick ends a session.
func (s *Admin) kick(who arcade.Visitor) tea.Cmd {
	return screen.Ask(s, func() func() tea.Cmd {
		err := s.Env.Admin.Kick(who.Number)
		return func() tea.Cmd {
			if !s.Fails(err) {
				s.Say("The session of %s has ended.", calledVisitor(who))
			}
			return s.Refresh()
		}
	})
}

// Draw implements Screen.
func (s *Admin) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Running the arcade", engine.Plural(len(s.seen.Sessions), "session"))
	if !s.Loaded {
		screen.DrawSentence(g, "Looking ...", look.Faint)
		return
	}
	y := 1
	for i, line := range s.lines(g.Height() < roomy) {
		style := look.Text
		if i == 0 && s.seen.Health != healthy {
			style = look.Warn
		}
		w := g.Width() - 4
		y = screen.PutRows(g, 2, y, style, screen.Wrapped(look, w, look.Cut(line, 2*w))...) // what the host says can be long
	}
	g.Put(4, y, visitorRow(look, g.Width()-4, "who", "plays", "idle", "address"), look.Faint)
	page := max(g.Height()-y-3, 1) // a row for what there is to say, and that of the keys
	s.List.DrawRows(g, look, y+1, page, func(i int) string {
		v := s.Rows[i]
		who, plays := calledVisitor(v), "-"
		if v.Own {
			who += ", you"
		}
		if v.Game != "" {
			plays = s.Env.Games.Name(v.Game)
		}
		return visitorRow(look, g.Width()-4, who, plays, caption.Clock(v.Idle.Milliseconds()), cmp.Or(v.Addr, "this host"))
	})
	text, style := s.Says(look, "", look.Text)
	s.DrawFoot(g, look, text, style)
}

// healthy is the health of an arcade in which nothing is wrong.
const healthy = "ok"

// roomy is the height of a window with room for all that there is to say.
const roomy = 20

// lines returns how the arcade is, the most urgent first, without what can wait if short is
// true.
func (s *Admin) lines(short bool) []string {
	o, lines := s.seen, []string{"Health: " + s.seen.Health + "."}
	if o.Wall != "" {
		lines = append(lines, fmt.Sprintf("%s Until %s UTC.", caption.Sentence(o.Wall), caption.Date(o.WallUntil.UnixMilli())))
	}
	if o.Reports > 0 {
		lines = append(lines, engine.Plural(o.Reports, "open report")+" of players about others: admin reports.")
	}
	backup := "No backup yet."
	if !o.BackedUp.IsZero() {
		backup = fmt.Sprintf("Backup %s UTC, %s.", caption.Date(o.BackedUp.UnixMilli()), size(o.BackupBytes))
	}
	lines = append(lines, backup)
	if short {
		return lines
	}
	data := size(o.Bytes)
	if o.Limit > 0 {
		data += " of " + size(o.Limit)
	}
	return append(lines,
		fmt.Sprintf("Data: %s, %s, %s.", data, engine.Plural(o.Players, "player"), engine.Plural(o.Rounds, "game")),
		fmt.Sprintf("Version %s, up %s.", o.Version, caption.Clock(o.Up.Milliseconds())), "")
}

// size formats a number of bytes.
func size(n int64) string {
	if n < 1e6 {
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// calledVisitor returns the nick of a session's player or, in brackets because it proves
// nothing, the login name.
func calledVisitor(v arcade.Visitor) string {
	if v.Nick == "" {
		return "(" + v.Login + ")"
	}
	return v.Nick
}

// visitorRow returns the line of a session for w columns.
func visitorRow(look *theme.Look, w int, who, plays, idle, addr string) string {
	first, second := 22, 19
	if w < 60 {
		first, second = 14, 12
	}
	widths := []int{first, second, 7, w - first - second - 10}
	if widths[3] < len(" 192.0.2.100") {
		widths = widths[:3]
	}
	return screen.Row(look, w, widths, who, plays, fmt.Sprintf("%7s", idle), " "+addr)
}
