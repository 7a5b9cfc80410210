package words

import (
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// settings are the player's settings and the store that keeps them.
type settings struct {
	*terminal
	session.Settings
	store arcade.Store
}

// readSettings reads the player's settings. It ignores errors: the lobby reports those of
// the store.
func readSettings(t *terminal, store arcade.Store) *settings {
	text, err := store.Settings()
	s := session.ParseSettings(text)
	s.Signals = s.Signals && err == nil // a player who has them off must get none
	return &settings{t, s, store}
}

// change changes the settings and stores them. It reads them first, since another session
// may have changed others.
func (s *settings) change(do func(*session.Settings)) {
	var err error
	if s.Settings, err = s.Settings.Change(s.store, do); err != nil {
		s.say("This holds until you leave, but it is not kept: " + caption.Sentence(err.Error()))
	}
}

// An option is a setting that matters without a screen.
type option struct {
	name, does string // does is what happens while it is on
	of         func(*session.Settings) *bool
}

// status says whether the option is on, and what that means: "pages: off. On, a long answer stops
// where the window is full."
func (o option) status(c *session.Settings) string {
	if *o.of(c) {
		return o.name + ": on. " + caption.Sentence(o.does)
	}
	return o.name + ": off. On, " + o.does + "."
}

var options = []option{
	{"auto-deal", "routine moves are played after yours", func(c *session.Settings) *bool { return &c.AutoDeal }},
	{"auto-safe", "cards no longer needed go up by themselves (Chessboard)", func(c *session.Settings) *bool { return &c.AutoSafe }},
	{"warnings", "you are told when a game can no longer be won, and it is assisted then",
		func(c *session.Settings) *bool { return &c.Warnings }},
	{"pages", "a long answer stops where the window is full", func(c *session.Settings) *bool { return &c.Pages }},
	{"signals", "good game and the like reach you, from players who race or watch with you",
		func(c *session.Settings) *bool { return &c.Signals }},
}

// findOption returns the option whose name a line begins with, or its beginning, and what follows.
func findOption(line string) (o option, value string, ok bool) {
	word, value, _ := strings.Cut(strings.ToLower(strings.TrimSpace(line)), " ")
	i := slices.IndexFunc(options, func(o option) bool { return strings.HasPrefix(o.name, word) })
	if i < 0 {
		return option{}, "", false
	}
	return options[i], strings.TrimSpace(value), true
}

// set shows the settings, or changes one.
func (s *settings) set(args string) {
	if args == "" {
		for _, o := range options {
			s.say(o.status(&s.Settings))
		}
		s.say("settings pages off changes one. Colours and cards are settings of the screen.")
		return
	}
	switch o, value, ok := findOption(args); {
	case !ok:
		name, _, _ := strings.Cut(strings.ToLower(args), " ")
		s.say(caption.Sentence(engine.NoSuch("setting", name, texts(options, func(o option) string { return o.name })).Error()))
	case value != "on" && value != "off":
		s.sayf("%s Say settings %s on, or off.", o.status(&s.Settings), o.name)
	default:
		s.change(func(c *session.Settings) { *o.of(c) = value == "on" })
		s.sayf("%s: %s.", o.name, value)
	}
}

// link makes a code that joins this account with the account of another key, or enters
// one.
func (l *lobby) link(code string) {
	if code = strings.ToLower(code); code != "" {
		join := func() {
			l.sayDone(l.env.Accounts.Join(code), "%s", caption.Joined(l.env.Accounts))
		}
		p, err := l.env.Accounts.Account()
		if err == nil && !p.Known {
			join()
			return
		}
		into := ""
		if err == nil {
			into, err = l.env.Accounts.CanJoin(code)
		}
		if !l.sayIfFailed(err) {
			l.ask(caption.BecomesPart(p, into)+" Do you want it?", "The accounts stay two.", join)
		}
		return
	}
	code, until, err := l.env.Accounts.Link()
	if !l.sayIfFailed(err) {
		l.sayf("The code is %s. It is good once, until %s UTC.", code, until.UTC().Format("15:04"))
		l.sayf("Spelled: %s.", caption.Spelled(code))
		l.sayf("On your other machine, come in by ssh %s (%s), and type link and the code.", arcade.NewKey, arcade.KeepNewKey)
	}
}
