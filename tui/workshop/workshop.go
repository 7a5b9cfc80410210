// Package workshop is the screens of the games that people make up: [Workshop] lists them, a
// [Bench] is where one is made up from the knobs of a design, and a share card is what to
// paste into a chat.
package workshop

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

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
	screen.Listing[offer]
	assortment
	naming bool // what is typed is a name, not a share code
}

// shareCodeMost is the maximum length of a share code as it is typed.
const shareCodeMost = 60

// New returns the workshop.
func New(env *screen.Env) *Workshop {
	w := &Workshop{assortment: assortment{env: env, order: arcade.ByPlayers}}
	w.Setup(env, w)
	for _, g := range ownGames(env, nil) {
		w.own = append(w.own, arcade.Variation{Game: g, Own: true})
	}
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
	w.choose(func(o offer) bool { return o.part == partWeek })
	return w
}

// Init implements Screen. It reads the list again.
func (w *Workshop) Init() tea.Cmd {
	w.show() // a bench may have left a draft since it was last on top
	return tea.Batch(w.read(), w.week.Ask(w, w.Env.Workshop, w.show))
}

// OnClose implements screen.Closer.
func (w *Workshop) OnClose() { w.week.End() }

// read reads the list again. Only the newest read counts.
func (w *Workshop) read() tea.Cmd {
	w.reads++
	now := w.assortment
	return screen.Ask(w, func() func() tea.Cmd {
		err := now.read()
		return func() tea.Cmd {
			if now.reads != w.reads {
				return nil
			}
			kept := w.assortment.take(now)
			w.show()
			if kept != nil && w.Chosen().part != partCoded {
				w.choose(func(o offer) bool { return o.game != nil && o.part == caption.Heading(kept) && sameGame(o.game, kept) })
			}
			w.Fails(err)
			return nil
		}
	})
}

// show shows the lines of the list as they are now. The chosen one stays chosen.
func (w *Workshop) show() { w.Show(w.offers(), offer.same) }

// choose chooses the first line that is meant.
func (w *Workshop) choose(meant func(offer) bool) { w.List.Choose(slices.IndexFunc(w.Rows, meant)) }

// Bindings implements Screen.
func (w *Workshop) Bindings() []widget.Binding {
	env, o := w.Env, w.Chosen()
	g, made := o.game, o.variation.Game != nil
	none := "There is no game on this line."
	enter, name := "play", "keep"
	switch {
	case o.start != nil || o.random != nil:
		enter = "start here"
		none = "First make a game of it: Enter."
		if o.part == partBench {
			enter, none = "go on", "It is not kept yet: Enter goes on with it on the bench, where s keeps it and y shares it."
		}
	case o.variation.Own:
		name = "rename"
	}
	if made {
		if _, open := w.open[g.Info().ID]; open {
			enter = "go on"
		}
	}
	noDrop := screen.When(!o.variation.Own, "You do not keep this one.")
	return append([]widget.Binding{
		w.List.UpDown("choose a game; Home and End: the first, the last", ""),
		w.List.PgUpDn("ten lines"),
		{Keys: "Enter, space", Does: "play it, or go on with it; on a place to start: make up a game from there", Hint: enter, Place: 1, Do: w.enter},
		{Keys: "mouse", Does: "a click chooses a line, another is Enter"},
		{Keys: "e", Does: "open it on the bench, where its rules are changed", Hint: "bench", Place: 2, Do: w.bench},
		{Keys: "c", Does: "type a share code, or paste one, and see its game", Hint: "code", Place: 3, Do: w.askCode},
		{Keys: "s", Does: "keep it under a name of yours, or give it another name", Hint: name, Place: 5, Refusal: screen.When(!made, none), Do: func() tea.Cmd {
			return w.askName(o.variation)
		}},
		{Keys: "y", Does: "a card to share it: its code, for a chat", Hint: "share", Place: 6, Refusal: screen.When(!made, none), Do: func() tea.Cmd {
			return env.Push(newShareCard(env, o.variation.Game, o.variation.Estimate))
		}},
		{Keys: "o", Does: "those played here in another order: players, rounds, newest, best liked", Hint: "order", Place: 4, Do: func() tea.Cmd {
			w.order = widget.Following(arcade.VariationOrders(), w.order)
			w.Say("%s.", w.heading(partHere))
			return w.read()
		}},
		{Keys: "F1, i", Does: "its rules", Hint: "rules", Place: 7, Refusal: screen.When(g == nil, none), Do: func() tea.Cmd { return env.Open(route.Rules{Game: g}) }},
		{Keys: "B", Does: "its leaderboards", Refusal: cmp.Or(screen.When(env.Accounts == nil, caption.NoAccounts), screen.When(g == nil, none)), Do: func() tea.Cmd {
			return env.Open(route.Leaders{Game: g})
		}},
		{Keys: "r", Does: "race friends at it", Refusal: cmp.Or(screen.When(env.Races == nil, caption.NoRaces), screen.When(g == nil, none)), Do: func() tea.Cmd {
			return env.Open(route.Races{Game: g})
		}},
		{Keys: "d", Does: "drop it: keep it no longer", Refusal: noDrop, Do: func() tea.Cmd {
			return w.Confirm(screen.Question{
				Text: fmt.Sprintf("Drop %s? Your games of it stay, and its code brings it back. (y/n)", g.Info().Name),
				Yes:  "yes", No: "no", Do: func() tea.Cmd { return w.drop(o.variation.Game) },
			})
		}},
	}, env.Tail("", "back")...)
}

// enter plays the chosen game, or begins to make one up.
func (w *Workshop) enter() tea.Cmd {
	o := w.Chosen()
	switch {
	case o.variation.Game != nil:
		return w.Play(screen.Visit{Game: o.variation.Game})
	case o.start == nil && o.random == nil:
		return w.Refuse(w.waits())
	}
	return w.bench()
}

// Place implements screen.Placed.
func (w *Workshop) Place() string { return "workshop" }

// bench opens the design of the chosen line on the bench.
func (w *Workshop) bench() tea.Cmd {
	o := w.Chosen()
	switch d := o.design(); {
	case d != nil:
		return w.Env.Push(NewBench(w.Env, d))
	case o.random != nil:
		return screen.Hold(&w.Base, func() (engine.Design, error) {
			return w.Env.Surprise(o.random, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))), nil
		}, func(d engine.Design) tea.Cmd {
			return w.Env.Push(NewBench(w.Env, d))
		})
	}
	return w.Refuse(w.waits())
}

// askCode asks for a share code.
func (w *Workshop) askCode() tea.Cmd {
	w.naming = false
	return w.Ask(screen.Field{
		Label: "Share code: ", Help: codeLike(w.Env.Games.Families) + " Capitals and hyphens do not matter.", Most: shareCodeMost, Enter: "read", Esc: "leave it",
		Do: func(text string) tea.Cmd {
			d, err := ParseCode(w.Env.Games, text)
			if err != nil {
				return w.Refuse(noCode(w.Env.Games.Families, err))
			}
			w.Asking = false
			w.take(d)
			return w.read()
		},
	})
}

// askName asks for the name under which the player keeps a game.
func (w *Workshop) askName(v arcade.Variation) tea.Cmd {
	w.naming = true
	return w.Ask(screen.Field{
		Label: "Name: ", Help: fmt.Sprintf("What you call it, in 1 to %d characters.", gameNameMax), Offer: v.Game.Info().Name, Most: gameNameMax, Enter: "keep", Esc: "leave it",
		Do: func(name string) tea.Cmd {
			g := v.Game.Named(name)
			return w.HoldChange(func() error { return w.Env.Workshop.Keep(g) }, func() tea.Cmd {
				w.Say("%s", warned(fmt.Sprintf("Kept as %s: it is in the lobby, under %s.", name, caption.Heading(g)), v.Estimate))
				return w.read()
			})
		},
	})
}

// Paste implements screen.Paster: it takes a share code from a text.
func (w *Workshop) Paste(text string) (cmd tea.Cmd, taken bool) {
	d, err := ParseCode(w.Env.Games, text)
	switch {
	case w.Busy() || w.Question.Text != "":
		return nil, false
	case err == nil && !(w.Asking && w.naming):
		w.Asking = false
		w.Clear()
		w.take(d)
		return w.read(), true
	case w.Asking:
		w.Insert(text)
	default:
		w.Refuse(noCode(w.Env.Games.Families, err))
	}
	return nil, true
}

// take shows the game of a share code and chooses it. If it is a built-in one, it chooses
// that.
func (w *Workshop) take(d engine.Design) {
	g, err := w.Env.Games.Make(d)
	if err != nil { // cannot happen: a code is one of rules that make a game
		w.Refuse(caption.Why(err))
		return
	}
	made, ok := g.(engine.MadeUp)
	if ok {
		w.coded = &arcade.Variation{Game: made}
		w.Say("This is the game of the code. Enter plays it, s keeps it for you.")
	} else {
		w.Say("This is the code of %s, a built-in game.", g.Info().Name)
	}
	w.show()
	w.choose(func(o offer) bool { return (o.part == partCoded) == ok && o.game != nil && sameGame(o.game, g) })
}

// drop takes a game from those that the player keeps. It is no favourite then, whether or not
// the player waits for the answer: else favourites could grow for ever.
func (w *Workshop) drop(g engine.MadeUp) tea.Cmd {
	info, workshop, settings := g.Info(), w.Env.Workshop, &w.Env.Settings
	favorite := settings.IsFavorite(info.ID)
	var save tea.Cmd
	if favorite {
		settings.ToggleFavorite(info.ID)
		save = settings.Save()
	}
	return tea.Batch(save, screen.Hold(&w.Base, func() (failed, err error) { return workshop.Drop(info.ID), nil }, func(failed error) tea.Cmd {
		if failed == nil {
			w.Say("%s is dropped. Your games of it stay in your history.", info.Name)
			return w.read()
		}
		if w.Refuse(caption.Why(failed)); !favorite || settings.IsFavorite(info.ID) {
			return nil
		}
		settings.ToggleFavorite(info.ID)
		return settings.Save()
	}))
}
