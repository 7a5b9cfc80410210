package words

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// find returns the game with a name, or with a number in the list. ok is false if that is
// not exactly one game, which find then says.
func (l *lobby) find(name string) (engine.Game, bool) {
	g, err := l.named(name)
	var several *engine.NameError
	var code *engine.CodeError
	switch {
	case err == nil:
		for _, other := range l.env.Games.Namesakes(name, g) {
			l.sayf("This is %s. %s has the name %s.", g.Info().Name, other.Info().Name, other.Info().ID)
		}
		return g, true
	case name == "":
		l.say("Say which game: games lists them.")
	case errors.As(err, &several) && len(several.Fits) > 1:
		var names []string
		also := "number in the list"
		for _, g := range several.Fits {
			names = append(names, l.told(g))
			if names[len(names)-1] != g.Info().Name {
				also = "code"
			}
		}
		l.sayf("%q can mean %s. Its %s will do, too.", several.Name, engine.Listed(names, "or"), also)
	case several != nil && engine.LooksFresh(name[strings.LastIndex(name, " ")+1:]):
		l.sayf("%s looks like the code of a deal: deal GAME CODE plays it.", strings.ToUpper(name[strings.LastIndex(name, " ")+1:]))
	case errors.As(err, &code):
		l.say(caption.Sentence(code.Why) + " Compare it with the one that you were given.")
	case several == nil:
		l.say(caption.Sentence(err.Error()))
	default:
		l.say(caption.Sentence(cmp.Or(several.Meant(), fmt.Sprintf("there is no game %q: games lists them", strings.ToLower(name)))))
	}
	return nil, false
}

// means reports whether a text is the name of one game, or its number in the list.
func (l *lobby) means(text string) bool {
	_, err := l.named(text)
	return err == nil
}

// number returns the number of a game in the list that is being told.
func (l *lobby) number(g engine.Game) int {
	l.listed = append(l.listed, g)
	return len(l.listed)
}

// named returns the game with a number in the list that was told last, or with a name or a share code; "week"
// means the variation of the week. The error is an *engine.NameError, or says why the game
// of a code or of the week cannot be had.
func (l *lobby) named(name string) (engine.Game, error) {
	numbered := l.listed
	if numbered == nil {
		numbered = l.env.Games.All()
	}
	if i, err := strconv.Atoi(name); err == nil && 1 <= i && i <= len(numbered) {
		return numbered[i-1], nil
	}
	if strings.EqualFold(name, "week") {
		v, err := l.weekly()
		if err != nil {
			return nil, err
		}
		return v.Game, nil
	}
	g, err := l.env.Games.Resolve(name)
	none := new(engine.NameError)
	if !errors.As(err, &none) || len(none.Fits) > 0 {
		return g, err
	}
	others, _ := session.Begun(l.env.Workshop)
	if other, also := session.Listed(engine.Library{House: others}, l.listed).Resolve(name); also == nil || !errors.As(also, &none) || len(none.Fits) > 0 {
		return other, also
	}
	return g, err
}

// weekPatience is how long the variation of the week may take before the player is told.
const weekPatience = time.Second / 2

// errNotNow is returned to a player who does not want to wait.
var errNotNow = errors.New("it is not chosen yet: week asks again")

// weekly waits a while for the variation of the week.
func (l *lobby) weekly() (v arcade.Variation, err error) {
	stopped := l.in.interruptible(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		l.tellLate(weekPatience, "The variation of the week is being chosen. Ctrl-C stops waiting.", func() { v, err = l.env.Workshop.Week(ctx) })
	})
	if stopped || errors.Is(err, context.DeadlineExceeded) {
		return arcade.Variation{}, errNotNow
	}
	return v, err
}

// isCode reports whether a text is meant as a share code.
func (l *lobby) isCode(text string) bool {
	_, err := l.env.Games.ParseCode(text)
	return !errors.Is(err, engine.ErrNoCode)
}

// told returns a text by which the player can name a game. A game in no list may have the
// name of another: it is told with its share code.
func (l *lobby) told(g engine.Game) string {
	m, ok := g.(engine.MadeUp)
	if _, listed := l.env.Games.All().Find(g.Info().ID); listed || !ok {
		return g.Info().Name
	}
	return fmt.Sprintf("%s (%s)", l.env.Called(g), m.Design().Code())
}
