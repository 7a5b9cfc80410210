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
	screen.Base
	nick string
}

// reasons are what a key reports of a player; commands take any text.
var reasons = [...]string{
	"The nick offends.", "Signals or challenges pester.", "A program plays, not a person.", "Several players are one person.",
}

// reportKey returns the key that reports the player with a nick. own says that it is the player's own.
func reportKey(e *screen.Env, nick string, own bool) widget.Binding {
	refusal := cmp.Or(screen.When(e.Company == nil, caption.NoCompany),
		screen.When(own || screen.Unnamed(nick), "Only others with a nick can be reported."))
	return widget.Binding{
		Keys: "R", Does: "report the player; only the host reads it", Refusal: refusal,
		Do: func() tea.Cmd {
			r := &Report{nick: nick}
			r.Setup(e, r)
			r.List.Resize(len(reasons))
			return e.Push(r)
		},
	}
}

// Bindings implements Screen.
func (r *Report) Bindings() []widget.Binding {
	return append([]widget.Binding{
		r.List.UpDown("choose a reason; Home and End: the first, the last", ""),
		r.List.PgUpDn("ten lines"),
		{Keys: "Enter, space", Does: "send it", Hint: "send", Do: func() tea.Cmd {
			company, text := r.Env.Company, reasons[r.List.At()]
			return r.HoldChange(func() error { return company.Report(r.nick, text) }, func() tea.Cmd {
				return tea.Batch(r.Env.Back(), func() tea.Msg { return screen.Note{Text: "Reported. The host will read it."} })
			})
		}},
	}, r.Env.Tail("a click chooses a line, another sends it", "back; nothing is sent")...)
}

// Draw implements Screen.
func (r *Report) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Report "+r.nick, "")
	r.List.DrawRows(g, look, 2, len(reasons), func(i int) string { return reasons[i] })
	text, style := r.Says(look, "The host reads it with your nick; "+r.nick+" isn't told. To say more: report NICK TEXT, in words or over SSH.", look.Faint)
	r.DrawFoot(g, look, text, style)
}
