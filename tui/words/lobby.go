package words

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
	"boardwalk/tui/session"
)

// A lobby is one player's session: it reads lines and does what they say. There games are chosen, and it
// takes the player to tables and lessons, and back.
type lobby struct {
	*terminal
	env      *session.Ports
	settings *settings
	place    place // nil in the lobby itself, which players know as the menu, and at the bench
	bench    *bench
	atBench  bool           // the player is at the bench, or comes back there from the place
	subject  engine.Game    // the game that the player asked about last, if any
	looks    *play.Looks    // at fresh deals
	listed   engine.Catalog // the games that the workshop has numbered, nil once another list was told
	places   map[int]string // the IDs of the rounds on the board that was told last, by place
	paced    bool           // a pipe was told how fast it may play
	newcomer bool           // the player has not finished a game yet, and gets an introduction

	tables  []arcade.LiveTable  // as they were numbered when they were listed last
	review  *reviewed           // the latest analysis, to go on with; nil before the first
	signals *feed[arcade.Heard] // nil if none are taken
	friends *feed[arcade.News]  // nil until it is asked for
	lately  arcade.News         // what was taken of it last
	shown   bool                // other racers see the player's round
	room    *raceRoom           // of the race in whose room the player is, nil for none
	ended   bool                // the player has quit
	slot    string              // of the game on the table, as the server was told
	windows *feed[struct{}]     // what other sessions of the player store of that slot; nil where none is heard
}

// A place is where the player has a board: a table, a lesson, or somebody else's table.
type place interface {
	name() string // for the prompt
	game() engine.Game
	board() engine.Board // that the player may see
	look()
	changed()    // says what has changed last
	leave() bool // reports whether the player can go, and says what becomes of the game
}

// A movable is a place where moves are typed: one to play at, or a walk through a daily.
type movable interface {
	place
	state() engine.State  // that the player may know
	moves() []engine.Move // that can be played
	play(engine.Move)
	sayIfClosed() bool // reports whether nothing can be played any more, and says why
}

// A playable is a place where the player plays: a table or a lesson.
type playable interface {
	movable
	hint(args string)
}

// table returns the table at which the player is, nil if the player is at none.
func (l *lobby) table() *table {
	t, _ := l.place.(*table)
	return t
}

// greet says where the player is.
func (l *lobby) greet() {
	l.say(l.env.About.Called() + ", in words. You play as " + l.env.Player + ".")
	l.say(l.env.About.Message)
	if p, err := l.env.Accounts.Account(); err == nil { // whoever asks for the account reads the error
		l.say(caption.FirstWords(p, l.env.Unfit, l.env.Command, "link CODE"))
		switch {
		case p.Known, p.Guest:
		case l.env.Proposed != "":
			l.sayf("Others see you as %s; nick %s takes your login name.", arcade.Nameless, l.env.Proposed)
		case l.env.Unfit != "":
			l.sayf("Others see you as %s; nick NAME chooses a name.", arcade.Nameless)
		}
	}
	l.sayRaces()
	l.sayOpenSprint()
	l.sayOpenDailies()
	l.sayOwed()
	open, ok := l.openGames()
	if !ok {
		return
	}
	l.sayOpen(open)
	if len(open) == 0 && len(l.env.Games.House) > 0 && !l.welcome(l.env.Games.House[0]) {
		return
	}
	l.say("games lists the games, help the commands.")
}

// sayRaces says which race of the player's goes on, and how the newest one has ended, once.
func (l *lobby) sayRaces() {
	if l.env.Races == nil {
		return
	}
	list, _ := l.env.Races.Races(racesListed) // race tells the error
	now := l.env.Now()
	if i := slices.IndexFunc(list, func(r *arcade.Race) bool { return r.MayPlay(now) }); i >= 0 {
		l.sayf("%s: race play goes there.", caption.RaceGoesOn(list[i], now))
	}
	if r := l.readRaces(list, now); r != nil {
		l.say(caption.RaceResult(r))
	}
}

// sayOpenSprint says which deal of the sprint that goes on the player has begun.
func (l *lobby) sayOpenSprint() {
	now := l.env.Events.Sprints().Now
	if now.Game == "" {
		return
	}
	if board, _ := l.env.Events.SprintStanding(now); board.Open { // sprint tells the error
		l.say(caption.SprintOpen(board.Next, l.env.Games.Name(now.Game)) + ": sprint play goes there.")
	}
}

// sayOpenDailies says which dailies of today the player has begun.
func (l *lobby) sayOpenDailies() {
	day, _ := l.env.Events.Today()
	for _, g := range l.env.Games.House {
		if saved, rev, err := l.env.Store.Saved(arcade.Slot(g.Info().ID, arcade.DailyEvent(day))); err == nil && rev != 0 {
			l.sayf("%s: daily %s goes there.", caption.DailyOpen(g, len(saved.Record.Moves)), g.Info().Name)
		}
	}
}

// readRaces records that the player reads the results of a list of races, and returns the newest one
// that was not read before, nil if there is none.
func (l *lobby) readRaces(list []*arcade.Race, now time.Time) *arcade.Race {
	r := l.settings.UnreadRace(list, now)
	if r != nil {
		l.settings.change(func(s *session.Settings) { s.Raced = r.Begins.UnixMilli() })
	}
	return r
}

// welcome tells a player who has not finished a game yet where to begin. It returns false
// if that cannot be read, which it then says.
func (l *lobby) welcome(first engine.Game) bool {
	finished, err := l.env.Store.Stats()
	if l.sayIfUnread(err) {
		return false
	}
	course := session.Course(l.env.Games.House, first)
	next := l.settings.NextLesson(course, 0)
	switch {
	case len(finished) > 0:
	case next < 0:
		l.say("New here? play 1 begins " + first.Info().Name + ".")
	case len(l.settings.Learned) > 0:
		l.sayf("lesson goes on with %s, and play 1 begins %s.", course[next].Title, first.Info().Name)
	default:
		l.sayf("New here? play 1 begins %s, and lesson teaches it first, on %s.",
			first.Info().Name, engine.Plural(len(course), "board"))
	}
	l.newcomer = len(finished) == 0
	if l.newcomer && l.env.About.Rules != "" {
		l.say("Before your first game: about tells the house rules.")
	}
	return true
}

// An openGame is a game to go on with.
type openGame struct {
	game  engine.Game
	saved arcade.Saved
}

// openGames reads the open games, also those of variations that the player does not keep.
// ok is false if that fails, which openGames then says.
func (l *lobby) openGames() (open []openGame, ok bool) {
	begun, err := session.Begun(l.env.Workshop)
	if l.sayIfUnread(err) {
		return nil, false
	}
	for _, g := range session.Listed(l.env.Games, begun) {
		saved, rev, err := l.env.Store.Saved(g.Info().ID)
		if l.sayIfUnread(err) {
			return nil, false
		}
		if rev != 0 {
			open = append(open, openGame{g, saved})
		}
	}
	return open, true
}

func (l *lobby) games(string) {
	l.listed = nil
	for i, g := range l.env.Games.All() {
		if i == len(l.env.Games.House) {
			l.say("Your variations:")
		}
		info := g.Info()
		line := fmt.Sprintf("%d: %s (%s). %s", i+1, info.Name, info.Family, info.Summary)
		if hard := difficulty(l.env, g); hard != "" {
			line += " " + hard
		}
		if l.plays(g.Info().ID) {
			line += " You are playing it."
		} else if saved, rev, err := l.env.Store.Saved(info.ID); l.sayIfUnread(err) {
			return
		} else if rev != 0 {
			line += " Open at " + caption.AtMove(len(saved.Record.Moves)) + "."
		}
		best, played, err := l.env.Store.Best(info.ID, arcade.Counted)
		if l.sayIfUnread(err) {
			return
		}
		if played {
			line += " Best: " + ended(best, l.env.Games) + "."
		}
		l.say(line)
	}
	if more := caption.MoreGames(l.env.Games); more != "" {
		l.say(more)
	}
}

// difficulty says how hard a game is, by its odds where they are known and by its estimate if
// somebody made it up.
func difficulty(env *session.Ports, g engine.Game) string {
	level, e := env.Games.Difficulty(g).Level, arcade.Estimated(env.Workshop, g)
	if e.Deals > 0 {
		level = e.Level()
	}
	if warning := e.Warning(); warning != "" {
		return caption.Sentence(string(level)) + " Beware: " + warning
	}
	return strings.TrimSpace(caption.Sentence(string(level)) + " " + env.Games.Odds[g.Info().ID].String())
}

// plays reports whether the round of a slot is at the table, and no other session's.
func (l *lobby) plays(slot string) bool {
	t := l.table()
	return t != nil && t.seat.Slot() == slot && !t.seat.Lost()
}

// about returns the game that a name means. Without a name that is the current game, or
// the one asked about last, or the one to begin with. It is the one asked about last then. ok is
// false if there is none, which about then says.
func (l *lobby) about(name string) (g engine.Game, ok bool) {
	g, ok = l.subject, true
	switch {
	case name != "":
		g, ok = l.find(name)
	case l.place != nil && l.place.game() != nil:
		g = l.place.game()
	case l.atBench:
		g, ok = l.bench.game()
	case l.subject == nil:
		g = l.env.Games.House[0]
	}
	if ok {
		l.subject = g
	}
	return g, ok
}

// play goes on with a game, or deals it.
func (l *lobby) play(name string) {
	if l.moved(name) { // "play a1 to b4"
		return
	}
	g, ok := l.find(name)
	if !ok {
		return
	}
	if l.plays(g.Info().ID) {
		l.say("You are playing it. new deals another.")
		return
	}
	if !l.leaveTable() {
		return
	}
	l.continueRound(g, func() { l.openTable(l.newFreshTable(g, l.looks.Waiting[g.Info().ID])) })
}

// sayOpen says which games are open, by number where there are several.
func (l *lobby) sayOpen(open []openGame) {
	at := func(o openGame) string { return caption.AtMove(len(o.saved.Record.Moves)) }
	if len(open) == 1 {
		l.sayf("%s is open at %s: continue goes on with it.", l.env.Called(open[0].game), at(open[0]))
		return
	}
	for i, o := range open {
		l.sayf("%d: %s, open at %s.", i+1, l.told(o.game), at(o))
	}
	if len(open) > 0 {
		l.say("continue 1 goes on with the first.")
	}
}

// resume goes on with the open game, with that of a number among several, or with the game of a name.
func (l *lobby) resume(which string) {
	n, err := strconv.Atoi(which)
	if which != "" && err != nil {
		l.play(which)
		return
	}
	open, ok := l.openGames()
	ended := func() { l.say("This game has just ended in your other window.") }
	switch {
	case !ok:
	case len(open) == 0:
		if c, _ := l.owed(); c.Open > 0 { // a duel is not begun unasked
			l.playChallenge(c.Code)
			return
		}
		l.say("No game is open: play NAME begins one.")
	case which == "" && len(open) == 1:
		l.continueRound(open[0].game, ended)
	case 1 <= n && n <= len(open):
		l.continueRound(open[n-1].game, ended)
	default:
		l.sayOpen(open)
	}
}

// continueRound goes on with the open round of a game, of no event. If there is none, it calls none.
func (l *lobby) continueRound(g engine.Game, none func()) {
	saver := play.NewSaver(l.env.Store)
	saved, err := saver.Read(g.Info().ID)
	switch {
	case l.sayIfUnread(err):
	case !saver.Stored():
		none()
	default:
		l.resumeRound(g, saved, saver, false)
	}
}

// enterOnce is enter for an event in which a game is played once: it asks first unless the player is in it, or was.
func (l *lobby) enterOnce(g engine.Game, e arcade.Event, in bool) {
	if in {
		l.enter(g, e)
		return
	}
	l.ask(caption.BeginOnce(l.env.Called(g)+", "+session.Occasion(e)), "Not now, then.", func() { l.enter(g, e) })
}

// enter begins the player's round in an event, or goes on with it, also if another session has
// just begun it.
func (l *lobby) enter(g engine.Game, e arcade.Event) {
	switch {
	case l.plays(arcade.Slot(g.Info().ID, e)) && l.table().seat.State() != play.Finished:
		l.say("You are playing it.")
		return
	case !l.leaveTable():
		return
	}
	saver := play.NewSaver(l.env.Store)
	saved, fresh, err := saver.Enter(l.env.Events, g, e)
	if !l.sayIfFailed(err) {
		l.resumeRound(g, saved, saver, fresh)
	}
}

// resumeRound goes to the table of a round as it was left; fresh says that this session has dealt
// it. If the round cannot go on, resumeRound offers to put it into the history.
func (l *lobby) resumeRound(g engine.Game, saved arcade.Saved, saver *play.Saver, fresh bool) {
	seat, err := play.Resume(saver, g, saved, l.env.Clock())
	if err != nil {
		l.ask(fmt.Sprintf("The open game of %s was played by other rules and cannot go on. Put it into your history with its %s?",
			g.Info().Name, engine.Plural(saved.Score.Points, "point")), caption.GoesOn, func() {
			if _, err := saver.Finish(saved.Result(saved.Score, l.env.Now().UnixMilli())); err != nil {
				l.say("Not saved: " + caption.Sentence(err.Error()))
				return
			}
			l.sayf("It is in your history. play %s deals another.", g.Info().Name)
		})
		return
	}
	l.openTable(&table{lobby: l, seat: seat, fresh: fresh})
}

// openTable goes to a table with a round.
func (l *lobby) openTable(t *table) {
	stopWatching(l.place)
	t.called, t.saidClass = l.env.Called(t.game()), t.class()
	t.searchDeadEnd()
	l.place, l.subject = t, t.game()
	introduce := l.newcomer && t.seat.Empty()
	if finished, err := l.env.Store.Stats(); err == nil { // else there is no help
		t.coach = newCoach(l.env, t.game(), finished, introduce)
		t.coach.weighs = !t.seat.Chosen() && arcade.Novice(finished)
	}
	t.welcome()
	l.newcomer = l.newcomer && !introduce
}

// leave goes to the menu. It returns false if the store does not accept what is to be
// stored.
func (l *lobby) leave() bool {
	if !l.place.leave() {
		return false
	}
	l.place = nil
	l.sayRaces()
	return true
}

// home returns where leaving a place goes.
func (l *lobby) home() string {
	if l.atBench {
		return "bench"
	}
	return "menu"
}

// leaveTable leaves the table, if the player is at one or watches one.
func (l *lobby) leaveTable() bool {
	switch l.place.(type) {
	case *table, *watching:
		return l.leave()
	}
	return true
}
