package words

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
)

// dealOfKind deals a deal of the kind that is the first or the last of the words; the others
// name the game. It reports whether there is a kind among them: a code could be one, too, but
// hardly ever is.
func (l *lobby) dealOfKind(words []string) bool {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "--grade" })
	k, words, ok := grade.CutKind(words)
	if !ok {
		return false
	}
	if g, ok := l.gameToDeal(k, strings.Join(words, " ")); ok {
		l.dealKind(g, k)
	}
	return true
}

// gameToDeal returns the game of a name, or that on the table. ok is false if there is none,
// which it then says.
func (l *lobby) gameToDeal(k grade.Kind, name string) (g engine.Game, ok bool) {
	switch {
	case name != "":
		return l.find(name)
	case l.table() != nil:
		return l.table().game(), true
	}
	l.sayf("Say the game, too, such as deal %s hop 45.", k)
	return nil, false
}

// dealKind deals a deal of a kind. It asks first if a round would be given up, and gives it up
// only once the deal is there.
func (l *lobby) dealKind(g engine.Game, k grade.Kind) {
	var kinds []grade.Kind
	if l.env.Deals != nil {
		kinds = l.env.Deals.Kinds(g)
	}
	switch {
	case len(kinds) == 0:
		l.sayf("Deals of %s come only as they come: new or play deals one.", g.Info().Name)
		return
	case !slices.Contains(kinds, k):
		l.sayf("There are no %s deals of %s, only winnable ones.", k, g.Info().Name)
		return
	case l.plays(g.Info().ID):
		l.dealInstead(func() { l.seek(g, k) })
		return
	}
	_, rev, err := l.env.Store.Saved(g.Info().ID)
	switch {
	case l.sayIfUnread(err):
	case rev != 0:
		l.say(g.Info().Name + " is open: play it first, and finish it or deal there.")
	default:
		l.seek(g, k)
	}
}

// seek looks for a deal of a kind, and goes to its table.
func (l *lobby) seek(g engine.Game, k grade.Kind) {
	var code engine.Code
	var mark grade.Mark
	var err error
	l.sayf("Looking for a %s deal. Ctrl-C stops.", k)
	stopped := l.in.interruptible(func(ctx context.Context) { code, mark, err = l.env.Deals.Deal(ctx, g, k) })
	switch t := l.table(); {
	case stopped:
		l.say("No new deal, then.")
		return
	case err != nil:
		l.say(caption.Sentence(err.Error()))
		return
	case t != nil && l.plays(g.Info().ID):
		if !t.store() {
			return
		}
	case !l.leaveTable():
		return
	}
	r := newRound(l.env, g, code, false)
	r.seat.SetGrade(mark)
	l.openTable(r)
}

// dealtText says what kind of deal a fresh round is of.
func dealtText(r *round) string {
	if m := r.seat.Grade(); m != (grade.Mark{}) {
		return fmt.Sprintf("a %s deal, which is assisted: it ranks only with assisted games.", m.Kind)
	}
	return "a fresh deal, which counts."
}

// kindText returns what is known of the deal of a daily, as the end of a clause: ", stern".
func kindText(d arcade.DailyStatus) string {
	if kind := caption.DailyKind(d); kind != "" {
		return ", " + kind
	}
	return ""
}
