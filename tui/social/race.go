package social

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Race is where the racers of a race meet: before it begins, after they leave
// their tables while it goes on, and for its results. When the race begins, it opens the
// player's table by itself.
type Race struct {
	screen.Listing[arcade.Racer]
	code string
	screen.Follower[*arcade.Race]
	race    *arcade.Race                          // nil until the first standings arrive
	warns   string                                // of the game, before the race is started
	timeUp  bool                                  // the limit has ended the player's round
	gone    bool                                  // the race goes on without the player
	failed  string                                // why there is no race
	out     arcade.Racer                          // whom the question whether to take out is about
	entered bool                                  // the table was opened once; from then on only a key opens it
	room    screen.Follower[[]arcade.WaitingRace] // of rematches, once the race is over
}

// NewRace returns the room of a race.
func NewRace(env *screen.Env, code string) *Race {
	r := &Race{code: code}
	r.Setup(env, r)
	return r
}

// Init implements Screen.
func (r *Race) Init() tea.Cmd {
	r.Covered = false
	switch {
	case r.room.Asked:
		return r.reread() // the player may come back from a rematch
	case r.Asked:
		return r.enterOnceBegun()
	}
	return tea.Batch(
		r.Follow(r, func(ctx context.Context) (arcade.Watch[*arcade.Race], error) { return r.Env.Races.Follow(ctx, r.code) }, r.wait, func(why string) tea.Cmd {
			r.failed = why
			return nil
		}),
		screen.ReadProfile(r.Env.Accounts), // joining may have begun the account
	)
}

// OnClose implements screen.Closer.
func (r *Race) OnClose() {
	r.Follower.OnClose()
	r.room.OnClose()
}

// Update implements Screen.
func (r *Race) Update(msg tea.Msg) tea.Cmd {
	news, ok := msg.(screen.RaceNews)
	switch {
	case !ok:
		return r.Base.Update(msg)
	case news.By == r:
		r.warns = news.Warns
		return r.apply(news.Race)
	}
	return nil
}

// wait waits for the next standings.
func (r *Race) wait() tea.Cmd {
	env := r.Env
	return r.Next(func(race *arcade.Race) tea.Msg {
		msg := screen.RaceNews{By: r, Race: race}
		if race != nil && race.Begins.IsZero() {
			msg.Warns = env.Warning(race.Game, "")
		}
		return msg
	})
}

// apply shows new standings. The chosen racer stays chosen.
func (r *Race) apply(race *arcade.Race) tea.Cmd {
	if race == nil || race.Index() < 0 {
		r.Ended, r.gone = true, race != nil
		return nil
	}
	own, _ := race.Own()
	if r.race != nil && race.Late && !r.race.Late && !own.Through {
		r.timeUp = true
	}
	first := r.race == nil
	news := first || !r.race.Begins.Equal(race.Begins) || r.race.MayPlay(r.Env.Now()) != race.MayPlay(r.Env.Now()) || r.race.Over != race.Over
	r.race = race
	starts, in := r.out.ID == "", slices.ContainsFunc(race.Racers, func(o arcade.Racer) bool { return o.ID == r.out.ID })
	if !race.Begins.IsZero() || starts && !race.Alone() || !starts && !in {
		r.Question = screen.Question{}
	}
	if news {
		r.Clear() // it may be that the race was not started yet
	}
	r.list()
	if first {
		r.List.Choose(race.Index())
	}
	if race.Over && !r.room.Asked {
		rematch := r.room.Each(r, r.Env.Races.FollowWaiting, func([]arcade.WaitingRace) tea.Cmd { return r.reread() })
		return tea.Batch(r.wait(), rematch, r.Env.Settings.ReadRaces(r.Env.Now(), race))
	}
	if news {
		return tea.Batch(r.wait(), r.enterOnceBegun())
	}
	return r.wait()
}

// list lists the racers: an account that was joined into another is a racer less. The chosen one stays chosen.
func (r *Race) list() {
	if !r.Show(r.race.Racers, func(a, b arcade.Racer) bool { return a.ID == b.ID }) {
		r.List.Choose(0)
	}
}

// reread reads the race again, which is over: a rematch may be open now, or none any more.
func (r *Race) reread() tea.Cmd {
	return screen.Ask(r, func() func() tea.Cmd {
		race, err := r.Env.Races.Race(r.code)
		return widget.Just(func() {
			if err == nil && race.Index() >= 0 {
				r.race = race
				r.list()
			}
		})
	})
}

// rematch offers a rematch, or joins the one that another racer has offered.
func (r *Race) rematch() tea.Cmd {
	g, ok := r.Env.Games.Find(r.race.Game)
	if !ok {
		return r.Refuse(caption.NoRules)
	}
	return screen.Hold(&r.Base, func() (*arcade.Race, error) { return r.Env.Races.Rematch(r.code, g) }, func(race *arcade.Race) tea.Cmd {
		return r.Env.Push(NewRace(r.Env, race.Code))
	})
}

// enterOnceBegun opens the player's table once the race has begun.
func (r *Race) enterOnceBegun() tea.Cmd {
	now := r.Env.Now()
	switch {
	case r.race == nil, r.race.Begins.IsZero(), r.Ended, r.Covered, r.entered:
		return nil
	case r.race.Begun(now):
		return r.enter()
	}
	return r.Env.After(r, r.race.Begins.Sub(now), r.enterOnceBegun)
}

// enter goes to the player's table.
func (r *Race) enter() tea.Cmd {
	g, ok := r.Env.Games.Find(r.race.Game)
	if !ok {
		r.Refuse(caption.NoRules)
	}
	if !ok || r.Busy() || !r.race.MayPlay(r.Env.Now()) {
		return nil
	}
	r.entered = true
	r.Clear()
	return r.Visit(screen.Visit{Game: g, Event: arcade.RaceEvent(r.code)}, func(v screen.Visit) tea.Cmd {
		v.Race = r.race // as it is by now
		return r.Sit(v)
	})
}

// Bindings implements Screen. Until the first standings, the race has no racers.
func (r *Race) Bindings() []widget.Binding {
	race, none := r.race, r.race == nil
	if none {
		race = new(arcade.Race)
	}
	own, place := race.Own()
	chosen := r.Chosen()
	started := !race.Begins.IsZero()
	open := !none && !r.Ended && !race.Over
	enter, choose := "", "" // what the last row offers
	switch {
	case race.Over, open && own.Through:
		enter, choose = raceOpens(r.Env, race, chosen, own), "choose"
	case open && !started && place == 1 && len(race.Racers) > 1:
		choose = "choose"
	case open && race.MayPlay(r.Env.Now()):
		enter = "to your table"
	}
	var noStart, noSeat, noOut, noLeave string // why not
	switch {
	case started:
		noStart, noSeat, noOut = "It was started already.", "It was started already.", "It was started already, and everyone in it stays."
		noLeave = screen.When(!race.MayLeave(r.Env.Now()), "You cannot leave a race that was started: it goes on without you.")
		if race.Over {
			noSeat = "Enter replays a game, and a analyses it there."
		}
	case place != 1 && !none:
		first := "Only " + race.Racers[0].Nick + " can "
		noStart, noSeat, noOut = first+"start it now.", first+"have the arcade join it.", first+"take somebody out."
	case !none && chosen.ID == race.Me:
		noOut = "Choose a racer to take out. l leaves it yourself."
	}
	_, nobody := r.Audience()
	g, _ := r.Env.Games.Find(race.Game)
	return append([]widget.Binding{
		{Keys: "s", Does: "start the race, if you opened it", Hint: screen.When(open, "start"), Off: none, Refusal: noStart, Do: func() tea.Cmd {
			if !race.Alone() {
				return r.start()
			}
			r.out = arcade.Racer{}
			return r.Confirm(screen.Question{
				Text: "Nobody has joined. Start alone? Your place does not count then. (y/n)",
				Yes:  "start alone", No: "wait", Do: r.start,
			})
		}},
		{Keys: "Enter, space", Does: "to your table; once you are done, watch the chosen racer or replay the game", Hint: enter, Off: none, Do: r.choose},
		{Keys: "a", Does: "have the arcade join before the start, if you opened the race", Hint: screen.When(open, "add the arcade"), Off: none, Refusal: noSeat, Do: r.seat},
		{Keys: "m", Does: "after the race: offer a rematch, or join it", Hint: "rematch", Place: 1, Off: none, Refusal: screen.When(!race.Over, "A rematch comes after the race."), Do: r.rematch},
		r.List.UpDown("choose a racer; Home and End: the first, the last", choose),
		r.Env.FollowKey("the chosen racer", chosen.Nick, chosen.ID == race.Me, ""),
		r.List.PgUpDn("ten racers"),
		{Keys: "mouse", Does: "a click chooses a racer, another is Enter"},
		{Keys: "l", Does: "leave the race before it is started; against the arcade alone, before it begins", Hint: screen.When(open, "leave it"),
			Off: none, Refusal: noLeave, Do: func() tea.Cmd { return r.Change(func() error { return r.Env.Races.Leave(r.code) }, r.Env.Back) }},
		{Keys: "x", Does: "take the chosen racer out before the start, if you opened the race", Hint: screen.When(open, "take out"), Off: none, Refusal: noOut, Do: func() tea.Cmd {
			r.out = chosen
			return r.Confirm(screen.Question{Text: "Take " + chosen.Nick + " out of this race, for good? (y/n)", Yes: "take out", No: "leave in", Do: func() tea.Cmd {
				return r.Change(func() error { return r.Env.Races.TakeOut(r.code, chosen.ID) }, nil)
			}})
		}},
		r.Env.PlayerKey(screen.When(chosen.Level == 0, chosen.Nick)),
		r.Env.RulesKey(g),
		reportKey(r.Env, chosen.Nick, chosen.ID == race.Me),
		{Keys: "!", Hint: screen.When(nobody == "" && r.Env.Sends(), "signal"), Place: 2, Off: r.Env.Company == nil}, // the app handles it
		r.Env.NickKey(),
	}, r.Env.Tail("", "back; you stay in the race")...)
}

// seat has one of the arcade's players join the race, at a level that the player types.
func (r *Race) seat() tea.Cmd {
	return r.Ask(screen.Field{
		Label: fmt.Sprintf("Strength, 1 to %d: ", arcade.LevelMost), Help: fmt.Sprintf("How well the arcade plays: from 1, the weakest, to %d.", arcade.LevelMost),
		Most: 1, Accept: screen.Digit, Enter: "add it", Esc: "nobody", Do: func(text string) tea.Cmd {
			l, ok := arcade.ParseLevel(text)
			if !ok {
				return r.Refuse(fmt.Sprintf("The levels are 1 to %d.", arcade.LevelMost))
			}
			return r.HoldChange(func() error { return r.Env.Races.Seat(r.code, l) }, func() tea.Cmd {
				return r.Say("%s joins.", l.Nick())
			})
		},
	})
}

// start starts the race.
func (r *Race) start() tea.Cmd {
	return r.Change(func() error { return r.Env.Races.Start(r.code) }, nil)
}

// choose goes to the player's own table or, once that round has ended, shows the round of
// the chosen racer.
func (r *Race) choose() tea.Cmd {
	o := r.Chosen()
	own, place := r.race.Own()
	switch {
	case r.race.MayPlay(r.Env.Now()):
		return r.enter()
	case !r.race.Over && !own.Through:
		return r.Refuse("Not yet. " + r.begins(place))
	case o.Round != "" && r.Env.Accounts == nil:
		return r.Refuse(caption.NoAccounts)
	case raceOpens(r.Env, r.race, o, own) == "replay":
		return r.Replay(func() (arcade.Result, error) { return r.Env.Accounts.Ranked(o.Round) })
	case o.ID == own.ID, r.race.Over:
		return r.Refuse("There is no game to replay.")
	case o.Table == 0 || r.Env.Spectators == nil:
		return r.Refuse(o.Nick + " is at no table now.")
	}
	return r.Env.Push(newRacerWatch(r, o))
}

// raceEnter says what Enter does at a racer o once the player's own round has ended, and on the
// player's own row whether somebody can be watched. It is "" if there is nothing to say.
func raceEnter(env *screen.Env, race *arcade.Race, o, own arcade.Racer) string {
	does, mine := raceOpens(env, race, o, own), o.ID == own.ID
	var says []string
	switch {
	case does == "replay" && mine:
		says = append(says, "Enter replays your game.")
	case does == "replay":
		says = append(says, "Enter replays the game of "+o.Nick+".")
	case does == "watch":
		says = append(says, "Enter watches "+o.Nick+".")
	case !mine && !o.Gone && !o.Through && !race.Over:
		says = append(says, o.Nick+" is at no table now.")
	}
	if mine && slices.ContainsFunc(race.Racers, func(o arcade.Racer) bool { return raceOpens(env, race, o, own) == "watch" }) {
		says = append(says, "Choose a racer who still plays to watch.")
	}
	return strings.Join(says, " ")
}

// raceOpens returns what Enter does at a racer o once the player's own round has ended, "" if it
// does nothing.
func raceOpens(env *screen.Env, race *arcade.Race, o, own arcade.Racer) string {
	switch {
	case o.Round != "" && (o.Shown || o.ID == own.ID) && env.Accounts != nil:
		return "replay"
	case o.Round == "" && o.ID != own.ID && !race.Over && o.Table != 0 && env.Spectators != nil:
		return "watch"
	}
	return ""
}

// NextFrame implements screen.Animated: the screen shows the countdown and the time that is
// left.
func (r *Race) NextFrame() time.Duration {
	if r.race == nil || r.race.Begins.IsZero() || r.race.Late || r.race.Over {
		return 0
	}
	now := r.Env.Now()
	if ahead := r.race.Begins.Sub(now); ahead > 0 {
		return (ahead-1)%time.Second + 1
	}
	return time.Second - now.Sub(r.race.Begins)%time.Second
}

// Draw implements Screen.
func (r *Race) Draw(g *grid.Grid, look *theme.Look) {
	text, style := r.line(look)
	if r.race != nil && g.Height() >= 16 && g.Width() >= raceRatedWide && slices.ContainsFunc(r.race.Racers, func(o arcade.Racer) bool { return o.Rating.Provisional() }) {
		text += " " + caption.ProvisionalNote
	}
	text, style = r.Says(look, text, style)
	if r.race == nil {
		screen.DrawTitle(g, look, "Race "+r.code, "")
		screen.DrawSentence(g, text, style)
		return
	}
	right := r.Env.Games.Name(r.race.Game) + ", " + minutes(r.race.Limit)
	if now := r.Env.Now(); r.race.Begun(now) && !r.race.Over {
		right = r.Env.Games.Name(r.race.Game) + "  " + caption.Clock(r.race.Left(now).Milliseconds()) + " left"
	}
	screen.DrawTitle(g, look, "Race "+r.code, right)
	rows := raceRows{race: r.race, now: r.Env.Now(), look: look, w: g.Width()}
	y := 1
	if r.race.Begins.IsZero() {
		y = drawRaceInvite(g, look, r.race, r.Env.Command, caption.RaceRated(r.Env.Games, r.race.Game, r.race.AgainstArcade()))
		g.Put(4, y, look.Cut(fmt.Sprintf("In the race so far: %d", len(r.race.Racers)), g.Width()-5), look.Faint)
	} else {
		g.Put(4, y, rows.head(), look.Faint)
	}
	if r.race.Begins.IsZero() {
		text = r.Env.OfferingNick(strings.TrimSpace(r.warns+" "+text+caption.Watched(r.race.Watched)), g.Height())
	}
	text = look.Translate(text)
	page := g.Height() - y - 2 - max(2, r.FootRows(look, text, g.Width()))
	r.List.DrawRows(g, look, y+1, page, rows.row)
	r.DrawFoot(g, look, text, style)
}

// line returns what matters most about the race now.
func (r *Race) line(look *theme.Look) (string, grid.Style) {
	switch {
	case r.failed != "":
		return r.failed, look.Refused
	case r.race == nil && r.Ended:
		return "This race is not open any more.", look.Warn
	case r.race == nil:
		return "Looking ...", look.Faint
	}
	now := r.Env.Now()
	own, place := r.race.Own()
	switch {
	case r.race.Over:
		text := "The race is over. " + raceOutcome(r.race, r.timeUp)
		if r.race.Next != "" {
			text += " A rematch is open: m joins it."
		}
		return text, look.Good
	case r.gone:
		return caption.OutOfRace(r.race), look.Warn
	case r.Ended:
		return "This race is not open any more.", look.Warn
	case r.race.Begins.IsZero():
		return r.begins(place), look.Text
	case !r.race.Begun(now):
		return r.begins(place), look.Warn
	case r.timeUp && !own.Through:
		return "Time is up: your game ends with the points it has.", look.Warn
	case r.race.Late:
		return "Time is up. The last results come in.", look.Text
	case own.Through:
		text := fmt.Sprintf("You are done, with %s.", engine.Plural(own.Score.Points, "point"))
		return strings.TrimSuffix(text+" "+raceEnter(r.Env, r.race, r.Chosen(), own), " "), look.Good
	}
	return "Enter goes to your table: the clock runs.", look.Warn
}

// begins says when the race begins, which has not begun, to the racer at a place.
func (r *Race) begins(place int) string {
	switch {
	case !r.race.Begins.IsZero():
		return fmt.Sprintf("The race begins in %d.", r.race.Countdown(r.Env.Now()))
	case place == 1:
		return "s starts it for everyone in the race, once your friends have joined."
	}
	return "It begins when " + r.race.Racers[0].Nick + " starts it. Your table then opens by itself."
}

// raceOutcome returns how a finished race ended for the player. timeUp says that the time
// limit has ended the round.
func raceOutcome(race *arcade.Race, timeUp bool) string {
	own, place := race.Own()
	how := ""
	if timeUp {
		how = "Time was up, and your game ended with the points it had. "
	}
	switch {
	case place == 0:
		return ""
	case !own.Played:
		return "You did not play."
	}
	if points := engine.Plural(own.Score.Points, "point"); race.Alone() {
		how += fmt.Sprintf("You raced alone, to %s.", points)
	} else {
		how += fmt.Sprintf("You are %s, with %s.", caption.RacePlace(race), points)
	}
	if own.Stopped && race.Tied(race.Index()) > 0 {
		how += " With equal points, a game that was not given up wins."
	}
	if against := caption.AgainstArcade(race); against != "" {
		how += " " + against
	}
	switch gone := race.Deleted(); gone {
	case 0:
		return how
	case 1:
		return how + " One account was deleted."
	default:
		return how + fmt.Sprintf(" %d accounts were deleted.", gone)
	}
}

// Audience implements screen.Addressed: the others in the race.
func (r *Race) Audience() (to arcade.Audience, nobody string) {
	if r.race == nil || len(r.race.Racers) < 2 {
		nobody = "Nobody else is in this race yet."
	}
	return arcade.Audience{Race: r.code}, nobody
}
