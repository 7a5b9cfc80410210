package record

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The Daily screen lists the deals of a day. Those of today can be played, once each;
// those of past days can be practised.
type Daily struct {
	screen.Listing[arcade.TodaysGame] // those of stands, nil until they are read
	day                               string
	stands                            arcade.Today // on that day
	board                             dailyBoard   // of the chosen game
	week                              screen.Week
	wanted                            engine.Game // to play at once unless it was played, nil for none
}

// NewDaily returns the dailies of today. It goes to that of a wanted game at once, unless it was played;
// nil is none.
func NewDaily(env *screen.Env, wanted engine.Game) *Daily {
	d := &Daily{wanted: wanted}
	d.Setup(env, d)
	d.day = d.today()
	return d
}

// Init implements Screen.
func (d *Daily) Init() tea.Cmd {
	return tea.Batch(d.read(), d.week.Ask(d, d.Env.Workshop, func() {}), d.nextMinute())
}

// nextMinute shows the minutes that are left, and turns the page at midnight if it shows today.
func (d *Daily) nextMinute() tea.Cmd {
	day, left := d.Env.Events.Today()
	return d.ScheduleIn(min(left, time.Minute), func() tea.Cmd {
		if today := d.today(); d.day == day && day != today {
			return tea.Batch(d.show(today), d.nextMinute())
		}
		return d.nextMinute()
	})
}

// Legend implements screen.Legended.
func (d *Daily) Legend(*theme.Look) []screen.Sign { return screen.GradeLegend() }

// Place implements screen.Placed.
func (d *Daily) Place() string { return "daily" }

// OnClose implements screen.Closer.
func (d *Daily) OnClose() { d.week.End() }

func (d *Daily) read() tea.Cmd {
	events, games, day := d.Env.Events, d.Env.Games.House, d.day
	return screen.Ask(d, func() func() tea.Cmd {
		stands, err := arcade.ReadToday(games, events, nil, day)
		return func() tea.Cmd { return d.apply(day, stands, err) }
	})
}

// apply shows the player's dailies of a day.
func (d *Daily) apply(day string, stands arcade.Today, err error) tea.Cmd {
	switch {
	case day != d.day: // another day has been chosen in the meantime
		return nil
	case d.Fails(err):
		return nil
	}
	d.Rows, d.stands = stands.Dailies, stands
	d.board = dailyBoard{} // others may have played since
	d.List.Resize(len(d.Rows))
	if d.wanted != nil {
		return d.playWanted()
	}
	if i := slices.IndexFunc(d.Rows, func(s arcade.TodaysGame) bool { return s.Open > 0 }); d.List.At() == 0 && i >= 0 {
		d.List.Choose(i) // most players come to continue it
	}
	return d.readBoard()
}

// Update implements Screen.
func (d *Daily) Update(msg tea.Msg) tea.Cmd { return tea.Batch(d.Base.Update(msg), d.readBoard()) }

// Bindings implements Screen.
func (d *Daily) Bindings() []widget.Binding {
	enter, past, secret := "play", d.day != d.today(), d.secret()
	switch s := d.Chosen(); {
	case s.Open > 0:
		enter = "go on"
	case secret == "":
		enter = "practise"
	case s.Result != nil:
		enter = "watch yours"
	case past:
		enter = ""
	}
	boards, played := d.Env.Accounts != nil && len(d.Env.Games.House) > 0, d.Chosen().Result != nil
	unfinished, none := screen.When(!played, "You have not finished this one."), len(d.Rows) == 0
	return append([]widget.Binding{
		d.List.UpDown("choose a game; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "play its deal of today, or go on with it; practise that of a past day", Hint: enter, Refusal: screen.When(enter == "", secret), Do: d.choose},
		{Keys: "left right, h l", Does: "the day before, the day after", Hint: "day", DoKey: func(key string) tea.Cmd { return d.turn(widget.Direction(key)) }},
		{Keys: "m", Does: "four weeks before", Do: func() tea.Cmd { return d.turn(-28) }},
		{Keys: "t", Does: "today", Refusal: screen.When(!past, "This is today."), Do: func() tea.Cmd { return d.show(d.today()) }},
		{
			Keys: "e", Does: "explore the deal of a past day: where its players went, move by move", Hint: screen.When(secret == "", "explore"),
			Off: none, Refusal: secret, Do: func() tea.Cmd {
				events, day, g := d.Env.Events, d.day, d.Env.Games.House[d.List.At()]
				return screen.Hold(&d.Base, func() (*arcade.Walk, error) { return events.Explore(g, day) }, func(w *arcade.Walk) tea.Cmd {
					return d.Env.Push(newExplorer(d.Env, w, day))
				})
			},
		},
		{Keys: "B, b", Does: "who played this deal best", Hint: "board", Refusal: screen.When(!boards, caption.NoAccounts), Do: func() tea.Cmd {
			return d.Env.Push(NewLeaders(d.Env, route.Leaders{Game: d.Env.Games.House[d.List.At()], Event: arcade.DailyEvent(d.day)}))
		}},
		{Keys: "w", Does: "watch your own game of it again", Hint: screen.When(enter != "watch yours", "watch yours"), Off: none, Refusal: unfinished, Do: d.rewatch},
		{Keys: "y", Does: "your result as text to paste", Hint: screen.When(played, "copy"), Off: none, Refusal: unfinished, Do: func() tea.Cmd {
			r := *d.Chosen().Result
			return d.Env.Share(r.Record.Game, func() (arcade.Result, error) { return r, nil })
		}},
		{Keys: "W", Does: "the variation of the week, in the workshop", Hint: "of the week", Refusal: screen.When(d.Env.Workshop == nil, caption.NoWorkshop), Do: func() tea.Cmd {
			return d.Env.Open(route.Week{})
		}},
		{Keys: "c", Does: "the calendar of the month: how you did in each daily of the game", Hint: "calendar", Off: len(d.Rows) == 0, Do: d.calendar},
		d.Env.RulesKey(d.Chosen().Game),
	}, d.Env.Tail("a click chooses a game, another plays it", "back")...)
}

// turn shows another day, by days later, but no day after today.
func (d *Daily) turn(by int) tea.Cmd {
	day := arcade.AddDays(d.day, by)
	if day > d.today() {
		return d.Refuse("That day has not come yet.")
	}
	return d.show(day)
}

func (d *Daily) show(day string) tea.Cmd {
	d.day, d.Rows, d.Question = day, nil, screen.Question{}
	return d.read()
}

// secret says why the deals of the day cannot be shown, "" if they can.
func (d *Daily) secret() string { return d.Env.Secret(arcade.DailyEvent(d.day)) }

// choose plays the daily of the chosen game, once it was asked for, continues it, or replays the player's
// finished round. Once it is no secret it deals the daily as practice.
func (d *Daily) choose() tea.Cmd {
	if len(d.Rows) == 0 {
		return nil
	}
	g, status := d.Env.Games.House[d.List.At()], d.Chosen()
	visit := screen.Visit{Game: g, Event: arcade.DailyEvent(d.day)}
	switch {
	case status.Open > 0:
		return d.Play(visit)
	case d.secret() == "":
		return d.practise(g)
	case status.Result != nil:
		return d.rewatch()
	case status.Before:
		return d.Refuse(caption.PlayedBefore)
	}
	return d.PlayOnce("the daily of "+g.Info().Name, visit)
}

// playWanted plays the daily that the session came for, once. One that was played is only
// chosen.
func (d *Daily) playWanted() tea.Cmd {
	i := slices.IndexFunc(d.Env.Games.House, func(g engine.Game) bool { return g.Info().ID == d.wanted.Info().ID })
	if d.wanted = nil; i < 0 || i >= len(d.Rows) {
		return nil
	}
	if d.List.Choose(i); d.Chosen().Result != nil {
		return nil
	}
	return d.choose()
}

// practise deals the daily of a past day.
func (d *Daily) practise(g engine.Game) tea.Cmd {
	events, day := d.Env.Events, d.day
	return screen.Hold(&d.Base, func() (engine.Code, error) { return events.Past(g.Info().ID, day) }, func(code engine.Code) tea.Cmd {
		return d.Play(screen.Visit{Game: g, Code: code})
	})
}

// rewatch replays the player's own round, in a command.
func (d *Daily) rewatch() tea.Cmd {
	r := *d.Chosen().Result
	return d.Replay(func() (arcade.Result, error) { return r, nil })
}

// Draw implements Screen.
func (d *Daily) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Daily", d.when(g.Width()))
	y := 1
	if g.Height() >= 20 {
		text := "One deal of each game a day, the same for everyone here. You play each once. " +
			"The clock runs from your first look at the deal, also while you are away. " + caption.DailyWeek(d.stands)
		switch {
		case d.secret() == "":
			text = "This day is over: its boards are final, and its deals can be practised."
		case d.day != d.today():
			text = "This day is over. Games begun in time can be finished until 01:00 UTC; then its deals can be practised."
		}
		y++
		y = screen.PutRows(g, 2, y, look.Text, screen.Wrapped(look, g.Width()-4, text)...)
		y++
	}
	if d.Rows != nil {
		g.Put(2, y, look.Cut(screen.Fitting(g.Width()-4, d.summary()...), g.Width()-4), look.Good)
	}
	y++
	if g.Height() >= 20 {
		g.Put(4, y+1, dailyRow(look, g.Width()-4, "game", "deal", "you", "players", "days in a row"), look.Faint)
		y += 2
	}
	said, style := d.Says(look, d.line(g.Width()-4), look.Faint)
	rows := screen.SentenceRows(said, g.Width())
	for y, i := range d.List.Rows(y, g.Height()-1-rows-y) {
		if i < len(d.Rows) { // else another day is being read
			g.Put(4, y, d.row(i, g.Width()-4, look), d.List.Entry(g, look, y, i))
		}
	}
	d.DrawFoot(g, look, said, style)
}

// line returns the sentence below the list, for w columns.
func (d *Daily) line(w int) string {
	switch {
	case d.Rows == nil:
		return "Looking ..."
	case slices.ContainsFunc(d.Rows, func(g arcade.TodaysGame) bool { return g.Grading }):
		return caption.GradingNote
	case d.Env.Workshop != nil:
		return screen.Fitting(w, weekText(&d.week)...)
	}
	return ""
}

// Pane implements screen.Sided: the board of the chosen game.
func (d *Daily) Pane(int) func(*grid.Grid, *theme.Look) {
	if len(d.Rows) == 0 || d.Env.Accounts == nil {
		return nil
	}
	return d.drawBoard
}

// weekText returns what is said of the variation of the week, long and short.
func weekText(w *screen.Week) []string {
	switch g := w.Variation.Game; {
	case g != nil:
		return []string{fmt.Sprintf("The variation of the week is %s: W goes there.", g.Info().Name), "Of the week: " + g.Info().Name + ", W."}
	case w.Err != "":
		return []string{""}
	}
	return []string{"The variation of the week is being chosen: W goes there.", "Of the week: being chosen."}
}
