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

// playedListed is how many variations of others are listed.
const playedListed = 10

// workshop lists the variations, or puts one on the bench: by its name, number or code, or by
// one of the words that the list tells.
func (l *lobby) workshop(name string) {
	word := strings.ToLower(name)
	order := arcade.VariationOrder(word)
	switch {
	case word == "":
		l.listVariations()
	case word == "bench":
		l.bench.open()
	case word == "surprise":
		random := rand.New(rand.NewPCG(uint64(l.env.Now().UnixNano()), 0))
		family := l.env.Games.Families[random.IntN(len(l.env.Games.Families))]
		l.bench.put(l.env.Surprise(family, random), "")
	case slices.Contains(arcade.VariationOrders(), order):
		l.listed = nil
		l.listPlayed(order)
	default:
		if _, err := strconv.Atoi(name); err == nil && l.listed == nil { // the number is of the list that was not told
			l.listVariations()
			l.answer = nil
			defer func() { l.listed = nil }()
		}
		g, ok := l.find(name)
		if !ok {
			return
		}
		if d, ok := l.designOf(g); ok {
			l.bench.put(d, g.Info().Name)
		}
	}
}

// designOf returns the design of a game. ok is false if it has none, which designOf then says.
func (l *lobby) designOf(g engine.Game) (d engine.Design, ok bool) {
	if d, ok = l.env.Games.DesignOf(g); ok {
		return d, true
	}
	l.sayf("%s has no knobs and no share code: workshop lists the games that do.", g.Info().Name)
	return nil, false
}

// listVariations lists the player's variations, those played here and the games to start from.
func (l *lobby) listVariations() {
	l.listed = nil
	own := l.env.Games.All()[len(l.env.Games.House):]
	l.say("Your variations:")
	for _, g := range own {
		l.sayf("%d: %s", l.number(g), l.known(g))
	}
	if len(own) == 0 {
		l.say("None yet.")
	}
	l.listPlayed(arcade.ByPlayers)
	l.say("Games to start from:")
	for _, f := range l.env.Games.Families {
		for _, d := range f.Designs() {
			if g, err := d.Game(d.Title()); err == nil {
				l.sayf("%d: %s.", l.number(g), g.Info().Name)
			}
		}
	}
	if b := l.bench; b.design != nil && (l.place != nil || !l.atBench) {
		l.sayf("%s is on the bench: workshop bench goes there.", b.title())
	}
	l.say("workshop and a name, a number or a code puts a game on the bench, to change its knobs.")
	l.say("workshop surprise takes one by chance, workshop week the one of the week.")
}

// listPlayed lists variations that were played here and are not the player's own, in an order.
func (l *lobby) listPlayed(order arcade.VariationOrder) {
	played, err := l.env.Workshop.Variations(order, playedListed+arcade.VariationsMax)
	if l.sayIfFailed(err) {
		return
	}
	own := l.env.Games.All()
	played = slices.DeleteFunc(slices.Clone(played), func(v arcade.Variation) bool {
		_, mine := own.Find(v.Game.Info().ID)
		return mine
	})
	if len(played) == 0 {
		l.say("No variation of others was played here yet.")
		return
	}
	l.sayf("Of others, by %s:", orderText[order])
	for _, v := range played[:min(len(played), playedListed)] {
		l.sayf("%d: %s", l.number(v.Game), about(v))
	}
	l.say("workshop newest lists them by age; rounds, best liked and players are other orders.")
}

// orderText is what each order counts.
var orderText = map[arcade.VariationOrder]string{
	arcade.ByPlayers: "number of players",
	arcade.ByRounds:  "number of games",
	arcade.ByAge:     "age, the newest first",
	arcade.ByKeepers: "number of players who keep them",
}

// known returns what is known of a game, as about does, or its name if that cannot be read.
func (l *lobby) known(g engine.Game) string {
	if m, ok := g.(engine.MadeUp); ok {
		if v, err := l.env.Workshop.Variation(m); err == nil {
			v.Game = m
			return about(v)
		}
	}
	return g.Info().Name + "."
}

// about returns what a variation is, and what is known of it.
func about(v arcade.Variation) string {
	says := strings.TrimSpace(v.Game.Info().Name + ": " + caption.Sentence(v.Game.Design().Summary()) + " " + caption.Variation(v))
	if warning := v.Estimate.Warning(); warning != "" {
		says += " Beware: " + warning
	}
	return says
}

// week tells of the variation of the week.
func (l *lobby) week(string) {
	v, err := l.weekly()
	if l.sayIfFailed(err) {
		return
	}
	l.sayf("The variation of the week, the same on every arcade: %s", about(v))
	l.say("play week begins it, rules week explains it, workshop week puts it on the bench.")
}

// keep keeps the game at hand under a name, or without one under the name by which it is
// known. A number or a share code means that game instead of a name.
func (l *lobby) keep(name string) {
	which := ""
	if _, err := strconv.Atoi(name); err == nil || l.isCode(name) {
		which, name = name, ""
	}
	g, ok := l.atHand(which)
	if !ok {
		return
	}
	m, ok := g.(engine.MadeUp)
	if !ok {
		l.sayf("These are the rules of %s: play %s begins it.", g.Info().Name, g.Info().Name)
		return
	}
	was := l.env.Called(m)
	_, renamed := l.own(m)
	if name = strings.Join(strings.Fields(strings.Trim(name, " \"'")), " "); name == "" {
		name = m.Info().Name
	}
	if named, err := m.Design().Game(name); err != nil {
		l.say(caption.Sentence(caption.Why(err)) + " Type keep and another name.")
		return
	} else if m, ok = named.(engine.MadeUp); !ok {
		return // cannot happen: it was one under another name
	}
	if l.sayIfFailed(l.env.Workshop.Keep(m)) {
		return
	}
	l.listed = nil // the numbers are others now
	l.bench.keepEstimate(m)
	defer l.bench.sayWarning(m)
	if renamed {
		l.sayf("%s is called %s now.", was, m.Info().Name)
		return
	}
	if was != m.Info().Name {
		was += " is kept as " + m.Info().Name
	} else {
		was += " is kept"
	}
	l.sayf("%s. play %s begins it, share tells its code.", was, m.Info().Name)
}

// own returns the game with the ID of g among those that the player keeps, and whether
// there is one.
func (l *lobby) own(g engine.Game) (engine.Game, bool) {
	return l.env.Games.All()[len(l.env.Games.House):].Find(g.Info().ID)
}

// atHand returns the game of a name, or without one the game at hand: on the bench, at the
// table, or asked about last. ok is false if there is none, which atHand then says.
func (l *lobby) atHand(name string) (g engine.Game, ok bool) {
	if name == "" && l.place == nil && !l.atBench && l.subject == nil {
		l.say("Say which game: workshop lists them, and workshop NAME puts one on the bench.")
		return nil, false
	}
	return l.about(name)
}

// drop takes a game from those that the player keeps.
func (l *lobby) drop(name string) {
	g, ok := l.atHand(name)
	if !ok {
		return
	}
	own, kept := l.own(g)
	if !kept {
		l.sayf("%s is none of your variations: workshop lists them.", g.Info().Name)
		return
	}
	l.ask("Drop "+own.Info().Name+"? Your games of it stay, and its code brings it back.", "You keep it.", func() {
		l.listed = nil
		l.sayDone(l.env.Workshop.Drop(own.Info().ID), "%s is dropped. Its code brings it back: workshop %s.",
			own.Info().Name, own.(engine.MadeUp).Design().Code())
	})
}

// share tells the code of a game: what a friend needs.
func (l *lobby) share(name string) {
	g, ok := l.atHand(name)
	if !ok {
		return
	}
	d, ok := l.designOf(g)
	if !ok {
		return
	}
	l.sayf("%s.", l.env.Called(g))
	l.bench.sayWarning(g)
	l.say(d.Summary())
	l.say(d.Code())
	l.sayf("Spelled: %s.", caption.Spelled(d.Code()))
	l.say("The code is the rules, on every arcade: play and the code begins the game.")
	if l.env.Command != "" {
		l.say("In a shell on your own machine this shows it:", l.env.Command+" variation "+d.Code())
	}
}

// sayCode says what a share code is good for.
func (l *lobby) sayCode(code string) {
	if g, ok := l.find(code); ok {
		l.sayf("That is the code of %s. %s", l.env.Called(g), caption.Sentence(g.Info().Summary))
		l.say("play and the code begins it, rules and the code explains it, workshop and the code puts it on the bench.")
	}
}
