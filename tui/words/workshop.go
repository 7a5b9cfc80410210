package words

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A workshop is where people make up games: it lists what they made, and puts games on
// the bench.
type workshop struct{ *lobby }

// playedListed is how many variations of others are listed.
const playedListed = 10

// open lists the variations, or puts one on the bench: by its name, number or code, or by
// one of the words that the list tells.
func (w workshop) open(name string) {
	word := strings.ToLower(name)
	order := arcade.VariationOrder(word)
	switch {
	case len(w.env.Games.Families) == 0:
		w.say(caption.NoWorkshop)
	case word == "":
		w.list()
	case word == "bench":
		w.bench.open()
	case word == "surprise":
		random := rand.New(rand.NewPCG(uint64(w.env.Now().UnixNano()), 0))
		family := w.env.Games.Families[random.IntN(len(w.env.Games.Families))]
		w.bench.put(family.Random(random), "")
	case slices.Contains(arcade.VariationOrders(), order):
		w.listed = nil
		w.listPlayed(order)
	default:
		g, ok := w.find(name)
		if !ok {
			return
		}
		if d, ok := w.design(g); ok {
			w.bench.put(d, g.Info().Name)
		}
	}
}

// design returns the design of a game. ok is false if it has none, which design then says.
func (w workshop) design(g engine.Game) (d engine.Design, ok bool) {
	if m, ok := g.(engine.MadeUp); ok {
		return m.Design(), true
	}
	for _, f := range w.env.Games.Families {
		for _, d := range f.Designs() {
			if of, err := d.Game(d.Title()); err == nil && of.Info().ID == g.Info().ID {
				return d, true
			}
		}
	}
	w.sayf("%s has no knobs, and no code but its name: workshop lists the games that have.", g.Info().Name)
	return nil, false
}

// list lists the player's variations, those played here and the games to start from.
func (w workshop) list() {
	w.listed = nil
	own := w.env.Games.All()[len(w.env.Games.House):]
	w.say("Your variations:")
	for _, g := range own {
		w.sayf("%d: %s", w.number(g), w.known(g))
	}
	if len(own) == 0 {
		w.say("None yet.")
	}
	w.listPlayed(arcade.ByPlayers)
	w.say("Games to start from:")
	for _, f := range w.env.Games.Families {
		for _, d := range f.Designs() {
			if g, err := d.Game(d.Title()); err == nil {
				w.sayf("%d: %s.", w.number(g), g.Info().Name)
			}
		}
	}
	if b := w.bench; b.design != nil && (w.place != nil || !w.atBench) {
		w.sayf("%s is on the bench: workshop bench goes there.", b.title())
	}
	w.say("workshop and a name, a number or a code puts a game on the bench, to change its knobs.")
	w.say("workshop surprise takes one by chance, workshop week the one of the week.")
}

// listPlayed lists variations that were played here and are not the player's own, in an
// order.
func (w workshop) listPlayed(order arcade.VariationOrder) {
	if w.env.Workshop == nil {
		return
	}
	all, err := w.env.Workshop.Variations(order, playedListed+arcade.VariationsMax)
	if w.sayIfFailed(err) {
		return
	}
	own, played := w.env.Games.All(), 0
	for _, v := range all {
		if _, mine := own.Find(v.Game.Info().ID); !mine && played < playedListed {
			if played++; played == 1 {
				w.sayf("Of others, by %s:", orderText[order])
			}
			w.sayf("%d: %s", w.number(v.Game), about(v))
		}
	}
	if played == 0 {
		w.say("No variation of others was played here yet.")
	} else {
		w.say("workshop newest lists them by age; rounds, best liked and players are other orders.")
	}
}

// orderText is what each order counts.
var orderText = map[arcade.VariationOrder]string{
	arcade.ByPlayers: "number of players",
	arcade.ByRounds:  "number of games",
	arcade.ByAge:     "age, the newest first",
	arcade.ByKeepers: "number of players who keep them",
}

// known returns what is known of a game, as about does, or its name if that cannot be read.
func (w workshop) known(g engine.Game) string {
	if m, ok := g.(engine.MadeUp); ok && w.env.Workshop != nil {
		if v, err := w.env.Workshop.Variation(m); err == nil {
			v.Game = m
			return about(v)
		}
	}
	return g.Info().Name + "."
}

// about returns what is known of a variation: its name, who kept it first, what it is and how much
// it is played.
func about(v arcade.Variation) string {
	name := v.Game.Info().Name
	if !v.Own && v.By != "" {
		name += " by " + v.By
	}
	parts := []string{name + ": " + v.Game.Design().Summary()}
	if v.Players > 0 {
		parts = append(parts, caption.Plural(v.Players, "player")+", "+caption.Plural(v.Rounds, "game"))
	}
	if v.Keepers > 1 || v.Keepers > 0 && !v.Own {
		parts = append(parts, "Kept by "+caption.Plural(v.Keepers, "player"))
	}
	if v.Estimate.Deals > 0 {
		parts = append(parts, v.Estimate.String())
	}
	if warning := v.Estimate.Warning(); warning != "" {
		parts = append(parts, "Beware: "+warning)
	}
	for i, part := range parts {
		parts[i] = caption.Sentence(part)
	}
	return strings.Join(parts, " ")
}

// week tells of the variation of the week.
func (w workshop) week(string) {
	if w.env.Workshop == nil {
		w.say(caption.NoWorkshop)
		return
	}
	v, err := w.weekly()
	if w.sayIfFailed(err) {
		return
	}
	w.sayf("The variation of the week, the same on every arcade: %s", about(v))
	w.say("play week begins it, rules week explains it, workshop week puts it on the bench.")
}

// keep keeps the game at hand under a name, or without one under the name by which it is
// known. A number or a share code means that game instead of a name.
func (w workshop) keep(name string) {
	which := ""
	if _, err := strconv.Atoi(name); err == nil || w.isCode(name) {
		which, name = name, ""
	}
	g, ok := w.named(which)
	if !ok {
		return
	}
	m, ok := g.(engine.MadeUp)
	switch {
	case !ok:
		w.sayf("These are the rules of %s, which is in the lobby: play %s begins it.", g.Info().Name, g.Info().Name)
		return
	case w.env.Workshop == nil:
		w.say("Nothing can be kept in this session: share tells the code, which is the rules.")
		return
	}
	was := w.called(m)
	_, renamed := w.own(m)
	if name = strings.Join(strings.Fields(strings.Trim(name, " \"'")), " "); name == "" {
		name = m.Info().Name
	}
	if named, err := m.Design().Game(name); err != nil {
		w.say(caption.Sentence(caption.Why(err)) + " Type keep and another name.")
		return
	} else if m, ok = named.(engine.MadeUp); !ok {
		return // cannot happen: it was one under another name
	}
	if w.sayIfFailed(w.env.Workshop.Keep(m)) {
		return
	}
	w.listed = nil // the numbers are others now
	w.bench.estimates.keep(m)
	defer w.bench.estimates.sayWarning(m)
	if renamed {
		w.sayf("%s is called %s now.", was, m.Info().Name)
		return
	}
	if was != m.Info().Name {
		was += " is kept as " + m.Info().Name
	} else {
		was += " is kept"
	}
	number := slices.IndexFunc(w.env.Games.All(), func(o engine.Game) bool { return o.Info().ID == m.Info().ID }) + 1
	w.sayf("%s: it is number %d of the games. play %d begins it, share tells its code.", was, number, number)
}

// own returns the game with the ID of g among those that the player keeps, and whether
// there is one.
func (w workshop) own(g engine.Game) (engine.Game, bool) {
	return w.env.Games.All()[len(w.env.Games.House):].Find(g.Info().ID)
}

// named returns the game of a name, or without one the game at hand: on the bench, at the
// table, or asked about last. ok is false if there is none, which named then says.
func (w workshop) named(name string) (g engine.Game, ok bool) {
	if l := w.lobby; name == "" && l.place == nil && !l.atBench && l.subject == nil {
		w.say("Say which game: workshop lists them, and workshop NAME puts one on the bench.")
		return nil, false
	}
	return w.about(name)
}

// drop ends that the player keeps a game.
func (w workshop) drop(name string) {
	g, ok := w.named(name)
	if !ok {
		return
	}
	own, kept := w.own(g)
	switch {
	case w.env.Workshop == nil:
		w.say(caption.NoWorkshop)
	case !kept:
		w.sayf("%s is none of your variations: workshop lists them.", g.Info().Name)
	case !w.sayIfFailed(w.env.Workshop.Drop(own.Info().ID)):
		w.listed = nil
		w.sayf("%s is dropped; its games stay in your history. Its code brings it back: workshop %s.",
			own.Info().Name, own.(engine.MadeUp).Design().Code())
	}
}

// share tells the code of a game: what a friend needs.
func (w workshop) share(name string) {
	g, ok := w.named(name)
	if !ok {
		return
	}
	d, ok := w.design(g)
	if !ok {
		return
	}
	w.sayf("%s.", w.called(g))
	w.bench.estimates.sayWarning(g)
	w.say(d.Summary())
	w.say(d.Code())
	w.sayf("Spelled: %s.", caption.Spelled(d.Code()))
	w.say("The code is the rules, on every arcade: play and the code begins the game.")
	if w.env.Command != "" {
		w.sayf("%s variation %s shows it.", w.env.Command, d.Code())
	}
}

// sayCode says what a share code is good for.
func (w workshop) sayCode(code string) {
	if g, ok := w.find(code); ok {
		w.sayf("That is the code of %s. %s", w.called(g), caption.Sentence(g.Info().Summary))
		w.say("play and the code begins it, rules and the code explains it, workshop and the code puts it on the bench.")
	}
}
