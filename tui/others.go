package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/record"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
	"boardwalk/tui/social"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// The others screen shows on one page what goes on between players: for each of the lobby's keys that lead
// to them, what waits there.
type others struct {
	screen.Listing[door]
	lobby      *lobby // whose news it shows
	today      arcade.Today
	people     []arcade.Person
	tables     int // that can be watched
	notable    []arcade.Standing
	challenges []arcade.Challenge
	lines      []otherLine // draw's, reused
}

// A door is a key of the lobby that leads to others.
type door struct {
	name string
	widget.Binding
}

// An otherLine is a line of the page. The first one of a door has its place.
type otherLine struct {
	door int // -1 for the lines below the first
	text string
	news bool // something waits there
}

// doors returns the lobby's keys that lead to others. Some of them are about the chosen game: none says
// that there is no such game.
func (l *lobby) doors(none bool) []door {
	env := l.Env
	return []door{
		{"Daily", widget.Binding{Keys: "D", Does: "the daily: one deal of each game a day, the same for everyone", Refusal: screen.When(env.Events == nil, caption.NoDailies), Do: func() tea.Cmd {
			return env.Push(record.NewDaily(env, nil))
		}}},
		{"Sprint", widget.Binding{Keys: "s", Does: "the sprint: an hour in which all play the same deals", Refusal: screen.When(!sprints(env).Held(), caption.NoSprints), Do: func() tea.Cmd {
			return env.Push(social.NewSprint(env))
		}}},
		{"Races", widget.Binding{Keys: "r", Does: "race friends: open one, join one, your results", Refusal: cmp.Or(screen.When(env.Races == nil, caption.NoRaces), unchosen(none)), Do: l.ofGame(func(g engine.Game) tea.Cmd {
			wanted := "" // the race that the news offer to join
			if len(l.news.open) > 0 && l.news.race == nil {
				wanted = l.news.open[0].Code
			}
			return env.Push(social.NewRaces(env, g, wanted, ""))
		})}},
		{"Challenges", widget.Binding{Keys: "C", Does: "challenges: duels, and deals that friends pass on", Refusal: cmp.Or(screen.When(env.Challenges == nil, caption.NoChallenges), unchosen(none)), Do: l.ofGame(func(g engine.Game) tea.Cmd {
			return env.Push(social.NewChallenges(env, g))
		})}},
		{"Watch", widget.Binding{Keys: "w", Does: "watch others play", Refusal: screen.When(env.Spectators == nil, caption.NoOthers), Do: func() tea.Cmd {
			return env.Push(social.NewTables(env))
		}}},
		{"People", widget.Binding{Keys: "p", Does: "people: who is here, and the players you follow", Refusal: screen.When(env.Company == nil, caption.NoCompany), Do: func() tea.Cmd {
			return env.Push(social.NewPeople(env))
		}}},
		{"Boards", widget.Binding{Keys: "B", Does: "leaderboards, of this game first", Refusal: cmp.Or(screen.When(env.Accounts == nil, caption.NoAccounts), unchosen(none)), Do: l.ofGame(func(g engine.Game) tea.Cmd {
			return env.Push(record.NewLeaders(env, route.Leaders{Game: g}))
		})}},
	}
}

// unchosen says why a key does nothing that is about the chosen game, if there is none.
func unchosen(none bool) string {
	return screen.When(none, "No game is chosen: Esc in the lobby shows all.")
}

// sprints returns the sprints of the arcade, none if there are no events.
func sprints(env *screen.Env) (s arcade.Sprints) {
	if env.Events != nil {
		s = env.Events.Sprints()
	}
	return s
}

// newOthers returns the page of others, on which the keys do what they do in the lobby.
func newOthers(l *lobby) *others {
	o := &others{lobby: l}
	o.Setup(l.Env, o)
	o.Rows = slices.DeleteFunc(l.doors(l.menu.empty()), func(d door) bool { return d.Refusal == caption.NoSprints })
	o.List.Resize(len(o.Rows))
	o.Read = o.read
	return o
}

// read reads what the news do not tell, and returns what shows it. It may wait for a disk.
func (o *others) read() func() tea.Cmd {
	env := o.Env
	var now others
	var err error
	if env.Events != nil {
		now.today, err = arcade.ReadToday(env.Games.House, env.Events, env.Accounts, "")
	}
	if env.Challenges != nil && err == nil {
		now.challenges, err = env.Challenges.Challenges(newsChallenges)
	}
	if env.Company != nil {
		now.people = env.Company.People()
	}
	if env.Spectators != nil {
		now.tables = len(env.Spectators.Tables())
	}
	if env.Accounts != nil && err == nil {
		now.notable, err = env.Accounts.Top(arcade.Leaderboard{Class: arcade.Counted, Kind: arcade.Notable}, 1)
		arcade.CallByName(now.notable, func(s *arcade.Standing) *string { return &s.Nick })
	}
	return widget.Just(func() {
		o.today, o.challenges, o.people, o.tables, o.notable = now.today, now.challenges, now.people, now.tables, now.notable
		o.Loaded = true
		o.Fails(err)
	})
}

// Init implements Screen. The player may come back from one of them.
func (o *others) Init() tea.Cmd { return o.Refresh() }

// newsChallenges is how many of the newest challenges are searched for those to be played.
const newsChallenges = 20

// Bindings implements Screen.
func (o *others) Bindings() []widget.Binding {
	chosen := o.Chosen()
	bindings := []widget.Binding{
		o.List.UpDown("choose where to go; Home and End: the first, the last", "choose"),
		{Keys: "Enter, space", Does: "go there", Hint: "go there", Place: 1, Refusal: chosen.Refusal, Do: chosen.Do},
		{Keys: "mouse", Does: "a click chooses, another goes there"},
		{Keys: "c", Do: func() tea.Cmd { return o.lobby.goOn(&o.Base) }},
	}
	for _, d := range o.Rows {
		bindings = append(bindings, d.Binding)
	}
	return append(bindings, o.Env.Tail("", "back")...)
}

// Draw implements Screen.
func (o *others) Draw(g *grid.Grid, look *theme.Look) {
	screen.DrawTitle(g, look, "Others", "")
	text, style := o.Says(look, "", look.Text)
	o.lines = o.lines[:0]
	first, last := 0, 0
	for i, d := range o.Rows {
		if i > 0 && g.Height() >= 20 {
			o.lines = append(o.lines, otherLine{door: -1})
		}
		at := len(o.lines)
		o.wrap(look, g.Width(), i, o.says(d)...)
		if i == o.List.At() {
			first, last = at, len(o.lines)-1
		}
	}
	o.List.DrawLines(g, look, 2, g.Height()-3-max(screen.SentenceRows(text, g.Width()), 1), len(o.lines), first, last, func(i, y int) {
		style := look.Text
		if door := o.lines[i].door; door >= 0 {
			style = o.List.Entry(g, look, y, door)
		}
		o.drawLine(g, look, y, o.lines[i], style)
	})
	o.DrawFoot(g, look, text, style)
}

// wrap adds the lines of a door for a width.
func (o *others) wrap(look *theme.Look, width, door int, says ...string) {
	news := len(o.news(o.Rows[door])) > 0
	for _, row := range screen.Wrapped(look, width-othersText-2, says...) {
		o.lines = append(o.lines, otherLine{door, row, news})
		door = -1
	}
}

// othersText is the column of what waits behind a door.
const othersText = 19

// drawLine draws a line of the page, with the name of its door in a style.
func (o *others) drawLine(g *grid.Grid, look *theme.Look, y int, line otherLine, style grid.Style) {
	if line.door >= 0 {
		g.Put(4, y, o.Rows[line.door].Keys, look.Key)
		g.Put(7, y, o.Rows[line.door].name, style)
	}
	if style = look.Text; line.news {
		style = look.Warn
	}
	g.Put(othersText, y, line.text, style)
}

// rows lays out a paragraph for each door that is open in a width, and returns how many rows they take: 0 until all
// is read.
func (o *others) rows(look *theme.Look, width int) int {
	if o == nil || !o.Loaded {
		return 0
	}
	o.lines = o.lines[:0]
	for i, d := range o.Rows {
		if d.Refusal == "" {
			o.wrap(look, width, i, strings.Join(o.says(d), " "))
		}
	}
	return len(o.lines)
}

// drawBelow draws what rows has laid out, from row y on. A click on one presses its key: drawBelow adds these to keys
// and returns them.
func (o *others) drawBelow(keys screen.Spots, g *grid.Grid, look *theme.Look, y int) screen.Spots {
	door := 0
	for i, line := range o.lines {
		o.drawLine(g, look, y+i, line, look.Faint)
		if line.door >= 0 {
			door = line.door
		}
		keys = append(keys, screen.Spot{Key: screen.Key{Keys: o.Rows[door].Keys}, X: 4, Y: y + i, W: g.Width() - 6})
	}
	return keys
}

// news returns the notices of a door.
func (o *others) news(d door) (says []string) {
	for _, n := range o.lobby.news.notices() {
		if n.key == d.Keys {
			says = append(says, n.long)
		}
	}
	return says
}

// says returns what waits behind a door, in sentences.
func (o *others) says(d door) (says []string) {
	switch {
	case d.Refusal != "":
		return []string{d.Refusal}
	case !o.Loaded:
		return []string{"Looking ..."}
	}
	says = o.news(d)
	switch d.Keys {
	case "D":
		says = append([]string{caption.Today(o.today) + "."}, says...)
		for _, daily := range o.today.Dailies {
			if friends := caption.Friends(daily); friends != "" {
				says = append(says, friends)
			}
		}
	case "s":
		now, next, _ := caption.Sprints(sprints(o.Env), o.Env.Games, o.Env.Now())
		says = []string{now[0], next[len(next)-1]}
	case "r":
		if n := len(o.lobby.news.open); n > 1 {
			says = append(says, fmt.Sprintf("%s to join.", engine.Plural(n, "race")))
		}
		if says == nil {
			says = append(says, "Nobody waits now. The arcade races you at once: r, Enter.")
		}
	case "C":
		for _, c := range o.challenges {
			if !c.Finished() && c.Code != o.lobby.news.owed.Code { // of which the news tell
				says = append(says, o.Env.Games.NameOf(c.Game, c.Rules)+": "+caption.ChallengeStatus(c)+".")
			}
		}
		if says == nil {
			says = append(says, "In a duel you and the next player of your strength play the same deal.")
		}
	case "w":
		says = append(says, engine.Plural(o.tables, "table")+" to watch.")
	case "p":
		says = append(says, caption.WhoIsHere(o.people))
		if heard := o.Env.Heard; heard != "" {
			says = append(says, "Last heard: "+heard)
		}
	case "B":
		for _, s := range o.notable {
			p := s.Result.Score
			says = append(says, fmt.Sprintf("This week %s won %s with %d of %d points.", s.Nick, o.Env.Games.Name(s.Result.Record.Game), p.Points, p.Max))
		}
		says = append(says, "The best of each game and of the week, and ratings.")
	}
	return says
}
