package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Field is a line of text to ask for.
type Field struct {
	Label, Help string          // what stands before it, and above it
	Offer       string          // the text at first
	Most        int             // the maximum number of characters
	Accept      func(rune) rune // as of a [widget.Line]
	Enter, Esc  string          // what these keys do, for the last row
	Do          func(text string) tea.Cmd
	Leave       func() tea.Cmd // what Esc does besides; it may be nil
}

// A Prompt asks for a field below what a screen shows. The zero Prompt asks for nothing.
type Prompt struct {
	Field  Field
	Asking bool
	line   widget.Line
	unfit  bool // the last key types what the field does not take
}

// Ask asks for a field. The field's Do takes the text and ends the prompt, or says why the text will not do.
func (p *Prompt) Ask(f Field) tea.Cmd {
	*p = Prompt{Field: f, Asking: true, line: widget.Line{Max: f.Most, Accept: f.Accept}}
	if f.Offer != "" {
		p.line.Offer(f.Offer)
	}
	return nil
}

// Answer returns the text, without blanks around it.
func (p *Prompt) Answer() string { return strings.TrimSpace(p.line.String()) }

// Insert inserts a text where the cursor is.
func (p *Prompt) Insert(text string) { p.line.Insert(strings.TrimSpace(text)) }

// Type types a key, and reports whether that changes the text.
func (p *Prompt) Type(msg tea.KeyPressMsg) bool {
	changed := p.line.Key(msg)
	p.unfit = !changed && msg.Text != ""
	return changed
}

// Keys returns the keys while it asks.
func (p *Prompt) Keys() []widget.Binding {
	return []widget.Binding{
		{Keys: "Backspace", Hint: "back"},
		{Keys: "Enter", Hint: p.Field.Enter, Do: func() tea.Cmd { return p.Field.Do(p.Answer()) }},
		{Keys: "Esc", Also: "Ctrl-C", Hint: p.Field.Esc, Do: func() tea.Cmd {
			if p.Asking = false; p.Field.Leave != nil {
				return p.Field.Leave()
			}
			return nil
		}},
	}
}

// Help returns why what is typed was refused, or what it may be.
func (p *Prompt) Help(look *theme.Look, m Message) (string, grid.Style) {
	if m.IsError {
		return look.Translate(m.Text + When(p.line.String() != "", " Ctrl-U clears it.")), look.Refused
	}
	text := p.Field.Help
	if p.line.Offered() {
		text += " Typing replaces it, Enter keeps it."
	}
	return look.Translate(text), look.Faint
}

// DrawPrompt draws what is typed in the row above the last, and its help above that.
func (p *Prompt) DrawPrompt(g *grid.Grid, look *theme.Look, m Message) {
	y := g.Height() - 2
	g.Fill(0, y, g.Width(), 1, ' ', look.Text)
	text, style := p.Help(look, m)
	DrawSentenceAbove(g, y, text, style)
	x := g.Put(2, y, look.Cut(p.Field.Label, g.Width()-12), look.Warn)
	p.line.Draw(g, look, x, y)
}

// Digit returns a digit, and -1 for all else.
func Digit(r rune) rune {
	if r < '0' || r > '9' {
		return -1
	}
	return r
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
