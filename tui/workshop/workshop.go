// Package workshop is the screens of the games that people make up: [Workshop] lists them, a
// [Bench] is where one is made up from the knobs of a design, and a share card is what to
// paste into a chat. Drafts are the designs
// that were put aside.
package workshop

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/widget"
)

// The workshop lists the games that people make up: the player's own, the one of the week,
// those played here, and where to start when making one up.
type Workshop struct {
	env *screen.Env
	assortment
	list          widget.List
	prompt        workshopPrompt
	subject       engine.MadeUp // which game the prompt or the question is about
	asking        bool          // whether to drop it
	changing      bool          // a change is on its way
	screen.Opener               // of the table of a game
	message       screen.Message
}

// workshopPrompt is the text being typed in the workshop, and what it is for.
type workshopPrompt struct {
	kind workshopPromptKind
	line widget.Line
}

type workshopPromptKind uint8

const (
	noText workshopPromptKind = iota
	shareCode
	variationName
)

// shareCodeMost is the maximum length of a share code as it is typed.
const shareCodeMost = 60

// New returns the workshop.
func New(env *screen.Env) *Workshop {
	w := &Workshop{env: env, assortment: newAssortment(env)}
	w.show()
	return w
}

// NewAt returns a workshop that shows the game of a share code.
func NewAt(env *screen.Env, d engine.Design) *Workshop {
	w := New(env)
	w.take(d)
	return w
}

// NewAtWeek returns a workshop that shows the variation of the week.
func NewAtWeek(env *screen.Env) *Workshop {
	w := New(env)
	w.list.Choose(w.find(func(o offer) bool { return o.part == partWeek }))
	return w
}

// Init implements Screen. It reads the list again.
func (w *Workshop) Init() tea.Cmd {
	w.show() // something may have been put aside since it was last on top
	return tea.Batch(w.read(), w.week.Ask(w, w.env.Workshop, w.show))
}

// OnClose implements screen.Closer.
func (w *Workshop) OnClose() { w.week.End() }

// Typing implements screen.Typist.
func (w *Workshop) Typing() bool { return w.prompt.kind != noText && !w.changing }

// Busy implements screen.Busy.
func (w *Workshop) Busy() bool { return w.changing || w.Opens() }

// Update implements Screen.
func (w *Workshop) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case assortmentMsg:
		if ok, kept := w.assortment.apply(msg); ok {
			w.show()
			if kept != nil && w.chosen().part != partCoded {
				w.list.Choose(w.find(func(o offer) bool { return o.game != nil && o.part == caption.Heading(kept) && sameGame(o.game, kept) }))
			}
			if msg.err != nil {
				w.message.Refuse(caption.Why(msg.err))
			}
		}
	case tea.KeyPressMsg:
		if w.Typing() {
			w.prompt.line.Key(msg)
		}
		return w.key(msg.String())
	case tea.MouseMsg:
		if !w.Typing() && !w.asking && w.list.Mouse(msg) && !w.Busy() {
			return w.key("enter")
		}
	}
	return nil
}

// show shows the lines of the list as they are now. The chosen one stays chosen.
func (w *Workshop) show() {
	was := w.chosen()
	w.lay()
	w.list.Refresh(len(w.offers), func(i int) bool { return w.offers[i].same(was) })
}

// chosen returns the chosen line.
func (w *Workshop) chosen() offer {
	if w.list.At() >= len(w.offers) {
		return offer{}
	}
	return w.offers[w.list.At()]
}

// Bindings implements Screen.
func (w *Workshop) Bindings() []widget.Binding {
	env, o := w.env, w.chosen()
	switch {
	case w.prompt.kind != noText:
		enter := "keep"
		if w.prompt.kind == shareCode {
			enter = "read"
		}
		return []widget.Binding{
			{Keys: "Backspace", Hint: "back"},
			{Keys: "Enter", Hint: enter, Do: w.submit},
			{Keys: "Esc", Also: "Ctrl-C", Hint: "leave it", Do: func() tea.Cmd {
				w.prompt = workshopPrompt{}
				return nil
			}},
		}
	case w.asking:
		return []widget.Binding{{Keys: "y", Also: "Y", Hint: "yes", Do: w.drop}, {Keys: "n", Hint: "no"}}
	}
	g, made := o.game, o.variation.Game != nil
	none := "There is no game on this line."
	enter, name := "play", "keep"
	switch {
	case o.start != nil || o.random != nil:
		enter = "start here"
		none = "First make a game of it: Enter."
		if o.part == partBench {
			enter, none = "go on", "Keep it first: Enter puts it back on the bench."
		}
	case o.variation.Own:
		name = "rename"
	}
	noDrop := screen.Unless(o.variation.Own, "You do not keep this one.")
	return []widget.Binding{
		w.list.UpDown("choose a game; Home and End: the first, the last", ""),
		{Keys: "Tab", Does: "the next part of the list", Do: func() tea.Cmd {
			w.list.Choose(w.nextPart(w.list.At()))
			return nil
		}},
		w.list.PgUpDn("ten lines"),
		{Keys: "Enter, space", Does: "play it, or go on with it; on a place to start: make up a game from there", Hint: enter, Place: 1, Do: w.enter},
		{Keys: "mouse", Does: "a click chooses a line, another is Enter"},
		{Keys: "e", Does: "open it on the bench, where its rules are changed", Hint: "bench", Place: 2, Do: w.bench},
		{Keys: "c", Does: "type a share code, or paste one, and see its game", Hint: "code", Place: 3, Do: func() tea.Cmd {
			return w.ask(shareCode, "")
		}},
		{Keys: "s", Does: "keep it under a name of yours, or give it another name", Hint: name, Place: 5, Refusal: screen.Unless(made, none), Do: func() tea.Cmd {
			w.subject = o.variation.Game
			return w.ask(variationName, g.Info().Name)
		}},
		{Keys: "g", Does: "give it to friends: a card with its name, its code, what it is", Hint: "share", Place: 6, Refusal: screen.Unless(made, none), Do: func() tea.Cmd {
			return env.Push(NewShareCard(env, o.variation.Game, o.variation.Estimate))
		}},
		{Keys: "o", Does: "those played here in another order: players, rounds, newest, best liked", Hint: "order", Place: 4, Do: func() tea.Cmd {
			w.order = widget.Following(arcade.VariationOrders(), w.order)
			w.message.Say("%s.", w.heading(partHere))
			return w.read()
		}},
		{Keys: "F1, i", Does: "its rules", Hint: "rules", Place: 7, Refusal: screen.Unless(g != nil, none), Do: func() tea.Cmd { return env.Open(route.Rules{Game: g}) }},
		{Keys: "B", Does: "its leaderboards", Refusal: cmp.Or(screen.Unless(env.Accounts != nil, caption.NoAccounts), screen.Unless(g != nil, none)), Do: func() tea.Cmd {
			return env.Open(route.Leaders{Game: g})
		}},
		{Keys: "r", Does: "race friends at it", Refusal: cmp.Or(screen.Unless(env.Races != nil, caption.NoRaces), screen.Unless(g != nil, none)), Do: func() tea.Cmd {
			return env.Open(route.Races{Game: g})
		}},
		{Keys: "d", Does: "drop it: keep it no longer", Refusal: noDrop, Do: func() tea.Cmd {
			w.subject, w.asking = o.variation.Game, true
			return nil
		}},
		screen.KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: env.Back},
	}
}

func (w *Workshop) key(key string) tea.Cmd {
	bindings := w.Bindings()
	if w.asking && key != "y" && key != "Y" {
		w.asking = false
		return nil
	}
	w.message.Clear()
	return widget.Press(bindings, key, w.message.Refuse)
}

// enter plays the chosen game, or begins to make one up.
func (w *Workshop) enter() tea.Cmd {
	o := w.chosen()
	switch {
	case o.variation.Game != nil:
		return w.play(o.variation.Game)
	case o.start == nil && o.random == nil:
		w.message.Refuse(w.waits())
		return nil
	}
	return w.bench()
}

// play reads the player's own round of a game for a table, and takes it over.
func (w *Workshop) play(g engine.MadeUp) tea.Cmd {
	return w.Visit(w.env, w, screen.Visit{Game: g}, w.openTable)
}

// Place implements screen.Placed.
func (w *Workshop) Place() string { return "workshop" }

// openTable opens the table of a visit, from where the player comes back here.
func (w *Workshop) openTable(v screen.Visit) tea.Cmd {
	t, err := w.env.TableOf(v)
	if err != nil {
		w.message.Refuse(caption.Why(err))
		return nil
	}
	return w.env.Push(t)
}

// bench opens the design of the chosen line on the bench.
func (w *Workshop) bench() tea.Cmd {
	o := w.chosen()
	switch d := o.design(); {
	case d != nil:
		return w.env.Push(NewBench(w.env, d))
	case o.random != nil:
		b := NewBench(w.env, o.random.Random(rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))))
		b.shelving.drawn = true
		return w.env.Push(b)
	}
	w.message.Refuse(w.waits())
	return nil
}

// ask lets the player type a text, which begins as text.
func (w *Workshop) ask(kind workshopPromptKind, text string) tea.Cmd {
	most := gameNameMax
	if kind == shareCode {
		most = shareCodeMost
	}
	w.prompt = workshopPrompt{kind, widget.Line{Max: most}}
	w.prompt.line.Offer(text)
	return nil
}

// submit does what the typed text is for.
func (w *Workshop) submit() tea.Cmd {
	text := strings.TrimSpace(w.prompt.line.String())
	if w.prompt.kind == shareCode {
		d, err := ParseCode(w.env.Games.Families, text)
		if err != nil {
			w.message.Refuse(NoCode(w.env.Games.Families, err))
			return nil
		}
		w.prompt = workshopPrompt{}
		w.take(d)
		return w.read()
	}
	g := w.subject.Named(text)
	said := fmt.Sprintf("Kept as %s: it is in the lobby, under %s.", text, caption.Heading(g))
	return w.change(warned(said, w.chosen().variation.Estimate), func(workshop arcade.Workshop) error { return workshop.Keep(g) }, nil)
}

// Paste implements screen.Paster: it takes a share code from a text.
func (w *Workshop) Paste(text string) (cmd tea.Cmd, taken bool) {
	d, err := ParseCode(w.env.Games.Families, text)
	switch {
	case w.changing || w.asking:
		return nil, false
	case err == nil && w.prompt.kind != variationName:
		w.prompt = workshopPrompt{}
		w.message.Clear()
		w.take(d)
		return w.read(), true
	case w.prompt.kind != noText:
		w.prompt.line.Insert(text)
	default:
		w.message.Refuse(NoCode(w.env.Games.Families, err))
	}
	return nil, true
}

// take shows the game of a share code and chooses it. If it is one of the house, it chooses
// that.
func (w *Workshop) take(d engine.Design) {
	g, err := w.env.Games.Make(d)
	if err != nil { // cannot happen: a code is one of rules that make a game
		w.message.Refuse(caption.Why(err))
		return
	}
	made, ok := g.(engine.MadeUp)
	if ok {
		w.coded = &arcade.Variation{Game: made}
		w.message.Say("This is the game of the code. Enter plays it, s keeps it for you.")
	} else {
		w.message.Say("This is the code of %s, a game of the house.", g.Info().Name)
	}
	w.show()
	w.list.Choose(w.find(func(o offer) bool {
		return (o.part == partCoded) == ok && o.game != nil && sameGame(o.game, g)
	}))
}

// change makes a change in the workshop of the player. If it fails while a text is typed,
// typing goes on, and failed, which may be nil, takes back what has gone ahead of it.
func (w *Workshop) change(done string, do func(arcade.Workshop) error, failed func() tea.Cmd) tea.Cmd {
	w.changing = true
	workshop := w.env.Workshop
	return screen.Ask(w, func() func() tea.Cmd {
		err := do(workshop)
		return func() tea.Cmd {
			if w.changing = false; err != nil {
				w.message.Refuse(caption.Why(err))
				if failed != nil {
					return failed()
				}
				return nil
			}
			w.prompt = workshopPrompt{}
			w.message.Say("%s", done)
			return w.read()
		}
	})
}

// drop ends that the player keeps the game. It is no favourite then, whether or not the
// player waits for the answer: else favourites could grow for ever.
func (w *Workshop) drop() tea.Cmd {
	info := w.subject.Info()
	w.asking = false
	var save tea.Cmd
	var undo func() tea.Cmd
	settings := &w.env.Settings
	if settings.IsFavorite(info.ID) {
		settings.ToggleFavorite(info.ID)
		save, undo = settings.Save(), func() tea.Cmd {
			if !settings.IsFavorite(info.ID) {
				settings.ToggleFavorite(info.ID)
			}
			return settings.Save()
		}
	}
	return tea.Batch(save, w.change(info.Name+" is dropped. Your games of it stay in your history.", func(workshop arcade.Workshop) error {
		return workshop.Drop(info.ID)
	}, undo))
}
