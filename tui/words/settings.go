package words

import (
	"encoding/json"
	"fmt"
	"strings"

	"boardwalk/tui"
)

// An option is a setting that matters without a screen.
type option struct {
	name, does string
	of         func(*tui.Settings) *bool
}

func options() []option {
	return []option{
		{"auto-deal", "routine moves are played after yours",
			func(c *tui.Settings) *bool { return &c.AutoDeal }},
		{"pages", fmt.Sprintf("a long answer stops every %d lines", pageSize),
			func(c *tui.Settings) *bool { return &c.Pages }},
	}
}

// readSettings reads the player's settings. It ignores errors: the menu reports those of
// the store.
func (s *session) readSettings() {
	text, err := s.env.Store.Settings()
	if err != nil {
		text = nil
	}
	s.settings = tui.ParseSettings(text)
}

// change changes the settings and stores them. It reads them first, since another session
// may have changed others.
func (s *session) change(do func(*tui.Settings)) {
	do(&s.settings)
	text, err := s.env.Store.Settings()
	if err == nil {
		stored := tui.ParseSettings(text)
		do(&stored)
		if text, err = json.Marshal(stored); err == nil {
			err = s.env.Store.SetSettings(text)
		}
		s.settings = stored
	}
	if err != nil {
		s.say("This holds until you leave, but it is not kept: " + sentence(err.Error()))
	}
}

// set shows the settings, or changes one.
func (s *session) set(args string) {
	name, value, _ := strings.Cut(args, " ")
	if name == "" {
		for _, o := range options() {
			s.say(fmt.Sprintf("%s is %s: %s.", o.name, onOff(*o.of(&s.settings)), o.does))
		}
		s.say("settings pages off changes one. Colours and cards are settings of the screen.")
		return
	}
	value = strings.TrimSpace(value)
	for _, o := range options() {
		switch {
		case !strings.HasPrefix(o.name, name):
			continue
		case value != "on" && value != "off":
			s.say(fmt.Sprintf("%s is %s. Say settings %s on, or off.", o.name, onOff(*o.of(&s.settings)), o.name))
		default:
			s.change(func(c *tui.Settings) { *o.of(c) = value == "on" })
			s.say(fmt.Sprintf("%s is %s.", o.name, value))
		}
		return
	}
	s.say(fmt.Sprintf("There is no setting %q: settings lists them.", name))
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}
