package tui

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// A statusLine is a line that the app shows for a while: a signal that has come, what a key has done, or the
// choice of a signal. It stands in place of the keys but for a signal that has room beside or below the
// heading. It goes at the next key, and what a key has done also by itself. It takes no key away from the
// screen but a digit that chooses a signal.
type statusLine struct {
	env        *screen.Env
	watch      *screen.Follower[arcade.Heard] // nil: no signals are wanted, or none can come
	text       string
	refused    bool
	heard      string // text where there is more room, if it comes from another player: no key has asked for it
	from       string // that player's nick, "" if there is no answer
	choosing   bool   // a digit sends a signal
	covers     bool   // it stands in place of the keys
	to         arcade.Audience
	generation int // of text: only its own clock ends it
}

// lineTime is how long a line stays by itself.
const lineTime = 5 * time.Second

// signalKey is the line of the keys page on screens where signals can be sent.
var signalKey = screen.Key{Keys: "!", Does: "a signal, such as good game, to players who race or watch with you, or to the player on the line; a digit chooses it, 0 turns signals off or on"}

// follow begins to take signals, or ends it, as the player's settings say. Until these have
// been read, none are taken.
func (n *statusLine) follow() tea.Cmd {
	company := n.env.Company
	wanted := company != nil && n.env.Settings.Known && n.env.Settings.Signals
	switch {
	case wanted == (n.watch != nil):
		return nil
	case !wanted:
		n.close()
		return nil
	}
	n.watch = new(screen.Follower[arcade.Heard])
	return n.watch.Each(nil, func(ctx context.Context) (arcade.Watch[arcade.Heard], error) { return company.Heard(ctx), nil }, func(heard arcade.Heard) tea.Cmd {
		text, from := heard.String(), ""
		if !screen.Unnamed(heard.From) {
			text, from = text+"  (! answers)", heard.From
		}
		n.hear(text, "Signal from "+text, from)
		return nil
	})
}

// hear shows a line that comes from another player until the next key, unless the player is choosing a signal.
func (n *statusLine) hear(text, long, from string) {
	if !n.choosing {
		n.clear()
		n.text, n.heard, n.from = text, long, from
	}
}

// close takes no more signals.
func (n *statusLine) close() {
	n.watch.OnClose()
	n.watch = nil
}

// show shows a line for a while, unless the player is choosing a signal.
func (n *statusLine) show(text string, refused bool) tea.Cmd {
	if n.choosing {
		return nil
	}
	n.clear()
	n.text, n.refused = text, refused
	generation := n.generation
	return n.env.After(nil, lineTime, func() tea.Cmd {
		if generation == n.generation {
			n.clear()
		}
		return nil
	})
}

func (n *statusLine) clear() {
	n.text, n.heard, n.from, n.choosing = "", "", "", false
	n.generation++
}

// key ends the line that is shown. It handles the key that begins a signal and the digit that
// chooses it; ok is false for all others, which go to the screen on top.
func (n *statusLine) key(key string, top screen.Screen) (cmd tea.Cmd, ok bool) {
	choosing, from := n.choosing, n.from
	n.clear()
	sends, can := top.(screen.Addressed)
	switch {
	case n.env.Company == nil || !can && !choosing && from == "":
		return nil, false
	case choosing && key == "0":
		n.env.Settings.Signals = !n.env.Settings.Signals
		text := "Signals reach you again."
		if !n.env.Settings.Signals {
			text = "Signals are off: none reach you."
		}
		return tea.Batch(n.env.Settings.Save(), n.show(text, false)), true
	case choosing && len(key) == 1 && arcade.Signal(key[0]-'0').String() != "":
		return send(n.env.Company, arcade.Signal(key[0]-'0'), n.to), true
	case choosing && key == "esc":
		return nil, true
	case key != "!":
		return nil, false
	}
	to, nobody := n.to, ""
	if can {
		to, nobody = sends.Audience()
	}
	if from != "" && to.Race == "" {
		to, nobody = arcade.Audience{Player: from}, ""
	}
	if why := cmp.Or(nobody, n.env.NoSignals()); why != "" {
		return n.show(why, true), true
	}
	n.choosing, n.to = true, to
	return nil, true
}

// send sends a signal, in a command.
func send(company arcade.Company, s arcade.Signal, to arcade.Audience) tea.Cmd {
	return func() tea.Msg {
		if err := company.Send(s, to); err != nil {
			return screen.Note{Text: caption.Sentence(err.Error()), Refused: true}
		}
		return screen.Note{Text: fmt.Sprintf("You to %s: %s", to, s)}
	}
}

// draw draws the line on a screen.
func (n *statusLine) draw(g *grid.Grid, look theme.Look) {
	y := g.Height() - 1
	n.covers = n.choosing || n.text != ""
	switch {
	case n.choosing:
		var each []string
		for _, s := range arcade.Signals() {
			each = append(each, fmt.Sprintf("%d %s", s, s))
		}
		turn := "0 off"
		if !n.env.Settings.Signals {
			turn = "0 on"
		}
		text := "Signal: " + strings.Join(append(each, turn, "Esc none"), "  ")
		if !screen.Fits(text, g.Width()-2) {
			screen.DrawSentenceAbove(g, y, "Signal: "+strings.Join(each, ", ")+".", look.Key)
			text = "a digit sends it  " + turn + "  Esc none"
		}
		g.Put(2, y, look.Cut(text, g.Width()-2), look.Key)
	case n.text != "":
		style, text := look.Warn, look.Translate(n.text)
		if n.refused {
			style = look.Refused
		}
		long := look.Translate(n.heard)
		x, top, ok := byHeading(g, long)
		if ok && long != "" {
			text = long
		} else {
			x, top, ok = byHeading(g, text)
		}
		if n.covers = long == "" || !ok; n.covers {
			x, top = 2, y
		}
		g.Put(x, top, look.Cut(text, g.Width()-2), style)
	}
}

// byHeading returns where the first blank columns of the heading, or else of the row below, begin that have
// room for a text.
func byHeading(g *grid.Grid, text string) (x, y int, ok bool) {
	const apart = 2
	need := screen.Width(text) + 2*apart
	for y := range 2 {
		free := 0
		for x := range g.Width() {
			if free++; g.At(x, y).Rune() != ' ' {
				free = 0
			}
			if free == need {
				return x + 1 - need + apart, y, true
			}
		}
	}
	return 0, 0, false
}
