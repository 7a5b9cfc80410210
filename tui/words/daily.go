package words

import (
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// daily says how the player stands in the dailies of today, or plays one.
func (l *lobby) daily(name string) {
	words, day := arcade.CutDay(strings.Fields(name))
	if day != "" {
		l.pastDaily(strings.Join(words, " "), day)
		return
	}
	if n := len(words); n > 0 {
		switch {
		case strings.EqualFold(words[0], "share"):
			l.shareDaily(strings.Join(words[1:], " "))
		case strings.EqualFold(words[n-1], "share"):
			l.shareDaily(strings.Join(words[:n-1], " "))
		default:
			l.playDaily(name)
		}
		return
	}
	l.listed = nil
	l.report("daily")
	today, _ := l.env.Events.Today()
	l.say("One deal of each game, the same for everyone: you play each once.")
	l.say("daily NAME plays one. daily NAME DAY tells the board of a day such as " + today + ", and daily share NAME your result as text to paste.")
}

// pastDaily says how the player stands in the dailies of a day and, of one game, who played it best.
func (l *lobby) pastDaily(name, day string) {
	if today, _ := l.env.Events.Today(); day > today {
		l.say("That day has not come yet.")
		return
	}
	if name == "" {
		l.listed = nil
		l.report("daily", "--day="+day)
		return
	}
	g, ok := l.find(name)
	if !ok {
		return
	}
	l.report("daily", "--day="+day, g.Info().ID)
	l.report("top", "--rows="+topRows, "--daily="+day, g.Info().ID)
	if code, err := l.env.Events.Past(g.Info().ID, day); err == nil {
		l.sayf("Its deal can be practised: deal %s %s. explore %s %[1]s tells where its players went.", g.Info().Name, code, day)
	}
}

// shareDaily says the player's result in today's daily of a game as lines to paste.
func (l *lobby) shareDaily(name string) {
	if g, ok := l.about(name); ok {
		l.report("daily", "--share", g.Info().ID)
	}
}

// playDaily goes on with the daily of a game, including yesterday's if that is still
// open, or deals today's.
func (l *lobby) playDaily(name string) {
	g, ok := l.find(name)
	if !ok {
		return
	}
	if _, ok := l.env.Games.House.Find(g.Info().ID); !ok {
		l.sayf("The daily has a deal of each built-in game, and %s is none of them. play with its name, number or code begins a deal of it.", l.env.Called(g))
		return
	}
	day, _ := l.env.Events.Today()
	yesterday := arcade.AddDays(day, -1)
	at, err := l.env.Events.Standing(g.Info().ID, yesterday)
	if err == nil && at.Open > 0 {
		day = yesterday
	} else if err == nil {
		at, err = l.env.Events.Standing(g.Info().ID, day)
	}
	if !l.sayIfUnread(err) {
		l.enterOnce(g, arcade.DailyEvent(day), at.Open > 0 || at.Result != nil || at.Before)
	}
}

// explore walks through the deal of a past daily.
func (l *lobby) explore(args string) {
	name, day, moves, err := arcade.ParseWalk(strings.Fields(args))
	switch {
	case day == "":
		l.say("Say the day and the game, such as explore 2026-11-22 hop 45.")
		return
	case err != nil:
		l.say(caption.Sentence(err.Error()))
		return
	}
	g, ok := l.find(name)
	if !ok {
		return
	}
	walk, err := l.env.Events.Explore(g, day)
	if l.sayIfFailed(err) {
		return
	}
	for _, m := range moves {
		if err := walk.Go(m); err != nil {
			l.say(m.String() + ": " + caption.Why(err))
			return
		}
	}
	if !l.leaveTable() {
		return
	}
	e := &exploring{terminal: l.terminal, walk: walk}
	l.place = e
	l.sayf("%s, daily %s. Type a move to go on with it; back goes back, look reads the board, "+
		"moves tells again where players went, and leave ends it.", g.Info().Name, day)
	e.changed()
}

// An exploring is the deal of a past daily, while the player walks through it.
type exploring struct {
	*terminal
	walk *arcade.Walk
}

func (e *exploring) name() string { return "Explore" }

func (e *exploring) game() engine.Game { return e.walk.Game }

func (e *exploring) state() engine.State { return e.walk.Here().State }

func (e *exploring) board() engine.Board { return e.state().Board() }

func (e *exploring) moves() []engine.Move { return e.state().Moves() }

func (e *exploring) sayIfClosed() bool { return false }

// look describes the board.
func (e *exploring) look() { e.say(overview(e.board())...) }

// changed says where players went from here, as each step does.
func (e *exploring) changed() { e.say(caption.Ways(e.walk.Here())...) }

// play goes on with a move, whoever played it.
func (e *exploring) play(m engine.Move) {
	before := e.state()
	if err := e.walk.Go(m); err != nil {
		e.say(caption.Why(err))
		return
	}
	e.step(before.Describe(m), before)
}

// back goes back a move.
func (e *exploring) back() {
	before := e.state()
	m := e.walk.Back()
	if m.IsZero() {
		e.say(caption.AtDeal)
		return
	}
	e.step(caption.TakenBack(e.state().Describe(m)), before)
}

// step says what a step has changed, and where players went from there.
func (e *exploring) step(told string, before engine.State) {
	e.say(told)
	e.sayAll(changes(before.Board(), e.board()))
	e.changed()
}

func (e *exploring) leave() bool {
	e.say("You explore no longer.")
	return true
}
