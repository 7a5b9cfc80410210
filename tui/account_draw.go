package tui

import (
	"cmp"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Draw implements Screen.
func (a *account) Draw(g *grid.Grid, look theme.Look) {
	who := a.env.Player
	if a.profile.Guest {
		who += ", a guest"
	}
	title(g, look, "Your account", who)
	page := g.Height() - 6
	a.top = max(min(a.top, a.at), a.at-page+1, 0)
	a.lines = rows{}
	for i, line := range a.list() {
		y := 2 + i - a.top
		if y < 2 || y >= 2+page {
			continue
		}
		a.lines[y] = i
		style := look.Text
		if i == a.at {
			style = look.Cursor
			g.Put(2, y, ">", style)
			g.Cursor.X, g.Cursor.Y = 2, y
		}
		g.Put(4, y, cut(look, line.name, 22), style)
		g.Put(27, y, cut(look, line.value, g.Width()-29), style)
	}
	a.foot(g, look)
}

// foot draws the text being typed, the last message, or help for the chosen line.
func (a *account) foot(g *grid.Grid, look theme.Look) {
	switch {
	case a.line != nil:
		y := g.Height() - 2
		text, style := sentence(cmp.Or(a.line.textHelp, a.line.help)), look.Faint
		if a.message.isError {
			text, style = a.message.text, look.Refused
		}
		drawSentenceAbove(g, y, look.Translate(text), style)
		x := g.Put(2, y, cut(look, a.line.ask+": ", g.Width()-12), look.Warn)
		x = g.Put(x, y, cut(look, a.text, g.Width()-x-2), look.Text)
		g.Cursor = grid.Cursor{X: x, Y: y, Visible: true}
		if p := a.proposed(); p != "" && a.text == "" {
			g.Put(x+2, y, cut(look, "Enter takes "+p, g.Width()-x-4), look.Faint)
		}
	case a.message.isError:
		drawSentence(g, look.Translate(a.message.text), look.Refused)
	case a.message.text != "":
		drawSentence(g, look.Translate(a.message.text), look.Good)
	case a.needsAccount(a.list()[a.at]):
		drawSentence(g, look.Translate(noAccountYet), look.Warn)
	case a.profile.Guest:
		drawSentence(g, look.Translate("Without a key your games are deleted after a day. A link code made here and entered with a key keeps them."), look.Warn)
	default:
		drawSentence(g, look.Translate(sentence(a.list()[a.at].help)), look.Faint)
	}
}
