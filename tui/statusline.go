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

// A statusLine is the last row while the app has something to say there: what another player has said, what a key
// has done, or the choice of a signal. What a key has done goes at the next key, and by itself. It takes no key away
// from the screen but a digit that chooses a signal.
type statusLine struct {
	env      *screen.Env
	watch    *screen.Follower[arcade.Heard] // nil: no signals are wanted, or none can come
	did      *saying                        // what a key has done, nil for nothing
	heard    *saying                        // the last that another player has said, nil once it has been seen
	choosing bool                           // a digit sends a signal
	covers   int                            // columns of the last row, where the keys do not show
	to       arcade.Audience
}

// A saying is something to say. One that comes from another player stays until a key is pressed that does not come
// right after it, since a player in the middle of a move has not read it.
type saying struct {
	text, from string // from is the nick of who can be answered, or ""
	refused    bool   // it says why a key has done nothing
	fresh      bool   // it has just come
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
		from := ""
		if !screen.Unnamed(heard.From) {
			from = heard.From
		}
		return n.hear(heard.String(), from)
	})
}

// hear shows what another player has said, once nothing else is shown.
func (n *statusLine) hear(text, from string) tea.Cmd {
	said := &saying{text: text, from: from, fresh: true}
	n.heard, n.env.Heard = said, text
	return n.env.After(nil, lineTime, func() tea.Cmd {
		said.fresh = false
		return nil
	})
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
	did := &saying{text: text, refused: refused}
	n.did = did
	return n.env.After(nil, lineTime, func() tea.Cmd {
		if n.did == did { // else its own clock ends the other
			n.did = nil
		}
		return nil
	})
}

// press ends what a key ends.
func (n *statusLine) press() {
	if n.did, n.choosing = nil, false; n.heard != nil && !n.heard.fresh {
		n.heard = nil
	}
}

// key ends the line that is shown. It handles the key that begins a signal and the digit that
// chooses it; ok is false for all others, which go to the screen on top.
func (n *statusLine) key(key string, top screen.Screen) (cmd tea.Cmd, ok bool) {
	choosing, from := n.choosing, ""
	if n.heard != nil {
		from = n.heard.from
	}
	n.press()
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
		n.heard = nil
		company, s, to := n.env.Company, arcade.Signal(key[0]-'0'), n.to
		return func() tea.Msg {
			if err := company.Send(s, to); err != nil {
				return screen.Note{Text: caption.Sentence(err.Error()), Refused: true}
			}
			return screen.Note{Text: fmt.Sprintf("You to %s: %s", to, s)}
		}, true
	case choosing && key == "esc":
		return nil, true
	case key != "!":
		return nil, false
	}
	if s, ok := top.(interface{ Clear() }); ok {
		s.Clear() // what the screen says is about an earlier key
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

// draw draws the line on a screen. answers says that [statusLine.key] gets the key that answers, and nothing is in its way.
func (n *statusLine) draw(g *grid.Grid, look *theme.Look, answers bool) {
	y := g.Height() - 1
	if n.covers = 0; n.choosing || n.did != nil {
		n.covers = g.Width()
	}
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
	case n.did != nil:
		style := look.Warn
		if n.did.refused {
			style = look.Refused
		}
		screen.DrawSentenceAbove(g, g.Height(), look.Translate(n.did.text), style)
	case n.heard != nil:
		text := n.heard.text + screen.When(answers && n.heard.from != "", "  (! answers)")
		text = look.Translate(screen.Fitting(g.Width()-3, text, n.heard.text))
		if n.covers = 3 + screen.Width(text); n.covers+keysLeast <= g.Width() {
			g.Put(1, y, " "+text+" ", look.Marker)
			return
		}
		n.covers = g.Width()
		screen.DrawSentenceAbove(g, g.Height(), text, look.Marker)
	}
}

// keysLeast is how many columns the keys need that stand beside what another player has said.
const keysLeast = 28
