package workshop

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/screen"
	"boardwalk/tui/session"
	"boardwalk/tui/theme"
)

// An assortment is what the workshop lists.
type assortment struct {
	env    *screen.Env
	order  arcade.VariationOrder
	own    []arcade.Variation      // the player keeps them, or has an open round of them
	here   []arcade.Variation      // those played here, in the order
	coded  *arcade.Variation       // of the share code that was read last, nil if there is none
	open   map[string]arcade.Saved // the player's open rounds, by game
	week   screen.Week
	reads  int  // how often everything was begun to be read
	loaded bool // here has been read
}

// An offer is a line of the workshop's list. It has a variation, a design to start from or
// to go on with, or a family to draw from; that of the week has none of them until it is
// chosen.
type offer struct {
	part      string // the heading above it
	variation arcade.Variation
	start     engine.Design
	random    engine.Family
	game      engine.Game // of the variation or the start, nil if it makes none
}

// The parts of the list, besides the player's own games.
const (
	partCoded = "From a share code"
	partBench = "On the bench, not kept yet"
	partStart = "Make one up, starting from"
	partWeek  = "The variation of the week"
	partHere  = "Everyone's"
)

// variationsShown is how many of the games played here are read.
const variationsShown = 100

// ownGames returns the games that the player keeps, and those of begun that are not among
// them.
func ownGames(env *screen.Env, begun engine.Catalog) (games []engine.MadeUp) {
	for _, g := range session.Listed(engine.Library{Shelf: env.Games.Shelf}, begun) {
		if made, ok := g.(engine.MadeUp); ok {
			games = append(games, made)
		}
	}
	return games
}

// read reads everything again. What cannot be read is left out; the error is the first.
func (a *assortment) read() error {
	var first error
	note := func(err error) { first = cmp.Or(first, err) }
	known := func(g engine.MadeUp) arcade.Variation {
		v, err := a.env.Workshop.Variation(g)
		if note(err); v.Game == nil {
			v.Game = g
		}
		return v
	}
	begun, err := session.Begun(a.env.Workshop)
	note(err)
	a.own, a.open = nil, make(map[string]arcade.Saved)
	for _, g := range ownGames(a.env, begun) {
		a.own = append(a.own, known(g))
	}
	for _, g := range begun {
		saved, rev, err := a.env.Store.Saved(g.Info().ID)
		if note(err); rev != 0 {
			a.open[g.Info().ID] = saved
		}
	}
	if a.coded != nil {
		v := known(a.coded.Game)
		a.coded = &v
	}
	a.here, err = a.env.Workshop.Variations(a.order, variationsShown)
	note(err)
	return first
}

// take takes what was read. It returns a game that the player has kept since the last time, nil if there
// is none.
func (a *assortment) take(now assortment) (kept engine.Game) {
	for _, v := range now.own {
		if v.Own && !slices.ContainsFunc(a.own, func(was arcade.Variation) bool { return was.Own && sameGame(was.Game, v.Game) }) {
			kept = v.Game
		}
	}
	a.own, a.here, a.open, a.loaded = now.own, now.here, now.open, true
	if a.coded != nil && now.coded != nil && sameGame(a.coded.Game, now.coded.Game) {
		a.coded = now.coded
	}
	return kept
}

// offers returns the lines of the list.
func (a *assortment) offers() (all []offer) {
	add := func(part string, o offer) {
		o.part = part
		switch {
		case o.variation.Game != nil:
			o.game = o.variation.Game
		case o.start != nil:
			o.game, _ = o.start.Game(o.start.Title())
		}
		all = append(all, o)
	}
	if a.coded != nil {
		add(partCoded, offer{variation: *a.coded})
	}
	for _, v := range a.own {
		add(caption.Heading(v.Game), offer{variation: v})
	}
	if d := a.env.Settings.Draft(a.env.Games.Families); d != nil && !slices.ContainsFunc(a.own, func(v arcade.Variation) bool {
		return v.Own && v.Game.Design().Text() == d.Text() // it can have been kept since
	}) {
		add(partBench, offer{start: d})
	}
	for _, f := range a.env.Games.Families {
		add(partStart, offer{random: f})
		for _, d := range f.Designs() {
			add(partStart, offer{start: d})
		}
	}
	add(partWeek, offer{variation: a.week.Variation})
	for _, v := range a.here {
		add(partHere, offer{variation: v})
	}
	return all
}

// heading returns the heading of a part of the list.
func (a *assortment) heading(part string) string {
	if part != partHere {
		return part
	}
	return part + ", " + map[arcade.VariationOrder]string{
		arcade.ByPlayers: "most players first", arcade.ByRounds: "most rounds first",
		arcade.ByAge: "the newest first", arcade.ByKeepers: "kept by most first",
	}[a.order]
}

// line returns a line of the list for w columns.
func (a *assortment) line(look *theme.Look, o offer, w int) string {
	v := o.variation
	switch {
	case o.random != nil && len(a.env.Games.Families) > 1:
		return look.Cut("Surprise me: "+o.random.Name(), w)
	case o.random != nil:
		return look.Cut("Surprise me", w)
	case o.start != nil && o.game == nil:
		return look.Cut("no game yet", w)
	case o.start != nil:
		return look.Cut(o.game.Info().Name, w)
	case v.Game == nil && a.week.Err != "":
		return look.Cut(look.Translate("none: "+a.week.Err), w)
	case v.Game == nil:
		return look.Cut("being chosen ...", w)
	}
	players, level := "", ""
	if v.Players > 0 {
		players = fmt.Sprintf("%7d", v.Players)
	}
	if v.Estimate.Deals > 0 {
		level = string(v.Estimate.Level())
	}
	return workshopRow(look, w, v.Game.Info().Name, a.by(o, w-gameNameMax-1), players, level)
}

// by returns by whom the game of a line is or, if the player has an open round of it, how
// far that is, for w columns.
func (a *assortment) by(o offer, w int) string {
	v := o.variation
	saved, open := a.open[v.Game.Info().ID]
	moves := len(saved.Record.Moves)
	switch {
	case open:
		return screen.Fitting(w, "open at "+caption.AtMove(moves), "at "+caption.AtMove(moves))
	case v.Own && o.part == caption.Heading(v.Game):
		return ""
	case v.Own:
		return "yours"
	}
	return v.By
}

// about returns what is said about a line.
func (a *assortment) about(o offer) (paragraphs []string) {
	d, v := o.design(), o.variation
	switch {
	case o.random != nil:
		return []string{"A random new game. Enter puts it on the bench, where you see it, change it and try it."}
	case d == nil:
		return []string{"A game drawn at random that is worth playing: the same on every arcade, from Monday to Sunday. " + a.waits()}
	case o.part == partBench:
		says := caption.Sentence(d.Summary())
		if p := d.Problem(); p != nil {
			says = p.Why
		}
		return []string{says, "Your last work on the bench, not kept. Enter goes on there."}
	case o.start != nil:
		says := "Enter puts its rules on the bench, where you change them."
		if _, made := o.game.(engine.MadeUp); !made {
			says += " The built-in game stays as it is."
		}
		return []string{caption.Sentence(d.Summary()), says}
	}
	says := "Code " + d.Code() + "."
	if saved, open := a.open[v.Game.Info().ID]; open {
		says = fmt.Sprintf("Enter goes on with your open game (%s). ", saved.Class().Name()) + says
	}
	says = strings.TrimSpace(says + " " + caption.Variation(v))
	if warning := v.Estimate.Warning(); warning != "" {
		return []string{"! " + warning + " " + caption.Sentence(d.Summary()), says}
	}
	return []string{caption.Sentence(d.Summary()), says}
}

// waits returns why there is no variation of the week yet.
func (a *assortment) waits() string {
	if a.week.Err != "" {
		return a.week.Err
	}
	return "It is being chosen. This can take a minute, once a week."
}

// same reports whether two lines are about the same.
func (o offer) same(p offer) bool {
	switch {
	case o.part != p.part || (o.game == nil) != (p.game == nil) || (o.random == nil) != (p.random == nil):
		return false
	case o.random != nil:
		return o.random.Name() == p.random.Name()
	case o.start != nil && p.start != nil:
		return o.start.Text() == p.start.Text()
	}
	return o.game == nil || sameGame(o.game, p.game)
}

func sameGame(a, b engine.Game) bool { return a.Info().ID == b.Info().ID }

// design returns the design that a line is about, nil if there is none.
func (o offer) design() engine.Design {
	if o.variation.Game != nil {
		return o.variation.Game.Design()
	}
	return o.start
}

// workshopRow returns a line of the list with as many columns as fit w. In a narrow window
// the second column has the rest of the width.
func workshopRow(look *theme.Look, w int, texts ...string) string {
	first := min(gameNameMax, w)
	widths := []int{first, min(18, w-first-1), 7, 9}
	if widths[1] < 6 {
		widths = widths[:1]
	}
	return screen.Row(look, w, widths, texts...)
}
