package workshop

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A bench is where the player makes up a game: the knobs of a design, a board dealt by its
// rules, and what the rules come to. Every change shows at once and can be undone.
type Bench struct {
	screen.Base
	work     workpiece
	left     session.Work
	own      engine.MadeUp // the game under the player's own name, nil if it is not kept
	knobs    benchKnobs
	text     benchText
	pane     pane
	drawn    benchDrawing
	estimate estimating
}

// gameNameMax is the maximum number of characters of the name of a game.
const gameNameMax = 24

// A pane is what the bench shows where it cannot show everything.
type pane uint8

const (
	knobsPane pane = iota // with everything else, if there is room
	boardPane
	textPane
	panes
)

// NewBench returns a bench with a design on it.
func NewBench(env *screen.Env, d engine.Design) *Bench {
	b := &Bench{work: workpiece{code: env.Deal()}, left: env.Settings.NewWork(d), estimate: estimating{known: make(map[string]hint.Estimate)}}
	b.Setup(env, b)
	b.work.put(d)
	b.find()
	b.knobs = benchKnobs{work: &b.work, says: &b.Message}
	b.knobs.list.Resize(len(b.work.knobs))
	b.Say("Arrows turn the knobs: the board follows. t tries it, s keeps it.")
	return b
}

// Init implements Screen.
func (b *Bench) Init() tea.Cmd {
	b.find() // another session may have kept it
	return b.estimate.read(b)
}

// OnClose implements screen.Closer: what was not kept is not lost.
func (b *Bench) OnClose() {
	b.estimate.search.End()
	if b.shelve() {
		b.Env.Settings.Saving.Begin() // the session stores them at its end
	}
}

// Update implements Screen.
func (b *Bench) Update(msg tea.Msg) tea.Cmd {
	mouse, ok := msg.(tea.MouseMsg)
	if !ok || b.Asking || b.Question.Text != "" || b.Busy() {
		return b.Base.Update(msg)
	}
	return b.mouse(mouse)
}

// Bindings implements Screen.
func (b *Bench) Bindings() []widget.Binding {
	w := &b.work
	broken := screen.When(w.problem != nil, "These rules do not fit yet: f mends them.") // why there is nothing to play
	house := broken
	if _, made := w.game.(engine.MadeUp); broken == "" && !made {
		house = fmt.Sprintf("These are the rules of %s, which is in the lobby.", w.game.Info().Name)
	}
	keep := cmp.Or(screen.When(broken != "", "It cannot be kept before it fits: f mends it."), house, screen.When(b.Env.Workshop == nil, noWorkshop))
	choose := b.knobs.list.UpDown("choose a knob; Home and End: the first, the last", "knobs")
	choose.As, choose.Place = "arrows", 2 // with left and right
	browse := []widget.Binding{choose, b.knobs.list.PgUpDn("ten knobs")}
	if b.pane == textPane {
		browse = []widget.Binding{{Keys: "PgUp, PgDn", Does: "scroll the text", DoKey: func(key string) tea.Cmd {
			b.scrollText(widget.Direction(key) * max(b.text.page-1, 1))
			return nil
		}}, choose}
	}
	return append(browse, []widget.Binding{
		{Keys: "left right, h l", Does: "less and more of it, off and on; a value in parentheses has no effect now", DoKey: func(key string) tea.Cmd {
			return b.step(widget.Direction(key))
		}},
		{Keys: "Enter, space", Does: "switch it; the number of a knob can be typed", Do: b.enter},
		{Keys: "0-9", Also: "0 1 2 3 4 5 6 7 8 9", Does: "type its number", DoKey: b.typeNumber},
		{Keys: "f", Does: "mend rules that do not fit: takes the nearest ones that do", Hint: "fix", Place: 1, Refusal: screen.When(w.problem == nil, "These rules fit: there is nothing to mend."), Do: func() tea.Cmd {
			p := w.problem
			w.change(p.Fix)
			return b.changed(p.FixText + ". u takes it back.")
		}},
		{Keys: "u, Ctrl-Z", Does: "take back a change", Hint: "undo", Place: 7, Refusal: screen.When(len(w.past) == 0, "There is no change to take back."), Do: func() tea.Cmd { return b.changed(w.step(&w.past, &w.future)) }},
		{Keys: "U, Ctrl-Y", Does: "make a change again that was taken back", Refusal: screen.When(len(w.future) == 0, "There is no change to make again."), Do: func() tea.Cmd { return b.changed(w.step(&w.future, &w.past)) }},
		{Keys: "R", Does: "another sample deal", Hint: "deal", Place: 8, Refusal: broken, Do: func() tea.Cmd {
			w.deal(b.Env.Deal())
			return b.Say("This is another sample deal.")
		}},
		{Keys: "t", Does: "try it: play this deal, as practice; q at the table comes back", Hint: "try", Place: 3, Refusal: broken, Do: b.try},
		{Keys: "s", Does: "keep it under a name; it is then in the lobby", Hint: "keep", Place: 4, Refusal: keep, Do: func() tea.Cmd {
			return b.Ask(screen.Field{
				Label: "Name: ", Help: fmt.Sprintf("1 to %d characters. It stands in your lobby then.", gameNameMax), Offer: b.proposed(),
				Most: gameNameMax, Enter: "keep", Esc: "leave it", Do: b.keep,
			})
		}},
		{Keys: "y", Does: "a card to share it: its code, for a chat", Hint: "share", Place: 5, Refusal: house, Do: func() tea.Cmd {
			return b.open(newShareCard(b.Env, b.game().(engine.MadeUp), b.estimate.known[w.design.Text()]))
		}},
		{Keys: "E", Does: "estimate it: the arcade's player plays sample deals", Hint: "estimate", Place: 6, Refusal: cmp.Or(broken, screen.When(b.estimate.running(), "It is being estimated: Esc stops that.")), Do: func() tea.Cmd {
			if b.estimate.known[w.design.Text()].Deals >= hint.SampleDeals { // the same deals would be played again
				b.sayEstimate("")
				return nil
			}
			return b.estimate.begin(b, w.design, w.game)
		}},
		{Keys: "F1, i", Does: "its rules, as a page", Hint: "rules", Refusal: broken, Do: func() tea.Cmd {
			return b.open(screen.NewPage(b.Env, b.game().Info().Name+": the rules", func(width int, look *theme.Look) string {
				return widget.Markdown(w.game.Rules(), width, look)
			}))
		}},
		{Keys: "Tab, Shift-Tab", Does: "show the board, or the text, as large as the window", Hint: "view", As: "Tab", Place: 9, DoKey: func(key string) tea.Cmd {
			by := 1
			if key == "shift+tab" {
				by = int(panes) - 1
			}
			b.show((b.pane + pane(by)) % panes)
			return nil
		}},
		{Keys: "mouse", Does: "a click chooses a knob, another changes it; the wheel scrolls"},
		{Keys: "Esc", Does: "back; first it stops an estimate", Do: func() tea.Cmd {
			if b.estimate.running() {
				store := b.estimate.stop(b.Env)
				b.sayEstimate("The estimate was stopped. ")
				return store
			}
			return b.leave()
		}},
		screen.KeysHint,
		{Keys: "q", Also: "Ctrl-C", Does: "back; the workshop offers the last work again that was not kept", Hint: "back", Do: b.leave},
	}...)
}

// sayEstimate says, after what is new, how the game on the bench was estimated, or how far that is.
func (b *Bench) sayEstimate(news string) {
	text, _ := b.estimate.text(b.work.design, &theme.Look{Deck: theme.ASCII()})
	b.Say("%s", news+caption.Sentence(text))
}

// noWorkshop says why nothing can be kept.
const noWorkshop = "Nothing can be kept in this session; y shows the code, which is the rules."

// open opens another screen over the bench.
func (b *Bench) open(s screen.Screen) tea.Cmd {
	b.text.scroll = 0
	return tea.Batch(b.store(), b.Env.Push(s))
}

// leave goes back.
func (b *Bench) leave() tea.Cmd {
	return tea.Batch(b.estimate.stop(b.Env), b.store(), b.Env.Back())
}

// store makes the design the draft in the player's settings, if that changes what is there.
func (b *Bench) store() tea.Cmd {
	if !b.shelve() {
		return nil
	}
	return b.Env.Settings.Save()
}

// show shows a pane.
func (b *Bench) show(p pane) { b.pane, b.text.scroll = p, 0 }

// changed follows a change of the design.
func (b *Bench) changed(what string) tea.Cmd {
	b.find()
	var estimated tea.Cmd
	if b.estimate.running() && b.estimate.of != b.work.design.Text() {
		estimated = b.estimate.stop(b.Env)
		what += " The estimate was stopped: it was of other rules."
	}
	if what != "" {
		b.Say("%s", strings.TrimSpace(what))
	}
	return tea.Batch(estimated, b.estimate.read(b))
}

// step sets the chosen knob to the value before or after its own.
func (b *Bench) step(by int) tea.Cmd {
	if !b.knobs.step(by) {
		return nil
	}
	return b.changed("")
}

// enter switches the chosen knob, or asks for its number.
func (b *Bench) enter() tea.Cmd {
	if !numeric(b.knobs.chosen()) {
		return b.step(1)
	}
	return b.typeNumber("")
}

// typeNumber lets the player type the number of the chosen knob, of which a key has typed
// the beginning.
func (b *Bench) typeNumber(key string) tea.Cmd {
	k := b.knobs.chosen()
	if !numeric(k) {
		return b.Refuse(k.Label + " takes no number: left and right change it.")
	}
	b.Ask(screen.Field{
		Label: fmt.Sprintf("%s, %s to %s: ", k.Label, k.Values[0], k.Values[len(k.Values)-1]), Help: caption.Sentence(k.Means), Most: 2, Enter: "set it", Esc: "leave it",
		Accept: screen.Digit,
		Do: func(number string) tea.Cmd {
			if !b.knobs.typed(number) {
				return nil
			}
			b.Asking = false
			return b.changed("")
		},
	})
	b.Insert(key)
	return nil
}

// try opens a table with the sample deal, also where it was tried before. Another open game of these rules is in the
// way, which [screen.Base.Sit] says.
func (b *Bench) try() tea.Cmd {
	return b.Visit(screen.Visit{Game: b.game()}, func(v screen.Visit) tea.Cmd {
		if !v.Saver.Stored() || v.Saved.Record.Code != b.work.code {
			v.Code = b.work.code
		}
		b.text.scroll = 0
		return tea.Batch(b.store(), b.Sit(v))
	})
}

// Place implements screen.Placed.
func (b *Bench) Place() string { return "bench" }

// keep keeps the game under a name.
func (b *Bench) keep(name string) tea.Cmd {
	d := b.work.design
	named, err := d.Game(name)
	if err != nil {
		return b.Refuse(caption.Why(err))
	}
	g := named.(engine.MadeUp) // the rules of built-in games are not kept
	workshop, id, estimate := b.Env.Workshop, g.Info().ID, b.estimate.known[d.Text()]
	return b.HoldChange(func() error {
		err := workshop.Keep(g)
		if err == nil && estimate.Deals > 0 {
			_ = workshop.SetEstimate(id, estimate) // it shows on the bench, and can be made again
		}
		return err
	}, func() tea.Cmd {
		b.own = g
		said := fmt.Sprintf("Kept as %s: in the lobby under your variations, for others under Everyone's.", g.Info().Name)
		b.Say("%s", warned(said, b.estimate.known[g.Design().Text()]))
		return b.store()
	})
}

// mouse handles what the mouse does to what the last frame shows.
func (b *Bench) mouse(msg tea.MouseMsg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		if b.pane == textPane {
			b.scrollText(widget.Wheel(msg))
			return nil
		}
	case tea.MouseClickMsg:
		for p, a := range b.drawn.tabs {
			if a.Has(msg.X, msg.Y) {
				b.Clear()
				b.show(pane(p))
				return nil
			}
		}
		if !b.knobs.area.Has(msg.X, msg.Y) {
			return nil
		}
	default:
		return nil
	}
	b.Clear()
	if !b.knobs.list.Mouse(msg) {
		return nil
	}
	switch msg.Mouse().X {
	case b.knobs.less:
		return b.step(-1)
	case b.knobs.more:
		return b.step(1)
	}
	return b.enter()
}

// KeyUnder implements screen.Clickable.
func (b *Bench) KeyUnder(x, y int) (tea.KeyPressMsg, bool) { return b.drawn.keys.KeyAt(x, y) }

// Work returns the design on the bench and the board that it shows.
func (b *Bench) Work() (engine.Design, engine.Board) { return b.work.design, b.work.board }
