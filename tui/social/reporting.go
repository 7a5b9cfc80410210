package social

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Report is where the player chooses what to tell the host about another one.
type Report struct {
	env  *screen.Env
	nick string
	list widget.List // of reasons
	sent bool        // it is on its way
	err  string
}

// reasons are what a key reports of a player; commands take any text.
var reasons = [...]string{
	"The nick offends.", "Signals, notes or challenges pester.", "A program plays, not a person.", "Several players are one person.",
}

// reportKey returns the key that reports the player with a nick. own says that it is the player's own.
func reportKey(e *screen.Env, nick string, own bool) widget.Binding {
	refusal := cmp.Or(screen.Unless(e.Company != nil, caption.NoCompany),
		screen.Unless(!own && !screen.Unnamed(nick), "Only others with a nick can be reported."))
	return widget.Binding{
		Keys: "R", Does: "report the player to the host, who alone reads it", Refusal: refusal,
		Do: func() tea.Cmd {
			r := &Report{env: e, nick: nick}
			r.list.Resize(len(reasons))
			return e.Push(r)
		},
	}
}

// Init implements Screen.
func (r *Report) Init() tea.Cmd { return nil }

// Busy implements screen.Busy.
func (r *Report) Busy() bool { return r.sent }

// Update implements Screen.
func (r *Report) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		r.err = ""
		return widget.Press(r.Bindings(), msg.String(), nil)
	case tea.MouseMsg:
		if r.list.Mouse(msg) && !r.sent {
			return r.send()
		}
	}
	return nil
}

// Bindings implements Screen.
func (r *Report) Bindings() []widget.Binding {
	return []widget.Binding{
		r.list.UpDown("choose a reason; Home and End: the first, the last", ""),
		r.list.PgUpDn("ten lines"),
		{Keys: "Enter, space", Does: "send it", Hint: "send", Do: r.send},
		{Keys: "mouse", Does: "a click chooses a line, another sends it"},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back; nothing is sent", Hint: "back", Do: r.env.Back},
	}
}

// send sends the report, in a command.
func (r *Report) send() tea.Cmd {
	r.sent = true
	company, text := r.env.Company, reasons[r.list.At()]
	return screen.Ask(r, func() func() tea.Cmd {
		err := company.Report(r.nick, text)
		return func() tea.Cmd {
			if err != nil {
				r.sent, r.err = false, caption.Sentence(err.Error())
				return nil
			}
			return tea.Batch(r.env.Back(), func() tea.Msg { return screen.Note{Text: "Reported. The host will read it."} })
		}
	})
}

// Draw implements Screen.
func (r *Report) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "Report "+r.nick, "")
	for y, i := range r.list.Rows(2, len(reasons)) {
		g.Put(4, y, reasons[i], r.list.Entry(g, look, y, i))
	}
	text, style := "The host reads it with your nick, and "+r.nick+" does not learn of it. report NICK TEXT, in words or over SSH, says more.", look.Faint
	if r.err != "" {
		text, style = r.err, look.Refused
	}
	screen.DrawSentence(g, look.Translate(text), style)
}
