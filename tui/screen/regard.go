package screen

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/widget"
)

// A Note is a message with a line for the player, which the app shows for a while.
type Note struct {
	Text    string
	Refused bool
	Heard   bool // it comes from another player: no key has asked for it
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
	Nick    string
	Now     arcade.Regard
	Ignored bool // until now
	Err     error
}

// NoFollow says why somebody cannot be followed.
const NoFollow = "Only players with a nick can be followed."

// FollowKey returns the key that follows a player, or no longer, with what the last row offers: "" where it is not
// known whether the player is followed.
func (e *Env) FollowKey(who, nick string, own bool, hint string) widget.Binding {
	return widget.Binding{
		Keys: "f", Does: "follow " + who + ", or no longer; nobody is told", Hint: hint, Place: 2, Off: nick == "", Refusal: e.noRegard(nick, own, NoFollow),
		Do: func() tea.Cmd { return func() tea.Msg { return followOrNot(e.Company, nick) } },
	}
}

func followOrNot(company arcade.Company, nick string) Followed {
	regard := arcade.Follow
	if o, _ := company.Other(nick); o.Follows {
		regard = arcade.Unfollow
	}
	return Regard(company, regard, nick)
}

// IgnoreKey returns the key that ignores a player, or no longer.
func (e *Env) IgnoreKey(who, nick string, own, ignored bool) widget.Binding {
	regard := arcade.Ignore
	if ignored {
		regard = arcade.Unignore
	}
	return widget.Binding{
		Keys: "i", Does: "ignore " + who + ", or no longer: nothing from that player reaches you, and nobody is told", Hint: Toggle(ignored, "ignore"),
		Place: 8, Off: nick == "", Refusal: e.noRegard(nick, own, "Only players with a nick can be ignored."),
		Do: func() tea.Cmd { return func() tea.Msg { return Regard(e.Company, regard, nick) } },
	}
}

// noRegard says why the player neither follows nor ignores somebody, "" if nothing is in the way.
func (e *Env) noRegard(nick string, own bool, unnamed string) string {
	return cmp.Or(When(e.Company == nil, caption.NoCompany), e.NoFollowing(), When(own, "That is you."), When(Unnamed(nick), unnamed))
}

// Toggle returns the word for what a key does, such as "follow", or for its opposite where that is done.
func Toggle(done bool, does string) string { return When(done, "un") + does }

// Regard has the player regard the one with a nick so.
func Regard(company arcade.Company, regard arcade.Regard, nick string) Followed {
	o, _ := company.Other(nick) // else it is as it was typed
	return Followed{cmp.Or(o.Nick, nick), regard, o.Ignores, company.Regard(regard, nick)}
}

// String returns what has become of it, as a sentence.
func (m Followed) String() string {
	if m.Err != nil {
		return caption.Sentence(m.Err.Error())
	}
	return caption.Regarded(m.Now, m.Nick, m.Ignored)
}

// Challenged tells the challenger that the player with a nick knows of a challenge.
func Challenged(nick, code string) tea.Cmd {
	return func() tea.Msg { return Note{Text: nick + " is challenged to your deal (code " + code + ")."} }
}
