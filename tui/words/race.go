package words

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/play"
)

// racesListed is among how many races the newest result or the race of the room is; racesOpen is in how many one is looked for.
const racesListed, racesOpen = 5, 30

// race shows the player's race, opens or joins one, starts it, leaves it, or goes to its table. Afterwards the player
// is in the room of the newest unfinished race, or of the newest race; signals go to that room.
func (l *lobby) race(args string) {
	defer l.enterRoom()
	races := l.env.Races
	word, rest, _ := strings.Cut(args, " ")
	whom, code := rest, "" // of the words that take both
	if i := strings.LastIndexByte(rest, ' '); i >= 0 {
		if c, err := arcade.ParseRaceCode(rest[i+1:]); err == nil {
			whom, code = rest[:i], c
		}
	}
	switch word = strings.ToLower(word); {
	case word == "out" && rest != "":
		l.withRace("out "+whom, code, startable, func(r *arcade.Race) {
			l.sayDone(races.TakeOut(r.Code, r.Named(whom)), "%s is out of race %s, for good.", whom, r.Code)
		})
	case word == "seat":
		level, ok := arcade.ParseLevel(whom)
		if !ok {
			l.sayf("race seat takes a level of the arcade's players, 1 to %d, as in race seat 3.", arcade.LevelMost)
			return
		}
		l.withRace("seat "+whom, code, startable, func(r *arcade.Race) {
			l.sayDone(races.Seat(r.Code, level), "%s is in race %s.", level.Nick(), r.Code)
		})
	case word == "start":
		l.withRace(word, rest, startable, l.startRace)
	case word == "leave":
		l.withRace(word, rest, func(r *arcade.Race) bool { return r.MayLeave(l.env.Now()) }, func(r *arcade.Race) {
			l.sayDone(races.Leave(r.Code), "You have left race %s.", r.Code)
		})
	case word == "play":
		l.withRace(word, rest, func(r *arcade.Race) bool { return r.MayPlay(l.env.Now()) }, l.playRace)
	case args == "":
		l.listRaces()
	case word == "list" && rest == "":
		l.report("race", "list")
	case word == "rematch" && rest == "":
		l.rematch()
	default:
		l.enterRace(args)
	}
}

// startRace starts a race. It asks first if nobody has joined.
func (l *lobby) startRace(r *arcade.Race) {
	start := func() { l.sayDone(l.env.Races.Start(r.Code), "It begins in a few seconds: %s.", l.tableComes()) }
	if r.Alone() && r.Begins.IsZero() {
		l.ask("Nobody has joined. Start alone? Your place does not count then.", "The race waits for its start.", start)
		return
	}
	start()
}

// tableComes says how the player comes to the table of a race that is about to begin.
func (l *lobby) tableComes() string {
	if l.place == nil {
		return "your table comes then"
	}
	return "race play then goes to your table"
}

// rematch offers a rematch of the player's newest race that is over, or joins the one that
// another racer has offered.
func (l *lobby) rematch() {
	list, err := l.env.Races.Races(racesListed)
	if l.sayIfFailed(err) {
		return
	}
	i := slices.IndexFunc(list, func(r *arcade.Race) bool { return r.Over })
	if i < 0 {
		l.say("A rematch comes after a race: none of yours is over.")
		return
	}
	g, ok := l.env.Games.Find(list[i].Game)
	if !ok {
		l.say(caption.NoRules)
		return
	}
	r, err := l.env.Races.Rematch(list[i].Code, g)
	if l.sayIfFailed(err) {
		return
	}
	l.report("race", r.Code)
	l.say("The others of the last race can join with race rematch. race start starts it.")
}

// withRace calls do with the open race of a code. Without a code it is the one for which the word of a command is
// meant; if there are several of them, withRace says which, and if none is, do says why with the newest.
func (l *lobby) withRace(word, code string, meant func(*arcade.Race) bool, do func(*arcade.Race)) {
	open, err := l.env.Races.Races(racesOpen)
	if l.sayIfFailed(err) {
		return
	}
	open = slices.DeleteFunc(slices.Clone(open), func(r *arcade.Race) bool { return !r.Unfinished() || code != "" && !strings.EqualFold(r.Code, code) })
	fits := slices.DeleteFunc(slices.Clone(open), func(r *arcade.Race) bool { return !meant(r) })
	switch {
	case len(open) == 0 && code != "":
		l.sayf("No race %s of yours waits for you: race lists yours.", strings.ToUpper(code))
	case len(open) == 0:
		l.say("No race waits for you: race NAME opens one for a game, and race CODE joins a friend's.")
	case len(fits) > 1 && code == "":
		l.sayf("Say which race, as in race %s %s: %s.", word, fits[0].Code,
			engine.Listed(texts(fits, func(r *arcade.Race) string { return r.Code + " of " + l.env.Games.Name(r.Game) }), "or"))
	default:
		do(append(fits, open...)[0])
	}
}

// startable reports whether the player may start a race.
func startable(r *arcade.Race) bool { return r.Begins.IsZero() && r.Index() == 0 }

// enterRace opens a race for the game with a name, on the terms around it, or joins the race with
// a code.
func (l *lobby) enterRace(args string) {
	terms := arcade.RaceTerms{Limit: arcade.RaceDefault}
	words := strings.Fields(args)
	g, name, err := terms.Game(words, cmp.Or(l.subject, l.env.Games.House[0]), l.named)
	_, noNumber := strconv.Atoi(name)
	switch {
	case errors.As(err, new(*engine.NameError)), errors.As(err, new(*engine.CodeError)): // then it is the code of a race, or nothing
		l.report(append([]string{"race", "--"}, words...)...)
	case l.sayIfFailed(err):
	case !terms.Open && (noNumber == nil || l.table() != nil && l.table().race != nil): // it may mean something else
		l.ask(fmt.Sprintf("Open a race for %s?", l.env.Called(g)), "No race is opened.", func() {
			l.openRace(g, terms)
			l.enterRoom()
		})
	default:
		l.openRace(g, terms)
	}
}

// openRace opens a race for a game.
func (l *lobby) openRace(g engine.Game, terms arcade.RaceTerms) {
	r, err := l.env.Races.Open(g, terms)
	if l.sayIfFailed(err) {
		return
	}
	l.report("race", r.Code)
	if !r.Begins.IsZero() {
		l.sayf("It begins in a few seconds: %s.", l.tableComes())
	}
	if terms.To != "" {
		l.sayf("%s is asked to join.", terms.To)
	}
}

// listRaces tells the player's newest races and rivals, and how to race.
func (l *lobby) listRaces() {
	list, err := l.env.Races.Races(racesListed)
	if l.sayIfFailed(err) {
		return
	}
	l.readRaces(list, l.env.Now())
	l.report("race")
	if n := len(l.env.Races.Waiting()); n > 0 {
		l.sayf("You may join %s: race list tells more.", engine.Plural(n, "race"))
	}
	l.say(
		"race arcade NAME: race against the arcade at once.",
		"race NAME: open a race for a game; race open NAME: one that anybody may join; "+
			"race NAME to NICK: one that a player is asked to join; race watched NAME: one that others may watch.",
		"race CODE: join a friend's race.",
		"race start, race play, race leave, race rematch: start your race, go to its table, leave it, offer a rematch; the first three take its CODE.",
		"race seat 3: before the start, the arcade's player of level 3 joins your race.",
		"race out NICK: before the start, take somebody out of your race.",
	)
}

// playRace goes to the player's table in a race.
func (l *lobby) playRace(r *arcade.Race) {
	now, event := l.env.Now(), arcade.RaceEvent(r.Code)
	switch {
	case l.plays(arcade.Slot(r.Game, event)):
		l.say("You are playing it.")
		return
	case r.Begins.IsZero():
		l.say("Nobody has started it yet.")
		return
	case !r.Begun(now):
		l.sayf("It begins in %s: %s.", engine.Plural(r.Countdown(now), "second"), l.tableComes())
		return
	case !r.MayPlay(now):
		l.say("The time of this race is up.")
		return
	}
	g, ok := l.env.Games.Find(r.Game)
	if !ok {
		l.say(caption.NoRules)
		return
	}
	l.enter(g, event)
	if t := l.table(); t != nil && t.event() == event {
		t.race = r
		t.seat.SetStart(r.Begins)
	}
}

// noGame returns the sentence that no game is on the table, and what begins one; then works after
// that, if it is not "".
func (l *lobby) noGame(then string) string {
	how := "play NAME begins one"
	if l.env.Races != nil {
		list, _ := l.env.Races.Races(1) // on an error there may be one, and play NAME is true
		if len(list) > 0 && list[0].MayPlay(l.env.Now()) {
			how = "race play goes to that of your race, which has begun"
		}
	}
	if then != "" {
		how += ", then " + then + " works"
	}
	return "No game is on the table: " + how + "."
}

// publish shows others how the player's round stands.
func (l *lobby) publish() {
	t, shown := l.table(), l.shown
	l.shown = l.env.Spectators != nil && t != nil && !t.seat.Lost()
	switch {
	case l.shown:
		scene := t.seat.Scene()
		if t.last != nil {
			scene.LastAction = strings.Join(t.last.told, " ")
		}
		l.env.Spectators.Show(scene)
	case shown:
		l.env.Spectators.Show(nil)
	}
}

// timeUp ends the player's round in a race whose time limit is reached, and says so.
func (l *lobby) timeUp() bool {
	t := l.table()
	if t == nil || t.race == nil || t.seat.State() != play.Playing || l.env.Now().Sub(t.race.Begins) < t.race.Limit {
		return false
	}
	l.asking = nil
	t.settle(t.seat.TimeUp(t.race.Limit)) // if this comes too late, the race has done it
	l.sayf("Time is up: your game in race %s ended with the points it had. race tells how it went.", t.race.Code)
	l.place = nil
	return true
}

// A raceRoom tells what happens in a race of the player's: who joins and leaves, that it
// begins, who is through, and how it ended. Whoever is at no table when it begins goes to the
// race's.
type raceRoom struct {
	*lobby
	code  string
	feed  *feed[*arcade.Race]
	seen  *arcade.Race // as it was told last
	begun bool         // that it has begun was told
}

// awaitBegin lets the feed wake the player when the race begins.
func (r *raceRoom) awaitBegin() {
	if !r.begun && !r.seen.Begins.IsZero() {
		time.AfterFunc(r.seen.Begins.Sub(r.env.Now()), r.feed.wake)
	}
}

// sayNews says what has happened.
func (r *raceRoom) sayNews() {
	if now, fresh := r.feed.take(); fresh {
		r.tell(now)
	}
	if !r.begun && r.seen.Begun(r.env.Now()) {
		r.begun = true
		r.begin()
	}
}

// begin leads to the table of the race, which has begun.
func (r *raceRoom) begin() {
	own, place := r.seen.Own()
	switch {
	case place == 0 || own.Through || r.seen.Over || r.feed.over():
	case r.place == nil && r.asking == nil:
		r.say("The race has begun, and this is your table.")
		r.playRace(r.seen)
	case !r.plays(arcade.Slot(r.seen.Game, arcade.RaceEvent(r.code))):
		r.sayf("Race %s has begun, and the clock runs: race play goes to your table.", r.code)
	}
}

// tell says how the race differs from what was told last.
func (r *raceRoom) tell(now *arcade.Race) {
	before := r.seen
	r.seen = now
	if now.Index() < 0 {
		r.say(caption.OutOfRace(before))
		return
	}
	missing := func(in, of *arcade.Race) (nicks []string) {
		for _, o := range of.Racers {
			if !slices.ContainsFunc(in.Racers, func(p arcade.Racer) bool { return p.ID == o.ID }) {
				nicks = append(nicks, o.Nick)
			}
		}
		return nicks
	}
	so := engine.Plural(len(now.Racers), "racer") + " so far"
	if joined := missing(before, now); joined != nil {
		r.sayf("In race %s now: %s. %s.", r.code, strings.Join(joined, ", "), so)
	}
	if left := missing(now, before); left != nil {
		r.sayf("No longer in race %s: %s. %s.", r.code, strings.Join(left, ", "), so)
	}
	if before.Begins.IsZero() && !now.Begins.IsZero() {
		if wait := now.Countdown(r.env.Now()); wait > 0 {
			r.sayf("Race %s begins in %s.", r.code, engine.Plural(wait, "second"))
		}
		r.awaitBegin()
	}
	if now.Over && !before.Over {
		r.report("race", r.code)
		return
	}
	for _, o := range now.Racers {
		if o.Through && o.ID != now.Me && slices.ContainsFunc(before.Racers, func(p arcade.Racer) bool { return p.ID == o.ID && !p.Through }) {
			r.sayf("%s is done, with %s.", o.Nick, engine.Plural(o.Score.Points, "point"))
		}
	}
}
