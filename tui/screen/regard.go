package screen

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Note is a message with a line for the player, which the app shows for a while.
type Note struct {
	Text    string
	Refused bool
}

// An Addressed is a screen on which the player can send signals. Audience returns to whom, or
// says that there is nobody.
type Addressed interface {
	Audience() (to arcade.Audience, nobody string)
}

// Unnamed reports whether a name is that of a player without a nick, or none.
func Unnamed(name string) bool { return name == "" || strings.HasPrefix(name, arcade.Nameless) }

// A Followed tells all screens that the player follows or ignores another now, or why not.
type Followed struct {
	Nick string
	Now  arcade.Regard
	Err  error
}

// NoFollow says why somebody cannot be followed.
const NoFollow = "Only players with a nick can be followed."

// FollowOrNot has the player follow somebody, or no longer, in a command.
func FollowOrNot(company arcade.Company, nick string) tea.Cmd {
	if Unnamed(nick) {
		return func() tea.Msg { return Note{NoFollow, true} }
	}
	return func() tea.Msg {
		list, err := company.Following()
		if err != nil {
			return Followed{nick, arcade.Unfollow, err}
		}
		regard := arcade.Follow
		if slices.ContainsFunc(list, func(f arcade.Followed) bool { return strings.EqualFold(f.Nick, nick) }) {
			regard = arcade.Unfollow
		}
		return Regard(company, regard, nick)
	}
}

// IgnoreOrNot has the player ignore somebody, or no longer, in a command.
func IgnoreOrNot(company arcade.Company, p arcade.Person) tea.Cmd {
	regard := arcade.Ignore
	switch {
	case Unnamed(p.Nick):
		return func() tea.Msg { return Note{"Only players with a nick can be ignored.", true} }
	case p.Ignored:
		regard = arcade.Unignore
	}
	return func() tea.Msg { return Regard(company, regard, p.Nick) }
}

// Regard has the player regard the one with a nick so.
func Regard(company arcade.Company, regard arcade.Regard, nick string) Followed {
	return Followed{nick, regard, company.Regard(regard, nick)}
}

// String returns what has become of it, as a sentence.
func (m Followed) String() string {
	if m.Err != nil {
		return caption.Sentence(m.Err.Error())
	}
	return caption.Regarded(m.Now, m.Nick)
}

// Challenged tells the challenger that the player with a nick knows of a challenge.
func Challenged(nick, code string) tea.Cmd {
	return func() tea.Msg { return Note{Text: nick + " is challenged to your deal (code " + code + ")."} }
}

// RacerName returns the name of a racer, for the player.
func RacerName(r *arcade.Race, o arcade.Racer) string {
	if o.ID == r.Me {
		return "you"
	}
	return o.Nick
}
