package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The daily screen lists the deals of a day. Those of today can be played, once each;
// those of past days can be practised.
type daily struct {
	env     *Env
	day     string
	dailies []arcade.DailyStatus // by game, nil until they are read
	list    widget.List
	week    week
	wanted  engine.Game // to play at once unless it was played, nil for none
	opening bool        // a round is being replayed, or the deal of a past day is being read
	err     string
}

// dailyMsg brings the player's dailies of a day.
type dailyMsg struct {
	screen  *daily
	day     string
	dailies []arcade.DailyStatus
	err     error
}

// pastDealMsg brings the deal of a past day, to practise it.
type pastDealMsg struct {
	screen *daily
	game   engine.Game
	code   engine.Code
	err    error
}

func newDaily(env *Env) *daily {
	day, _ := env.Events.Today()
	return &daily{env: env, day: day}
}

// Init implements Screen.
func (d *daily) Init() tea.Cmd { return tea.Batch(d.read(), d.week.ask(d.env)) }

// place implements placed.
func (d *daily) place() string { return "daily" }

// onClose implements closer.
func (d *daily) onClose() { d.week.end() }

func (d *daily) busy() bool { return d.opening }

// nextFrame implements animated: the screen shows the minutes that are left.
func (d *daily) nextFrame() time.Duration { return time.Minute }

func (d *daily) read() tea.Cmd {
	events, games, day := d.env.Events, d.env.Games.House, d.day
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
			d.err = caption.Sentence(msg.err.Error())
		default:
			d.dailies = msg.dailies
			d.list.Resize(len(d.dailies))
			if d.wanted != nil {
				return d.playWanted()
			}
			if i := slices.IndexFunc(d.dailies, func(s arcade.DailyStatus) bool { return s.Open > 0 }); d.list.At() == 0 && i >= 0 {
				d.list.Choose(i) // most players come to continue it
			}
		}
	case weekMsg:
		d.week.apply(msg)
	case pastDealMsg:
		if msg.screen == d && d.opened(msg.err) {
			return d.env.play(d, msg.game, "", msg.code)
		}
	case replayedMsg:
		if msg.screen == d && d.opened(msg.err) {
			return d.env.open(msg.replay)
		}
	case tea.KeyPressMsg:
		return d.key(msg.String())
	case tea.MouseMsg:
		if d.list.Mouse(msg) {
			return d.key("enter")
		}
	}
	return nil
}

// opened reports whether what the screen has waited for can open; else it says why not.
func (d *daily) opened(err error) bool {
	d.opening = false
	if err != nil {
		d.err = caption.Sentence(err.Error())
	}
	return err == nil
}

// Bindings implements Screen.
func (d *daily) Bindings() []widget.Binding {
	enter := "play"
	switch s := d.chosen(); {
	case s.Open > 0:
		enter = "go on"
	case d.day != d.today():
		enter = "practise"
	case s.Result != nil:
		enter = "watch yours"
	}
	boards, played := d.env.Accounts != nil && len(d.env.Games.House) > 0, d.chosen().Result != nil
	return []widget.Binding{
		d.list.UpDown("choose a game; Home and End: the first, the last", ""),
		{Keys: "Enter, space", Does: "play its deal of today, or go on with it; practise that of a past day", Hint: enter, Do: d.choose},
		{Keys: "left right, h l", Does: "the day before, the day after", Hint: "day", DoKey: func(key string) tea.Cmd { return d.turn(widget.Direction(key)) }},
		{Keys: "t", Does: "today", Do: func() tea.Cmd { return d.show(d.today()) }},
		{Keys: "B, b", Does: "who played this deal best", Hint: "board", Refusal: unless(boards, caption.NoAccounts), Do: d.board},
		{Keys: "w", Does: "watch your own game of it again", Hint: when(enter != "watch yours", "watch yours"), Off: len(d.dailies) == 0, Refusal: unless(played, "You have not played this one to its end."), Do: d.rewatch},
		{Keys: "y", Does: "your result as text to paste", Hint: when(played, "paste"), Off: len(d.dailies) == 0, Refusal: unless(played, "You have not played this one to its end."), Do: func() tea.Cmd {
			return d.env.share(*d.chosen().Result)
		}},
		{Keys: "W", Does: "the variation of the week, in the workshop", Hint: "of the week", Refusal: unless(d.env.Workshop != nil, caption.NoWorkshop), Do: func() tea.Cmd {
			return d.env.open(newWorkshopWeek(d.env))
		}},
		{Keys: "mouse", Does: "a click chooses a game, another plays it"},
		keysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: "back", Hint: "back", Do: d.env.back},
	}
}

// chosen returns the chosen daily, a zero one before they are read.
func (d *daily) chosen() arcade.DailyStatus {
	if len(d.dailies) == 0 {
		return arcade.DailyStatus{}
	}
	return d.dailies[d.list.At()]
}

func (d *daily) key(key string) tea.Cmd {
	d.err = ""
	return widget.Press(d.Bindings(), key, func(why string) { d.err = why })
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
	g, status := d.env.Games.House[d.list.At()], d.dailies[d.list.At()]
	switch {
	case status.Open > 0:
		return d.env.play(d, g, arcade.DailyEvent(d.day), "")
	case d.day != d.today():
		return d.practise(g)
	case status.Result != nil:
		return d.rewatch()
	}
	return d.env.play(d, g, arcade.DailyEvent(d.day), "")
}

// playWanted plays the daily that the session came for, once. One that was played is only
// chosen.
func (d *daily) playWanted() tea.Cmd {
	i := slices.IndexFunc(d.env.Games.House, func(g engine.Game) bool { return g.Info().ID == d.wanted.Info().ID })
	if d.wanted = nil; i < 0 || i >= len(d.dailies) {
		return nil
	}
	if d.list.Choose(i); d.chosen().Result != nil {
		return nil
	}
	return d.choose()
}

// practise deals the daily of a past day.
func (d *daily) practise(g engine.Game) tea.Cmd {
	d.opening = true
	events, day := d.env.Events, d.day
	return func() tea.Msg {
		code, err := events.Past(g.Info().ID, day)
		return pastDealMsg{d, g, code, err}
	}
}

// rewatch replays the player's own round, in a command.
func (d *daily) rewatch() tea.Cmd {
	d.opening = true
	r := *d.dailies[d.list.At()].Result
	return d.env.openReplay(d, func() (arcade.Result, error) { return r, nil })
}

// board opens the leaderboard of the chosen daily.
func (d *daily) board() tea.Cmd {
	l := newLeaders(d.env, d.env.Games.House[d.list.At()])
	l.board.Kind, l.board.Event = arcade.TodaysDaily, arcade.DailyEvent(d.day)
	return d.env.open(l)
}

// Draw implements Screen.
func (d *daily) Draw(g *grid.Grid, look theme.Look) {
	title(g, look, "Daily", d.when(g.Width()))
	text := "One deal of each game a day, the same for everyone here. You play each of them once."
	if d.day != d.today() {
		text = "This day is over: its deals can be practised, and its boards stand."
	}
	y := 2
	for _, row := range wrapped(look, g.Width()-4, text) {
		g.Put(2, y, row, look.Text)
		y++
	}
	g.Put(4, y+1, dailyRow(look, g.Width()-4, "game", "deal", "you", "days in a row"), look.Faint)
	y += 2
	for y, i := range d.list.Rows(y, g.Height()-2-y) {
		if i < len(d.dailies) { // else another day is being read
			d.row(g, y, i, look)
		}
	}
	switch {
	case d.err != "":
		drawSentence(g, look.Translate(d.err), look.Refused)
	case d.dailies == nil:
		drawSentence(g, look.Translate("Looking …"), look.Faint)
	case d.env.Workshop != nil:
		g.Put(2, g.Height()-2, look.Cut(look.Translate(fitting(g.Width()-4, d.weekText()...)), g.Width()-4), look.Faint)
	}
}

// weekText returns what is beside the dailies, long and short.
func (d *daily) weekText() []string {
	switch g := d.week.variation.Game; {
	case g != nil:
		return []string{fmt.Sprintf("The variation of the week is %s: W goes there.", g.Info().Name), "Of the week: " + g.Info().Name + ", W."}
	case d.week.err != "":
		return []string{""}
	}
	return []string{"The variation of the week is being chosen: W goes there.", "Of the week: being chosen."}
}

// when returns the day, with the time left of it if that fits w columns.
func (d *daily) when(w int) string {
	day, left := d.env.Events.Today()
	if d.day != day {
		return d.day
	}
	minutes := int(left.Minutes())
	return fitting(w-11, fmt.Sprintf("%s, %d:%02d hours left (UTC)", d.day, minutes/60, minutes%60), d.day)
}

func (d *daily) row(g *grid.Grid, y, i int, look theme.Look) {
	status, style := d.dailies[i], d.list.Entry(g, look, y, i)
	streak := ""
	switch {
	case status.Streak > 0 && status.Longest > status.Streak:
		streak = fmt.Sprintf("%d, longest %d", status.Streak, status.Longest)
	case status.Streak > 0:
		streak = fmt.Sprint(status.Streak)
	case status.Longest > 0:
		streak = fmt.Sprintf("0, longest %d", status.Longest)
	}
	kind := ""
	if k := status.Kind(); k != grade.Fresh {
		kind = k.String()
	}
	g.Put(4, y, dailyRow(look, g.Width()-4, d.env.Games.House[i].Info().Name, kind, d.dailyText(status), streak), style)
}

// dailyText returns how the player did in a daily, in words.
func (d *daily) dailyText(status arcade.DailyStatus) string {
	switch r := status.Result; {
	case status.Open > 0:
		return "continue at " + atMove(status.Open-1)
	case r == nil && d.day == d.today():
		return "to be played"
	case r == nil:
		return "not played"
	case r.Class != arcade.Counted:
		return fmt.Sprintf("%d/%d, %s", r.Score.Points, r.Score.Max, r.Class)
	case r.Score.Won:
		return fmt.Sprintf("%d/%d, won in %s", r.Score.Points, r.Score.Max, caption.Clock(r.Millis))
	default:
		return fmt.Sprintf("%d/%d in %s", r.Score.Points, r.Score.Max, caption.Clock(r.Millis))
	}
}

// dailyRow returns a row of the list. In a narrow window the kind of the deal stands after how
// the player did, if it fits, and the streak is left out.
func dailyRow(look theme.Look, w int, game, kind, status, streak string) string {
	const first, second, third = 21, 9, 24
	if w < first+second+third {
		second := min(22, w-13)
		if long := status + ", " + kind; kind != "" && width(long) <= second {
			status = long
		}
		first := min(first, w-second-1)
		return fmt.Sprintf("%-*s %s", first, look.Cut(game, first), look.Cut(status, second))
	}
	row := fmt.Sprintf("%-*s%-*s%-*s", first, look.Cut(game, first-1), second, kind, third, look.Cut(status, third-1))
	if width(row)+15 <= w {
		row += streak
	}
	return strings.TrimRight(row, " ")
}
