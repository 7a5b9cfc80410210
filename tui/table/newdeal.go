package table

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// NewDeal is the screen on which a player chooses the kind of a new deal. It looks for one of
// that kind, and then goes back and has it dealt.
type NewDeal struct {
	screen.Listing[grade.Kind]
	game  engine.Game
	warns string // what it gives up, or ""
	deal  func(play.FreshDeal) tea.Cmd

	seeks  grade.Kind // what is looked for
	search screen.Wait
	began  time.Time
}

// ChooseDeal returns the choice of the kind of a new deal, which deal then deals.
func ChooseDeal(env *screen.Env, g engine.Game, warns string, deal func(play.FreshDeal) tea.Cmd) *NewDeal {
	n := &NewDeal{game: g, warns: warns, deal: deal}
	n.Setup(env, n)
	n.Show(append([]grade.Kind{grade.Fresh}, env.Kinds(g)...), nil)
	return n
}

// Legend implements screen.Legended.
func (n *NewDeal) Legend(*theme.Look) []screen.Sign { return screen.GradeLegend() }

// OnClose implements screen.Closer.
func (n *NewDeal) OnClose() { n.search.End() }

// Busy implements screen.Busy.
func (n *NewDeal) Busy() bool { return n.search.On() }

// spinEvery is how long each sign of what turns while the player waits is shown.
const spinEvery = 250 * time.Millisecond

// NextFrame implements screen.Animated.
func (n *NewDeal) NextFrame() time.Duration {
	if n.Busy() {
		return spinEvery
	}
	return 0
}

// choose looks for a deal of a kind, on whose line the cursor then stands.
func (n *NewDeal) choose(k grade.Kind) tea.Cmd {
	if k == grade.Fresh {
		return tea.Batch(n.Env.Back(), n.deal(play.FreshDeal{Code: n.Env.Deal()}))
	}
	ctx := n.search.Begin()
	n.seeks, n.began = k, n.Env.Now()
	n.List.Choose(slices.Index(n.Rows, k))
	deals, g := n.Env.Deals, n.game
	return screen.Ask(n, func() func() tea.Cmd {
		code, mark, err := deals.Deal(ctx, g, k)
		return func() tea.Cmd {
			if !n.Busy() || k != n.seeks {
				return nil
			}
			n.search.End()
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					n.Refuse(caption.Sentence(err.Error()))
				}
				return nil
			}
			return tea.Batch(n.Env.Back(), n.deal(play.FreshDeal{Code: code, Mark: mark}))
		}
	})
}

// Bindings implements Screen.
func (n *NewDeal) Bindings() []widget.Binding {
	if n.Busy() {
		return []widget.Binding{{Keys: "Esc", Also: "q Ctrl-C", Does: "stop looking", Hint: "stop", Do: widget.Just(func() { n.search.End() })}}
	}
	all := []widget.Binding{
		n.List.UpDown("choose a kind; Home and End: the first, the last", "choose"),
		{Keys: "Enter, space", Does: "deal it", Hint: "deal", Place: 1, Do: func() tea.Cmd { return n.choose(n.Chosen()) }},
		{Keys: "n, y", Does: "a fresh deal", Do: func() tea.Cmd { return n.choose(grade.Fresh) }},
	}
	for _, k := range n.Rows[1:] {
		all = append(all, widget.Binding{Keys: string(k[:1]), Does: "a deal that is " + k.String(), Do: func() tea.Cmd { return n.choose(k) }})
	}
	all = append(all, n.Env.RulesKey(n.game))
	return append(all, n.Env.Tail("a click chooses a kind, another deals it", "back, with no new deal")...)
}

// Draw implements Screen.
func (n *NewDeal) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "New deal", n.game.Info().Name)
	y := 2
	if g.Height()-y < len(n.Rows)+3 { // a low window
		y--
	}
	for y, i := range n.List.Rows(y, min(len(n.Rows), g.Height()-2-y)) {
		k := n.Rows[i]
		style := n.List.Entry(g, look, y, i)
		g.Put(4, y, k.String(), style)
		g.Put(15, y, look.Cut(look.Translate(caption.Kind(k)), g.Width()-17), style)
	}
	text, style := screen.Fitting(g.Width()-3, "The new game counts: for your bests, the boards and your streak.", "The new game counts."), look.Faint
	fresh := n.Chosen() == grade.Fresh
	if !fresh {
		text = screen.Fitting(g.Width()-3,
			"A graded game counts as assisted: for no bests and no streak.", "It is graded; your streak stays as it is.", "The new one is graded: not for bests.")
	}
	if n.warns != "" {
		text, style = n.warns+"\n"+cmp.Or(screen.When(fresh, "The new one counts."), "The new one is graded: not for bests."), look.Warn
	}
	if n.Busy() {
		spins := strings.Split(`|/-\`, "")
		spin := spins[int(n.Env.Now().Sub(n.began)/spinEvery)%len(spins)]
		text, style = fmt.Sprintf("%s Looking for a %s deal: %d looked at. Esc stops.", spin, n.seeks, n.Env.Deals.Looked()), look.Good
	}
	text, style = n.Says(look, text, style)
	n.DrawFoot(g, look, text, style)
}
