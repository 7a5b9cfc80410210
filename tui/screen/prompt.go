package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Prompt asks for a line of text below what a screen shows. The zero Prompt asks nothing. A screen
// that embeds it is a [Typist] and a [Paster].
type Prompt struct {
	Asking bool // for a text
	Sent   bool // the text is on its way, and cannot be changed
	line   widget.Line
}

// Ask asks for a text of at most so many characters, of those that accept leaves in; nil leaves all in.
func (p *Prompt) Ask(most int, accept func(rune) rune) {
	*p = Prompt{Asking: true, line: widget.Line{Max: most, Accept: accept}}
}

// Answer returns the text, without blanks around it.
func (p *Prompt) Answer() string { return strings.TrimSpace(p.line.String()) }

// Typing implements [Typist].
func (p *Prompt) Typing() bool { return p.Asking }

// Paste implements [Paster].
func (p *Prompt) Paste(text string) (cmd tea.Cmd, taken bool) {
	taken = p.Asking && !p.Sent
	if taken {
		p.line.Insert(strings.TrimSpace(text))
	}
	return nil, taken
}

// Type types a key, and reports whether that changes the text.
func (p *Prompt) Type(msg tea.KeyPressMsg) bool { return p.Asking && !p.Sent && p.line.Key(msg) }

// Keys returns the keys while it asks: Enter does answer, and Esc ends the asking; enter and esc say so.
func (p *Prompt) Keys(enter, esc string, answer func() tea.Cmd) []widget.Binding {
	return []widget.Binding{
		{Keys: "Backspace", Hint: "back"},
		{Keys: "Enter", Hint: enter, Do: answer},
		{Keys: "Esc", Also: "Ctrl-C", Hint: esc, Do: func() tea.Cmd {
			p.Asking = false
			return nil
		}},
	}
}

// DrawPrompt draws what is typed after a label; see [DrawLine].
func (p *Prompt) DrawPrompt(g *grid.Grid, look theme.Look, label, asked, err string) {
	DrawLine(g, look, label, &p.line, asked, err)
}

// DrawLine draws a label with a line that is typed in the row above the last, and above that an error
// or, if it is "", what is asked for.
func DrawLine(g *grid.Grid, look theme.Look, label string, line *widget.Line, asked, err string) {
	text, style := asked, look.Faint
	if err != "" {
		text, style = err, look.Refused
	}
	y := g.Height() - 2
	g.Fill(0, y, g.Width(), 1, ' ', look.Text)
	DrawSentenceAbove(g, y, look.Translate(text), style)
	x := g.Put(2, y, label, look.Warn)
	line.Draw(g, look, x, y)
}

// UpperAlphanumeric returns a letter or digit in upper case, and -1 for all else.
func UpperAlphanumeric(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return r - 'a' + 'A'
	case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return r
	}
	return -1
}
