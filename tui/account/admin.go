package account

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// An Admin shows those who run the arcade how it is and who is on, and ends sessions.
type Admin struct {
	env *screen.Env
	screen.Refresher
	seen    arcade.Overview
	list    widget.List    // of sessions
	asked   arcade.Visitor // whose session is about to be ended; zero if nothing is asked
	loaded  bool
	message screen.Message
}

// NewAdmin returns the screen from which the arcade is run.
func NewAdmin(env *screen.Env) *Admin { return &Admin{env: env} }

// Init implements Screen.
func (s *Admin) Init() tea.Cmd {
	if !s.loaded {
		return s.read()
	}
	return s.Schedule(s.env, s, s.read)
}

// read reads the overview now; apply schedules the next read.
func (s *Admin) read() tea.Cmd {
	s.Generation++
	admin, generation := s.env.Admin, s.Generation
	return screen.Ask(s, func() func() tea.Cmd {
		overview, err := admin.Overview()
		return func() tea.Cmd {
			if generation != s.Generation {
				return nil
			}
			return s.apply(overview, err)
		}
	})
}

// Update implements Screen.
func (s *Admin) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return s.key(msg.String())
	case tea.MouseMsg:
		if s.asked.Number == 0 {
			s.list.Mouse(msg)
		}
	}
	return nil
}

// apply shows the overview. The chosen session stays chosen.
func (s *Admin) apply(now arcade.Overview, err error) tea.Cmd {
	chosen := s.chosen().Number
	s.seen, s.loaded = now, true
	if err != nil {
		s.message.Refuse(caption.Sentence(err.Error()))
	}
	s.list.Refresh(len(s.seen.Sessions), func(i int) bool { return s.seen.Sessions[i].Number == chosen })
	return s.Schedule(s.env, s, s.read)
}

// chosen returns the chosen session, a zero one if there is none.
func (s *Admin) chosen() arcade.Visitor {
	if s.list.At() < len(s.seen.Sessions) {
		return s.seen.Sessions[s.list.At()]
	}
	return arcade.Visitor{}
}

// Bindings implements Screen.
func (s *Admin) Bindings() []widget.Binding {
	if s.asked.Number != 0 {
		return []widget.Binding{{Keys: "y", Also: "Y", Hint: "yes", Do: s.kick}, {Keys: "n", Hint: "no"}}
	}
	own := ""
	if s.chosen().Own {
		own = "That is the session you are in: q leaves this page, and q in the lobby the arcade."
	}
	return []widget.Binding{
		s.list.UpDown("choose a session; Home and End: the first, the last", "choose"),
		s.list.PgUpDn("ten sessions"),
		{Keys: "x", Does: "end the session on the line; asks first", Hint: "end it", Place: 1, Off: s.chosen().Number == 0, Refusal: own, Do: func() tea.Cmd {
			s.asked = s.chosen()
			return nil
		}},
		{Keys: "mouse", Does: "a click chooses a session"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: s.env.Back},
	}
}

// key handles a key. Any key but yes leaves the session that was asked about.
func (s *Admin) key(key string) tea.Cmd {
	asked := s.asked.Number != 0
	s.message.Clear()
	cmd := widget.Press(s.Bindings(), key, s.message.Refuse)
	if asked {
		s.asked = arcade.Visitor{}
	}
	return cmd
}

// kick ends the session that was asked about.
func (s *Admin) kick() tea.Cmd {
	admin, who := s.env.Admin, s.asked
	return screen.Ask(s, func() func() tea.Cmd {
		err := admin.Kick(who.Number)
		return func() tea.Cmd {
			if s.message.Say("The session of %s has ended.", calledVisitor(who)); err != nil {
				s.message.Refuse(caption.Sentence(err.Error()))
			}
			return s.read()
		}
	})
}

// Draw implements Screen.
func (s *Admin) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "Running the arcade", caption.Plural(len(s.seen.Sessions), "session"))
	if !s.loaded {
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
		for _, row := range screen.Wrapped(look, w, look.Cut(line, 2*w)) { // what the host says can be long
			g.Put(2, y, row, style)
			y++
		}
	}
	g.Put(4, y, visitorRow(look, g.Width()-4, "who", "plays", "idle", "address"), look.Faint)
	page := max(g.Height()-y-3, 1) // a row for what there is to say, and that of the keys
	for y, i := range s.list.Rows(y+1, page) {
		v := s.seen.Sessions[i]
		who, plays := calledVisitor(v), "-"
		if v.Own {
			who += ", you"
		}
		if v.Game != "" {
			plays = s.env.Games.Name(v.Game)
		}
		g.Put(4, y, visitorRow(look, g.Width()-4, who, plays, caption.Clock(v.Idle.Milliseconds()), cmp.Or(v.Addr, "this host")), s.list.Entry(g, look, y, i))
	}
	switch {
	case s.asked.Number != 0:
		screen.DrawSentence(g, look.Translate(fmt.Sprintf("End the session of %s? All is saved. y ends it, any other key does not.", calledVisitor(s.asked))), look.Warn)
	case s.message.IsError:
		screen.DrawSentence(g, look.Translate(s.message.Text), look.Refused)
	case s.message.Text != "":
		screen.DrawSentence(g, look.Translate(s.message.Text), look.Good)
	}
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
		lines = append(lines, caption.Plural(o.Reports, "open report")+" of players about others: admin reports.")
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
		fmt.Sprintf("Data: %s, %s, %s.", data, caption.Plural(o.Players, "player"), caption.Plural(o.Rounds, "game")),
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
func visitorRow(look theme.Look, w int, who, plays, idle, addr string) string {
	first, second := 22, 19
	if w < 60 {
		first, second = 14, 12
	}
	row := fmt.Sprintf("%-*s %-*s %7s", first, look.Cut(who, first), second, look.Cut(plays, second), idle)
	if n := w - screen.Width(row) - 2; n >= len("192.0.2.100") {
		row += "  " + look.Cut(addr, n)
	}
	return strings.TrimRight(row, " ")
}
