package words

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
)

// deal plays the deal of a code, or one of a kind. The other words name a game, or there are none
// for that on the table.
func (l *lobby) deal(args string) {
	words := slices.DeleteFunc(strings.Fields(args), func(w string) bool { return w == "--grade" })
	k, name, err := grade.CutKind(words) // a code could be a kind, too, but hardly ever is
	if l.sayIfFailed(err) {
		return
	}
	var code engine.Code
	ofKind := k != grade.Fresh
	switch n := len(words); {
	case ofKind:
	case n == 0, n == 1 && l.table() == nil:
		l.say("Say the game and the code of the deal, such as deal hop 45 ABC, or the kind of deal, such as deal hop 45 stern.")
		return
	default:
		if code, err = engine.ParseCode(words[n-1]); l.sayIfFailed(err) {
			return
		}
		name = words[:n-1]
	}
	var g engine.Game
	switch t := l.table(); {
	case len(name) > 0:
		g, _ = l.find(strings.Join(name, " "))
	case t != nil:
		g = t.game()
	default:
		l.sayf("Say the game, too, such as deal %s hop 45.", k)
	}
	if g == nil {
		return
	}
	switch kinds := l.env.Kinds(g); {
	case !ofKind || slices.Contains(kinds, k):
	case len(kinds) == 0:
		l.sayf("Deals of %s have no grades: new or play deals one.", g.Info().Name)
		return
	default:
		l.sayf("There are no %s deals of %s, only winnable ones.", k, g.Info().Name)
		return
	}
	l.dealInstead(g, len(name) == 0, func() {
		if ofKind {
			l.seek(g, k)
		} else if l.freeTable(g) {
			l.openTable(l.newTable(g, code, true))
		}
	})
}

// dealInstead deals a game in place of the round at the table; here says that it is to be of that
// table's game. It asks first if an open round would be given up, unless that is not at the table.
func (l *lobby) dealInstead(g engine.Game, here bool, deal func()) {
	if !here && !l.plays(g.Info().ID) {
		_, rev, err := l.env.Store.Saved(g.Info().ID)
		switch {
		case l.sayIfUnread(err):
		case rev != 0:
			l.say(g.Info().Name + " is open: play it first, and finish it or deal there.")
		default:
			deal()
		}
		return
	}
	switch t := l.table(); {
	case t.seat.Lost():
		t.sayIfClosed()
	case t.event() != "":
		l.sayf("This deal is played once. leave goes to the %s, where others begin.", l.home())
	case !t.playing():
		deal()
	default:
		l.ask(fmt.Sprintf("Give up this game with %s for a new deal?", scored(t.state().Score())+caption.Spikes(t.state())), caption.GoesOn, deal)
	}
}

// freeTable ends the round of a game at the table, or leaves that of another.
func (l *lobby) freeTable(g engine.Game) bool {
	if l.plays(g.Info().ID) {
		return l.table().store()
	}
	return l.leaveTable()
}

// dealNew deals another round at the table.
func (l *lobby) dealNew(string) {
	g := l.table().game()
	l.dealInstead(g, true, func() {
		if l.freeTable(g) {
			l.openTable(l.newFreshTable(g, play.FreshDeal{}))
		}
	})
}

// seek looks for a deal of a kind, and goes to its table. It gives up a round only once the deal is
// there.
func (l *lobby) seek(g engine.Game, k grade.Kind) {
	var found play.FreshDeal
	var err error
	l.tell(fmt.Sprintf("Looking for a %s deal. Ctrl-C stops.", k))
	stopped := l.in.interruptible(func(ctx context.Context) { found.Code, found.Mark, err = l.env.Deals.Deal(ctx, g, k) })
	if stopped {
		l.say("No new deal, then.")
		return
	}
	if l.sayIfFailed(err) || !l.freeTable(g) {
		return
	}
	l.openTable(l.newFreshTable(g, found))
}
