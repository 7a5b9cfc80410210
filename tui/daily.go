package tui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/widget"
)

// The daily screen lists the deals of a day. Those of today can be played, once each;
// those of past days can be practised.
type daily struct {
	env     *Env
	day     string
	dailies []arcade.DailyStatus // by game, nil until they are read
	at, top int
	rows    rows
	opening bool // a round is being replayed, or the deal of a past day is being read
	err     string
}

// dailyMsg brings the player's dailies of a day.
type dailyMsg struct {
	screen  *daily
	day     string
	dailies []arcade.DailyStatus
	err     error
}

// dailyDoneMsg ends what a daily screen was busy with: another screen follows, or an
// error.
type dailyDoneMsg struct {
	screen *daily
	then   tea.Cmd
	err    error
}

// noDailies is the message of a session without dailies.
const noDailies = "There is no daily in this session."

func newDaily(env *Env) *daily {
	day, _ := env.Events.Today()
	return &daily{env: env, day: day}
}

// Init implements Screen.
func (d *daily) Init() tea.Cmd { return d.read() }

func (d *daily) busy() bool { return d.opening }

// nextFrame implements animated: the screen shows the minutes that are left.
func (d *daily) nextFrame() time.Duration { return time.Minute }

func (d *daily) read() tea.Cmd {
	events, games, day := d.env.Events, d.env.Games, d.day
	return func() tea.Msg {
		msg := dailyMsg{screen: d, day: day}
		for _, g := range games {
			status, err := events.Daily(g.Info().ID, day)
			if err != nil {
				msg.err = err
				return msg
			}
			msg.dailies = append(msg.dailies, status)
		}
		return msg
	}
}

// Update implements Screen.
func (d *daily) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case dailyMsg:
		switch {
		case msg.screen != d || msg.day != d.day: // another day has been chosen in the meantime
		case msg.err != nil:
			d.err = sentence(msg.err.Error())
		default:
			if i := slices.IndexFunc(msg.dailies, func(s arcade.DailyStatus) bool { return s.Open > 0 }); d.at == 0 && i >= 0 {
				d.at = i // most players come to continue it
			}
			d.dailies = msg.dailies
		}
	case dailyDoneMsg:
		if msg.screen == d {
			return d.done(msg)
		}
	case tea.KeyPressMsg:
		return d.key(msg.String())
	case tea.MouseMsg:
		if d.rows.mouse(msg, &d.at, len(d.dailies)) {
			return d.key("enter")
		}
	}
	return nil
}

func (d *daily) done(msg dailyDoneMsg) tea.Cmd {
	d.opening = false
	if msg.err != nil {
		d.err = sentence(msg.err.Error())
		return nil
	}
	return msg.then
}

// bindings returns what the keys do.
func (d *daily) bindings() []widget.Binding {
	enter := "play"
	switch s := d.chosen(); {
	case s.Open > 0:
		enter = "go on"
	case d.day != d.today():
		enter = "practise"
	case s.Result != nil:
		enter = "watch yours"
	}
	boards, played := d.env.Accounts != nil && len(d.env.Games) > 0, d.chosen().Result != nil
	return []widget.Binding{
		{Keys: "up down, j k", Also: "Home End PgUp PgDn", Does: "choose a game; Home and End: the first, the last", DoKey: browsing(&d.at, len(d.dailies))},
		{Keys: "Enter, space", Does: "play its deal of today, or go on with it; practise that of a past day", Hint: enter, Do: d.choose},
		{Keys: "left right, h l", Does: "the day before, the day after", Hint: "day", DoKey: func(key string) tea.Cmd { return d.turn(direction(key)) }},
		{Keys: "t", Does: "today", Do: func() tea.Cmd { return d.show(d.today()) }},
		{Keys: "B, b", Does: "who played this deal best", Hint: "board", Refusal: unless(boards, noAccounts), Do: d.board},
		{Keys: "w", Does: "watch your own game of it again", Hint: "watch yours", Off: len(d.dailies) == 0, Refusal: unless(played, "You have not played this one to its end."), Do: d.rewatch},
		{Keys: "mouse", Does: "a click chooses a game, another plays it"},
		keysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: goBack},
	}
}

// chosen returns the chosen daily, a zero one before they are read.
func (d *daily) chosen() arcade.DailyStatus {
	if len(d.dailies) == 0 {
		return arcade.DailyStatus{}
	}
	return d.dailies[d.at]
}

func (d *daily) key(key string) tea.Cmd {
	d.err = ""
	return widget.Press(d.bindings(), key, func(why string) { d.err = why })
}

func (d *daily) today() string {
	day, _ := d.env.Events.Today()
	return day
}

// turn shows the day before or the day after, but no day after today.
func (d *daily) turn(by int) tea.Cmd {
	at, err := time.Parse(time.DateOnly, d.day)
	if err != nil {
		return nil
	}
	day := at.AddDate(0, 0, by).Format(time.DateOnly)
	if day > d.today() {
		d.err = "That day has not come yet."
		return nil
	}
	return d.show(day)
}

func (d *daily) show(day string) tea.Cmd {
	d.day, d.dailies = day, nil
	return d.read()
}

// choose plays the daily of the chosen game, continues it, or replays the player's
// finished round. On a past day it deals the daily as practice.
func (d *daily) choose() tea.Cmd {
	if len(d.dailies) == 0 {
		return nil
	}
	g, status := d.env.Games[d.at], d.dailies[d.at]
	switch {
	case status.Open > 0:
		return playOn(g, arcade.DailyEvent(d.day))
	case d.day != d.today():
		return d.practise(g)
	case status.Result != nil:
		return d.rewatch()
	}
	return playOn(g, arcade.DailyEvent(d.day))
}

// practise deals the daily of a past day.
func (d *daily) practise(g engine.Game) tea.Cmd {
	d.opening = true
	events, day := d.env.Events, d.day
	return func() tea.Msg {
		code, err := events.Past(g.Info().ID, day)
		return dailyDoneMsg{d, func() tea.Msg { return playMsg{game: g, code: code} }, err}
	}
}

// rewatch replays the player's own round, in a command.
func (d *daily) rewatch() tea.Cmd {
	d.opening = true
	env, r := d.env, d.dailies[d.at].Result
	return func() tea.Msg {
		shown, err := env.replay(*r)
		return dailyDoneMsg{d, open(shown), err}
	}
}

// board opens the leaderboard of the chosen daily.
func (d *daily) board() tea.Cmd {
	l := newLeaders(d.env, d.env.Games[d.at].Info().ID)
	l.board.Kind, l.board.Event = arcade.TodaysDaily, arcade.DailyEvent(d.day)
	return open(l)
}

// Hints implements Screen.
func (d *daily) Hints() []Key { return hintsOf(d.bindings()) }

// Keys implements Screen.
func (d *daily) Keys() []Key { return keysOf(d.bindings()) }
