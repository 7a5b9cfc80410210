package words

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// names finds the games that the player means by what was typed, and says what games are
// called.
type names struct {
	*terminal
	env    *session.Ports
	listed engine.Catalog // the games that the workshop has numbered, nil once another list was told
}

// find returns the game with a name, or with a number in the list. ok is false if that is
// not exactly one game, which find then says.
func (n *names) find(name string) (engine.Game, bool) {
	g, err := n.named(name)
	var several *engine.NameError
	var code *engine.CodeError
	switch {
	case err == nil:
		for _, other := range n.env.Games.Namesakes(name, g) {
			n.sayf("This is %s. %s has the name %s.", g.Info().Name, other.Info().Name, other.Info().ID)
		}
		return g, true
	case name == "":
		n.say("Say which game: games lists them.")
	case errors.As(err, &several) && len(several.Fits) > 1:
		var names []string
		also := "number in the list"
		for _, g := range several.Fits {
			names = append(names, n.told(g))
			if names[len(names)-1] != g.Info().Name {
				also = "code"
			}
		}
		n.sayf("%q can mean %s. Its %s will do, too.", several.Name, listed(names, "or"), also)
	case errors.As(err, &code):
		n.say(caption.Sentence(code.Why) + " Compare it with the one that you were given.")
	case several == nil:
		n.say(caption.Sentence(err.Error()))
	default:
		n.sayf("There is no game %q: games lists them.", strings.ToLower(name))
	}
	return nil, false
}

// means reports whether a text is the name of one game, or its number in the list.
func (n *names) means(text string) bool {
	_, err := n.named(text)
	return err == nil
}

// number returns the number of a game in the list that is being told.
func (n *names) number(g engine.Game) int {
	n.listed = append(n.listed, g)
	return len(n.listed)
}

// named returns the game with a number in the list that was told last, or with a name or a share code; "week"
// means the variation of the week. The error is an *engine.NameError, or says why the game
// of a code or of the week cannot be had.
func (n *names) named(name string) (engine.Game, error) {
	numbered := n.listed
	if numbered == nil {
		numbered = n.env.Games.All()
	}
	if i, err := strconv.Atoi(name); err == nil && 1 <= i && i <= len(numbered) {
		return numbered[i-1], nil
	}
	if strings.EqualFold(name, "week") && n.env.Workshop != nil {
		v, err := n.weekly()
		if err != nil {
			return nil, err
		}
		return v.Game, nil
	}
	g, err := n.env.Games.Resolve(name)
	if none := new(engine.NameError); !errors.As(err, &none) || len(none.Fits) > 0 {
		return g, err
	}
	others, _ := session.Begun(n.env.Workshop)
	return session.Listed(engine.Library{House: others}, n.listed).Resolve(name)
}

// weekPatience is how long the variation of the week may take before the player is told.
const weekPatience = time.Second / 2

// errNotNow is returned to a player who does not want to wait.
var errNotNow = errors.New("it is not chosen yet: week asks again")

// weekly waits for the variation of the week.
func (n *names) weekly() (v arcade.Variation, err error) {
	stopped := n.in.interruptible(func(ctx context.Context) {
		told := make(chan struct{})
		patience := time.AfterFunc(weekPatience, func() {
			n.tell("The variation of the week is being chosen. Ctrl-C stops waiting.")
			close(told)
		})
		v, err = n.env.Workshop.Week(ctx)
		if !patience.Stop() {
			<-told
		}
	})
	if stopped {
		return arcade.Variation{}, errNotNow
	}
	return v, err
}

// isCode reports whether a text is meant as a share code.
func (n *names) isCode(text string) bool {
	return slices.ContainsFunc(n.env.Games.Families, func(f engine.Family) bool {
		_, err := f.ParseCode(text)
		return !errors.Is(err, engine.ErrNoCode)
	})
}

// by returns who kept a game first: " by ann". It returns "" for the built-in games, and
// for those that the player keeps.
func (n *names) by(g engine.Game) string {
	m, ok := g.(engine.MadeUp)
	if !ok || n.env.Workshop == nil {
		return ""
	}
	if v, err := n.env.Workshop.Variation(m); err == nil && !v.Own && v.By != "" {
		return " by " + v.By
	}
	return ""
}

// told returns a text by which the player can name a game. A game in no list may have the
// name of another: it is told with its share code.
func (n *names) told(g engine.Game) string {
	m, ok := g.(engine.MadeUp)
	if _, listed := n.env.Games.All().Find(g.Info().ID); listed || !ok {
		return g.Info().Name
	}
	return fmt.Sprintf("%s (%s)", n.called(g), m.Design().Code())
}

// called returns what a game is called here, with who kept it first.
func (n *names) called(g engine.Game) string { return g.Info().Name + n.by(g) }

// nameOf returns what a game is called here, by its ID and the rules beside it.
func (n *names) nameOf(id, rules string) string {
	if g, ok := n.env.Games.Restore(id, rules); ok {
		return n.called(g)
	}
	return id
}
