package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// NewDeal is the screen on which a player chooses the kind of a new deal. It looks for one of
// that kind, and then goes back and has it dealt.
type NewDeal struct {
	env   *screen.Env
	game  engine.Game
	warns string // what it gives up, or ""
	deal  func(screen.FreshDeal) tea.Cmd
	kinds []grade.Kind
	list  widget.List

	seeks  grade.Kind // what is looked for
	cancel func()     // ends that, nil if nothing is looked for
	began  time.Time
	err    string
}

// KindsOf returns the kinds of deals that a game can offer besides fresh ones.
func KindsOf(deals arcade.Deals, g engine.Game) []grade.Kind {
	if deals == nil {
		return nil
	}
	return deals.Kinds(g)
}

// ChooseDeal returns the choice of the kind of a new deal, which deal then deals.
func ChooseDeal(env *screen.Env, g engine.Game, warns string, deal func(screen.FreshDeal) tea.Cmd) *NewDeal {
	n := &NewDeal{env: env, game: g, warns: warns, deal: deal, kinds: append([]grade.Kind{grade.Fresh}, KindsOf(env.Deals, g)...)}
	n.list.Resize(len(n.kinds))
	return n
}

// Init implements Screen.
func (n *NewDeal) Init() tea.Cmd { return nil }

// OnClose implements screen.Closer.
func (n *NewDeal) OnClose() { n.stop() }

// Busy implements screen.Busy.
func (n *NewDeal) Busy() bool { return n.cancel != nil }

// spinEvery is how long each sign of what turns while the player waits is shown.
const spinEvery = 250 * time.Millisecond

// NextFrame implements screen.Animated.
func (n *NewDeal) NextFrame() time.Duration {
	if n.Busy() {
		return spinEvery
	}
	return 0
}

// stop ends the search for a deal.
func (n *NewDeal) stop() {
	if n.cancel != nil {
		n.cancel()
		n.cancel = nil
	}
}

// Update implements Screen.
func (n *NewDeal) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return n.key(msg.String())
	case tea.MouseMsg:
		if !n.Busy() && n.list.Mouse(msg) {
			return n.key("enter")
		}
	}
	return nil
}

// dealt goes back and has a deal dealt.
func (n *NewDeal) dealt(d screen.FreshDeal) tea.Cmd { return tea.Batch(n.env.Back(), n.deal(d)) }

// choose looks for a deal of a kind, on whose line the cursor then stands.
func (n *NewDeal) choose(k grade.Kind) tea.Cmd {
	if k == grade.Fresh {
		return n.dealt(screen.FreshDeal{})
	}
	ctx, cancel := context.WithCancel(context.Background())
	n.seeks, n.cancel, n.began = k, cancel, n.env.Now()
	n.list.Choose(slices.Index(n.kinds, k))
	deals, g := n.env.Deals, n.game
	return screen.Ask(n, func() func() tea.Cmd {
		code, mark, err := deals.Deal(ctx, g, k)
		return func() tea.Cmd {
			if !n.Busy() || k != n.seeks {
				return nil
			}
			n.stop()
			if err != nil {
				if !errors.Is(err, context.Canceled) {
					n.err = caption.Sentence(err.Error())
				}
				return nil
			}
			return n.dealt(screen.FreshDeal{Code: code, Mark: mark})
		}
	})
}

// Bindings implements Screen.
func (n *NewDeal) Bindings() []widget.Binding {
	if n.Busy() {
		return []widget.Binding{{Keys: "Esc", Also: "q Ctrl-C", Does: "stop looking", Hint: "stop", Do: func() tea.Cmd {
			n.stop()
			return nil
		}}}
	}
	all := []widget.Binding{
		n.list.UpDown("choose a kind; Home and End: the first, the last", "choose"),
		{Keys: "Enter, space", Does: "deal it", Hint: "deal", Place: 1, Do: func() tea.Cmd { return n.choose(n.kinds[n.list.At()]) }},
		{Keys: "n, y", Does: "a fresh deal", Do: func() tea.Cmd { return n.choose(grade.Fresh) }},
	}
	for _, k := range n.kinds[1:] {
		all = append(all, widget.Binding{Keys: string(k[:1]), Does: "a deal that is " + k.String(), Do: func() tea.Cmd { return n.choose(k) }})
	}
	return append(all,
		widget.Binding{Keys: "mouse", Does: "a click chooses a kind, another deals it"},
		screen.KeysHint,
		widget.Binding{Keys: "q, Esc", Also: "Ctrl-C", Does: "back, with no new deal", Hint: "back", Do: n.env.Back},
	)
}

func (n *NewDeal) key(key string) tea.Cmd {
	n.err = ""
	return widget.Press(n.Bindings(), key, nil)
}

// Draw implements Screen.
func (n *NewDeal) Draw(g *grid.Grid, look theme.Look) {
	screen.DrawTitle(g, look, "New deal", n.game.Info().Name)
	y := 2
	if n.warns != "" {
		for _, row := range screen.Wrapped(look, g.Width()-4, n.warns) {
			g.Put(2, y, row, look.Warn)
			y++
		}
		y++
	}
	if g.Height()-y < len(n.kinds)+3 { // a low window
		y--
	}
	for y, i := range n.list.Rows(y, min(len(n.kinds), g.Height()-2-y)) {
		k := n.kinds[i]
		style := n.list.Entry(g, look, y, i)
		g.Put(4, y, k.String(), style)
		g.Put(15, y, look.Cut(look.Translate(caption.Kind(k)), g.Width()-17), style)
	}
	k := n.kinds[n.list.At()]
	counts := screen.Fitting(g.Width()-3, "The new game counts: for your bests, the boards and your streak.", "The new game counts.")
	if k != grade.Fresh {
		counts = screen.Fitting(g.Width()-3, "The new game is assisted: it ranks with assisted games, ends no streak.", "The new game is assisted, and ends no streak.", "The new game is assisted.")
	}
	switch {
	case n.Busy():
		spins := strings.Split(`|/-\`, "")
		spin := spins[int(n.env.Now().Sub(n.began)/spinEvery)%len(spins)]
		screen.DrawSentence(g, look.Translate(fmt.Sprintf("%s Looking for a %s deal. Esc stops.", spin, n.seeks)), look.Good)
	case n.err != "":
		screen.DrawSentence(g, look.Translate(n.err), look.Refused)
	default:
		screen.DrawSentence(g, look.Translate(counts), look.Faint)
	}
}
