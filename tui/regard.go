package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A noteMsg is a message with a line for the player, which the app shows for a while.
type noteMsg struct {
	text    string
	refused bool
}

// An addressed is a screen on which the player can send signals. audience returns to whom, or
// says that there is nobody.
type addressed interface {
	audience() (to arcade.Audience, nobody string)
}

// unnamed reports whether a name is that of a player without a nick, or none.
func unnamed(name string) bool { return name == "" || strings.HasPrefix(name, arcade.Nameless) }

// A followedMsg tells all screens that the player follows or ignores another now, or why not.
type followedMsg struct {
	nick string
	now  regard
	err  error
}

// noFollow says why somebody cannot be followed.
const noFollow = "Only players with a nick can be followed."

// followOrNot has the player follow somebody, or no longer, in a command.
func followOrNot(company arcade.Company, nick string) tea.Cmd {
	if unnamed(nick) {
		return func() tea.Msg { return noteMsg{noFollow, true} }
	}
	return func() tea.Msg {
		list, err := company.Following()
		if err != nil {
			return followedMsg{nick, notFollowed, err}
		}
		regard := nowFollowed
		if slices.ContainsFunc(list, func(f arcade.Followed) bool { return strings.EqualFold(f.Nick, nick) }) {
			regard = notFollowed
		}
		return regard.of(company, nick)
	}
}

// ignoreOrNot has the player ignore somebody, or no longer, in a command.
func ignoreOrNot(company arcade.Company, p arcade.Person) tea.Cmd {
	regard := nowIgnored
	switch {
	case unnamed(p.Nick):
		return func() tea.Msg { return noteMsg{"Only players with a nick can be ignored.", true} }
	case p.Ignored:
		regard = notIgnored
	}
	return func() tea.Msg { return regard.of(company, p.Nick) }
}

// A regard is what the player has to do with another from now on.
type regard int

const (
	nowFollowed regard = iota
	notFollowed
	nowIgnored
	notIgnored
)

// of has the player regard the one with a nick so.
func (r regard) of(company arcade.Company, nick string) followedMsg {
	change := []func(string) error{company.Follow, company.Unfollow, company.Ignore, company.Unignore}[r]
	return followedMsg{nick, r, change(nick)}
}

// String returns what has become of it, as a sentence.
func (m followedMsg) String() string {
	switch {
	case m.err != nil:
		return caption.Sentence(m.err.Error())
	case m.now == nowFollowed:
		return "You follow " + m.nick + " now. Nobody else learns of it."
	case m.now == nowIgnored:
		return "You ignore " + m.nick + " now. Nobody else learns of it."
	case m.now == notIgnored:
		return "You no longer ignore " + m.nick + "."
	}
	return "You no longer follow " + m.nick + "."
}

// tell tells a player of a challenge, in a command.
func tell(challenges arcade.Challenges, code, nick string) tea.Cmd {
	return func() tea.Msg {
		if err := challenges.Tell(code, nick); err != nil {
			return noteMsg{caption.Sentence(err.Error()), true}
		}
		return noteMsg{"You challenge " + nick + ". It stands in that player's lobby.", false}
	}
}
